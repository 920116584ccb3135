//! Records from elsewhere.

mod editing;
pub(super) mod record;
mod room;
mod tag;
