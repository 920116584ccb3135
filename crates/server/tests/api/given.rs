//! The data that come with the page of a game: the answers that its reader would get, and never more.

use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, COOKIE};
use serde_json::{Value, json};

use crate::rest::{Answer, Visitor, the_game};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    everybody_is_given_what_they_would_be_answered
    a_delayed_game_is_given_as_far_as_its_reader_may_know
    a_private_game_is_given_to_its_players_alone
    a_reader_is_told_of_variations_of_ones_own
}

const HOSTILE: &str = "</script><b>\u{2028}";

/// The data in a page, whose headers are checked as well.
fn given(page: &Answer) -> Option<Value> {
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, "text/html; charset=utf-8"),
        "{}",
        page.text()
    );
    let (_, rest) = page.text().split_once("<script type=\"application/json\" id=\"given\">")?;
    let (json, after) = rest.split_once("</script>").unwrap();
    assert!(!json.contains('<'), "{json}");
    assert_eq!(after.trim(), "</body>\n</html>", "it is the last of the page");
    assert_eq!(page.header("cache-control"), "no-store");
    let varies = page.header("vary").to_ascii_lowercase();
    assert!(varies.contains("cookie") && varies.contains("accept-language"), "{varies}");
    Some(serde_json::from_str(json).unwrap())
}

/// The same reader asks for the page and for the game, and gets the same game.
async fn agrees(reader: &Visitor, id: &str) -> Value {
    let page = given(&reader.get_page(&format!("/games/{id}")).await).unwrap();
    let asked = reader.get(&format!("/games/{id}?protocol=2")).await.ok();
    assert_eq!(page.as_object().unwrap().keys().collect::<Vec<_>>(), ["game", "player", "variations"]);
    assert_eq!(page["game"]["presence"], asked["presence"]);
    assert_eq!(the_game(page["game"].clone()), the_game(asked));
    match &reader.token {
        Some(_) => assert_eq!(page["player"], reader.get("/me").await.ok()["player"]),
        None => assert!(page["player"].is_null()),
    }
    page
}

async fn started(server: &Server, wish: Value) -> (Visitor, Visitor, String) {
    let (ann, ben) = (Visitor::guest(server, HOSTILE).await, Visitor::guest(server, "Ben").await);
    let id = ann.new_game(wish).await["id"].as_str().unwrap().to_owned();
    ben.post(&format!("/games/{id}/join"), json!({})).await.ok();
    (ann, ben, id)
}

async fn plays(player: &Visitor, id: &str, turn: u32, at: &str) {
    let command = json!({"id": format!("c-{turn}"), "type": "play", "turn": turn, "at": at});
    player.post(&format!("/games/{id}/commands"), command).await.ok();
}

async fn everybody_is_given_what_they_would_be_answered(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben, id) =
        started(&server, json!({"board": {"width": 9, "height": 9}, "color": "black"})).await;
    plays(&ann, &id, 0, "C3").await;
    let stranger = Visitor::stranger(&server);
    for reader in [&ann, &ben, &stranger] {
        let page = agrees(reader, &id).await;
        assert_eq!((&page["game"]["seq"], &page["game"]["moves"][0]["at"]), (&json!(2), &json!("C3")));
        assert_eq!(page["game"]["players"]["black"]["name"], ann.name.as_str());
    }
    // The player to move alone is told the illegal points.
    for (turn, (player, at)) in (1..).zip([(&ben, "H8"), (&ann, "A2"), (&ben, "H7"), (&ann, "B1")]) {
        plays(player, &id, turn, at).await;
    }
    for (reader, illegal) in
        [(&ann, json!([])), (&ben, json!([{"at": "A1", "rule": "suicide"}])), (&stranger, json!([]))]
    {
        let page = given(&reader.get_page(&format!("/games/{id}")).await).unwrap();
        assert_eq!(page["game"]["illegal"], illegal);
    }
    // A browser sends the token as a cookie.
    let path = format!("/games/{id}");
    let by_cookie = async |token: &str| {
        let asked = stranger.request(Method::GET, &path).header(COOKIE, format!("tengen_token={token}"));
        given(&Answer::read(asked.send().await.unwrap()).await).unwrap()["player"]["id"].clone()
    };
    assert_eq!(by_cookie(ann.token.as_deref().unwrap()).await, ann.id.as_str());
    assert_eq!(by_cookie("of a server that is gone").await, Value::Null);
    // It is small on the wire, too.
    let asked = ann.request(Method::GET, &path).header(ACCEPT_ENCODING, "gzip, br");
    assert_eq!(asked.send().await.unwrap().headers()["content-encoding"], "gzip");

    ben.post(&format!("/games/{id}/commands"), json!({"id": "c-9", "type": "resign"})).await.ok();
    assert_eq!(agrees(&stranger, &id).await["game"]["phase"], "finished");

    // A token that may not look is given nothing, and neither is one that nobody knows.
    let player = ann.with_token(&["play"]).await;
    for reader in [&player, &ann.with_secret("tengen_nobody")] {
        let page = reader.get_page(&path).await;
        assert_eq!(given(&page), None);
        assert!(!page.text().contains("\"moves\":"), "{}", page.text());
    }
    let missing = stranger.request(Method::GET, "/games/0000000000000000").header("accept", "text/html");
    let missing = Answer::read(missing.send().await.unwrap()).await;
    assert_eq!(missing.status, 404);
    assert!(!missing.text().contains("given"), "{}", missing.text());
}

async fn a_delayed_game_is_given_as_far_as_its_reader_may_know(database: Database) {
    let server = Server::start(database).await;
    let wish = json!({"board": {"width": 9, "height": 9}, "color": "black", "delay": 3_600_000});
    let (ann, ben, id) = started(&server, wish).await;
    plays(&ann, &id, 0, "C3").await;
    for player in [&ann, &ben] {
        assert_eq!(agrees(player, &id).await["game"]["moves"].as_array().unwrap().len(), 1);
    }
    let other = Visitor::guest(&server, "Cleo").await;
    for reader in [&other, &Visitor::stranger(&server)] {
        let page = agrees(reader, &id).await;
        assert_eq!(page["game"]["moves"], json!([]));
        assert!(!page.to_string().contains("C3"), "{page}");
    }
}

async fn a_private_game_is_given_to_its_players_alone(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, HOSTILE).await;
    let id = ann.new_game(json!({"private": true})).await["id"].as_str().unwrap().to_owned();
    agrees(&ann, &id).await;
    let ben = Visitor::guest(&server, "Ben").await;
    ben.post(&format!("/games/{id}/join"), json!({})).await.ok();
    agrees(&ben, &id).await;
    // Everybody with its address may ask for it, but a program that makes a preview shall read no names.
    for reader in [&Visitor::guest(&server, "Cleo").await, &Visitor::stranger(&server)] {
        let page = reader.get_page(&format!("/games/{id}")).await;
        assert_eq!(given(&page), None);
        assert!(!page.text().contains("Ben"), "{}", page.text());
        reader.get(&format!("/games/{id}")).await.ok();
    }
}

async fn a_reader_is_told_of_variations_of_ones_own(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben, id) = started(&server, json!({"board": {"width": 9, "height": 9}})).await;
    ann.post(&format!("/games/{id}/commands"), json!({"id": "c-1", "type": "resign"})).await.ok();
    let stranger = Visitor::stranger(&server);
    let told = async || {
        let mut told = Vec::new();
        for reader in [&ann, &ben, &stranger] {
            told.push(agrees(reader, &id).await["variations"].clone());
        }
        Value::from(told)
    };
    let path = format!("/games/{id}/variations");
    assert_eq!(told().await, json!([false, false, false]));
    let node = json!({"id": "a", "from": {"move": 0, "event": 1}, "move": "black:E5"});
    ann.patch(&path, json!({"changes": [node]})).await.ok();
    assert_eq!(told().await, json!([true, false, false]));
    ann.patch(&path, json!({"changes": [{"id": "a", "gone": true}]})).await.ok();
    assert_eq!(told().await, json!([false, false, false]), "a tree without nodes");
}
