//! Settings as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, PlayerId, Settings};

use crate::{AidsShape, BoardShape, ColorWish, Points, PositionShape, RulesShape, Text, TimeSystemShape};

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
    /// The position in which the game begins, if it is no empty board with handicap stones at most. In lists
    /// it is that behind the moves that led to it, without them.
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
    /// The delay of spectators, in milliseconds.
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
