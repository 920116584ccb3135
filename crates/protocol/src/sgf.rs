//! The record of a game in SGF, the Smart Game Format, version 4.

use std::fmt::Write as _;

use tengen_game::{Millis, MoveMade, Settings};
use tengen_rules::{Color, Move, Point, Topology};

use time::OffsetDateTime;

use crate::view::{Subject, names};

/// The record of a game: rules, players, setup, every move, and the result with the territory if the game was scored.
///
/// Points are written as SGF does: two letters, column and row, `a` first, from the top left.
pub fn record(subject: &Subject<'_>) -> String {
    let state = subject.state;
    let settings = state.settings();
    let topology = settings.topology();
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]AP[Tengen:{}]", env!("CARGO_PKG_VERSION"));
    root(&mut text, subject, settings, topology);
    for MoveMade { color, made, .. } in state.moves() {
        let at = match made {
            Move::Play(at) => coordinates(topology, *at),
            Move::Pass => String::new(),
        };
        let _ = write!(text, "\n;{}[{at}]", letter(*color));
    }
    if let Some(agreement) = state.agreement().filter(|_| state.result().is_some())
        && let Ok(score) = state.score_with(&agreement.dead)
    {
        let stones = state.stones();
        let territory = |color| {
            let counted = move |point: &Point| {
                score_owner(&score.owners, *point) == Some(color) && stones.get(*point) != Some(color)
            };
            topology.points().filter(counted)
        };
        property(&mut text, "TB", &coordinate_list(topology, territory.clone()(Color::Black)));
        property(&mut text, "TW", &coordinate_list(topology, territory(Color::White)));
    }
    text.push_str(")\n");
    text
}

fn root(text: &mut String, subject: &Subject<'_>, settings: &Settings, topology: &Topology) {
    let (width, height) = (topology.width(), topology.height());
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let _ = write!(text, "SZ[{size}]RU[{}]KM[{}]", rules_name(settings), settings.komi());
    if settings.handicap() >= 2 {
        let _ = write!(text, "HA[{}]", settings.handicap());
    }
    if let Some(names) = names(subject) {
        let _ = write!(text, "PB[{}]PW[{}]", escaped(&names.black), escaped(&names.white));
    }
    let _ = write!(text, "DT[{}]GN[{}]", date(subject.created_at), subject.id);
    if let Some(result) = subject.state.result() {
        let _ = write!(text, "RE[{result}]");
    }
    property(text, "AB", &coordinate_list(topology, settings.setup().iter().copied()));
    if !settings.setup().is_empty() {
        text.push_str("PL[W]");
    }
}

fn property(text: &mut String, name: &str, values: &str) {
    if !values.is_empty() {
        let _ = write!(text, "{name}{values}");
    }
}

fn coordinate_list(topology: &Topology, points: impl Iterator<Item = Point>) -> String {
    points.flat_map(|point| ["[".to_owned(), coordinates(topology, point), "]".to_owned()]).collect()
}

fn coordinates(topology: &Topology, point: Point) -> String {
    let (column, row) = topology.column_row_from_top(point);
    [column, row].into_iter().map(|index| char::from(b'a' + u8::try_from(index).unwrap_or(25))).collect()
}

fn score_owner(owners: &[Option<Color>], point: Point) -> Option<Color> {
    owners.get(point.index()).copied().flatten()
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The name by which SGF readers know the rules; SGF itself defines some of them.
fn rules_name(settings: &Settings) -> &'static str {
    use tengen_rules::Preset;
    match settings.preset() {
        Preset::Japanese => "Japanese",
        Preset::Chinese => "Chinese",
        Preset::Aga => "AGA",
        Preset::TrompTaylor => "Tromp-Taylor",
        // SGF calls Ing's rules GOE, after the Goe game of Mr Ing.
        Preset::Ing => "GOE",
        Preset::NewZealand => "NZ",
        Preset::Korean => "Korean",
        Preset::French => "French",
        preset => preset.name(),
    }
}

/// `SimpleText`: `]` and `\` are escaped, line breaks become spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ']' | '\\' => escaped.extend(['\\', character]),
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

/// The day of a time in UTC, as `YYYY-MM-DD`; years beyond four digits, which no clock shows, are left out.
fn date(at: Millis) -> String {
    let day = OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)).map(OffsetDateTime::date);
    day.map(|day| day.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, day) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_790_000_000_000, "2026-09-21"),
            (4_107_542_399_999, "2100-02-28"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(date(at), day);
        }
    }

    #[test]
    fn text_can_not_leave_its_brackets() {
        assert_eq!(escaped("a]b\\c\nd"), "a\\]b\\\\c d");
    }
}
