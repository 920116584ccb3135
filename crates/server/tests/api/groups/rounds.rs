//! Rounds: pairs that are given and pairs that the server makes, their games, and rounds that are refused.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{School, club, take_part};
use crate::member::{member, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;
use crate::tamper::{copies, tamper};

on_both_databases! {
    a_class_plays_a_round
    nobody_meets_anybody_twice_as_long_as_that_can_be
    a_pair_without_a_game_is_told
    nobody_is_paired_in_a_club_by_whom_a_block_keeps_apart
    a_round_of_a_club_offers_no_more_games_than_others_may
    nobody_is_paired_who_has_very_many_games
    what_no_round_can_be
    a_round_begins_in_a_position
    private_games_of_a_round_are_told_to_their_players
}

/// With so many games that are not over nobody is paired.
const MOST_WHEN_PAIRED: u64 = 250;

async fn round(leader: &Visitor, group: &str, wish: Value) -> Value {
    let answer = leader.post(&format!("/groups/{group}/rounds"), wish).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.ok()
}

#[track_caller]
fn pairs(round: &Value) -> Vec<Value> {
    round["pairs"].as_array().unwrap().clone()
}

/// The names of the two of each pair, in the order of the alphabet.
fn names(round: &Value) -> Vec<[String; 2]> {
    let name = |card: &Value| card["name"].as_str().unwrap().to_owned();
    let of = |pair: &Value| {
        let mut names = [name(&pair["black"]), name(&pair["white"])];
        names.sort();
        names
    };
    let mut names: Vec<_> = pairs(round).iter().map(of).collect();
    names.sort();
    names
}

async fn resign(player: &Visitor, game: &Value) -> Answer {
    player.command(game.as_str().unwrap(), json!({"type": "resign", "id": "c-1"})).await
}

async fn a_class_plays_a_round(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor", "Wanda"]).await;
    let mut pupils = Vec::new();
    for card in &made {
        pupils.push(school.pupil(card).await);
    }
    let settings = json!({"board": {"width": 9, "height": 9}, "komi": 5.5});
    let first = round(&school.teacher, &school.class, json!({"settings": settings})).await;
    assert_eq!((&first["number"], pairs(&first).len()), (&json!(1), 1));
    assert!(first["bye"]["name"].is_string(), "{first}");
    let pair = pairs(&first)[0].clone();
    assert_eq!((&pair["has_game"], &pair["winner"], pair.get("problem")), (&json!(true), &Value::Null, None));
    // Both sit in it, and play has begun.
    let game = school.teacher.snapshot(pair["game"].as_str().unwrap()).await;
    assert_eq!((&game["phase"], &game["settings"]["komi"]), (&json!("playing"), &json!(5.5)));
    assert_eq!(
        (&game["players"]["black"]["id"], &game["players"]["white"]["id"]),
        (&pair["black"]["id"], &pair["white"]["id"])
    );
    let black = pupils.iter().find(|pupil| pair["black"]["id"] == json!(pupil.id)).unwrap();
    assert_eq!(resign(black, &pair["game"]).await.status, 200);
    for member in [&school.teacher, black] {
        let rounds = member.get(&school.path("/rounds")).await.ok();
        assert_eq!(rounds["rounds"][0]["pairs"][0]["winner"], "white");
    }
    // Pairs that are given stand as they are given.
    let wish = json!({"pairs": [{"black": school.teacher.id, "white": pupils[0].id}]});
    let second = round(&school.teacher, &school.class, wish).await;
    assert_eq!((&second["number"], &second["bye"]), (&json!(2), &Value::Null));
    assert_eq!(pairs(&second)[0]["black"]["name"], "Theodora");
    let list = school.teacher.get(&school.path("/rounds?before=2")).await.ok();
    assert_eq!((&list["rounds"][0]["number"], &list["next"]), (&json!(1), &Value::Null));
}

async fn nobody_meets_anybody_twice_as_long_as_that_can_be(database: Database) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor", "Wanda", "Xaver"]).await;
    let mut pupils = Vec::new();
    for card in &made {
        pupils.push(school.pupil(card).await);
    }
    let mut met = Vec::new();
    for _ in 0..3 {
        let round = round(&school.teacher, &school.class, json!({})).await;
        met.extend(names(&round));
        for pair in pairs(&round) {
            let white = pupils.iter().find(|pupil| pair["white"]["id"] == json!(pupil.id)).unwrap();
            assert_eq!(resign(white, &pair["game"]).await.status, 200);
        }
    }
    met.sort();
    let of = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    assert_eq!(
        met,
        [
            of("Ulrike", "Viktor"),
            of("Ulrike", "Wanda"),
            of("Ulrike", "Xaver"),
            of("Viktor", "Wanda"),
            of("Viktor", "Xaver"),
            of("Wanda", "Xaver"),
        ]
    );
    // Of some of them alone there is a round as well, and the server begins anew where it has to.
    let wish = json!({"players": [pupils[0].id, pupils[1].id]});
    assert_eq!(names(&round(&school.teacher, &school.class, wish).await), [of("Ulrike", "Viktor")]);
}

async fn a_pair_without_a_game_is_told(database: Database) {
    let server = Server::start(database).await;
    let players =
        join_all(["Bella", "Carlotta", "Dorothea", "Emmanuela"].map(|name| member(&server, name))).await;
    let [bella, carl, dora, emma] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    for player in [carl, dora, emma] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    take_part(&group, &[bella, carl, dora, emma]).await;
    let block = carl.request(reqwest::Method::PUT, &format!("/api/v1/players/{}/block", bella.id));
    assert_eq!(block.send().await.unwrap().status(), 204);
    let wish =
        json!({"pairs": [{"black": bella.id, "white": carl.id}, {"black": dora.id, "white": emma.id}]});
    let made = round(bella, &group, wish).await;
    let (refused, begun) = (pairs(&made)[0].clone(), pairs(&made)[1].clone());
    assert_eq!(
        (&refused["problem"], &refused["has_game"], &refused["game"]),
        (&json!("blocked"), &json!(false), &Value::Null)
    );
    assert_eq!((begun.get("problem"), &begun["has_game"]), (None, &json!(true)));
    // Whoever leads the group reads it later, too, and nobody else.
    for (reader, problem) in
        [(bella, "blocked"), (carl, "not_made"), (&Visitor::stranger(&server), "not_made")]
    {
        let listed = reader.get(&format!("/groups/{group}/rounds")).await.ok();
        let pair = &listed["rounds"][0]["pairs"][0];
        assert_eq!((&pair["problem"], &pair["has_game"]), (&json!(problem), &json!(false)));
    }
    // Two without a game have not met. In a club the leader plays as well.
    assert_eq!(texts(server.data(), "SELECT id FROM games").await.len(), 1);
    let next = round(bella, &group, json!({})).await;
    assert_eq!(pairs(&next).len(), 2);
    assert!(!names(&next).contains(&["Dorothea".to_owned(), "Emmanuela".to_owned()]));
    // Whoever leaves for good leaves no word of whom the player has blocked.
    assert_eq!(carl.delete("/me").await.status, 204);
    let listed = bella.get(&format!("/groups/{group}/rounds")).await.ok();
    assert_eq!(listed["rounds"][1]["pairs"][0]["problem"], "not_made");
    assert!(
        texts(server.data(), "SELECT problem FROM round_pairs WHERE problem = 'blocked'").await.is_empty()
    );
}

async fn nobody_is_paired_in_a_club_by_whom_a_block_keeps_apart(database: Database) {
    let school = School::open(database).await;
    let server = &school.server;
    let players = join_all(["Bella", "Carlotta", "Dorothea"].map(|name| member(server, name))).await;
    let [bella, carl, dora] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    for player in [carl, dora] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    take_part(&group, &[bella, carl, dora]).await;
    let block = async |by: &Visitor, whom: &Visitor| {
        let asked = by.request(reqwest::Method::PUT, &format!("/api/v1/players/{}/block", whom.id));
        assert_eq!(asked.send().await.unwrap().status(), 204);
    };
    let wish = json!({"pairs": [{"black": carl.id, "white": dora.id}]});
    let pair = async || pairs(&round(bella, &group, wish.clone()).await)[0].clone();
    assert_eq!(pair().await["has_game"], true);
    block(dora, bella).await;
    let refused = pair().await;
    assert_eq!((&refused["problem"], &refused["has_game"]), (&json!("blocked"), &json!(false)));
    // The others go on, and the leader plays as well.
    let wish = json!({"pairs": [{"black": bella.id, "white": carl.id}]});
    assert_eq!(pairs(&round(bella, &group, wish).await)[0]["has_game"], true);
    // The rounds of a class are the teacher's work, whoever blocks whom.
    let made = school.pupils(&["Ulrike", "Viktor"]).await;
    let ulrike = school.pupil(&made[0]).await;
    block(&ulrike, &school.teacher).await;
    let taught = round(&school.teacher, &school.class, json!({})).await;
    assert_eq!((pairs(&taught).len(), &pairs(&taught)[0]["has_game"]), (1, &json!(true)));
}

async fn a_round_of_a_club_offers_no_more_games_than_others_may(database: Database) {
    const MOST_ROUNDS: usize = 20;
    let mut first = Server::start(database).await;
    let players = join_all(["Bella", "Carlotta", "Dorothea"].map(|name| member(&first, name))).await;
    let [bella, carl, dora] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    for player in [carl, dora] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    take_part(&group, &[carl, dora]).await;
    first.stop().await;
    // From here on this machine is held to the limits.
    let options = ["--limit-loopback"];
    let server = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &options).await;
    let bella = &bella.at(&server);
    let wish = json!({"pairs": [{"black": carl.id, "white": dora.id}]});
    // Three at once, and then one more every twenty seconds.
    let mut games = 0;
    for _ in 0..MOST_ROUNDS {
        let pair = pairs(&round(bella, &group, wish.clone()).await)[0].clone();
        if pair["has_game"] == false {
            assert_eq!(pair["problem"], "too_many_requests");
            break;
        }
        games += 1;
    }
    assert!((3..MOST_ROUNDS).contains(&games), "{games} games");
}

async fn nobody_is_paired_who_has_very_many_games(database: Database) {
    let mut first = Server::start(database).await;
    let players = join_all(["Bella", "Carlotta", "Dorothea"].map(|name| member(&first, name))).await;
    let [bella, carl, dora] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    for player in [carl, dora] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    take_part(&group, &[carl, dora]).await;
    let game = Table::between(carl.clone(), bella.clone(), json!({})).await.game;
    first.stop().await;
    tamper(first.data(), &copies(database, &game, MOST_WHEN_PAIRED - 1, 0)).await;
    // From here on this machine is held to the limits.
    let options = ["--limit-loopback"];
    let server = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &options).await;
    let [bella, carl] = [bella, carl].map(|player| player.at(&server));
    let wish = json!({"pairs": [{"black": carl.id, "white": dora.id}]});
    let pair = pairs(&round(&bella, &group, wish.clone()).await)[0].clone();
    assert_eq!(
        (&pair["problem"], &pair["has_game"]),
        (&json!("too_many_unfinished_games"), &json!(false)),
        "{pair}"
    );
    // One that is over makes room. Until then there was room for games of the own choice.
    carl.new_game(json!({"opponent": dora.id})).await;
    for over in [json!(game), json!("0000000000000001")] {
        assert_eq!(resign(&carl, &over).await.status, 200);
    }
    let pair = pairs(&round(&bella, &group, wish).await)[0].clone();
    assert_eq!((pair.get("problem"), &pair["has_game"]), (None, &json!(true)), "{pair}");
}

async fn what_no_round_can_be(database: Database) {
    let school = School::open(database).await;
    let path = school.path("/rounds");
    let teacher = &school.teacher;
    let refused =
        async |wish: Value| teacher.post(&path, wish).await.refused(422, "invalid_round")["field"].clone();
    // There is nobody but the teacher.
    assert_eq!(refused(json!({})).await, "players");
    let made = school.pupils(&["Ulrike", "Viktor"]).await;
    let [ulrike, viktor] = [&made[0], &made[1]].map(|card| card["player"]["id"].clone());
    assert_eq!(refused(json!({"pairs": []})).await, "pairs");
    assert_eq!(refused(json!({"pairs": [{"black": ulrike, "white": ulrike}]})).await, "pairs");
    let twice = json!([{"black": ulrike, "white": viktor}, {"black": viktor, "white": teacher.id}]);
    assert_eq!(refused(json!({"pairs": twice})).await, "pairs");
    assert_eq!(refused(json!({"players": [ulrike]})).await, "players");
    assert_eq!(refused(json!({"players": [ulrike, ulrike]})).await, "players");
    assert_eq!(
        refused(json!({"players": [ulrike, viktor], "pairs": [{"black": ulrike, "white": viktor}]})).await,
        "players"
    );
    for settings in [
        json!({"local": true}),
        json!({"opponent": viktor}),
        json!({"color": "black"}),
        json!({"handicap": 99}),
    ] {
        teacher.post(&path, json!({"settings": settings})).await.refused(422, "invalid_settings");
    }
    teacher.post(&path, json!({"settings": {"comi": 1}})).await.refused(400, "malformed");
    let outside = json!({"pairs": [{"black": ulrike, "white": school.owner.id}]});
    teacher.post(&path, outside).await.refused(404, "no_such_player");
    assert_eq!(teacher.get(&path).await.ok()["rounds"], json!([]));
    school.owner.post(&path, json!({})).await.refused(403, "not_allowed");
    for _ in 0..20 {
        round(teacher, &school.class, json!({})).await;
    }
    assert_eq!(teacher.post(&path, json!({})).await.refused(409, "too_many_rounds")["max"], 20);
    let first = teacher.get(&path).await.ok();
    assert_eq!((first["rounds"].as_array().unwrap().len(), &first["next"]), (10, &json!(11)));
}

async fn a_round_begins_in_a_position(database: Database) {
    let school = School::open(database).await;
    school.pupils(&["Ulrike", "Viktor"]).await;
    let (path, teacher) = (school.path("/rounds"), &school.teacher);
    let begins = |moves: &str| {
        let position = json!({"stones": ".".repeat(25), "to_move": "white", "moves": moves});
        json!({"settings": {"board": {"width": 5, "height": 5}, "position": position}})
    };
    let refused = teacher.post(&path, begins("C3,D3,C3")).await;
    assert_eq!(refused.refused(422, "illegal_move")["number"], 3);
    let made = round(teacher, &school.class, begins("C3,D3,B2")).await;
    let game = pairs(&made)[0]["game"].as_str().unwrap().to_owned();
    assert_eq!(teacher.snapshot(&game).await["beginning"]["to_move"], "black");
    // The same position for others, and for the same ones again.
    round(teacher, &school.class, begins("B2,D3,C3")).await;
}

async fn private_games_of_a_round_are_told_to_their_players(database: Database) {
    let server = Server::start(database).await;
    let players = join_all(["Bella", "Carlotta", "Dorothea"].map(|name| member(&server, name))).await;
    let [bella, carl, dora] = &players[..] else { unreachable!() };
    let group = club(bella, "open").await;
    for player in [carl, dora] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    take_part(&group, &[bella, carl]).await;
    let wish = json!({"pairs": [{"black": carl.id, "white": bella.id}], "settings": {"private": true}});
    let made = round(bella, &group, wish).await;
    let game = pairs(&made)[0]["game"].clone();
    assert_eq!(resign(carl, &game).await.status, 200);
    for (visitor, is_told) in
        [(bella, true), (carl, true), (dora, false), (&Visitor::stranger(&server), false)]
    {
        let seen =
            visitor.get(&format!("/groups/{group}/rounds")).await.ok()["rounds"][0]["pairs"][0].clone();
        assert_eq!(seen["has_game"], true);
        assert_eq!((seen["game"].is_null(), seen["winner"].is_null()), (!is_told, !is_told), "{seen}");
    }
}
