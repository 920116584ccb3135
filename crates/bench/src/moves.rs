//! Games to be played: random, legal, and the same every time.

use std::sync::Arc;

use tengen_rules::{Game, Point, Preset, SplitMix, Topology};

use crate::failure::Failure;

/// How many different games there are; more tables play the same ones again.
const DIFFERENT: u64 = 64;
/// The side of the board.
pub(crate) const SIDE: usize = 19;

/// The stones of random games on 19x19 under Japanese rules, as vertices, each game of at most this length.
pub(crate) fn random_games(longest: usize) -> Result<Vec<Arc<[String]>>, Failure> {
    let topology = Arc::new(Topology::grid(SIDE, SIDE)?);
    (0..DIFFERENT).map(|seed| random_game(&topology, seed, longest)).collect()
}

/// The stones behind so many moves of other random games, each row by row from the top left.
pub(crate) fn random_stones(count: usize, moves: usize) -> Result<Vec<String>, Failure> {
    let topology = Arc::new(Topology::grid(SIDE, SIDE)?);
    let stones = |seed| -> Result<String, Failure> {
        let mut game = Game::new(Arc::clone(&topology), Preset::Japanese.rules(), &[])?;
        for vertex in random_game(&topology, seed, moves)?.iter() {
            game.play(topology.point(vertex.parse()?).ok_or("a move beside the board")?)?;
        }
        Ok(game.board().stones().to_string())
    };
    (DIFFERENT..).take(count).map(stones).collect()
}

fn random_game(topology: &Arc<Topology>, seed: u64, longest: usize) -> Result<Arc<[String]>, Failure> {
    let mut game = Game::new(Arc::clone(topology), Preset::Japanese.rules(), &[])?;
    let mut random = SplitMix::new(seed);
    let mut vertices = Vec::with_capacity(longest);
    let mut candidates: Vec<Point> = Vec::new();
    while vertices.len() < longest && game.is_over().is_none() {
        candidates.clear();
        candidates.extend(topology.points().filter(|&point| is_sensible(&game, point)));
        let mut played = None;
        while played.is_none() && !candidates.is_empty() {
            let point = candidates.swap_remove(random.below(candidates.len()));
            played = game.play(point).is_ok().then_some(point);
        }
        let Some(point) = played else { break };
        vertices.push(topology.vertex(point).to_string());
    }
    Ok(vertices.into())
}

/// Empty, and not surrounded by the player's own stones.
fn is_sensible(game: &Game, point: Point) -> bool {
    let board = game.board();
    let mut around = board.topology().neighbours(point).iter().map(|&neighbour| board.get(neighbour));
    board.get(point).is_none() && !around.all(|stone| stone == Some(game.to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_long_and_the_same_every_time() {
        let games = random_games(330).unwrap();
        assert_eq!(games, random_games(330).unwrap());
        assert!(games.iter().all(|game| game.len() == 330));
        assert_ne!(games[0], games[1]);
    }
}
