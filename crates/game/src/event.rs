//! Events: the steps of a game.

use tengen_rules::{ByColor, Color, Marks, Point, Proposal};

use crate::{AbortReason, CommandId, GameResult, Phase, PlayerId};

/// Milliseconds since 1970-01-01T00:00Z.
pub type Millis = i64;

/// One step in the life of a game. Its number, its time and its content never change once it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The event's number: 1 for a game's first, without gaps.
    pub seq: u32,
    /// When, by the server's clock, and never before the event in front of it.
    pub at: Millis,
    /// Whose doing it was; nobody's if only time has passed, or if the server's staff has ruled. The member
    /// of the staff is no part of the game.
    pub actor: Option<PlayerId>,
    /// The command behind it, if the client named it.
    pub command: Option<CommandRef>,
    /// The event's kind, with its content.
    pub kind: EventKind,
    /// The result, if this ended the game. It is kept, not computed again: no later release may change who
    /// won.
    pub result: Option<GameResult>,
}

/// The consequence of an accepted command: the kind of event, and the result if it ends the game.
pub(crate) type Outcome = (EventKind, Option<GameResult>);

impl Event {
    /// The phase that the event begins, if it changes the phase.
    pub fn begins(&self) -> Option<Phase> {
        match &self.kind {
            _ if self.result.is_some() => Some(Phase::Finished),
            EventKind::Joined { .. } | EventKind::Resumed { .. } => Some(Phase::Playing),
            EventKind::Passed { proposal: Some(_), .. } => Some(Phase::Scoring),
            _ => None,
        }
    }

    /// Whether the event is a move: a stone or a pass.
    pub fn is_move(&self) -> bool {
        matches!(self.kind, EventKind::Played { .. } | EventKind::Passed { .. })
    }
}

/// A client's command as its event remembers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRef {
    /// The client's own name for it.
    pub id: CommandId,
    /// [`Command::fingerprint`](crate::Command::fingerprint).
    pub fingerprint: u64,
}

/// The kinds of events: one for each kind of command, those of the staff's [rulings](crate::Ruling), and
/// those that time alone causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// Both seats are taken, play starts.
    Joined {
        /// The players by their colours.
        players: ByColor<PlayerId>,
    },
    /// A stone was played.
    Played {
        /// By whom.
        color: Color,
        /// Where.
        at: Point,
        /// The stones that came off the board.
        captured: Vec<Point>,
        /// The part of the thinking that was given back as the network's, in milliseconds.
        lag: Millis,
    },
    /// A pass.
    Passed {
        /// By whom.
        color: Color,
        /// The part of the thinking that was given back as the network's, in milliseconds.
        lag: Millis,
        /// The server's own opinion about the position, if the pass ended play and the players must agree.
        proposal: Option<Proposal>,
    },
    /// A player marked a finished position.
    Proposed {
        /// Who.
        color: Color,
        /// All marks there are now, each kind in the order of the board.
        marks: Marks,
    },
    /// A player accepted the marks.
    Accepted {
        /// Who.
        color: Color,
        /// The version of the marks.
        version: u32,
    },
    /// The game went back to play.
    Resumed {
        /// The player who sent it back; nobody if the time to agree was over.
        color: Option<Color>,
        /// The player who moves first.
        to_move: Color,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        color: Color,
    },
    /// The game was called off.
    Aborted {
        /// Who; nobody if the game had not started, or if the first moves never came.
        color: Option<Color>,
        /// Why, if a player called it off and told.
        reason: Option<AbortReason>,
    },
    /// A player's time was up.
    TimedOut {
        /// Whose.
        color: Color,
    },
    /// A player ended the game because the opponent had left.
    Claimed {
        /// The player who stayed.
        color: Color,
    },
    /// The server's staff decided the game.
    Adjudicated,
    /// A player asked to take back the own last move.
    UndoRequested {
        /// Who.
        color: Color,
        /// The number of moves that would be left.
        moves: u32,
    },
    /// The moves were taken back.
    UndoAccepted {
        /// The player who agreed.
        color: Color,
        /// The number of the request.
        request: u32,
        /// The number of moves that are left.
        moves: u32,
    },
    /// The request was turned down, or withdrawn.
    UndoRejected {
        /// Who.
        color: Color,
        /// The number of the request.
        request: u32,
    },
    /// The clock was stopped; or the server's staff stopped all times of the game, or lengthened such a
    /// pause.
    Paused {
        /// Who; nobody if it was the staff.
        color: Option<Color>,
        /// Until when at most, if it was the staff. A player's pause lasts as long as the player's budget.
        until: Option<Millis>,
    },
    /// The clock runs again.
    Unpaused {
        /// Who; nobody if the pause was used up, or was one of the staff.
        color: Option<Color>,
    },
    /// The game, which had no clock, got one.
    ClockGiven {
        /// The player who gave it.
        color: Color,
    },
    /// Time during which no server was there is given back to the clock or patience that was running.
    Credited {
        /// The time, in milliseconds.
        millis: Millis,
    },
}
