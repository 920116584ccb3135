//! The players agree on dead stones: marks, versions, acceptances.

use serde_json::json;
use tengen_rules::HalfPoints;

use crate::endings::assert_adds_up;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    marks_replace_each_other_and_clear_acceptances
    whoever_accepts_names_the_version_that_was_seen
    each_player_has_ten_proposals
    only_whole_chains_are_marked
    points_that_are_nobodys_count_for_nobody
    the_server_tells_which_points_are_nobodys
    nothing_is_played_while_dead_stones_are_agreed_on
}

async fn marks_replace_each_other_and_clear_acceptances(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "japanese").await;
    assert_eq!(table.scoring()["accepted"], json!({"black": false, "white": false}));
    assert_eq!(table.scoring()["proposals_left"], json!({"black": 10, "white": 10}));

    let event = table.accepts("black").await.ok()["event"].take();
    assert_eq!(
        (&event["type"], &event["color"], &event["version"]),
        (&json!("accepted"), &json!("black"), &json!(1))
    );
    assert_eq!(table.scoring()["accepted"], json!({"black": true, "white": false}));
    assert_eq!((table.version(), &table.state["phase"]), (1, &json!("scoring")));

    // White marks Black's stones instead, in any order and some twice: they replace the marks and come back sorted.
    let chain = json!(["B1", "A3", "B5", "B2", "b4", "B3", "B1"]);
    let event = table.proposes("white", chain).await.ok()["event"].take();
    assert_eq!((&event["type"], &event["color"]), (&json!("proposed"), &json!("white")));
    assert_eq!(event["dead"], json!(["B5", "B4", "A3", "B3", "B2", "B1"]));
    assert_eq!(table.scoring()["dead"], event["dead"]);
    assert_eq!(table.version(), 2);
    assert_eq!(table.scoring()["accepted"], json!({"black": false, "white": false}));
    assert_eq!(table.scoring()["proposals_left"], json!({"black": 10, "white": 9}));
    assert_adds_up(table.scoring());

    table.proposes("black", json!(["A1"])).await.ok();
    assert_eq!((table.version(), &table.scoring()["dead"]), (3, &json!(["A1"])));
    table.accepts("white").await.ok();
    table.accepts("black").await.ok();
    assert_eq!(
        (&table.state["phase"], &table.state["result"]["text"]),
        (&json!("finished"), &json!("W+5.5"))
    );
    assert_eq!(table.scoring()["accepted"], json!({"black": true, "white": true}));
    assert_eq!(table.version(), 3);
}

async fn whoever_accepts_names_the_version_that_was_seen(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "chinese").await;
    table.accepts("black").await.ok();
    table.accepts("black").await.refused(409, "already_accepted");
    table.proposes("white", json!([])).await.ok();
    let before = table.snapshot().await;
    for command in [
        json!({"type": "accept", "version": 1}),
        json!({"type": "accept", "version": 3}),
        json!({"type": "propose", "version": 1, "dead": []}),
        json!({"type": "resume", "version": 1}),
    ] {
        let params = table.does("black", command).await.refused(409, "stale_version");
        assert_eq!(params, json!({"version": 2}));
    }
    assert_eq!(table.snapshot().await, before);
    table.accepts("black").await.ok();
    table.accepts("white").await.ok();
    assert_eq!(table.state["result"]["text"], "W+10.5");
}

async fn each_player_has_ten_proposals(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "aga").await;
    for left in (0..10).rev() {
        let marks = if left % 2 == 0 { json!(["A1"]) } else { json!([]) };
        table.proposes("white", marks).await.ok();
        assert_eq!(table.scoring()["proposals_left"], json!({"black": 10, "white": left}));
    }
    assert_eq!(table.version(), 11);
    table.proposes("white", json!([])).await.refused(422, "no_proposals_left");
    // The other player still has all ten, and a new scoring phase gives both of them ten again.
    table.proposes("black", json!([])).await.ok();
    table.resumes("black").await.ok();
    assert_eq!(table.state["scoring"], json!(null));
    table.moves("A2 pass pass pass").await;
    assert_eq!(table.scoring()["proposals_left"], json!({"black": 10, "white": 10}));
    // Versions are never counted anew: 12 proposals, a resumption and the server's own second proposal.
    assert_eq!(table.version(), 14);
}

async fn only_whole_chains_are_marked(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "japanese").await;
    let before = table.snapshot().await;
    for (marks, at) in [
        (json!(["A2"]), Some("A2")),
        (json!(["A1", "D5"]), Some("D5")),
        (json!(["E1"]), Some("E1")),
        (json!(["A1", "A6"]), Some("A6")),
        (json!(["B1", "B2", "B3", "B4", "B5"]), None),
        (json!(["D3"]), None),
    ] {
        let params = table.proposes("black", marks.clone()).await.refused(422, "invalid_marks");
        match at {
            Some(at) => assert_eq!(params, json!({"at": at})),
            None => assert!(params["at"].is_string(), "{params}"),
        }
    }
    assert_eq!(table.snapshot().await, before);
}

async fn points_that_are_nobodys_count_for_nobody(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "japanese").await;
    let marks = |table: &Table| (table.scoring()["dead"].clone(), table.scoring()["neutral"].clone());
    let half_points =
        |table: &Table| HalfPoints::from_f64(table.scoring()["score"]["black"].as_f64().unwrap()).unwrap();
    let propose = |table: &Table, neutral: &[&str]| {
        let version = table.version();
        json!({"type": "propose", "version": version, "dead": ["A1"], "neutral": neutral})
    };
    let before = half_points(&table);
    assert_eq!(marks(&table), (json!(["A1"]), json!([])));
    let command = propose(&table, &["B1"]);
    assert_eq!(table.does("black", command).await.refused(422, "invalid_marks"), json!({"at": "B1"}));
    let command = propose(&table, &["A4", "A5"]);
    table.does("black", command).await.ok();
    assert_eq!(marks(&table), (json!(["A1"]), json!(["A5", "A4"])));
    assert_eq!(half_points(&table), before - HalfPoints::points(2));
    // Marks without them leave them as they are, also when the events are read back.
    table.proposes("white", json!([])).await.ok();
    table.proposes("white", json!(["A1"])).await.ok();
    assert_eq!(table.snapshot().await["scoring"]["neutral"], json!(["A5", "A4"]));
    assert_adds_up(table.scoring());
    let command = propose(&table, &[]);
    table.does("white", command).await.ok();
    assert_eq!(half_points(&table), before);
}

async fn the_server_tells_which_points_are_nobodys(database: Database) {
    let server = Server::start(database).await;
    let mut table =
        Table::new(&server, json!({"board": {"width": 6, "height": 5}, "rules": "japanese"})).await;
    table.moves("C2 D2 C4 D4 C1 D1 C5 D5 pass pass").await;
    let borders = json!([{"at": "C3", "reason": "open_border"}, {"at": "D3", "reason": "open_border"}]);
    for scoring in [table.scoring().clone(), table.snapshot().await["scoring"].clone()] {
        assert_eq!(scoring["proposed_neutral"], borders);
        assert_eq!(scoring["neutral"], json!(["C3", "D3"]));
        assert_eq!(scoring["score"]["lines"][0], json!({"name": "territory", "black": 10, "white": 10}));
    }
    // A player who disagrees proposes other marks; the server's proposal stays known.
    let version = table.version();
    let command = json!({"type": "propose", "version": version, "dead": [], "neutral": []});
    table.does("black", command).await.ok();
    assert_eq!(table.snapshot().await["scoring"]["proposed_neutral"], borders);
    assert_eq!(table.scoring()["score"]["lines"][0]["black"], 0);
}

async fn nothing_is_played_while_dead_stones_are_agreed_on(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::in_scoring(&server, "japanese").await;
    for at in ["A2", "pass"] {
        let command = table.move_command(at);
        assert_eq!(
            table.does("black", command).await.refused(409, "wrong_phase"),
            json!({"phase": "scoring"})
        );
    }
    table.does("white", json!({"type": "abort"})).await.refused(409, "wrong_phase");
    table.does("white", json!({"type": "resign"})).await.ok();
    let result = json!({"winner": "black", "by": "resignation", "margin": null, "text": "B+R"});
    assert_eq!((&table.state["phase"], &table.state["result"]), (&json!("finished"), &result));
}
