//! The pages, the answers about the server itself, and the rules.

use std::collections::BTreeSet;

use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, ACCEPT_LANGUAGE, COOKIE, IF_NONE_MATCH};
use serde_json::json;

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, health, on_both_databases, once};

on_both_databases! {
    a_server_says_how_it_is
}

once! {
    pages_load_from_the_server_alone
    a_page_that_has_not_changed_is_not_sent_again
    a_page_speaks_its_readers_language
    pages_are_light_in_every_language
    what_is_no_part_of_a_page_is_not_found
    every_axis_is_told_with_its_values
    every_preset_is_as_the_documentation_says
    boards_are_drawn_by_name
}

async fn pages() -> (Server, Visitor) {
    let server = Server::start(Database::Sqlite).await;
    let visitor = Visitor::stranger(&server);
    (server, visitor)
}

/// The addresses of the pages of two new games.
async fn two_games(server: &Server) -> [String; 2] {
    let ann = Visitor::guest(server, "Ann").await;
    let address = |game: serde_json::Value| format!("/games/{}", game["id"].as_str().unwrap());
    [address(ann.new_game(json!({})).await), address(ann.new_game(json!({})).await)]
}

/// A page without its title, the lines that programs show of it, which name its own whole address, and what it is given.
fn without_what_varies(page: &str) -> String {
    let own = ["<title>", "<meta property=\"og:", " id=\"given\">"];
    let varies = |line: &str| own.iter().any(|part| line.contains(part));
    page.lines().filter(|line| !varies(line)).collect::<Vec<_>>().join("\n")
}

async fn pages_load_from_the_server_alone() {
    let (server, visitor) = pages().await;
    let home = visitor.get_page("/").await;
    let [one, other] = two_games(&server).await;
    let game = visitor.get_page(&one).await;
    assert_ne!(home.text(), game.text());
    // A page is the same for every game but for its title, its preview and what it is given.
    let other = visitor.get_page(&other).await;
    assert_eq!(without_what_varies(other.text()), without_what_varies(game.text()));

    let tokens = visitor.get_page("/tokens").await;
    let learn = visitor.get_page("/learn").await;
    let lesson = visitor.get_page("/learn/ko").await;
    assert_eq!(without_what_varies(lesson.text()), without_what_varies(learn.text()));

    let mut parts = BTreeSet::new();
    let kept = Visitor::guest(&server, "Ann").await.bring(b"(;GM[1]SZ[9];B[ee])").await.ok();
    let record = format!("/records/{}", kept["records"][0]["id"].as_str().unwrap());
    let record = visitor.get_page(&record).await;
    let (games, positions) = (visitor.get_page("/games").await, visitor.get_page("/positions").await);
    let (study, shared) = (visitor.get_page("/study").await, visitor.get_page("/shared").await);
    for page in [&home, &game, &tokens, &learn, &record, &games, &positions, &study, &shared] {
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert_eq!(page.header("referrer-policy"), "same-origin");
        let quoted = page.text().split('"').filter(|text| text.starts_with("/static/"));
        parts.extend(quoted.map(ToOwned::to_owned));
        let text = without_what_varies(page.text());
        assert!(!text.contains("http://") && !text.contains("https://"), "a page names another host");
    }
    assert!(parts.len() > 10, "{parts:?}");
    parts.insert("/favicon.ico".to_owned());
    for part in &parts {
        let answer = visitor.get_page(part).await;
        let media_type = match part.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" | "ico" => "image/svg+xml",
            "json" | "webmanifest" => "application/",
            other => panic!("{part}: {other}?"),
        };
        assert_eq!(answer.status, 200, "{part}");
        assert!(
            answer.header("content-type").starts_with(media_type),
            "{part}: {}",
            answer.header("content-type")
        );
        assert!(!answer.body.is_empty(), "{part}");
    }
}

async fn a_page_that_has_not_changed_is_not_sent_again() {
    let (_server, visitor) = pages().await;
    let first = visitor.get_page("/").await;
    let tag = first.header("etag").to_owned();
    assert!(tag.len() > 10, "{tag}");
    assert_eq!(first.header("cache-control"), "no-cache");
    let again = |tags: String| visitor.request(Method::GET, "/").header(IF_NONE_MATCH, tags).send();
    for (tags, status) in
        [(tag.clone(), 304), (format!("\"other\", {tag}"), 304), ("\"other\"".to_owned(), 200)]
    {
        let answer = Answer::read(again(tags).await.unwrap()).await;
        assert_eq!((answer.status, answer.header("etag")), (status, tag.as_str()));
        assert_eq!(answer.body.is_empty(), status == 304);
    }
    let games = visitor.get_page("/games").await;
    assert_ne!(games.header("etag"), tag);

    let packed = visitor.request(Method::GET, "/").header(ACCEPT_ENCODING, "gzip").send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["etag"], tag.as_str());
    let head = Answer::read(visitor.request(Method::HEAD, "/").send().await.unwrap()).await;
    assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, tag.as_str()));
}

async fn a_page_speaks_its_readers_language() {
    let (_server, visitor) = pages().await;
    let asked = async |accepted: &str, cookies: &str| {
        let request =
            visitor.request(Method::GET, "/").header(ACCEPT_LANGUAGE, accepted).header(COOKIE, cookies);
        Answer::read(request.send().await.unwrap()).await
    };
    let mut tags = BTreeSet::new();
    for (accepted, cookies, language) in [
        ("fr", "", "en"),
        ("ja,en;q=0.5", "", "ja"),
        ("en;q=0.3, ko-KR;q=0.5", "", "ko"),
        ("zh-CN", "", "zh-Hans"),
        ("zh-TW", "", "zh-Hant"),
        ("ja", "tengen_language=zh-Hant", "zh-Hant"),
        ("ja", "tengen_language=nobody's", "ja"),
    ] {
        let page = asked(accepted, cookies).await;
        assert!(
            page.text().contains(&format!("<html lang=\"{language}\">")),
            "{accepted} {cookies}: {}",
            page.text()
        );
        let varies = page.header("vary").to_ascii_lowercase();
        assert!(varies.contains("accept-language") && varies.contains("cookie"), "{varies}");
        tags.insert(page.header("etag").to_owned());
    }
    assert_eq!(tags.len(), 5, "each language has its own tag");

    let page = asked("ja", "").await;
    assert!(page.text().contains("棋譜") && !page.text().contains("data-text"), "{}", page.text());
    let catalogue = page.text().split('"').find(|text| text.starts_with("/static/texts/ja/")).unwrap();
    let script = visitor.get_page(catalogue).await;
    assert!(script.text().starts_with("globalThis.tengenTexts={\"language\":\"ja\""), "{}", script.text());
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
}

/// The heaviest page as it travels, headers left out; docs/benchmarks.md has the whole. The program of a test packs quickly: what a
/// package sends is a tenth less.
const LIGHT: usize = 80 * 1024;

async fn pages_are_light_in_every_language() {
    let (server, visitor) = pages().await;
    let [game, _] = two_games(&server).await;
    for path in ["/", &game, "/games", "/positions", "/study", "/learn", "/tokens", "/api"] {
        for language in ["en", "ja", "ko", "zh-Hans", "zh-Hant"] {
            let packed = async |path: &str| {
                let asked = visitor.request(Method::GET, path).header(ACCEPT_LANGUAGE, language);
                let answer = asked.header(ACCEPT_ENCODING, "gzip, br").send().await.unwrap();
                let encoding = answer.headers()["content-encoding"].to_str().unwrap();
                // Some pages are made on request, and then it is no Brotli.
                let encodings: &[&str] = if path.starts_with("/static/") { &["br"] } else { &["br", "gzip"] };
                assert!(encodings.contains(&encoding), "{path}: {encoding}");
                answer.bytes().await.unwrap().len()
            };
            let asked = visitor.request(Method::GET, path).header(ACCEPT_LANGUAGE, language);
            let page = Answer::read(asked.send().await.unwrap()).await;
            let parts: BTreeSet<_> =
                page.text().split('"').filter(|text| text.starts_with("/static/")).collect();
            assert!(parts.len() >= 5, "{parts:?}");
            let mut weight = packed(path).await;
            for part in parts {
                weight += packed(part).await;
            }
            assert!(weight < LIGHT, "{path} in {language}: {weight} bytes");
        }
    }
}

async fn what_is_no_part_of_a_page_is_not_found() {
    let (_server, visitor) = pages().await;
    for path in [
        "/static/none.js",
        "/static/texts/ja/index.0000000000.js",
        "/static/index.html",
        "/static/../Cargo.toml",
    ] {
        assert_eq!(visitor.get_page(path).await.status, 404, "{path}");
    }
}

async fn a_server_says_how_it_is(database: Database) {
    let mut server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    for path in ["/livez", "/readyz"] {
        let answer = visitor.get_page(path).await;
        assert_eq!(
            (answer.ok(), answer.header("content-type")),
            (json!({"status": "ok"}), "application/json")
        );
    }
    assert_eq!(health(server.address()).await.code(), Some(0));
    server.kill().await;
    assert_eq!(health(server.address()).await.code(), Some(1));
}

/// The rows of a table of docs/rules.md, cell by cell. The head of the table begins with this word.
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let page = include_str!("../../../../docs/rules.md");
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let rows = page.lines().skip_while(|line| !line.starts_with(&format!("| {head} |"))).skip(2);
    rows.take_while(|line| line.starts_with('|')).map(cells).collect()
}

fn words(cell: &str) -> Vec<String> {
    cell.split(',').map(|word| word.trim().trim_matches('`').to_owned()).collect()
}

async fn every_axis_is_told_with_its_values() {
    let (_server, visitor) = pages().await;
    let rules = visitor.get("/rules").await.ok();
    let told = rules["axes"].as_object().unwrap();
    let mut compared = 0;
    for row in table("axis") {
        let axis = row[0].trim_matches('`');
        if let Some(values) = told.get(axis) {
            assert_eq!(*values, json!(words(row[1])), "{axis}");
            compared += 1;
        }
        let preset = &rules["presets"][0]["rules"];
        assert!(!preset[axis].is_null(), "{axis} is no axis of a preset");
    }
    assert_eq!((compared, table("axis").len()), (told.len(), told.len() + 3), "three have no names");
}

async fn every_preset_is_as_the_documentation_says() {
    let (_server, visitor) = pages().await;
    let rules = visitor.get("/rules").await.ok();
    let presets = rules["presets"].as_array().unwrap();
    let mut compared = 0;
    for row in table("preset") {
        for name in words(row[0]) {
            let preset = presets.iter().find(|preset| preset["preset"] == *name).unwrap();
            let axes = &preset["rules"];
            let repetition = match axes["repetition"].as_str().unwrap() {
                "basic_ko" => "basic".to_owned(),
                other => other.trim_end_matches("_superko").replace('_', " "),
            };
            let suicide = axes["suicide"].as_str().unwrap().replace('_', "-");
            assert_eq!(row[1], format!("{repetition} / {suicide}"), "{name}");
            let button = if axes["button"] == "none" { "" } else { ", button" };
            let text = |axis: &str| axes[axis].as_str().unwrap().to_owned();
            assert_eq!(row[2], format!("{} / {}{button}", text("scoring"), text("tax")), "{name}");
            let last = axes["white_passes_last"].as_bool().unwrap();
            assert_eq!(axes["pass_stones"], last, "{name}");
            assert_eq!(row[3], if last { "pass stones, White last" } else { "two passes" }, "{name}");
            assert_eq!(row[4].starts_with("as played"), axes["dead"] == "as_played", "{name}");
            if axes["dead"] == "agreement" {
                let first = text("resume_first").replace('_', " ");
                assert_eq!(row[4], format!("agreement / {first}, {}", axes["resumptions"]), "{name}");
            }
            let ties = if axes["ties"] == "draw" { "" } else { ", Black wins ties" };
            let bonus = text("handicap_bonus").replace('_', " ");
            let komi = format!("{}{ties}; {}, {bonus}", preset["komi"], preset["handicap_komi"]);
            assert_eq!(row[5], komi, "{name}");
            compared += 1;
        }
    }
    assert_eq!((compared, compared), (presets.len(), 20));
}

async fn boards_are_drawn_by_name() {
    let (_server, visitor) = pages().await;
    let torus = visitor.get("/boards/torus%204x3").await.ok();
    assert_eq!((&torus["width"], &torus["height"]), (&json!(4), &json!(3)));
    assert_eq!(torus["points"][5], json!({"at": "B2", "place": [1000, 1000]}));
    assert_eq!(torus["copies"].as_array().unwrap().len(), 2 * (4 + 3));
    let petersen = visitor.get("/boards/petersen").await.ok();
    assert_eq!(petersen["lines"].as_array().unwrap().len(), 15);
    let rules = visitor.get("/rules").await.ok();
    for name in rules["boards"].as_array().unwrap() {
        let name = name.as_str().unwrap();
        let board = visitor.get(&format!("/boards/{}", name.replace(' ', "%20"))).await.ok();
        assert_eq!(board["name"], name);
    }
    visitor.get("/boards/moebius%209x9").await.refused(404, "no_such_board");
}
