//! The groups for which a call of this process makes a round at the moment: whoever looks for jobs passes their pairs over, so that
//! the games of a round are made by one, and whoever is answered finds both players seated.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::GroupId;

/// These groups, each with the number of such calls; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct RoundsUnderWay(Arc<Mutex<HashMap<GroupId, u32>>>);

/// A round of a group is under way, until this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay {
    all: RoundsUnderWay,
    group: GroupId,
}

impl RoundsUnderWay {
    /// Takes note that a call makes a round of a group. It does so before the round is stored, since its jobs may be found at once.
    pub(crate) fn begin(&self, group: GroupId) -> UnderWay {
        *self.lock().entry(group).or_insert(0) += 1;
        UnderWay { all: self.clone(), group }
    }

    /// Whether a call makes a round of a group.
    pub(crate) fn holds(&self, group: GroupId) -> bool {
        self.lock().contains_key(&group)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GroupId, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(rounds) = all.get_mut(&self.group) {
            *rounds -= 1;
            if *rounds == 0 {
                all.remove(&self.group);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_under_way_as_long_as_their_calls() {
        let rounds = RoundsUnderWay::default();
        let [group, other] = [[1; 10], [2; 10]].map(GroupId::from_entropy);
        let (first, second) = (rounds.begin(group), rounds.begin(group));
        drop(first);
        assert!(rounds.holds(group) && !rounds.holds(other));
        drop(second);
        assert!(!rounds.holds(group) && rounds.lock().is_empty());
    }
}
