//! Rules as JSON, every axis written out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_rules::{
    BoardName, Button, Dead, HandicapBonus, LongCycle, Placement, Preset, Repetition, ResumeFirst, Rules,
    Scoring, Suicide, Tax, Ties,
};

use crate::{Points, Text};

/// The rules of a game: the preset they came from and every axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesShape {
    /// The preset's name.
    pub preset: Text<Preset>,
    /// Whether some axis is not as the preset has it.
    #[serde(default)]
    pub custom: bool,
    /// The repeats that are forbidden.
    pub repetition: Text<Repetition>,
    /// The consequence of a long cycle.
    pub long_cycle: Text<LongCycle>,
    /// The suicide that is allowed.
    pub suicide: Text<Suicide>,
    /// The kind of scoring.
    pub scoring: Text<Scoring>,
    /// Points that are not counted after all.
    pub tax: Text<Tax>,
    /// Whether a pass hands over a stone.
    pub pass_stones: bool,
    /// Whether White must make the last pass.
    pub white_passes_last: bool,
    /// The way in which dead stones are found.
    pub dead: Text<Dead>,
    /// The player who moves when play resumes.
    pub resume_first: Text<ResumeFirst>,
    /// The number of times that play may resume.
    pub resumptions: u8,
    /// White's points for handicap stones.
    pub handicap_bonus: Text<HandicapBonus>,
    /// The places of handicap stones.
    pub placement: Text<Placement>,
    /// The value of the first pass. Games from before there was a button have none.
    #[serde(default = "no_button")]
    pub button: Text<Button>,
    /// The winner of an equal score.
    pub ties: Text<Ties>,
}

fn no_button() -> Text<Button> {
    Text(Button::None)
}

impl RulesShape {
    /// Writes the axes out.
    pub fn new(preset: Preset, rules: &Rules) -> Self {
        Self {
            preset: Text(preset),
            custom: *rules != preset.rules(),
            repetition: Text(rules.repetition),
            long_cycle: Text(rules.long_cycle),
            suicide: Text(rules.suicide),
            scoring: Text(rules.scoring),
            tax: Text(rules.tax),
            pass_stones: rules.pass_stones,
            white_passes_last: rules.white_passes_last,
            dead: Text(rules.dead),
            resume_first: Text(rules.resume_first),
            resumptions: rules.resumptions,
            handicap_bonus: Text(rules.handicap_bonus),
            placement: Text(rules.placement),
            button: Text(rules.button),
            ties: Text(rules.ties),
        }
    }

    /// The rules that the axes say.
    pub fn rules(&self) -> Rules {
        Rules {
            repetition: self.repetition.0,
            long_cycle: self.long_cycle.0,
            suicide: self.suicide.0,
            scoring: self.scoring.0,
            tax: self.tax.0,
            pass_stones: self.pass_stones,
            white_passes_last: self.white_passes_last,
            dead: self.dead.0,
            resume_first: self.resume_first.0,
            resumptions: self.resumptions,
            handicap_bonus: self.handicap_bonus.0,
            placement: self.placement.0,
            button: self.button.0,
            ties: self.ties.0,
        }
    }
}

/// The answer to `GET /rules`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesAnswer {
    /// The presets.
    pub presets: Vec<PresetShape>,
    /// The values of each axis that has names for them.
    pub axes: BTreeMap<String, Vec<String>>,
    /// One board of each kind, by name.
    pub boards: Vec<Text<BoardName>>,
}

/// A preset and its defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PresetShape {
    /// The preset's name.
    pub preset: Text<Preset>,
    /// Points for White in an even game.
    pub komi: Points,
    /// Points for White in a handicap game.
    pub handicap_komi: Points,
    /// Every axis.
    pub rules: RulesShape,
}

impl RulesAnswer {
    /// The rules that this release knows.
    pub fn new() -> Self {
        let presets = Preset::ALL.iter().map(|preset| PresetShape {
            preset: Text(*preset),
            komi: Points(preset.komi()),
            handicap_komi: Points(preset.handicap_komi()),
            rules: RulesShape::new(*preset, &preset.rules()),
        });
        macro_rules! names {
            ($axis:ty) => {
                <$axis>::ALL.iter().map(|value| value.name().to_owned()).collect::<Vec<_>>()
            };
        }
        let axes = [
            ("repetition", names!(Repetition)),
            ("long_cycle", names!(LongCycle)),
            ("suicide", names!(Suicide)),
            ("scoring", names!(Scoring)),
            ("tax", names!(Tax)),
            ("dead", names!(Dead)),
            ("resume_first", names!(ResumeFirst)),
            ("handicap_bonus", names!(HandicapBonus)),
            ("placement", names!(Placement)),
            ("button", names!(Button)),
            ("ties", names!(Ties)),
        ];
        let axes = axes.into_iter().map(|(axis, values)| (axis.to_owned(), values)).collect();
        let boards = BoardName::EXAMPLES.iter().map(|name| Text(*name)).collect();
        Self { presets: presets.collect(), axes, boards }
    }
}

impl Default for RulesAnswer {
    fn default() -> Self {
        Self::new()
    }
}
