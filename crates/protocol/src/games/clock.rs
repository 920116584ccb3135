//! Time as JSON: clocks, waits, pauses and requests to take back. All of it in milliseconds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Clock, Millis, Pause, PauseBudget, PlayerTime, TimeSystem, UndoRequest};
use tengen_rules::Color;

use crate::Text;

/// The way in which each player's time is measured.
///
/// ```
/// use tengen_protocol::TimeSystemShape;
///
/// let json = r#"{"system": "byo-yomi", "main": 600000, "periods": 3, "period": 30000}"#;
/// let clock: TimeSystemShape = serde_json::from_str(json)?;
/// assert_eq!(clock, TimeSystemShape::ByoYomi { main: 600_000, periods: 3, period: 30_000 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "system", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeSystemShape {
    /// A time for the whole game.
    Absolute {
        /// Main time.
        #[schemars(range(min = TimeSystem::MIN_MAIN, max = TimeSystem::MAX_MAIN))]
        main: Millis,
    },
    /// Main time that grows with each move.
    Fischer {
        /// Main time.
        #[schemars(range(min = TimeSystem::MIN_MAIN, max = TimeSystem::MAX_MAIN))]
        main: Millis,
        /// The time that a move adds.
        #[schemars(range(min = 1, max = TimeSystem::MAX_PERIOD))]
        increment: Millis,
        /// Beyond this, moves add nothing; as much as there can be when it is left out.
        #[serde(default = "most_main")]
        #[schemars(range(min = 0, max = TimeSystem::MAX_MAIN))]
        max: Millis,
    },
    /// After main time, periods.
    ByoYomi {
        /// Main time.
        #[schemars(range(min = 0, max = TimeSystem::MAX_MAIN))]
        main: Millis,
        /// The number of periods.
        #[schemars(range(min = 1, max = TimeSystem::MAX_COUNT))]
        periods: u32,
        /// The length of each.
        #[schemars(range(min = TimeSystem::MIN_PERIOD, max = TimeSystem::MAX_PERIOD))]
        period: Millis,
    },
    /// After main time, so many stones in each period.
    Canadian {
        /// Main time.
        #[schemars(range(min = 0, max = TimeSystem::MAX_MAIN))]
        main: Millis,
        /// The stones to be played in a period.
        #[schemars(range(min = 1, max = TimeSystem::MAX_COUNT))]
        stones: u32,
        /// The length of a period.
        #[schemars(range(min = TimeSystem::MIN_PERIOD, max = TimeSystem::MAX_PERIOD))]
        period: Millis,
    },
    /// A time for each move.
    Simple {
        /// The time of a move.
        #[schemars(range(min = TimeSystem::MIN_PERIOD, max = TimeSystem::MAX_PERIOD))]
        period: Millis,
    },
}

fn most_main() -> Millis {
    TimeSystem::MAX_MAIN
}

impl From<TimeSystemShape> for TimeSystem {
    fn from(shape: TimeSystemShape) -> Self {
        match shape {
            TimeSystemShape::Absolute { main } => Self::Absolute { main },
            TimeSystemShape::Fischer { main, increment, max } => Self::Fischer { main, increment, max },
            TimeSystemShape::ByoYomi { main, periods, period } => Self::ByoYomi { main, periods, period },
            TimeSystemShape::Canadian { main, stones, period } => Self::Canadian { main, stones, period },
            TimeSystemShape::Simple { period } => Self::Simple { period },
        }
    }
}

impl From<TimeSystem> for TimeSystemShape {
    fn from(system: TimeSystem) -> Self {
        match system {
            TimeSystem::Absolute { main } => Self::Absolute { main },
            TimeSystem::Fischer { main, increment, max } => Self::Fischer { main, increment, max },
            TimeSystem::ByoYomi { main, periods, period } => Self::ByoYomi { main, periods, period },
            TimeSystem::Canadian { main, stones, period } => Self::Canadian { main, stones, period },
            TimeSystem::Simple { period } => Self::Simple { period },
        }
    }
}

/// The clock of a game at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockShape {
    /// The moment.
    pub at: Millis,
    /// The time system; not that of the settings where play resumed in a game without a clock.
    pub system: TimeSystemShape,
    /// Black's time.
    pub black: PlayerTimeShape,
    /// White's time.
    pub white: PlayerTimeShape,
    /// Whose time runs.
    pub running: Option<Text<Color>>,
}

impl ClockShape {
    /// The clock as it is at this moment.
    pub fn new(clock: &Clock, at: Millis) -> Self {
        Self {
            at,
            system: clock.system().into(),
            black: clock.time(Color::Black, at).into(),
            white: clock.time(Color::White, at).into(),
            running: clock.running().map(|(color, _)| Text(color)),
        }
    }

    /// The time of one player.
    pub fn get(&self, color: Color) -> &PlayerTimeShape {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// A player's time. Fields that the system has no use for are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerTimeShape {
    /// Main time left.
    pub main: Millis,
    /// The rest of the running period.
    pub period: Millis,
    /// Byo-yomi periods left, the running one among them.
    pub periods: u32,
    /// Canadian stones still to be played in the running period.
    pub stones: u32,
}

impl From<PlayerTime> for PlayerTimeShape {
    fn from(PlayerTime { main, period, periods, stones }: PlayerTime) -> Self {
        Self { main, period, periods, stones }
    }
}

/// The thing that a game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaitsShape {
    /// `opponent`, `first_move`, `move`, `pause` or `agreement`.
    #[serde(rename = "for")]
    #[schemars(extend("enum" = crate::waits()))]
    pub what: String,
    /// Until when.
    pub until: Millis,
}

/// A game that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PauseShape {
    /// The player who has paused it; nobody if it was the server's staff. Then no player can end the pause.
    pub color: Option<Text<Color>>,
    /// Since when.
    pub since: Millis,
    /// When the clock runs again by itself.
    pub until: Millis,
}

impl From<&Pause> for PauseShape {
    fn from(Pause { color, since, until }: &Pause) -> Self {
        Self { color: color.map(Text), since: *since, until: *until }
    }
}

/// The pauses that a player has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PauseBudgetShape {
    /// The time in all.
    pub millis: Millis,
    /// The number of pauses.
    pub times: u8,
}

impl From<PauseBudget> for PauseBudgetShape {
    fn from(PauseBudget { millis, times }: PauseBudget) -> Self {
        Self { millis, times }
    }
}

/// A request to take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoShape {
    /// Its number, by which it is answered.
    pub request: u32,
    /// The player who asks.
    pub color: Text<Color>,
    /// The number of moves that would be left.
    pub moves: u32,
}

impl From<&UndoRequest> for UndoShape {
    fn from(UndoRequest { color, seq, moves }: &UndoRequest) -> Self {
        Self { request: *seq, color: Text(*color), moves: *moves }
    }
}

/// The players at the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// Black.
    pub black: Whereabouts,
    /// White.
    pub white: Whereabouts,
    /// The number of others who watch.
    pub watching: usize,
}

impl Presence {
    /// The presence without the moments from which absence ends the game, so that it does not tell whether
    /// the game goes on.
    #[must_use]
    pub fn without_claims(self) -> Self {
        let here = |player: Whereabouts| Whereabouts { claimable_at: None, ..player };
        Self { black: here(self.black), white: here(self.white), ..self }
    }
}

/// Whether a player is at the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Whereabouts {
    /// Whether the player has a connection to the game.
    pub here: bool,
    /// From when on the opponent may claim the game, if the player stays away and that ends it.
    pub claimable_at: Option<Millis>,
}

/// The game that a player offers after this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rematch {
    /// The new game.
    pub game: Text<tengen_game::GameId>,
    /// The player who offers it.
    pub by: Text<tengen_game::PlayerId>,
}
