//! A game shown elsewhere: previews, pictures of the board, codes, frames.

use serde_json::json;

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases};

on_both_databases! {
    a_game_has_a_preview_and_a_picture
    a_private_game_names_nobody
    a_delayed_game_is_shown_as_spectators_see_it
}

const HOSTILE: &str = "\"><script>alert(1)";

async fn a_game_has_a_preview_and_a_picture(database: Database) {
    let server = Server::with_options(database, &["--public-url", "https://go.example.org/"]).await;
    let (ann, ben) = (Visitor::guest(&server, HOSTILE).await, Visitor::guest(&server, "Ben").await);
    let game = ann.new_game(json!({"board": {"width": 9, "height": 9}, "color": "black"})).await;
    let id = game["id"].as_str().unwrap().to_owned();
    ben.post(&format!("/games/{id}/join"), json!({})).await.ok();
    let page = ann.get_page(&format!("/games/{id}")).await;
    let text = page.text();
    assert!(text.contains("content=\"&quot;&gt;&lt;script&gt;alert(1) – Ben\""), "{text}");
    assert!(!text.contains(HOSTILE));
    assert!(
        text.contains(&format!("<meta property=\"og:url\" content=\"https://go.example.org/games/{id}\">"))
    );
    assert!(text.contains(&format!("https://go.example.org/games/{id}/board.png?seq=1\"")));

    let picture = Visitor::stranger(&server).get_page(&format!("/games/{id}/board.png?seq=1")).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    assert_eq!(picture.header("cache-control"), "public, no-cache");
    let code = ann.get_page(&format!("/games/{id}/qr.svg")).await;
    assert_eq!((code.status, code.header("content-type")), (200, "image/svg+xml"));
    assert!(code.text().starts_with("<svg "));

    ann.post(&format!("/games/{id}/commands"), json!({"id": "c-1", "type": "play", "turn": 0, "at": "C3"}))
        .await
        .ok();
    let later = ann.get_page(&format!("/games/{id}/board.png")).await;
    assert_ne!(later.header("etag"), picture.header("etag"), "another position is another picture");
    ben.post(&format!("/games/{id}/commands"), json!({"id": "c-1", "type": "resign"})).await.ok();
    let over = ann.get_page(&format!("/games/{id}/board.png")).await;
    assert_eq!(over.header("cache-control"), "public, max-age=86400");
}

async fn a_private_game_names_nobody(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Annabel").await;
    let game = ann.new_game(json!({"private": true})).await;
    let id = game["id"].as_str().unwrap();
    let page = Visitor::stranger(&server).get_page(&format!("/games/{id}")).await;
    assert!(page.text().contains("og:title") && !page.text().contains("Annabel"), "{}", page.text());
    assert!(!page.text().contains("board.png"));
    ann.get_page(&format!("/games/{id}/board.png")).await.refused(404, "not_found");
}

async fn a_delayed_game_is_shown_as_spectators_see_it(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let wish = json!({"board": {"width": 9, "height": 9}, "color": "black", "delay": 3_600_000});
    let id = ann.new_game(wish).await["id"].as_str().unwrap().to_owned();
    ben.post(&format!("/games/{id}/join"), json!({})).await.ok();
    let seen = ann.get_page(&format!("/games/{id}/board.png")).await;
    ann.post(&format!("/games/{id}/commands"), json!({"id": "c-1", "type": "play", "turn": 0, "at": "C3"}))
        .await
        .ok();
    // Also for a player, whose cookie comes along.
    let later = ann.get_page(&format!("/games/{id}/board.png")).await;
    assert_eq!(later.header("etag"), seen.header("etag"));
    assert!(ann.get_page(&format!("/games/{id}")).await.text().contains(", 0 moves"));
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_are_for_those_whom_the_operator_names() {
    let address = "/embed/games/4t9x2m8q6w1k5c7v";
    let server = Server::start(Database::Sqlite).await;
    Visitor::stranger(&server).get_page(address).await.refused(404, "not_found");

    let data = Data::new(Database::Sqlite).await;
    let options = ["--embed-origin", "https://club.example.org,http://127.0.0.1:8081/"];
    let server = Server::on(data, "127.0.0.1:0".parse().unwrap(), &options).await;
    let stranger = Visitor::stranger(&server);
    let policy = |answer: &crate::rest::Answer| answer.header("content-security-policy").to_owned();
    let frame = stranger.get_page(address).await;
    assert!(policy(&frame).ends_with("frame-ancestors https://club.example.org http://127.0.0.1:8081"));
    for other in ["/", "/games/4t9x2m8q6w1k5c7v", "/watch", "/static/embed.html"] {
        assert!(policy(&stranger.get_page(other).await).ends_with("frame-ancestors 'none'"), "{other}");
    }
}
