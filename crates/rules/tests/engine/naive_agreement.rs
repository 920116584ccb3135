//! The engine against the plain model, over random games on all boards and under all rules: which moves are legal,
//! which stones are captured, when play ends, and how every position counts.

use std::collections::BTreeSet;
use std::sync::Arc;

use tengen_rules::{
    Beside, Color, Ending, Game, HalfPoints, Marks, Placement, Rules, Score, Scoring, SplitMix, Tax, Ties,
    Topology, max_free_handicap,
};

use crate::naive::NaiveGame;
use crate::naive_score::{NaiveCount, NaiveScore};
use crate::random_games::{any_color, any_play, any_rules, boards, numbers, pick, some_marks};

/// A random game on both.
struct Pair {
    game: Game,
    naive: NaiveGame,
    /// How many handicap stones there are.
    handicap: u8,
    /// Whether the players keep their eyes.
    sensible: bool,
    random: SplitMix,
}

impl Pair {
    fn new(topology: &Arc<Topology>, rules: Rules, mut random: SplitMix) -> Pair {
        let stones = match rules.placement {
            Placement::Fixed => 0,
            Placement::Free => u8::try_from(random.below(6)).unwrap().min(max_free_handicap(topology)),
        };
        Pair {
            game: Game::with_free_handicap(Arc::clone(topology), rules, stones).unwrap(),
            naive: NaiveGame::new(topology, rules, if stones < 2 { 0 } else { stones }),
            handicap: stones,
            sensible: random.below(2) == 0,
            random,
        }
    }

    /// Both opinions on every point before a turn.
    fn compare_legality(&self) {
        let mut illegal = Vec::new();
        for point in self.game.board().topology().points() {
            match (self.game.check(point), self.naive.check(point.index())) {
                (Ok(play), Ok(expected)) => {
                    let captured: Vec<usize> = play.captured.iter().map(|point| point.index()).collect();
                    assert_eq!(captured, expected.captured);
                    assert_eq!(play.ends, expected.no_result.then_some(Ending::NoResult));
                }
                (Err(refused), Err(rule)) => {
                    assert_eq!(refused.rule(), rule);
                    if rule != "occupied" {
                        illegal.push((point, refused));
                    }
                }
                (ours, theirs) => panic!("{ours:?}, but {:?}", theirs.map(|play| play.captured)),
            }
        }
        assert_eq!(self.game.illegal_points(), illegal);
    }

    fn take_turn(&mut self) {
        // Handicap stones may have to fill eyes.
        let sensible = self.sensible && self.game.handicap_left() == 0;
        let play = any_play(&self.game, sensible, &mut self.random);
        match play.filter(|_| self.random.below(25) > 0) {
            None => assert_eq!(self.game.pass().is_ok(), self.naive.pass()),
            Some(point) => {
                self.game.play(point).unwrap();
                let play = self.naive.check(point.index()).unwrap_or_else(|rule| panic!("{rule}"));
                self.naive.play(play);
            }
        }
    }

    fn compare_state(&self) {
        assert_eq!(self.game.board().stones().iter().collect::<Vec<_>>(), self.naive.position);
        assert_eq!(self.game.prisoners(), self.naive.prisoners);
        assert_eq!(self.game.to_move(), self.naive.to_move);
        assert_eq!(self.game.button(), self.naive.button);
        assert_eq!(self.game.is_over(), self.naive.over);
    }

    /// Plays a number of turns; now and then the players disagree and go on.
    fn play(&mut self, turns: usize) {
        for _ in 0..turns {
            if self.naive.over == Some(Ending::Passes) && self.random.below(3) == 0 {
                let first = any_color(&mut self.random);
                self.game.resume(first);
                self.naive.resume(first);
                self.compare_state();
            }
            if self.naive.over.is_some() {
                break;
            }
            self.compare_legality();
            self.take_turn();
            self.compare_state();
        }
    }

    /// Counts the position with some chains marked dead and some points as nobody's, as its own rules say and under all other
    /// ways to count.
    fn compare_scores(&mut self) {
        let marks = some_marks(&self.game, &mut self.random);
        let komi = HalfPoints::new(i32::try_from(self.random.below(40)).unwrap() - 20);
        let rules = *self.game.rules();
        let beside = Beside {
            prisoners: self.naive.prisoners,
            button: self.naive.button,
            komi,
            handicap: self.handicap,
        };
        let score = self.game.score(&marks, komi, self.handicap).unwrap();
        self.compare_score(&marks, &rules, &beside, score);
        let ties = pick(Ties::ALL, &mut self.random);
        for &tax in Tax::ALL {
            for &scoring in Scoring::ALL {
                let rules = Rules { tax, scoring, ties, ..rules };
                let score = tengen_rules::score(self.game.board(), &marks, &rules, &beside).unwrap();
                self.compare_score(&marks, &rules, &beside, score);
            }
        }
    }

    fn compare_score(&self, marks: &Marks, rules: &Rules, beside: &Beside, score: Score) {
        let [dead, neutral] = [&marks.dead, &marks.neutral]
            .map(|points| points.iter().map(|point| point.index()).collect::<BTreeSet<usize>>());
        let count = NaiveCount {
            neighbours: &self.naive.neighbours,
            position: &self.naive.position,
            dead: &dead,
            neutral: &neutral,
        };
        let expected = count.score(rules, beside);
        let totals = Color::ALL.map(|color| score.total(color));
        let winner = score.winner(rules.ties);
        let open = &score.open_borders;
        assert!(open.iter().all(|point| score.dame.contains(point)));
        let dame = score.dame.iter().map(|point| point.index()).collect();
        let counted = NaiveScore { lines: score.lines, owners: score.owners, dame };
        let stones = self.game.board().stones();
        assert_eq!(counted, expected, "{stones} with {marks:?} under {rules:?}");
        let sums: [HalfPoints; 2] =
            Color::ALL.map(|color| expected.lines.iter().map(|line| line.points[color]).sum());
        assert_eq!(totals, sums);
        let leader = if sums[0] > sums[1] { Color::Black } else { Color::White };
        let tied = match rules.ties {
            Ties::Draw => None,
            Ties::Black => Some(Color::Black),
            Ties::White => Some(Color::White),
        };
        assert_eq!(winner, if sums[0] == sums[1] { tied } else { Some(leader) });
    }

    /// Passes until play is over, unless it is.
    fn end(&mut self) {
        while self.naive.over.is_none() {
            if self.game.handicap_left() > 0 {
                self.take_turn();
            } else {
                assert!(self.game.pass().is_ok() && self.naive.pass());
            }
            self.compare_state();
        }
    }
}

/// Plays games of these numbers, each on one of the boards and under any rules, about `fill` turns for each point.
fn compare(boards: &[Arc<Topology>], usual: u64, fill: usize) -> Vec<Ending> {
    let mut endings = Vec::new();
    for number in numbers(usual) {
        let mut random = SplitMix::new(number);
        let topology = &boards[random.below(boards.len())];
        let rules = any_rules(&mut random);
        let name = topology.name().map_or_else(|| "a graph".to_owned(), |name| name.to_string());
        let told = Told(format!("game {number} on {name} under {rules:?}"));
        let mut pair = Pair::new(topology, rules, random);
        let turns = fill * topology.size() / 4;
        pair.play(turns / 2);
        pair.compare_scores();
        pair.play(turns - turns / 2);
        pair.end();
        pair.compare_scores();
        endings.extend(pair.naive.over);
        drop(told);
    }
    endings
}

/// Says which game it was if it fails.
struct Told(String);

impl Drop for Told {
    #[allow(clippy::print_stdout, reason = "the test harness shows it with the failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("failed: {}", self.0);
        }
    }
}

fn grids(
    widths: std::ops::RangeInclusive<usize>,
    heights: std::ops::RangeInclusive<usize>,
) -> Vec<Arc<Topology>> {
    let sides = widths.flat_map(|width| heights.clone().map(move |height| (width, height)));
    sides.map(|(width, height)| Arc::new(Topology::grid(width, height).unwrap())).collect()
}

#[test]
fn on_every_grid_up_to_four_by_four() {
    let endings = compare(&grids(1..=4, 1..=4), 2000, 20);
    assert!(endings.contains(&Ending::NoResult) && endings.contains(&Ending::Passes));
}

#[test]
fn on_grids_up_to_nine_by_nine() {
    compare(&grids(1..=9, 5..=9), 550, 6);
}

#[test]
fn on_joined_grids() {
    let joined = [
        "torus 2x2",
        "torus 3x3",
        "torus 4x3",
        "torus 2x5",
        "torus 5x5",
        "torus 7x6",
        "cylinder 5x4",
        "cylinder 3x3",
        "cylinder 6x7",
        "cylinder 2x6",
        "roll 2x4",
        "roll 7x5",
    ];
    compare(&boards(&joined), 1000, 10);
}

#[test]
fn on_figures_and_graphs() {
    let mut figures = boards(&[
        "hexagon 2",
        "hexagon 3",
        "hexagon 4",
        "triangle 4",
        "triangle 7",
        "honeycomb 2",
        "honeycomb 3",
        "petersen",
        "dodecahedron",
    ]);
    let complete: Vec<_> = (0..6).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    figures.push(Arc::new(Topology::graph(6, &complete).unwrap()));
    figures.push(Arc::new(Topology::graph(4, &[(0, 1)]).unwrap()));
    for number in 0..6 {
        figures.push(Arc::new(any_graph(&mut SplitMix::new(number))));
    }
    compare(&figures, 3000, 10);
}

/// A graph of up to twenty points, not always in one piece.
fn any_graph(random: &mut SplitMix) -> Topology {
    let points = 1 + random.below(20);
    let often = 2 + random.below(5);
    let pairs = (0..points).flat_map(|to| (0..to).map(move |from| (from, to)));
    let edges: Vec<_> = pairs.filter(|_| random.below(points) < often).collect();
    Topology::graph(points, &edges).unwrap()
}
