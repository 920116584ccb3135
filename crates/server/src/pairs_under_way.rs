//! The pairs of rounds whose games are made for a request of this process, one after the other: whoever looks for jobs passes them over.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_store::PairKey;

/// These pairs; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct PairsUnderWay(Arc<Mutex<HashSet<PairKey>>>);

/// Some pairs are under way, until this is dropped.
#[derive(Debug)]
pub struct UnderWay {
    all: PairsUnderWay,
    own: Vec<PairKey>,
}

impl PairsUnderWay {
    /// Takes note that a request sees to these pairs, which are those of a new round.
    pub fn begin(&self, pairs: &[PairKey]) -> UnderWay {
        self.lock().extend(pairs);
        UnderWay { all: self.clone(), own: pairs.to_vec() }
    }

    /// Whether a request sees to a pair.
    pub fn holds(&self, pair: &PairKey) -> bool {
        self.lock().contains(pair)
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<PairKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        for pair in &self.own {
            all.remove(pair);
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::GroupId;

    use super::*;

    #[test]
    fn pairs_are_under_way_as_long_as_their_request() {
        let pairs = PairsUnderWay::default();
        let key = |place| PairKey { group: GroupId::from_entropy([1; 10]), round: 1, place };
        let one = pairs.begin(&[key(0), key(1)]);
        let _other = pairs.begin(&[key(2)]);
        assert!(pairs.holds(&key(1)) && pairs.holds(&key(2)) && !pairs.holds(&key(3)));
        drop(one);
        assert!(!pairs.holds(&key(0)) && !pairs.holds(&key(1)) && pairs.holds(&key(2)));
    }
}
