//! The games that bad input is tried on, one in each phase, and the doors through which it comes.

use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::{Request, Row};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server};
use crate::socket::{Ended, Socket};
use crate::table::Table;

/// Who tries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// Black in every game, and the maker of all of them.
    Ann,
    /// White in every game.
    Ben,
    /// A player who plays elsewhere.
    Carl,
    /// Nobody in particular.
    Stranger,
    /// Ann's program, which may only look.
    Looker,
}

pub(super) struct Stage {
    pub(super) server: Server,
    visitors: [Visitor; 5],
    /// Names and ids of the games.
    games: Vec<(&'static str, String)>,
    /// A record of Ann's.
    record: String,
}

/// Black to move in turn 12. A1 is suicide, E5 a ko.
const PLAYING: &str = "A9 A2 A8 B1 D4 E4 D6 E6 C5 F5 E5 D5";

impl Stage {
    pub(super) async fn set(database: Database) -> Self {
        let server = Server::start(database).await;
        let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
        let carl = Visitor::guest(&server, "Carl").await;
        let between = |settings| Table::between(ann.clone(), ben.clone(), settings);
        let small = |rules: &str| json!({"board": {"width": 4, "height": 5}, "rules": rules});

        let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
        let kept = ann.new_game(json!({"opponent": ben.id})).await["id"].as_str().unwrap().to_owned();

        let mut playing = between(json!({"board": {"width": 9, "height": 9}})).await;
        playing.does("black", json!({"type": "play", "id": "used", "turn": 0, "at": "A9"})).await.ok();
        playing.moves(PLAYING.split_once(' ').unwrap().1).await;
        assert_eq!(playing.turn(), 12);

        // White has used all proposals, Black has accepted the last one: version 11.
        let mut scoring = between(small("japanese")).await;
        scoring.moves(crate::table::SETTLED).await;
        scoring.moves("pass pass").await;
        for _ in 0..10 {
            scoring.proposes("white", json!(["A1"])).await.ok();
        }
        scoring.accepts("black").await.ok();
        assert_eq!(scoring.version(), 11);

        // Version 1, which nobody has accepted.
        let mut marking = between(small("chinese")).await;
        marking.moves(crate::table::SETTLED).await;
        marking.moves("pass pass").await;

        // White to move in turn 18; a pass would end the game with the dead stone on A1 alive.
        let mut last_pass = between(small("aga")).await;
        last_pass.moves(crate::table::SETTLED).await;
        last_pass.moves("pass pass").await;
        last_pass.resumes("white").await.ok();
        let pass = json!({"type": "pass", "turn": last_pass.turn(), "confirm": true});
        last_pass.does("black", pass).await.ok();
        assert_eq!((last_pass.turn(), last_pass.to_move().as_str()), (18, "white"));

        let one = between(json!({"board": {"width": 1, "height": 1}, "rules": "tromp-taylor"})).await;

        let mut finished = between(small("japanese")).await;
        finished.does("white", json!({"type": "resign"})).await.ok();

        // Black to move in turn 2 of games with an hour each. In one White has used all pauses, and both have been refused
        // what they asked to take back; in one White has stopped the clock; in one Black asks by event 4 to take back.
        let hour = json!({"system": "absolute", "main": 3_600_000});
        let mut timed = [
            between(json!({"clock": hour})).await,
            between(json!({"clock": hour})).await,
            between(json!({"clock": hour})).await,
            between(json!({"clock": {"system": "simple", "period": 86_400_000}})).await,
        ];
        for table in &mut timed {
            table.moves("Q16 D4").await;
        }
        let [mut timed, mut paused, mut asked, days] = timed;
        for _ in 0..5 {
            timed.does("white", json!({"type": "pause"})).await.ok();
            timed.does("white", json!({"type": "unpause"})).await.ok();
        }
        for (asks, refuses) in [("black", "white"), ("white", "black")] {
            let request = timed.does(asks, json!({"type": "undo", "turn": 2})).await.ok();
            let request = &request["event"]["seq"];
            timed.does(refuses, json!({"type": "undo_reject", "request": request})).await.ok();
        }
        paused.does("white", json!({"type": "pause"})).await.ok();
        let request = asked.does("black", json!({"type": "undo", "turn": 2})).await.ok();
        assert_eq!(request["event"]["seq"], 4);

        let games = vec![
            ("open", open),
            ("kept", kept),
            ("marking", marking.game),
            ("timed", timed.game),
            ("paused", paused.game),
            ("asked", asked.game),
            ("days", days.game),
            ("playing", playing.game),
            ("scoring", scoring.game),
            ("last_pass", last_pass.game),
            ("one_point", one.game),
            ("finished", finished.game),
        ];
        let record = ann.bring(b"(;SZ[9];B[ee])").await.ok()["records"][0]["id"].as_str().unwrap().to_owned();
        let stranger = Visitor::stranger(&server);
        // Carl has as many tokens as one may have.
        for number in 0..32 {
            let wish = json!({"name": format!("Token {number}"), "scopes": ["read"]});
            carl.post("/tokens", wish).await.ok();
        }
        let looker = ann.with_token(&["read"]).await;
        Self { visitors: [ann, ben, carl, stranger, looker], server, games, record }
    }

    pub(super) fn visitor(&self, who: Who) -> &Visitor {
        &self.visitors[who as usize]
    }

    /// Every game as it is: its snapshot, and its log byte by byte.
    pub(super) async fn games(&self) -> Vec<(Value, String)> {
        let mut games = Vec::new();
        for (_, game) in &self.games {
            let log = self.visitors[3].get(&format!("/games/{game}/events")).await.text().to_owned();
            games.push((self.visitors[3].snapshot(game).await, log));
        }
        games
    }

    /// Puts ids in the place of names in braces.
    fn fill(&self, text: &str) -> String {
        let own = [
            ("own_origin", format!("http://{}", self.server.address())),
            ("ann", self.visitors[0].id.clone()),
            ("ben", self.visitors[1].id.clone()),
            ("record", self.record.clone()),
        ];
        let own = own.iter().map(|(name, value)| (*name, value));
        let games = self.games.iter().map(|(name, id)| (*name, id));
        own.chain(games)
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    fn game(&self, name: &str) -> String {
        self.fill(&format!("{{{name}}}"))
    }

    pub(super) async fn request(&self, row: &Row, request: &Request) {
        let mut sent = self.visitor(request.by).request(request.method.clone(), &self.fill(&request.path));
        for (name, value) in &request.headers {
            sent = sent.header(*name, self.fill(value));
        }
        if !request.body.is_empty() {
            let body = match String::from_utf8(request.body.clone()) {
                Ok(text) => self.fill(&text).into_bytes(),
                Err(binary) => binary.into_bytes(),
            };
            sent = sent.body(body);
        }
        check_answer(row, &Answer::read(sent.send().await.unwrap()).await);
    }

    pub(super) async fn command_over_rest(&self, row: &Row, by: Who, game: &str, json: &str) {
        let path = format!("/api/v1/games/{}/commands", self.game(game));
        let request = self.visitor(by).request(reqwest::Method::POST, &path);
        let request = request.header(CONTENT_TYPE, "application/json").body(json.to_owned());
        check_answer(row, &Answer::read(request.send().await.unwrap()).await);
    }

    pub(super) async fn command_over_socket(&self, row: &Row, by: Who, game: &str, json: &str) {
        let mut socket = Socket::open(&self.server, self.visitor(by)).await;
        let game = self.game(game);
        let frame = format!(r#"{{"type": "command", "game": "{game}", "command": {json}}}"#);
        socket.send_raw(Message::text(frame)).await;
        let answer = socket.next().await;
        check_frame(row, &answer);
        // The answer says again what could be read: of what is not JSON, nothing.
        if let Ok(sent) = serde_json::from_str::<Value>(json) {
            assert_eq!(answer["game"], game, "{}", row.name);
            if row.code != "malformed" {
                assert_eq!(answer["id"], sent["id"], "{}", row.name);
            }
        }
    }

    pub(super) async fn frames(&self, row: &Row, by: Who, frames: &[Message], closes_with: Option<u16>) {
        let mut socket = Socket::open(&self.server, self.visitor(by)).await;
        for frame in frames {
            let frame = match frame {
                Message::Text(text) => Message::text(self.fill(text)),
                other => other.clone(),
            };
            // A server that has closed already reads no more.
            let _ = socket.try_send(frame).await;
        }
        let answer = async {
            loop {
                match socket.read().await {
                    Ok(frame) if frame["type"] == "problem" => return Some(frame),
                    Ok(_) => {}
                    Err(ended) => return closed(row, ended, closes_with),
                }
            }
        };
        let answer = timeout(Duration::from_secs(30), answer).await;
        let answer = answer.unwrap_or_else(|_| panic!("{}: no answer", row.name));
        if let Some(answer) = answer {
            check_frame(row, &answer);
            if closes_with.is_some() {
                assert_eq!(socket.ended().await, Ended(closes_with), "{}", row.name);
            } else {
                // The socket goes on as if nothing had been.
                socket.send(json!({"type": "subscribe_lobby"})).await;
                socket.next_of("lobby").await;
            }
        }
    }
}

/// The server closed the socket without a problem, which is right only for what it could not read at all.
fn closed(row: &Row, ended: Ended, closes_with: Option<u16>) -> Option<Value> {
    assert!(closes_with.is_some() && row.name.contains("far over"), "{}: closed, {ended:?}", row.name);
    // The rest of the frame may still be on its way when the server closes; then the close frame can get lost.
    assert!([Ended(closes_with), Ended(None)].contains(&ended), "{}: {ended:?}", row.name);
    None
}

#[track_caller]
fn check_answer(row: &Row, answer: &Answer) {
    let name = row.name;
    let problem: Value = serde_json::from_slice(&answer.body)
        .unwrap_or_else(|_| panic!("{name}: {} {}", answer.status, String::from_utf8_lossy(&answer.body)));
    assert_eq!((answer.status, &problem["code"]), (row.status, &json!(row.code)), "{name}: {problem}");
    assert_eq!(answer.header("content-type"), "application/problem+json", "{name}");
    check_problem(row, &problem);
}

#[track_caller]
fn check_frame(row: &Row, frame: &Value) {
    assert_eq!(frame["type"], "problem", "{}: {frame}", row.name);
    check_problem(row, &frame["problem"]);
}

#[track_caller]
fn check_problem(row: &Row, problem: &Value) {
    let name = row.name;
    assert_eq!(
        (&problem["status"], &problem["code"]),
        (&json!(row.status), &json!(row.code)),
        "{name}: {problem}"
    );
    assert_eq!(problem["type"], "about:blank", "{name}");
    assert!(problem["title"].is_string() && problem["params"].is_object(), "{name}: {problem}");
    // The parameters that docs/protocol.md promises.
    let promised: &[&str] = match row.code {
        "malformed" => &["detail"],
        "unknown_protocol" => &["versions"],
        "not_your_turn" => &["to_move"],
        "wrong_phase" => &["phase"],
        "stale_turn" => &["turn"],
        "stale_version" => &["version"],
        "too_late_to_abort" => &["moves"],
        "too_large" => &["limit_bytes"],
        "illegal_move" => &["rule", "at"],
        "invalid_settings" if problem["params"]["field"] == "opponent" => &[],
        "invalid_settings" => &["field", "min", "max"],
        "clock_too_soon" => &["clock_givable_at"],
        "opponent_not_away" => &["claimable_at"],
        "invalid_name" | "too_many_tokens" => &["max"],
        "name_refused" => &["reason"],
        "insufficient_scope" => &["scope"],
        "invalid_token" => &["field"],
        "invalid_marks" => &["at"],
        "pass_needs_confirmation" => &["dead"],
        _ => &[],
    };
    for param in promised {
        assert!(!problem["params"][param].is_null(), "{name}: no {param} in {problem}");
    }
}
