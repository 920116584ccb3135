//! A game as those know it who follow it.

use tengen_game::{Millis, Phase, PlayerId, State};
use tengen_rules::{ByColor, Color};

/// What those who follow a game are told depends on this of it.
pub(super) trait Followed {
    /// Who plays which colour, once the game has started.
    fn players(&self) -> Option<ByColor<PlayerId>>;

    /// Whether spectators are behind the players.
    fn is_delayed(&self) -> bool;

    /// From when on the opponent of a player who has been away for so long may claim the game.
    fn claimable_at(&self, color: Color, gone_since: Millis) -> Option<Millis>;
}

impl Followed for State {
    fn players(&self) -> Option<ByColor<PlayerId>> {
        self.players()
    }

    fn is_delayed(&self) -> bool {
        self.settings().delay() > 0
    }

    fn claimable_at(&self, color: Color, gone_since: Millis) -> Option<Millis> {
        let ends_it = self.phase() == Phase::Playing && self.pause().is_none();
        if ends_it { self.claimable_at(color, gone_since) } else { None }
    }
}

/// A player's colour, if the player has a seat.
pub(super) fn color_of(game: &impl Followed, player: PlayerId) -> Option<Color> {
    game.players()?.iter().find(|(_, id)| **id == player).map(|(color, _)| color)
}
