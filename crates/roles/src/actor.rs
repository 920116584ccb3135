//! The actors.

use tengen_protocol::{PlayerKind, Role};

/// Somebody who wants to do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The operator of the machine: the command line, beside the server. Nobody is higher.
    Operator,
    /// A player.
    Player {
        /// The player's kind.
        kind: PlayerKind,
        /// The highest of the player's roles on the server.
        role: Option<Role>,
        /// The proof of who is there.
        proof: Proof,
    },
}

/// The proof of who is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// A session of a browser.
    Session {
        /// Whether it was begun or confirmed within the last hour: an open browser must not be enough to act
        /// as staff.
        fresh: bool,
    },
    /// A personal access token.
    Token {
        /// Whether it has the scope `staff`.
        staff: bool,
    },
}

impl Actor {
    /// The rank on the server, by which people are compared.
    pub(crate) fn rank(self) -> Rank {
        match self {
            Self::Operator => Rank::Operator,
            Self::Player { role, .. } => Rank::of(role),
        }
    }
}

/// The ranks, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Player,
    Moderator,
    Owner,
    Operator,
}

impl Rank {
    /// The rank that a role gives.
    pub(crate) fn of(role: Option<Role>) -> Self {
        match role {
            None => Self::Player,
            Some(Role::Moderator) => Self::Moderator,
            Some(Role::Owner) => Self::Owner,
        }
    }
}
