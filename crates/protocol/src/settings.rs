//! Settings and rules as JSON, every axis written out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, PlayerId, Settings};
use tengen_rules::{
    Button, Dead, HandicapBonus, LongCycle, Placement, Preset, Repetition, ResumeFirst, Rules, Scoring,
    Suicide, Tax, Ties,
};

use crate::new_game::ColorWish;
use crate::{AidsShape, BoardShape, Points, PositionShape, Text, TimeSystemShape};

/// The rules of a game: the preset they came from and every axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesShape {
    /// The preset's name.
    pub preset: Text<Preset>,
    /// Whether some axis is not as the preset has it.
    #[serde(default)]
    pub custom: bool,
    /// Which repeats are forbidden.
    pub repetition: Text<Repetition>,
    /// The consequence of a long cycle.
    pub long_cycle: Text<LongCycle>,
    /// Which suicide is allowed.
    pub suicide: Text<Suicide>,
    /// The kind of scoring.
    pub scoring: Text<Scoring>,
    /// Points that are not counted after all.
    pub tax: Text<Tax>,
    /// Whether a pass hands over a stone.
    pub pass_stones: bool,
    /// Whether White must make the last pass.
    pub white_passes_last: bool,
    /// How dead stones are found.
    pub dead: Text<Dead>,
    /// Who moves when play resumes.
    pub resume_first: Text<ResumeFirst>,
    /// How often play may resume.
    pub resumptions: u8,
    /// White's points for handicap stones.
    pub handicap_bonus: Text<HandicapBonus>,
    /// Where handicap stones go.
    pub placement: Text<Placement>,
    /// The value of the first pass. Games from before there was a button have none.
    #[serde(default = "no_button")]
    pub button: Text<Button>,
    /// Who wins an equal score.
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

/// The settings of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingsShape {
    /// The board.
    pub board: BoardShape,
    /// The rules.
    pub rules: RulesShape,
    /// Points for White.
    pub komi: Points,
    /// 0 to 9.
    pub handicap: u8,
    /// The position in which the game begins, if it is no empty board with handicap stones at most. In lists it is that behind
    /// the moves that led to it, without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionShape>,
    /// The colour the creator asked for.
    pub color: ColorWish,
    /// Whether lists leave the game out.
    pub private: bool,
    /// Whether bots may neither make the game nor join it. Games from before there was a choice take them.
    #[serde(default)]
    pub no_bots: bool,
    /// Whether both seats are the creator's. Games from before there was a choice have two players.
    #[serde(default)]
    pub local: bool,
    /// The help that players may have while the game runs. Games from before there was a choice have none.
    #[serde(default)]
    pub aids: AidsShape,
    /// The time each player has, if it is measured. Games from before there were clocks have none.
    #[serde(default)]
    pub clock: Option<TimeSystemShape>,
    /// How far spectators are behind, in milliseconds.
    #[serde(default)]
    pub delay: Millis,
    /// The only player who may take the free seat, if it is kept for one.
    #[serde(default)]
    pub opponent: Option<Text<PlayerId>>,
}

impl From<&Settings> for SettingsShape {
    fn from(settings: &Settings) -> Self {
        Self { position: settings.beginning().map(Into::into), ..Self::without_position(settings) }
    }
}

impl SettingsShape {
    /// The settings as lists show them: with the position behind the moves that led to it, and without these.
    pub fn in_lists(settings: &Settings) -> Self {
        let position = settings.beginning().map(PositionShape::without_moves);
        Self { position, ..Self::without_position(settings) }
    }

    fn without_position(settings: &Settings) -> Self {
        Self {
            board: BoardShape::new(settings.board(), settings.topology()),
            rules: RulesShape::new(settings.preset(), settings.rules()),
            komi: Points(settings.komi()),
            handicap: settings.handicap(),
            position: None,
            color: settings.color().into(),
            private: settings.private(),
            no_bots: settings.no_bots(),
            local: settings.local(),
            aids: settings.aids().into(),
            clock: settings.clock().map(|clock| (*clock).into()),
            delay: settings.delay(),
            opponent: settings.opponent().map(Text),
        }
    }
}
