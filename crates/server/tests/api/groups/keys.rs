//! What a leader makes once, though the request is sent again with its `Idempotency-Key`.

use serde_json::json;

use super::{School, cards, members};
use crate::keys::post;
use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, now, on_both_databases};

on_both_databases! {
    cards_are_told_again_and_not_made_anew
    rounds_tasks_and_invitations_are_made_once
}

/// Keys that nobody guesses.
const ACCOUNTS: &str = "c1d7f0a2-6b35-4e88-9a41-07d2e5b3f961";
const CARDS: &str = "d94e2b70-15fa-4c63-8b0e-a3f7196c28d5";
const LONG: &str = "72a6c8e4-0f9b-4d15-b3e7-5c80d1f24a96";

async fn cards_are_told_again_and_not_made_anew(database: Database) {
    let school = School::open(database).await;
    let (teacher, path) = (&school.teacher, school.path("/accounts"));
    let wish =
        json!({"names": ["Ulrike", "Viktor", "Wanda", "Xaver", "Yvonne", "Zoltan", "Berta", "Caesar"]});
    let made = post(teacher, ACCOUNTS, &path, &wish).await;
    let again = post(teacher, ACCOUNTS, &path, &wish).await;
    assert_eq!((cards(&made).len(), again.status), (8, 201));
    // They are long: each has a picture.
    assert!(made.body.len() > 65_536 && again.body == made.body, "{}", made.body.len());
    assert_eq!(members(teacher, &school.class).await.len(), 9);
    // A list may be longer than other bodies.
    let long = json!({"names": ["x".repeat(20_000)]});
    post(teacher, LONG, &path, &long).await.refused(422, "invalid_accounts");
    // The cards are good.
    let card = &cards(&again)[7];
    let pupil = school.pupil(card).await;
    // New cards end what was begun by those of before; the same request again ends nothing.
    let wish = json!({"players": [card["player"]["id"]]});
    let path = school.path("/cards");
    let made = post(teacher, CARDS, &path, &wish).await;
    pupil.get("/me").await.refused(401, "unauthenticated");
    let pupil = school.pupil(&cards(&made)[0]).await;
    assert_eq!(post(teacher, CARDS, &path, &wish).await.json(), made.json());
    pupil.get("/me").await.ok();
    // Nobody else is told of them.
    let program = teacher.with_token(&["read", "play"]).await;
    post(&program, CARDS, &path, &wish).await.refused(422, "key_reused");
    post(&Visitor::stranger(&school.server), CARDS, &path, &wish).await.refused(401, "unauthenticated");
}

async fn rounds_tasks_and_invitations_are_made_once(database: Database) {
    let school = School::open(database).await;
    school.pupils(&["Ulrike", "Viktor"]).await;
    let ben = member(&school.server, "Benedict").await;
    let task = json!({"work": {"kind": "games", "times": 3}, "until": now() + 86_400_000});
    for (path, wish, status) in
        [("/rounds", json!({}), 201), ("/tasks", task, 201), ("/members", json!({"player": ben.id}), 200)]
    {
        let path = school.path(path);
        let made = post(&school.teacher, &path.replace('/', "-"), &path, &wish).await;
        assert_eq!(made.status, status, "{path}: {}", made.text());
        let again = post(&school.teacher, &path.replace('/', "-"), &path, &wish).await;
        assert_eq!((again.status, again.json()), (status, made.json()), "{path}");
        post(&school.teacher, &path.replace('/', "-"), &path, &json!({"other": 1}))
            .await
            .refused(422, "key_reused");
    }
    let count = async |list: &str| {
        let seen = school.teacher.get(&school.path(&format!("/{list}"))).await.ok();
        seen[list].as_array().unwrap().len()
    };
    assert_eq!((count("rounds").await, count("tasks").await), (1, 1));
    let invited = ben.get("/me/group-invitations").await.ok();
    assert_eq!(invited["invitations"].as_array().unwrap().len(), 1);
}
