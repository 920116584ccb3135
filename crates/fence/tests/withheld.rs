//! Which positions a game withholds: by hand, and beside a plain model that compares whole boards.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::sync::Arc;

use proptest::prelude::*;
use tengen_fence::{Path, Sought, few, opening};
use tengen_rules::{Color, Game, Point, Preset, Stones, Symmetries, Topology};

/// A board with its ways to turn, and the positions that a game on it has gone through.
struct Played {
    board: Topology,
    symmetries: Symmetries,
    all: Vec<Stones>,
    path: Path,
}

impl Played {
    /// A game of these moves, each of which picks one of the free points. What the rules forbid is left out.
    fn by(width: usize, height: usize, picks: &[u16]) -> Self {
        let board = Topology::grid(width, height).unwrap();
        let mut game = Game::new(Arc::new(board.clone()), Preset::Chinese.rules(), &[]).unwrap();
        let mut path = Path::new(Stones::empty(&board));
        let mut all = Vec::new();
        for pick in picks {
            let at = Point::new(usize::from(*pick) % board.size()).unwrap();
            if game.play(at).is_ok() {
                all.push(game.board().stones());
                path.note(&game.board().stones(), Some(all.len()));
            }
        }
        Self { symmetries: Symmetries::of(&board), board, all, path }
    }

    /// A game of these diagrams.
    fn shown(board: Topology, diagrams: &[&str]) -> Self {
        let all: Vec<Stones> = diagrams.iter().map(|rows| Stones::parse(&board, rows).unwrap()).collect();
        let mut path = Path::new(Stones::empty(&board));
        for (number, stones) in all.iter().enumerate() {
            path.note(stones, Some(number + 1));
        }
        Self { symmetries: Symmetries::of(&board), board, all, path }
    }

    fn is_near(&self, stones: &Stones) -> bool {
        self.path.is_near(&Sought::new(stones, &self.symmetries), &self.board, self.path.steps())
    }

    fn is_like(&self, stones: &Stones) -> bool {
        self.path.is_like(&Sought::new(stones, &self.symmetries), &self.board)
    }

    fn parsed(&self, rows: &str) -> Stones {
        Stones::parse(&self.board, rows).unwrap()
    }

    /// The position in one of its ways.
    fn turned(&self, stones: &Stones, way: usize) -> Stones {
        let all = self.symmetries.all();
        let symmetry = &all[way / 2 % all.len()];
        let mut turned = Stones::empty(&self.board);
        for at in self.board.points() {
            let stone =
                stones.get(at).map(|color| if way.is_multiple_of(2) { color } else { color.opponent() });
            turned.set(symmetry.point(at), stone);
        }
        turned
    }

    /// Whether a few changes lead from one of the positions to this one, by comparing whole boards.
    fn plainly_near(&self, stones: &Stones) -> bool {
        let from = opening(self.board.size());
        let ways = self.symmetries.all().len() * 2;
        (0..ways).map(|way| self.turned(stones, way)).any(|turned| {
            self.all.iter().skip(from - 1).any(|earlier| {
                *earlier == turned
                    || common(earlier, &turned) >= from
                        && is_a_few_changes_from(&self.board, earlier, &turned)
            })
        })
    }
}

/// How many stones two positions have in common.
fn common(one: &Stones, other: &Stones) -> usize {
    one.iter().zip(other.iter()).filter(|(own, their)| own.is_some() && own == their).count()
}

fn is_a_few_changes_from(board: &Topology, from: &Stones, to: &Stones) -> bool {
    changes(board, from, to) <= few(board.size(), from.iter().flatten().count())
}

/// How many changes lead from one position to another.
fn changes(board: &Topology, from: &Stones, to: &Stones) -> usize {
    let set = board.points().filter(|at| to.get(*at).is_some() && to.get(*at) != from.get(*at)).count();
    let mut left: Vec<Point> =
        board.points().filter(|at| from.get(*at).is_some() && to.get(*at) != from.get(*at)).collect();
    let taken = left.len();
    let mut chains = 0;
    while let Some(start) = left.pop() {
        chains += 1;
        let mut chain = vec![start];
        while let Some(stone) = chain.pop() {
            let (near, others): (Vec<Point>, Vec<Point>) = left
                .iter()
                .partition(|at| board.neighbours(stone).contains(at) && from.get(**at) == from.get(stone));
            left = others;
            chain.extend(near);
        }
    }
    set + taken.min(chains)
}

/// Puts what is asked for on some points.
fn changed(stones: &Stones, wishes: &[(u16, Option<bool>)]) -> Stones {
    let mut stones = stones.clone();
    for (at, stone) in wishes {
        let at = Point::new(usize::from(*at) % stones.size()).unwrap();
        stones.set(at, stone.map(|black| if black { Color::Black } else { Color::White }));
    }
    stones
}

fn any_wishes(most: usize) -> impl Strategy<Value = Vec<(u16, Option<bool>)>> {
    proptest::collection::vec((any::<u16>(), any::<Option<bool>>()), 0..=most)
}

fn any_picks() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..70)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_comes_from_a_position_by_a_few_changes_is_withheld(
        (width, height) in (2_usize..8, 2_usize..8), picks in any_picks(), at in any::<prop::sample::Index>(), way in 0_usize..16, wishes in any_wishes(1),
    ) {
        let played = Played::by(width, height, &picks);
        let from = opening(played.board.size());
        prop_assume!(played.all.len() >= from);
        let behind_the_opening = &played.all[from - 1..];
        let position = at.get(behind_the_opening);
        prop_assert!(played.is_near(&played.turned(position, way)));
        let other = changed(position, &wishes);
        prop_assume!(common(position, &other) >= from);
        // A stone that is exchanged is two changes, which are more than a few on the smallest boards.
        prop_assume!(is_a_few_changes_from(&played.board, position, &other));
        prop_assert!(played.is_near(&played.turned(&other, way)));
    }

    #[test]
    fn the_plain_model_says_the_same(
        (width, height) in (1_usize..6, 1_usize..6), picks in any_picks(), at in any::<prop::sample::Index>(), way in 0_usize..16, wishes in any_wishes(8),
    ) {
        let played = Played::by(width, height, &picks);
        prop_assume!(!played.all.is_empty());
        let sought = played.turned(&changed(at.get(&played.all), &wishes), way);
        prop_assert_eq!(played.is_near(&sought), played.plainly_near(&sought));
    }

    #[test]
    fn players_get_no_half_of_their_board_whatever_fills_the_other_one(
        picks in proptest::collection::vec(any::<u16>(), 30..90), side in 0_usize..4, way in 0_usize..16, rest in proptest::collection::vec(any::<Option<bool>>(), 81),
    ) {
        let played = Played::by(9, 9, &picks);
        let now = played.all.last().unwrap();
        let mut other = now.clone();
        let mut own = [0; 2];
        for (at, stone) in played.board.points().zip(rest) {
            let (column, row) = played.board.column_row_from_top(at);
            if [column, row, 8 - column, 8 - row][side] > 4 {
                other.set(at, stone.map(|black| if black { Color::Black } else { Color::White }));
            } else if let Some(color) = now.get(at) {
                own[usize::from(color == Color::White)] += 1;
            }
        }
        // Four stones more than an opening has, and not nearly all of one colour.
        prop_assume!(own[0] + own[1] >= 13 && own[0].max(own[1]) <= 3 * own[0].min(own[1]));
        prop_assert!(played.is_like(&played.turned(&other, way)));
    }
}

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u16::try_from(self.0 >> 48).unwrap()
    }
}

#[test]
fn what_has_nothing_to_do_with_a_game_is_free() {
    let mut numbers = Numbers(1);
    for (side, moves, pairs) in [(9, 20, 60), (9, 50, 60), (13, 80, 40), (19, 150, 20)] {
        let mut last: Option<Stones> = None;
        for pair in 0..pairs {
            let picks: Vec<u16> = (0..moves).map(|_| numbers.next()).collect();
            let played = Played::by(side, side, &picks);
            if let Some(other) = last {
                assert!(!played.is_near(&other) && !played.is_like(&other), "{side}, {moves}: {pair}");
            }
            last = played.all.last().cloned();
        }
    }
}

#[test]
fn a_chain_that_is_captured_is_one_change() {
    let board = Topology::grid(9, 9).unwrap();
    let empty = ".".repeat(81);
    let rows = |above: &str, middle: &str, below: &str, rest: &str| {
        format!("{above:.<9}{middle:.<9}{below:.<9}{rest:.<54}")
    };
    let before = rows("BBBBBBBB", "WWWWWWWW", "BBBBBBBB", "");
    // Nine positions are an opening.
    let mut all = vec![empty.as_str(); 9];
    all.push(&before);
    let played = Played::shown(board, &all);
    for (middle, rest, is_near) in [
        ("........B", "", true),
        // With two stones more there are four changes in all, which are a few, and with three there are five.
        ("........B", "W.B", true),
        ("........B", "W.B.W", false),
        // Four chains are taken, and one stone is set.
        ("W.W.W.W.B", "", false),
        ("WW.W.W.W", "", true),
    ] {
        let stones = rows("BBBBBBBB", middle, "BBBBBBBB", rest);
        assert_eq!(played.is_near(&played.parsed(&stones)), is_near, "{stones}");
    }
}

#[test]
fn positions_that_were_taken_back_stay_withheld() {
    let board = Topology::grid(5, 5).unwrap();
    let mut played = Played::shown(
        board,
        &["B", "B.W", "BBW"].map(|rows| format!("{rows:.<25}")).each_ref().map(String::as_str),
    );
    let taken_back = played.parsed(&format!("{:.<25}", "BBW.....B.WB"));
    played.path.note(&taken_back, Some(6));
    played.path.note(&played.parsed(&format!("{:.<25}", "BBW")), None);
    played.path.note(&played.parsed(&format!("{:.<24}W", "BBW")), Some(4));
    assert!(played.is_near(&taken_back));
    assert!(played.is_near(&played.turned(&taken_back, 7)));
}

#[test]
fn spectators_who_are_behind_learn_nothing() {
    let board = Topology::grid(5, 5).unwrap();
    let rows = ["B", "B.W", "BBW", "BBW.....B", "BBW.....B.W...W", "BBW.....B.WB..W"]
        .map(|rows| format!("{rows:.<25}"));
    let played = Played::shown(board, &rows.each_ref().map(String::as_str));
    let sought = Sought::new(&played.parsed(&rows[5]), &played.symmetries);
    let seen = |steps| played.path.is_near(&sought, &played.board, steps);
    assert_eq!([3, 4, 5, 6].map(seen), [false, false, true, true]);
    assert!(played.path.is_like(&sought, &played.board), "its players are told of the last position as well");
}

#[test]
fn where_a_game_began_is_everybodys() {
    let board = Topology::grid(5, 5).unwrap();
    let symmetries = Symmetries::of(&board);
    let parsed = |rows: &str| Stones::parse(&board, rows).unwrap();
    let first = parsed(".BW..B.BW..BW............");
    let mut path = Path::begun_in(first.clone(), 0);
    let second = parsed(".BW..B.BW..BW...........W");
    path.note(&second, Some(1));
    let near =
        |path: &Path, stones: &Stones| path.is_near(&Sought::new(stones, &symmetries), &board, path.steps());
    assert!(!near(&path, &first));
    assert!(near(&path, &second));
    // Others have these stones, too, and play on from there.
    assert!(!near(&path, &parsed(".BW..B.BW..BW..........BW")));
    assert!(!path.is_like(&Sought::new(&first, &symmetries), &board));
    // With an opening of its own the game is like no other.
    path.note(&parsed(".BW..B.BW..BW.........BBW"), Some(3));
    assert!(near(&path, &parsed(".BW..B.BW..BW........WBBW")), "one stone more tells as much");
    assert!(!near(&path, &parsed(".BW..B.BW..BW......WBW...")));
    // Stones of a handicap are no such position.
    let mut handicap = Path::new(parsed("B...B...............B...B"));
    handicap.note(&parsed("B...B.......W.......B...B"), Some(1));
    assert!(!handicap.is_near(&Sought::new(&parsed("B...B.......W.......B...B"), &symmetries), &board, 1));
}

#[test]
fn other_boards_and_openings_are_free() {
    let board = Topology::grid(9, 9).unwrap();
    let rows: Vec<String> =
        (1_usize..=20).map(|moves| format!("{:.<81}", "BW..".repeat(moves.div_ceil(2)))).collect();
    let played = Played::shown(board, &rows.iter().map(String::as_str).collect::<Vec<_>>());
    let last = played.all.last().unwrap();
    assert!(played.is_near(last) && played.is_like(last));
    for free in [
        Stones::empty(&played.board),
        played.all[3].clone(),
        played.parsed(&format!("{:.<81}", "....B.......W..B")),
    ] {
        assert!(!played.is_near(&free) && !played.is_like(&free), "{free}");
    }
    let longer = Topology::grid(9, 10).unwrap();
    let sought = Sought::new(&Stones::empty(&longer), &Symmetries::of(&longer));
    assert!(!played.path.is_near(&sought, &longer, 20) && !played.path.is_like(&sought, &longer));
}

#[test]
fn late_in_a_game_a_few_changes_are_more() {
    let board = Topology::grid(19, 19).unwrap();
    // Two lines of stones and an empty one, again and again.
    let line = |stone: &str| stone.repeat(19);
    let rows = format!("{}{}", [line("B"), line("W"), line(".")].concat().repeat(6), line("."));
    let played = Played::shown(board, &vec![rows.as_str(); 20]);
    let with = |stones: usize| {
        let free: Vec<Point> =
            played.board.points().filter(|at| played.all[0].get(*at).is_none()).take(stones).collect();
        let mut other = played.all[0].clone();
        for at in free {
            other.set(at, Some(Color::Black));
        }
        played.is_near(&other)
    };
    // 228 stones.
    assert_eq!([22, 23].map(with), [true, false]);
}

#[test]
fn two_stones_that_were_moved_make_another_opening() {
    let board = Topology::grid(9, 9).unwrap();
    let rows = format!("{:.<81}", "BW.BW.BW.B.W");
    let played = Played::shown(board, &[rows.as_str(); 9]);
    // Eight stones, and one more: the same, and all of it.
    let near = |rows: &str| played.is_near(&played.parsed(&format!("{rows:.<81}")));
    assert_eq!(played.all[0].iter().flatten().count(), 8);
    assert!(near("BW.BW.BW.B.W"), "the same");
    assert!(!near("BW.BW.BW.B.WB"), "an opening that goes on");
    let longer = format!("{:.<81}", "BW.BW.BW.B.WBWB");
    let played = Played::shown(Topology::grid(9, 9).unwrap(), &[longer.as_str(); 9]);
    let near = |rows: &str| played.is_near(&played.parsed(&format!("{rows:.<81}")));
    assert!(near("BW.BW.BW.B.WBW.B"), "eleven stones, one of them moved");
    assert!(!near("BW.BW.BW.B...W.B"), "eight stones are too few to know a game by");
}

#[test]
fn a_game_with_few_stones_holds_nothing_however_long_it_is() {
    let board = Topology::grid(9, 9).unwrap();
    let symmetries = Symmetries::of(&board);
    let empty = Stones::empty(&board);
    let one = Stones::parse(&board, &format!("{:.<81}", "B")).unwrap();
    for mut path in [Path::new(empty.clone()), Path::begun_in(empty.clone(), 0)] {
        for _ in 0..20 {
            path.note(&empty, Some(0));
        }
        path.note(&one, Some(1));
        for stones in [&empty, &one] {
            let sought = Sought::new(stones, &symmetries);
            assert!(!path.is_near(&sought, &board, path.steps()) && !path.is_like(&sought, &board));
        }
    }
}

#[test]
fn stones_with_which_a_game_began_are_not_its_own() {
    let board = Topology::grid(9, 9).unwrap();
    let symmetries = Symmetries::of(&board);
    let parsed = |rows: &str| Stones::parse(&board, &format!("{rows:.<81}")).unwrap();
    let first = "BWBWBWBW.BWBWBWBW.BWBWBWBW.";
    let mut path = Path::begun_in(parsed(first), 0);
    path.note(&parsed(&format!("{first}BW.BW..BW")), Some(6));
    let is_like = |rows: &str| path.is_like(&Sought::new(&parsed(rows), &symmetries), &board);
    assert!(is_like(&format!("{first}BW.BW..BW.......WBWBWB")), "all six stones, among others");
    assert!(!is_like(&format!("{first}W.B..B.W.W.......WBWBWB")), "other moves from the same beginning");
}
