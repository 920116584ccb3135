//! Lists whose games are far down: each page looks at so many games, and says where it stopped.

use serde_json::{Value, json};

use super::{NDJSON, get_as, id, lines, resigned};
use crate::groups::club;
use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::tamper::{numbers, tamper};

on_both_databases! {
    a_page_that_finds_little_says_where_it_stopped
}

/// More than a list looks at for one page.
const GAMES: u32 = 12_000;
const EARLIER: i64 = 1_000_000_000;

/// Makes copies of a game without their logs, each a second older than the one before it. The numbers from 1 on are their ids.
fn headlines(database: Database, game: &str, count: u32, private: bool) -> String {
    let (numbers, id) = numbers(database, count.into());
    format!(
        "{numbers} INSERT INTO games (id, creator, created_at, private, settings, phase, black, white, seq, move_count, result,
                                           updated_at, board, rules, handicap, winner, ended_by, opening)
         SELECT {id}, creator, created_at - 1000 * n, {private}, settings, phase, black, white, seq, move_count, result,
                updated_at - 1000 * n, board, rules, handicap, winner, ended_by, opening
         FROM games, numbers WHERE id = '{game}'"
    )
}

async fn a_page_that_finds_little_says_where_it_stopped(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
    let board = |size| json!({"board": {"width": size, "height": size}});
    let rare = resigned(&ann, &ben, board(7), "B2").await;
    let frequent = resigned(&ann, &ben, board(5), "A1").await;
    let group = club(&ann, "open").await;
    ben.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    for private in [false, true] {
        server.stop().await;
        tamper(server.data(), "DELETE FROM games WHERE id LIKE '00000000000%'").await;
        tamper(server.data(), &headlines(database, &frequent, GAMES, private)).await;
        let earlier = format!("UPDATE games SET created_at = created_at - {EARLIER} WHERE id = '{rare}'");
        tamper(server.data(), &earlier).await;
        server.start_again().await;
        let stranger = Visitor::stranger(&server);
        for list in ["/games", &format!("/players/{}/games", ann.id), &format!("/groups/{group}/games")] {
            let first = stranger.get(&format!("{list}?size=7x7&result=black")).await.ok();
            assert_eq!(first["games"], json!([]), "{list}, private: {private}");
            // The place names no game, which may be one that nobody may know of, and does not tell when it was made.
            let next = first["next"].as_str().unwrap();
            let (made_at, named) = next.split_once('.').unwrap();
            assert_eq!((made_at.parse::<i64>().unwrap() % 60_000, named), (0, "0000000000000000"));
            let second = stranger.get(&format!("{list}?size=7x7&result=black&cursor={next}")).await.ok();
            let found: Vec<_> = second["games"].as_array().unwrap().iter().map(id).collect();
            assert_eq!(
                (found, &second["next"]),
                (vec![rare.clone()], &Value::Null),
                "{list}, private: {private}"
            );
        }
        // What is too young or too old needs no look.
        let made = stranger.snapshot(&frequent).await["created_at"].as_i64().unwrap();
        let early =
            stranger.get(&format!("/games?size=7x7&until={}", made - 2_000 * i64::from(GAMES))).await.ok();
        assert_eq!((id(&early["games"][0]), &early["next"]), (rare.clone(), &Value::Null));
        let late = stranger.get(&format!("/games?size=7x7&since={}", made - 100_000)).await.ok();
        assert_eq!(late, json!({"games": [], "next": null}));
        // A page that games fill needs not look so far.
        let page = stranger.get("/games?size=5x5&limit=100").await.ok();
        assert_eq!(page["games"].as_array().unwrap().len(), if private { 1 } else { 100 });
        // An export goes through all of them.
        let all = get_as(&stranger, "/games?size=7x7", NDJSON).await;
        assert_eq!(lines(&all).iter().map(id).collect::<Vec<_>>(), [rare.as_str()]);
    }
}
