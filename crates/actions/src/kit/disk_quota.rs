//! How much of the disk there is for what all players together keep of one kind.

use std::future::Future;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use tengen_store::StoreError;

/// How long a sum holds. It takes a look at all that is kept, which may be very much.
const COUNTED_EVERY: Duration = Duration::from_mins(1);

/// What there was when it was last added up, and what was let in here since. Several servers on one database, and what is
/// let in and then not kept, make it wrong by little and for a minute: it is there against abuse.
#[derive(Debug)]
pub struct DiskQuota {
    max_bytes: u64,
    counted: Mutex<Option<(Instant, u64)>>,
}

impl DiskQuota {
    /// Room for so many bytes.
    pub fn new(max_bytes: u64) -> Self {
        Self { max_bytes, counted: Mutex::new(None) }
    }

    /// The most bytes that there may be.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// Lets so many bytes in; whether there was room for them. `sum` adds up what is kept, and is asked now and then.
    pub async fn take(
        &self,
        bytes: u64,
        sum: impl Future<Output = Result<u64, StoreError>>,
    ) -> Result<bool, StoreError> {
        if bytes > self.max_bytes {
            return Ok(false);
        }
        let mut counted = self.counted.lock().await;
        let (at, before) = match *counted {
            Some(counted) if counted.0.elapsed() < COUNTED_EVERY => counted,
            _ => (Instant::now(), sum.await?),
        };
        let after = before.saturating_add(bytes);
        let fits = after <= self.max_bytes;
        *counted = Some((at, if fits { after } else { before }));
        Ok(fits)
    }

    /// Takes so many bytes back that were let in and are not kept. If it was added up meanwhile, they were never a part of the
    /// sum, and there is room for that much too many until the next time.
    pub async fn give_back(&self, bytes: u64) {
        if let Some((_, counted)) = self.counted.lock().await.as_mut() {
            *counted = counted.saturating_sub(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_given_back_is_room_for_others() {
        let quota = DiskQuota::new(10);
        let nothing = || async { Ok(0) };
        assert!(quota.take(10, nothing()).await.unwrap());
        assert!(!quota.take(1, nothing()).await.unwrap());
        quota.give_back(4).await;
        assert!(quota.take(4, nothing()).await.unwrap());
        assert!(!quota.take(1, nothing()).await.unwrap());
    }
}
