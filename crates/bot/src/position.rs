//! A position of a game, as an engine has to know it.

use tengen_game::GameId;
use tengen_protocol::{SettingsShape, Snapshot, TimeSystemShape};
use tengen_rules::{Color, Dead, Vertex};

use crate::fits::Speed;
use crate::gtp::MostTime;

/// A move: a vertex, or a pass.
pub(crate) type Made = (Color, Option<Vertex>);

/// The facts about a game that an engine has to know.
#[derive(Debug, Clone)]
pub struct Position {
    pub(crate) game: GameId,
    pub(crate) settings: SettingsShape,
    pub(crate) setup: Vec<Vertex>,
    pub(crate) moves: Vec<Made>,
    pub(crate) handicap_left: u8,
    pub(crate) system: Option<TimeSystemShape>,
    pub(crate) to_the_end: bool,
    /// Whether a move may take hours.
    pub(crate) by_days: bool,
}

impl Position {
    /// The position of a game.
    pub fn new(snapshot: &Snapshot) -> Self {
        let rules = &snapshot.settings.rules;
        let system = snapshot.clock.as_ref().map(|clock| clock.system);
        Self {
            game: snapshot.id.0,
            settings: snapshot.settings.clone(),
            setup: snapshot.setup.iter().map(|vertex| vertex.0).collect(),
            moves: snapshot.moves.iter().map(|made| (made.color.0, made.at.parse().ok())).collect(),
            handicap_left: snapshot.handicap_left,
            system,
            to_the_end: rules.dead.0 == Dead::AsPlayed || snapshot.resumptions_left < rules.resumptions,
            by_days: Speed::of(system) == Speed::Correspondence,
        }
    }

    /// Tells the engine of no more time than that.
    pub(crate) fn bound(&mut self, most: MostTime) {
        self.system = self.system.map(|system| most.of_system(system));
    }
}
