//! The commands of players, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{AbortReason, ClaimOutcome, CommandId};
use tengen_rules::Vertex;

use crate::Text;

/// The most vertices a proposal may name: all the points of the largest board.
const MAX_MARKS: usize = 625;

/// A command of a player in a game, the same over REST and over the socket.
///
/// ```
/// use tengen_protocol::Command;
///
/// let play: Command = serde_json::from_str(r#"{"type": "play", "id": "c-1", "turn": 4, "at": "Q16"}"#)?;
/// assert_eq!(play.id().as_str(), "c-1");
/// let misspelt = r#"{"type": "pass", "id": "c-2", "turn": 5, "confrim": true}"#;
/// assert!(serde_json::from_str::<Command>(misspelt).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Plays a stone.
    Play {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The turn that the player saw.
        turn: u32,
        /// Where.
        at: Text<Vertex>,
    },
    /// Passes.
    Pass {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The turn that the player saw.
        turn: u32,
        /// Whether the player knows that this pass makes every stone alive.
        #[serde(default)]
        confirm: bool,
    },
    /// Gives up.
    Resign {
        /// The client's own name for the command.
        id: Text<CommandId>,
    },
    /// Calls the game off, or declines it.
    Abort {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// Why, for the other player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Text<AbortReason>>,
    },
    /// Marks dead stones, and points that are nobody's.
    Propose {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The version of the marks that the player saw.
        version: u32,
        /// Whole chains.
        #[serde(deserialize_with = "at_most_a_board")]
        #[schemars(length(max = MAX_MARKS))]
        dead: Vec<Text<Vertex>>,
        /// Empty points that count for nobody; if left out, those that are marked by now.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "at_most_a_board_if_any"
        )]
        #[schemars(length(max = MAX_MARKS))]
        neutral: Option<Vec<Text<Vertex>>>,
    },
    /// Accepts the marks.
    Accept {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The version of the marks that the player saw.
        version: u32,
    },
    /// Goes back to play.
    Resume {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The version of the marks that the player saw.
        version: u32,
    },
    /// Asks to take back.
    Undo {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The turn that the player saw.
        turn: u32,
    },
    /// Lets the opponent take back.
    UndoAccept {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The number of the request.
        request: u32,
    },
    /// Does not let the opponent take back, or withdraws the own request.
    UndoReject {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The number of the request.
        request: u32,
    },
    /// Stops the clock.
    Pause {
        /// The client's own name for the command.
        id: Text<CommandId>,
    },
    /// Lets the clock run again.
    Unpause {
        /// The client's own name for the command.
        id: Text<CommandId>,
    },
    /// Gives a game without a clock one.
    GiveClock {
        /// The client's own name for the command.
        id: Text<CommandId>,
    },
    /// Ends the game because the opponent has left.
    Claim {
        /// The client's own name for the command.
        id: Text<CommandId>,
        /// The player's choice.
        outcome: ClaimWish,
    },
}

/// The choice of the player who stayed during the opponent's absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimWish {
    /// The one who stayed has won.
    Win,
    /// There is no result.
    Abort,
}

impl From<ClaimWish> for ClaimOutcome {
    fn from(wish: ClaimWish) -> Self {
        match wish {
            ClaimWish::Win => Self::Win,
            ClaimWish::Abort => Self::Abort,
        }
    }
}

impl Command {
    /// The client's own name for the command.
    pub fn id(&self) -> &CommandId {
        match self {
            Self::Play { id, .. }
            | Self::Pass { id, .. }
            | Self::Resign { id }
            | Self::Abort { id, .. }
            | Self::Propose { id, .. }
            | Self::Accept { id, .. }
            | Self::Resume { id, .. }
            | Self::Undo { id, .. }
            | Self::UndoAccept { id, .. }
            | Self::UndoReject { id, .. }
            | Self::Pause { id }
            | Self::Unpause { id }
            | Self::GiveClock { id }
            | Self::Claim { id, .. } => &id.0,
        }
    }

    /// The command as the game understands it.
    pub fn to_game(&self) -> tengen_game::Command {
        match self {
            Self::Play { turn, at, .. } => tengen_game::Command::Play { turn: *turn, at: at.0 },
            Self::Pass { turn, confirm, .. } => tengen_game::Command::Pass { turn: *turn, confirm: *confirm },
            Self::Resign { .. } => tengen_game::Command::Resign,
            Self::Abort { reason, .. } => {
                tengen_game::Command::Abort { reason: reason.map(|reason| reason.0) }
            }
            Self::Propose { version, dead, neutral, .. } => {
                let vertices = |marked: &Vec<Text<Vertex>>| marked.iter().map(|vertex| vertex.0).collect();
                let neutral = neutral.as_ref().map(vertices);
                tengen_game::Command::Propose { version: *version, dead: vertices(dead), neutral }
            }
            Self::Accept { version, .. } => tengen_game::Command::Accept { version: *version },
            Self::Resume { version, .. } => tengen_game::Command::Resume { version: *version },
            Self::Undo { turn, .. } => tengen_game::Command::Undo { turn: *turn },
            Self::UndoAccept { request, .. } => tengen_game::Command::UndoAccept { request: *request },
            Self::UndoReject { request, .. } => tengen_game::Command::UndoReject { request: *request },
            Self::Pause { .. } => tengen_game::Command::Pause,
            Self::Unpause { .. } => tengen_game::Command::Unpause,
            Self::GiveClock { .. } => tengen_game::Command::GiveClock,
            Self::Claim { outcome, .. } => tengen_game::Command::Claim { outcome: (*outcome).into() },
        }
    }
}

fn at_most_a_board<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Text<Vertex>>, D::Error> {
    bounded(Vec::deserialize(deserializer)?)
}

fn at_most_a_board_if_any<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Text<Vertex>>>, D::Error> {
    Option::deserialize(deserializer)?.map(bounded).transpose()
}

fn bounded<E: serde::de::Error>(marks: Vec<Text<Vertex>>) -> Result<Vec<Text<Vertex>>, E> {
    if marks.len() <= MAX_MARKS { Ok(marks) } else { Err(E::custom(format!("at most {MAX_MARKS} vertices"))) }
}
