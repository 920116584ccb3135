//! Guesses that are being looked at. A wrong one counts when it is found to be wrong; those that come
//! meanwhile would not be slowed down by it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::TooMany;
use crate::guesses::Guess;

/// The most guesses at an account, or at an account on one of its devices, that are looked at at a time. A
/// sign-in with a second step is two, and a person may come in on several devices at once.
const MOST: u32 = 8;

/// An account, and the device if the account knows it.
type Key = (String, Option<String>);

/// The number of guesses that are being looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnderWay(Arc<Mutex<HashMap<Key, u32>>>);

/// A guess that is being looked at, until this is dropped: after a wrong one was counted.
#[derive(Debug)]
pub struct GuessUnderWay {
    key: Key,
    all: UnderWay,
}

impl UnderWay {
    /// Begins to look at a guess, unless as many are under way as may be.
    pub(crate) fn begin(&self, guess: Guess<'_>) -> Result<GuessUnderWay, TooMany> {
        let key = (guess.account.to_owned(), guess.device.map(str::to_owned));
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(key.clone()).or_insert(0);
        if *count >= MOST {
            return Err(TooMany::FOR_A_MOMENT);
        }
        *count += 1;
        Ok(GuessUnderWay { key, all: self.clone() })
    }
}

impl Drop for GuessUnderWay {
    fn drop(&mut self) {
        let mut all = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_looked_at_at_a_time_and_a_known_device_has_its_own() {
        let all = UnderWay::default();
        let (stranger, member) =
            (Guess { account: "ann", device: None }, Guess { account: "ann", device: Some("d") });
        let mut looks: Vec<_> = (0..MOST).map(|_| all.begin(stranger).unwrap()).collect();
        assert_eq!(all.begin(stranger).unwrap_err(), TooMany::FOR_A_MOMENT);
        let _own = all.begin(member).unwrap();
        let _other = all.begin(Guess { account: "ben", device: None }).unwrap();
        looks.pop();
        looks.push(all.begin(stranger).unwrap());
        assert!(all.begin(stranger).is_err());
        drop(looks);
        // Nothing is left of what has ended.
        assert_eq!(all.0.lock().unwrap().len(), 2);
    }
}
