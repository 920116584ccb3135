//! The rules once more, written as plainly as possible: flood fill, and whole positions that are kept and compared.
//! This is slow, and easy to believe.

use tengen_rules::{
    Button, ByColor, Color, Ending, LongCycle, Repetition, Rules, Scoring, Suicide, Topology,
};

type Position = Vec<Option<Color>>;

pub(crate) struct NaiveGame {
    rules: Rules,
    pub(crate) neighbours: Vec<Vec<usize>>,
    pub(crate) position: Position,
    pub(crate) to_move: Color,
    pub(crate) prisoners: ByColor<u32>,
    /// Each position, the player to move in it, and the player who made it by a play.
    past: Vec<(Position, Color, Option<Color>)>,
    latest_pass: usize,
    passes: usize,
    handicap_left: u8,
    pub(crate) button: Option<Color>,
    /// The second mover of resumed play under territory scoring.
    passes_last: Option<Color>,
    pub(crate) over: Option<Ending>,
}

/// The outcome of a play: the position after it, its captures, and whether a long cycle ends the game.
pub(crate) struct NaivePlay {
    pub(crate) position: Position,
    pub(crate) captured: Vec<usize>,
    pub(crate) no_result: bool,
}

impl NaiveGame {
    pub(crate) fn new(topology: &Topology, rules: Rules, free_handicap: u8) -> NaiveGame {
        let neighbours: Vec<Vec<usize>> = topology
            .points()
            .map(|point| topology.neighbours(point).iter().map(|neighbour| neighbour.index()).collect())
            .collect();
        let position = vec![None; neighbours.len()];
        NaiveGame {
            rules,
            neighbours,
            past: vec![(position.clone(), Color::Black, Some(Color::White))],
            position,
            to_move: Color::Black,
            prisoners: ByColor::default(),
            latest_pass: 0,
            passes: 0,
            handicap_left: free_handicap,
            button: None,
            passes_last: None,
            over: None,
        }
    }

    /// The stones of a chain, if it has no liberty.
    fn without_liberty(&self, position: &Position, start: usize) -> Option<Vec<usize>> {
        let mut chain = vec![start];
        let mut next = 0;
        while next < chain.len() {
            for &neighbour in &self.neighbours[chain[next]] {
                // An empty neighbour is a liberty.
                position[neighbour]?;
                if position[neighbour] == position[start] && !chain.contains(&neighbour) {
                    chain.push(neighbour);
                }
            }
            next += 1;
        }
        Some(chain)
    }

    /// The name of the rule that refuses a play, or its outcome.
    pub(crate) fn check(&self, at: usize) -> Result<NaivePlay, &'static str> {
        if self.over.is_some() {
            return Err("play_is_over");
        }
        if self.position[at].is_some() {
            return Err("occupied");
        }
        let mut position = self.position.clone();
        position[at] = Some(self.to_move);
        let mut captured = Vec::new();
        for &neighbour in &self.neighbours[at] {
            if position[neighbour] == Some(self.to_move.opponent()) && !captured.contains(&neighbour) {
                captured.extend(self.without_liberty(&position, neighbour).unwrap_or_default());
            }
        }
        if captured.is_empty() {
            captured = self.without_liberty(&position, at).unwrap_or_default();
            let suicide = match self.rules.suicide {
                Suicide::Forbidden => !captured.is_empty(),
                Suicide::MultiStone => captured.len() == 1,
                Suicide::Allowed => false,
            };
            if suicide {
                return Err("suicide");
            }
        }
        for &stone in &captured {
            position[stone] = None;
        }
        captured.sort_unstable();

        let next = self.next();
        if self.past.len() >= 2 && self.past[self.past.len() - 2].0 == position {
            return Err("ko");
        }
        let superko = self.past.iter().any(|(earlier, to_move, made_by)| {
            *earlier == position
                && match self.rules.repetition {
                    Repetition::BasicKo => false,
                    Repetition::PositionalSuperko => true,
                    Repetition::SituationalSuperko => *to_move == next,
                    Repetition::NaturalSituationalSuperko => *made_by == Some(self.to_move),
                }
        });
        if superko {
            return Err("superko");
        }
        let times = self.past[self.latest_pass..]
            .iter()
            .filter(|(earlier, to_move, _)| *earlier == position && *to_move == next)
            .count();
        let no_result = self.rules.repetition == Repetition::BasicKo
            && self.rules.long_cycle == LongCycle::NoResult
            && times >= 2;
        Ok(NaivePlay { position, captured, no_result })
    }

    pub(crate) fn play(&mut self, play: NaivePlay) {
        let mover = self.to_move;
        let suicide = play.captured.iter().any(|&stone| self.position[stone] != Some(mover.opponent()));
        let taker = if suicide { mover.opponent() } else { mover };
        self.prisoners[taker] += u32::try_from(play.captured.len()).unwrap();
        self.position = play.position;
        self.to_move = self.next();
        self.handicap_left = self.handicap_left.saturating_sub(1);
        self.passes = 0;
        self.over = play.no_result.then_some(Ending::NoResult);
        self.past.push((self.position.clone(), self.to_move, Some(mover)));
    }

    /// The player to move after a play: Black once more while handicap stones are left.
    fn next(&self) -> Color {
        if self.handicap_left > 1 { Color::Black } else { self.to_move.opponent() }
    }

    /// False, with nothing done, if the pass is refused.
    pub(crate) fn pass(&mut self) -> bool {
        if self.handicap_left > 0 || self.over.is_some() {
            return false;
        }
        let mover = self.to_move;
        if self.rules.pass_stones || self.passes_last.is_some() {
            self.prisoners[mover.opponent()] += 1;
        }
        if self.rules.button == Button::FirstPass && self.button.is_none() {
            self.button = Some(mover);
        } else {
            self.passes += 1;
        }
        let last = self.passes_last.or(self.rules.white_passes_last.then_some(Color::White));
        if self.passes >= 2 && last.is_none_or(|last| last == mover) {
            self.over = Some(Ending::Passes);
        }
        self.begin_after_pass(mover.opponent());
        true
    }

    /// Play goes on after the players disagreed.
    pub(crate) fn resume(&mut self, first: Color) {
        self.over = None;
        self.passes = 0;
        if self.rules.scoring == Scoring::Territory {
            self.passes_last = Some(first.opponent());
        }
        self.begin_after_pass(first);
    }

    /// The position stands again, made by nobody, and long cycles are counted from it on.
    fn begin_after_pass(&mut self, to_move: Color) {
        self.to_move = to_move;
        self.latest_pass = self.past.len();
        self.past.push((self.position.clone(), to_move, None));
    }
}
