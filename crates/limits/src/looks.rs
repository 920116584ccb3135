//! The turns of looks through lists, one at a time for each client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turns of each client that has looked of late.
#[derive(Debug, Default)]
pub(crate) struct Looks(Mutex<HashMap<IpAddr, Arc<Semaphore>>>);

impl Looks {
    /// Waits until no other look of this network goes on.
    pub(crate) async fn turn(&self, network: IpAddr) -> Option<OwnedSemaphorePermit> {
        // Nobody closes it.
        self.of(network).acquire_owned().await.ok()
    }

    /// The same if no other look goes on now, and none waits.
    pub(crate) fn turn_now(&self, network: IpAddr) -> Option<OwnedSemaphorePermit> {
        self.of(network).try_acquire_owned().ok()
    }

    fn of(&self, network: IpAddr) -> Arc<Semaphore> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(network).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }

    /// Forgets the networks that look at nothing now.
    pub(crate) fn tidy(&self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, turns| Arc::strong_count(turns) > 1);
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}
