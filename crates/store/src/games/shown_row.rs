//! What lists show of a game: as its row has it, and as its settings and its log say.

use tengen_archive::StoredResult;
use tengen_game::{GameResult, Millis, Phase};

use super::game::GameRow;
use super::headline::{Headline, HeadlineRow};
use crate::pool::StoreError;
use crate::query::from_row::from_row;

/// The columns of a game's row that follow from its settings and its log. Nothing is decided by them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownRow {
    pub(crate) private: bool,
    pub(crate) opponent: Option<String>,
    pub(crate) board: String,
    pub(crate) rules: String,
    pub(crate) handicap: i32,
    pub(crate) phase: String,
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) seq: i32,
    pub(crate) move_count: i32,
    pub(crate) result: Option<String>,
    pub(crate) updated_at: Millis,
    pub(crate) winner: Option<String>,
    pub(crate) ended_by: Option<String>,
    pub(crate) opening: Option<String>,
    pub(crate) shown_at: Millis,
}

from_row!(ShownRow {
    private,
    opponent,
    board,
    rules,
    handicap,
    phase,
    black,
    white,
    seq,
    move_count,
    result,
    updated_at,
    winner,
    ended_by,
    opening,
    shown_at
});

impl ShownRow {
    /// The columns of a game without events.
    pub fn new(game: &GameRow) -> Self {
        let settings = &game.settings;
        Self {
            private: settings.private(),
            opponent: settings.opponent().map(|opponent| opponent.to_string()),
            board: settings.board().to_string(),
            rules: settings.preset().name().to_owned(),
            handicap: i32::from(settings.handicap()),
            phase: Phase::Open.name().to_owned(),
            black: None,
            white: None,
            seq: 0,
            move_count: 0,
            result: None,
            updated_at: game.created_at,
            winner: None,
            ended_by: None,
            opening: None,
            shown_at: if settings.delay() > 0 { Millis::MAX } else { 0 },
        }
    }

    /// The columns after the event with this number and time, which changes the headline.
    ///
    /// # Errors
    ///
    /// None in practice: every result can be written.
    pub fn follow(&mut self, seq: u32, at: Millis, headline: &Headline) -> Result<(), StoreError> {
        let row = HeadlineRow::new(at, headline)?;
        row.phase.clone_into(&mut self.phase);
        (self.black, self.white) = (row.black, row.white);
        self.result = row.result;
        self.winner = row.winner.map(str::to_owned);
        self.ended_by = row.ended_by.map(str::to_owned);
        self.opening = row.opening;
        self.shown_at = row.shown_at;
        self.reach(seq, at, headline.move_count);
        Ok(())
    }

    /// The columns after an event that earlier releases may have counted in.
    pub fn reach(&mut self, seq: u32, at: Millis, move_count: usize) {
        self.seq = seq.cast_signed();
        self.updated_at = at;
        self.move_count = i32::try_from(move_count).unwrap_or(i32::MAX);
    }

    /// Whether both have the same last event.
    pub fn is_as_far_as(&self, other: &Self) -> bool {
        let reached = |row: &Self| (row.seq, row.updated_at, row.move_count);
        reached(self) == reached(other)
    }

    /// The names of the columns in which the other one differs. A result is compared by what it says.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let result = |row: &Self| {
            row.result.as_deref().map(|json| StoredResult::read(json).map_err(|_| json.to_owned()))
        };
        let is_same_result: bool = match (result(self), result(other)) {
            (Some(one), Some(two)) => same(one, two),
            (one, two) => one.is_none() && two.is_none(),
        };
        [
            ("private", self.private == other.private),
            ("opponent", self.opponent == other.opponent),
            ("board", self.board == other.board),
            ("rules", self.rules == other.rules),
            ("handicap", self.handicap == other.handicap),
            ("phase", self.phase == other.phase),
            ("black", self.black == other.black),
            ("white", self.white == other.white),
            ("seq", self.seq == other.seq),
            ("move_count", self.move_count == other.move_count),
            ("result", is_same_result),
            ("updated_at", self.updated_at == other.updated_at),
            ("winner", self.winner == other.winner),
            ("ended_by", self.ended_by == other.ended_by),
            ("opening", self.opening == other.opening),
            ("shown_at", self.shown_at == other.shown_at),
        ]
        .into_iter()
        .filter_map(|(name, is_same)| (!is_same).then_some(name))
        .collect()
    }
}

/// Whether two results are the same, each of which may be a text that does not read back.
fn same(one: Result<GameResult, String>, two: Result<GameResult, String>) -> bool {
    matches!((one, two), (Ok(one), Ok(two)) if one == two)
}
