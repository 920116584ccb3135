//! Rules as far as their name tells.

use tengen_rules::{Preset, Rules};

/// Rules by a name: a preset, and its axes, of which the name may say something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedRules {
    /// The preset, from which komi is taken where a record has none.
    pub preset: Preset,
    /// The rules.
    pub rules: Rules,
    /// Whether the words ask for something else besides, which has nothing like it here.
    pub is_similar: bool,
}

impl From<Preset> for NamedRules {
    fn from(preset: Preset) -> Self {
        Self { preset, rules: preset.rules(), is_similar: false }
    }
}
