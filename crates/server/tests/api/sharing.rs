//! A game shown elsewhere: previews, pictures of the board, codes, frames.

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, COOKIE};
use serde_json::json;

use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_sqlite_and_long_on_postgres, once};

on_sqlite_and_long_on_postgres! {
    a_game_has_a_preview_and_a_picture
    a_private_game_names_nobody
    a_delayed_game_is_shown_as_spectators_see_it
    a_record_has_a_preview_and_a_picture
}

once! {
    every_page_that_is_shown_to_others_has_a_preview_in_the_readers_language
    pictures_are_drawn_for_one_network_within_limits
    frames_are_for_those_whom_the_operator_names
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
    assert!(text.contains("\"og:title\" content=\"&quot;&gt;&lt;script&gt;alert(1) v Ben\""), "{text}");
    assert!(text.contains("<title>&quot;&gt;&lt;script&gt;alert(1) v Ben · Tengen</title>"), "{text}");
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

    let title = async |language: &str| {
        let page = in_language(&ann, &format!("/games/{id}"), language).await;
        preview(&page, "og:title").unwrap_or_default()
    };
    assert!(title("fr").await.ends_with(" v Ben: Black wins by resignation"));
    assert!(title("ja").await.ends_with(" 対 Ben：黒中押し勝ち"), "{}", title("ja").await);
    assert!(title("zh-TW").await.ends_with("黑方中盤勝"), "{}", title("zh-TW").await);
}

/// A page as a program asks for it that shows previews to readers of a language.
async fn in_language(visitor: &Visitor, path: &str, language: &str) -> Answer {
    let asked = visitor.request(Method::GET, path).header(ACCEPT_LANGUAGE, language);
    Answer::read(asked.send().await.unwrap()).await
}

/// A line of a page's preview.
fn preview(page: &Answer, property: &str) -> Option<String> {
    let begin = format!("<meta property=\"{property}\" content=\"");
    let (_, rest) = page.text().split_once(&begin)?;
    Some(rest.split('"').next()?.to_owned())
}

async fn a_record_has_a_preview_and_a_picture(database: Database) {
    let server = Server::with_options(database, &["--public-url", "https://go.example.org"]).await;
    let (ann, stranger) = (Visitor::guest(&server, "Ann").await, Visitor::stranger(&server));
    let sgf = format!("(;SZ[9]PB[{HOSTILE}]PW[Cho Chikun]WR[9p]EV[Honinbo]RU[Chinese]RE[W+8.5];B[ee];W[cc])");
    let kept = ann.bring(sgf.as_bytes()).await.ok();
    let id = kept["records"][0]["id"].as_str().unwrap();
    let page = in_language(&stranger, &format!("/records/{id}"), "ja").await;
    assert!(!page.text().contains(HOSTILE), "{}", page.text());
    let told = |property| preview(&page, property).unwrap_or_default();
    assert_eq!(told("og:title"), "&quot;&gt;&lt;script&gt;alert(1) 対 Cho Chikun 9p：白8目半勝ち");
    assert_eq!(told("og:description"), "Honinbo · 9×9 · 2手");
    assert_eq!(told("og:url"), format!("https://go.example.org/records/{id}"));
    assert_eq!(told("og:image"), format!("https://go.example.org/records/{id}/board.png"));
    // Readers of Chinese count stones under Chinese rules, and the list tells the pages by which rules a record is.
    let chinese = in_language(&stranger, &format!("/records/{id}"), "zh-CN").await;
    let title = preview(&chinese, "og:title").unwrap_or_default();
    assert!(title.ends_with("白方胜 4 又 1/4 子"), "{title}");
    assert_eq!(ann.get("/records").await.ok()["records"][0]["preset"], "chinese");

    let path = format!("/records/{id}/board.png");
    let picture = stranger.get_page(&path).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    assert_eq!(picture.header("cache-control"), "public, no-cache");
    assert_ne!(picture.body, stranger.get_page("/board.png").await.body);
    let again = stranger.request(Method::GET, &path).header("if-none-match", picture.header("etag"));
    assert_eq!(again.send().await.unwrap().status(), 304);
    Answer::read(ann.request(Method::DELETE, &format!("/api/v1/records/{id}")).send().await.unwrap()).await;
    let browser = stranger.request(Method::GET, &path).header(ACCEPT, "text/html,image/png;q=0.9");
    Answer::read(browser.send().await.unwrap()).await.refused(404, "no_such_record");
}

async fn every_page_that_is_shown_to_others_has_a_preview_in_the_readers_language() {
    let server = Server::with_options(Database::Sqlite, &["--public-url", "https://go.example.org"]).await;
    let ann = Visitor::guest(&server, HOSTILE).await;
    let player = format!("/players/{}", ann.id);
    for (path, english, japanese) in [
        ("/", "Tengen: play Go", "Tengen：囲碁を打つ"),
        ("/games", "Games", "対局一覧"),
        ("/positions", "Positions", "局面検索"),
        ("/study?board=torus+9x9", "Study board", "検討盤"),
        ("/shared", "Shared variations", "共有された変化図"),
        ("/learn", "Learn Go", "囲碁入門"),
        ("/learn/ko", "Ko", "コウ"),
        ("/watch?games=top", "Several games", "複数の対局を観戦"),
        (&player, "&quot;&gt;&lt;script&gt;alert(1)", "&quot;&gt;&lt;script&gt;alert(1)"),
    ] {
        for (language, title) in [("en", english), ("ja", japanese)] {
            let page = in_language(&ann, path, language).await;
            assert!(!page.text().contains(HOSTILE), "{path}");
            assert_eq!(preview(&page, "og:title").as_deref(), Some(title), "{path}");
            let address = path.split('?').next().unwrap();
            let url = format!("https://go.example.org{address}");
            assert_eq!(preview(&page, "og:url"), Some(url), "{path}");
            let description = preview(&page, "og:description").unwrap();
            assert_eq!(description.is_ascii(), language == "en", "{path}: {description}");
            let own = Some("https://go.example.org/board.png".to_owned());
            assert_eq!(preview(&page, "og:image"), own.filter(|_| path != player), "{path}");
        }
    }
    // Whatever else the address says is no lesson, and nothing of it is repeated.
    let astray = in_language(&ann, "/learn/%22%3E%3Cscript%3E", "en").await;
    assert_eq!(preview(&astray, "og:url").as_deref(), Some("https://go.example.org/learn"));
    let computer = in_language(&ann, "/players/tengen0000000002", "ja").await;
    assert_eq!(preview(&computer, "og:title").as_deref(), Some("コンピュータ2"));
    assert!(computer.text().contains("<title>コンピュータ2 · Tengen</title>"), "{}", computer.text());

    let picture = ann.get_page("/board.png").await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    assert_eq!(picture.header("cache-control"), "public, max-age=86400");
    for path in ["/tokens", "/api", "/nothing"] {
        assert_eq!(preview(&in_language(&ann, path, "ja").await, "og:title"), None, "{path}");
    }
}

async fn pictures_are_drawn_for_one_network_within_limits() {
    let server = Server::with_options(Database::Sqlite, &["--limit-loopback"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let games = "(;SZ[19];B[dd])".repeat(40);
    let kept = ann.bring(games.as_bytes()).await.ok();
    let paths: Vec<_> = (0..40)
        .map(|number| format!("/records/{}/board.png", kept["records"][number]["id"].as_str().unwrap()))
        .collect();
    let answers = join_all(paths.iter().map(|path| ann.get_page(path))).await;
    assert!(answers.iter().any(|answer| answer.status == 200));
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert!(!refused.is_empty());
    for answer in refused {
        answer.refused(429, "too_many_requests");
        assert!(answer.header("retry-after").parse::<u64>().unwrap() > 0);
    }
    // A finished drawing is kept, and takes no place in the queue.
    let drawn = paths.iter().zip(&answers).filter(|(_, answer)| answer.status == 200);
    for (path, answer) in drawn {
        assert_eq!(ann.get_page(path).await.body, answer.body);
    }
}

async fn a_private_game_names_nobody(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Annabel").await;
    let game = ann.new_game(json!({"private": true})).await;
    let id = game["id"].as_str().unwrap();
    let page = Visitor::stranger(&server).get_page(&format!("/games/{id}")).await;
    assert_eq!(preview(&page, "og:title").as_deref(), Some("A private game of Go"));
    assert!(!page.text().contains("Annabel"), "{}", page.text());
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
    // Also for a player with a cookie.
    let later = ann.get_page(&format!("/games/{id}/board.png")).await;
    assert_eq!((later.header("etag"), &later.body), (seen.header("etag"), &seen.body));
    assert!(ann.get_page(&format!("/games/{id}")).await.text().contains("· 0 moves"));
    // Nor does anything tell that it is over.
    ben.post(&format!("/games/{id}/commands"), json!({"id": "c-1", "type": "resign"})).await.ok();
    let over = ann.get_page(&format!("/games/{id}/board.png")).await;
    assert_eq!((over.header("cache-control"), &over.body), ("public, no-cache", &seen.body));
    let page = Visitor::stranger(&server).get_page(&format!("/games/{id}")).await;
    assert_eq!(preview(&page, "og:title").as_deref(), Some("Ann v Ben"));
}

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
    for (asked, language) in
        [("?lang=ja&theme=dark", "ja"), ("?lang=zh-Hant", "zh-Hant"), ("?lang=xx", "ko"), ("", "ko")]
    {
        let request = stranger.request(Method::GET, &format!("{address}{asked}"));
        let request = request.header(ACCEPT_LANGUAGE, "ko").header(COOKIE, "tengen_language=zh-Hans");
        let frame = Answer::read(request.send().await.unwrap()).await;
        assert!(frame.text().contains(&format!("<html lang=\"{language}\">")), "{asked}: {}", frame.text());
    }
    for other in ["/", "/games/4t9x2m8q6w1k5c7v", "/watch", "/static/embed.html"] {
        assert!(policy(&stranger.get_page(other).await).ends_with("frame-ancestors 'none'"), "{other}");
    }
}
