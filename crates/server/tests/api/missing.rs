//! Addresses at which there is nothing, as browsers and as programs ask for them.

use reqwest::Method;
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, VARY};

use crate::rest::{Answer, Visitor, http};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres, once};
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    what_does_not_exist_is_a_page_for_browsers_and_a_problem_for_programs
}

once! {
    addresses_that_people_try_lead_to_pages
}

/// The Accept header of Firefox, Chromium and Safari for a followed link.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const HTML: &str = "text/html; charset=utf-8";

async fn ask(visitor: &Visitor, method: Method, path: &str, accept: &str) -> Answer {
    Answer::read(visitor.request(method, path).header(ACCEPT, accept).send().await.unwrap()).await
}

async fn what_does_not_exist_is_a_page_for_browsers_and_a_problem_for_programs(database: Database) {
    let server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    let elsewhere = [
        ("/nothing", "not_found"),
        ("/games//", "not_found"),
        ("/games/4t9x2m8q6w1k5c7v/score", "not_found"),
        ("/api/v2/games", "not_found"),
        ("/games/4t9x2m8q6w1k5c7v", "no_such_game"),
        ("/games/too-short", "no_such_game"),
        ("/games/%ff%ff", "no_such_game"),
        ("/players/4t9x2m8q6w1k5c7v", "no_such_player"),
        ("/players/Ann", "no_such_player"),
        ("/records/4t9x2m8q6w1k5c7v", "no_such_record"),
        ("/records/x", "no_such_record"),
    ];
    for (path, code) in elsewhere {
        let page = ask(&visitor, Method::GET, path, BROWSER).await;
        assert_eq!((page.status, page.header("content-type")), (404, HTML), "{path}");
        assert!(page.text().contains("href=\"/\"") && page.text().contains("href=\"/games\""), "{path}");
        assert_eq!((page.header("cache-control"), page.header("etag")), ("no-store", ""), "{path}");
        let varies = page.headers.get_all(VARY).iter().filter_map(|value| value.to_str().ok());
        let varies: Vec<_> = varies.flat_map(|value| value.split(", ")).collect();
        assert!(varies.contains(&"accept") && varies.contains(&"Cookie"), "{path}: {varies:?}");
        assert!(page.header("content-security-policy").contains("default-src 'none'"), "{path}");
        for accept in ["*/*", "application/json", "text/html;q=0.5, application/json"] {
            ask(&visitor, Method::GET, path, accept).await.refused(404, code);
        }
    }
    for path in [
        "/api/v1/nothing",
        "/api/v1/games/x",
        "/static/nothing.js",
        "/games/x/board.png",
        "/records/x/board.png",
    ] {
        let problem = ask(&visitor, Method::GET, path, BROWSER).await;
        assert_eq!(
            (problem.status, problem.header("content-type")),
            (404, "application/problem+json"),
            "{path}"
        );
    }
    // The page tells the problem before any of its scripts runs.
    let asked = visitor.request(Method::GET, "/games/x").header(ACCEPT, BROWSER);
    let page = Answer::read(asked.header(ACCEPT_LANGUAGE, "ja").send().await.unwrap()).await;
    assert!(page.text().contains("このアドレスには何もありません"), "{}", page.text());
    assert!(page.text().contains("囲碁を打つ"), "{}", page.text());
    let page = ask(&visitor, Method::POST, "/games", BROWSER).await;
    assert_eq!((page.status, page.header("content-type")), (405, HTML));
    ask(&visitor, Method::POST, "/games", "*/*").await.refused(405, "method_not_allowed");
    ask(&visitor, Method::POST, "/api/v1/rules", BROWSER).await.refused(405, "method_not_allowed");

    let table = Table::new(&server, serde_json::json!({})).await;
    let kept = table.black.bring(b"(;GM[1]SZ[9];B[ee])").await.ok();
    let record = kept["records"][0]["id"].as_str().unwrap();
    let there = [
        "/".to_owned(),
        "/games".to_owned(),
        "/positions".to_owned(),
        "/study".to_owned(),
        "/shared".to_owned(),
        format!("/games/{}", table.game),
        format!("/players/{}", table.white.id),
        format!("/records/{record}"),
    ];
    for path in there {
        for accept in [BROWSER, "*/*"] {
            let page = ask(&visitor, Method::GET, &path, accept).await;
            assert_eq!((page.status, page.header("content-type")), (200, HTML), "{path}");
        }
    }
}

async fn addresses_that_people_try_lead_to_pages() {
    let server = Server::start(Database::Sqlite).await;
    let client = http().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (path, to) in [("/help", "/learn"), ("/records", "/#records-title")] {
        let answer = client.get(format!("http://{}{path}", server.address())).send().await.unwrap();
        assert_eq!((answer.status().as_u16(), &answer.headers()["location"]), (307, &to.parse().unwrap()));
    }
}
