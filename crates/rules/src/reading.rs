//! The fate of chains by reading, in parts of the board that are small enough.
//!
//! The part of the board around a chain is cut out along *walls*, chains that are taken to be safe ([`arena`]). There all
//! lines of play are searched until it is proved that the chain is taken, or that it is not ([`search`]). If the walls
//! are safe indeed, the answer is right for play in that part alone, where both sides answer each other, and where no
//! more than so many moves of a line take stones.

mod arena;
mod search;
mod state;

use crate::surface::Surface;
use crate::{Board, Color, Point};
use arena::Arena;
use search::{Found, Kos, Search};

/// How many empty points there may be around a chain that is read.
const ROOM: usize = 15;

/// A wall has so many liberties elsewhere, if the part of the board does not become too large by that.
const STURDY: usize = 5;

/// The fate of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stays even if the opponent moves first.
    Stays,
    /// So it does, unless the opponent wins a ko by threats elsewhere.
    StaysByKo,
    /// It is taken even if its owner moves first.
    Taken,
    /// So it is, unless its owner wins a ko by threats elsewhere.
    TakenByKo,
    /// The side that moves first decides.
    Open,
    /// The bounded effort was not enough.
    Unfinished,
    /// It could be taken at once, but the stones that take it would be taken then.
    AtALoss,
}

/// What reading says of a chain.
pub(crate) struct Reading {
    pub(crate) fate: Fate,
    /// A stone of each wall that it takes to be safe, but for those that nobody can take.
    pub(crate) walls: Vec<Point>,
    /// Whether all these have so many liberties elsewhere that they are not drawn into a race.
    pub(crate) sturdy: bool,
}

/// Reads out the fates of chains, with a bounded effort.
pub(crate) struct Reader {
    found: Found,
    /// How many more states it may look into, in all and for one question.
    left: usize,
    each: usize,
}

impl Reader {
    /// A reader who looks into so many states in all, and for one question.
    pub(crate) fn new(states: usize, each: usize) -> Reader {
        Reader { found: Found::default(), left: states, each }
    }

    /// How many more states it may look into.
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// The fate of the chain at `target`, if it can be found. `walls` are the stones that are taken to be safe, the
    /// chain itself excepted; `immortal` are those that nobody can take at all.
    pub(crate) fn fate<S: Surface>(
        &mut self,
        board: &Board<S>,
        target: Point,
        walls: &[bool],
        immortal: &[bool],
    ) -> Option<Reading> {
        let around = |sturdy| Arena::around(board, target, walls, immortal, ROOM, sturdy);
        let (wide, narrow) = (around(STURDY), around(1));
        let narrow = narrow.filter(|narrow| wide.as_ref().is_none_or(|wide| wide.size() > narrow.size()));
        let is_read = wide.is_some() || narrow.is_some();
        for (arena, sturdy) in [(wide, true), (narrow, false)] {
            let Some(arena) = arena else { continue };
            if let Some(fate) = self.fate_in(&arena) {
                return Some(Reading { fate, walls: arena.walls, sturdy });
            }
        }
        is_read.then_some(Reading { fate: Fate::Unfinished, walls: Vec::new(), sturdy: true })
    }

    /// The fate of the chain in question, if the effort is enough.
    fn fate_in(&mut self, arena: &Arena) -> Option<Fate> {
        let (defender, attacker) = (arena.defender, arena.defender.opponent());
        let (taken, by_ko) = self.ask(arena, Kos::Fought, attacker)?;
        if !taken {
            let lost = by_ko && self.ask(arena, Kos::WonBy(attacker), attacker)?.0;
            return Some(if lost { Fate::StaysByKo } else { Fate::Stays });
        }
        let (taken, by_ko) = self.ask(arena, Kos::Fought, defender)?;
        if !taken {
            return Some(Fate::Open);
        }
        let saved = by_ko && !self.ask(arena, Kos::WonBy(defender), defender)?.0;
        Some(if saved { Fate::TakenByKo } else { Fate::Taken })
    }

    /// Whether the chain is taken if that side moves first, and whether there is a ko in any line.
    fn ask(&mut self, arena: &Arena, kos: Kos, first: Color) -> Option<(bool, bool)> {
        let mut left = self.left.min(self.each);
        self.left -= left;
        let mut search = Search::new(arena, kos, &mut self.found, &mut left);
        let taken = search.is_taken(first);
        let by_ko = search.met_ko;
        self.left += left;
        taken.map(|taken| (taken, by_ko))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use super::*;
    use crate::{SplitMix, Stones, Topology, unconditionally_alive};

    /// A search of all lines of play on a board, as plain as it can be.
    struct Plain {
        target: Point,
        defender: Color,
        kos: Kos,
        /// Where nobody plays: the eyes of what nobody can take. To fill one is no more than a pass.
        eyes: Vec<bool>,
        known: HashMap<(u64, Color, Option<Point>, u8), bool>,
    }

    impl Plain {
        fn is_taken(&mut self, board: &Board, to_move: Color, ko: Option<Point>, captures: u8) -> bool {
            if board.get(self.target) != Some(self.defender) {
                return true;
            }
            if captures > search::MAX_CAPTURES {
                return false;
            }
            let key = (board.hash(), to_move, ko, captures);
            if let Some(&known) = self.known.get(&key) {
                return known;
            }
            let forbidden = ko.filter(|_| self.kos != Kos::WonBy(to_move));
            let attacks = to_move != self.defender;
            let mut outcomes = Vec::new();
            if !attacks || forbidden.is_some() {
                outcomes.push(self.is_taken(board, to_move.opponent(), None, captures));
            }
            for (at, after, taken, ko) in moves(board, to_move, forbidden) {
                if outcomes.contains(&attacks) {
                    break;
                }
                if self.eyes[at.index()] {
                    continue;
                }
                if taken.contains(&self.target) && is_taken_back(&after, at, ko, taken.len()) {
                    continue;
                }
                let captures = captures + u8::from(!taken.is_empty());
                outcomes.push(self.is_taken(&after, to_move.opponent(), ko, captures));
            }
            let is_taken = outcomes.contains(&attacks) == attacks;
            self.known.insert(key, is_taken);
            is_taken
        }
    }

    /// Each move with the board after it, the stones taken, and the point that ko forbids then.
    fn moves(
        board: &Board,
        color: Color,
        forbidden: Option<Point>,
    ) -> Vec<(Point, Board, Vec<Point>, Option<Point>)> {
        let points = board.surface().points().filter(|&point| Some(point) != forbidden);
        let after = points.filter(|&point| !board.is_suicide(point, color)).filter_map(|point| {
            let (mut after, mut taken) = (board.clone(), Vec::new());
            let is_ko = |after: &Board, taken: &[Point]| {
                taken.len() == 1 && after.chain(point).len() == 1 && after.liberties(point) == taken
            };
            after.place(point, color, &mut taken).then(|| {
                let ko = is_ko(&after, &taken).then(|| taken[0]);
                (point, after, taken, ko)
            })
        });
        after.collect()
    }

    /// Whether the stone at `played` can be taken at once, with as many stones as were `lost` or more.
    fn is_taken_back(board: &Board, played: Point, ko: Option<Point>, lost: usize) -> bool {
        let answers = board.get(played).map(|color| moves(board, color.opponent(), ko)).unwrap_or_default();
        answers.iter().any(|(_, _, taken, _)| taken.contains(&played) && taken.len() >= lost)
    }

    fn plain_fate(board: &Board, target: Point, alive: &[bool]) -> Fate {
        let is_eye = |point| board.surface().neighbours(point).iter().all(|beside| alive[beside.index()]);
        let eyes: Vec<bool> =
            board.surface().points().map(|point| board.get(point).is_none() && is_eye(point)).collect();
        let defender = board.get(target).unwrap();
        let attacker = defender.opponent();
        let taken = |kos, first| {
            Plain { target, defender, kos, eyes: eyes.clone(), known: HashMap::new() }
                .is_taken(board, first, None, 0)
        };
        match (taken(Kos::Fought, attacker), taken(Kos::Fought, defender)) {
            (false, _) if taken(Kos::WonBy(attacker), attacker) => Fate::StaysByKo,
            (false, _) => Fate::Stays,
            (true, false) => Fate::Open,
            (true, true) if !taken(Kos::WonBy(defender), defender) => Fate::TakenByKo,
            (true, true) => Fate::Taken,
        }
    }

    /// A position with few empty points.
    fn crowded(columns: usize, rows: usize, random: &mut SplitMix) -> Board {
        let mut board = Board::new(Arc::new(Topology::grid(columns, rows).unwrap()));
        for turn in 0..4 * columns * rows {
            let point = Point::at(random.below(columns * rows));
            let color = Color::ALL[turn % 2];
            if !board.is_suicide(point, color) {
                board.place(point, color, &mut Vec::new());
            }
        }
        board
    }

    /// Two walls with two eyes each, one of either colour, and a few points between them.
    fn between_walls(random: &mut SplitMix) -> Board {
        let grid = Arc::new(Topology::grid(8, 3).unwrap());
        let stones = Stones::parse(&grid, ".WW..BB. WWW..BBB .WW..BB.").unwrap();
        let mut board = Board::from_stones(grid, &stones).unwrap();
        for turn in 0..6 {
            let point = Point::at(8 * random.below(3) + 3 + random.below(2));
            let color = Color::ALL[turn % 2];
            if board.get(point).is_none() && !board.is_suicide(point, color) {
                board.place(point, color, &mut Vec::new());
            }
        }
        board
    }

    #[test]
    fn a_plain_search_finds_the_same() {
        let mut random = SplitMix::new(3);
        let sizes = [(3, 3), (5, 2), (4, 2), (7, 1)].into_iter().cycle().take(40);
        let mut boards: Vec<Board> =
            sizes.map(|(columns, rows)| crowded(columns, rows, &mut random)).collect();
        boards.extend((0..40).map(|_| between_walls(&mut random)));
        let mut fates = HashMap::new();
        for board in boards {
            let alive = unconditionally_alive(&board);
            let mut reader = Reader::new(1_000_000, 1_000_000);
            for stone in board.chains().filter(|stone| !alive[stone.index()]) {
                let fate = reader.fate(&board, stone, &alive, &alive).unwrap().fate;
                assert_eq!(fate, plain_fate(&board, stone, &alive), "{:?} {stone:?}", board.stones());
                *fates.entry(format!("{fate:?}")).or_insert(0) += 1;
            }
        }
        assert!(fates.len() >= 3, "too few kinds: {fates:?}");
    }

    #[test]
    fn what_is_read_beside_walls_with_few_liberties_says_so() {
        let grid = Arc::new(Topology::grid(9, 5).unwrap());
        for (around, sturdy) in [("......... BBB......", true), ("WWW...... BBBW.....", false)] {
            let rows = format!("......... {around} WWB...... .WB......");
            let board = Board::from_stones(Arc::clone(&grid), &Stones::parse(&grid, &rows).unwrap()).unwrap();
            let walls: Vec<bool> =
                board.surface().points().map(|point| board.get(point) == Some(Color::Black)).collect();
            let corner = grid.point("A2".parse().unwrap()).unwrap();
            let nobody = vec![false; grid.size()];
            let reading = Reader::new(1_000, 1_000).fate(&board, corner, &walls, &nobody).unwrap();
            assert_eq!(
                (reading.fate, reading.sturdy, reading.walls.len()),
                (Fate::Taken, sturdy, 1),
                "{rows}"
            );
        }
    }

    #[test]
    fn reading_spends_what_it_has_for_one_question() {
        // A corner of eight points without a liberty elsewhere is lost by a ko, which takes long to find.
        let grid = Arc::new(Topology::grid(4, 4).unwrap());
        let stones = Stones::parse(&grid, "...B...B..BBBBBB").unwrap();
        let board = Board::from_stones(Arc::clone(&grid), &stones).unwrap();
        let nobody = vec![false; grid.size()];
        let spent = |reader: &mut Reader, states: usize| {
            let fate = reader.fate(&board, Point::at(3), &nobody, &nobody).map(|reading| reading.fate);
            assert_eq!(fate, Some(Fate::Unfinished));
            states - reader.left()
        };
        for each in [1, 50, 100, 200] {
            assert_eq!(spent(&mut Reader::new(10_000, each), 10_000), each);
        }
        let mut reader = Reader::new(150, 100);
        assert_eq!([(); 3].map(|()| spent(&mut reader, 150)), [100, 150, 150]);
    }

    #[test]
    fn eight_points_in_a_corner_are_no_two_eyes_without_liberties_elsewhere() {
        for (width, rows, stays) in [
            // Without its inner point the corner is lost by a ko, which one liberty elsewhere does not save, and two do.
            (4, "...B...B..BBBBBB", false),
            (5, "...BW...BW..BBWBBBB.", false),
            (5, "...BW...BW..BB.BBBB.", true),
        ] {
            let topology = Arc::new(Topology::grid(width, 4).unwrap());
            let stones = Stones::parse(&topology, rows).unwrap();
            let board = Board::from_stones(topology, &stones).unwrap();
            let walls: Vec<bool> = stones.iter().map(|stone| stone == Some(Color::White)).collect();
            let mut reader = Reader::new(14_000, 14_000);
            let fate = reader.fate(&board, Point::at(3), &walls, &walls).map(|reading| reading.fate);
            assert_eq!(fate == Some(Fate::Stays), stays, "{rows}: {fate:?}");
        }
    }
}
