//! Games by their positions.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use tengen_game::{Earlier, GameId};
use tengen_live::{LiveGame, OfGame, RoomError, aside};
use tengen_protocol::view::Audience;
use tengen_protocol::{BoardShape, Continuation, PositionAnswer, PositionGame, Text};
use tengen_rules::{Color, KeyedPosition, KeyedStones, Move, Point, Symmetries, Topology};
use tengen_store::{Listed, Outcome, Step, Visit};

use super::Lists;
use super::asked_position::AskedPosition;
use super::listing::summary;
use super::position_counts::Counted;

/// Which of the games with a position are shown.
#[derive(Debug, Clone, Copy)]
pub struct PositionPage {
    /// Only games behind this place.
    pub before: Option<u32>,
    /// How many at most.
    pub limit: u32,
}

impl Lists {
    /// The position of a game after so many moves, or after the last one, as far as the audience may see the game.
    pub async fn position_of(
        &self,
        game: GameId,
        moves: Option<usize>,
        audience: Audience,
    ) -> Result<OfGame<Option<AskedPosition>>, RoomError> {
        let game = LiveGame::load(&self.shared.store, game).await?;
        let settings = game.state().settings();
        let content = game.position_after(moves, audience)?.map(|position| AskedPosition {
            board: settings.board(),
            topology: Arc::clone(settings.topology()),
            stones: position.stones,
            to_move: position.to_move,
        });
        Ok(OfGame { content, private: game.is_private() })
    }

    /// The finished games that were in a position, turned in any way and perhaps with the colours exchanged, and
    /// the ways in which they went on.
    ///
    /// Each game that is shown was played through, so it certainly was in the position. The counts trust the keys; two
    /// positions share one once in 2⁶⁴ cases.
    pub async fn games_with_position(
        &self,
        asked: &AskedPosition,
        page: PositionPage,
    ) -> Result<PositionAnswer, RoomError> {
        let store = &self.shared.store;
        let symmetries = Symmetries::of(&asked.topology);
        let mut stones = KeyedStones::new(&asked.topology, &symmetries);
        stones.show(&asked.stones);
        let position = stones.position(asked.to_move);
        let counted = self.shared.position_counts.count(store, position.key).await?;

        // The counts and the games are of the same moment.
        let before = page.before.unwrap_or(u32::MAX >> 1).min(counted.to.saturating_add(1));
        let mut visits = store.visits(position.key, before, page.limit.saturating_add(1)).await?;
        let more = visits.len() > page.limit as usize;
        visits.truncate(page.limit as usize);
        let next = visits.last().filter(|_| more).map(|visit| visit.game.to_string());
        let numbers: Vec<u32> = visits.iter().map(|visit| visit.game).collect();
        let mut listed: HashMap<u32, Listed> = store.games_by_number(&numbers).await?.into_iter().collect();
        let found: Vec<(Visit, Listed)> =
            visits.into_iter().filter_map(|visit| Some((visit, listed.remove(&visit.game)?))).collect();
        let rows: Vec<_> = found.iter().map(|(_, listed)| &listed.game).collect();
        let logs = store.logs(&rows).await?;
        let games = aside(|| {
            let games = found.iter().zip(logs).filter_map(|((visit, listed), log)| {
                let game = log
                    .map_err(RoomError::from)
                    .and_then(|log| {
                        LiveGame::replay(store.clock().clone(), listed.game.clone(), Vec::new(), log)
                    })
                    .inspect_err(|error| error.name_game(store, listed.game.id))
                    .ok()?;
                let earlier = game.state().position_after(visit.move_number.into())?;
                shown(asked, &symmetries, *visit, listed, &earlier)
            });
            games.collect()
        });
        Ok(PositionAnswer {
            board: BoardShape::new(asked.board, &asked.topology),
            stones: asked.stones.to_string(),
            to_move: Text(asked.to_move),
            games_total: total(&counted),
            continuations: continuations(asked, &position, &counted),
            games,
            next,
        })
    }
}

fn total(counted: &Counted) -> u32 {
    counted.steps.iter().filter(|(step, _)| !step.again).map(|(_, games)| games).sum()
}

/// The ways in which games went on, the most frequent first.
fn continuations(
    asked: &AskedPosition,
    position: &KeyedPosition<'_>,
    counted: &Counted,
) -> Vec<Continuation> {
    let mut by_move: HashMap<Option<Move>, Continuation> = HashMap::new();
    for (&Step { next, outcome, .. }, &games) in &counted.steps {
        let way = by_move.entry(next).or_insert_with(|| way(asked, position, next));
        way.games += games;
        let (own, other) = match asked.to_move {
            Color::Black => (&mut way.black_wins, &mut way.white_wins),
            Color::White => (&mut way.white_wins, &mut way.black_wins),
        };
        match outcome {
            Outcome::None => {}
            Outcome::Won => *own += games,
            Outcome::Lost => *other += games,
            Outcome::Jigo => way.jigo += games,
        }
    }
    let mut ways: Vec<(Option<Move>, Continuation)> = by_move.into_iter().collect();
    // Among equals in the order of the board, then passes, then ends.
    let place = |next: &Option<Move>| match next {
        Some(Move::Play(point)) => point.index(),
        Some(Move::Pass) => usize::MAX - 1,
        None => usize::MAX,
    };
    ways.sort_by_key(|(next, way)| (Reverse(way.games), place(next)));
    ways.into_iter().map(|(_, way)| way).collect()
}

fn way(asked: &AskedPosition, position: &KeyedPosition<'_>, next: Option<Move>) -> Continuation {
    let topology = &asked.topology;
    let mut alike = match next {
        Some(Move::Play(point)) => position.own(point),
        _ => Vec::new(),
    };
    alike.sort_by_key(|&point| far(topology, point));
    let mut alike = alike.into_iter();
    let at = match next {
        Some(Move::Play(_)) => alike.next().map(|point| topology.vertex(point).to_string()),
        Some(Move::Pass) => Some("pass".to_owned()),
        None => None,
    };
    let alike = alike.map(|point| Text(topology.vertex(point))).collect();
    Continuation { at, alike, games: 0, black_wins: 0, white_wins: 0, jigo: 0 }
}

/// How far a point is from the upper right corner, where players begin by custom. Of points that mean the same the nearest
/// one is named.
fn far(topology: &Topology, point: Point) -> (usize, usize) {
    let (column, row) = topology.column_row_from_top(point);
    let to_the_right = topology.width().saturating_sub(1 + column);
    (to_the_right + row, to_the_right)
}

/// A game as it was in the position, turned like the position of the question; nothing if the game was not in the position and
/// only the key was the same.
fn shown(
    asked: &AskedPosition,
    symmetries: &Symmetries,
    visit: Visit,
    listed: &Listed,
    earlier: &Earlier,
) -> Option<PositionGame> {
    let colors_swapped = earlier.to_move != asked.to_move;
    let same_board = listed.game.settings.board() == asked.board;
    let fitting =
        symmetries.all().iter().enumerate().filter(|(_, symmetry)| {
            same_board && symmetry.takes(&earlier.stones, &asked.stones, colors_swapped)
        });
    let turned = fitting.map(|(number, symmetry)| {
        let next = match earlier.next {
            Some(Move::Play(point)) => Some(symmetry.point(point)),
            Some(Move::Pass) | None => None,
        };
        (next, number)
    });
    // Where several fit, the move is named as in the continuations.
    let (place, symmetry) =
        turned.min_by_key(|(next, number)| (next.map(|point| far(&asked.topology, point)), *number))?;
    let next = match earlier.next {
        Some(Move::Pass) => Some("pass".to_owned()),
        _ => place.map(|point| asked.topology.vertex(point).to_string()),
    };
    Some(PositionGame {
        game: summary(listed),
        move_number: visit.move_number.into(),
        symmetry,
        colors_swapped,
        next,
    })
}
