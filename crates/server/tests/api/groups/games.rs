//! The games of a group: which are listed for whom, and the archive.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{School, bring_in, club, take_part};
use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};

on_both_databases! {
    games_among_members_and_of_rounds_are_listed
    a_teacher_sees_the_private_games_of_the_class
}

async fn game(black: &Visitor, white: &Visitor, private: bool) -> String {
    let wish = json!({"color": "black", "private": private, "opponent": white.id});
    let id = black.new_game(wish).await["id"].as_str().unwrap().to_owned();
    white.join(&id).await.ok();
    id
}

/// The ids of the games that somebody sees, newest first.
async fn listed(visitor: &Visitor, group: &str, query: &str) -> Vec<String> {
    let list = visitor.get(&format!("/groups/{group}/games?{query}")).await.ok();
    let games = list["games"].as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

async fn games_among_members_and_of_rounds_are_listed(database: Database) {
    let server = Server::start(database).await;
    let players =
        join_all(["Bella", "Carlotta", "Dorothea", "Outsider"].map(|name| member(&server, name))).await;
    let [bella, carl, dora, outside] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    for player in [carl, dora] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    let among = game(bella, carl, false).await;
    game(bella, outside, false).await;
    let hidden = game(carl, dora, true).await;
    take_part(&group, &[bella, dora]).await;
    let wish = json!({"pairs": [{"black": dora.id, "white": bella.id}]});
    let round = bella.post(&format!("/groups/{group}/rounds"), wish).await.ok();
    let paired = round["pairs"][0]["game"].as_str().unwrap().to_owned();
    let stranger = Visitor::stranger(&server);
    for visitor in [bella, outside, &stranger] {
        assert_eq!(listed(visitor, &group, "").await, [paired.clone(), among.clone()]);
    }
    // A private game is its players', also where the one who leads a club asks.
    assert_eq!(listed(carl, &group, "").await, [paired.clone(), hidden, among.clone()]);
    // Whoever leaves takes the games along, but for those of rounds.
    dora.delete(&format!("/groups/{group}/members/{}", dora.id)).await;
    carl.delete(&format!("/groups/{group}/members/{}", carl.id)).await;
    assert_eq!(listed(&stranger, &group, "").await, [paired.as_str()]);
    // Page by page, by the phase, and with the result.
    carl.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    bella.command(&among, json!({"type": "resign", "id": "r"})).await.ok();
    let first = stranger.get(&format!("/groups/{group}/games?limit=1")).await.ok();
    assert_eq!(first["games"][0]["id"], json!(paired));
    let next = first["next"].as_str().unwrap();
    assert_eq!(listed(&stranger, &group, &format!("limit=1&cursor={next}")).await, [among.as_str()]);
    assert_eq!(listed(&stranger, &group, "phase=finished").await, [among.as_str()]);
    let finished = stranger.get(&format!("/groups/{group}/games?result=white")).await.ok();
    assert_eq!(finished["games"][0]["result"]["winner"], "white");
    for query in ["player=8k2q4w7m1x9c3v5b", "color=black", "limit=0", "format=xml"] {
        stranger.get(&format!("/groups/{group}/games?{query}")).await.refused(400, "malformed");
    }
    // The description names none of the fields that are for other lists.
    let described = stranger.get_page("/api/openapi.json").await.ok();
    let fields = described["paths"]["/api/v1/groups/{id}/games"]["get"]["parameters"].as_array().unwrap();
    let fields: Vec<_> = fields.iter().map(|field| field["name"].as_str().unwrap()).collect();
    assert!(fields.contains(&"handicap"), "{fields:?}");
    for field in ["player", "color", "opponent"] {
        assert!(!fields.contains(&field), "{fields:?}");
    }
    // The archive is one collection, or a file for each game.
    let archive = stranger.get(&format!("/groups/{group}/games?format=sgf")).await;
    assert_eq!((archive.status, archive.header("content-type")), (200, "application/x-go-sgf"));
    assert_eq!(archive.text().matches("(;").count(), 2);
    let zip = stranger.get(&format!("/groups/{group}/games?format=zip")).await;
    assert_eq!((zip.status, &zip.body[..2]), (200, &b"PK"[..]));
    // Of a closed group there is nothing for others.
    bella.patch(&format!("/groups/{group}"), json!({"joining": "closed"})).await.ok();
    for query in ["", "format=sgf", "format=zip"] {
        outside.get(&format!("/groups/{group}/games?{query}")).await.refused(404, "no_such_group");
    }
    let seen = bella.get(&format!("/groups/{group}/games")).await;
    assert_eq!(seen.header("cache-control"), "private, no-cache");
}

async fn a_teacher_sees_the_private_games_of_the_class(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor"]).await;
    let (ulrike, viktor) = (school.pupil(&made[0]).await, school.pupil(&made[1]).await);
    let (bella, carl) = (member(&school.server, "Bella").await, member(&school.server, "Carlotta").await);
    for player in [&bella, &carl] {
        bring_in(&school.teacher, &school.class, player).await;
    }
    let of_pupils = game(&ulrike, &viktor, true).await;
    // Whose account is their own play for themselves.
    game(&bella, &carl, true).await;
    let wish = json!({"pairs": [{"black": bella.id, "white": ulrike.id}], "settings": {"private": true}});
    let round = school.teacher.post(&school.path("/rounds"), wish).await.ok();
    let of_round = round["pairs"][0]["game"].as_str().unwrap().to_owned();
    assert_eq!(listed(&school.teacher, &school.class, "").await, [of_round.clone(), of_pupils.clone()]);
    // In a closed class everybody sees the games of the pupils.
    assert_eq!(listed(&viktor, &school.class, "").await, [of_round.clone(), of_pupils.clone()]);
    assert_eq!(listed(&carl, &school.class, "").await.len(), 3);
    assert_eq!(listed(&school.owner, &school.class, "").await, Vec::<String>::new());
    // One opens them as well, and has all of them in the archive.
    let seen = school.teacher.look(&of_pupils).await;
    assert_eq!((&seen["phase"], &seen["settings"]["private"]), (&json!("playing"), &Value::Bool(true)));
    let archive = school.teacher.get(&school.path("/games?format=sgf")).await;
    assert_eq!(archive.text().matches("(;").count(), 2);
}
