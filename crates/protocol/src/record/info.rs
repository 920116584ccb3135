//! A record's information about the whole game, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;
use tengen_rules::{Color, Preset};
use tengen_sgf::go::{GameInfo, RecordedResult, WonBy};
use tengen_sgf::{Name, Node};

use super::tree::millis;
use crate::{PerColor, Points, Text};

/// A record's information about the whole game, in the record's own words; `null` where it is silent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordInfo {
    /// The players.
    pub players: PerColor<RecordedPlayer>,
    /// The result.
    pub result: Option<RecordResult>,
    /// The rules.
    pub rules: Option<String>,
    /// The preset that the rules are, if they are a known one.
    pub preset: Option<Text<Preset>>,
    /// Komi; `null` also if it is no number of points.
    pub komi: Option<Points>,
    /// Handicap stones.
    pub handicap: u8,
    /// The time of each player, as the record says it.
    pub time: Option<String>,
    /// The same in milliseconds, if it is a number of seconds.
    pub main_time: Option<Millis>,
    /// The overtime.
    pub overtime: Option<String>,
    /// A name for the game.
    pub name: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// Where.
    pub place: Option<String>,
    /// At which event.
    pub event: Option<String>,
    /// In which round.
    pub round: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// Who made the comments.
    pub annotator: Option<String>,
    /// Who entered the record.
    pub user: Option<String>,
    /// Where the record was found.
    pub source: Option<String>,
    /// Who has the rights in it.
    pub copyright: Option<String>,
    /// The program that wrote it.
    pub application: Option<String>,
    /// A comment on the whole game, of any number of lines.
    pub comment: Option<String>,
}

/// A player as a record names one. Where a team is named and no player, the team plays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedPlayer {
    /// The name.
    pub name: Option<String>,
    /// The rank.
    pub rank: Option<String>,
    /// The team.
    pub team: Option<String>,
}

/// A result as a record has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordResult {
    /// In the record's words.
    pub text: String,
    /// Who won, if that is understood and somebody did.
    pub winner: Option<Text<Color>>,
    /// `score`, `resignation`, `time`, `forfeit` or `void`; `null` if it is not said or not understood.
    pub by: Option<String>,
    /// By how many points.
    pub margin: Option<Points>,
}

impl RecordInfo {
    /// Reads the main line that begins with `root`.
    pub(super) fn read(root: Node<'_>, info: &GameInfo) -> Self {
        let [pb, pw, br, wr, bt, wt] =
            on_one_line(root, [Name::PB, Name::PW, Name::BR, Name::WR, Name::BT, Name::WT]);
        let [time, overtime, name, date, place, event, round] =
            on_one_line(root, [Name::TM, Name::OT, Name::GN, Name::DT, Name::PC, Name::EV, Name::RO]);
        let [opening, annotator, user, source, copyright, application] =
            on_one_line(root, [Name::ON, Name::AN, Name::US, Name::SO, Name::CP, Name::AP]);
        let [comment] = first_texts(root, [Name::GC], |value| value.text().trim().to_owned());
        Self {
            players: PerColor {
                black: RecordedPlayer { name: pb, rank: br, team: bt },
                white: RecordedPlayer { name: pw, rank: wr, team: wt },
            },
            result: info
                .result_text
                .clone()
                .filter(|text| !text.is_empty())
                .map(|text| result(text, info.result)),
            rules: info.rules.clone().filter(|text| !text.is_empty()),
            preset: info.preset.map(Text),
            komi: info.komi.map(Points),
            handicap: info.handicap,
            main_time: time.as_deref().and_then(millis),
            time,
            overtime,
            name,
            date,
            place,
            event,
            round,
            opening,
            annotator,
            user,
            source,
            copyright,
            application,
            comment,
        }
    }
}

fn result(text: String, read: Option<RecordedResult>) -> RecordResult {
    let (winner, by, margin) = match read {
        None | Some(RecordedResult::Unknown) => (None, None, None),
        Some(RecordedResult::Draw) => (None, Some("score"), Some(tengen_rules::HalfPoints::ZERO)),
        Some(RecordedResult::Void) => (None, Some("void"), None),
        Some(RecordedResult::Win { winner, by }) => {
            let (by, margin) = match by {
                WonBy::Score(margin) => (Some("score"), Some(margin)),
                WonBy::Resignation => (Some("resignation"), None),
                WonBy::Time => (Some("time"), None),
                WonBy::Forfeit => (Some("forfeit"), None),
                WonBy::Unknown => (None, None),
            };
            (Some(Text(winner)), by, margin)
        }
    };
    RecordResult { text, winner, by: by.map(ToOwned::to_owned), margin: margin.map(Points) }
}

fn on_one_line<const N: usize>(root: Node<'_>, names: [Name<'static>; N]) -> [Option<String>; N] {
    first_texts(root, names, |value| value.simple_text().trim().to_owned())
}

/// For each name, the first value on the main line that says something.
fn first_texts<const N: usize>(
    root: Node<'_>,
    names: [Name<'static>; N],
    read: impl Fn(tengen_sgf::Value<'_>) -> String,
) -> [Option<String>; N] {
    let mut found = [const { None }; N];
    for property in root.main_line().flat_map(Node::properties) {
        for (name, found) in names.iter().zip(&mut found) {
            if found.is_none() && property.name() == *name {
                *found = property.values().next().map(&read).filter(|text| !text.is_empty());
            }
        }
    }
    found
}
