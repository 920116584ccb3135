//! `go_game_board`: simple ko, no history.

use go_game_board::fast_random::FastRandom;
use go_game_board::{Board, Color, Gammas, Player, Sampler, Vertex};
use tengen_rules::{Point, SplitMix};

use super::Recorded;

fn vertex(point: Point, side: usize) -> Vertex {
    let place = |index: usize| isize::try_from(index).unwrap_or(0);
    Vertex::from_coords(place(point.index() / side), place(point.index() % side))
}

/// Games with this crate's own coordinates.
pub(crate) struct Games {
    side: usize,
    games: Vec<Vec<Vertex>>,
}

impl Games {
    pub(crate) fn of(side: usize, games: &[Recorded]) -> Games {
        let turn = |turn: &Option<Point>| turn.map_or(Vertex::pass(), |point| vertex(point, side));
        Games { side, games: games.iter().map(|moves| moves.iter().map(turn).collect()).collect() }
    }
}

/// Replays games, each move checked. How many stones stand in the end.
pub(crate) fn replay(Games { side, games }: &Games) -> usize {
    let side = *side;
    let start = Board::with_size(side, side);
    let mut board = start.clone();
    let mut stones = 0;
    for moves in games {
        board.load(&start);
        for &turn in moves {
            let player = board.act_player();
            assert!(board.is_legal(player, turn));
            board.play_legal(player, turn);
        }
        stones += side * side - board.empty_vertex_count();
    }
    stones
}

/// Random playouts from the empty board: the same choice of moves as this crate's.
pub(crate) fn playouts(side: usize, count: usize) -> usize {
    let start = Board::with_size(side, side);
    let mut board = start.clone();
    let mut random = SplitMix::new(1);
    let mut candidates = Vec::new();
    let mut moves = 0;
    for _ in 0..count {
        board.load(&start);
        while !board.both_player_pass() && board.move_count() < 3 * side * side {
            let player = board.act_player();
            let turn = choose(&board, player, &mut random, &mut candidates);
            board.play_legal(player, turn);
        }
        moves += board.move_count();
    }
    moves
}

/// Most draws are taken at once; only when one is refused are the empty points copied, so that none is drawn twice.
fn choose(board: &Board, player: Player, random: &mut SplitMix, candidates: &mut Vec<Vertex>) -> Vertex {
    let sensible = |turn: Vertex| !is_own_eye(board, player, turn) && board.is_legal(player, turn);
    let count = board.empty_vertex_count();
    if count == 0 {
        return Vertex::pass();
    }
    let first = random.below(count);
    let turn = board.empty_vertex(first);
    if sensible(turn) {
        return turn;
    }
    candidates.clear();
    candidates.extend((0..count).filter(|&index| index != first).map(|index| board.empty_vertex(index)));
    while !candidates.is_empty() {
        let turn = candidates.swap_remove(random.below(candidates.len()));
        if sensible(turn) {
            return turn;
        }
    }
    Vertex::pass()
}

fn is_own_eye(board: &Board, player: Player, turn: Vertex) -> bool {
    [turn.up(), turn.left(), turn.right(), turn.down()]
        .into_iter()
        .map(|neighbour| board.color_at(neighbour))
        .all(|color| color == Color::from(player) || color == Color::OffBoard)
}

/// Random playouts by the crate's own sampler, as its own benchmark has them: it also spares eyes by their diagonals.
/// Its table of weights takes longer to make than many playouts, so it is kept.
pub(crate) struct Own {
    start: Board,
    board: Board,
    random: FastRandom,
    gammas: Gammas,
    sampler: Sampler,
    longest: usize,
}

impl Own {
    pub(crate) fn new(side: usize) -> Own {
        let start = Board::with_size(side, side);
        let gammas = Gammas::new();
        Own {
            board: start.clone(),
            random: FastRandom::new(123),
            sampler: Sampler::new(&start, &gammas),
            gammas,
            start,
            longest: 3 * side * side,
        }
    }

    /// How many moves the playouts had.
    pub(crate) fn playouts(&mut self, count: usize) -> usize {
        let mut moves = 0;
        for _ in 0..count {
            self.board.load(&self.start);
            self.sampler.new_playout(&self.board, &self.gammas);
            while !self.board.both_player_pass() && self.board.move_count() < self.longest {
                let player = self.board.act_player();
                let turn = self.sampler.sample_move(&self.board, &mut self.random);
                self.board.play_legal(player, turn);
                self.sampler.move_played(&self.board, &self.gammas);
            }
            moves += self.board.move_count();
        }
        moves
    }
}
