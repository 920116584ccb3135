//! How long a page waits for parts that it can do without: the database may be away, and the page says so itself.

use std::time::Duration;

/// Many times the duration of an answer on a busy server, and not long for a reader who looks at an empty screen.
const PATIENCE: Duration = Duration::from_millis(500);

/// The outcome of this work, unless the work takes too long.
pub(super) async fn patiently<T>(work: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(PATIENCE, work).await.ok()
}
