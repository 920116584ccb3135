//! The decision: play, pass or resign.

use tengen_rules::{Board, Color, Game, HalfPoints, LineName, Marks, Move, Point, Surface, propose_dead};

use crate::level::Level;
use crate::search::Search;
use crate::surface::on_fastest;

/// A point is settled if it goes to one side so much more often than to the other.
const SETTLED: f64 = 0.8;
/// Who wins no more of the random games than this is lost.
const LOST: f32 = 0.04;
/// By how much a play in a settled part must be better than all others.
const CLEARLY: f32 = 0.1;
/// How much less often one may win after a pass that cost nothing.
const LESS: f32 = 0.05;
/// How many points such a pass may cost: a little more than the last dame.
const POINTS: f64 = 1.6;

/// The opponent's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Put a stone there.
    Play(Point),
    /// Pass.
    Pass,
    /// Give up.
    Resign,
}

/// The opponent's step, and the reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The step.
    pub choice: Choice,
    /// The share of the random games that it won after that, from 0 to 1.
    pub wins: f32,
    /// How many random games there were.
    pub games: u32,
}

/// The step of the player to move in this game; a pass in a game that is over. `komi` is White's compensation,
/// `handicap` the number of handicap stones, and the same `seed` gives the same answer.
///
/// It takes time in proportion to the level, up to some seconds on a slow machine; a caller that serves many games
/// calls it where it blocks nobody.
pub fn think(game: &Game, komi: HalfPoints, handicap: u8, level: Level, seed: u64) -> Thought {
    let thought =
        on_fastest!(game.board(), |board| Question { board, game, komi, handicap, level, seed }.answer());
    thought.unwrap_or(Thought { choice: Choice::Pass, wins: 0.5, games: 0 })
}

/// A game on a surface that is fast to play on.
struct Question<'a, S: Surface> {
    board: &'a Board<S>,
    game: &'a Game,
    komi: HalfPoints,
    handicap: u8,
    level: Level,
    seed: u64,
}

impl<S: Surface> Question<'_, S> {
    fn answer(&self) -> Thought {
        let pass = Thought { choice: Choice::Pass, wins: 0.5, games: 0 };
        let game = self.game;
        if game.is_over().is_some() {
            return pass;
        }
        if is_won_by_passing(game, self.komi, self.handicap) {
            return Thought { wins: 1.0, ..pass };
        }
        let must_play = game.handicap_left() > 0;
        let search = self.search(game, self.seed);
        let plays = search.plays();
        let Some((best, at)) = plays.first().and_then(|best| Some((best, best.at?))) else {
            // Only handicap stones must be placed somewhere.
            let anywhere = self.legal(game).first().copied().filter(|_| must_play);
            return Thought { choice: anywhere.map_or(Choice::Pass, Choice::Play), ..pass };
        };
        let is_open = |at: Point| search.ownership(at).abs() < SETTLED;
        let open = plays.iter().find_map(|node| Some((node, node.at.filter(|&at| is_open(at))?)));
        let wins = best.rate();
        let choice = match open {
            _ if must_play => Choice::Play(at),
            _ if wins < LOST && is_well_under_way(game) => Choice::Resign,
            None if self.passing_costs_nothing(&search, wins) => Choice::Pass,
            // Filling settled points costs points where territory is counted, and helps nobody elsewhere.
            Some((other, open)) if best.rate() < other.rate() + CLEARLY => Choice::Play(open),
            _ => Choice::Play(at),
        };
        Thought { choice, wins, games: search.games() }
    }

    fn legal(&self, game: &Game) -> Vec<Point> {
        self.board.surface().points().filter(|&at| game.check(at).is_ok()).collect()
    }

    fn search(&self, game: &Game, seed: u64) -> Search<'_, S> {
        let last = match game.moves().last() {
            Some((_, Move::Play(at))) => Some(*at),
            _ => None,
        };
        let komi = compensation(game, self.komi, self.handicap);
        let mut search = Search::new(self.board, game.to_move(), komi, &self.legal(game), last, seed);
        search.run(self.level.moves());
        search
    }

    /// Whether the opponent gains nothing by moving twice. To random play everything looks settled in which nobody is
    /// likely to fail, also what needs one more move.
    fn passing_costs_nothing(&self, search: &Search<'_, S>, wins: f32) -> bool {
        let mut after = self.game.clone();
        if after.pass().is_err() {
            return false;
        }
        if after.is_over().is_some() {
            return true;
        }
        let theirs = self.search(&after, !self.seed);
        let after = theirs.plays().first().map_or(wins, |best| 1.0 - best.rate());
        after > wins - LESS && search.lead() + theirs.lead() < POINTS
    }
}

/// White's points on top of those on the board.
fn compensation(game: &Game, komi: HalfPoints, handicap: u8) -> HalfPoints {
    let Ok(score) = game.score(&Marks::default(), komi, handicap) else { return komi };
    let given = |color: Color| -> HalfPoints {
        let lines =
            score.lines.iter().filter(|line| matches!(line.name, LineName::Komi | LineName::HandicapBonus));
        lines.map(|line| line.points[color]).sum()
    };
    given(Color::White) - given(Color::Black)
}

/// Whether the opponent has passed and the game is won as it stands, without a look at what might still be gained.
fn is_won_by_passing(game: &Game, komi: HalfPoints, handicap: u8) -> bool {
    if !matches!(game.moves().last(), Some((_, Move::Pass))) || game.handicap_left() > 0 {
        return false;
    }
    let proposal = propose_dead(game.board());
    let Ok(score) = game.score(&Marks::dead(&proposal.dead[..]), komi, handicap) else { return false };
    let winner = score.winner(game.rules().ties);
    proposal.unsettled.is_empty() && score.open_borders.is_empty() && winner == Some(game.to_move())
}

/// Nobody gives up in the opening.
fn is_well_under_way(game: &Game) -> bool {
    game.moves().len() * 3 > game.board().topology().size()
}
