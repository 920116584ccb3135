//! A record's information about the whole game.

use tengen_protocol::records::{RecordInfo, RecordResult, RecordedPlayer};
use tengen_protocol::{PerColor, Points, Text};
use tengen_sgf::go::{GameInfo, RecordedResult, WonBy};
use tengen_sgf::{Name, Node};

use crate::tree::millis;

/// Reads the information on the main line that begins with `root`.
pub(crate) fn read(root: Node<'_>, info: &GameInfo) -> RecordInfo {
    let [pb, pw, br, wr, bt, wt] =
        on_one_line(root, [Name::PB, Name::PW, Name::BR, Name::WR, Name::BT, Name::WT]);
    let [time, overtime, name, date, place, event, round] =
        on_one_line(root, [Name::TM, Name::OT, Name::GN, Name::DT, Name::PC, Name::EV, Name::RO]);
    let [opening, annotator, user, source, copyright, application] =
        on_one_line(root, [Name::ON, Name::AN, Name::US, Name::SO, Name::CP, Name::AP]);
    let [comment] = first_texts(root, [Name::GC], |value| value.text().trim().to_owned());
    RecordInfo {
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
        preset: info
            .named_rules
            .filter(|named| named.rules == named.preset.rules())
            .map(|named| Text(named.preset)),
        komi: info.komi.map(Points),
        handicap: info.handicap,
        main_time: time.as_deref().and_then(millis),
        time,
        overtime: overtime.or_else(|| periods(root)),
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

/// The overtime of records that say the number of its periods and the seconds of each, as Fox does.
pub(crate) fn periods(root: Node<'_>) -> Option<String> {
    let [count, seconds] = on_one_line(root, [Name::TC, Name::TT]);
    let number = |text: Option<String>| text?.parse::<u32>().ok().filter(|number| *number > 0);
    Some(format!("{}x{} byo-yomi", number(count)?, number(seconds)?))
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
