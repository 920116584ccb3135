//! Turned, mirrored, moved or with the colours exchanged, a game is the same game.

use std::sync::Arc;

use tengen_rules::{
    Beside, Board, ByColor, Color, Game, Illegal, Marks, Move, MoveList, Play, Point, Rules, Score,
    ScoreLine, Scoring, SplitMix, Stones, Tax, Ties, score, unconditionally_alive,
};

use crate::automorphisms::automorphisms;
use crate::random_games::{any_color, any_play, any_rules, boards, numbers, pick, some_marks};

/// The images of points and colours.
struct Symmetry<'a> {
    places: &'a [Point],
    swap: bool,
}

impl Symmetry<'_> {
    fn point(&self, point: Point) -> Point {
        self.places[point.index()]
    }

    fn points(&self, points: &[Point]) -> Vec<Point> {
        let mut points: Vec<Point> = points.iter().map(|&point| self.point(point)).collect();
        points.sort_unstable();
        points
    }

    fn marks(&self, marks: &Marks) -> Marks {
        Marks { dead: self.points(&marks.dead), neutral: self.points(&marks.neutral) }
    }

    fn color(&self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }

    fn both<T: Copy>(&self, values: ByColor<T>) -> ByColor<T> {
        ByColor::from_fn(|color| values[self.color(color)])
    }

    /// A value for each point, each in its new place.
    fn all<T: Copy>(&self, values: &[T]) -> Vec<T> {
        let mut moved = values.to_vec();
        for (value, place) in values.iter().zip(self.places) {
            moved[place.index()] = *value;
        }
        moved
    }

    fn colors(&self, colors: &[Option<Color>]) -> Vec<Option<Color>> {
        self.all(colors).into_iter().map(|color| color.map(|color| self.color(color))).collect()
    }

    fn board(&self, board: &Board) -> Board {
        let topology = Arc::clone(board.topology());
        let mut stones = Stones::empty(&topology);
        for point in topology.points() {
            stones.set(self.point(point), board.get(point).map(|color| self.color(color)));
        }
        Board::from_stones(topology, &stones).unwrap()
    }

    fn play(&self, play: Result<Play, Illegal>) -> Result<Play, Illegal> {
        play.map(|play| Play { captured: self.points(&play.captured), ends: play.ends })
    }

    fn illegal(&self, illegal: &[(Point, Illegal)]) -> Vec<(Point, Illegal)> {
        let mut moved: Vec<_> = illegal.iter().map(|&(point, rule)| (self.point(point), rule)).collect();
        moved.sort_unstable_by_key(|&(point, _)| point);
        moved
    }

    fn rules(&self, rules: &Rules) -> Rules {
        let ties = match rules.ties {
            Ties::Black if self.swap => Ties::White,
            Ties::White if self.swap => Ties::Black,
            same => same,
        };
        Rules { ties, ..*rules }
    }

    /// Komi stays White's, so scores to be mapped have none.
    fn score(&self, score: &Score) -> Score {
        let lines =
            score.lines.iter().map(|line| ScoreLine { name: line.name, points: self.both(line.points) });
        Score {
            lines: lines.collect(),
            owners: self.colors(&score.owners),
            dame: self.points(&score.dame),
            open_borders: self.points(&score.open_borders),
        }
    }
}

/// A game and its image, played side by side.
struct Twins<'a> {
    game: Game,
    image: Game,
    symmetry: Symmetry<'a>,
}

impl Twins<'_> {
    fn compare(&self) {
        let (game, image, to) = (&self.game, &self.image, &self.symmetry);
        assert_eq!(image.board(), &to.board(game.board()));
        assert_eq!(image.to_move(), to.color(game.to_move()));
        assert_eq!(image.prisoners(), to.both(game.prisoners()));
        assert_eq!(image.button(), game.button().map(|color| to.color(color)));
        assert_eq!(image.is_over(), game.is_over());
        assert_eq!(image.check_pass(), game.check_pass());
        assert_eq!(image.illegal_points(), to.illegal(&game.illegal_points()));
        for point in game.board().topology().points() {
            assert_eq!(image.check(to.point(point)), to.play(game.check(point)));
        }
    }

    fn take(&mut self, turn: Option<Point>) {
        match turn {
            None => assert_eq!(self.image.pass(), self.game.pass()),
            Some(point) => {
                let play = self.symmetry.play(self.game.play(point));
                assert_eq!(self.image.play(self.symmetry.point(point)), play);
            }
        }
    }

    /// The image of the game's moves, written down and read again, leads to the same end.
    fn compare_move_lists(&self, start: &Board, first: Color) {
        let to = &self.symmetry;
        let topology = self.game.board().topology();
        let moves = self.game.moves().iter().map(|&(_, turn)| match turn {
            Move::Play(point) => Move::Play(to.point(point)),
            Move::Pass => Move::Pass,
        });
        let list: MoveList = MoveList::of(topology, moves).to_string().parse().unwrap();
        let mut replay = Game::from_board(to.board(start), *self.image.rules(), to.color(first));
        for turn in list.moves_on(topology).unwrap() {
            match turn {
                Move::Play(point) => drop(replay.play(point).unwrap()),
                Move::Pass => drop(replay.pass().unwrap()),
            }
        }
        assert_eq!(format!("{replay:?}"), format!("{:?}", self.image));
    }
}

/// The image of a count is the count of the image, in every way to count.
fn compare_scores(game: &Game, marks: &Marks, to: &Symmetry<'_>) {
    let board = game.board();
    let image = to.board(board);
    assert_eq!(unconditionally_alive(&image), to.all(&unconditionally_alive(board)));
    for &tax in Tax::ALL {
        for &scoring in Scoring::ALL {
            let rules = Rules { tax, scoring, ..*game.rules() };
            let beside = Beside { prisoners: game.prisoners(), button: game.button(), ..Beside::default() };
            let moved = Beside {
                prisoners: to.both(beside.prisoners),
                button: beside.button.map(|color| to.color(color)),
                ..beside
            };
            let counted = score(board, marks, &rules, &beside).unwrap();
            let other = score(&image, &to.marks(marks), &to.rules(&rules), &moved).unwrap();
            assert_eq!(other, to.score(&counted), "{} with {marks:?} under {rules:?}", board.stones());
            let winner = counted.winner(rules.ties).map(|color| to.color(color));
            assert_eq!(other.winner(to.rules(&rules).ties), winner);
            assert_eq!(other.margin(), if to.swap { -counted.margin() } else { counted.margin() });
        }
    }
}

/// Plays random games on each of the boards, each beside its image under some symmetry, and counts their ends under
/// all symmetries.
fn compare(names: &[&str], usual: u64) {
    for topology in boards(names) {
        let symmetries = automorphisms(&topology);
        for number in numbers(usual) {
            let mut random = SplitMix::new(number);
            let swap = random.below(2) == 0;
            // That White passes last cannot be said with the colours exchanged.
            let rules = any_rules(&mut random);
            let rules = Rules { white_passes_last: rules.white_passes_last && !swap, ..rules };
            let symmetry = Symmetry { places: &symmetries[random.below(symmetries.len())], swap };
            let first = any_color(&mut random);
            let start = Board::new(Arc::clone(&topology));
            let game = Game::from_board(start.clone(), rules, first);
            let image =
                Game::from_board(symmetry.board(&start), symmetry.rules(&rules), symmetry.color(first));
            let mut twins = Twins { game, image, symmetry };
            let (turns, sensible) = (2 * topology.size() + 5, random.below(3) > 0);
            let mut resumed = false;
            for _ in 0..turns {
                twins.compare();
                if twins.game.is_over().is_some() {
                    if random.below(2) == 0 {
                        break;
                    }
                    let first = any_color(&mut random);
                    twins.game.resume(first);
                    twins.image.resume(twins.symmetry.color(first));
                    resumed |= twins.game.is_over().is_none();
                    continue;
                }
                let play = any_play(&twins.game, sensible, &mut random).filter(|_| random.below(30) > 0);
                twins.take(play);
            }
            // A list of moves has no word for a game that was resumed.
            if !resumed {
                twins.compare_move_lists(&start, first);
            }
            let marks = some_marks(&twins.game, &mut random);
            for _ in 0..symmetries.len().min(8) {
                let places = &symmetries[random.below(symmetries.len())];
                compare_scores(&twins.game, &marks, &Symmetry { places, swap: random.below(2) == 0 });
            }
            if symmetries.len() <= 12 {
                for places in &symmetries {
                    compare_scores(
                        &twins.game,
                        &marks,
                        &Symmetry { places, swap: pick(&[false, true], &mut random) },
                    );
                }
            }
        }
    }
}

#[test]
fn squares_have_eight_symmetries() {
    compare(&["grid 3x3", "grid 5x5", "grid 7x7", "grid 9x9"], 60);
}

#[test]
fn rectangles_have_four_symmetries() {
    compare(&["grid 5x3", "grid 4x7", "grid 8x6", "grid 6x1"], 60);
}

#[test]
fn cylinders_turn_and_tori_move() {
    compare(&["cylinder 5x4", "roll 4x5", "cylinder 7x6", "torus 5x3", "torus 5x5", "torus 6x7"], 60);
}

#[test]
fn figures_have_symmetries() {
    compare(
        &["hexagon 3", "hexagon 4", "triangle 5", "honeycomb 2", "honeycomb 3", "petersen", "dodecahedron"],
        60,
    );
}
