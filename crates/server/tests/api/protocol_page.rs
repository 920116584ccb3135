//! `docs/protocol.md` is what clients are written from, so its examples and its table of problems are read here with
//! the types that the server reads with.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tengen_protocol::{Command, Event, FromClient, NewGame, Problem, ProblemCode, Scoring, Snapshot, object};

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
    assert_eq!(blocks.len(), 9);
    for (_, block) in blocks {
        let whole: Result<Value, _> = serde_json::from_str(block);
        if whole.is_err() {
            for line in lines(block) {
                assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
            }
        }
    }
}

#[test]
fn commands_read_as_they_are_written() {
    let mut types = BTreeSet::new();
    for line in lines(block("Only a player of the game may send one")) {
        let command: Command = read(line);
        let written = serde_json::to_value(&command).unwrap();
        types.insert(written["type"].as_str().unwrap().to_owned());
        let example: Value = serde_json::from_str(line).unwrap();
        for (name, value) in example.as_object().unwrap() {
            assert_eq!(written[name], *value, "{line}");
        }
    }
    let all = ["abort", "accept", "pass", "play", "propose", "resign", "resume"];
    assert!(types.iter().eq(all), "{types:?}");
}

#[test]
fn frames_of_clients_read_as_they_are_written() {
    let mut types = BTreeSet::new();
    for line in lines(block("From the client:")) {
        let frame: FromClient = read(line);
        types.insert(serde_json::to_value(&frame).unwrap()["type"].as_str().unwrap().to_owned());
    }
    let all = ["authenticate", "command", "subscribe", "subscribe_lobby", "unsubscribe", "unsubscribe_lobby"];
    assert!(types.iter().eq(all), "{types:?}");
}

#[test]
fn frames_of_the_server_are_those_that_it_sends() {
    let frames = lines(block("From the server:")).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let types: BTreeSet<String> = frames.map(|frame| frame["type"].as_str().unwrap().to_owned()).collect();
    let all = [
        "ack",
        "authenticated",
        "event",
        "hello",
        "lagged",
        "lobby",
        "lobby_update",
        "problem",
        "snapshot",
        "subscribed",
    ];
    assert!(types.iter().eq(all), "{types:?}");
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

    let problem: Problem = read(block("Errors are"));
    let params = serde_json::to_value(&problem.params).unwrap();
    assert_eq!(problem, ProblemCode::IllegalMove.with(params), "the example is one that the server makes");
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
