//! The challenges that were paid, so that each is good once.

use std::collections::BTreeSet;

use tengen_game::Millis;

use super::error::TollError;

/// The most paid challenges that are remembered, in about three MiB.
const REMEMBERED: usize = 65_536;

/// The challenges that were paid, by their expiry.
///
/// When there are too many, the one that expires first is forgotten, and from then on every challenge that
/// expires no later is refused. An attacker who pays for very many so shortens the life of challenges: to
/// about the time in which that many were paid, and nobody needs more than a few seconds. Had the forgotten
/// ones been let through again, the attacker could use each of them over and over. Had new payments been
/// refused instead, nobody else could register for ten minutes.
pub(crate) struct Used {
    paid: BTreeSet<(Millis, [u8; 16])>,
    most: usize,
    /// Challenges that expire then or earlier are refused. It never goes back, not even with the clock.
    forgotten: Millis,
}

impl Default for Used {
    fn default() -> Self {
        Self::new(REMEMBERED)
    }
}

impl Used {
    fn new(most: usize) -> Self {
        Self { paid: BTreeSet::new(), most, forgotten: Millis::MIN }
    }

    /// Notes a payment, if its challenge is still good.
    pub(crate) fn note(&mut self, expires: Millis, nonce: [u8; 16], now_ms: Millis) -> Result<(), TollError> {
        while self.paid.first().is_some_and(|(expires, _)| *expires <= now_ms) {
            self.forget_first();
        }
        if expires <= now_ms.max(self.forgotten) {
            return Err(TollError::Expired);
        }
        if !self.paid.insert((expires, nonce)) {
            return Err(TollError::Used);
        }
        if self.paid.len() > self.most {
            self.forget_first();
        }
        Ok(())
    }

    fn forget_first(&mut self) {
        if let Some((expires, _)) = self.paid.pop_first() {
            self.forgotten = self.forgotten.max(expires);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(used: &mut Used, number: u8, expires: Millis) -> Result<(), TollError> {
        used.note(expires, [number; 16], 0)
    }

    #[test]
    fn what_is_forgotten_can_not_be_used_again_and_new_ones_can() {
        let mut used = Used::new(3);
        for number in 1..=4 {
            assert_eq!(note(&mut used, number, 100 + i64::from(number)), Ok(()));
        }
        assert_eq!(used.paid.len(), 3);
        let errors = [1, 2, 3, 4].map(|number| note(&mut used, number, 100 + i64::from(number)).unwrap_err());
        assert_eq!(errors, [TollError::Expired, TollError::Used, TollError::Used, TollError::Used]);
        assert_eq!(note(&mut used, 9, 101), Err(TollError::Expired), "as old as what is forgotten");
        for number in 5..=200 {
            assert_eq!(note(&mut used, number, 100 + i64::from(number)), Ok(()), "a new one has a place");
            assert_eq!(used.paid.len(), 3);
        }
        // One that is older than all is let in last and forgotten first: it is not good again either.
        assert_eq!(note(&mut used, 201, 298), Ok(()));
        assert_eq!(note(&mut used, 201, 298), Err(TollError::Expired));
    }

    #[test]
    fn expired_ones_leave_the_memory() {
        let mut used = Used::new(1_000);
        for number in 0..100 {
            note(&mut used, number, 100 + i64::from(number)).unwrap();
        }
        used.note(1_000, [200; 16], 149).unwrap();
        assert_eq!(used.paid.len(), 51);
    }
}
