//! Rows that do not read back: each costs its own game only.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen_testbed::{found, until};

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;
use crate::tamper::{copies, tamper};

on_both_databases! {
    a_damaged_row_costs_its_own_game_only
    positions_of_a_damaged_game_are_passed_over
    a_damaged_record_and_a_damaged_board_cost_themselves_only
    damaged_games_that_are_due_keep_no_other_waiting
}

const SGF: &str = "application/x-go-sgf";
const ZIP: &str = "application/zip";

fn ids(games: &Value) -> Vec<String> {
    let games = games.as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// The content of an export that ends as it should.
async fn exported(visitor: &Visitor, path: &str, media_type: &str) -> Vec<u8> {
    visitor.open(path, media_type).await.bytes().await.unwrap().to_vec()
}

/// The log has one line about each damaged game, however often it was met.
fn named_once(server: &Server, broken: &str) {
    let log = server.log();
    let lines = log.lines().filter(|line| line.contains(broken) && line.contains("ERROR"));
    assert_eq!(lines.count(), 1, "{broken}: {log}");
}

async fn a_damaged_row_costs_its_own_game_only(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let small = json!({"board": {"width": 3, "height": 3}});
    let mut games = Vec::new();
    // Of each kind one that stays whole, one whose settings break, and one with a broken event.
    for _ in 0..3 {
        let mut finished = Table::between(ann.clone(), ben.clone(), small.clone()).await;
        finished.moves("B2").await;
        finished.does("white", json!({"type": "resign"})).await.ok();
        let mut playing = Table::between(ann.clone(), ben.clone(), small.clone()).await;
        playing.moves("B2").await;
        let open = ann.new_game(small.clone()).await["id"].as_str().unwrap().to_owned();
        games.push([finished.game, playing.game, open]);
    }
    server.stop().await;
    let [whole, settings, events] = <[[String; 3]; 3]>::try_from(games).unwrap();
    for (game, broken) in settings.iter().zip(["{", "{}", "null"]) {
        tamper(server.data(), &format!("UPDATE games SET settings = '{broken}' WHERE id = '{game}'")).await;
    }
    for game in &events {
        tamper(
            server.data(),
            &format!("UPDATE events SET body = 'no JSON' WHERE seq = 2 AND game_id = '{game}'"),
        )
        .await;
    }
    server.start_again().await;

    // The row of a finished game and of an open one says all that a list shows, whatever its log says.
    let listed = [&events[2], &events[0], &whole[2], &whole[1], &whole[0]];
    let stranger = Visitor::stranger(&server);
    for _ in 0..2 {
        for path in ["/games".to_owned(), format!("/players/{}/games", ann.id)] {
            let list = stranger.get(&path).await.ok();
            assert_eq!(ids(&list["games"]).iter().collect::<Vec<_>>(), listed, "{path}");
            // Also in pages of nothing but games that are left out.
            let (mut paged, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = stranger.get(&format!("{path}?limit=1{cursor}")).await.ok();
                paged.extend(ids(&page["games"]));
                let Some(next) = page["next"].as_str() else { break };
                cursor = format!("&cursor={next}");
            }
            assert_eq!(paged.iter().collect::<Vec<_>>(), listed, "{path}");
            let lines = String::from_utf8(exported(&stranger, &path, NDJSON).await).unwrap();
            assert_eq!(lines.lines().count(), listed.len(), "{path}: {lines}");
            let lines =
                String::from_utf8(exported(&stranger, &format!("{path}?with=events"), NDJSON).await).unwrap();
            assert_eq!(lines.lines().count(), 4, "{path}: {lines}");
            let records = String::from_utf8(exported(&stranger, &path, SGF).await).unwrap();
            assert_eq!(records.matches("(;").count(), 4, "{path}: {records}");
            let archive = exported(&stranger, &path, ZIP).await;
            // The record at the end names how many files there are.
            assert_eq!(archive[archive.len() - 12], 4, "{path}");
        }
        let found = stranger.get("/games?size=3x3&phase=finished").await.ok();
        assert_eq!(ids(&found["games"]).iter().collect::<Vec<_>>(), [&events[0], &whole[0]]);
        let results = stranger.get(&format!("/players/{}/results", ann.id)).await.ok();
        assert_eq!(results["results"][0]["won"], 3);
        let lobby = stranger.get("/lobby").await.ok();
        let shown = |game: &str| lobby.to_string().contains(game);
        assert!(shown(&whole[1]) && shown(&whole[2]) && !shown(&settings[1]), "{lobby}");
        let line = Reader::new(stranger.open("/lobby/stream", SSE).await).message().await.unwrap();
        assert!(line.1.to_string().contains(&whole[1]));
        let own = Reader::new(ann.open("/me/stream", NDJSON).await).line().await.unwrap();
        assert!(own.to_string().contains(&whole[1]) && !own.to_string().contains(&settings[1]), "{own}");
        for broken in settings.iter().chain(&events[1..2]) {
            stranger.get(&format!("/games/{broken}")).await.refused(500, "internal");
        }
    }
    // Players of other games are not disturbed.
    ann.command(&whole[1], json!({"type": "resign", "id": "r"})).await.ok();
    for broken in settings.iter().chain(&events[..2]) {
        named_once(&server, broken);
    }
}

async fn positions_of_a_damaged_game_are_passed_over(database: Database) {
    let mut server = Server::start(database).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        let mut table = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
        table.moves("C3 D3").await;
        table.does("black", json!({"type": "resign"})).await.ok();
        games.push(table.game);
    }
    let stranger = Visitor::stranger(&server);
    let asked = format!("/positions?game={}&move=2", games[0]);
    let known = async || {
        found(async || {
            let answer = stranger.get(&asked).await.ok();
            (answer["games_total"] == 3).then_some(answer)
        })
        .await
    };
    known().await;
    server.stop().await;
    tamper(server.data(), &format!("UPDATE games SET settings = '[]' WHERE id = '{}'", games[1])).await;
    tamper(server.data(), &format!("UPDATE events SET body = '' WHERE seq = 2 AND game_id = '{}'", games[2]))
        .await;
    server.start_again().await;
    for _ in 0..2 {
        let shown = known().await["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["game"]["id"].clone())
            .collect::<Vec<_>>();
        assert_eq!(shown, [games[0].as_str()]);
    }
    for broken in &games[1..] {
        named_once(&server, broken);
    }
    // Nor does the operator hear less of a game under way, which withholds nothing behind the damage.
    let mut playing = Table::new(&server, json!({"board": {"width": 4, "height": 4}})).await;
    playing.moves("B2 C3").await;
    let damage = format!("UPDATE events SET body = '' WHERE seq = 2 AND game_id = '{}'", playing.game);
    tamper(server.data(), &damage).await;
    let question = json!({"board": {"width": 4, "height": 4}, "stones": ".".repeat(16)});
    stranger.post("/positions/estimate", question).await.ok();
    named_once(&server, &playing.game);
}

async fn a_damaged_record_and_a_damaged_board_cost_themselves_only(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 3, "height": 3}})).await;
    table.moves("B2").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let ann = table.black.clone();
    let mut records = Vec::new();
    for event in ["1", "2", "3"] {
        let file = format!("(;GM[1]SZ[9]EV[{event}];B[ee])");
        let brought = ann.bring(file.as_bytes()).await.ok();
        records.push(brought["records"][0]["id"].as_str().unwrap().to_owned());
    }
    server.stop().await;
    tamper(server.data(), &format!("UPDATE records SET headline = '' WHERE id = '{}'", records[1])).await;
    tamper(server.data(), "UPDATE games SET board = 'no board'").await;
    server.start_again().await;
    for _ in 0..2 {
        let (mut listed, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = ann.get(&format!("/records?limit=1{cursor}")).await.ok();
            listed.extend(ids(&page["records"]));
            let Some(next) = page["next"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(listed, [records[2].as_str(), &records[0]]);
        let results = ann.get(&format!("/players/{}/results", ann.id)).await.ok();
        assert_eq!(results["results"], json!([]));
    }
    named_once(&server, &records[1]);
    named_once(&server, "no board");
}

async fn damaged_games_that_are_due_keep_no_other_waiting(database: Database) {
    let mut server = Server::start(database).await;
    let damaged = Table::new(&server, json!({"clock": {"system": "simple", "period": 86_400_000}})).await;
    let mut whole = Table::new(&server, json!({"clock": {"system": "simple", "period": 3_000}})).await;
    whole.moves("Q16 D4").await;
    server.stop().await;
    // More than are looked at together, and all of them due before it.
    tamper(server.data(), &copies(database, &damaged.game, 450, 0)).await;
    let broken = "UPDATE games SET settings = '{', deadline = 1 WHERE id LIKE '0000000000000%'";
    tamper(server.data(), broken).await;
    server.start_again().await;
    // A list opens no room, which would look at its game by itself.
    let stranger = Visitor::stranger(&server);
    let began = Instant::now();
    until(async || {
        assert!(began.elapsed() < Duration::from_mins(1), "{}", server.log());
        ids(&stranger.get("/games?phase=finished").await.ok()["games"]) == [whole.game.as_str()]
    })
    .await;
}
