//! Links by which one signs in.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::HOST;
use serde_json::json;
use tengen_testbed::SmtpSink;

use super::{
    ANN, ask, by_hand, letter_after, nothing_more, secrets, server, sign_in_by, signing_in, with_mail,
};
use crate::member::{at_home, card};
use crate::rest::{Answer, Visitor};
use crate::second_step::{registered_at, set_up};
use crate::server::{Database, on_both_databases};

on_both_databases! {
    a_letter_signs_in_once
    of_an_unknown_address_nobody_learns
    two_members_with_one_address_get_one_letter
    a_link_ends_after_twenty_minutes
    with_an_authenticator_a_letter_is_not_enough
    the_link_leads_to_the_server_alone
}

async fn a_letter_signs_in_once(database: Database) {
    let sink = SmtpSink::start().await;
    let mut server = server(database, &sink).await;
    let ann = with_mail(&server, &sink, "Annabel", ANN).await;
    assert_eq!(Visitor::stranger(&server).get("/door").await.ok()["mail"], true);
    let answer = ask(&Visitor::stranger(&server), "Annabel@Example.org").await;
    assert_eq!((answer.status, answer.body.len()), (202, 0));
    // It goes to the address as the member gave it.
    let letter = letter_after(&sink, 1).await;
    assert_eq!(letter.to, [ANN]);
    let secret = signing_in(&letter);
    assert!(letter.text().contains("Annabel"), "{}", letter.text());
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let ann = ann.at(&server);
    // A program that follows all links of a letter uses nothing up.
    for _ in 0..2 {
        let looked = stranger.post("/mail-links/player", json!({"letter": secret})).await.ok();
        let mut expected = card(&ann);
        expected["created_at"] = looked["player"]["created_at"].clone();
        assert_eq!(looked, json!({"player": expected}));
    }
    // It confirms no address, and is no link to another device.
    super::confirm(&stranger, &secret).await.refused(404, "no_such_link");
    stranger.post("/sessions", json!({"link": secret})).await.refused(404, "no_such_link");
    for guess in ["", "x", &"x".repeat(43), &"x".repeat(5_000), ann.token.as_deref().unwrap()] {
        sign_in_by(&stranger, guess).await.refused(404, "no_such_link");
    }
    let mut answers = join_all([0; 4].map(|_| sign_in_by(&stranger, &secret))).await;
    answers.sort_by_key(|answer| answer.status);
    let there = at_home(&stranger, &answers.remove(0));
    assert_eq!(there.id, ann.id);
    for answer in answers {
        answer.refused(404, "no_such_link");
    }
    sign_in_by(&stranger, &secret).await.refused(404, "no_such_link");
    stranger.post("/mail-links/player", json!({"letter": secret})).await.refused(404, "no_such_link");
    // Whoever has forgotten the password sets another one.
    there.patch("/me", json!({"password": "eleven white stones"})).await.ok();
    ann.get("/me").await.refused(401, "unauthenticated");
}

async fn of_an_unknown_address_nobody_learns(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    with_mail(&server, &sink, "Annabel", ANN).await;
    let stranger = Visitor::stranger(&server);
    let answers = [ask(&stranger, "nobody@example.org").await, ask(&stranger, ANN).await];
    let told = answers.each_ref().map(|answer| {
        let headers = answer.headers.iter().filter(|(name, _)| *name != "date" && *name != "x-request-id");
        let headers: Vec<_> = headers.map(|(name, value)| (name.as_str(), value.as_bytes())).collect();
        (answer.status, headers, answer.body.as_slice())
    });
    assert_eq!(told[0].0, 202);
    assert_eq!(told[0], told[1]);
    assert_eq!(letter_after(&sink, 1).await.to, [ANN]);
    nothing_more(&server, &sink, 2).await;
}

async fn two_members_with_one_address_get_one_letter(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let members = [
        with_mail(&server, &sink, "Annabel", ANN).await,
        with_mail(&server, &sink, "Annabel the other", ANN).await,
    ];
    // Some mail servers tell small letters from capitals, and bring it to somebody else.
    with_mail(&server, &sink, "Annabel in capitals", "ANNABEL@example.org").await;
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    sink.wait_for(5).await;
    let letter = sink.letters().into_iter().skip(3).find(|letter| letter.to == [ANN]).unwrap();
    let secrets = secrets(&letter, "sign-in/letter");
    assert_eq!((letter.to.len(), secrets.len()), (1, 2), "{}", letter.text());
    for (secret, member) in secrets.iter().zip(&members) {
        let (before, _) =
            letter.text().split_once(secret.as_str()).map(|(a, b)| (a.to_owned(), b.len())).unwrap();
        assert!(before.trim_end().lines().rev().nth(1) == Some(member.name.as_str()), "{}", letter.text());
        assert_eq!(at_home(&stranger, &sign_in_by(&stranger, secret).await).id, member.id);
    }
}

async fn a_link_ends_after_twenty_minutes(database: Database) {
    let sink = SmtpSink::start().await;
    let by_hand = by_hand(database, &sink).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let ann = with_mail(&by_hand.server, &sink, "Annabel", ANN).await;
    let mut links = Vec::new();
    for number in 1..=4 {
        assert_eq!(ask(&stranger, ANN).await.status, 202);
        links.push(signing_in(&letter_after(&sink, number).await));
        by_hand.pass(Duration::from_secs(1)).await;
    }
    // Three are good at once.
    sign_in_by(&stranger, &links[0]).await.refused(404, "no_such_link");
    by_hand.skip(Duration::from_millis(20 * 60_000 - 3_001)).await;
    assert_eq!(at_home(&stranger, &sign_in_by(&stranger, &links[1]).await).id, ann.id);
    let look = async |link: &str| stranger.post("/mail-links/player", json!({"letter": link})).await;
    by_hand.pass(Duration::from_secs(1)).await;
    look(&links[2]).await.ok();
    by_hand.pass(Duration::from_millis(1)).await;
    look(&links[2]).await.refused(404, "no_such_link");
    sign_in_by(&stranger, &links[2]).await.refused(404, "no_such_link");
    assert_eq!(sign_in_by(&stranger, &links[3]).await.status, 201);
}

async fn with_an_authenticator_a_letter_is_not_enough(database: Database) {
    let sink = SmtpSink::start().await;
    let by_hand = by_hand(database, &sink).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let ann = with_mail(&by_hand.server, &sink, "Annabel", ANN).await;
    let at = registered_at(&ann).await;
    let (telephone, codes) = set_up(&ann, at).await;
    let told = letter_after(&sink, 1).await;
    assert!(told.to == [ANN] && told.text().contains("Annabel") && told.link().is_none(), "{}", told.text());
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    let secret = signing_in(&letter_after(&sink, 2).await);
    let with_code =
        async |code: &str| stranger.post("/sessions", json!({"letter": secret, "code": code})).await;
    for _ in 0..2 {
        sign_in_by(&stranger, &secret).await.refused(401, "code_needed");
    }
    with_code("").await.refused(401, "code_needed");
    with_code(&telephone.wrong_code(at)).await.refused(401, "wrong_code");
    with_code(&telephone.code(at)).await.refused(401, "wrong_code");
    let next = telephone.code(at + 30_000);
    // A code without the link is nothing.
    stranger.post("/sessions", json!({"letter": "x", "code": next})).await.refused(404, "no_such_link");
    assert_eq!(at_home(&stranger, &with_code(&next).await).id, ann.id);
    with_code(&codes[0]).await.refused(404, "no_such_link");
    // Recovery codes are good here as well.
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    let secret = signing_in(&letter_after(&sink, 3).await);
    let body = json!({"letter": secret, "code": codes[0]});
    assert_eq!(at_home(&stranger, &stranger.post("/sessions", body).await).id, ann.id);
    // Whoever guesses codes by a letter is slowed down like everywhere.
    assert_eq!(ask(&stranger, ANN).await.status, 202);
    let secret = signing_in(&letter_after(&sink, 4).await);
    let body = json!({"letter": secret, "code": telephone.wrong_code(at)});
    for _ in 0..9 {
        stranger.post("/sessions", body.clone()).await.refused(401, "wrong_code");
    }
    stranger.post("/sessions", body).await.refused(429, "too_many_requests");
}

async fn the_link_leads_to_the_server_alone(database: Database) {
    let sink = SmtpSink::start().await;
    let server = server(database, &sink).await;
    let stranger = Visitor::stranger(&server);
    let forged = async |method: Method, path: &str, visitor: &Visitor, body: serde_json::Value| {
        let request = visitor.request(method, path).header(HOST, "evil.example.org");
        let request =
            request.header("x-forwarded-host", "evil.example.org").header("x-forwarded-proto", "https");
        Answer::read(request.header("forwarded", "host=evil.example.org").json(&body).send().await.unwrap())
            .await
    };
    let body = json!({"name": "Annabel", "password": crate::member::PASSWORD, "mail": ANN});
    let ann = at_home(&stranger, &forged(Method::POST, "/api/v1/accounts", &stranger, body).await);
    let letter = letter_after(&sink, 0).await;
    assert_eq!(super::confirm(&stranger, &super::confirming(&letter)).await.status, 204);
    forged(Method::POST, "/api/v1/mail-links", &stranger, json!({"mail": ANN})).await;
    let letter = letter_after(&sink, 1).await;
    signing_in(&letter);
    let other = json!({"mail": "other@example.org", "password": "eleven white stones"});
    forged(Method::PATCH, "/api/v1/me", &ann, other).await.ok();
    for letter in sink.wait_for(4).await {
        assert!(!String::from_utf8_lossy(&letter.raw).contains("evil") && !letter.text().contains("evil"));
    }
}
