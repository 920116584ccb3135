//! Records that players keep, and the files from which they were made.

pub(crate) mod kept;
pub(crate) mod originals;
pub(crate) mod uploads;
