//! The second step of a sign-in: codes of an authenticator, and recovery codes.

mod telephone;

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{COOKIE, SET_COOKIE};
use serde_json::{Value, json};
use tengen_testbed::until;

use self::telephone::{STEP, Telephone};
use crate::by_hand::ServerByHand;
use crate::keys::{KEY, post};
use crate::member::{PASSWORD, at_home, member, register, sign_in, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, now, on_both_databases};

on_both_databases! {
    an_authenticator_is_taken_up_when_it_has_shown_a_code
    from_then_on_a_password_is_not_enough
    a_code_is_good_once
    a_recovery_code_is_good_once
    new_recovery_codes_end_the_old_ones
    what_changes_it_needs_a_fresh_sign_in
    whoever_guesses_codes_is_slowed_down
    only_members_at_home_have_one
    its_secrets_are_told_once
}

/// When a member registered, by the server's clock.
pub(crate) async fn registered_at(member: &Visitor) -> i64 {
    member.get("/me").await.ok()["account"]["registered_at"].as_i64().unwrap()
}

/// Asks for a secret, and has a telephone read it.
async fn offer(member: &Visitor) -> Telephone {
    let answer = member.post("/me/authenticator", json!({})).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"), "{}", answer.text());
    let told = answer.ok();
    let secret = told["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 32, "{told}");
    let address = told["address"].as_str().unwrap();
    assert!(
        address.starts_with("otpauth://totp/") && address.contains(&format!("secret={secret}")),
        "{told}"
    );
    assert!(address.contains(&member.name) && address.contains("issuer="), "{told}");
    assert!(told["code"].as_str().unwrap().starts_with("<svg"), "{told}");
    Telephone::with(secret)
}

async fn take_up(member: &Visitor, code: &str) -> Answer {
    let request = member.request(Method::PUT, "/api/v1/me/authenticator").json(&json!({"code": code}));
    Answer::read(request.send().await.unwrap()).await
}

/// The recovery codes of an answer.
fn recovery_codes(told: &Value) -> Vec<String> {
    let codes = told["recovery_codes"].as_array().unwrap().iter();
    codes.map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// Has a member use an authenticator from now on. The code of this moment is used up by that.
pub(crate) async fn set_up(member: &Visitor, at: i64) -> (Telephone, Vec<String>) {
    let telephone = offer(member).await;
    let told = take_up(member, &telephone.code(at)).await.ok();
    (telephone, recovery_codes(&told))
}

async fn sign_in_with(stranger: &Visitor, name: &str, code: &str) -> Answer {
    stranger.post("/sessions", json!({"name": name, "password": PASSWORD, "code": code})).await
}

/// Whether codes are asked for, and how many recovery codes are left.
async fn told(member: &Visitor) -> (bool, u64) {
    let account = member.get("/me").await.ok()["account"].clone();
    (account["authenticator"].as_bool().unwrap(), account["recovery_codes_left"].as_u64().unwrap())
}

async fn an_authenticator_is_taken_up_when_it_has_shown_a_code(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let (server, stranger) = (&by_hand.server, Visitor::stranger(&by_hand.server));
    let ann = member(server, "Annabel").await;
    let at = registered_at(&ann).await;
    take_up(&ann, "000000").await.refused(404, "no_authenticator");
    ann.delete("/me/authenticator").await.refused(404, "no_authenticator");
    ann.post("/me/recovery-codes", json!({})).await.refused(404, "no_authenticator");
    let replaced = offer(&ann).await;
    // One that has shown nothing may be lost without harm.
    assert_eq!(told(&ann).await, (false, 0));
    ann.post("/me/recovery-codes", json!({})).await.refused(404, "no_authenticator");
    assert_eq!(sign_in(&stranger, "Annabel", PASSWORD).await.status, 201);
    let telephone = offer(&ann).await;
    assert_ne!(telephone.secret, replaced.secret);
    let too_old = telephone.code(at - 2 * STEP);
    for code in [&telephone.wrong_code(at), &replaced.code(at), &too_old, "x", "", &"1".repeat(5_000)] {
        take_up(&ann, code).await.refused(401, "wrong_code");
    }
    assert_eq!(told(&ann).await, (false, 0));

    let answer = take_up(&ann, &telephone.code(at)).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let codes = recovery_codes(&answer.ok());
    assert_eq!(codes.iter().collect::<std::collections::HashSet<_>>().len(), 10, "{codes:?}");
    assert!(codes.iter().all(|code| code.len() == 19 && code.split('-').count() == 4), "{codes:?}");
    assert_eq!(told(&ann).await, (true, 10));
    ann.post("/me/authenticator", json!({})).await.refused(409, "has_authenticator");
    take_up(&ann, &telephone.code(at + STEP)).await.refused(409, "has_authenticator");
    // Nobody else is asked for codes.
    let ben = member(server, "Benedikt").await;
    assert_eq!(told(&ben).await, (false, 0));
    assert_eq!(sign_in(&stranger, "Benedikt", PASSWORD).await.status, 201);
}

async fn from_then_on_a_password_is_not_enough(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let ann = member(&by_hand.server, "Annabel").await;
    let at = registered_at(&ann).await;
    let (telephone, _) = set_up(&ann, at).await;
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "code_needed");
    sign_in_with(&stranger, "Annabel", "").await.refused(401, "code_needed");
    sign_in_with(&stranger, "Annabel", "  ").await.refused(401, "code_needed");
    sign_in_with(&stranger, "Annabel", &telephone.wrong_code(at)).await.refused(401, "wrong_code");
    // It was used when the authenticator was taken up, and the one before it is older.
    for used in [at, at - STEP] {
        sign_in_with(&stranger, "Annabel", &telephone.code(used)).await.refused(401, "wrong_code");
    }
    // Whoever does not know the password learns nothing of codes.
    let wrong =
        json!({"name": "Annabel", "password": "twelve grey stones", "code": telephone.code(at + STEP)});
    stranger.post("/sessions", wrong).await.refused(401, "wrong_credentials");
    by_hand.pass(Duration::from_secs(30)).await;
    let code = telephone.code(at + STEP);
    let typed = format!(" {} {} ", &code[..3], &code[3..]);
    assert_eq!(at_home(&stranger, &sign_in_with(&stranger, "annabel", &typed).await).id, ann.id);
    sign_in_with(&stranger, "Annabel", &code).await.refused(401, "wrong_code");
    // A telephone whose clock is half a minute fast; no more than that.
    sign_in_with(&stranger, "Annabel", &telephone.code(at + 3 * STEP)).await.refused(401, "wrong_code");
    assert_eq!(sign_in_with(&stranger, "Annabel", &telephone.code(at + 2 * STEP)).await.status, 201);
    // The session that was there goes on, and a link from it is enough on another device.
    let link = ann.post("/sessions/link", json!({})).await.ok();
    assert_eq!(stranger.post("/sessions", json!({"link": link["secret"]})).await.status, 201);
}

async fn a_code_is_good_once(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let ann = member(&by_hand.server, "Annabel").await;
    let at = registered_at(&ann).await;
    let (telephone, codes) = set_up(&ann, at).await;
    for code in [&telephone.code(at + STEP), &codes[0]] {
        let at_once = [0; 4].map(|_| sign_in_with(&stranger, "Annabel", code));
        let mut answers = futures_util::future::join_all(at_once).await;
        answers.sort_by_key(|answer| answer.status);
        assert_eq!(answers.remove(0).status, 201);
        for answer in answers {
            answer.refused(401, "wrong_code");
        }
    }
}

async fn a_recovery_code_is_good_once(database: Database) {
    let mut server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let (_, codes) = set_up(&ann, now()).await;
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let spaced = codes[1].replace('-', " ").to_uppercase();
    let together = codes[2].replace('-', "");
    for (number, code) in [&codes[0], &spaced, &together, &codes[3].to_uppercase()].into_iter().enumerate() {
        let there = at_home(&stranger, &sign_in_with(&stranger, "Annabel", code).await);
        assert_eq!((&there.id, told(&there).await), (&ann.id, (true, 9 - number as u64)), "{code:?}");
        sign_in_with(&stranger, "Annabel", code).await.refused(401, "wrong_code");
    }
    sign_in_with(&stranger, "Annabel", &codes[1]).await.refused(401, "wrong_code");
    // They are good for nobody else, and without the password for nothing.
    let ben = member(&server, "Benedikt").await;
    set_up(&ben, now()).await;
    sign_in_with(&stranger, "Benedikt", &codes[4]).await.refused(401, "wrong_code");
    sign_in(&stranger, "Annabel", &codes[4]).await.refused(401, "wrong_credentials");
    assert_eq!(told(&ann).await, (true, 6));
}

async fn new_recovery_codes_end_the_old_ones(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let (_, old) = set_up(&ann, now()).await;
    assert_eq!(sign_in_with(&stranger, "Annabel", &old[0]).await.status, 201);
    let answer = post(&ann, KEY, "/me/recovery-codes", &json!({})).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"));
    let new = recovery_codes(&answer.ok());
    // The same request again ends none of them.
    assert_eq!(recovery_codes(&post(&ann, KEY, "/me/recovery-codes", &json!({})).await.ok()), new);
    assert!(new.len() == 10 && new.iter().all(|code| !old.contains(code)), "{new:?}");
    assert_eq!(told(&ann).await, (true, 10));
    sign_in_with(&stranger, "Annabel", &old[1]).await.refused(401, "wrong_code");
    assert_eq!(sign_in_with(&stranger, "Annabel", &new[0]).await.status, 201);
    assert_eq!(told(&ann).await, (true, 9));
}

async fn what_changes_it_needs_a_fresh_sign_in(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let ann = member(&by_hand.server, "Annabel").await;
    let at = registered_at(&ann).await;
    let (telephone, codes) = set_up(&ann, at).await;
    assert_eq!(post(&ann, KEY, "/me/recovery-codes", &json!({})).await.status, 201);
    by_hand.skip(Duration::from_mins(5)).await;
    let at = at + 300_000;
    post(&ann, KEY, "/me/recovery-codes", &json!({})).await.refused(403, "sign_in_again");
    ann.post("/me/authenticator", json!({})).await.refused(403, "sign_in_again");
    take_up(&ann, &telephone.code(at)).await.refused(403, "sign_in_again");
    ann.post("/me/recovery-codes", json!({})).await.refused(403, "sign_in_again");
    ann.delete("/me/authenticator").await.refused(403, "sign_in_again");
    assert_eq!(told(&ann).await, (true, 10));

    let confirm = async |body: Value| ann.post("/sessions/current", body).await;
    confirm(json!({"password": PASSWORD})).await.refused(401, "code_needed");
    let wrong = json!({"password": PASSWORD, "code": telephone.wrong_code(at)});
    confirm(wrong).await.refused(401, "wrong_code");
    confirm(json!({"password": "x", "code": telephone.code(at)})).await.refused(401, "wrong_credentials");
    ann.delete("/me/authenticator").await.refused(403, "sign_in_again");
    let right = json!({"password": PASSWORD, "code": telephone.code(at)});
    assert_eq!(confirm(right.clone()).await.status, 204);
    confirm(right).await.refused(401, "wrong_code");
    let answer = ann.delete("/me/authenticator").await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(told(&ann).await, (false, 0));
    ann.delete("/me/authenticator").await.refused(404, "no_authenticator");
    // A password is enough, and a code of before does no harm.
    assert_eq!(sign_in(&stranger, "Annabel", PASSWORD).await.status, 201);
    assert_eq!(sign_in_with(&stranger, "Annabel", &codes[0]).await.status, 201);
    let (next, new) = set_up(&ann, at).await;
    assert_ne!(next.secret, telephone.secret);
    sign_in_with(&stranger, "Annabel", &codes[1]).await.refused(401, "wrong_code");
    sign_in_with(&stranger, "Annabel", &telephone.code(at + STEP)).await.refused(401, "wrong_code");
    assert_eq!(sign_in_with(&stranger, "Annabel", &new[1]).await.status, 201);
}

async fn whoever_guesses_codes_is_slowed_down(database: Database) {
    const LOOKED_AT: usize = 11;
    let by_hand = ServerByHand::start(database).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let registered = register(&stranger, "Annabel").await;
    let ann = at_home(&stranger, &registered);
    let at = registered_at(&ann).await;
    let telephone = offer(&ann).await;
    for _ in 0..LOOKED_AT {
        take_up(&ann, &telephone.wrong_code(at)).await.refused(401, "wrong_code");
    }
    take_up(&ann, &telephone.code(at)).await.refused(429, "too_many_requests");

    let ben = member(&by_hand.server, "Benedikt").await;
    let registered = sign_in(&stranger, "Benedikt", PASSWORD).await;
    let (telephone, codes) = set_up(&ben, at).await;
    for number in 0..LOOKED_AT {
        let wrong = if number % 2 == 0 { telephone.wrong_code(at) } else { "0000-0000-0000-0000".to_owned() };
        sign_in_with(&stranger, "Benedikt", &wrong).await.refused(401, "wrong_code");
    }
    let next = telephone.code(at + STEP);
    let refused = sign_in_with(&stranger, "Benedikt", &next).await;
    refused.refused(429, "too_many_requests");
    assert!((1..=600).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    sign_in_with(&stranger, "Benedikt", &codes[0]).await.refused(429, "too_many_requests");
    // The member comes in on the own device.
    let cookies = registered.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
    let device =
        cookies.filter_map(|cookie| cookie.split(';').next()).find(|cookie| cookie.contains("_device="));
    let body = json!({"name": "Benedikt", "password": PASSWORD, "code": next});
    let request = stranger.request(Method::POST, "/api/v1/sessions").header(COOKIE, device.unwrap());
    assert_eq!(Answer::read(request.json(&body).send().await.unwrap()).await.status, 201);
}

async fn only_members_at_home_have_one(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let guest = Visitor::guest(&server, "Carla").await;
    let program = ann.with_token(&["read", "play"]).await;
    for (visitor, status, code) in [
        (&guest, 403, "account_needed"),
        (&program, 403, "own_token_needed"),
        (&Visitor::stranger(&server), 401, "unauthenticated"),
    ] {
        visitor.post("/me/authenticator", json!({})).await.refused(status, code);
        take_up(visitor, "000000").await.refused(status, code);
        visitor.delete("/me/authenticator").await.refused(status, code);
        visitor.post("/me/recovery-codes", json!({})).await.refused(status, code);
    }
    let (_, _) = set_up(&ann, now()).await;
    for visitor in [&guest, &program] {
        assert!(!visitor.get("/me").await.text().contains("authenticator"));
    }
    let profile = guest.get(&format!("/players/{}", ann.id)).await;
    assert!(!profile.text().contains("authenticator") && !profile.text().contains("recovery"));
}

async fn its_secrets_are_told_once(database: Database) {
    let options = ["--log", "trace,tungstenite::protocol=trace"];
    let server = Server::with_options(database, &options).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    let told = ann.post("/me/authenticator", json!({})).await.ok();
    let secret = told["secret"].as_str().unwrap().to_owned();
    let telephone = Telephone::with(&secret);
    let code = telephone.code(now());
    let codes = recovery_codes(&take_up(&ann, &code).await.ok());
    sign_in_with(&stranger, "Annabel", &codes[0]).await.ok();
    sign_in_with(&stranger, "Annabel", &telephone.code(now() + STEP)).await.ok();
    sign_in_with(&stranger, "Annabel", &codes[0]).await.refused(401, "wrong_code");
    let kept = texts(server.data(), "SELECT secret FROM authenticators").await.remove(0);
    let hashes = texts(server.data(), "SELECT hash FROM recovery_codes").await;
    assert!(hashes.len() == 9 && hashes.iter().all(|hash| hash.len() == 43), "{hashes:?}");
    let me = ann.get("/me").await.text().to_owned();

    ann.get_page("/last-of-all").await;
    until(async || server.log().contains("last-of-all")).await;
    let log = server.log();
    assert!(log.contains("DEBUG"), "{log}");
    let plain = codes.iter().map(|code| code.replace('-', ""));
    for text in codes.iter().cloned().chain(plain).chain(hashes).chain([secret, kept]) {
        let telling: Vec<_> = log.lines().filter(|line| line.contains(&text)).collect();
        assert!(telling.is_empty(), "{text}: {telling:#?}");
        assert!(!me.contains(&text), "{me}");
    }
}
