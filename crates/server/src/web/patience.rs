//! How long a page waits for what it can do without: the database may be away, and the page says so itself.

use std::time::Duration;

/// Many times what an answer takes on a busy server, and not long for whoever looks at an empty screen.
const PATIENCE: Duration = Duration::from_millis(500);

/// What this work comes to, unless it takes too long.
pub(super) async fn patiently<T>(work: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(PATIENCE, work).await.ok()
}
