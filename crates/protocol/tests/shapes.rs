//! Games as they are told, against the shapes of docs/protocol.md.

#![allow(clippy::unwrap_used)] // a test that can not go on should stop, and say where

use serde_json::{Value, json};
use tengen_game::{GameId, State};
use tengen_played::{CREATED, Played, ann, ben, called_off, counted, given_a_clock, ruled, timed};
use tengen_protocol::view::{self, Audience, Subject};
use tengen_protocol::{PlayerCard, PlayerKind, Presence, Text};

const DAY: i64 = 24 * 60 * 60 * 1_000;

fn cards() -> Vec<PlayerCard> {
    let card = |id, name: &str| PlayerCard {
        id: Text(id),
        name: name.to_owned(),
        guest: true,
        kind: PlayerKind::Guest,
    };
    vec![card(ann(), "Ann [1\\2]"), card(ben(), "Ben")]
}

/// A game that is told.
struct Told(Played);

impl Told {
    fn event(&self, number: usize, audience: Audience) -> Value {
        let (event, state) = &self.0.log[number - 1];
        let cards = cards();
        serde_json::to_value(view::event(&subject(state, &cards), event, audience)).unwrap()
    }

    fn snapshot(&self) -> Value {
        let cards = cards();
        serde_json::to_value(view::snapshot(&subject(&self.0.state, &cards))).unwrap()
    }
}

fn subject<'a>(state: &'a State, cards: &'a [PlayerCard]) -> Subject<'a> {
    let id = GameId::from_entropy([9; 10]);
    Subject {
        id,
        created_at: CREATED,
        updated_at: CREATED,
        cards,
        state,
        now: CREATED + 60_000,
        behind: 0,
        presence: Presence::default(),
        rematch: None,
    }
}

#[test]
fn what_time_brings_is_told() {
    let played = Told(timed());
    let clock = played.event(5, Audience::Spectator)["state"]["clock"].clone();
    assert_eq!(
        clock,
        json!({
            "at": CREATED + 5_000, "running": "black",
            "system": {"system": "byo-yomi", "main": 5_000, "periods": 3, "period": 30_000},
            "black": {"main": 3_000, "period": 30_000, "periods": 3, "stones": 0},
            "white": {"main": 5_000, "period": 30_000, "periods": 3, "stones": 0},
        })
    );
    let asked = played.event(6, Audience::Spectator);
    assert_eq!(asked["state"]["undo"], json!({"request": 6, "color": "white", "moves": 1}));
    let back = played.event(7, Audience::Spectator);
    assert_eq!((&back["type"], &back["moves"]), (&json!("undo_accepted"), &json!(1)));
    assert_eq!(back["stones"], "............B............");
    let paused = played.event(8, Audience::Spectator);
    assert_eq!(paused["state"]["waits"], json!({"for": "pause", "until": CREATED + 608_000}));
    let credited = played.event(10, Audience::Spectator);
    assert_eq!((&credited["type"], &credited["millis"]), (&json!("credited"), &json!(60_000)));
    assert_eq!((&credited["actor"], &credited["command"]), (&Value::Null, &Value::Null));
    let flag = played.event(11, Audience::Spectator);
    assert_eq!((&flag["type"], &flag["color"]), (&json!("timed_out"), &json!("white")));
    assert_eq!(
        flag["state"]["result"],
        json!({"winner": "black", "by": "time", "margin": null, "text": "B+T"})
    );
    let snapshot = played.snapshot();
    assert_eq!(snapshot["settings"]["delay"], 60_000);
    assert_eq!(snapshot["opponent"]["name"], "Ben");
}

#[test]
fn rulings_of_the_staff_are_told() {
    let played = Told(ruled());
    let paused = played.event(4, Audience::Spectator);
    let (at, until) = (CREATED + 4_000, CREATED + 2 * DAY);
    assert_eq!(
        [&paused["type"], &paused["v"], &paused["actor"], &paused["color"], &paused["until"]],
        [&json!("paused"), &json!(5), &Value::Null, &Value::Null, &json!(until)]
    );
    assert_eq!(paused["state"]["pause"], json!({"color": null, "since": at, "until": until}));
    assert_eq!(paused["state"]["waits"], json!({"for": "pause", "until": until}));
    // It is lengthened by another event.
    let longer = played.event(5, Audience::Spectator);
    assert_eq!(longer["state"]["pause"], json!({"color": null, "since": at, "until": CREATED + 3 * DAY}));
    let unpaused = played.event(6, Audience::Spectator);
    assert_eq!(
        [&unpaused["type"], &unpaused["v"], &unpaused["color"]],
        [&json!("unpaused"), &json!(4), &Value::Null]
    );
    // A second had been thought.
    assert_eq!(unpaused["state"]["waits"], json!({"for": "move", "until": CREATED + 3 * DAY - 1_000}));
    let decided = played.event(7, Audience::Spectator);
    assert_eq!(
        [&decided["type"], &decided["v"], &decided["actor"]],
        [&json!("adjudicated"), &json!(5), &Value::Null]
    );
    let result = json!({"winner": "black", "by": "adjudication", "margin": null, "text": "B+"});
    assert_eq!(decided["state"]["result"], result);
    assert_eq!(played.snapshot()["result"], result);
    // A player's pause has the shape that it always had.
    let own = Told(timed()).event(8, Audience::Spectator);
    assert_eq!([&own["type"], &own["v"], &own["color"]], [&json!("paused"), &json!(4), &json!("black")]);
    assert_eq!(own.get("until"), None);
}

#[test]
fn a_game_without_a_clock_says_when_it_may_get_one_and_that_it_got_it() {
    let played = Told(given_a_clock());
    let before = &played.event(3, Audience::Spectator)["state"];
    assert_eq!((&before["clock"], &before["clock_givable_at"]), (&Value::Null, &json!(CREATED + 903_000)));
    let given = played.event(4, Audience::Spectator);
    assert_eq!((&given["type"], &given["color"]), (&json!("clock_given"), &json!("white")));
    let snapshot = played.snapshot();
    assert_eq!(snapshot["clock_givable_at"], Value::Null);
    assert_eq!(snapshot["clock"]["system"], json!({"system": "simple", "period": 3 * 24 * 60 * 60 * 1_000}));
}

#[test]
fn an_event_tells_what_happened_and_what_it_left_behind() {
    let played = Told(counted());
    assert_eq!(
        played.event(4, Audience::Player(ann())),
        json!({
            "seq": 4, "v": 4, "at": CREATED + 4_000, "actor": ann().as_str(), "command": "c-4",
            "type": "played", "color": "black", "move": "A2", "captured": ["A1"], "lag": 0,
            "state": {
                "phase": "playing", "turn": 3, "to_move": "white", "prisoners": {"black": 1, "white": 0},
                "illegal": [{"at": "A1", "rule": "suicide"}], "scoring": null, "resumptions_left": 2,
                "handicap_left": 0, "button": null, "pass_stones": false, "pass_ends": false,
                "clock": null, "clock_givable_at": CREATED + 904_000, "waits": null, "pause": null, "undo": null,
                "pauses_left": {"black": {"millis": 0, "times": 0}, "white": {"millis": 0, "times": 0}},
                "result": null
            }
        })
    );
    let scoring = &played.event(6, Audience::Spectator)["state"]["scoring"];
    assert_eq!(scoring["version"], 1);
    assert_eq!(scoring["owners"], ".BBB.B");
    assert_eq!(
        scoring["score"],
        json!({"black": 5, "white": 0.5, "margin": 4.5, "lines": [
            {"name": "territory", "black": 4, "white": 0}, {"name": "prisoners", "black": 1, "white": 0},
            {"name": "dead_stones", "black": 0, "white": 0}, {"name": "komi", "black": 0, "white": 0.5},
        ]})
    );
    let resumed = played.event(8, Audience::Spectator);
    assert_eq!(
        (&resumed["type"], &resumed["color"], &resumed["to_move"]),
        (&json!("resumed"), &json!("black"), &json!("white"))
    );
    assert_eq!(resumed["state"]["resumptions_left"], 1);
    assert_eq!(
        played.event(13, Audience::Spectator)["state"]["result"],
        json!({"winner": "black", "by": "score", "margin": 3.5, "text": "B+3.5"})
    );
}

#[test]
fn only_its_sender_sees_the_id_of_a_command() {
    let played = Told(counted());
    for (audience, id) in [
        (Audience::Player(ann()), json!("c-2")),
        (Audience::Player(ben()), Value::Null),
        (Audience::Spectator, Value::Null),
    ] {
        assert_eq!(played.event(2, audience)["command"], id);
    }
}

#[test]
fn a_snapshot_has_all_of_the_game() {
    let snapshot = Told(counted()).snapshot();
    assert_eq!(snapshot["phase"], "finished");
    assert_eq!(snapshot["stones"], "B...B.");
    assert_eq!(snapshot["settings"]["board"], json!({"width": 3, "height": 2, "name": "grid 3x2"}));
    assert_eq!(snapshot["settings"]["rules"]["preset"], "japanese");
    assert_eq!(snapshot["settings"]["komi"], 0.5);
    assert_eq!(snapshot["players"]["white"]["name"], "Ben");
    assert_eq!(
        snapshot["moves"][2],
        json!({"color": "black", "at": "A2", "captured": ["A1"], "time_left": null})
    );
    assert_eq!(snapshot["moves"].as_array().unwrap().len(), 7);
    assert_eq!(snapshot["scoring"]["accepted"], json!({"black": true, "white": true}));
    assert_eq!(snapshot["to_move"], Value::Null);
    let open = Told(called_off()).snapshot();
    assert_eq!(open["players"], json!({"black": null, "white": null}));
    assert_eq!(open["creator"]["id"], ann().as_str());
    assert_eq!(open["result"], json!({"winner": null, "by": "abort", "margin": null, "text": "Void"}));
}
