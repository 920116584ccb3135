//! What is agreed before the first move.

use std::sync::Arc;

use tengen_rules::{Color, HalfPoints, Point, Preset, Rules, Topology, fixed_handicap};

use crate::PlayerId;

/// The colour the creator of a game asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colors {
    /// The creator plays Black.
    Black,
    /// The creator plays White.
    White,
    /// A lot is drawn when the opponent joins.
    Random,
}

/// A wish for a game, not yet checked. [`Settings::new`] checks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewGame {
    /// Points from left to right, 1 to 25.
    pub width: usize,
    /// Points from top to bottom, 1 to 25.
    pub height: usize,
    /// The preset the rules come from.
    pub preset: Preset,
    /// Points for White, or the preset's own when `None`.
    pub komi: Option<HalfPoints>,
    /// Handicap: 0 none, 1 no stone but handicap komi, 2 to 9 stones.
    pub handicap: u8,
    /// Who plays which colour.
    pub color: Colors,
    /// Whether lists leave the game out.
    pub private: bool,
}

impl NewGame {
    /// An even game on 19x19 under the preset's own komi, colours by lot.
    pub fn with_preset(preset: Preset) -> Self {
        Self { width: 19, height: 19, preset, komi: None, handicap: 0, color: Colors::Random, private: false }
    }
}

/// Why a wish can't be granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A side of the board is not between 1 and 25.
    #[error("a side of the board has 1 to 25 points")]
    BoardSize,
    /// The board has no room for so many fixed handicap stones.
    #[error("this board takes at most {max} handicap stones")]
    Handicap {
        /// The most that the board takes.
        max: u8,
    },
    /// Komi beyond [`Settings::MAX_KOMI`] either way.
    #[error("komi is out of range")]
    Komi,
}

/// The settings of a game, checked and complete: nothing in them changes any more.
#[derive(Debug, Clone)]
pub struct Settings {
    creator: PlayerId,
    topology: Arc<Topology>,
    preset: Preset,
    rules: Rules,
    komi: HalfPoints,
    handicap: u8,
    setup: Vec<Point>,
    color: Colors,
    private: bool,
}

impl Settings {
    /// The largest komi either way: all the points of the largest board.
    pub const MAX_KOMI: HalfPoints = HalfPoints::points(625);
    /// The longest side of a board, in points.
    pub const MAX_SIDE: usize = 25;
    /// The most handicap stones on any board.
    pub const MAX_HANDICAP: u8 = 9;

    /// Checks a wish and fills in what follows from it: the rules' axes, komi, the handicap stones.
    pub fn new(creator: PlayerId, wish: NewGame) -> Result<Self, SettingsError> {
        let topology = Topology::grid(wish.width, wish.height).map_err(|_| SettingsError::BoardSize)?;
        let komi = wish.komi.unwrap_or_else(|| match wish.handicap {
            0 => wish.preset.komi(),
            _ => wish.preset.handicap_komi(),
        });
        let setup = fixed_handicap(&topology, wish.handicap)
            .map_err(|error| SettingsError::Handicap { max: error.max })?;
        let rules = wish.preset.rules();
        Self::stored(creator, Arc::new(topology), wish, rules, komi, setup)
    }

    /// Settings as they were stored with a game: rules, komi and handicap stones are taken as they were then, so that a
    /// later change of a preset or of the star points changes no old game.
    pub fn stored(
        creator: PlayerId,
        topology: Arc<Topology>,
        wish: NewGame,
        rules: Rules,
        komi: HalfPoints,
        setup: Vec<Point>,
    ) -> Result<Self, SettingsError> {
        if komi > Self::MAX_KOMI || komi < -Self::MAX_KOMI {
            return Err(SettingsError::Komi);
        }
        let NewGame { preset, handicap, color, private, .. } = wish;
        Ok(Self { creator, topology, preset, rules, komi, handicap, setup, color, private })
    }

    /// The player who made the game.
    pub fn creator(&self) -> PlayerId {
        self.creator
    }

    /// The board.
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The preset the rules came from.
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// The rules, every axis of them.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Points for White.
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// The handicap, 0 to 9; the stones on the board are [`setup`](Self::setup).
    pub fn handicap(&self) -> u8 {
        self.handicap
    }

    /// Black's stones on the board before the first move.
    pub fn setup(&self) -> &[Point] {
        &self.setup
    }

    /// The colour the creator asked for.
    pub fn color(&self) -> Colors {
        self.color
    }

    /// Whether lists leave the game out.
    pub fn private(&self) -> bool {
        self.private
    }

    /// How many moves a game has at most: ten for each point of the board and a hundred more. A game that goes on for so
    /// long will never end by itself; it ends without a result.
    pub fn most_moves(&self) -> usize {
        10 * self.topology.size() + 100
    }

    /// The creator's colour, where `lot` decides if it was left to chance.
    pub(crate) fn creator_color(&self, lot: Color) -> Color {
        match self.color {
            Colors::Black => Color::Black,
            Colors::White => Color::White,
            Colors::Random => lot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(width: usize, height: usize, handicap: u8) -> Result<Settings, SettingsError> {
        let creator = PlayerId::from_entropy([0; 10]);
        Settings::new(creator, NewGame { width, height, handicap, ..NewGame::with_preset(Preset::Chinese) })
    }

    #[test]
    fn komi_follows_the_handicap() {
        assert_eq!(wish(19, 19, 0).map(|s| s.komi()), Ok(HalfPoints::new(15)));
        assert_eq!(wish(19, 19, 1).map(|s| (s.komi(), s.setup().len())), Ok((HalfPoints::new(1), 0)));
        assert_eq!(wish(19, 19, 4).map(|s| (s.komi(), s.setup().len())), Ok((HalfPoints::new(1), 4)));
    }

    #[test]
    fn impossible_wishes_are_refused() {
        assert_eq!(wish(0, 9, 0).err(), Some(SettingsError::BoardSize));
        assert_eq!(wish(9, 26, 0).err(), Some(SettingsError::BoardSize));
        assert_eq!(wish(8, 8, 5).err(), Some(SettingsError::Handicap { max: 4 }));
        assert_eq!(wish(3, 3, 2).err(), Some(SettingsError::Handicap { max: 0 }));
        let creator = PlayerId::from_entropy([0; 10]);
        let komi = Some(HalfPoints::new(1251));
        let error = Settings::new(creator, NewGame { komi, ..NewGame::with_preset(Preset::Aga) }).err();
        assert_eq!(error, Some(SettingsError::Komi));
    }
}
