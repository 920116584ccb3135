//! The figures for the operator.

use std::collections::BTreeSet;
use std::path::Path;

use futures_util::future::join_all;
use serde_json::json;
use tengen_testbed::{Nats, Program, Refusal, SmtpSink, found, until};

use crate::keeping::{run, tengen};
use crate::member::{PASSWORD, sign_in};
use crate::obstacle::Obstacle;
use crate::rest::{Visitor, http};
use crate::server::{Database, Server, Tengen, on_both_databases, once};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    a_full_disk_is_told_before_anybody_plays
    what_happens_is_counted
    passwords_and_letters_are_counted
    every_figure_is_on_the_page_and_every_figure_of_the_page_is_there
}

once! {
    nobody_else_finds_the_figures
    what_deploy_names_is_there
    people_are_told_the_same
    an_outage_is_told_as_long_as_it_lasts
}

/// Options of a server that tells its figures.
const TELLS: [&str; 2] = ["--metrics-listen", "127.0.0.1:0"];

/// Options of a server that gives its letters to a mail server that is not there.
pub(crate) const LETTERS: [&str; 6] = [
    "--mail-server",
    "smtp://127.0.0.1:9?tls=none",
    "--mail-from",
    "go@example.org",
    "--public-url",
    "http://go.example.org",
];

/// Where a server tells its figures, as its log says.
pub(crate) fn address(log: &str) -> String {
    let (_, rest) = log.split_once("the metrics are at ").expect("an address of metrics");
    rest.split_whitespace().next().unwrap().to_owned()
}

/// The answer at an address.
async fn get(url: impl reqwest::IntoUrl) -> reqwest::Response {
    http().build().unwrap().get(url).send().await.unwrap()
}

/// The figures of a server.
pub(crate) async fn figures(server: &Server) -> String {
    let answer = get(address(&server.log())).await;
    assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    answer.text().await.unwrap()
}

/// The figures of a server, as soon as they fit.
async fn figures_when(server: &Server, fits: impl Fn(&str) -> bool) -> String {
    found(async || Some(figures(server).await).filter(|text| fits(text))).await
}

/// Whether the feed of commits has been looked at.
fn tells_of_feed(figures: &str) -> bool {
    figures.contains("tengen_feed_behind_commits ")
}

/// The value of a line; the name has its labels, if it has any.
pub(crate) fn value(figures: &str, name: &str) -> f64 {
    let mut lines = figures.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = lines.next().unwrap_or_else(|| panic!("no {name} in {figures}"));
    value.parse().unwrap()
}

/// The names of all figures, as their types tell them.
fn names(figures: &str) -> BTreeSet<String> {
    let types = figures.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    types.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

async fn what_happens_is_counted(database: Database) {
    let server = Server::with_options(database, &TELLS).await;
    let mut table = Table::new(&server, json!({})).await;
    let before = figures(&server).await;
    table.moves("D4 Q16").await;
    table.white.get("/games/nothing").await.refused(404, "no_such_game");
    let mut socket = Socket::open(&server, &table.white).await;
    socket.subscribe(&table.game).await;
    socket.send(json!({"type": "nothing"})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "malformed");
    let wrong = json!({"type": "play", "id": "early", "turn": 2, "at": "C3"});
    assert_eq!(socket.command(&table.game, wrong).await["problem"]["code"], "not_your_turn");
    let after = figures(&server).await;
    let grown = |name: &str| value(&after, name) - value(&before, name);
    for (name, by) in [
        ("tengen_events_stored_total", 2.0),
        ("tengen_commit_duration_seconds_count", 2.0),
        ("tengen_batch_events_sum", 2.0),
        (r#"tengen_refusals_total{code="no_such_game"}"#, 1.0),
        (r#"tengen_refusals_total{code="not_your_turn"}"#, 1.0),
        (r#"tengen_refusals_total{code="malformed"}"#, 1.0),
        (r#"tengen_http_requests_total{route="api",status="4xx"}"#, 1.0),
        (r#"tengen_http_requests_total{route="socket",status="1xx"}"#, 1.0),
        (r#"tengen_http_request_duration_seconds_count{route="socket"}"#, 1.0),
        ("tengen_sockets", 1.0),
        ("tengen_followed_games", 1.0),
        ("tengen_commit_failures_total", 0.0),
        ("tengen_outages_total", 0.0),
    ] {
        assert!((grown(name) - by).abs() < 1e-9, "{name}: {} instead of {by}\n{after}", grown(name));
    }
    for (name, is) in [
        (r#"tengen_games{phase="playing"}"#, 1.0),
        (r#"tengen_games{phase="open"}"#, 0.0),
        ("tengen_rooms", 1.0),
        ("tengen_database_answers", 1.0),
        ("tengen_outage", 0.0),
        ("tengen_house_threads", 1.0),
        ("tengen_streams", 0.0),
        (r#"tengen_jobs{kind="turn",state="waiting"}"#, 0.0),
    ] {
        assert!((value(&after, name) - is).abs() < 1e-9, "{name}\n{after}");
    }
    assert!(value(&after, "tengen_rooms_bytes") > 0.0 && value(&after, "tengen_connections_limit") > 0.0);
    assert!(value(&after, "process_resident_memory_bytes") > 0.0, "{after}");
}

async fn passwords_and_letters_are_counted(database: Database) {
    let sink = SmtpSink::start().await;
    let mail_server = format!("smtp://{}?tls=none", sink.address());
    let mut options = [&TELLS[..], &LETTERS[..], &["--trust-forwarded-for"]].concat();
    options[3] = &mail_server;
    let server = Server::with_options(database, &options).await;
    let stranger = Visitor::stranger(&server);
    let plain = figures(&server).await;
    for name in ["tengen_password_wait_seconds_count", "tengen_passwords_waiting", "tengen_letters_waiting"] {
        assert!(value(&plain, name) < 0.5, "{name}\n{plain}");
    }
    // Registering hashes, and signing in checks, with the right password or a wrong one.
    let asked = json!({"name": "Annabel", "password": PASSWORD, "mail": "annabel@example.org"});
    assert_eq!(stranger.post("/accounts", asked).await.status, 201);
    assert_eq!(sign_in(&stranger, "Annabel", PASSWORD).await.status, 201);
    sign_in(&stranger, "Annabel", "seven white stones").await.refused(401, "wrong_credentials");
    sign_in(&stranger, "Nobody", PASSWORD).await.refused(401, "wrong_credentials");
    sink.wait_for(1).await;
    // A letter that is refused for good has failed.
    sink.refuse(1, Refusal::Never);
    let asked = json!({"name": "Bettina", "password": PASSWORD, "mail": "bettina@example.org"});
    assert_eq!(stranger.post("/accounts", asked).await.status, 201);
    let letters = |outcome: &str| format!("tengen_letters_total{{outcome=\"{outcome}\"}}");
    let after = figures_when(&server, |text| value(text, "tengen_letters_waiting") < 0.5).await;
    for (name, is) in [
        ("tengen_password_wait_seconds_count".to_owned(), 5.0),
        ("tengen_passwords_waiting".to_owned(), 0.0),
        (r#"tengen_passwords_refused_total{reason="address"}"#.to_owned(), 0.0),
        (r#"tengen_passwords_refused_total{reason="full"}"#.to_owned(), 0.0),
        (letters("sent"), 1.0),
        (letters("failed"), 1.0),
        (letters("full"), 0.0),
    ] {
        assert!((value(&after, &name) - is).abs() < 1e-9, "{name}\n{after}");
    }
    // Many who come at once by one address have two places.
    let at_once = (0..12).map(|_| async {
        let request = stranger.request(reqwest::Method::POST, "/api/v1/sessions");
        let request = request.header("x-forwarded-for", "203.0.113.7");
        request.json(&json!({"name": "Annabel", "password": PASSWORD})).send().await.unwrap().status()
    });
    let refused = join_all(at_once).await.into_iter().filter(|status| *status == 429).count();
    assert!(refused > 0);
    let crowded = figures(&server).await;
    let told = value(&crowded, r#"tengen_passwords_refused_total{reason="address"}"#);
    assert!((told - number(refused)).abs() < 1e-9, "{refused} were refused\n{crowded}");
    let waits = value(&crowded, "tengen_password_wait_seconds_count");
    assert!((waits - 5.0 - number(12 - refused)).abs() < 1e-9, "{crowded}");
    assert!(value(&crowded, "tengen_password_wait_seconds_sum") > 0.0, "{crowded}");
    let told = String::from_utf8(status(&address(&server.log())).await.stdout).unwrap();
    for subject in ["Passwords ", "Letters "] {
        let mut lines = told.lines();
        assert!(lines.any(|line| line.starts_with(subject) && line.contains(" 0 waiting; ")), "{told}");
    }
    assert!(
        told.contains(&format!("refused: address {refused}"))
            && told.contains("1 sent, 1 failed, 0 not taken in"),
        "{told}"
    );
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}

async fn every_figure_is_on_the_page_and_every_figure_of_the_page_is_there(database: Database) {
    let nats = Nats::later(None).url();
    let mut options = [&TELLS[..], &LETTERS[..]].concat();
    if database == Database::Postgres {
        options.extend(["--nats-url", &nats]);
    }
    let server = Server::with_options(database, &options).await;
    // A finished game is a job, and the feed was looked at before.
    Table::new(&server, json!({})).await;
    let text = figures_when(&server, |text| database == Database::Sqlite || tells_of_feed(text)).await;
    let told = names(&text);
    let described = text.lines().filter_map(|line| line.strip_prefix("# HELP "));
    let described: BTreeSet<String> =
        described.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect();
    assert_eq!(told, described, "each has a text");
    let mut named = figures_of_page("watching.md");
    let troubles = figures_of_page("trouble.md");
    assert!(troubles.is_subset(&named), "trouble.md names figures that watching.md does not: {troubles:?}");
    if database == Database::Sqlite {
        named.retain(|name| !name.starts_with("tengen_feed_") && !name.starts_with("tengen_bus_"));
    }
    assert_eq!(told, named);
}

/// The figures that a page for operators names.
fn figures_of_page(page: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations").join(page);
    let page = std::fs::read_to_string(path).unwrap();
    let words = page.split('`').skip(1).step_by(2);
    words.filter(|word| is_figure(word)).map(str::to_owned).collect()
}

/// Whether a word can only be the name of a figure.
fn is_figure(word: &str) -> bool {
    let ours = word.starts_with("tengen_") || word.starts_with("process_");
    let is_cookie = ["tengen_language", "tengen_token"].contains(&word);
    ours && !is_cookie && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

async fn nobody_else_finds_the_figures() {
    let server = Server::with_options(Database::Sqlite, &TELLS).await;
    let visitor = Visitor::stranger(&server);
    for path in ["/metrics", "/api/v1/metrics"] {
        let answer = get(format!("{}{path}", server.url())).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
    visitor.get_page("/").await;
    let own = address(&server.log()).replace("/metrics", "/api/v1/lobby");
    assert_eq!(get(own).await.status(), 404);
    let plain = Server::start(Database::Sqlite).await;
    assert!(!plain.log().contains("the metrics are at"));
}

async fn what_deploy_names_is_there() {
    let nats = Nats::later(None).url();
    let options = [&TELLS[..], &LETTERS[..], &["--nats-url", &nats]].concat();
    let server = Server::with_options(Database::Postgres, &options).await;
    let text = figures_when(&server, tells_of_feed).await;
    let told = names(&text);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    for file in ["alerts.yml", "grafana-dashboard.json"] {
        let content = std::fs::read_to_string(folder.join(file)).unwrap();
        let words = content.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        let named: BTreeSet<&str> = words.filter(|word| is_figure(word)).collect();
        assert!(named.len() > 10, "{file}: {named:?}");
        for name in named {
            let parts = ["_bucket", "_sum", "_count"];
            let whole = parts.iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name);
            assert!(told.contains(whole), "{file} names {name}, which no server tells");
        }
    }
    let dashboard = std::fs::read_to_string(folder.join("grafana-dashboard.json")).unwrap();
    let dashboard: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    let shown = dashboard["panels"].to_string();
    for name in told.iter().filter(|name| name.starts_with("tengen_")) {
        assert!(
            shown.contains(name.as_str())
                || name == "tengen_database_answers"
                || name == "tengen_outages_total",
            "{name} is not shown"
        );
    }
}

/// Runs `tengen status` for these figures.
async fn status(metrics: &str) -> std::process::Output {
    let mut command = Tengen::command(vec!["status".into(), "--metrics".into(), metrics.into()]);
    command.env_clear();
    tokio::process::Command::from(command).output().await.unwrap()
}

async fn people_are_told_the_same() {
    let nats = Nats::later(None).url();
    let options = [&TELLS[..], &["--nats-url", &nats]].concat();
    let several = Server::with_options(Database::Postgres, &options).await;
    let told = String::from_utf8(status(&address(&several.log())).await.stdout).unwrap();
    assert!(told.lines().any(|line| line.starts_with("NATS ") && line.contains("AWAY: ")), "{told}");

    let mut server = Server::with_options(Database::Sqlite, &TELLS).await;
    Table::new(&server, json!({})).await;
    let metrics = address(&server.log());
    let object = run(tengen(&["status", "--json", "--metrics", &metrics])).await.stdout;
    let object: serde_json::Value = serde_json::from_slice(&object).unwrap();
    assert_eq!((&object["well"], &object["games"]["playing"]), (&json!(true), &json!(1)), "{object}");
    let told = status(&metrics).await;
    let text = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{text}");
    for line in [
        concat!("Version      ", env!("CARGO_PKG_VERSION")),
        "Database     answers; 0 outages noticed",
        "Games        1 playing, 0 scoring, 0 open",
        "Computer     thinks on 0 of 1 thread; 0 games waiting",
        "Passwords    0 waiting; 0 hashed; refused: none",
        "Refusals     none",
    ] {
        assert!(text.lines().any(|told| told == line), "{line}\n{text}");
    }
    // The players' address has no figures.
    let other = status(&server.url()).await;
    assert_eq!((other.status.code(), other.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8_lossy(&other.stderr).contains("not the figures"), "{other:?}");
    server.kill().await;
    let gone = status(&metrics).await;
    assert_eq!((gone.status.code(), gone.stdout.len()), (Some(1), 0));
}

async fn an_outage_is_told_as_long_as_it_lasts() {
    let server = Server::with_options(Database::Postgres, &TELLS).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    // Who a player is was known before, so the move itself comes as far as the writer.
    let mut white = Socket::open(&server, &table.white).await;
    white.subscribe(&table.game).await;
    let before = figures(&server).await;
    let play = json!({"type": "play", "id": "patient", "turn": 1, "at": "D4"});
    let cut = Obstacle::cut(&server).await;
    let answer = white.command(&table.game, play.clone()).await;
    assert_eq!(answer["problem"]["code"], "unavailable", "{answer}");
    let meanwhile = figures(&server).await;
    for (name, is) in [
        ("tengen_outage", 1.0),
        ("tengen_database_answers", 0.0),
        (r#"tengen_refusals_total{code="unavailable"}"#, 1.0),
        // As it was when the database answered.
        (r#"tengen_games{phase="playing"}"#, 1.0),
    ] {
        assert!((value(&meanwhile, name) - is).abs() < 1e-9, "{name}\n{meanwhile}");
    }
    let failures = "tengen_commit_failures_total";
    assert!(value(&meanwhile, failures) > value(&before, failures), "{meanwhile}");
    let told = status(&address(&server.log())).await;
    let text = String::from_utf8_lossy(&told.stdout);
    assert!(told.status.code() == Some(1) && text.contains("AWAY: no move can be saved"), "{text}");
    cut.remove().await;
    // Connections that died are found to be dead only when they are used.
    until(async || white.command(&table.game, play.clone()).await["type"] == "ack").await;
    // The server keeps an answer for a moment.
    let after = found(async || {
        let after = figures(&server).await;
        (value(&after, "tengen_outage") < 0.5).then_some(after)
    })
    .await;
    assert!(value(&after, "tengen_database_answers") > 0.5, "{after}");
    assert!(value(&after, "tengen_outages_total") > value(&before, "tengen_outages_total"), "{after}");
    assert!(status(&address(&server.log())).await.status.success());
}

async fn a_full_disk_is_told_before_anybody_plays(database: Database) {
    let server = Server::with_options(database, &TELLS).await;
    let metrics = address(&server.log());
    assert!(status(&metrics).await.status.success());
    let obstacle = Obstacle::nothing_stored(&server).await;
    // The server keeps an answer for a moment.
    until(async || value(&figures(&server).await, "tengen_outage") > 0.5).await;
    let told = status(&metrics).await;
    let text = String::from_utf8_lossy(&told.stdout);
    assert!(told.status.code() == Some(1) && text.contains("no move can be saved"), "{text}");
    obstacle.remove().await;
    until(async || status(&metrics).await.status.success()).await;
}
