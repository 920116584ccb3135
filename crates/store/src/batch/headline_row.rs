//! A headline as the table of games has it.

use tengen_archive::StoredResult;
use tengen_game::Millis;
use tengen_rules::Color;

use crate::append::Headline;
use crate::{StoreError, Winner, unreadable};

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
