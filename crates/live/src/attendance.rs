//! The presence of the players of one game.

use tengen_game::Millis;
use tengen_protocol::{Presence, Whereabouts};
use tengen_rules::{ByColor, Color};
use tengen_store::Elsewhere;

use super::followed::Followed;

/// The moment since which each player has been absent; `None` while the player is there. Presence is not part of the game: it
/// begins anew with the room.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attendance {
    gone_since: ByColor<Option<Millis>>,
    /// What other servers have seen of the players.
    elsewhere: ByColor<Elsewhere>,
}

impl Attendance {
    /// A room that has just opened: nobody has been seen yet, and nobody is blamed for an absence before the opening.
    pub(super) fn new(now: Millis) -> Self {
        let nowhere = Elsewhere::default();
        Self {
            gone_since: ByColor { black: Some(now), white: Some(now) },
            elsewhere: ByColor { black: nowhere, white: nowhere },
        }
    }

    /// Takes note of a player who acts without a connection that stays, as programs do that send single requests.
    pub(super) fn seen(&mut self, color: Color, now: Millis) {
        if let Some(since) = &mut self.gone_since[color] {
            *since = now;
        }
    }

    /// Takes note of whether a player has a connection.
    pub(super) fn connected(&mut self, color: Color, here: bool, now: Millis) {
        let gone = &mut self.gone_since[color];
        if here {
            *gone = None;
        } else if gone.is_none() {
            *gone = Some(now);
        }
    }

    /// Takes note of what other servers have seen of a player.
    pub(super) fn seen_elsewhere(&mut self, color: Color, elsewhere: Elsewhere) {
        self.elsewhere[color] = elsewhere;
    }

    /// The moment since which a player has been absent, here and elsewhere.
    pub(super) fn gone_since(&self, color: Color) -> Option<Millis> {
        let here = self.gone_since[color]?;
        let Elsewhere { here: elsewhere, left_at } = self.elsewhere[color];
        (!elsewhere).then(|| left_at.map_or(here, |left_at| left_at.max(here)))
    }

    /// The presence of both players as everybody may know it. Some players are always there.
    pub(super) fn presence(
        &self,
        game: &impl Followed,
        watching: usize,
        always_here: impl Fn(Color) -> bool,
    ) -> Presence {
        let whereabouts = |color| {
            let gone = self.gone_since(color).filter(|_| !always_here(color));
            let claimable_at = gone.and_then(|since| game.claimable_at(color, since));
            Whereabouts { here: gone.is_none(), claimable_at }
        };
        Presence { black: whereabouts(Color::Black), white: whereabouts(Color::White), watching }
    }
}
