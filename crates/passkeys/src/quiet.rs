//! The library's own lines for the log.

use tracing::dispatcher::{self, Dispatch};

/// Does this while nothing on this thread gets into the log.
///
/// The library writes lines of the level of errors about whatever a browser says wrong, with all bytes of it.
/// A stranger could fill the log with them. The reason is in the [error](crate::PasskeyError) that the caller
/// gets.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> T {
    dispatcher::with_default(&Dispatch::none(), work)
}
