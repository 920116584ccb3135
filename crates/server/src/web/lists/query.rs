//! The query of a list of games, field by field.

use std::ops::RangeInclusive;
use std::str::FromStr;

use axum::http::HeaderMap;
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_game::{Millis, Phase, PlayerId, ResultBy};
use tengen_protocol::{ResultWord, Version};
use tengen_rules::{BoardName, Preset};
use tengen_store::{Eyes, GamesFilter, GamesOfGroup, Opening, Winner};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::web::accept::{JSON, NDJSON, SGF, ZIP, preferred};
use crate::web::body::malformed;
use crate::web::error::WebError;
use crate::web::version::version;

/// How many things a page of a list has at most, and if nobody asks.
const PAGE: RangeInclusive<u32> = 1..=100;
const USUAL_PAGE: u32 = 20;

/// Patterns of fields of queries; each may be without a value.
pub(in crate::web) const MAYBE_ID: &str = "^([0-9a-hjkmnp-tv-z]{16})?$";
pub(super) const MAYBE_COLOR: &str = "^(black|white)?$";
pub(super) const MAYBE_NUMBER: &str = "^([0-9]{1,9})?$";
/// The place of something in a list by age.
pub(in crate::web) const MAYBE_CURSOR: &str = "^([0-9]{1,15}\\.[0-9a-hjkmnp-tv-z]{16})?$";
/// [`PAGE`].
pub(in crate::web) const MAYBE_LIMIT: &str = "^([1-9][0-9]?|100)?$";

/// The query of a list of games. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::web) struct GameListFields {
    /// Phases, with commas between them.
    #[schemars(example = &"playing,scoring")]
    #[schemars(regex(pattern = "^((open|playing|scoring|finished)(,(open|playing|scoring|finished))*)?$"))]
    phase: String,
    /// A player's id: games of this player, whatever the colour, offers included.
    #[schemars(example = &"8k2q4w7m1x9c3v5b")]
    #[schemars(regex(pattern = MAYBE_ID))]
    player: String,
    /// The colour that `player` has.
    #[schemars(example = &"black")]
    #[schemars(regex(pattern = MAYBE_COLOR))]
    color: String,
    /// The id of the player whom `player` meets.
    #[schemars(example = &"1c5v9b3n7m2q6w4k")]
    #[schemars(regex(pattern = MAYBE_ID))]
    opponent: String,
    /// The name of a preset.
    #[schemars(example = &"japanese")]
    rules: String,
    /// A size, or the name of a board.
    #[schemars(example = &"19x19")]
    size: String,
    /// A number, or a range with one or two ends.
    #[schemars(example = &"2..9")]
    #[schemars(regex(pattern = "^([0-9]{1,2}|[0-9]{1,2}\\.\\.[0-9]{0,2}|\\.\\.[0-9]{0,2})?$"))]
    handicap: String,
    /// Words, with commas between them: `black`, `white`, `jigo`, `none`, and `score`, `resignation`, `time`, `absence`,
    /// `adjudication`, `no_result`, `abort`; of each kind one must hold.
    #[schemars(example = &"black,resignation")]
    result: String,
    /// Games made then or later: milliseconds, a day in UTC, or RFC 3339.
    #[schemars(example = &"2026-09-21")]
    since: String,
    /// Games made before: milliseconds, a day in UTC, or RFC 3339.
    #[schemars(example = &"2026-09-22")]
    until: String,
    /// One to ten moves with which the game began.
    #[schemars(example = &"Q16,D4")]
    opening: String,
    /// Games with so many moves or more.
    #[schemars(example = &"50")]
    #[schemars(regex(pattern = MAYBE_NUMBER))]
    min_moves: String,
    /// `next` of a page: the page behind it.
    #[schemars(regex(pattern = MAYBE_CURSOR))]
    cursor: String,
    /// How many games on a page, 1 to 100; usually 20.
    #[schemars(example = &"20")]
    #[schemars(regex(pattern = MAYBE_LIMIT))]
    limit: String,
    /// `events`: each line of NDJSON has the game's events besides.
    #[schemars(example = &"events")]
    #[schemars(regex(pattern = "^(events)?$"))]
    with: String,
    /// The version of the protocol in which these events come, 1 or 2; usually 1.
    #[schemars(example = &"2")]
    #[schemars(regex(pattern = "^[12]?$"))]
    protocol: String,
    /// The form of the answer, whatever the `Accept` header says: for links.
    #[schemars(example = &"sgf")]
    #[schemars(regex(pattern = "^(json|ndjson|sgf|zip)?$"))]
    format: String,
}

impl GameListFields {
    /// The filter that the fields say, for this viewer at this time.
    pub(in crate::web) fn filter(&self, eyes: Eyes, now: Millis) -> Result<GamesFilter, WebError> {
        let (winners, ended_by) = results(&self.result)?;
        let filter = GamesFilter {
            phases: phases(&self.phase)?,
            player: read(&self.player, "player is not an id")?,
            color: read(&self.color, "color is neither black nor white")?,
            opponent: read(&self.opponent, "opponent is not an id")?,
            group: None,
            board: optional(&self.size).map(|text| board("size", text)).transpose()?,
            rules: read::<Preset, _>(&self.rules, "rules is not the name of a preset")?,
            handicap: optional(&self.handicap).map(handicap).transpose()?,
            winners,
            ended_by,
            since: optional(&self.since).map(|text| moment("since", text)).transpose()?,
            until: optional(&self.until).map(|text| moment("until", text)).transpose()?,
            opening: optional(&self.opening).map(opening).transpose()?,
            min_moves: read(&self.min_moves, "min_moves is not a number")?,
            with_void: false,
            viewer: eyes.player,
            enclosed_in: eyes.enclosed_in,
            after: read(&self.cursor, "cursor is not one of this server")?,
            limit: page_length(&self.limit)?,
            now,
        };
        Ok(filter)
    }

    /// The filter of the list of one player, who stands in the address.
    pub(super) fn filter_of(
        &self,
        player: PlayerId,
        eyes: Eyes,
        now: Millis,
    ) -> Result<GamesFilter, WebError> {
        if !self.player.is_empty() {
            return Err(malformed("the player stands in the address"));
        }
        Ok(GamesFilter { player: Some(player), ..self.filter(eyes, now)? })
    }

    /// The filter of the list of one group, which stands in the address.
    pub(super) fn filter_in(
        &self,
        group: GamesOfGroup,
        eyes: Eyes,
        now: Millis,
    ) -> Result<GamesFilter, WebError> {
        if [&self.player, &self.color, &self.opponent].iter().any(|field| !field.is_empty()) {
            return Err(malformed(
                "player, color and opponent are for other lists: this one is that of a group",
            ));
        }
        Ok(GamesFilter { group: Some(group), ..self.filter(eyes, now)? })
    }

    /// The version in which the events of each game shall come, if they shall.
    pub(super) fn with_events(&self) -> Result<Option<Version>, WebError> {
        match self.with.as_str() {
            "" => Ok(None),
            "events" => version(optional(&self.protocol)).map(Some),
            _ => Err(malformed("with is not events")),
        }
    }

    /// The media type of the answer: the one that the query names, or else the one that the client prefers.
    pub(in crate::web) fn media_type(&self, headers: &HeaderMap) -> Result<&'static str, WebError> {
        match self.format.as_str() {
            "" => Ok(preferred(headers, &[JSON, NDJSON, SGF, ZIP])),
            "json" => Ok(JSON),
            "ndjson" => Ok(NDJSON),
            "sgf" => Ok(SGF),
            "zip" => Ok(ZIP),
            _ => Err(malformed("format is none of json, ndjson, sgf, zip")),
        }
    }

    /// Refuses fields that only a page has.
    pub(super) fn refuse_limit(&self) -> Result<(), WebError> {
        if self.limit.is_empty() { Ok(()) } else { Err(malformed("limit is for pages: this list has none")) }
    }

    /// Refuses fields that only NDJSON can carry.
    pub(super) fn refuse_events(&self) -> Result<(), WebError> {
        if self.with.is_empty() { Ok(()) } else { Err(malformed("with is for application/x-ndjson")) }
    }

    /// Refuses fields that only events have.
    pub(super) fn refuse_version(&self) -> Result<(), WebError> {
        if self.protocol.is_empty() {
            Ok(())
        } else {
            Err(malformed("protocol is for events: ask with=events"))
        }
    }
}

/// How many things a page shall have.
pub(in crate::web) fn page_length(limit: &str) -> Result<u32, WebError> {
    let Some(number) = optional(limit) else { return Ok(USUAL_PAGE) };
    let limit = number.parse().ok().filter(|limit| PAGE.contains(limit));
    limit.ok_or_else(|| malformed("limit is not a number from 1 to 100"))
}

/// Refuses fields that say something about a player who is not named.
pub(super) fn check_player(filter: &GamesFilter) -> Result<(), WebError> {
    match (filter.player, filter.color, filter.opponent) {
        (None, Some(_), _) => Err(malformed("color is that of a player: name one")),
        (None, _, Some(_)) => Err(malformed("opponent is that of a player: name one")),
        _ => Ok(()),
    }
}

pub(super) fn optional(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

pub(in crate::web) fn read<T: FromStr<Err = E>, E>(
    text: &str,
    otherwise: &str,
) -> Result<Option<T>, WebError> {
    optional(text).map(|text| text.parse().map_err(|_| malformed(otherwise))).transpose()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|word| !word.is_empty())
}

fn phases(text: &str) -> Result<Vec<Phase>, WebError> {
    let phase = |word: &str| {
        let phase = Phase::ALL.into_iter().find(|phase| phase.name() == word);
        phase.ok_or_else(|| malformed("phase is none of open, playing, scoring, finished"))
    };
    words(text).map(phase).collect()
}

/// Who won, and by what: any of the words of each kind.
fn results(text: &str) -> Result<(Vec<Winner>, Vec<ResultBy>), WebError> {
    let (mut winners, mut ended_by) = (Vec::new(), Vec::new());
    for word in words(text) {
        if let Some(winner) = Winner::ALL.into_iter().find(|winner| winner.name() == word) {
            winners.push(winner);
        } else if let Some(by) = ResultWord::ALL.into_iter().find(|by| by.name() == word) {
            ended_by.push(by.into());
        } else {
            return Err(malformed(
                "result is none of black, white, jigo, none, score, resignation, time, absence, adjudication, no_result, abort",
            ));
        }
    }
    Ok((winners, ended_by))
}

/// A board's name; that of a grid may be left out.
pub(in crate::web) fn board(field: &str, text: &str) -> Result<BoardName, WebError> {
    let name = text.parse().or_else(|_| format!("grid {text}").parse());
    name.map_err(|_| malformed(&format!("{field} is neither a size such as 19x19 nor the name of a board")))
}

/// A number, or a range with one or two ends.
fn handicap(text: &str) -> Result<RangeInclusive<u8>, WebError> {
    let number = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse() };
    let range = match text.split_once("..") {
        None => text.parse().map(|number| number..=number),
        Some((from, to)) => number(from, 0).and_then(|from| Ok(from..=number(to, u8::MAX)?)),
    };
    range.map_err(|_: std::num::ParseIntError| {
        malformed("handicap is neither a number nor a range such as 2..9")
    })
}

/// Milliseconds, a time in RFC 3339, or the beginning of a day in UTC.
fn moment(field: &str, text: &str) -> Result<Millis, WebError> {
    if let Ok(millis) = text.parse() {
        return Ok(millis);
    }
    let date = OffsetDateTime::parse(text, &Rfc3339)
        .or_else(|_| OffsetDateTime::parse(&format!("{text}T00:00:00Z"), &Rfc3339));
    let millis = date.ok().and_then(|date| Millis::try_from(date.unix_timestamp_nanos() / 1_000_000).ok());
    millis.ok_or_else(|| malformed(&format!("{field} is neither milliseconds nor a date such as 2026-09-21")))
}

fn opening(text: &str) -> Result<Opening, WebError> {
    text.parse().map_err(|error| malformed(&format!("opening: {error}")))
}
