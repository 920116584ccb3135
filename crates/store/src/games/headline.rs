//! What lists show of a game without its log, also as the table of games has it.

use tengen_archive::StoredResult;
use tengen_game::{GameResult, Millis, Phase, PlayerId};
use tengen_rules::{ByColor, Color};

use super::opening::Opening;
use super::winner::Winner;
use crate::pool::{StoreError, unreadable};

/// The part of a game that lists show without its log.
#[derive(Debug, Clone)]
pub struct Headline {
    /// The phase.
    pub phase: Phase,
    /// Who plays.
    pub players: Option<ByColor<PlayerId>>,
    /// How many moves were made.
    pub move_count: usize,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// The first moves, once there will be no others.
    pub opening: Option<Opening>,
    /// How far spectators are behind.
    pub delay: Millis,
}

impl Headline {
    /// From when on spectators may see what an event of that moment has left behind.
    pub(crate) fn shown_at(&self, at: Millis) -> Millis {
        match self.phase {
            _ if self.delay == 0 => 0,
            Phase::Finished => at.saturating_add(self.delay),
            _ => Millis::MAX,
        }
    }
}

/// The headline of a game in the columns of its row.
pub(crate) struct HeadlineRow {
    pub(crate) phase: &'static str,
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) move_count: i32,
    pub(crate) result: Option<String>,
    pub(crate) winner: Option<&'static str>,
    pub(crate) ended_by: Option<&'static str>,
    pub(crate) opening: Option<String>,
    pub(crate) shown_at: Millis,
}

impl HeadlineRow {
    /// The columns of a headline that an event of this time leaves behind.
    pub(crate) fn new(at: Millis, headline: &Headline) -> Result<Self, StoreError> {
        let result = headline.result.as_ref();
        let seat = |color| headline.players.map(|players| players[color].to_string());
        Ok(Self {
            phase: headline.phase.name(),
            black: seat(Color::Black),
            white: seat(Color::White),
            move_count: i32::try_from(headline.move_count).unwrap_or(i32::MAX),
            result: result.map(StoredResult::write).transpose().map_err(unreadable)?,
            winner: result.map(|result| Winner::of(result).name()),
            ended_by: result.map(|result| result.by.name()),
            opening: headline.opening.as_ref().map(ToString::to_string),
            shown_at: headline.shown_at(at),
        })
    }
}
