//! One game on both sides.

use std::error::Error;
use std::fmt;
use std::ops::AddAssign;
use std::sync::Arc;

use tengen_rules::{
    Color, Ending, Game, HalfPoints, Illegal, Marks, Move, Point, Preset, Repetition, SplitMix, Topology,
};

use crate::border::border;
use crate::gtp::GnuGo;
use crate::setting::Setting;

/// Who chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mover {
    /// The engine, any legal point that is not an eye of one point.
    Random,
    /// GNU Go, for both sides.
    GnuGo,
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mover::Random => "random",
            Mover::GnuGo => "GNU Go against itself",
        })
    }
}

/// How much was compared.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    moves: u64,
    points: u64,
    refused: u64,
    captured: u64,
    scores: u64,
    open: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.points += other.points;
        self.refused += other.refused;
        self.captured += other.captured;
        self.scores += other.scores;
        self.open += other.open;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, moves, points, refused, captured, scores, open } = self;
        write!(
            f,
            "{games} games, {moves} moves, {points} empty points judged, {refused} of them illegal, \
             {captured} stones captured, {scores} scores, {open} ended with open borders"
        )
    }
}

/// A game, with GNU Go beside it.
pub(crate) struct Duel {
    game: Game,
    gnugo: GnuGo,
    mover: Mover,
    random: SplitMix,
    tally: Tally,
}

impl Duel {
    pub(crate) fn new(setting: &Setting, mover: Mover) -> Result<Duel, Box<dyn Error>> {
        let seed = setting.number.to_string();
        let level = if setting.number.is_multiple_of(3) { "1" } else { "0" };
        let [ko, suicide] = setting.arguments();
        let mut gnugo = GnuGo::start(&[
            "--chinese-rules",
            "--never-resign",
            "--level",
            level,
            "--seed",
            &seed,
            ko,
            suicide,
        ])?;
        let komi = Preset::Chinese.komi();
        gnugo.ask([&format!("boardsize {}", setting.side), "clear_board", &format!("komi {komi}")])?;
        let topology = Arc::new(Topology::grid(setting.side, setting.side)?);
        let game = Game::new(topology, setting.rules, &[])?;
        let random = SplitMix::new(setting.number);
        Ok(Duel { game, gnugo, mover, random, tally: Tally { games: 1, ..Tally::default() } })
    }

    /// Plays it to the end, or until GNU Go says something else.
    pub(crate) fn play(mut self) -> Result<Tally, Box<dyn Error>> {
        // Under simple ko a cycle could go on for ever.
        let most = 3 * self.game.board().topology().size();
        while self.game.is_over().is_none() && self.game.moves().len() < most {
            let (turn, command) = match self.mover {
                Mover::Random => {
                    let turn = self.choose();
                    (Some(turn), format!("play {} {}", self.game.to_move(), self.name(turn)))
                }
                Mover::GnuGo => (None, format!("genmove {}", self.game.to_move())),
            };
            let count = self.game.moves().len() + 1;
            let name = turn.map_or_else(|| command.clone(), |turn| self.name(turn));
            self.take(turn, &command).map_err(|reason| format!("move {count}, {name}: {reason}"))?;
        }
        if self.game.is_over() == Some(Ending::Passes) {
            self.compare_score().map_err(|reason| format!("the score: {reason}"))?;
        }
        Ok(self.tally)
    }

    /// Makes a move, or the one that GNU Go chooses, and compares what it led to.
    fn take(&mut self, turn: Option<Move>, command: &str) -> Result<(), Box<dyn Error>> {
        let next = self.game.to_move().opponent();
        let [chosen, black, white, by_black, by_white, legal] = self.gnugo.ask([
            command,
            "list_stones black",
            "list_stones white",
            "captures black",
            "captures white",
            &format!("all_legal {next}"),
        ])?;
        let turn = match turn {
            Some(turn) => turn,
            None => self.read(&chosen)?,
        };
        let captured = match turn {
            Move::Pass => {
                self.game.pass()?;
                0
            }
            Move::Play(point) => self
                .game
                .play(point)
                .map_err(|illegal| format!("{}: {illegal}", self.name(turn)))?
                .captured
                .len(),
        };
        let board = self.game.board();
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            let ours = self.names(|point| board.get(point) == Some(color));
            same(&format!("the {color} stones"), &ours, &sorted(&stones))?;
        }
        let prisoners = self.game.prisoners();
        for (color, held) in [(Color::Black, by_black), (Color::White, by_white)] {
            same(&format!("what {color} took"), &[prisoners[color].to_string()], &[held])?;
        }
        self.tally.moves += 1;
        self.tally.captured += u64::try_from(captured)?;
        if self.game.is_over().is_none() {
            let ours = self.names(|point| self.is_legal_for_gnugo(point));
            same(&format!("the legal points of {next}"), &ours, &sorted(&legal))?;
            let empty = board.topology().points().filter(|&point| board.get(point).is_none()).count();
            self.tally.points += u64::try_from(empty)?;
            self.tally.refused += u64::try_from(empty - ours.len())?;
        }
        Ok(())
    }

    /// GNU Go does not ask of suicide whether it repeats a position; what else is refused for that must agree.
    fn is_legal_for_gnugo(&self, point: Point) -> bool {
        match self.game.check(point) {
            Err(Illegal::Ko | Illegal::Superko) => {
                let outcome = self.game.board().outcome(point, self.game.to_move());
                outcome.is_some_and(|outcome| outcome.suicide > 0)
            }
            check => check.is_ok(),
        }
    }

    /// Any legal point but an eye of one point, and now and then a pass; two in a row only if nothing else is left.
    fn choose(&mut self) -> Move {
        let board = self.game.board();
        let surface = board.topology();
        let color = self.game.to_move();
        let is_eye = |point| surface.neighbours(point).iter().all(|&at| board.get(at) == Some(color));
        let points: Vec<Point> =
            surface.points().filter(|&point| self.game.check(point).is_ok() && !is_eye(point)).collect();
        let passed = matches!(self.game.moves().last(), Some((_, Move::Pass)));
        match points.get(self.random.below(points.len())) {
            Some(&point) if passed || self.random.below(60) > 0 => Move::Play(point),
            _ => Move::Pass,
        }
    }

    /// Compares the counts. The stones that GNU Go thinks dead are taken off on both sides; then the points must be the
    /// same. Random games end with stones that could be taken but were not. So these games are compared only if GNU Go
    /// leaves every stone on the board, and if they are played by simple ko, because GNU Go plays on by itself to find
    /// dead stones. For the same reason it gives an area with an open border to one side, though stones of both stand
    /// around it; the score of such a game is not compared. And GNU Go counts no eyes in a seki, which the Chinese
    /// rules do.
    fn compare_score(&mut self) -> Result<(), Box<dyn Error>> {
        let [dead, score, of_black, of_white, dame, seki] = self.gnugo.ask([
            "final_status_list dead",
            "final_score",
            "final_status_list black_territory",
            "final_status_list white_territory",
            "final_status_list dame",
            "final_status_list seki",
        ])?;
        let simple = self.game.rules().repetition == Repetition::BasicKo;
        if self.mover == Mover::Random && !(simple && dead.is_empty()) {
            return Ok(());
        }
        let (stones, seki) = (self.points(&dead)?, self.points(&seki)?);
        let given = [self.points(&of_black)?, self.points(&of_white)?].concat();
        let board = self.game.board();
        let sides =
            |around: &[Point]| Color::ALL.map(|color| around.iter().any(|&at| board.get(at) == Some(color)));
        if given.iter().any(|&point| sides(&border(board, point, &stones)) == [true, true]) {
            self.tally.open += 1;
            return Ok(());
        }
        let mut margin = self.game.score(&Marks::dead(&stones[..]), Preset::Chinese.komi(), 0)?.margin();
        for point in self.points(&dame)? {
            let around = border(board, point, &stones);
            match sides(&around) {
                [true, false] if around.iter().all(|at| seki.contains(at)) => margin -= HalfPoints::points(1),
                [false, true] if around.iter().all(|at| seki.contains(at)) => margin += HalfPoints::points(1),
                _ => {}
            }
        }
        let ours = match margin.cmp(&HalfPoints::ZERO) {
            std::cmp::Ordering::Equal => "0".to_owned(),
            std::cmp::Ordering::Less => format!("W+{:.1}", -margin.as_f64()),
            std::cmp::Ordering::Greater => format!("B+{:.1}", margin.as_f64()),
        };
        same(&format!("the result without [{dead}]"), &[ours], &[score])?;
        self.tally.scores += 1;
        Ok(())
    }

    fn points(&self, names: &str) -> Result<Vec<Point>, Box<dyn Error>> {
        let topology = self.game.board().topology();
        let point = |name: &str| Ok(topology.point(name.parse()?).ok_or("a point is off the board")?);
        names.split_whitespace().map(point).collect()
    }

    fn name(&self, turn: Move) -> String {
        match turn {
            Move::Pass => "pass".to_owned(),
            Move::Play(point) => self.game.board().topology().vertex(point).to_string(),
        }
    }

    fn read(&self, name: &str) -> Result<Move, Box<dyn Error>> {
        if name.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let point = self.game.board().topology().point(name.parse()?).ok_or("a move is off the board")?;
        Ok(Move::Play(point))
    }

    /// The names of some points, sorted as text.
    fn names(&self, belongs: impl Fn(Point) -> bool) -> Vec<String> {
        let topology = self.game.board().topology();
        let points = topology.points().filter(|&point| belongs(point));
        let mut names: Vec<String> = points.map(|point| topology.vertex(point).to_string()).collect();
        names.sort_unstable();
        names
    }
}

/// The vertices of an answer, sorted as text.
fn sorted(answer: &str) -> Vec<String> {
    let names = answer.split_whitespace().filter(|name| !name.eq_ignore_ascii_case("pass"));
    let mut names: Vec<String> = names.map(str::to_uppercase).collect();
    names.sort_unstable();
    names
}

/// An error that says what only one side has.
fn same(what: &str, ours: &[String], theirs: &[String]) -> Result<(), String> {
    if ours == theirs {
        return Ok(());
    }
    let only = |one: &[String], other: &[String]| {
        one.iter().filter(|name| !other.contains(name)).cloned().collect::<Vec<_>>().join(" ")
    };
    Err(format!("{what}: only here [{}], only GNU Go [{}]", only(ours, theirs), only(theirs, ours)))
}
