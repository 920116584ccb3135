//! Groups where the staff has kept order: members who are suspended, and games that are void.

use serde_json::{Value, json};

use super::{School, club, is_done};
use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, now, on_both_databases};

on_both_databases! {
    a_suspended_member_looks_on_like_a_stranger
    nobody_is_paired_who_may_not_play
    a_void_game_of_a_round_was_won_by_nobody
}

const REASON: &str = "because the club has decided so";

async fn suspend(school: &School, player: &Visitor) {
    let wish = json!({"act": "suspend", "ground": "abuse", "until": now() + 7_200_000, "reason": REASON});
    is_done(&school.owner.post(&format!("/staff/players/{}/acts", player.id), wish).await);
}

async fn round(school: &School, black: &Visitor, white: &Visitor) -> Value {
    let wish = json!({"pairs": [{"black": black.id, "white": white.id}]});
    let answer = school.teacher.post(&school.path("/rounds"), wish).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.ok()["pairs"][0].clone()
}

async fn pupils(school: &School) -> [Visitor; 2] {
    let cards = school.pupils(&["Ulrike", "Viktor"]).await;
    [school.pupil(&cards[0]).await, school.pupil(&cards[1]).await]
}

async fn a_suspended_member_looks_on_like_a_stranger(database: Database) {
    let school = School::open(database).await;
    let carl = member(&school.server, "Carlotta").await;
    let open = club(&school.teacher, "open").await;
    let path = format!("/groups/{open}");
    assert_eq!(carl.post(&format!("{path}/members"), json!({})).await.ok()["role"], "member");
    let [pupil, _] = pupils(&school).await;
    assert_eq!(pupil.get(&school.path("")).await.status, 200);
    for player in [&carl, &pupil] {
        suspend(&school, player).await;
    }
    assert_eq!(carl.get(&path).await.ok()["role"], Value::Null);
    assert_eq!(carl.get("/groups").await.ok()["groups"].as_array().unwrap().len(), 1);
    pupil.get(&school.path("")).await.refused(404, "no_such_group");
    carl.delete(&format!("{path}/members/{}", carl.id)).await.refused(403, "suspended");
}

async fn nobody_is_paired_who_may_not_play(database: Database) {
    let school = School::open(database).await;
    let [one, two] = pupils(&school).await;
    suspend(&school, &two).await;
    for (black, white) in [(&one, &two), (&two, &one)] {
        let pair = round(&school, black, white).await;
        assert_eq!((&pair["has_game"], &pair["problem"]), (&json!(false), &json!("suspended")));
    }
    assert!(one.get("/games?phase=playing").await.ok()["games"].as_array().unwrap().is_empty());
}

async fn a_void_game_of_a_round_was_won_by_nobody(database: Database) {
    let school = School::open(database).await;
    let [one, two] = pupils(&school).await;
    let pair = round(&school, &one, &two).await;
    let game = pair["game"].as_str().unwrap();
    assert_eq!(one.command(game, json!({"type": "resign", "id": "c-1"})).await.status, 200);
    let winner = async || {
        school.teacher.get(&school.path("/rounds")).await.ok()["rounds"][0]["pairs"][0]["winner"].clone()
    };
    assert_eq!(winner().await, "white");
    let mark = async |act: &str| {
        let wish = json!({"act": act, "reason": REASON});
        is_done(&school.owner.post(&format!("/staff/games/{game}/acts"), wish).await);
    };
    mark("void").await;
    assert_eq!(winner().await, Value::Null);
    let listed =
        async || school.teacher.get(&school.path("/games")).await.ok()["games"].as_array().unwrap().len();
    assert_eq!(listed().await, 0);
    mark("restore").await;
    assert_eq!((winner().await, listed().await), (json!("white"), 1));
}
