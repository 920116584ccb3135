//! The agreements before the first move.

use std::sync::Arc;

use tengen_rules::{
    BoardName, BoardNameError, Color, Game, HalfPoints, Placement, Point, Preset, Rules, RulesError,
    SetupError, Stones, Topology, fixed_handicap, max_free_handicap,
};

use crate::time_system::HOUR;
use crate::{
    Aids, AidsWish, Beginning, BeginningError, BeginningWish, Millis, Patience, PlayerId, TimeSystem,
    TimeSystemError,
};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// The board.
    pub board: BoardName,
    /// The preset that the rules come from, for its name and its komi.
    pub preset: Preset,
    /// The rules: those of the preset, or others that were made from them.
    pub rules: Rules,
    /// Points for White, or the preset's own when `None`.
    pub komi: Option<HalfPoints>,
    /// Handicap: 0 none, 1 no stone but handicap komi, 2 and more stones. In a game that begins in a position
    /// they are among its stones, and only count.
    pub handicap: u8,
    /// The position in which the game begins, if it is another one.
    pub position: Option<BeginningWish>,
    /// The players by their colours.
    pub color: Colors,
    /// Whether lists leave the game out.
    pub private: bool,
    /// Whether bots may neither make the game nor join it.
    pub no_bots: bool,
    /// Whether both seats are the creator's: a game of two people at one device, or of one who plays or
    /// records both sides. It is private.
    pub local: bool,
    /// The help that players may have while the game runs.
    pub aids: AidsWish,
    /// The time each player has, if it is measured.
    pub clock: Option<TimeSystem>,
    /// The delay of spectators, in milliseconds.
    pub delay: Millis,
    /// The only player who may take the free seat, if it is kept for one.
    pub opponent: Option<PlayerId>,
}

impl NewGame {
    /// An even game on 19x19 under the preset's own rules and komi, colours by lot.
    pub fn with_preset(preset: Preset) -> Self {
        Self {
            board: BoardName::Grid { width: 19, height: 19 },
            preset,
            rules: preset.rules(),
            komi: None,
            handicap: 0,
            position: None,
            color: Colors::Random,
            private: false,
            no_bots: false,
            local: false,
            aids: AidsWish::default(),
            clock: None,
            delay: 0,
            opponent: None,
        }
    }
}

/// Why a wish can't be granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// There is no such board: a side is too long.
    #[error(transparent)]
    Board(BoardNameError),
    /// Axes of the rules that contradict each other.
    #[error(transparent)]
    Rules(RulesError),
    /// More resumptions than [`Settings::MAX_RESUMPTIONS`].
    #[error("play may resume {} times at most", Settings::MAX_RESUMPTIONS)]
    Resumptions,
    /// The board has no room for so many handicap stones.
    #[error("this board takes at most {max} handicap stones")]
    Handicap {
        /// The most that the board takes.
        max: u8,
    },
    /// A position in which no game begins.
    #[error("position: {0}")]
    Position(#[from] BeginningError),
    /// Komi beyond [`Settings::MAX_KOMI`] either way.
    #[error("komi is out of range")]
    Komi,
    /// A clock that can't be.
    #[error(transparent)]
    Clock(TimeSystemError),
    /// Spectators further behind than [`Settings::MAX_DELAY`], or ahead.
    #[error("the delay is out of range")]
    Delay,
    /// The creator's own seat is kept for somebody, or a seat of a game on one device.
    #[error("nobody plays against oneself, and in a local game against nobody else")]
    Opponent,
}

/// The settings of a game, checked and complete: nothing in them changes any more.
#[derive(Debug, Clone)]
pub struct Settings {
    creator: PlayerId,
    board: BoardName,
    topology: Arc<Topology>,
    preset: Preset,
    rules: Rules,
    komi: HalfPoints,
    handicap: u8,
    setup: Vec<Point>,
    beginning: Option<Arc<Beginning>>,
    color: Colors,
    private: bool,
    no_bots: bool,
    local: bool,
    aids: Aids,
    clock: Option<TimeSystem>,
    delay: Millis,
    opponent: Option<PlayerId>,
}

impl Settings {
    /// The furthest that spectators may be behind: an hour, in milliseconds.
    pub const MAX_DELAY: Millis = HOUR;
    /// The largest komi either way: all the points of the largest board.
    pub const MAX_KOMI: HalfPoints = HalfPoints::points(625);
    /// The most handicap stones on any board.
    pub const MAX_HANDICAP: u8 = 9;
    /// The most resumptions that rules may allow, so that games end.
    pub const MAX_RESUMPTIONS: u8 = Beginning::MOST_RESUMPTIONS;

    /// Checks a wish and fills in its consequences: komi, the handicap stones, and the aids, for which the
    /// opponent is taken for a person.
    pub fn new(creator: PlayerId, wish: NewGame) -> Result<Self, SettingsError> {
        let topology = wish.board.topology().map_err(SettingsError::Board)?;
        Self::check_rules(&wish.rules)?;
        if let Some(clock) = &wish.clock {
            clock.check().map_err(SettingsError::Clock)?;
        }
        if !(0..=Self::MAX_DELAY).contains(&wish.delay) {
            return Err(SettingsError::Delay);
        }
        if wish.opponent == Some(creator) || (wish.local && wish.opponent.is_some()) {
            return Err(SettingsError::Opponent);
        }
        let komi = wish.komi.unwrap_or_else(|| match wish.handicap {
            0 => wish.preset.komi(),
            _ => wish.preset.handicap_komi(),
        });
        let no_room = |max: u8| SettingsError::Handicap { max: max.min(Self::MAX_HANDICAP) };
        let setup = match wish.rules.placement {
            _ if wish.position.is_some() => {
                if wish.handicap > Self::MAX_HANDICAP {
                    return Err(no_room(Self::MAX_HANDICAP));
                }
                Vec::new()
            }
            Placement::Fixed => {
                fixed_handicap(&topology, wish.handicap).map_err(|error| no_room(error.max))?
            }
            Placement::Free => {
                let max = max_free_handicap(&topology).min(Self::MAX_HANDICAP);
                if wish.handicap > max.max(1) {
                    return Err(no_room(max));
                }
                Vec::new()
            }
        };
        Self::stored(creator, Arc::new(topology), wish, komi, setup)
    }

    /// Whether a game may have these rules.
    ///
    /// # Errors
    ///
    /// [`SettingsError::Rules`] or [`SettingsError::Resumptions`].
    pub fn check_rules(rules: &Rules) -> Result<(), SettingsError> {
        rules.check().map_err(SettingsError::Rules)?;
        if rules.resumptions > Self::MAX_RESUMPTIONS { Err(SettingsError::Resumptions) } else { Ok(()) }
    }

    /// Whether a game may have this komi.
    ///
    /// # Errors
    ///
    /// [`SettingsError::Komi`].
    pub fn check_komi(komi: HalfPoints) -> Result<(), SettingsError> {
        if komi > Self::MAX_KOMI || komi < -Self::MAX_KOMI { Err(SettingsError::Komi) } else { Ok(()) }
    }

    /// Settings as they were stored with a game. Rules, komi and handicap stones are taken as stored, so that
    /// a later change of a preset or of the star points changes no old game.
    ///
    /// # Errors
    ///
    /// Komi that no game has, and a position in which none begins.
    pub fn stored(
        creator: PlayerId,
        topology: Arc<Topology>,
        wish: NewGame,
        komi: HalfPoints,
        setup: Vec<Point>,
    ) -> Result<Self, SettingsError> {
        Self::check_komi(komi)?;
        let NewGame {
            board,
            preset,
            rules,
            handicap,
            position,
            color,
            private,
            no_bots,
            local,
            aids,
            clock,
            delay,
            opponent,
            ..
        } = wish;
        let beginning = match &position {
            Some(position) => Some(Arc::new(Beginning::new(&topology, &rules, position)?)),
            None => None,
        };
        let aids = aids.or(Aids::usual(&Patience::of(clock.as_ref()), local));
        Ok(Self {
            creator,
            board,
            topology,
            preset,
            rules,
            komi,
            handicap,
            setup,
            beginning,
            color,
            private: private || local,
            no_bots,
            local,
            aids,
            clock,
            delay,
            opponent,
        })
    }

    /// The game of the rules at its beginning.
    pub fn game(&self) -> Result<Game, SetupError> {
        if let Some(beginning) = &self.beginning {
            return Ok(beginning.game().clone());
        }
        let topology = Arc::clone(&self.topology);
        if self.rules.placement == Placement::Free {
            // Checked when the settings were made: the board has room for the stones.
            if let Ok(game) = Game::with_free_handicap(Arc::clone(&topology), self.rules, self.handicap) {
                return Ok(game);
            }
        }
        Game::new(topology, self.rules, &self.setup)
    }

    /// The player who made the game.
    pub fn creator(&self) -> PlayerId {
        self.creator
    }

    /// The name of the board.
    pub fn board(&self) -> BoardName {
        self.board
    }

    /// The board.
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The preset the rules came from.
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// Whether the rules are not those of the preset.
    pub fn is_custom(&self) -> bool {
        self.rules != self.preset.rules()
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

    /// The stones on the board before the first move.
    pub fn first_stones(&self) -> Stones {
        if let Some(beginning) = self.beginning() {
            return beginning.game().board().stones();
        }
        let mut stones = Stones::empty(self.topology());
        for &point in self.setup() {
            stones.set(point, Some(Color::Black));
        }
        stones
    }

    /// The position in which the game begins, if it does not begin with an empty board or handicap stones.
    pub fn beginning(&self) -> Option<&Beginning> {
        self.beginning.as_deref()
    }

    /// The colour the creator asked for.
    pub fn color(&self) -> Colors {
        self.color
    }

    /// Whether lists leave the game out.
    pub fn private(&self) -> bool {
        self.private
    }

    /// Whether bots may neither make the game nor join it. Who is a bot, the server knows.
    pub fn no_bots(&self) -> bool {
        self.no_bots
    }

    /// Whether both seats are the creator's.
    pub fn local(&self) -> bool {
        self.local
    }

    /// The help that the two players may have while the game runs.
    pub fn aids(&self) -> Aids {
        self.aids
    }

    /// The time each player has, if it is measured.
    pub fn clock(&self) -> Option<&TimeSystem> {
        self.clock.as_ref()
    }

    /// The patience of the game.
    pub fn patience(&self) -> Patience {
        Patience::of(self.clock())
    }

    /// The delay of spectators, in milliseconds.
    pub fn delay(&self) -> Millis {
        self.delay
    }

    /// The only player who may take the free seat, if it is kept for one.
    pub fn opponent(&self) -> Option<PlayerId> {
        self.opponent
    }

    /// The most turns of a game: ten for each point of the board and a hundred more. Moves count even if they
    /// were taken back. A game that goes on for so long would never end by itself, so it ends without a
    /// result.
    pub fn most_turns(&self) -> u32 {
        u32::try_from(10 * self.topology.size() + 100).unwrap_or(u32::MAX)
    }

    /// The wish from which the same settings follow, for whoever makes another game like this one.
    pub fn wish(&self) -> NewGame {
        NewGame {
            board: self.board,
            preset: self.preset,
            rules: self.rules,
            komi: Some(self.komi),
            handicap: self.handicap,
            position: self.beginning().map(Beginning::wish),
            color: self.color,
            private: self.private,
            no_bots: self.no_bots,
            local: self.local,
            aids: self.aids.into(),
            clock: self.clock,
            delay: self.delay,
            opponent: self.opponent,
        }
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
        let board = BoardName::Grid { width, height };
        Settings::new(creator, NewGame { board, handicap, ..NewGame::with_preset(Preset::Chinese) })
    }

    #[test]
    fn komi_follows_the_handicap() {
        assert_eq!(wish(19, 19, 0).map(|s| s.komi()), Ok(HalfPoints::new(15)));
        assert_eq!(wish(19, 19, 1).map(|s| (s.komi(), s.setup().len())), Ok((HalfPoints::new(1), 0)));
        assert_eq!(wish(19, 19, 4).map(|s| (s.komi(), s.setup().len())), Ok((HalfPoints::new(1), 4)));
    }

    #[test]
    fn the_wish_of_settings_leads_to_the_same_settings() {
        let [creator, opponent] = [[1; 10], [2; 10]].map(PlayerId::from_entropy);
        let first = NewGame {
            board: BoardName::Grid { width: 9, height: 9 },
            handicap: 3,
            color: Colors::Black,
            no_bots: true,
            clock: Some(TimeSystem::Simple { period: 86_400_000 }),
            delay: 60_000,
            opponent: Some(opponent),
            ..NewGame::with_preset(Preset::Japanese)
        };
        let settings = Settings::new(creator, first.clone()).unwrap();
        let wish = settings.wish();
        // Komi and aids, which were left out, are told.
        assert_eq!((wish.komi, wish.aids), (Some(settings.komi()), AidsWish::from(settings.aids())));
        assert_eq!(NewGame { komi: first.komi, aids: first.aids, ..wish.clone() }, first);
        assert_eq!(Settings::new(creator, wish.clone()).unwrap().wish(), wish);
    }

    #[test]
    fn impossible_wishes_are_refused() {
        assert_eq!(
            wish(0, 9, 0).err(),
            Some(SettingsError::Board(BoardNameError::Side { max: tengen_rules::MAX_SIDE }))
        );
        assert_eq!(
            wish(9, 26, 0).err(),
            Some(SettingsError::Board(BoardNameError::Side { max: tengen_rules::MAX_SIDE }))
        );
        assert_eq!(wish(8, 8, 5).err(), Some(SettingsError::Handicap { max: 4 }));
        assert_eq!(wish(3, 3, 2).err(), Some(SettingsError::Handicap { max: 0 }));
        let creator = PlayerId::from_entropy([0; 10]);
        let komi = Some(HalfPoints::new(1251));
        let error = Settings::new(creator, NewGame { komi, ..NewGame::with_preset(Preset::Aga) }).err();
        assert_eq!(error, Some(SettingsError::Komi));
    }
}
