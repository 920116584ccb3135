//! What HTTP itself says of answers, for programs that know nothing of Tengen.

use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::member::member;
use crate::rest::{Answer, Visitor, http};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    an_address_tells_its_methods_and_does_without_a_slash
    a_link_leads_from_page_to_page
    a_record_comes_as_text_or_in_a_form
    moves_may_be_a_list
    a_stream_is_passed_on_at_once
}

const FORM: &str = "multipart/form-data; boundary=7f";
const FILE: &str = "(;SZ[9]PB[Ann]PW[Ben];B[ee];W[gc])";

async fn an_address_tells_its_methods_and_does_without_a_slash(database: Database) {
    let server = Server::start(database).await;
    let http = http().redirect(Policy::none()).build().unwrap();
    let ask = async |method: Method, path: &str| {
        let answer = http.request(method, format!("{}{path}", server.url())).send().await.unwrap();
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        (answer.status().as_u16(), header("allow"), header("location"))
    };
    let methods = |allowed: &str| Some(allowed.to_owned());
    assert_eq!(ask(Method::OPTIONS, "/api/v1/games").await, (204, methods("POST,GET,HEAD"), None));
    // Whether there is such a game is not told.
    let game = "/api/v1/games/4t9x2m8q6w1k5c7v";
    assert_eq!(ask(Method::OPTIONS, game).await, (204, methods("GET,HEAD"), None));
    assert_eq!(ask(Method::OPTIONS, "/api/v1/nothing").await.0, 404);
    for (method, path, place) in [
        (Method::GET, "/api/v1/games/?limit=2", "/api/v1/games?limit=2"),
        (Method::POST, "/api/v1/guests/", "/api/v1/guests"),
        (Method::GET, "/learn/", "/learn"),
    ] {
        assert_eq!(ask(method, path).await, (308, None, Some(place.to_owned())), "{path}");
    }
    for path in ["//elsewhere.example/", "/api/v1/games//"] {
        assert_eq!(ask(Method::GET, path).await, (404, None, None), "{path}");
    }
}

/// The address behind `rel="next"`, if there is one.
fn next(answer: &Answer) -> Option<String> {
    let link = answer.header("link");
    let target = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\""));
    assert_eq!(target.is_none(), link.is_empty(), "{link}");
    target.map(str::to_owned)
}

async fn a_link_leads_from_page_to_page(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabelinda").await;
    for _ in 0..3 {
        ann.new_game(json!({"board": {"width": 5, "height": 5}})).await;
        ann.bring(FILE.as_bytes()).await.ok();
    }
    for (list, address) in [
        ("games", format!("/api/v1/games?player={}&limit=1", ann.id)),
        ("games", format!("/api/v1/players/{}/games?phase=open&limit=1", ann.id)),
        ("records", "/api/v1/records?limit=1".to_owned()),
    ] {
        let (mut ids, mut page) = (Vec::new(), Some(address));
        while let Some(address) = page {
            let answer = ann.get_page(&address).await;
            let shown = answer.ok();
            assert_eq!(next(&answer).is_none(), shown["next"].is_null());
            ids.extend(shown[list].as_array().unwrap().iter().map(|one| one["id"].clone()));
            page = next(&answer);
        }
        ids.sort_by_key(Value::to_string);
        ids.dedup();
        assert_eq!(ids.len(), 3, "{list}");
    }
}

/// A part of such a form.
fn part(name: &str, media_type: &str, content: &[u8]) -> Vec<u8> {
    let about = format!("form-data; name=\"{name}\"; filename=\"game.sgf\"");
    let head = format!("--7f\r\nContent-Disposition: {about}\r\nContent-Type: {media_type}\r\n\r\n");
    let mut part = head.into_bytes();
    part.extend_from_slice(content);
    part.extend_from_slice(b"\r\n");
    part
}

async fn a_record_comes_as_text_or_in_a_form(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let send = async |media_type: &str, body: Vec<u8>| {
        let request = ann.request(Method::POST, "/api/v1/records").header(CONTENT_TYPE, media_type);
        Answer::read(request.body(body).send().await.unwrap()).await
    };
    let as_text = send("text/plain; charset=utf-8", FILE.as_bytes().to_vec()).await;
    let id = as_text.ok()["records"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(as_text.header("location"), format!("/api/v1/records/{id}"));

    // A name in an encoding that the part names.
    let file = b"(;SZ[9]PB[\xC1\xEE\xF0\xE8\xF1];B[ee])";
    let form = |parts: &[Vec<u8>]| {
        let mut whole = parts.concat();
        whole.extend(b"--7f--\r\n");
        whole
    };
    let kept =
        send(FORM, form(&[part("file", "application/octet-stream; charset=windows-1251", file)])).await.ok();
    assert_eq!(kept["records"][0]["players"]["black"]["name"], "Борис");
    let two = [part("file", "text/plain", FILE.as_bytes()), part("file", "text/plain", FILE.as_bytes())];
    send(FORM, form(&two)).await.refused(400, "malformed");
    send(FORM, form(&[part("other", "text/plain", FILE.as_bytes())])).await.refused(400, "malformed");
    send(FORM, FILE.as_bytes().to_vec()).await.refused(400, "malformed");
    send("multipart/form-data", form(&two[..1])).await.refused(400, "malformed");
    send("text/html", FILE.as_bytes().to_vec()).await.refused(415, "unsupported_media_type");
}

async fn moves_may_be_a_list(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let wish = |moves: Value| {
        let position = json!({"stones": ".".repeat(25), "to_move": "black", "moves": moves});
        json!({"board": {"width": 5, "height": 5}, "position": position})
    };
    let as_text = ann.new_game(wish(json!("C3,white:B2"))).await;
    let as_list = ann.new_game(wish(json!(["C3", "white:B2"]))).await;
    assert_eq!(as_list["beginning"], as_text["beginning"]);
    assert_eq!(as_list["settings"]["position"]["moves"], "C3,B2");
    let tried = |moves: Value| json!({"board": {"width": 5, "height": 5}, "rules": "chinese", "moves": moves, "move": "D4"});
    let as_text = ann.post("/positions/play", tried(json!("C3,B2"))).await.ok();
    assert_eq!(ann.post("/positions/play", tried(json!(["C3", "B2"]))).await.ok(), as_text);
    ann.post("/positions/play", tried(json!(["C3,B2"]))).await.refused(400, "malformed");
    ann.post("/games", wish(json!([7]))).await.refused(400, "malformed");
}

async fn a_stream_is_passed_on_at_once(database: Database) {
    let server = Server::start(database).await;
    for form in ["text/event-stream", "application/x-ndjson"] {
        let request = Visitor::stranger(&server).request(Method::GET, "/api/v1/lobby/stream");
        let stream = request.header(ACCEPT, form).send().await.unwrap();
        assert_eq!(stream.headers()["x-accel-buffering"], "no", "{form}");
    }
}
