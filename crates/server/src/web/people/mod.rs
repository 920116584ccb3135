//! Players, their sessions and their tokens.

mod device;
pub(super) mod players;
pub(super) mod sessions;
pub(super) mod tokens;

use crate::app::App;
use crate::web::error::{WebError, wrong_clock};

/// Refuses to begin anything whose time would be wrong.
fn clock_is_right(app: &App) -> Result<(), WebError> {
    app.store.wrong_clock().map_or(Ok(()), |ahead_ms| Err(wrong_clock(ahead_ms)))
}
