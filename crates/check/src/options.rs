//! The caller's options.

use crate::{DeadChoice, RulesChoice};

/// How records are judged.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The rules for all records. `None` takes each record's own, and Japanese rules where it names none that are known.
    pub rules: Option<RulesChoice>,
    /// Which stones are taken off before counting.
    pub dead: DeadChoice,
}
