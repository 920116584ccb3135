//! Two players of a game over REST.

use serde_json::{Value, json};

use crate::rest::{Answer, Visitor, the_game};
use crate::server::Server;

/// A game that has begun. Black made it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) game: String,
    pub(crate) black: Visitor,
    pub(crate) white: Visitor,
    /// The state after the last event.
    pub(crate) state: Value,
    /// The number of the last event.
    pub(crate) seq: u64,
    commands: u32,
}

/// The moves of a small game on a board of 4 by 5 in which everything is settled: the left half is Black's, the right
/// half White's, and White's stone on A1 can't live.
pub(crate) const SETTLED: &str = "B3 C3 B2 C2 B4 C4 B1 C1 B5 C5 A3 D3 pass A1";

impl Table {
    /// Two new guests, Ann with the black stones and Ben with the white ones.
    pub(crate) async fn new(server: &Server, settings: Value) -> Self {
        let (ann, ben) = (Visitor::guest(server, "Ann").await, Visitor::guest(server, "Ben").await);
        Self::between(ann, ben, settings).await
    }

    pub(crate) async fn between(black: Visitor, white: Visitor, mut settings: Value) -> Self {
        settings["color"] = json!("black");
        let made = black.new_game(settings).await;
        let game = made["id"].as_str().unwrap().to_owned();
        let state = the_game(white.join(&game).await.ok());
        assert_eq!((&state["phase"], &state["seq"]), (&json!("playing"), &json!(1)));
        Self { game, black, white, state, seq: 1, commands: 0 }
    }

    /// A game under these rules that has been played to the scoring phase: `SETTLED` and two passes.
    pub(crate) async fn in_scoring(server: &Server, rules: &str) -> Self {
        let settings = json!({"board": {"width": 4, "height": 5}, "rules": rules});
        let mut table = Self::new(server, settings).await;
        table.moves(SETTLED).await;
        table.moves("pass pass").await;
        assert_eq!(table.state["phase"], "scoring");
        table
    }

    pub(crate) fn player(&self, color: &str) -> &Visitor {
        match color {
            "black" => &self.black,
            "white" => &self.white,
            other => panic!("{other} is no colour"),
        }
    }

    pub(crate) fn turn(&self) -> u64 {
        self.state["turn"].as_u64().unwrap()
    }

    pub(crate) fn to_move(&self) -> String {
        self.state["to_move"].as_str().unwrap().to_owned()
    }

    pub(crate) fn version(&self) -> u64 {
        self.state["scoring"]["version"].as_u64().unwrap()
    }

    pub(crate) fn scoring(&self) -> &Value {
        &self.state["scoring"]
    }

    /// The command of a move in the position as it is.
    pub(crate) fn move_command(&mut self, at: &str) -> Value {
        let (id, turn) = (self.next_id(), self.turn());
        match at {
            "pass" => json!({"type": "pass", "id": id, "turn": turn}),
            at => json!({"type": "play", "id": id, "turn": turn, "at": at}),
        }
    }

    /// Moves by the player to move, one after the other.
    pub(crate) async fn moves(&mut self, moves: &str) -> Value {
        let mut last = Value::Null;
        for at in moves.split_whitespace() {
            last = self.makes(&self.to_move(), at).await.ok()["event"].take();
        }
        last
    }

    /// A move by one player.
    pub(crate) async fn makes(&mut self, color: &str, at: &str) -> Answer {
        let command = self.move_command(at);
        self.does(color, command).await
    }

    pub(crate) async fn proposes(&mut self, color: &str, dead: Value) -> Answer {
        let command = json!({"type": "propose", "version": self.version(), "dead": dead});
        self.does(color, command).await
    }

    pub(crate) async fn accepts(&mut self, color: &str) -> Answer {
        let command = json!({"type": "accept", "version": self.version()});
        self.does(color, command).await
    }

    pub(crate) async fn resumes(&mut self, color: &str) -> Answer {
        let command = json!({"type": "resume", "version": self.version()});
        self.does(color, command).await
    }

    /// Agrees on these dead stones, whatever is marked now.
    pub(crate) async fn agree(&mut self, dead: Value) {
        if self.scoring()["dead"] != dead {
            self.proposes("black", dead).await.ok();
        }
        self.accepts("black").await.ok();
        self.accepts("white").await.ok();
        assert_eq!(self.state["phase"], "finished");
    }

    /// Any command of one player; it gets an id unless it has one. An event that it leads to is taken note of.
    pub(crate) async fn does(&mut self, color: &str, mut command: Value) -> Answer {
        if command["id"].is_null() {
            command["id"] = json!(self.next_id());
        }
        let answer = self.player(color).command(&self.game, command).await;
        if answer.status == 200 {
            let event = &answer.json()["event"];
            let seq = event["seq"].as_u64().unwrap();
            if seq > self.seq {
                assert_eq!(seq, self.seq + 1);
                (self.seq, self.state) = (seq, event["state"].clone());
            }
        }
        answer
    }

    pub(crate) async fn snapshot(&self) -> Value {
        self.black.snapshot(&self.game).await
    }

    pub(crate) fn next_id(&mut self) -> String {
        self.commands += 1;
        format!("c-{}", self.commands)
    }
}
