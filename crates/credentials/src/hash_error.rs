//! Why no hash was made or checked.

use std::io;
use std::time::Duration;

use crate::argon::Failed;
use crate::queue::NoPlace;

/// When to ask again if there was no place: by then even a full queue has moved on by some places.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The thread for passwords could not be started.
#[derive(Debug, thiserror::Error)]
#[error("the thread for passwords could not be started: {0}")]
pub struct NoThread(#[from] io::Error);

/// Why no hash was made or checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// All places are taken, or all of this address.
    #[error("too many passwords are to be hashed")]
    Busy {
        /// After this time it may be asked again.
        retry_after: Duration,
    },
    /// The stored text is no hash by argon2id, or one that takes more than any [`Cost`](crate::Cost). Nobody can sign in by it. It took
    /// the work of a check all the same.
    #[error("a stored hash of a password can't be read")]
    Unreadable,
    /// There was no memory or there were no random bytes for it, or a panic ended the work. The thread goes on.
    #[error("a password could not be hashed")]
    Failed,
    /// The thread has ended.
    #[error("the thread for passwords has ended")]
    Ended,
}

impl From<NoPlace> for HashError {
    fn from(reason: NoPlace) -> Self {
        match reason {
            NoPlace::Full | NoPlace::FullForAddress => Self::Busy { retry_after: RETRY_AFTER },
            NoPlace::Closed => Self::Ended,
        }
    }
}

impl From<Failed> for HashError {
    fn from(_: Failed) -> Self {
        Self::Failed
    }
}
