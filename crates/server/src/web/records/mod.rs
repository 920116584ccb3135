//! Records from elsewhere.

pub(super) mod record;
