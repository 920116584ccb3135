//! Why a command is refused. A refused command changes nothing.

use tengen_rules::{Color, Illegal, Vertex};

use crate::{Millis, Phase};

/// The reasons, in the order in which they are looked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The id was accepted before with another command.
    #[error("the command id was used for another command")]
    CommandIdReused,
    /// The sender has no seat in the game.
    #[error("not a player of this game")]
    NotAPlayer,
    /// Both seats are the sender's, and the command does not say for which it is.
    #[error("a command of a local game names its colour")]
    ColorNeeded,
    /// The command is for the colour of the other player.
    #[error("the other player has this colour")]
    NotYourColor,
    /// The other seat is taken.
    #[error("the seat is taken")]
    SeatTaken,
    /// The game is in another phase.
    #[error("not possible in this phase of the game")]
    WrongPhase(Phase),
    /// Nobody plays against oneself.
    #[error("nobody plays against oneself")]
    OwnGame,
    /// The seat is kept for somebody else.
    #[error("the seat is kept for another player")]
    NotInvited,
    /// The position has changed since.
    #[error("the position has changed, turn is now {0}")]
    StaleTurn(u32),
    /// The marks have changed since.
    #[error("the marks have changed, version is now {0}")]
    StaleVersion(u32),
    /// The request to take back is not, or not any more, to be answered.
    #[error("there is no such request")]
    NoSuchRequest,
    /// It is the opponent's turn.
    #[error("it is the opponent's turn")]
    NotYourTurn {
        /// Whose turn it is.
        to_move: Color,
    },
    /// The clock is stopped; no moves are made. A pause of the server's staff is no player's to end.
    #[error("the game is paused")]
    Paused,
    /// The clock is not stopped.
    #[error("the game is not paused")]
    NotPaused,
    /// Time is measured already.
    #[error("the game has a clock")]
    HasClock,
    /// Somebody else's request, pause or doing.
    #[error("only the opponent may do this")]
    OnlyTheOpponent,
    /// The same player accepted the same version before.
    #[error("already accepted")]
    AlreadyAccepted,
    /// Too many moves were made to call the game off.
    #[error("too late to call the game off")]
    TooLateToAbort {
        /// How many.
        moves: usize,
    },
    /// The player's time was up when the command arrived.
    #[error("time is up")]
    TimeIsUp,
    /// The player has asked in this position before.
    #[error("already asked in this position")]
    AlreadyAsked,
    /// The player has made no move since play began or resumed.
    #[error("nothing to take back")]
    NothingToUndo,
    /// The player has asked to take back as often as one may in a game.
    #[error("no requests to take back left")]
    NoUndosLeft,
    /// No time runs that could be stopped.
    #[error("no time runs")]
    NothingToPause,
    /// The player has paused as often, or as long, as allowed.
    #[error("no pauses left")]
    NoPausesLeft,
    /// Nobody can claim this game for the opponent's absence.
    #[error("absence does not end this game now")]
    NotClaimable,
    /// The opponent is here, or has not been away for long enough.
    #[error("the opponent has not left")]
    OpponentNotAway {
        /// From when on the game can be claimed if the opponent stays away; `None` while the opponent is
        /// here.
        claimable_at: Option<Millis>,
    },
    /// A move has been made, or taken back, too lately for a game without a clock to get one.
    #[error("too soon for a clock")]
    ClockTooSoon {
        /// From when on either player may give the game a clock if nobody moves.
        givable_at: Millis,
    },
    /// The rules forbid the move.
    #[error("{rule}")]
    Illegal {
        /// The rule that does.
        rule: Illegal,
        /// The point of the move; `None` for a pass.
        at: Option<Vertex>,
    },
    /// The player has used all proposals of this scoring phase.
    #[error("no proposals left")]
    NoProposalsLeft,
    /// A marked point is off the board, has no stone, or its chain is marked in part.
    #[error("{0} does not mark a whole chain")]
    InvalidMarks(Vertex),
    /// The pass, or the opponent's answer to it, would make these stones alive, which look dead to the
    /// server.
    #[error("this pass makes every stone on the board alive")]
    PassNeedsConfirmation {
        /// The stones that look dead.
        dead: Vec<Vertex>,
    },
}
