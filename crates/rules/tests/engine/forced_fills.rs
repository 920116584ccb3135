//! Points to fill, held against a search of all that can follow between two walls that live.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tengen_rules::{
    Beside, Board, Color, Marks, Point, Preset, Score, SplitMix, Stones, Topology, propose_neutral, score,
};

use crate::diagram::{names, rows};
use crate::random_games::numbers;

/// A stone that was just taken in a ko, and whom the ko forbids to take back before a pass.
type Ban = (Color, Point);

/// A position to come: its hash, the side to move, whether the other side has just passed, and the point that ko forbids.
type Key = (u64, Color, bool, Vec<Ban>);

/// Finds out whether an attacker ends with more than it has. Ko is by article 7, clause 2 of the Japanese rules of
/// 1989: a player who would take back passes first, so that no other threat has a part in the ko.
struct Search<'a> {
    attacker: Color,
    /// The attacker's area less the owner's when nobody plays on.
    margin: i32,
    /// Where somebody may play.
    open: &'a [Point],
    known: HashMap<Key, bool>,
    path: HashSet<(u64, Color)>,
}

impl Search<'_> {
    fn gains(&mut self, board: &Board, to_move: Color, passed: bool, bans: &[Ban]) -> bool {
        let key = (board.hash(), to_move, passed, bans.to_vec());
        if let Some(&gains) = self.known.get(&key) {
            return gains;
        }
        let attacks = to_move == self.attacker;
        let mut gains = if passed {
            margin(board, self.attacker) > self.margin
        } else {
            let left: Vec<Ban> = bans.iter().filter(|(color, _)| *color != to_move).copied().collect();
            self.gains(board, to_move.opponent(), true, &left)
        };
        for &point in self.open {
            if gains == attacks {
                break;
            }
            let banned = bans.contains(&(to_move, point));
            if board.get(point).is_none() && !banned && !board.is_suicide(point, to_move) {
                gains = self.gains_after(board, to_move, point, bans).unwrap_or(gains);
            }
        }
        self.known.insert(key, gains);
        gains
    }

    /// The same after a move; nothing if it repeats a position.
    fn gains_after(&mut self, board: &Board, to_move: Color, point: Point, bans: &[Ban]) -> Option<bool> {
        let (mut after, mut captured) = (board.clone(), Vec::new());
        after.place(point, to_move, &mut captured);
        let position = (after.hash(), to_move);
        if !self.path.insert(position) {
            return None;
        }
        let mut bans: Vec<Ban> = bans.iter().filter(|(_, at)| after.get(*at).is_none()).copied().collect();
        if captured.len() == 1 && after.chain(point).len() == 1 && after.liberties(point).len() == 1 {
            bans.push((to_move.opponent(), captured[0]));
            bans.sort_unstable();
        }
        let gains = self.gains(&after, to_move.opponent(), false, &bans);
        self.path.remove(&position);
        Some(gains)
    }
}

/// A colour's area less the other's.
fn margin(board: &Board, color: Color) -> i32 {
    let rules = Preset::TrompTaylor.rules();
    let counted = score(board, &Marks::default(), &rules, &Beside::default()).unwrap();
    (counted.total(color) - counted.total(color.opponent())).half_points()
}

fn gains(board: &Board, attacker: Color, margin: i32, open: &[Point]) -> bool {
    let mut search = Search { attacker, margin, open, known: HashMap::new(), path: HashSet::new() };
    search.gains(board, attacker, false, &[])
}

/// How many columns each wall has.
const WALL: usize = 2;

/// With more points than these between the walls the search of a position would take too long.
const MOST: usize = 8;

/// A black wall at the left and a white one at the right, with two eyes each, and between them the given points row by row.
/// None if a chain would have no liberty.
fn between_walls(width: usize, height: usize, inside: &[Option<Color>]) -> Option<Board> {
    let grid = Arc::new(Topology::grid(width + 2 * WALL, height).unwrap());
    let mut stones = Stones::empty(&grid);
    for point in grid.points() {
        let (column, row) = grid.column_row_from_top(point);
        let is_eye = row % 2 == 0 && (column == 0 || column == width + 2 * WALL - 1);
        let stone = match column.checked_sub(WALL) {
            _ if is_eye => None,
            None => Some(Color::Black),
            Some(column) if column >= width => Some(Color::White),
            Some(column) => inside[row * width + column],
        };
        stones.set(point, stone);
    }
    Board::from_stones(grid, &stones).ok()
}

fn is_between(board: &Board, point: Point) -> bool {
    let column = board.topology().column_row_from_top(point).0;
    column >= WALL && column + WALL < board.topology().width()
}

/// Stones mostly of the nearer side, and some points empty; now and then with dead stones.
fn at_random(random: &mut SplitMix) -> Option<(Board, Vec<Point>)> {
    let (width, height) = (3 + random.below(3), 3 + random.below(3));
    let share = 2 + random.below(3);
    let at = |value: usize| i32::try_from(value).unwrap();
    let slope = at(random.below(5)) - 2;
    let mut inside = Vec::new();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let middle = 2 * (2 * at(column) + 1 - at(width)) + slope * (2 * at(row) + 1 - at(height));
        let side = middle + at(random.below(5)) - 2;
        let near = if side < 0 { Color::Black } else { Color::White };
        let stone = if random.below(8) == 0 { near.opponent() } else { near };
        inside.push((random.below(10) >= share).then_some(stone));
    }
    let board = between_walls(width, height, &inside)?;
    let mut dead = Vec::new();
    if random.below(2) == 0 {
        for stone in board.chains() {
            let chain = board.chain(stone);
            if chain.iter().all(|&stone| is_between(&board, stone)) && random.below(2) == 0 {
                dead.extend(chain);
            }
        }
    }
    dead.sort_unstable();
    Some((board, dead))
}

fn counted(board: &Board, dead: &[Point]) -> Score {
    score(board, &Marks::dead(dead), &Preset::Japanese.rules(), &Beside::default()).unwrap()
}

fn without(board: &Board, gone: &[Point]) -> Board {
    let mut stones = board.stones();
    for &stone in gone {
        stones.set(stone, None);
    }
    Board::from_stones(Arc::clone(board.topology()), &stones).unwrap()
}

/// The board after these stones, none of which takes its own chain.
fn with_stones(board: &Board, points: &[Point], color: Color) -> Option<Board> {
    let mut board = board.clone();
    for &point in points {
        if board.is_suicide(point, color) {
            return None;
        }
        board.place(point, color, &mut Vec::new());
    }
    Some(board)
}

/// The position after the owner has connected over dame and the opponent has filled the others. `None` if a stone would
/// be taken by a filling stone, or if a point stays open.
fn filled(board: &Board, dame: &[Point], owner: Color) -> Option<Board> {
    let mut board = board.clone();
    loop {
        let before = board.hash();
        for (connects, color) in [(true, owner), (false, owner.opponent())] {
            for &point in dame {
                let is_next = (chains_beside(&board, point, owner) > 1) == connects;
                if is_next && board.get(point).is_none() && !board.is_suicide(point, color) {
                    if !board.captured_by(point, color).is_empty() {
                        return None;
                    }
                    board.place(point, color, &mut Vec::new());
                }
            }
        }
        if board.hash() == before {
            return dame.iter().all(|&point| board.get(point).is_some()).then_some(board);
        }
    }
}

/// How many chains of a colour are next to a point.
fn chains_beside(board: &Board, point: Point, color: Color) -> usize {
    let stones = board.topology().neighbours(point).iter().filter(|&&at| board.get(at) == Some(color));
    stones.filter_map(|&at| board.representative(at)).collect::<HashSet<Point>>().len()
}

/// All sets of up to two of these points, the small ones first.
fn sets(points: &[Point]) -> Vec<Vec<Point>> {
    let pairs = points
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| points[index + 1..].iter().map(move |&other| vec![one, other]));
    let single = points.iter().map(|&point| vec![point]);
    [Vec::new()].into_iter().chain(single).chain(pairs).collect()
}

/// The counts of the comparison.
#[derive(Debug, Default)]
struct Found {
    /// How many owners had none, one or two points to fill, first without dead stones of the opponent, then with some.
    owners: [[usize; 3]; 2],
    /// How many were to fill more points than necessary: the engine looks no further ahead than one of them.
    too_many: usize,
}

/// Compares the points that each owner is to fill with the fewest that are enough: after which the opponent, who plays
/// first once all dame are filled, gains nothing. Positions in which some point is not decided yet are passed over.
fn hold_against_search(board: &Board, dead: &[Point], found: &mut Found) {
    let counted = counted(board, dead);
    let is_decided = |point: Point| {
        counted.owners[point.index()].is_some()
            || counted.dame.contains(&point) && !dead.contains(&point)
            || board.get(point).is_some() && !dead.contains(&point)
    };
    let joins_both = |&point: &Point| Color::ALL.iter().all(|&color| chains_beside(board, point, color) > 1);
    if !counted.open_borders.is_empty()
        || !board.topology().points().all(is_decided)
        || counted.dame.iter().any(joins_both)
    {
        return;
    }
    let proposed = propose_neutral(board, dead, &Preset::Japanese.rules());
    for owner in Color::ALL {
        let opponent = owner.opponent();
        let of = |point: &Point| counted.owners[point.index()];
        let (own_dead, dead): (Vec<Point>, Vec<Point>) =
            dead.iter().partition(|&&stone| board.get(stone) == Some(owner));
        let Some(filled) = filled(&without(board, &own_dead), &counted.dame, owner) else { continue };
        let between = board.topology().points().filter(|&point| is_between(board, point));
        let open: Vec<Point> = between.filter(|point| of(point) != Some(opponent)).collect();
        let own = open.iter().copied().filter(|point| of(point) == Some(owner));
        let own: Vec<Point> = own.filter(|&point| board.get(point).is_none()).collect();
        let margin = margin(&without(&filled, &dead), opponent);
        let holds = |fill: &[Point]| {
            with_stones(&filled, fill, owner).is_some_and(|board| !gains(&board, opponent, margin, &open))
        };
        let Some(fewest) = sets(&own).into_iter().find(|fill| holds(fill)) else { continue };
        let fill = proposed.iter().filter(|neutral| of(&neutral.point) == Some(owner));
        let fill: Vec<Point> = fill.map(|neutral| neutral.point).collect();
        let shown = |points: &[Point]| names(board.topology(), points);
        assert!(
            fill.is_empty() == fewest.is_empty() && holds(&fill),
            "{owner} is to fill {}, not {}, with {} dead\n{}",
            shown(&fewest),
            shown(&fill),
            shown(&dead),
            rows(board),
        );
        found.owners[usize::from(!dead.is_empty())][fewest.len()] += 1;
        found.too_many += usize::from(fill.len() > fewest.len());
    }
}

/// How many points between the walls may be filled: the search tries them all.
fn room(board: &Board, dead: &[Point]) -> usize {
    let is_open = |point: &Point| board.get(*point).is_none() || dead.contains(point);
    board.topology().points().filter(|&point| is_between(board, point)).filter(is_open).count()
}

#[test]
fn positions_at_random() {
    let mut found = Found::default();
    for number in numbers(8_000) {
        let Some((board, dead)) = at_random(&mut SplitMix::new(number)) else { continue };
        if room(&board, &dead) <= MOST {
            hold_against_search(&board, &dead, &mut found);
        }
    }
    assert!(found.owners.iter().all(|owners| owners[0] > 0 && owners[1] > 0), "{found:?}");
    let filled: usize = found.owners.iter().flat_map(|owners| &owners[1..]).sum();
    assert!(100 * found.too_many <= filled, "{found:?}");
}

/// All that may stand on three times three points, but for one of two that mirror each other.
#[test]
fn every_small_position() {
    let mut found = Found::default();
    for number in 0..3_usize.pow(9) {
        let cell =
            |index: u32| [None, Some(Color::Black), Some(Color::White)][number / 3_usize.pow(index) % 3];
        let inside: Vec<Option<Color>> = (0..9).map(cell).collect();
        if inside[..3] > inside[6..] {
            continue;
        }
        if let Some(board) = between_walls(3, 3, &inside) {
            hold_against_search(&board, &[], &mut found);
        }
    }
    assert!(found.owners[0].iter().all(|&times| times > 0) && found.too_many == 0, "{found:?}");
}
