//! The positions of a game, as its log has them.

use std::collections::{HashMap, HashSet};

use tengen_game::{Event, EventKind, Settings};
use tengen_protocol::{GamePlace, Place};
use tengen_rules::{Color, Game, Rules, SetupError, Vertex};

use super::spot::{Asked, Beginning, Reached, Spot};

/// The positions of a game.
#[derive(Debug)]
pub(super) struct GameGround {
    first: Game,
    /// The changes of the moves, each with the number of its event.
    steps: Vec<(u32, Step)>,
    /// The number of the last event.
    last: u32,
}

#[derive(Debug)]
enum Step {
    Made(Color, Option<Vertex>),
    /// The number of moves that are left.
    Left(usize),
}

impl GameGround {
    /// The positions behind each of these events, which are the first ones of the log.
    pub(super) fn new(settings: &Settings, log: &[Event]) -> Result<Self, SetupError> {
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

    pub(super) fn rules(&self) -> Rules {
        *self.first.rules()
    }

    /// One walk along the log finds all places.
    pub(super) fn lay(&self, asked: &HashSet<Asked>) -> (Vec<Spot>, HashMap<Asked, usize>) {
        let mut asked: Vec<(GamePlace, Option<Color>)> = asked
            .iter()
            .filter_map(|(place, color)| match place {
                Place::Game(place) if place.event <= self.last => Some((*place, *color)),
                _ => None,
            })
            .collect();
        asked.sort_unstable_by_key(|(place, _)| place.event);
        let mut asked = asked.into_iter().peekable();
        let first = Beginning::Game(Box::new(self.first.clone()));
        let mut spots = vec![Spot { before: None, reached: Reached::Begin(first) }];
        let (mut line, mut found) = (vec![0], HashMap::new());
        let ends = self.steps.iter().map(|(event, step)| (*event, Some(step)));
        for (event, step) in ends.chain([(u32::MAX, None)]) {
            while let Some((place, color)) = asked.next_if(|(place, _)| place.event < event) {
                if let Some(spot) = line.get(place.moves as usize) {
                    found.insert((Place::Game(place), color), *spot);
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
