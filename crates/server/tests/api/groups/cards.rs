//! Cards as ways in: what they are good for, and what ends them.

use serde_json::{Value, json};

use super::{School, by_card, cards, is_done};
use crate::member::{PASSWORD, at_home, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, once};

on_both_databases! {
    a_card_is_good_until_there_is_a_new_one
    a_short_code_is_typed_instead_of_the_secret
    what_a_card_began_ends_with_it
    cards_end_with_the_class_and_with_the_membership
    unknown_cards_have_one_answer
    a_reset_forgets_the_card
    no_card_of_the_staff
    a_class_comes_in_behind_one_address_and_guesses_are_slowed_down
}

once! {
    a_card_is_revoked_at_another_server
}

async fn is_out(visitor: &Visitor) {
    visitor.get("/me").await.refused(401, "unauthenticated");
}

async fn a_card_is_good_until_there_is_a_new_one(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor"]).await;
    // A card is good as often as one likes.
    let (one, two) = (school.pupil(&made[0]).await, school.pupil(&made[0]).await);
    let viktor = school.pupil(&made[1]).await;
    assert_eq!(one.id, two.id);
    let wish = json!({"players": [one.id, one.id]});
    let new = cards(&school.teacher.post(&school.path("/cards"), wish).await);
    assert_eq!((new.len(), &new[0]["player"]["id"]), (1, &json!(one.id)));
    is_out(&one).await;
    is_out(&two).await;
    let stranger = Visitor::stranger(&school.server);
    by_card(&stranger, &made[0]).await.refused(404, "no_such_card");
    assert_eq!(school.pupil(&new[0]).await.id, one.id);
    // The others have theirs.
    assert_eq!(viktor.get("/me").await.status, 200);
    let all = cards(&school.teacher.post(&school.path("/cards"), json!({})).await);
    let names: Vec<_> = all.iter().map(|card| card["player"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ulrike", "Viktor"]);
    is_out(&viktor).await;
    is_done(&school.teacher.delete(&school.path(&format!("/cards/{}", one.id))).await);
    by_card(&stranger, &all[0]).await.refused(404, "no_such_card");
    school.pupil(&all[1]).await;
    is_done(&school.teacher.delete(&school.path("/cards")).await);
    by_card(&stranger, &all[1]).await.refused(404, "no_such_card");
    let log = school.owner.get("/staff/audit").await.ok();
    let kinds: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].clone()).collect();
    let expected =
        ["revoke_cards", "revoke_cards", "make_cards", "make_cards", "make_accounts", "found_class"];
    assert_eq!(kinds, expected.map(Value::from));
    // For nobody there is nothing to do, and nothing to be asked for.
    school
        .teacher
        .post(&school.path("/cards"), json!({"players": []}))
        .await
        .refused(422, "invalid_accounts");
    school
        .teacher
        .post(&school.path("/cards"), json!({"players": ["0000000000000000"]}))
        .await
        .refused(404, "no_such_player");
}

/// Comes in by what is typed from a card.
async fn by_typed(stranger: &Visitor, typed: &str) -> Answer {
    stranger.post("/sessions", json!({"card": typed})).await
}

#[track_caller]
fn short_code(card: &Value) -> String {
    card["short_code"].as_str().unwrap().to_owned()
}

async fn a_short_code_is_typed_instead_of_the_secret(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor"]).await;
    let stranger = Visitor::stranger(&school.server);
    assert!(made[0]["short_address"].as_str().unwrap().ends_with("/c"));
    let code = short_code(&made[0]);
    assert_eq!((code.len(), code.find('-'), code == short_code(&made[1])), (9, Some(4), false));
    let mut came_in = Vec::new();
    for typed in [code.clone(), code.replace('-', "").to_uppercase(), format!(" {} ", code.replace('-', " "))]
    {
        came_in.push(at_home(&stranger, &by_typed(&stranger, &typed).await));
    }
    assert!(came_in.iter().all(|pupil| pupil.name == "Ulrike"));
    // What is kept tells no code, and lets nobody in.
    let kept = texts(school.server.data(), "SELECT code FROM cards ORDER BY code").await;
    assert!(kept.len() == 2 && kept.iter().all(|hash| hash.len() == 43), "{kept:?}");
    by_typed(&stranger, &kept[0]).await.refused(404, "no_such_card");
    // It is good as long as its card, and what was begun by it ends with that.
    let wish = json!({"players": [came_in[0].id]});
    let new = cards(&school.teacher.post(&school.path("/cards"), wish).await);
    is_out(&came_in[0]).await;
    by_typed(&stranger, &code).await.refused(404, "no_such_card");
    let ulrike = at_home(&stranger, &by_typed(&stranger, &short_code(&new[0])).await);
    // A way in of her own ends it, and so does the class.
    assert_eq!(ulrike.patch("/me", json!({"password": PASSWORD})).await.status, 200);
    by_typed(&stranger, &short_code(&new[0])).await.refused(404, "no_such_card");
    assert_eq!(by_typed(&stranger, &short_code(&made[1])).await.status, 201);
    is_done(&school.teacher.delete(&school.path("")).await);
    let gone = by_typed(&stranger, &short_code(&made[1])).await;
    let never = by_typed(&stranger, "0000-0000").await;
    gone.refused(404, "no_such_card");
    assert_eq!((gone.status, gone.text()), (never.status, never.text()));
}

async fn what_a_card_began_ends_with_it(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike"]).await;
    let ulrike = school.pupil(&made[0]).await;
    // The place is carried to another device, and programs play for the pupil.
    let link = ulrike.post("/sessions/link", json!({})).await.ok()["secret"].clone();
    let stranger = Visitor::stranger(&school.server);
    let carried = at_home(&stranger, &stranger.post("/sessions", json!({"link": link})).await);
    let program = ulrike.with_token(&["read", "play"]).await;
    let unused = ulrike.post("/sessions/link", json!({})).await.ok()["secret"].clone();
    is_done(&school.teacher.delete(&school.path("/cards")).await);
    for gone in [&ulrike, &carried, &program] {
        is_out(gone).await;
    }
    stranger.post("/sessions", json!({"link": unused})).await.refused(404, "no_such_link");
    // Of whoever has a way in of the own that stays which was not begun by the card.
    let new = cards(&school.teacher.post(&school.path("/cards"), json!({})).await);
    let ulrike = school.pupil(&new[0]).await;
    let link = ulrike.post("/sessions/link", json!({})).await.ok()["secret"].clone();
    let carried = at_home(&stranger, &stranger.post("/sessions", json!({"link": link})).await);
    assert_eq!(
        carried.patch("/me", json!({"password": PASSWORD})).await.status,
        403,
        "nothing was proved there"
    );
    assert_eq!(ulrike.patch("/me", json!({"password": PASSWORD})).await.status, 200);
    is_out(&carried).await;
    let own = at_home(&stranger, &crate::member::sign_in(&stranger, "Ulrike", PASSWORD).await);
    is_done(&school.teacher.delete(&school.path("")).await);
    is_out(&ulrike).await;
    assert_eq!(own.get("/me").await.status, 200);
}

async fn cards_end_with_the_class_and_with_the_membership(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor", "Wanda"]).await;
    let (ulrike, viktor, wanda) =
        (school.pupil(&made[0]).await, school.pupil(&made[1]).await, school.pupil(&made[2]).await);
    let stranger = Visitor::stranger(&school.server);
    let of = |visitor: &Visitor| school.path(&format!("/members/{}", visitor.id));
    // Whoever leaves has no way in any more, and so has whoever is taken out.
    is_done(&ulrike.delete(&of(&ulrike)).await);
    is_done(&school.teacher.delete(&of(&viktor)).await);
    for (gone, card) in [(&ulrike, &made[0]), (&viktor, &made[1])] {
        is_out(gone).await;
        by_card(&stranger, card).await.refused(404, "no_such_card");
    }
    let entry = school.owner.get("/staff/audit").await.ok()["entries"][0].clone();
    assert_eq!(entry["facts"], json!({"players": [viktor.id], "taken_out": true}));
    assert_eq!(wanda.get("/me").await.status, 200);
    is_done(&school.teacher.delete(&school.path("")).await);
    is_out(&wanda).await;
    by_card(&stranger, &made[2]).await.refused(404, "no_such_card");
    assert_eq!(school.owner.get("/staff/audit").await.ok()["entries"][0]["kind"], "end_group");
    school.teacher.post(&school.path("/cards"), json!({})).await.refused(404, "no_such_group");
}

async fn unknown_cards_have_one_answer(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike"]).await;
    is_done(&school.teacher.delete(&school.path("/cards")).await);
    let stranger = Visitor::stranger(&school.server);
    let revoked = by_card(&stranger, &made[0]).await;
    revoked.refused(404, "no_such_card");
    let hash = crate::member::texts(school.server.data(), "SELECT hash FROM tokens LIMIT 1").await;
    for guess in ["x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", &hash[0]] {
        let answer = stranger.post("/sessions", json!({"card": guess})).await;
        assert_eq!((answer.status, answer.text()), (revoked.status, revoked.text()));
        assert_eq!(answer.header("set-cookie"), "");
    }
    stranger.post("/sessions", json!({"card": ""})).await.refused(404, "no_such_card");
    stranger.post("/sessions", json!({"card": 7})).await.refused(400, "malformed");
}

async fn a_reset_forgets_the_card(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike"]).await;
    let ulrike = school.pupil(&made[0]).await;
    crate::admin::done(school.server.data(), &["player", &ulrike.id, "--reset"]).await;
    let stranger = Visitor::stranger(&school.server);
    by_card(&stranger, &made[0]).await.refused(404, "no_such_card");
}

async fn no_card_of_the_staff(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike"]).await;
    let ulrike = school.pupil(&made[0]).await;
    let grant = json!({"act": "grant", "role": "moderator", "reason": "She keeps order."});
    is_done(&school.owner.post(&format!("/staff/players/{}/acts", ulrike.id), grant).await);
    let teacher = &school.teacher;
    teacher
        .post(&school.path("/cards"), json!({"players": [ulrike.id]}))
        .await
        .refused(403, "equal_or_higher");
    teacher.delete(&school.path(&format!("/cards/{}", ulrike.id))).await.refused(403, "equal_or_higher");
    teacher.delete(&school.path(&format!("/members/{}", ulrike.id))).await.refused(403, "equal_or_higher");
    teacher
        .patch(&school.path(&format!("/members/{}", ulrike.id)), json!({"name": "Ulli"}))
        .await
        .refused(403, "equal_or_higher");
    assert_eq!(cards(&teacher.post(&school.path("/cards"), json!({})).await).len(), 0);
}

async fn a_card_is_revoked_at_another_server() {
    let school = School::open(Database::Postgres).await;
    let made = school.pupils(&["Ulrike"]).await;
    let other = super::at(school.server.data().clone()).await;
    let stranger = Visitor::stranger(&other);
    let ulrike = at_home(&stranger, &by_card(&stranger, &made[0]).await);
    is_done(&school.teacher.delete(&school.path("/cards")).await);
    crate::member::soon("the session ends everywhere", async || ulrike.get("/me").await.status == 401).await;
    by_card(&stranger, &made[0]).await.refused(404, "no_such_card");
    // Both at once: whatever comes first, no session is left over.
    for _ in 0..8 {
        let new = cards(&school.teacher.post(&school.path("/cards"), json!({})).await);
        let path = school.path("/cards");
        let (signed_in, revoked) = tokio::join!(by_card(&stranger, &new[0]), school.teacher.delete(&path));
        is_done(&revoked);
        if signed_in.status == 201 {
            let ulrike = at_home(&stranger, &signed_in);
            crate::member::soon("the session ends", async || ulrike.get("/me").await.status == 401).await;
        }
    }
}

async fn a_class_comes_in_behind_one_address_and_guesses_are_slowed_down(database: Database) {
    let mut school = School::open(database).await;
    let names: Vec<String> = (1..=40).map(|number| format!("Pupil {number}")).collect();
    let made = school.pupils(&names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    school.server.stop().await;
    let options = ["--limit-loopback", "--guests-per-minute", "1"];
    let server = Server::on(school.server.data().clone(), "127.0.0.1:0".parse().unwrap(), &options).await;
    let stranger = Visitor::stranger(&server);
    for card in &made {
        assert_eq!(by_card(&stranger, card).await.status, 201);
    }
    for card in &made[..5] {
        assert_eq!(by_typed(&stranger, &short_code(card)).await.status, 201);
    }
    let guess = async |wrong: fn(u32) -> String| {
        let mut refused = 0;
        for number in 0..40 {
            let answer = by_typed(&stranger, &wrong(number)).await;
            if answer.status == 429 {
                answer.refused(429, "too_many_requests");
                refused += 1;
            } else {
                answer.refused(404, "no_such_card");
            }
        }
        assert!((1..=10).contains(&refused), "{refused}");
    };
    // Whoever has guessed codes so often waits, with a right one as well, and signs in by the picture of a card.
    guess(|number| format!("{number:08}")).await;
    by_typed(&stranger, &short_code(&made[0])).await.refused(429, "too_many_requests");
    assert_eq!(by_card(&stranger, &made[0]).await.status, 201);
    guess(|number| format!("{number:043}")).await;
    by_card(&stranger, &made[0]).await.refused(429, "too_many_requests");
}
