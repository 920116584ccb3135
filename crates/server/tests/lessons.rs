//! The lessons of the pages, replayed: the pages know no rules of Go, so what a lesson says of a move must be what the
//! rules say, for every move that a learner can make.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use tengen_rules::{
    Beside, Board, Color, Game, HalfPoints, Marks, Point, Preset, Stones, Ties, Topology, propose_dead, score,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    name: String,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Task {
    Anywhere,
    Play,
    Points,
    Number,
    Pass,
    Dead,
    Winner,
    Game,
}

/// Which fields a step has is a matter of its task.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    name: String,
    task: Task,
    stones: Vec<String>,
    /// White's moves before the learner's.
    #[serde(default)]
    before: Vec<Stone>,
    answers: Option<Node>,
    count: Option<usize>,
    #[serde(default)]
    replies: Vec<String>,
    #[serde(default)]
    points: BTreeSet<String>,
    are: Option<Meaning>,
    counts: Option<Meaning>,
    number: Option<usize>,
    #[serde(default)]
    options: Vec<usize>,
    #[serde(default)]
    dead: BTreeSet<String>,
    owners: Option<Vec<String>>,
    rules: Option<String>,
    komi: Option<f64>,
    score: Option<Vec<Line>>,
    winner: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stone {
    at: String,
    #[serde(default)]
    captured: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Moves that mean the same.
    at: Vec<String>,
    #[serde(default)]
    captured: BTreeSet<String>,
    /// The rule that refuses the move.
    illegal: Option<String>,
    reply: Option<Stone>,
    then: Option<Node>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Otherwise {
    reply: Stone,
}

/// The prepared answers to one position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Node {
    right: Vec<Answer>,
    #[serde(default)]
    wrong: Vec<Answer>,
    otherwise: Option<Otherwise>,
    #[serde(default)]
    illegal: BTreeMap<String, String>,
}

/// The meaning of a set of points.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Meaning {
    LibertiesOf(String),
    TerritoryOf(String),
    Neutral,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    black: f64,
    white: f64,
}

/// A position of a lesson, with the names of its points.
struct Position {
    grid: Arc<Topology>,
    board: Board,
}

impl Position {
    fn of(step: &Step) -> Position {
        let (width, height) = (step.stones[0].len(), step.stones.len());
        let grid = Arc::new(Topology::grid(width, height).unwrap());
        let stones = Stones::parse(&grid, &step.stones.concat()).unwrap();
        let board = Board::from_stones(grid.clone(), &stones).unwrap();
        Position { grid, board }
    }

    fn without(&self, dead: &[Point]) -> Position {
        let mut stones = self.board.stones();
        for &point in dead {
            stones.set(point, None);
        }
        Position { grid: self.grid.clone(), board: Board::from_stones(self.grid.clone(), &stones).unwrap() }
    }

    fn point(&self, name: &str) -> Point {
        self.grid.point(name.parse().unwrap()).unwrap()
    }

    fn names(&self, points: &[Point]) -> BTreeSet<String> {
        points.iter().map(|&point| self.grid.vertex(point).to_string()).collect()
    }

    fn all_names(&self) -> Vec<String> {
        self.grid.points().map(|point| self.grid.vertex(point).to_string()).collect()
    }

    fn is_empty(&self, name: &str) -> bool {
        self.board.get(self.point(name)).is_none()
    }

    /// The points that a meaning stands for, once the stones in `dead` are off.
    fn meant(&self, meaning: &Meaning) -> BTreeSet<String> {
        let counted =
            || score(&self.board, &Marks::default(), &Preset::Chinese.rules(), &Beside::default()).unwrap();
        match meaning {
            Meaning::LibertiesOf(stone) => self.names(&self.board.liberties(self.point(stone))),
            Meaning::TerritoryOf(color) => {
                let owners = counted().owners;
                let owned = self.grid.points().zip(owners).filter(|(_, owner)| *owner == Some(side(color)));
                let owned = owned.map(|(point, _)| point).collect::<Vec<_>>();
                self.names(&owned).into_iter().filter(|name| self.is_empty(name)).collect()
            }
            Meaning::Neutral => self.names(&counted().dame),
        }
    }
}

fn side(name: &str) -> Color {
    name.parse().unwrap()
}

fn lessons() -> Vec<Lesson> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/learn/lessons");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.map(|file| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()).collect()
}

#[test]
fn every_line_of_every_lesson_is_as_the_rules_say() {
    let lessons = lessons();
    assert_eq!(lessons.len(), 8);
    let mut answers = 0;
    for lesson in &lessons {
        for step in &lesson.steps {
            answers += check(step, &format!("{}, {}", lesson.name, step.name));
        }
    }
    // Each empty point of each position to play in, and the ways through free play.
    assert!(answers > 10_000, "{answers}");
}

/// Replays a step in every way; answers how many ways there were.
fn check(step: &Step, place: &str) -> usize {
    let position = Position::of(step);
    match step.task {
        Task::Anywhere => {
            let game = Game::from_board(position.board.clone(), Preset::Japanese.rules(), Color::Black);
            anywhere(&position, &game, step, step.count.unwrap(), place)
        }
        Task::Play => {
            let first = if step.before.is_empty() { Color::Black } else { Color::White };
            let mut game = Game::from_board(position.board.clone(), Preset::Japanese.rules(), first);
            for stone in &step.before {
                play(&position, &mut game, stone, place);
            }
            node(&position, &game, step.answers.as_ref().unwrap(), place)
        }
        Task::Points => {
            assert_eq!(step.points, position.meant(step.are.as_ref().unwrap()), "{place}");
            1
        }
        Task::Number => {
            let number = step.number.unwrap();
            assert_eq!(number, position.meant(step.counts.as_ref().unwrap()).len(), "{place}");
            assert!(step.options.contains(&number), "{place}");
            owners(&position, step, place);
            1
        }
        Task::Pass => {
            let mut game = Game::from_board(position.board.clone(), Preset::Japanese.rules(), Color::Black);
            game.pass().unwrap();
            assert!(game.pass().unwrap().ends.is_some(), "{place}");
            1
        }
        Task::Dead => {
            let dead = propose_dead(&position.board).dead;
            assert_eq!(step.dead, position.names(&dead), "{place}");
            1
        }
        Task::Winner => {
            count(&position, step, place);
            1
        }
        Task::Game => {
            assert!(step.komi.and_then(HalfPoints::from_f64).is_some(), "{place}");
            1
        }
    }
}

/// White answers on the first free point of its list, and whatever Black does, nothing is captured or refused.
fn anywhere(position: &Position, game: &Game, step: &Step, left: usize, place: &str) -> usize {
    if left == 0 {
        return 1;
    }
    let free = |game: &Game, name: &str| game.board().get(position.point(name)).is_none();
    let mut ways = 0;
    for at in position.all_names().iter().filter(|at| free(game, at)) {
        let mut game = game.clone();
        assert_eq!(game.play(position.point(at)).unwrap().captured, [], "{place}: {at}");
        if !step.replies.is_empty() {
            let reply = step.replies.iter().find(|reply| free(&game, reply)).unwrap();
            assert_eq!(game.play(position.point(reply)).unwrap().captured, [], "{place}: {at}, {reply}");
        }
        ways += anywhere(position, &game, step, left - 1, place);
    }
    ways
}

/// Tries each empty point of a position: the answer prepared for it, or the answer for all others.
fn node(position: &Position, game: &Game, answers: &Node, place: &str) -> usize {
    assert_eq!(game.to_move(), Color::Black, "{place}");
    assert!(!answers.right.is_empty(), "{place}");
    let mut ways = 0;
    for at in position.all_names() {
        let place = format!("{place}: {at}");
        let point = position.point(&at);
        let prepared = answers.right.iter().chain(&answers.wrong).find(|answer| answer.at.contains(&at));
        if game.board().get(point).is_some() {
            assert!(prepared.is_none() && !answers.illegal.contains_key(&at), "{place} is no empty point");
            continue;
        }
        ways += 1;
        let refusal = prepared.and_then(|answer| answer.illegal.as_ref()).or(answers.illegal.get(&at));
        let mut game = game.clone();
        match (game.play(point), refusal) {
            (Err(illegal), Some(rule)) => {
                assert_eq!(illegal.rule(), rule, "{place}");
                continue;
            }
            (Err(illegal), None) => panic!("{place} is refused: {illegal}"),
            (Ok(_), Some(rule)) => panic!("{place} is not refused for {rule}"),
            (Ok(play), None) => {
                let captured = prepared.map(|answer| answer.captured.clone()).unwrap_or_default();
                assert_eq!(position.names(&play.captured), captured, "{place}");
            }
        }
        let otherwise = answers.otherwise.as_ref().map(|otherwise| &otherwise.reply);
        let reply = prepared.map_or(otherwise, |answer| answer.reply.as_ref());
        if let Some(reply) = reply {
            play(position, &mut game, reply, &place);
        }
        if let Some(then) = prepared.and_then(|answer| answer.then.as_ref()) {
            ways += node(position, &game, then, &place);
        }
    }
    ways
}

fn play(position: &Position, game: &mut Game, stone: &Stone, place: &str) {
    assert_eq!(game.to_move(), Color::White, "{place}");
    let play = game
        .play(position.point(&stone.at))
        .unwrap_or_else(|illegal| panic!("{place}, {}: {illegal}", stone.at));
    assert_eq!(position.names(&play.captured), stone.captured, "{place}, {}", stone.at);
}

/// The points drawn as territory.
fn owners(position: &Position, step: &Step, place: &str) {
    let rows = step.owners.as_ref().unwrap().concat();
    for (letter, color) in [('B', "black"), ('W', "white")] {
        let drawn = position.all_names().into_iter().zip(rows.chars()).filter(|(_, owner)| *owner == letter);
        let drawn = drawn.map(|(name, _)| name).collect::<BTreeSet<_>>();
        assert_eq!(drawn, position.meant(&Meaning::TerritoryOf(color.to_owned())), "{place}");
    }
}

fn count(position: &Position, step: &Step, place: &str) {
    let preset: Preset = step.rules.as_ref().unwrap().parse().unwrap();
    let komi = HalfPoints::from_f64(step.komi.unwrap()).unwrap();
    let dead = step.dead.iter().map(|name| position.point(name)).collect::<Vec<_>>();
    assert_eq!(step.dead, position.names(&propose_dead(&position.board).dead), "{place}");
    let counted = score(
        &position.board,
        &Marks::dead(&dead[..]),
        &preset.rules(),
        &Beside { komi, ..Beside::default() },
    )
    .unwrap();
    let said = step.score.as_ref().unwrap();
    for line in &counted.lines {
        let (black, white) = (line.points.black.as_f64(), line.points.white.as_f64());
        let line_said = said.iter().find(|said| said.name == line.name.as_str());
        let (black_said, white_said) = line_said.map_or((0.0, 0.0), |said| (said.black, said.white));
        assert!((black, white) == (black_said, white_said), "{place}: {} is {black} to {white}", line.name);
    }
    assert!(
        said.iter().all(|said| counted.lines.iter().any(|line| line.name.as_str() == said.name)),
        "{place}"
    );
    assert_eq!(counted.winner(Ties::Draw), Some(side(step.winner.as_ref().unwrap())), "{place}");
    owners(&position.without(&dead), step, place);
}
