//! Players in a session of the own.

use tengen_game::PlayerId;
use tengen_protocol::{Player, ProblemCode};
use tengen_store::Home;

use super::error::ActionError;

/// A player who is at home: in a session of the own, with no personal token.
#[derive(Debug, Clone)]
pub struct AtHome {
    /// The player.
    pub player: Player,
    /// The hash of the token of the session.
    pub session: String,
}

/// A player who asks with some token.
#[derive(Debug, Clone)]
pub struct Identified {
    /// The player.
    pub player: Player,
    /// The hash of the token of a session; nothing, if the token is a personal one.
    pub session: Option<String>,
}

impl Identified {
    /// The player at home. A personal token is refused.
    pub fn at_home(self) -> Result<AtHome, ActionError> {
        let session = self.session.ok_or(ProblemCode::OwnTokenNeeded)?;
        Ok(AtHome { player: self.player, session })
    }
}

impl AtHome {
    /// The player's id.
    pub fn id(&self) -> PlayerId {
        self.player.id.0
    }

    /// The player's session, as the store asks for it.
    pub fn home(&self) -> Home<'_> {
        Home { player: self.id(), session: &self.session }
    }
}
