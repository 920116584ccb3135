//! Providers vouch for people: members who register and sign in by them.

use reqwest::Method;
use reqwest::header::{COOKIE, SET_COOKIE};
use serde_json::{Value, json};
use tengen_testbed::{Fault, Person};

use crate::member::{PASSWORD, at_home, member, register, sign_in, texts};
use crate::person::{Back, Providers, ask_for_codes, register_by, vouched, voucher};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::tamper::tamper;

on_both_databases! {
    who_is_vouched_for_registers_and_comes_in_again
    a_guest_who_registers_by_a_provider_stays_the_same_player
    an_answer_is_good_once_and_in_the_browser_that_began
    a_sign_in_that_has_begun_outlives_the_server
    an_answer_of_another_provider_is_nobodys
    a_provider_that_misbehaves_vouches_for_nobody
    a_provider_that_is_away_is_said_to_be
    the_second_step_is_asked_for_as_well
    only_the_providers_own_sign_in_is_fresh
    providers_may_be_the_only_way_in
    at_a_server_for_members_strangers_find_the_way_there_and_back
}

once! {
    the_cookie_of_a_sign_in_stays_in_the_browser
    a_server_starts_with_no_half_of_the_settings
}

async fn by(stranger: &Visitor, voucher: &str) -> Answer {
    stranger.post("/sessions", json!({"voucher": voucher})).await
}

async fn who_is_vouched_for_registers_and_comes_in_again(database: Database) {
    let providers = Providers::start();
    providers.club.know([Person::new("ada").with("preferred_username", "Ada of the club")]);
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let told = json!([{"id": "club", "name": "The club"}, {"id": "school", "name": "The school"}]);
    let door = stranger.get("/door").await.ok();
    assert_eq!((&door["providers"], &door["passwords"]), (&told, &json!(true)));

    let word = vouched(&stranger, "club").await;
    assert_eq!((&word["player"], &word["suggested_name"]), (&Value::Null, &json!("Ada of the club")));
    let voucher = word["voucher"].as_str().unwrap();
    by(&stranger, voucher).await.refused(404, "no_such_identity");
    // Whatever is refused uses nothing up.
    let wish = |name: &str| json!({"name": name, "voucher": voucher});
    stranger.post("/accounts", wish("\u{202e}")).await.refused(422, "invalid_name");
    let both = json!({"name": "Annabel", "voucher": voucher, "password": PASSWORD});
    let refused = stranger.post("/accounts", both).await.refused(422, "password_refused");
    assert_eq!(refused, json!({"reason": "not_needed"}));
    let neither = stranger.post("/accounts", json!({"name": "Annabel"})).await;
    assert_eq!(neither.refused(422, "password_refused"), json!({"reason": "empty"}));
    let ada = at_home(&stranger, &stranger.post("/accounts", wish("Annabel")).await);
    let account = &ada.get("/me").await.ok()["account"];
    let identities = account["identities"].as_array().unwrap();
    assert_eq!((identities.len(), &account["password"]), (1, &json!(false)));
    assert_eq!((&identities[0]["provider"], &identities[0]["name"]), (&json!("club"), &json!("The club")));
    assert!(account["fresh_until"].is_i64(), "{account}");
    stranger.post("/accounts", wish("Bella")).await.refused(404, "no_such_voucher");

    let word = vouched(&stranger, "club").await;
    assert_eq!((&word["player"]["id"], &word["suggested_name"]), (&json!(ada.id), &Value::Null));
    let voucher = word["voucher"].as_str().unwrap();
    stranger
        .post("/accounts", json!({"name": "Bella", "voucher": voucher}))
        .await
        .refused(409, "identity_taken");
    let again = at_home(&stranger, &by(&stranger, voucher).await);
    assert_eq!(again.id, ada.id);
    assert_ne!(again.token, ada.token);
    by(&stranger, voucher).await.refused(404, "no_such_voucher");
    for guessed in ["", "x", &"x".repeat(43), &"x".repeat(500)] {
        by(&stranger, guessed).await.refused(404, "no_such_voucher");
    }
    // The same word at another provider is somebody else.
    providers.school.know([Person::new("ada")]);
    assert_eq!(vouched(&stranger, "school").await["player"], Value::Null);
    // No mail address links anybody.
    let known = Person::new("eve").with("email", "ada@example.org").with("email_verified", true);
    providers.club.know([known]);
    assert_eq!(vouched(&stranger, "club").await["player"], Value::Null);
    // Nobody signs in with a password that is not there.
    sign_in(&stranger, "Annabel", PASSWORD).await.refused(401, "wrong_credentials");
}

async fn a_guest_who_registers_by_a_provider_stays_the_same_player(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let guest = Visitor::guest(&server, "Annabel").await;
    let voucher = voucher(&guest, "club").await;
    let answer = guest.post("/accounts", json!({"name": "Annabel", "voucher": voucher})).await;
    let member = at_home(&guest, &answer);
    assert_eq!((&member.id, &member.token), (&guest.id, &guest.token));
    assert_eq!(vouched(&guest, "club").await["player"]["id"], json!(guest.id));
}

async fn an_answer_is_good_once_and_in_the_browser_that_began(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let wrong = json!({"reason": "wrong_state"});
    let refused = |answer: Answer| assert_eq!(answer.refused(401, "not_vouched"), wrong);
    // Without the cookie, and in the browser of somebody who has begun as well.
    let (mut own, other) =
        (Back::from(&stranger, "club", false).await, Back::from(&stranger, "club", false).await);
    let body = json!({"provider": "club", "answer": own.query});
    refused(stranger.post("/sign-ins/answers", body).await);
    let forced = Back { cookie: other.cookie.clone(), provider: "club", query: own.query.clone() };
    refused(forced.bring(&stranger).await);
    // The other one has lost its sign-in by that.
    refused(other.bring(&stranger).await);
    let query = own.query.clone();
    assert_eq!(own.bring(&stranger).await.status, 201);
    refused(own.bring(&stranger).await);
    own.cookie.replace_range(.., "__Host-tengen_sign_in=guessed");
    refused(own.bring(&stranger).await);
    // A neighbour can set the cookie of the other name: it counts where there is no TLS.
    let plain = Back::from(&stranger, "club", false).await;
    let cookie = plain.cookie.replace("__Host-", "");
    refused(Back { cookie, ..plain }.bring(&stranger).await);
    refused(own.bring(&stranger).await);
    // The code is used, too: nothing is left of it for a new sign-in.
    let fresh = Back::from(&stranger, "club", false).await;
    let old = Back { query: query.clone(), ..fresh };
    refused(old.bring(&stranger).await);
    // An answer that is too late.
    let late = Back::from(&stranger, "club", false).await;
    tamper(server.data(), "UPDATE pending_sign_ins SET expires_at = 1").await;
    refused(late.bring(&stranger).await);
    for unreadable in ["", "state=1&state=2", "code", &format!("code={}", "x".repeat(8_100))] {
        let begun = Back::from(&stranger, "club", false).await;
        let answer = Back { query: unreadable.to_owned(), ..begun }.bring(&stranger).await;
        answer.refused(401, "not_vouched");
    }
    assert!(texts(server.data(), "SELECT hash FROM pending_sign_ins WHERE expires_at > 1").await.is_empty());
}

async fn a_sign_in_that_has_begun_outlives_the_server(database: Database) {
    let providers = Providers::start();
    let mut server = providers.server(database, &[]).await;
    let back = Back::from(&Visitor::stranger(&server), "club", false).await;
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let word = back.bring(&stranger).await.ok();
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let wish = json!({"name": "Annabel", "voucher": word["voucher"]});
    assert_eq!(stranger.post("/accounts", wish).await.status, 201);
    // What has ended is forgotten with the next one.
    tamper(
        server.data(),
        "INSERT INTO vouchers (hash, issuer, subject, roles, expires_at) VALUES ('x', 'x', 'x', '[]', 1)",
    )
    .await;
    vouched(&stranger, "club").await;
    assert_eq!(texts(server.data(), "SELECT hash FROM vouchers").await.len(), 1);
    // The tables have no secret in words.
    Back::from(&stranger, "club", false).await;
    for table in ["vouchers", "pending_sign_ins"] {
        let hashes = texts(server.data(), &format!("SELECT hash FROM {table}")).await;
        assert!(hashes.len() == 1 && hashes[0].len() == 43, "{table}: {hashes:?}");
    }
}

async fn an_answer_of_another_provider_is_nobodys(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let wrong = json!({"reason": "wrong_state"});
    // The answer of the school at the page of the club, and the other way round.
    let at_club = Back { provider: "club", ..Back::from(&stranger, "school", false).await };
    assert_eq!(at_club.bring(&stranger).await.refused(401, "not_vouched"), wrong);
    let at_school = Back { provider: "school", ..Back::from(&stranger, "club", false).await };
    assert_eq!(at_school.bring(&stranger).await.refused(401, "not_vouched"), wrong);
    // The club names itself where the school should.
    providers.school.misbehave(Fault::IssuerInAnswer(providers.club.issuer().to_owned()));
    let mixed = Back::from(&stranger, "school", false).await.bring(&stranger).await;
    assert_eq!(mixed.refused(401, "not_vouched"), json!({"reason": "wrong_issuer"}));
    for unknown in ["", "nobody", "CLUB", "../club"] {
        stranger.post("/sign-ins", json!({"provider": unknown})).await.refused(404, "no_such_provider");
        let back = Back::from(&stranger, "club", false).await;
        let body = json!({"provider": unknown, "answer": back.query});
        let request = stranger.request(Method::POST, "/api/v1/sign-ins/answers").header(COOKIE, back.cookie);
        let answer = Answer::read(request.json(&body).send().await.unwrap()).await;
        answer.refused(404, "no_such_provider");
    }
}

async fn a_provider_that_misbehaves_vouches_for_nobody(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    for (fault, reason) in [
        (Fault::Claim("nonce", json!("another")), "wrong_nonce"),
        (Fault::NoClaim("nonce"), "wrong_nonce"),
        (Fault::Claim("iss", json!("https://evil.example")), "wrong_issuer"),
        (Fault::Claim("aud", json!("somebody else")), "wrong_audience"),
        (Fault::Claim("exp", json!(1)), "expired"),
        (Fault::ForeignKey, "bad_signature"),
        (Fault::Unsigned, "bad_signature"),
        (Fault::SharedSecret, "bad_signature"),
        (Fault::NoToken, "unreadable"),
        (Fault::Error("access_denied".to_owned()), "refused_by_provider"),
    ] {
        providers.club.misbehave(fault.clone());
        let answer = Back::from(&stranger, "club", false).await.bring(&stranger).await;
        assert_eq!(answer.refused(401, "not_vouched"), json!({"reason": reason}), "{fault:?}");
        providers.club.behave();
    }
    providers.club.misbehave(Fault::Claim("auth_time", json!(1)));
    let stale = Back::from(&stranger, "club", true).await.bring(&stranger).await;
    assert_eq!(stale.refused(401, "not_vouched"), json!({"reason": "not_fresh"}));
    assert!(texts(server.data(), "SELECT hash FROM vouchers").await.is_empty());
}

async fn a_provider_that_is_away_is_said_to_be(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    providers.club.misbehave(Fault::Away);
    stranger.post("/sign-ins", json!({"provider": "club"})).await.refused(502, "provider_away");
    providers.club.behave();
    let back = Back::from(&stranger, "club", false).await;
    providers.club.misbehave(Fault::Status("/token", 503));
    back.bring(&stranger).await.refused(502, "provider_away");
    // The others are there, and so is the server.
    assert_eq!(vouched(&stranger, "school").await["player"], Value::Null);
}

async fn the_second_step_is_asked_for_as_well(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    let ada = register_by(&stranger, "Annabel", "club").await;
    ask_for_codes(server.data(), &ada).await;
    let word = voucher(&stranger, "club").await;
    by(&stranger, &word).await.refused(401, "code_needed");
    let wrong = json!({"voucher": word, "code": "000000000000"});
    stranger.post("/sessions", wrong).await.refused(401, "wrong_code");
    // The voucher is still there for the right one.
    tamper(server.data(), "DELETE FROM authenticators").await;
    assert_eq!(by(&stranger, &word).await.status, 201);
}

async fn only_the_providers_own_sign_in_is_fresh(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    register_by(&stranger, "Annabel", "club").await;
    let an_hour_ago = Fault::Claim("auth_time", json!(crate::server::now() / 1_000 - 3_600));
    for fault in [an_hour_ago, Fault::NoClaim("auth_time")] {
        providers.club.misbehave(fault);
        let word = Back::from(&stranger, "club", false).await.bring(&stranger).await.ok();
        let ada = at_home(&stranger, &by(&stranger, word["voucher"].as_str().unwrap()).await);
        assert_eq!(ada.get("/me").await.ok()["account"]["fresh_until"], Value::Null);
        ada.patch("/me", json!({"password": PASSWORD})).await.refused(403, "sign_in_again");
        // It is no proof of who is here either.
        let stale = Back::from(&stranger, "club", false).await.bring(&stranger).await.ok();
        let confirmation = json!({"voucher": stale["voucher"]});
        ada.post("/sessions/current", confirmation).await.refused(403, "sign_in_again");
        providers.club.behave();
        let fresh = voucher(&stranger, "club").await;
        assert_eq!(ada.post("/sessions/current", json!({"voucher": fresh})).await.status, 204);
        assert!(ada.get("/me").await.ok()["account"]["fresh_until"].is_i64());
        ada.post("/sessions/current", json!({"voucher": fresh})).await.refused(404, "no_such_voucher");
    }
    // A time that is still to come is none.
    providers.club.misbehave(Fault::Claim("auth_time", json!(crate::server::now())));
    let word = Back::from(&stranger, "club", false).await.bring(&stranger).await.ok();
    let ada = at_home(&stranger, &by(&stranger, word["voucher"].as_str().unwrap()).await);
    assert_eq!(ada.get("/me").await.ok()["account"]["fresh_until"], Value::Null);
    providers.club.behave();
    // Another person of the provider proves nothing here.
    providers.club.know([Person::new("bella")]);
    let ada = {
        providers.club.know([Person::new("ada")]);
        at_home(&stranger, &by(&stranger, &voucher(&stranger, "club").await).await)
    };
    providers.club.know([Person::new("bella")]);
    let others = voucher(&stranger, "club").await;
    ada.post("/sessions/current", json!({"voucher": others})).await.refused(404, "no_such_identity");
}

async fn providers_may_be_the_only_way_in(database: Database) {
    let data = Data::new(database).await;
    let providers = Providers::start();
    let mut open = providers.server_on(data, &[]).await;
    let ben = member(&open, "Benedict").await;
    open.stop().await;
    let data = open.data().clone();
    let server = providers.server_on(data, &["--ways-in", "providers"]).await;
    let (stranger, ben) = (Visitor::stranger(&server), ben.at(&server));
    assert_eq!(stranger.get("/door").await.ok()["passwords"], json!(false));
    register(&stranger, "Annabel").await.refused(403, "way_closed");
    sign_in(&stranger, "Benedict", PASSWORD).await.refused(403, "way_closed");
    stranger.post("/mail-links", json!({"mail": "ann@example.org"})).await.refused(403, "way_closed");
    // Sessions of before go on, and are no way in for others.
    ben.get("/me").await.ok();
    ben.post("/sessions/link", json!({})).await.refused(403, "way_closed");
    // A member of before shows by the password who is here, until there is a person of a provider.
    tamper(server.data(), "UPDATE tokens SET signed_in_at = 1").await;
    let word = voucher(&ben, "school").await;
    ben.post("/me/identities", json!({"voucher": word})).await.refused(403, "sign_in_again");
    let by_password = json!({"password": PASSWORD});
    assert_eq!(ben.post("/sessions/current", by_password.clone()).await.status, 204);
    assert_eq!(ben.post("/me/identities", json!({"voucher": word})).await.status, 201);
    ben.post("/sessions/current", by_password).await.refused(403, "way_closed");
    ben.patch("/me", json!({"password": "twelve other words here"})).await.refused(403, "way_closed");
    let ada = register_by(&stranger, "Annabel", "club").await;
    let identity = ada.get("/me").await.ok()["account"]["identities"][0]["id"].clone();
    let path = format!("/me/identities/{}", identity.as_str().unwrap());
    ada.delete(&path).await.refused(409, "last_way_in");
    // A guest may still carry the own place to another device.
    let guest = Visitor::guest(&server, "Carla").await;
    assert_eq!(guest.post("/sessions/link", json!({})).await.status, 201);
}

async fn at_a_server_for_members_strangers_find_the_way_there_and_back(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &["--viewing", "members"]).await;
    let stranger = Visitor::stranger(&server);
    let page = stranger.get_page("/sign-in/club/back").await;
    assert_eq!(page.status, 200, "{}", page.text());
    for other in ["/sign-in//back", "/sign-in/a/b/back", "/sign-in/club/back/x", "/sign-in/club"] {
        stranger.get_page(other).await.refused(401, "members_only");
    }
    let word = voucher(&stranger, "club").await;
    assert_eq!(stranger.post("/accounts", json!({"name": "Annabel", "voucher": word})).await.status, 201);
    assert_eq!(by(&stranger, &voucher(&stranger, "club").await).await.status, 201);
}

async fn the_cookie_of_a_sign_in_stays_in_the_browser() {
    let providers = Providers::start();
    let server = providers.server(Database::Sqlite, &[]).await;
    let stranger = Visitor::stranger(&server);
    let begun = stranger.post("/sign-ins", json!({"provider": "club"})).await;
    let cookie = begun.headers[SET_COOKIE].to_str().unwrap();
    for part in
        ["__Host-tengen_sign_in=", "; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/", "; Max-Age=600"]
    {
        assert!(cookie.contains(part), "{cookie}");
    }
    let address = begun.ok()["address"].as_str().unwrap().to_owned();
    let secret = cookie.split(['=', ';']).nth(1).unwrap();
    assert!(address.starts_with(providers.club.issuer()) && !address.contains(secret), "{address}");
    // Pages of others neither begin nor end anything.
    for path in ["/api/v1/sign-ins", "/api/v1/sign-ins/answers"] {
        let request = stranger.request(Method::POST, path).header("origin", "https://evil.example");
        let body = json!({"provider": "club", "answer": ""});
        Answer::read(request.json(&body).send().await.unwrap()).await.refused(403, "foreign_origin");
    }
}

async fn a_server_starts_with_no_half_of_the_settings() {
    let providers = Providers::start();
    let data = Data::new(Database::Sqlite).await;
    let file = providers.file();
    for (options, word) in [
        (&["--providers-file", &*file][..], "--public-url"),
        (&["--ways-in", "providers"], "--providers-file"),
        (&["--providers-file", "/no/such/file"], "/no/such/file"),
        (&["--providers-file", &*file, "--public-url", "ftp://go.example.org"], "ftp://go.example.org"),
    ] {
        let (status, log) = Server::refused_options(&data, options).await;
        assert!(!status.success() && log.contains(word), "{options:?}: {log}");
    }
}
