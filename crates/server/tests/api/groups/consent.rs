//! Nobody plays in the rounds of a club who has not said so.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{School, club, is_done, take_part};
use crate::member::{member, texts};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    nobody_is_paired_who_does_not_take_part
    in_a_class_nobody_but_the_teacher_is_asked
    a_leader_makes_no_games_for_those_who_did_not_agree
    members_of_before_take_part
}

/// What takes back the migration that asks members.
const GO_BACK: [&str; 4] = [
    "DROP TABLE group_invitations",
    "ALTER TABLE group_members DROP COLUMN plays",
    "DELETE FROM _sqlx_migrations WHERE version = 38",
    "DELETE FROM migrations WHERE number = 38",
];

/// The members who take part, by name.
async fn who_plays(visitor: &Visitor, group: &str) -> Vec<String> {
    let list = visitor.get(&format!("/groups/{group}/members?limit=100")).await.ok();
    let members = list["members"].as_array().unwrap().iter();
    let playing = members.filter(|member| member["plays"] == true);
    let mut names: Vec<_> =
        playing.map(|member| member["player"]["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

fn pair(black: &Visitor, white: &Visitor) -> Value {
    json!({"pairs": [{"black": black.id, "white": white.id}]})
}

async fn nobody_is_paired_who_does_not_take_part(database: Database) {
    let server = Server::start(database).await;
    let players = join_all(["Bella", "Carlotta", "Dorothea"].map(|name| member(&server, name))).await;
    let [bella, carl, dora] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    let (path, rounds) = (format!("/groups/{group}/members"), format!("/groups/{group}/rounds"));
    for player in [carl, dora] {
        assert_eq!(player.post(&path, json!({})).await.ok()["plays"], false);
    }
    let make = async |wish: Value| bella.post(&rounds, wish).await;
    assert_eq!(make(json!({})).await.refused(422, "invalid_round")["field"], "players");
    take_part(&group, &[bella, carl]).await;
    assert_eq!(who_plays(dora, &group).await, ["Bella", "Carlotta"]);
    assert_eq!(carl.get(&format!("/groups/{group}")).await.ok()["plays"], true);
    let made = make(json!({})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.ok();
    assert_eq!((made["pairs"].as_array().unwrap().len(), &made["bye"]), (1, &Value::Null));
    // Nobody else is paired, also not by name or as the one who is left over.
    for wish in [pair(carl, dora), json!({"players": [bella.id, carl.id, dora.id]})] {
        assert_eq!(make(wish).await.refused(409, "not_playing")["players"], json!([dora.id]));
    }
    assert_eq!(bella.get(&rounds).await.ok()["rounds"].as_array().unwrap().len(), 1);
    assert_eq!(texts(server.data(), "SELECT id FROM games").await.len(), 1);
    // Nobody says it for somebody else.
    let of_dora = format!("{path}/{}", dora.id);
    for other in [bella, carl] {
        other.patch(&of_dora, json!({"plays": true})).await.refused(403, "not_allowed");
    }
    // What was said is taken back at once, and goes with the membership.
    take_part(&group, &[dora]).await;
    is_done(&carl.patch(&format!("{path}/{}", carl.id), json!({"plays": false})).await);
    assert_eq!(make(pair(bella, carl)).await.refused(409, "not_playing")["players"], json!([carl.id]));
    is_done(&dora.delete(&of_dora).await);
    assert_eq!(dora.post(&path, json!({})).await.ok()["plays"], false);
    assert_eq!(who_plays(bella, &group).await, ["Bella"]);
}

async fn in_a_class_nobody_but_the_teacher_is_asked(database: Database) {
    let school = School::open(database).await;
    let (teacher, rounds) = (&school.teacher, school.path("/rounds"));
    let cards = school.pupils(&["Ulrike", "Viktor"]).await;
    let ulrike = school.pupil(&cards[0]).await;
    let place = |visitor: &Visitor| school.path(&format!("/members/{}", visitor.id));
    assert_eq!(who_plays(&ulrike, &school.class).await, ["Ulrike", "Viktor"]);
    assert_eq!(teacher.get(&school.path("")).await.ok()["plays"], false);
    ulrike.patch(&place(&ulrike), json!({"plays": false})).await.refused(403, "not_allowed");
    // Two pupils and a teacher: nobody is left over.
    let round = teacher.post(&rounds, json!({})).await.ok();
    assert_eq!((&round["pairs"][0]["has_game"], &round["bye"]), (&json!(true), &Value::Null));
    assert_eq!(school.owner.get(&school.path("")).await.ok()["plays"], false, "the owner is not in it");
    // Whoever makes the round may be in it; another teacher has to say so.
    assert_eq!(teacher.post(&rounds, pair(teacher, &ulrike)).await.status, 201);
    is_done(&teacher.patch(&place(&ulrike), json!({"role": "leader"})).await);
    let refused = teacher.post(&rounds, pair(teacher, &ulrike)).await;
    assert_eq!(refused.refused(409, "not_playing")["players"], json!([ulrike.id]));
    teacher.post(&rounds, json!({})).await.refused(422, "invalid_round");
    is_done(&ulrike.patch(&place(&ulrike), json!({"plays": true})).await);
    assert_eq!(who_plays(teacher, &school.class).await, ["Ulrike", "Viktor"]);
    is_done(&teacher.patch(&place(teacher), json!({"plays": true})).await);
    assert_eq!(teacher.get(&school.path("")).await.ok()["plays"], true);
    let round = teacher.post(&rounds, json!({})).await.ok();
    assert_eq!((round["pairs"].as_array().unwrap().len(), round["bye"].is_null()), (1, false));
}

async fn a_leader_makes_no_games_for_those_who_did_not_agree(database: Database) {
    let server = Server::start(database).await;
    let players = join_all(["Bella", "Carlotta", "Dorothea"].map(|name| member(&server, name))).await;
    let [bella, carl, dora] = &players[..] else { unreachable!() };
    // As many clubs as one may lead.
    for _ in 0..5 {
        let group = club(bella, "closed").await;
        for player in [carl, dora] {
            bella.post(&format!("/groups/{group}/members"), json!({"player": player.id})).await.ok();
        }
        take_part(&group, &[bella]).await;
        for wish in [json!({}), pair(carl, dora), pair(bella, carl), json!({"players": [carl.id, dora.id]})] {
            let refused = bella.post(&format!("/groups/{group}/rounds"), wish).await;
            assert!((400..500).contains(&refused.status), "{}", refused.text());
        }
    }
    assert_eq!(texts(server.data(), "SELECT id FROM games").await, [""; 0]);
}

async fn members_of_before_take_part(database: Database) {
    let mut school = School::open(database).await;
    let (bella, carl) = (member(&school.server, "Bella").await, member(&school.server, "Carlotta").await);
    let group = club(&bella, "open").await;
    carl.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    school.server.stop().await;
    for statement in GO_BACK {
        tamper(school.server.data(), statement).await;
    }
    school.server.start_again().await;
    assert_eq!(who_plays(&carl, &group).await, ["Bella", "Carlotta"]);
    let round = bella.post(&format!("/groups/{group}/rounds"), json!({})).await.ok();
    assert_eq!(round["pairs"].as_array().unwrap().len(), 1);
    // Whoever comes later is asked.
    let dora = member(&school.server, "Dorothea").await;
    assert_eq!(dora.post(&format!("/groups/{group}/members"), json!({})).await.ok()["plays"], false);
}
