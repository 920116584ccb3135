//! Addresses: whose they are is shown by a letter, and before that they are good for nothing.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{ACCEPT_LANGUAGE, COOKIE};
use serde_json::{Value, json};
use tengen_testbed::{SmtpSink, until};

use super::{
    ANN, ask, by_hand, confirm, confirming, letter_after, mail_of, nothing_more, options, register_with,
    server, sign_in_by, signing_in, url, with_mail,
};
use crate::member::{PASSWORD, at_home, member};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    an_address_is_the_members_once_a_letter_has_shown_it
    an_address_that_nobody_has_shown_is_good_for_nothing
    a_confirmation_ends_after_a_day
    letters_are_in_the_language_of_the_reader
    what_is_no_address_is_refused
    no_address_gets_more_than_six_letters_of_a_kind_an_hour
    so_many_letters_leave_an_hour_whoever_asks_for_them
    without_a_mail_server_there_are_no_addresses
}

const DAY: i64 = 86_400_000;

async fn an_address_is_the_members_once_a_letter_has_shown_it(database: Database) {
    let sink = SmtpSink::start().await;
    let mut server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let ann = at_home(&stranger, &register_with(&stranger, "Annabel", "Annabel@EXAMPLE.org").await);
    let letter = letter_after(&sink, 0).await;
    assert_eq!(
        (letter.from.as_str(), letter.to.as_slice()),
        ("go@example.org", &["Annabel@example.org".to_owned()][..])
    );
    assert_eq!(letter.sender_name().as_deref(), Some("Go club"));
    assert!(letter.subject().contains("go.example.org"), "{}", letter.subject());
    // A stranger may have given the address, and would have words of the name sent to it.
    assert!(!String::from_utf8_lossy(&letter.raw).contains("Annabel,") && !letter.text().contains("Annabel"));
    assert_eq!(mail_of(&ann).await, Value::Null);
    let secret = confirming(&letter);
    // It signs nobody in, and no other secret confirms.
    sign_in_by(&stranger, &secret).await.refused(404, "no_such_link");
    stranger.post("/mail-links/player", json!({"letter": secret})).await.refused(404, "no_such_link");
    for guess in ["", "x", &"x".repeat(43), &"x".repeat(5_000), ann.token.as_deref().unwrap()] {
        confirm(&stranger, guess).await.refused(404, "no_such_link");
    }
    assert_eq!(mail_of(&ann).await, Value::Null);
    server.stop().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let ann = ann.at(&server);
    let answer = confirm(&stranger, &secret).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(mail_of(&ann).await, "Annabel@example.org");
    confirm(&stranger, &secret).await.refused(404, "no_such_link");
    assert_eq!(mail_of(&ann).await, "Annabel@example.org");
    // Nobody else sees it.
    let program = ann.with_token(&["read", "play"]).await;
    for visitor in [&stranger, &program] {
        let profile = visitor.get(&format!("/players/{}", ann.id)).await;
        assert!(!profile.text().contains("example.org"));
    }
    assert!(!program.get("/me").await.text().contains("example.org"));
}

async fn an_address_that_nobody_has_shown_is_good_for_nothing(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let thief = at_home(&stranger, &register_with(&stranger, "Thief", ANN).await);
    let first = letter_after(&sink, 0).await;
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    nothing_more(&server, &sink, 1).await;
    // The address stays free for whoever reads its letters, and only that member's links go there.
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    assert_eq!((mail_of(&thief).await, mail_of(&ann).await), (Value::Null, json!(ANN)));
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    let letter = letter_after(&sink, 3).await;
    assert!(letter.text().contains("Annabel") && !letter.text().contains("Thief"), "{}", letter.text());
    assert_eq!(at_home(&stranger, &sign_in_by(&stranger, &signing_in(&letter)).await).id, ann.id);
    // Of another address only the last link is good that was shown.
    thief.patch("/me", json!({"mail": "thief@example.org"})).await.ok();
    let own = letter_after(&sink, 4).await;
    assert_eq!(own.to, ["thief@example.org"]);
    assert_eq!(confirm(&stranger, &confirming(&own)).await.status, 204);
    confirm(&stranger, &confirming(&first)).await.refused(404, "no_such_link");
    assert_eq!(mail_of(&thief).await, "thief@example.org");
}

async fn a_confirmation_ends_after_a_day(database: Database) {
    let sink = SmtpSink::start().await;
    let by_hand = by_hand(database, &sink).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let mut members = Vec::new();
    for (number, name) in ["Annabel", "Benedikt"].into_iter().enumerate() {
        let mail = format!("{name}@example.org");
        let member = at_home(&stranger, &register_with(&stranger, name, &mail).await);
        members.push((member, confirming(&letter_after(&sink, number).await)));
    }
    tamper(
        by_hand.server.data(),
        &format!("UPDATE mail_links SET expires_at = expires_at - {}", DAY - 5_000),
    )
    .await;
    by_hand.pass(Duration::from_millis(4_999)).await;
    assert_eq!(confirm(&stranger, &members[0].1).await.status, 204);
    by_hand.pass(Duration::from_millis(1)).await;
    confirm(&stranger, &members[1].1).await.refused(404, "no_such_link");
    assert_eq!(mail_of(&members[0].0).await, "Annabel@example.org");
    assert_eq!(mail_of(&members[1].0).await, Value::Null);
}

async fn letters_are_in_the_language_of_the_reader(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let body =
        |name: &str| json!({"name": name, "password": PASSWORD, "mail": format!("{name}@example.org")});
    let registered = async |name: &str, header, value: &str| {
        let request = stranger.request(Method::POST, "/api/v1/accounts").header(header, value);
        at_home(&stranger, &Answer::read(request.json(&body(name)).send().await.unwrap()).await)
    };
    registered("Annabel", ACCEPT_LANGUAGE, "ja, en;q=0.5").await;
    let letter = letter_after(&sink, 0).await;
    assert_eq!(letter.subject(), "メールアドレスの確認（go.example.org）");
    assert!(letter.text().starts_with("こんにちは。"), "{}", letter.text());
    assert_eq!(letter.header("content-language"), ["ja"]);
    confirm(&stranger, &confirming(&letter)).await;
    // The choice that a reader made by hand comes first.
    registered("Benedikt", COOKIE, "tengen_language=ko").await;
    assert_eq!(letter_after(&sink, 1).await.header("content-language"), ["ko"]);
    // A language that nobody here writes is English.
    registered("Carla", ACCEPT_LANGUAGE, "tlh").await;
    assert_eq!(letter_after(&sink, 2).await.header("content-language"), ["en"]);
    // Whoever asks for a letter reads it, whatever language the member had before.
    let request = stranger.request(Method::POST, "/api/v1/mail-links").header(ACCEPT_LANGUAGE, "zh-TW");
    let asked =
        Answer::read(request.json(&json!({"mail": "annabel@example.org"})).send().await.unwrap()).await;
    assert_eq!(asked.status, 202);
    let letter = letter_after(&sink, 3).await;
    assert_eq!(letter.header("content-language"), ["zh-Hant"]);
    assert_eq!(sign_in_by(&stranger, &signing_in(&letter)).await.status, 201);
}

async fn what_is_no_address_is_refused(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let long = format!("{}@example.org", "x".repeat(250));
    for text in [
        "a@b.c\r\nBcc: x@example.org",
        "a@b.c\nSubject: cheap",
        "a@b.c\r\n\r\nA letter",
        "a\r\n@b.c",
        "a@b.c>\r\nRCPT TO:<x@example.org",
        "a@b.c, x@example.org",
        "Ann <a@b.c>",
        "<a@b.c>",
        "a@b.c\u{0}",
        "a@b.c\u{85}x",
        "a b@example.org",
        "\"a b\"@example.org",
        "a@[127.0.0.1]",
        "a@localhost",
        "a@@b.c",
        "@b.c",
        "a@",
        "",
        " ",
        &long,
    ] {
        register_with(&stranger, "Bella", text).await.refused(422, "invalid_mail");
        ann.patch("/me", json!({"mail": text})).await.refused(422, "invalid_mail");
        ask(&stranger, text).await.refused(422, "invalid_mail");
    }
    // Nor are there names with such lines, of members or guests.
    for name in ["Bella\r\nBcc: x@example.org", "Bel\u{2028}la", "Bel\u{85}la", "Bel\u{0}la"] {
        register_with(&stranger, name, "bella@example.org").await.refused(422, "invalid_name");
        ann.patch("/me", json!({"name": name})).await.refused(422, "invalid_name");
        stranger.post("/guests", json!({"name": name})).await.refused(422, "invalid_name");
    }
    // Blanks around a name are no part of it.
    assert_eq!(Visitor::guest(&server, "\r\nCarla\n").await.name, "Carla");
    assert_eq!(sink.letters().len(), 0);
    nothing_more(&server, &sink, 0).await;
    // Nothing was changed beside.
    assert_eq!(mail_of(&ann).await, Value::Null);
    assert_eq!(register_with(&stranger, "Bella", "bella@example.org").await.status, 201);
    assert_eq!(letter_after(&sink, 1).await.header("bcc"), [""; 0]);
}

async fn no_address_gets_more_than_six_letters_of_a_kind_an_hour(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    for number in 1..7 {
        // In any letters, and whoever asks for them.
        let text = if number % 2 == 0 { ANN } else { "ANNABEL@example.ORG" };
        assert_eq!(ask(&stranger, text).await.status, 202);
        assert_eq!(letter_after(&sink, number).await.to, [ANN]);
    }
    let refused = ask(&stranger, ANN).await;
    refused.refused(429, "too_many_requests");
    assert!((1..=3_600).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    // Letters that verify are counted by themselves, or strangers would keep a member from those that sign in. One was for Annabel.
    for number in 7..12 {
        assert_eq!(ann.patch("/me", json!({"mail": "annabel@EXAMPLE.org"})).await.status, 200);
        letter_after(&sink, number).await;
    }
    ann.patch("/me", json!({"mail": "annabel@EXAMPLE.org"})).await.refused(429, "too_many_requests");
    register_with(&stranger, "Bella", ANN).await.refused(429, "too_many_requests");
    // An address that is nobody's is counted alike.
    for _ in 0..6 {
        assert_eq!(ask(&stranger, "nobody@example.org").await.status, 202);
    }
    ask(&stranger, "nobody@example.org").await.refused(429, "too_many_requests");
    // Others get theirs.
    nothing_more(&server, &sink, 12).await;
}

async fn so_many_letters_leave_an_hour_whoever_asks_for_them(database: Database) {
    let sink = SmtpSink::start().await;
    let options = options(&url(&sink));
    let options = [&options.each_ref().map(String::as_str)[..], &["--letters-per-hour", "2"]].concat();
    let server = Server::with_options(database, &options).await;
    let stranger = Visitor::stranger(&server);
    // So many verify.
    with_mail(&server, &sink, "Annabel", ANN).await;
    with_mail(&server, &sink, "Benedikt", "ben@example.org").await;
    let refused = register_with(&stranger, "Bella", "bella@example.org").await;
    refused.refused(429, "too_many_requests");
    assert!((1..=1_800).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    until(async || server.log().contains("letters of all 1")).await;
    // And so many sign in. Addresses that are nobody's get no letters, and keep none of others back.
    for number in 0..4 {
        assert_eq!(ask(&stranger, &format!("nobody-{number}@example.org")).await.status, 202);
    }
    for number in 2..4 {
        assert_eq!(ask(&stranger, ANN).await.status, 202);
        assert_eq!(letter_after(&sink, number).await.to, [ANN]);
    }
    // Nobody learns by that who has which address.
    for mail in [ANN, "nobody@example.org"] {
        assert_eq!(ask(&stranger, mail).await.status, 202);
    }
    until(async || server.log().contains("a link can't be sent")).await;
    assert_eq!(sink.letters().len(), 4);
}

async fn without_a_mail_server_there_are_no_addresses(database: Database) {
    let server = Server::start(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    assert_eq!(stranger.get("/door").await.ok()["mail"], false);
    register_with(&stranger, "Bella", ANN).await.refused(403, "no_mail");
    ann.patch("/me", json!({"mail": ANN})).await.refused(403, "no_mail");
    ask(&stranger, ANN).await.refused(403, "no_mail");
    assert_eq!(stranger.get("/players?name=bella").await.ok(), json!({"players": []}));
}
