//! Changes of one record, which come one after the other.

use std::array::from_fn;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use tengen_game::RecordId;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::turns::GREAT;

/// In so many places changes of records wait for each other, those of small records and those of great ones.
const PLACES: usize = 64;

/// Changes of one record come one after the other, from the reading of it to its writing: each is made on the text that the one
/// before has left. Only a small record that becomes great, or for which a great request comes, or beside which a tree is great
/// and follows, may be changed in both: then the database tells whose change was made on a text of before. Those of other records
/// hardly ever wait for that: a client is at work on few of these at once, and where nodes go a record is as great as the
/// greatest tree beside it.
#[derive(Debug)]
pub struct RecordLocks {
    places: [[Arc<Mutex<()>>; PLACES]; 2],
    /// Nobody chooses the place in which others wait.
    keys: RandomState,
}

impl Default for RecordLocks {
    fn default() -> Self {
        Self { places: from_fn(|_| from_fn(|_| Arc::default())), keys: RandomState::new() }
    }
}

impl RecordLocks {
    /// Waits until nobody else changes a record, if that is so much work.
    pub async fn lock(&self, id: RecordId, work: u64) -> OwnedMutexGuard<()> {
        let places = &self.places[usize::from(work > GREAT)];
        let place = self.keys.hash_one(id) % PLACES as u64;
        Arc::clone(&places[usize::try_from(place).unwrap_or_default()]).lock_owned().await
    }
}
