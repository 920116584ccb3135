//! With `--viewing members` a stranger sees the door and nothing else, whatever is asked for.

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};
use tokio_tungstenite::tungstenite;

use crate::club::Club;
use crate::described::interface;
use crate::member::{PASSWORD, at_home, register, sign_in};
use crate::rest::{Answer, Visitor, http};
use crate::server::{Database, on_sqlite_and_long_on_postgres};
use crate::socket::{self, Ended, Socket};
use crate::stream::{NDJSON, Reader, SSE};

on_sqlite_and_long_on_postgres! {
    a_crawler_finds_nothing_but_the_door
    a_browser_is_led_to_the_door
    nothing_behind_the_door_is_told_from_nothing_at_all
    the_door_is_open
    a_member_sees_everything
    what_a_member_has_open_ends_with_the_session
    the_streams_that_all_members_see_end_with_the_session
}

const POLICY: Ended = Ended(Some(1008));
/// How long a stream may go on whose session has ended.
const PATIENCE: Duration = Duration::from_secs(20);
const HTML: &str = "text/html,application/xhtml+xml,*/*;q=0.8";
/// What strangers may ask for, as programs do.
const DOOR: [&str; 17] = [
    "GET /livez",
    "GET /readyz",
    "GET /favicon.ico",
    "GET /robots.txt",
    "GET /api/v1/door",
    "GET /api/v1/me",
    "POST /api/v1/accounts",
    "POST /api/v1/sessions",
    "POST /api/v1/sessions/link/player",
    "DELETE /api/v1/sessions/current",
    "POST /api/v1/invitations/look",
    "POST /api/v1/mail-links",
    "POST /api/v1/mail-links/player",
    "POST /api/v1/mail-confirmations",
    "POST /api/v1/sign-ins",
    "POST /api/v1/sign-ins/answers",
    "POST /api/v1/passkey-challenges",
];

/// A client that goes nowhere by itself.
fn crawler() -> Client {
    http().redirect(Policy::none()).build().unwrap()
}

async fn a_crawler_finds_nothing_but_the_door(database: Database) {
    let club = Club::new(database).await;
    let document =
        Answer::read(club.member.request(Method::GET, "/api/openapi.json").send().await.unwrap()).await.ok();
    assert_eq!(document["paths"], interface().await.document["paths"]);
    let http = crawler();
    let cookie = format!("tengen_token={}", club.guest.token.as_deref().unwrap());
    let bearer = format!("Bearer {}", club.guest.token.as_deref().unwrap());
    let callers = [None, Some((COOKIE, cookie)), Some((AUTHORIZATION, bearer))];
    let mut asked = 0;
    for address in club.addresses(&document) {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            let path = address.split('?').next().unwrap();
            let shown = if method == "HEAD" { "GET" } else { method };
            if DOOR.contains(&&*format!("{shown} {path}")) {
                continue;
            }
            for caller in &callers {
                let url = format!("{}{address}", club.server.url());
                let mut request = http.request(method.parse().unwrap(), url);
                if let Some((name, value)) = caller {
                    request = request.header(name, value);
                }
                let request = request.header(CONTENT_TYPE, "application/json").body("{}");
                let what = format!("{method} {address} of {caller:?}");
                let answer = request.send().await.unwrap();
                let (status, body) = (answer.status(), answer.bytes().await.unwrap());
                assert_eq!(status, 401, "{what}: {}", String::from_utf8_lossy(&body));
                if method != "HEAD" {
                    let problem: Value = serde_json::from_slice(&body).unwrap();
                    assert_eq!(problem["code"], "members_only", "{what}");
                }
                club.tells_nothing(&what, &body);
                asked += 1;
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
    // Streams in either form, exports and the socket.
    for (path, form) in [
        (format!("/games/{}/events", club.table.game), NDJSON),
        (format!("/games/{}/events", club.table.game), SSE),
        ("/lobby/stream".to_owned(), SSE),
        ("/top/stream".to_owned(), NDJSON),
        ("/me/stream".to_owned(), NDJSON),
        (format!("/players/{}/games", club.member.id), "application/zip"),
        (format!("/players/{}/games", club.member.id), "application/x-go-sgf"),
        (format!("/games/{}/sgf", club.table.game), "application/x-go-sgf"),
    ] {
        let request = club.guest.request(Method::GET, &format!("/api/v1{path}")).header(ACCEPT, form);
        let answer = Answer::read(request.send().await.unwrap()).await;
        answer.refused(401, "members_only");
        club.tells_nothing(&path, &answer.body);
    }
    for query in ["", "?protocol=2"] {
        match Socket::connect(socket::url(&club.server) + query).await {
            Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 401),
            other => panic!("{other:?}"),
        }
    }
}

async fn a_browser_is_led_to_the_door(database: Database) {
    let club = Club::new(database).await;
    let http = crawler();
    let cookie = format!("tengen_token={}", club.guest.token.as_deref().unwrap());
    let game = &club.table.game;
    for (address, next) in [
        ("/".to_owned(), "%2F".to_owned()),
        (format!("/games/{game}?move=2&a=b%26c"), format!("%2Fgames%2F{game}%3Fmove%3D2%26a%3Db%2526c")),
        (format!("/players/{}", club.member.id), format!("%2Fplayers%2F{}", club.member.id)),
        ("/no/such/page".to_owned(), "%2Fno%2Fsuch%2Fpage".to_owned()),
        (format!("/embed/games/{game}"), format!("%2Fembed%2Fgames%2F{game}")),
        // Nobody is led to another server afterwards.
        ("//elsewhere.example/x".to_owned(), "%2F".to_owned()),
    ] {
        for cookie in [None, Some(&cookie)] {
            let mut request = http.get(format!("{}{address}", club.server.url())).header(ACCEPT, HTML);
            if let Some(cookie) = cookie {
                request = request.header(COOKIE, cookie);
            }
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), 303, "{address}");
            let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
            assert_eq!(header("location"), format!("/sign-in?next={next}"));
            assert_eq!(header("cache-control"), "no-store");
            assert!(header("vary").contains("cookie") && header("vary").contains("accept"));
            assert_eq!(answer.bytes().await.unwrap().len(), 0);
        }
        // What changes something leads nowhere.
        let request = http.post(format!("{}{address}", club.server.url())).header(ACCEPT, HTML);
        let answer = request.send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.headers().get(LOCATION)), (401, None));
    }
}

/// The answers to two requests are the same but for their times.
async fn nothing_behind_the_door_is_told_from_nothing_at_all(database: Database) {
    let club = Club::new(database).await;
    let answer = async |target: &str, more: &str| {
        let mut stream = TcpStream::connect(club.server.address()).await.unwrap();
        let request = format!("GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.retain(|line| !line.starts_with("date:"));
        lines
    };
    let token = club.guest.token.clone().unwrap();
    for more in [
        String::new(),
        format!("Authorization: Bearer {token}\r\n"),
        format!("Cookie: tengen_token={token}\r\n"),
    ] {
        let nothing = answer("/no/such/thing", &more).await;
        assert!(nothing[0].starts_with("HTTP/1.1 401"), "{nothing:?}");
        let (game, player) = (&club.table.game, &club.member.id);
        for target in [
            format!("/games/{game}"),
            "/games/0000000000000000".to_owned(),
            format!("/api/v1/games/{game}"),
            "/api/v1/games/0000000000000000".to_owned(),
            format!("/api/v1/players/{player}"),
            format!("/games/{game}/board.png"),
            "/static".to_owned(),
            format!("/x/../games/{game}"),
            format!("/sign-in/../games/{game}"),
        ] {
            assert_eq!(answer(&target, &more).await, nothing, "{target}");
        }
        // Nor does anybody come in through the folder of the pages.
        for target in [
            format!("/static/../games/{game}"),
            format!("/static/..%2fgames%2f{game}"),
            format!("/static//api/v1/games/{game}"),
            format!("/static/%2e%2e/api/v1/games/{game}"),
        ] {
            let lines = answer(&target, &more).await;
            assert!(lines[0].starts_with("HTTP/1.1 404"), "{target}: {lines:?}");
            club.tells_nothing(
                "the folder of the pages",
                lines.last().unwrap().replace(&target, "").as_bytes(),
            );
        }
    }
}

async fn the_door_is_open(database: Database) {
    let club = Club::new(database).await;
    let stranger = Visitor::stranger(&club.server);
    for path in [
        "/livez",
        "/readyz",
        "/sign-in",
        "/sign-in?next=%2F",
        "/register",
        "/welcome",
        "/favicon.ico",
        "/robots.txt",
    ] {
        let answer = stranger.get_page(path).await;
        assert_eq!(answer.status, 200, "{path}");
        club.tells_nothing(path, &answer.body);
        let head = stranger.request(Method::HEAD, path).send().await.unwrap();
        assert_eq!(head.status(), 200, "{path}");
    }
    // Crawlers are told that there is nothing for them.
    assert_eq!(stranger.get_page("/robots.txt").await.text(), "User-agent: *\nDisallow: /\n");
    // The door's pages have all that they need.
    let page = stranger.get_page("/sign-in").await;
    let files: Vec<_> =
        page.text().split('"').filter(|text| text.starts_with("/static/")).map(str::to_owned).collect();
    assert!(!files.is_empty());
    for file in files {
        assert_eq!(stranger.get_page(&file).await.status, 200, "{file}");
    }
    assert_eq!(stranger.get("/door").await.ok()["viewing"], "members");
    stranger.get("/me").await.refused(401, "unauthenticated");
    stranger.post("/guests", json!({"name": "Carla"})).await.refused(401, "members_only");
    // A guest of before is told who it is, and nothing of others.
    assert_eq!(club.guest.get("/me").await.ok()["player"]["id"], club.guest.id);
    club.guest.patch("/me", json!({"name": "Carla"})).await.refused(401, "members_only");
    // Whoever becomes a member is let in, with the games of before.
    let ben = at_home(&club.guest, &register(&club.guest, "Benedikta").await);
    assert_eq!(ben.snapshot(&club.table.game).await["players"]["white"]["id"], ben.id);
    let carla = at_home(&stranger, &register(&stranger, "Carla").await);
    carla.snapshot(&club.table.game).await;
    let there = at_home(&stranger, &sign_in(&stranger, "Annabelinda", PASSWORD).await);
    there.get("/games").await.ok();
    let link = there.post("/sessions/link", json!({})).await.ok();
    let link = json!({"link": link["secret"]});
    assert_eq!(stranger.post("/sessions/link/player", link.clone()).await.status, 200);
    let carried = at_home(&stranger, &stranger.post("/sessions", link).await);
    carried.get("/games").await.ok();
    assert_eq!(carried.delete("/sessions/current").await.status, 204);
    carried.get("/games").await.refused(401, "unauthenticated");
}

async fn a_member_sees_everything(database: Database) {
    let club = Club::new(database).await;
    let (game, member) = (&club.table.game, &club.member);
    assert_eq!(member.snapshot(game).await["moves"].as_array().unwrap().len(), 3);
    assert_eq!(member.events(game).await[3]["move"], "Q3");
    for path in
        ["/", "/games", &format!("/games/{game}"), &format!("/games/{game}/board.png"), "/api", "/learn"]
    {
        let cookie = format!("tengen_token={}", member.token.as_deref().unwrap());
        let request = Visitor::stranger(&club.server).request(Method::GET, path);
        let answer = request.header(COOKIE, cookie).header(ACCEPT, HTML).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    let program = member.with_token(&["read"]).await;
    assert_eq!(
        program.get(&format!("/players/{}", club.guest.id)).await.ok()["player"]["name"],
        "Benediktus"
    );
    program.get(&format!("/records/{}", club.record)).await.ok();
    // An address at which there is nothing is just that.
    member.get("/games/0000000000000000").await.refused(404, "no_such_game");
    let mut socket = Socket::open(&club.server, member).await;
    assert_eq!(socket.subscribe(game).await["id"], json!(game));
}

async fn what_a_member_has_open_ends_with_the_session(database: Database) {
    let club = Club::new(database).await;
    let stranger = Visitor::stranger(&club.server);
    let there = at_home(&stranger, &sign_in(&stranger, "Annabelinda", PASSWORD).await);
    let mut socket = Socket::open(&club.server, &there).await;
    socket.subscribe(&club.table.game).await;
    let mut streams = Vec::new();
    for path in [format!("/games/{}/events?since=4", club.table.game), "/me/stream".to_owned()] {
        streams.push(Reader::new(there.open(&path, NDJSON).await));
    }
    // A guest of before takes no member's place.
    socket.send(json!({"type": "authenticate", "token": club.guest.token})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "members_only");
    socket.send(json!({"type": "authenticate", "token": "invented"})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "unauthenticated");
    socket.send(json!({"type": "subscribe_lobby"})).await;
    socket.next_of("lobby").await;

    assert_eq!(club.member.delete("/sessions").await.status, 204);
    assert_eq!(socket.ended().await, POLICY);
    for mut stream in streams {
        while stream.line().await.is_some() {}
    }
    there.get("/games").await.refused(401, "unauthenticated");
    // A browser that holds the cookie is a stranger.
    let cookie = format!("tengen_token={}", there.token.unwrap());
    let request = stranger.request(Method::GET, "/api/v1/games").header(COOKIE, cookie);
    Answer::read(request.send().await.unwrap()).await.refused(401, "members_only");
}

async fn the_streams_that_all_members_see_end_with_the_session(database: Database) {
    let club = Club::new(database).await;
    let stranger = Visitor::stranger(&club.server);
    let there = at_home(&stranger, &sign_in(&stranger, "Annabelinda", PASSWORD).await);
    let mut streams = Vec::new();
    for path in ["/lobby/stream", "/top/stream"] {
        streams.push((path, Reader::new(there.open(path, NDJSON).await)));
    }
    assert_eq!(club.member.delete("/sessions").await.status, 204);
    for (path, mut stream) in streams {
        let end = async { while stream.line().await.is_some() {} };
        assert!(timeout(PATIENCE, end).await.is_ok(), "{path} goes on without a session");
    }
}
