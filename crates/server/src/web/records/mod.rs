//! Records from elsewhere.

mod editing;
mod encodings;
mod own;
pub(super) mod record;
mod room;
mod shown;
mod tag;
