//! The way to the mail server: what it needs, what it keeps to itself, and a mail server that is away.

use serde_json::json;
use tengen_testbed::{Refusal, SmtpSink, until};

use super::{
    ANN, SITE, ask, confirm, confirming, letter_after, options, register_with, sign_in_by, signing_in, url,
};
use crate::member::{at_home, texts};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, lasting_address, on_both_databases, once};

on_both_databases! {
    a_letter_waits_for_a_mail_server_that_is_away
    a_secret_is_in_its_letter_alone
}

once! {
    half_of_what_letters_need_is_refused
    a_start_that_fails_tells_no_password_of_the_mail_server
}

async fn a_letter_waits_for_a_mail_server_that_is_away(database: Database) {
    let address = lasting_address();
    let options = options(&format!("smtp://{address}?tls=none"));
    let server = Server::with_options(database, &options.each_ref().map(String::as_str)).await;
    let stranger = Visitor::stranger(&server);
    // There is nobody who could have taken it, and yet there is an answer.
    let ann = at_home(&stranger, &register_with(&stranger, "Annabel", ANN).await);
    assert_eq!(ask(&stranger, "nobody@example.org").await.status, 202);
    let sink = SmtpSink::start_at(address).await;
    sink.refuse(1, Refusal::Later);
    let letter = letter_after(&sink, 0).await;
    assert_eq!(confirm(&stranger, &confirming(&letter)).await.status, 204);
    // One that is silent holds up letters, and no answers.
    sink.refuse(1, Refusal::Silence);
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    until(async || sink.refusals_left() == 0).await;
    ann.patch("/me", json!({"mail": "other@example.org", "password": "eleven white stones"})).await.ok();
    assert_eq!(ask(&stranger, "nobody@example.org").await.status, 202);
    assert_eq!(sink.letters().len(), 1);
}

async fn a_secret_is_in_its_letter_alone(database: Database) {
    let sink = SmtpSink::start().await;
    sink.ask_for_login("go", "opensesame4711");
    let login = url(&sink).replace("smtp://", "smtp://go:opensesame4711@");
    let mail = options(&login);
    let everything = ["--log", "trace,tungstenite::protocol=trace"];
    let words: Vec<_> = mail.iter().map(String::as_str).chain(everything).collect();
    let server = Server::with_options(database, &words).await;
    let stranger = Visitor::stranger(&server);
    let ann = at_home(&stranger, &register_with(&stranger, "Annabel", ANN).await);
    let hashes = async || texts(server.data(), "SELECT hash FROM mail_links").await;
    let confirming = confirming(&letter_after(&sink, 0).await);
    assert_eq!(hashes().await, [tengen_entropy::token_hash(&confirming)]);
    assert_eq!(confirm(&stranger, &confirming).await.status, 204);
    ask(&stranger, ANN).await;
    let secret = signing_in(&letter_after(&sink, 1).await);
    assert_eq!(hashes().await, [tengen_entropy::token_hash(&secret)]);
    stranger.post("/mail-links/player", json!({"letter": secret})).await.ok();
    assert_eq!(sign_in_by(&stranger, &secret).await.status, 201);
    assert_eq!(hashes().await, [""; 0]);
    // A letter that is refused is told in the log, without its reader and its link.
    sink.refuse(1, Refusal::Never);
    ask(&stranger, ANN).await;
    until(async || sink.refusals_left() == 0 && server.log().contains("a letter was refused")).await;
    ann.get_page("/last-of-all").await;
    until(async || server.log().contains("last-of-all")).await;
    let log = server.log();
    assert!(log.contains("DEBUG"), "{log}");
    for text in [&*confirming, &*secret, "annabel@", "opensesame4711", "confirm-mail#", "sign-in/letter#"] {
        let telling: Vec<_> = log.lines().filter(|line| line.contains(text)).collect();
        assert!(telling.is_empty(), "{text}: {telling:#?}");
    }
    // Nothing in the files tells it. What Postgres has is in its tables.
    for entry in std::fs::read_dir(server.data().directory()).unwrap() {
        let Ok(bytes) = std::fs::read(entry.unwrap().path()) else { continue };
        for text in [&confirming, &secret] {
            assert!(!bytes.windows(text.len()).any(|window| window == text.as_bytes()));
        }
    }
}

async fn half_of_what_letters_need_is_refused() {
    let data = Data::new(Database::Sqlite).await;
    let (server, from) =
        (["--mail-server", "smtp://127.0.0.1:1?tls=none"], ["--mail-from", "go@example.org"]);
    let site = ["--public-url", SITE];
    for options in [
        server.to_vec(),
        from.to_vec(),
        [server, from].concat(),
        [server, site].concat(),
        [from, site].concat(),
    ] {
        let (status, log) = Server::refused_options(&data, &options).await;
        assert_eq!(status.code(), Some(1), "{options:?}: {log}");
        for name in ["--mail-server", "--mail-from", "--public-url"] {
            assert!(log.lines().last().unwrap().contains(name), "{options:?}: {log}");
        }
    }
    // An address of the server alone is no mail.
    let server = Server::on(data, "127.0.0.1:0".parse().unwrap(), &site).await;
    assert_eq!(Visitor::stranger(&server).get("/door").await.ok()["mail"], false);
}

async fn a_start_that_fails_tells_no_password_of_the_mail_server() {
    let data = Data::new(Database::Sqlite).await;
    for url in [
        "smtp://go:opensesame4711@mail.example.org?tls=none",
        "smtps://go:opensesame4711@mail.example.org?tls=wrong",
        "http://go:opensesame4711@mail.example.org",
        "smtp://go:opensesame4711@mail.example.org:no",
        "smtp://go:opensesame4711@",
    ] {
        let options = ["--mail-server", url, "--mail-from", "go@example.org", "--public-url", SITE];
        let (status, log) = Server::refused_options(&data, &options).await;
        assert!(!status.success() && log.contains("--mail-server"), "{url}: {log}");
        assert!(!log.contains("opensesame4711"), "{url}: {log}");
    }
}
