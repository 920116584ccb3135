//! The sender of a command.

use tengen_rules::Color;

use crate::PlayerId;

/// The sender of a command, with the colour for which it was sent, where the command names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Actor {
    pub(crate) player: PlayerId,
    pub(crate) color: Option<Color>,
}
