//! The questions of a game to its players.

use std::fmt;
use std::str::FromStr;

use tengen_rules::Color;

use crate::{Phase, State};

/// Something that a player has to do before the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asked {
    /// A move.
    Move,
    /// An answer to the opponent's request to take back.
    Undo,
    /// Agreement on dead stones.
    Agreement,
}

impl Asked {
    /// Everything a player may be asked for.
    pub const ALL: [Self; 3] = [Self::Move, Self::Undo, Self::Agreement];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Undo => "undo",
            Self::Agreement => "agreement",
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Asked {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|asked| asked.name() == text).ok_or("a player is not asked for this")
    }
}

impl State {
    /// The request of the game to the player of a colour, if there is one. A request to take back comes
    /// before the move that would end the request, and in a pause no player has to move or to agree.
    ///
    /// A local game asks nobody: whoever sits at it knows.
    pub fn asks_for(&self, color: Color) -> Option<Asked> {
        match self.phase {
            _ if self.settings.local() => None,
            Phase::Playing if self.undo.is_some_and(|request| request.color != color) => Some(Asked::Undo),
            Phase::Playing => (self.pause.is_none() && self.to_move() == Some(color)).then_some(Asked::Move),
            Phase::Scoring if self.pause.is_some() => None,
            Phase::Scoring => {
                let agreement = self.agreement.as_ref()?;
                (!agreement.accepted[color]).then_some(Asked::Agreement)
            }
            Phase::Open | Phase::Finished => None,
        }
    }
}
