//! Who may come in.

use tengen_protocol::{Door as DoorAnswer, Player, PlayerKind, Registration, Terms, Viewing};

/// Who may come in, and the operator's words to them.
#[derive(Debug, Clone)]
pub struct Door {
    answer: DoorAnswer,
}

impl Door {
    /// The door of which strangers are told this.
    pub fn new(answer: DoorAnswer) -> Self {
        Self { answer }
    }

    /// The door as strangers are told of it.
    pub fn answer(&self) -> &DoorAnswer {
        &self.answer
    }

    /// Who may register.
    pub fn registration(&self) -> Registration {
        self.answer.registration
    }

    /// Whether guests may come in.
    pub fn guests(&self) -> bool {
        self.answer.guests
    }

    /// The operator's terms, if there are any.
    pub fn terms(&self) -> Option<&Terms> {
        self.answer.terms.as_ref()
    }

    /// Whether strangers see nothing but the door.
    pub fn is_closed(&self) -> bool {
        self.answer.viewing == Viewing::Members
    }

    /// Whether whoever asks may see more than the door.
    pub fn lets_in(&self, player: Option<&Player>) -> bool {
        let is_member = |player: &Player| {
            matches!(player.kind, PlayerKind::Member | PlayerKind::Bot | PlayerKind::Computer)
        };
        !self.is_closed() || player.is_some_and(is_member)
    }
}
