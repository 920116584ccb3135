//! The server's time, the only one that counts.

use std::time::{SystemTime, UNIX_EPOCH};

use tengen_game::Millis;

/// Milliseconds since 1970-01-01T00:00Z.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}
