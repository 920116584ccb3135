//! How much room there is for the records of all players together.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use tengen_store::{Store, StoreError};

/// How long a sum holds. It takes a look at all records, and there may be very many.
const COUNTED_EVERY: Duration = Duration::from_mins(1);

/// What there was when the records were last added up, and what was let in here since. Several servers on one database,
/// and files that are let in and then not kept, make it wrong by little and for a minute: it is there against abuse.
#[derive(Debug)]
pub struct RoomForRecords {
    max_bytes: u64,
    counted: Mutex<Option<(Instant, u64)>>,
}

impl RoomForRecords {
    /// Room for so many bytes.
    pub fn new(max_bytes: u64) -> Self {
        Self { max_bytes, counted: Mutex::new(None) }
    }

    /// The most bytes that there may be.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// Lets so many bytes in; whether there was room for them.
    pub async fn take(&self, store: &Store, bytes: u64) -> Result<bool, StoreError> {
        if bytes > self.max_bytes {
            return Ok(false);
        }
        let mut counted = self.counted.lock().await;
        let (at, before) = match *counted {
            Some(counted) if counted.0.elapsed() < COUNTED_EVERY => counted,
            _ => (Instant::now(), store.bytes_of_records().await?),
        };
        let after = before.saturating_add(bytes);
        let fits = after <= self.max_bytes;
        *counted = Some((at, if fits { after } else { before }));
        Ok(fits)
    }
}
