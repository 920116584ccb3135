//! Which rows do not read back.

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

/// How many damaged rows are named in the log; a database with more has another trouble.
const NAMED: usize = 1_000;

/// The rows that were named in the log since the start, by their ids; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Damage(Arc<Mutex<HashSet<String>>>);

impl Damage {
    /// Whether the row has still to be named.
    fn is_news(&self, id: &str) -> bool {
        // The set is whole even if a holder of the lock panicked: each change of it is one call.
        let mut named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        named.len() < NAMED && !named.contains(id) && named.insert(id.to_owned())
    }

    /// Names a row in the log, which is that of a `kind` with this id, once: it is met again with every list that it belongs to.
    pub(crate) fn name(&self, kind: &'static str, id: &str, error: impl Display) {
        if self.is_news(id) {
            tracing::error!(id, %error, "a {kind} does not read back; lists go on without it");
        }
    }

    /// The same, of a row that servers of a later release can read.
    pub(crate) fn name_later(&self, kind: &'static str, id: &str, error: impl Display) {
        if self.is_news(id) {
            tracing::warn!(id, %error, "a {kind} is of a later release, and left to servers of that release");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_named_once_and_not_all_are() {
        let damage = Damage::default();
        assert!(damage.is_news("0") && !damage.is_news("0"));
        let named = (1..2 * NAMED).filter(|number| damage.is_news(&number.to_string())).count();
        assert_eq!(named, NAMED - 1);
    }
}
