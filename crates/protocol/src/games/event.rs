//! Events, as clients see them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{AbortReason, CommandId, Millis, PlayerId};
use tengen_rules::{Color, Vertex};

use crate::{
    ClockShape, IllegalPoint, PauseBudgetShape, PauseShape, PerColor, PlayerCard, ResultShape, Scoring, Text,
    UndoShape, WaitsShape,
};

/// The latest version of the shape in which an [`EventBody`] travels. Each tells
/// [its own](EventBody::version).
pub const EVENT_VERSION: u32 = 5;

/// The version of all events that have had the same shape for longer.
const VERSION_BEFORE: u32 = 4;

/// An event and the state after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The event's number: 1 for a game's first, without gaps.
    pub seq: u32,
    /// The version of the body's shape.
    pub v: u32,
    /// When.
    pub at: Millis,
    /// Whose doing it was; nobody's if only time has passed, or if the server's staff has ruled.
    pub actor: Option<Text<PlayerId>>,
    /// The client's name for the command; only for the player who sent it.
    pub command: Option<Text<CommandId>>,
    /// The event's own content.
    #[serde(flatten)]
    pub body: EventBody,
    /// The state after it, so that a client needs no rules.
    pub state: StateAfter,
}

/// The players of a game whose seats are both taken. It has a name of its own because generators of clients
/// read no shape that stands inside another one's form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seated(pub PerColor<PlayerCard>);

/// The content of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventBody {
    /// Both seats are taken, play starts.
    Joined {
        /// The players by their colours.
        players: Seated,
    },
    /// A stone was played.
    Played {
        /// By whom.
        color: Text<Color>,
        /// Where.
        #[serde(rename = "move")]
        at: Text<Vertex>,
        /// The stones that came off the board.
        captured: Vec<Text<Vertex>>,
        /// The part of the thinking that was given back as the network's, in milliseconds.
        lag: Millis,
    },
    /// A pass.
    Passed {
        /// By whom.
        color: Text<Color>,
        /// The part of the thinking that was given back as the network's, in milliseconds.
        lag: Millis,
    },
    /// A player marked a finished position: so, and nothing else.
    Proposed {
        /// Who.
        color: Text<Color>,
        /// Whole chains.
        dead: Vec<Text<Vertex>>,
        /// Empty points that count for nobody.
        #[serde(default)]
        neutral: Vec<Text<Vertex>>,
    },
    /// A player accepted the marks.
    Accepted {
        /// Who.
        color: Text<Color>,
        /// The version of the marks.
        version: u32,
    },
    /// The game went back to play.
    Resumed {
        /// The player who sent it back; nobody if the time to agree was over.
        color: Option<Text<Color>>,
        /// The player who moves first.
        to_move: Text<Color>,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        color: Text<Color>,
    },
    /// The game was called off.
    Aborted {
        /// Who; nobody if the game had not started, or if the first moves never came.
        color: Option<Text<Color>>,
        /// Why; left out if a player did not tell, or if time did it. A reason of a later release is read as
        /// none.
        #[serde(default, deserialize_with = "crate::known_or_none", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Text<AbortReason>")]
        reason: Option<Text<AbortReason>>,
    },
    /// A player's time was up.
    TimedOut {
        /// Whose.
        color: Text<Color>,
    },
    /// A player ended the game because the opponent had left.
    Claimed {
        /// The player who stayed.
        color: Text<Color>,
    },
    /// The server's staff decided the game.
    Adjudicated {},
    /// A player asked to take back.
    UndoRequested {
        /// Who.
        color: Text<Color>,
        /// The number of moves that would be left.
        moves: u32,
    },
    /// Moves were taken back.
    UndoAccepted {
        /// The player who agreed.
        color: Text<Color>,
        /// The number of the request.
        request: u32,
        /// The number of moves that are left.
        moves: u32,
        /// The board as it is again, row by row from the top left.
        #[schemars(regex(pattern = crate::STONES))]
        stones: String,
    },
    /// A request to take back was turned down or withdrawn.
    UndoRejected {
        /// Who.
        color: Text<Color>,
        /// The number of the request.
        request: u32,
    },
    /// The clock was stopped; or the server's staff stopped all times of the game, or lengthened such a
    /// pause.
    Paused {
        /// Who; nobody if it was the staff.
        color: Option<Text<Color>>,
        /// Until when at most; left out if it was a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Millis")]
        until: Option<Millis>,
    },
    /// The clock runs again.
    Unpaused {
        /// Who; nobody if the pause was used up, or was one of the staff.
        color: Option<Text<Color>>,
    },
    /// The game, which had no clock, got one.
    ClockGiven {
        /// The player who gave it.
        color: Text<Color>,
    },
    /// Time during which no server was there was given back.
    Credited {
        /// The time, in milliseconds.
        millis: Millis,
    },
}

impl EventBody {
    /// The version of its shape: `v` of its event.
    pub fn version(&self) -> u32 {
        match self {
            Self::Adjudicated {} | Self::Paused { color: None, .. } => EVENT_VERSION,
            _ => VERSION_BEFORE,
        }
    }
}

/// The part of a game's state that an event may change, stones excepted: those follow from the event itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StateAfter {
    /// `open`, `playing`, `scoring` or `finished`.
    #[schemars(extend("enum" = crate::phases()))]
    pub phase: String,
    /// Counts every change of the position or of the player to move.
    pub turn: u32,
    /// Whose turn it is, while stones are played.
    pub to_move: Option<Text<Color>>,
    /// The prisoners of each player.
    pub prisoners: PerColor<u32>,
    /// The points where the player to move may not play.
    pub illegal: Vec<IllegalPoint>,
    /// The ko in which the player to move may not take back now. Only version 2 tells it, and [adds it
    /// up](StateAfter::apply).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub ko: Option<Text<Vertex>>,
    /// The clock as this left it, if time is measured.
    pub clock: Option<ClockShape>,
    /// From when on either player may give the game a clock, if it has none and stones are played.
    pub clock_givable_at: Option<Millis>,
    /// The thing that the game waits for.
    pub waits: Option<WaitsShape>,
    /// The pause, while the game is paused.
    pub pause: Option<PauseShape>,
    /// The pauses that each player has left.
    pub pauses_left: PerColor<PauseBudgetShape>,
    /// The request to take back that waits for an answer.
    pub undo: Option<UndoShape>,
    /// The marks and the score they lead to.
    pub scoring: Option<Scoring>,
    /// The number of times that play may still be resumed.
    pub resumptions_left: u8,
    /// The handicap stones that Black has still to place before White's first move.
    pub handicap_left: u8,
    /// The player who took the button, where there is one.
    pub button: Option<Text<Color>>,
    /// Whether a pass hands over a stone now.
    pub pass_stones: bool,
    /// Whether a pass ends play now.
    pub pass_ends: bool,
    /// The result, once there is one.
    pub result: Option<ResultShape>,
}
