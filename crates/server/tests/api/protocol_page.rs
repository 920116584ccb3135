//! `docs/protocol.md` is what clients are written from, so its examples and its table of problems are read here with
//! the types that the server reads with.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tengen_game::{AbortReason, GameResult, PlayerId, ResultBy as By, Settings, Waiting};
use tengen_protocol::records::{RecordAnswer, RecordSummary};
use tengen_protocol::{
    BoardWish, ClockShape, Command, Event, EventBody, EventV2, FromClient, NewGame, PlayerResults,
    PositionAnswer, PositionShape, Problem, ProblemCode, ResultShape, Scoring, Share, SharedVariations,
    Snapshot, StateAfter, TimeSystemShape, ToClient, ToClientV2, Version, object,
};
use tengen_rules::BoardName;

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// The JSON blocks, each with the text before it.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut blocks = Vec::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("```json\n") {
        let (block, after) = after.split_once("```").expect("the end of a block");
        blocks.push((before, block));
        rest = after;
    }
    blocks
}

/// The one block that follows the last paragraph which begins so.
fn block(paragraph: &str) -> &'static str {
    let introduced = |before: &str| before.trim_end().rsplit("\n\n").next().unwrap().starts_with(paragraph);
    let found: Vec<_> = blocks().into_iter().filter(|(before, _)| introduced(before)).collect();
    assert_eq!(found.len(), 1, "blocks after {paragraph:?}");
    found[0].1
}

fn read<T: DeserializeOwned>(json: &str) -> T {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = object(&mut deserializer).unwrap_or_else(|error| panic!("{error} in {json}"));
    deserializer.end().unwrap();
    value
}

fn lines(block: &'static str) -> impl Iterator<Item = &'static str> {
    block.lines().filter(|line| !line.trim().is_empty())
}

#[test]
fn every_block_is_json() {
    let blocks = blocks();
    assert_eq!(blocks.len(), 26);
    for (_, block) in blocks {
        let whole: Result<Value, _> = serde_json::from_str(block);
        if whole.is_err() {
            for line in lines(block) {
                assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
            }
        }
    }
}

/// The names of the variants that a type knows, as its own complaint about another one lists them.
fn variants<T: DeserializeOwned>(tag: &str) -> BTreeSet<String> {
    let complaint = match serde_json::from_value::<T>(serde_json::json!({ tag: "?" })) {
        Ok(_) => panic!("a variant without name"),
        Err(error) => error.to_string(),
    };
    let (_, known) = complaint.split_once("expected one of ").unwrap_or_else(|| panic!("{complaint}"));
    known.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect()
}

/// The first cells of the table with these headings, without what is not a name.
fn names_in_table(headings: &str) -> BTreeSet<String> {
    let (_, table) = PAGE.split_once(headings).unwrap_or_else(|| panic!("no table {headings}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(ToOwned::to_owned).collect()
}

fn types<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let values = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    values.map(|value| value["type"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn commands_read_as_they_are_written() {
    let examples = block("Only a player of the game may send one");
    for line in lines(examples) {
        let command: Command = read(line);
        let written = serde_json::to_value(&command).unwrap();
        let example: Value = serde_json::from_str(line).unwrap();
        for (name, value) in example.as_object().unwrap() {
            assert_eq!(written[name], *value, "{line}");
        }
    }
    let all = variants::<Command>("type");
    assert_eq!(types(lines(examples)), all);
    assert_eq!(names_in_table("| command | who | when | else |"), all);
    // What each is refused with is in the table of problems.
    let (_, table) = PAGE.split_once("| command | who | when | else |").unwrap();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        for code in row.rsplit('|').nth(1).unwrap().split('`').skip(1).step_by(2) {
            assert!(ProblemCode::ALL.iter().any(|known| known.name() == code), "{code} in {row}");
        }
    }
}

#[test]
fn every_reason_to_call_off_is_told() {
    let (_, told) = PAGE
        .split_once(
            "`reason` tells the other player, and whoever may see the game, why, in one of these words: ",
        )
        .unwrap();
    let (told, _) = told.split_once(".\n").unwrap();
    let words: Vec<_> = told.split('`').skip(1).step_by(2).collect();
    assert_eq!(words, AbortReason::ALL.map(AbortReason::name));
}

#[test]
fn the_position_of_the_page_begins_a_game() {
    let json = block("`position` in NEW GAME lets a game begin");
    let position: PositionShape = read(json);
    assert_eq!(serde_json::to_value(&position).unwrap(), serde_json::from_str::<Value>(json).unwrap());
    let five = BoardWish(BoardName::Grid { width: 5, height: 5 });
    let wish = NewGame { board: five, position: Some(position), ..NewGame::default() };
    let settings = Settings::new(PlayerId::from_entropy([1; 10]), (&wish).into()).unwrap();
    assert_eq!(settings.game().unwrap().prisoners().black, 1);
}

#[test]
fn events_are_those_that_games_have() {
    assert_eq!(names_in_table("| type | fields | meaning |"), variants::<EventBody>("type"));
}

#[test]
fn time_is_told_as_the_game_keeps_it() {
    let (_, table) = PAGE.split_once("| `clock` | meaning |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let systems: BTreeSet<String> =
        rows.map(|row| row.split('"').nth(3).unwrap_or_else(|| panic!("{row}")).to_owned()).collect();
    assert_eq!(systems, variants::<TimeSystemShape>("system"));
    let waits = names_in_table("| `waits.for` | how long | then |");
    assert_eq!(waits, Waiting::ALL.iter().map(|waiting| waiting.name().to_owned()).collect());
    let (_, results) = PAGE.split_once("RESULT: ").unwrap();
    for by in [By::Score, By::Resignation, By::Time, By::Absence, By::Adjudication, By::NoResult, By::Abort] {
        let shape = ResultShape::from(&GameResult { winner: None, by, margin: None });
        assert!(
            results.lines().next().unwrap().contains(&serde_json::to_string(&shape.by).unwrap()),
            "{by:?}"
        );
    }

    let clock: ClockShape = read(block("The clock of a game,"));
    let example: Value = serde_json::from_str(block("The clock of a game,")).unwrap();
    assert_eq!(serde_json::to_value(clock).unwrap(), example);
}

#[test]
fn frames_of_clients_read_as_they_are_written() {
    for line in lines(block("From the client:")) {
        read::<FromClient>(line);
    }
    assert_eq!(types(lines(block("From the client:"))), variants::<FromClient>("type"));
}

#[test]
fn frames_of_the_server_are_those_that_it_sends() {
    assert_eq!(types(lines(block("From the server:"))), variants::<ToClient>("type"));
    assert_eq!(types(lines(block("From the server:"))), variants::<ToClientV2>("type"));
    let update = block("In version 1 a `lobby_update` repeats");
    let shown: Value = serde_json::from_str(update).unwrap();
    assert_eq!(serde_json::to_value(read::<ToClientV2>(update)).unwrap(), shown);
    let versions = Version::ALL.map(|version| format!("`protocol={version}`"));
    assert!(PAGE.contains(&versions[0]) && PAGE.contains("?protocol=2`"), "{versions:?}");
}

#[test]
fn shapes_read_as_they_are_written() {
    let example = block("NEW GAME");
    let wish: NewGame = read(example);
    let defaults = NewGame { komi: wish.komi, ..NewGame::default() };
    assert_eq!(wish, defaults, "the example shows the defaults");

    let snapshot: Snapshot = read(block("### SNAPSHOT"));
    let written = serde_json::to_value(&snapshot).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(block("### SNAPSHOT")).unwrap());

    let scoring: Scoring = read(block("SCORING,"));
    let written = serde_json::to_value(&scoring).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(block("SCORING,")).unwrap());

    let event: Event = read(block("A game is its settings plus its events"));
    let example: Value = serde_json::from_str(block("A game is its settings plus its events")).unwrap();
    assert_eq!(serde_json::to_value(&event).unwrap(), example);

    // The same event in version 2, by its members that have changed.
    let brief: EventV2 = read(block("`protocol=1` means the same"));
    let shown: Value = serde_json::from_str(block("`protocol=1` means the same")).unwrap();
    assert_eq!(serde_json::to_value(&brief).unwrap(), shown);
    assert_eq!((brief.seq, brief.at, &brief.body), (event.seq, event.at, &event.body));
    for (name, value) in shown["changed"].as_object().unwrap() {
        // Version 1 tells a ko among the illegal points alone.
        let told = if name == "ko" { &example["state"]["illegal"][0]["at"] } else { &example["state"][name] };
        assert_eq!(value, told, "{name}");
    }
    let mut after = event.state.clone();
    after.apply(brief.changed);
    assert_eq!(after, StateAfter { ko: Some(event.state.illegal[0].at), ..event.state });

    let position: PositionAnswer = read(block("| field | meaning |"));
    let example = block("| field | meaning |");
    assert_eq!(serde_json::to_value(&position).unwrap(), serde_json::from_str::<Value>(example).unwrap());

    let share: Share = read(block("`POST .../variations/share` shows"));
    let example: Value = serde_json::from_str(block("`POST .../variations/share` shows")).unwrap();
    assert_eq!(serde_json::to_value(share).unwrap(), example);
    let shared: SharedVariations = read(block("`revision` is that of a tree"));
    let example: Value = serde_json::from_str(block("`revision` is that of a tree")).unwrap();
    assert_eq!(serde_json::to_value(&shared).unwrap(), example);

    let results: PlayerResults = read(block("`GET /players/{id}/results`"));
    let example: Value = serde_json::from_str(block("`GET /players/{id}/results`")).unwrap();
    assert_eq!(serde_json::to_value(&results).unwrap(), example);

    let kept: RecordSummary = read(block("A longer file is 413"));
    let example: Value = serde_json::from_str(block("A longer file is 413")).unwrap();
    assert_eq!(serde_json::to_value(&kept).unwrap(), example);

    let record: RecordAnswer = read(block("The tree:"));
    let example: Value = serde_json::from_str(block("The tree:")).unwrap();
    assert_eq!(serde_json::to_value(&record).unwrap(), example);

    let problem: Problem = read(block("Errors are"));
    let params = serde_json::to_value(&problem.params).unwrap();
    let made = Problem::from(ProblemCode::IllegalMove.with(params));
    assert_eq!(problem, made, "the example is one that the server makes");
}

#[test]
fn the_table_of_problems_is_complete() {
    let (_, table) = PAGE.split_once("| status | code | params |").unwrap();
    let mut listed = Vec::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let status: u16 = cells[1].parse().unwrap_or_else(|_| panic!("{row}"));
        listed.extend(cells[2].split(',').map(|code| (status, code.trim().trim_matches('`').to_owned())));
    }
    let mut all: Vec<(u16, String)> =
        ProblemCode::ALL.iter().map(|code| (code.status(), code.name().to_owned())).collect();
    listed.sort();
    all.sort();
    assert_eq!(listed, all);
}
