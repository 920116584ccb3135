//! Rules, every axis written out.

use serde::{Deserialize, Serialize};
use tengen_rules::{
    Button, Dead, HandicapBonus, LongCycle, Placement, Preset, Repetition, ResumeFirst, Rules, Scoring,
    Suicide, Tax, Ties,
};

use crate::word;

/// The rules of a game: their preset and every axis, so that a later change of the preset changes no old
/// game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredRules {
    #[serde(with = "word")]
    pub(crate) preset: Preset,
    /// Whether some axis is not as the preset has it.
    #[serde(default)]
    custom: bool,
    #[serde(flatten, with = "Axes")]
    pub(crate) rules: Rules,
}

impl StoredRules {
    /// The shape of rules that come from a preset.
    pub(crate) fn new(preset: Preset, rules: Rules) -> Self {
        Self { preset, custom: rules != preset.rules(), rules }
    }
}

/// The axes by their names. The compiler holds them to those of [`Rules`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Rules")]
struct Axes {
    #[serde(with = "word")]
    repetition: Repetition,
    #[serde(with = "word")]
    long_cycle: LongCycle,
    #[serde(with = "word")]
    suicide: Suicide,
    #[serde(with = "word")]
    scoring: Scoring,
    #[serde(with = "word")]
    tax: Tax,
    pass_stones: bool,
    white_passes_last: bool,
    #[serde(with = "word")]
    dead: Dead,
    #[serde(with = "word")]
    resume_first: ResumeFirst,
    resumptions: u8,
    #[serde(with = "word")]
    handicap_bonus: HandicapBonus,
    #[serde(with = "word")]
    placement: Placement,
    /// Games from before there was a button have none.
    #[serde(with = "word", default = "no_button")]
    button: Button,
    #[serde(with = "word")]
    ties: Ties,
}

fn no_button() -> Button {
    Button::None
}
