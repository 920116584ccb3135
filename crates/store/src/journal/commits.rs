//! What a journal tells of its transactions, for those who count them.

use std::time::Duration;

/// Takes note of the commits of a journal. A call is made by the writer, and waits for nothing.
pub trait Commits: Send + Sync + 'static {
    /// So many events were stored by one transaction, which took so long. Those whose numbers were taken are not among them.
    fn stored(&self, events: usize, took: Duration);
    /// A transaction failed after so long; nobody knows whether its events are stored.
    fn failed(&self, took: Duration);
}

/// Nobody wants to know.
impl Commits for () {
    fn stored(&self, _events: usize, _took: Duration) {}

    fn failed(&self, _took: Duration) {}
}
