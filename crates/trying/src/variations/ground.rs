//! The positions on which nodes hang.

use std::collections::{HashMap, HashSet};

use tengen_game::{Event, EventKind, Settings};
use tengen_protocol::{GamePlace, Place};
use tengen_rules::{Color, Game, SetupError, Topology, Vertex};

/// The positions on which nodes of a tree hang: those of a game, as its log has them.
#[derive(Debug)]
pub struct Ground {
    first: Game,
    /// The changes of the moves, each with the number of its event.
    steps: Vec<(u32, Step)>,
    /// The number of the last event.
    last: u32,
}

#[derive(Debug)]
enum Step {
    Made(Color, Option<Vertex>),
    /// So many moves are left.
    Left(usize),
}

/// A position on the way to those that are asked for.
#[derive(Debug)]
pub(super) struct Spot {
    /// The one before it.
    pub(super) before: Option<usize>,
    /// How it is reached.
    pub(super) reached: Reached,
}

/// How a position is reached.
#[derive(Debug)]
pub(super) enum Reached {
    /// A line begins with it.
    Begin(Box<Game>),
    /// By a move; that of the player to move, if it is not said whose.
    By(Option<Color>, Option<Vertex>),
}

impl Ground {
    /// The positions of a game behind each of these events, which are the first ones of its log.
    ///
    /// # Errors
    ///
    /// When stored settings put a handicap stone where none can stand.
    pub fn of_game(settings: &Settings, log: &[Event]) -> Result<Self, SetupError> {
        let topology = settings.topology();
        let steps = log.iter().filter_map(|event| {
            let step = match &event.kind {
                EventKind::Played { color, at, .. } => Step::Made(*color, Some(topology.vertex(*at))),
                EventKind::Passed { color, .. } => Step::Made(*color, None),
                EventKind::UndoAccepted { moves, .. } => Step::Left(*moves as usize),
                _ => return None,
            };
            Some((event.seq, step))
        });
        let last = log.last().map_or(0, |event| event.seq);
        Ok(Self { first: settings.game()?, steps: steps.collect(), last })
    }

    /// The board.
    pub(super) fn topology(&self) -> &Topology {
        self.first.board().topology()
    }

    /// The positions on the way to these places, each behind the one before it, and which of them is that of a place. Places that are not there are
    /// left out. One walk along the log finds all of them.
    pub(super) fn lay(&self, places: &HashSet<Place>) -> (Vec<Spot>, HashMap<Place, usize>) {
        let mut asked: Vec<GamePlace> = places
            .iter()
            .filter_map(|place| match place {
                Place::Game(place) if place.event <= self.last => Some(*place),
                _ => None,
            })
            .collect();
        asked.sort_unstable_by_key(|place| place.event);
        let mut asked = asked.into_iter().peekable();
        let mut spots = vec![Spot { before: None, reached: Reached::Begin(Box::new(self.first.clone())) }];
        let (mut line, mut found) = (vec![0], HashMap::new());
        let ends = self.steps.iter().map(|(event, step)| (*event, Some(step)));
        for (event, step) in ends.chain([(u32::MAX, None)]) {
            while let Some(place) = asked.next_if(|place| place.event < event) {
                if let Some(spot) = line.get(place.moves as usize) {
                    found.insert(Place::Game(place), *spot);
                }
            }
            match step {
                Some(Step::Made(color, at)) => {
                    let before = line.last().copied();
                    line.push(spots.len());
                    spots.push(Spot { before, reached: Reached::By(Some(*color), *at) });
                }
                Some(Step::Left(moves)) => line.truncate(moves + 1),
                None => {}
            }
        }
        (spots, found)
    }
}
