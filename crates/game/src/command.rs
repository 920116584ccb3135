//! The commands of players.

use std::fmt;

use tengen_rules::{Color, Vertex};

use crate::AbortReason;

/// A player's wish, checked for form but not yet for sense.
///
/// `turn` and `version` name the state that the player saw. So a command that was meant for another position
/// is refused, and not misapplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A command for a colour. One of a [local](crate::Settings::local) game names it; in any other game it
    /// may, and then it is the sender's own.
    By {
        /// The colour.
        color: Color,
        /// The command.
        command: Box<Command>,
    },
    /// Takes the free seat of an open game. In a local game the creator takes both.
    Join,
    /// Plays a stone.
    Play {
        /// [`State::turn`](crate::State::turn) as the player saw it.
        turn: u32,
        /// Where.
        at: Vertex,
    },
    /// Passes.
    Pass {
        /// [`State::turn`](crate::State::turn) as the player saw it.
        turn: u32,
        /// Whether the player knows that this pass makes every stone on the board alive.
        confirm: bool,
    },
    /// Gives the game up.
    Resign,
    /// Calls the game off without a result, or declines it.
    Abort {
        /// Why, if the player tells.
        reason: Option<AbortReason>,
    },
    /// Marks exactly these stones as dead, and exactly these points as nobody's.
    Propose {
        /// [`Agreement::version`](crate::Agreement::version) as the player saw it.
        version: u32,
        /// Whole chains, in any order.
        dead: Vec<Vertex>,
        /// Empty points, in any order; those marked by now if this is left out.
        neutral: Option<Vec<Vertex>>,
    },
    /// Agrees to the marked stones.
    Accept {
        /// [`Agreement::version`](crate::Agreement::version) as the player saw it.
        version: u32,
    },
    /// Goes back to play.
    Resume {
        /// [`Agreement::version`](crate::Agreement::version) as the player saw it.
        version: u32,
    },
    /// Asks to take back the own last move, and the opponent's answer to it if there was one.
    Undo {
        /// [`State::turn`](crate::State::turn) as the player saw it.
        turn: u32,
    },
    /// Lets the opponent take back.
    UndoAccept {
        /// The number of the request's event.
        request: u32,
    },
    /// Does not let the opponent take back, or withdraws the own request.
    UndoReject {
        /// The number of the request's event.
        request: u32,
    },
    /// Stops the clock.
    Pause,
    /// Lets the clock run again.
    Unpause,
    /// Gives a game without a clock one.
    GiveClock,
    /// Ends the game because the opponent has left.
    Claim {
        /// The player's choice.
        outcome: ClaimOutcome,
    },
}

/// The choice of the player who stayed during the opponent's absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClaimOutcome {
    /// The one who stayed has won.
    Win,
    /// There is no result.
    Abort,
}

impl ClaimOutcome {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Win, Self::Abort];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Abort => "abort",
        }
    }
}

impl Command {
    /// The command itself, whether or not it names a colour.
    pub fn bare(&self) -> &Self {
        self.parts().1
    }

    /// The colour that it names, if it does, and the command itself.
    pub(crate) fn parts(&self) -> (Option<Color>, &Self) {
        let (mut named, mut bare) = (None, self);
        while let Self::By { color, command } = bare {
            (named, bare) = (Some(*color), command);
        }
        (named, bare)
    }

    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::By { command, .. } => command.name(),
            Self::Join => "join",
            Self::Play { .. } => "play",
            Self::Pass { .. } => "pass",
            Self::Resign => "resign",
            Self::Abort { .. } => "abort",
            Self::Propose { .. } => "propose",
            Self::Accept { .. } => "accept",
            Self::Resume { .. } => "resume",
            Self::Undo { .. } => "undo",
            Self::UndoAccept { .. } => "undo_accept",
            Self::UndoReject { .. } => "undo_reject",
            Self::Pause => "pause",
            Self::Unpause => "unpause",
            Self::GiveClock => "give_clock",
            Self::Claim { .. } => "claim",
        }
    }

    /// A number that tells two commands apart, the same in every release: FNV-1a (64 bits) of the command's
    /// words.
    ///
    /// The number only answers whether one player sent the same command twice under one id. A player who
    /// constructs two commands with the same number harms nobody else.
    ///
    /// ```
    /// use tengen_game::Command;
    /// let pass = |turn| Command::Pass { turn, confirm: false };
    /// assert_eq!(pass(3).fingerprint(), pass(3).fingerprint());
    /// assert_ne!(pass(3).fingerprint(), pass(4).fingerprint());
    /// ```
    pub fn fingerprint(&self) -> u64 {
        self.to_string()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::By { color, command } = self {
            return write!(f, "{color} {command}");
        }
        f.write_str(self.name())?;
        match self {
            Self::Play { turn, at } => write!(f, " {turn} {at}"),
            Self::Pass { turn, confirm: false } | Self::Undo { turn } => write!(f, " {turn}"),
            Self::Pass { turn, confirm: true } => write!(f, " {turn} confirm"),
            Self::Propose { version, dead, neutral } => {
                write!(f, " {version}")?;
                dead.iter().try_for_each(|vertex| write!(f, " {vertex}"))?;
                let Some(neutral) = neutral else { return Ok(()) };
                f.write_str(" neutral")?;
                neutral.iter().try_for_each(|vertex| write!(f, " {vertex}"))
            }
            Self::Accept { version } | Self::Resume { version } => write!(f, " {version}"),
            Self::UndoAccept { request } | Self::UndoReject { request } => write!(f, " {request}"),
            Self::Abort { reason: Some(reason) } => write!(f, " {reason}"),
            Self::Claim { outcome } => write!(f, " {}", outcome.name()),
            Self::By { .. }
            | Self::Join
            | Self::Resign
            | Self::Abort { reason: None }
            | Self::Pause
            | Self::Unpause
            | Self::GiveClock => Ok(()),
        }
    }
}
