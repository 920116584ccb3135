//! Records from elsewhere.

mod encodings;
pub(super) mod record;
mod shown;
mod tag;
