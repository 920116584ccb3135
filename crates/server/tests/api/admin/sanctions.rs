//! An operator warns, suspends and bans players, and lets them play again.

use serde_json::{Value, json};

use super::{admin, done, refused};
use crate::member::{bot, member, soon};
use crate::rest::Visitor;
use crate::server::{Database, Server, now, on_both_databases};
use crate::socket::{Ended, Socket};
use crate::table::Table;

on_both_databases! {
    a_player_is_suspended_and_let_go_from_the_command_line
    what_can_not_be_done_is_told
}

const DAY: i64 = 86_400_000;

async fn a_player_is_suspended_and_let_go_from_the_command_line(database: Database) {
    let mut server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let guest = Visitor::guest(&server, "Gustav").await;
    let days = json!({"clock": {"system": "simple", "period": 3 * DAY}});
    let game = Table::between(ann.clone(), guest.clone(), days).await.game;
    let mut socket = Socket::open(&server, &ann).await;
    let words = ["--ground", "stalling", "--words", "Five games were left.", "--reason", "told twice"];
    let said = done(server.data(), &[&["suspend", "Annabel", "--days", "2"], &words[..]].concat()).await;
    assert!(said.starts_with(&format!("Annabel ({}) may not play until 20", ann.id)), "{said}");
    assert_eq!(socket.read().await, Err(Ended(Some(1008))));
    let params = ann.post("/games", json!({})).await.refused(403, "suspended");
    assert_eq!((&params["ground"], &params["words"]), (&json!("stalling"), &json!("Five games were left.")));
    assert!(params["until"].as_i64().unwrap() > now() + DAY);
    soon("the game is paused", async || !guest.snapshot(&game).await["pause"].is_null()).await;
    assert!(done(server.data(), &["player", "Annabel"]).await.contains("\nmay not play until 20"));
    // Without a server that runs as well.
    server.stop().await;
    let said = done(server.data(), &["lift", "Annabel"]).await;
    assert_eq!(said, format!("Annabel ({}) may play again.\n", ann.id));
    server.start_again().await;
    let (ann, guest) = (ann.at(&server), guest.at(&server));
    soon("the game goes on", async || guest.snapshot(&game).await["pause"].is_null()).await;
    ann.new_game(json!({})).await;
    let robot = bot(&ann, "Robot of Ann").await;
    done(server.data(), &["ban", &ann.id, "--ground", "abuse"]).await;
    for player in [&ann, &robot] {
        assert_eq!(player.post("/games", json!({})).await.refused(403, "suspended")["until"], Value::Null);
    }
    done(server.data(), &["lift", "annabel"]).await;
    let said = done(server.data(), &["lift", "annabel"]).await;
    assert_eq!(said, format!("Nothing keeps Annabel ({}) from playing.\n", ann.id));
    done(server.data(), &["warn", &guest.id, "--ground", "other", "--words", "Be kind."]).await;
    assert_eq!(guest.get("/me").await.ok()["sanction"]["words"], "Be kind.");
    assert!(done(server.data(), &["audit"]).await.contains("Entries: 5."));
}

async fn what_can_not_be_done_is_told(database: Database) {
    let server = Server::start(database).await;
    let guest = Visitor::guest(&server, "Gustav").await;
    let computer = guest.get("/house").await.ok()["players"][0]["player"]["id"].as_str().unwrap().to_owned();
    for nobody in ["Nobody", "0000000000000000", &computer] {
        let said = refused(server.data(), &["ban", nobody, "--ground", "abuse"]).await;
        assert!(said.contains("there is no member with the name"), "{said}");
    }
    let long = "x".repeat(501);
    let said = refused(server.data(), &["ban", &guest.id, "--ground", "abuse", "--words", &long]).await;
    assert!(said.contains("500 characters at most"), "{said}");
    // What the options don't take, their own help tells.
    for words in [
        &["ban", guest.id.as_str()][..],
        &["ban", &guest.id, "--ground", "envy"],
        &["suspend", &guest.id, "--ground", "abuse"],
        &["suspend", &guest.id, "--ground", "abuse", "--days", "0"],
        &["suspend", &guest.id, "--ground", "abuse", "--days", "367"],
    ] {
        assert_eq!(admin(server.data(), words).await.status.code(), Some(2), "{words:?}");
    }
    assert_eq!(guest.get("/me").await.ok().get("sanction"), None);
}
