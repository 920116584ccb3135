//! Nobody is in a group who has not agreed: invitations, their answers, and what ends them.

use reqwest::Method;
use serde_json::{Value, json};

use super::{School, bring_in, club, is_done, members};
use crate::leaving_for_good::export;
use crate::member::{card, member, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, now, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    whoever_is_invited_has_to_agree
    whoever_has_declined_is_not_asked_again_for_a_month
    a_request_and_an_invitation_are_an_agreement
    invitations_are_taken_back
    so_many_invitations_wait_at_a_group_and_come_from_a_leader
    so_many_invitations_of_a_player_wait
    a_pupil_is_invited_nowhere_else
    a_block_ends_an_invitation
    what_ends_ends_its_invitations
    answers_at_the_same_moment
}

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

async fn invite(leader: &Visitor, group: &str, player: &Visitor) -> Answer {
    leader.post(&format!("/groups/{group}/members"), json!({"player": player.id})).await
}

async fn reply(player: &Visitor, group: &str, accept: bool) -> Answer {
    player.post(&format!("/me/group-invitations/{group}"), json!({"accept": accept})).await
}

async fn take_back(leader: &Visitor, group: &str, player: &Visitor) -> Answer {
    leader.delete(&format!("/groups/{group}/invitations/{}", player.id)).await
}

/// A player's own invitations.
async fn own(player: &Visitor) -> Vec<Value> {
    player.get("/me/group-invitations").await.ok()["invitations"].as_array().unwrap().clone()
}

/// The names of those who are invited, as a leader sees them, in the order of the alphabet.
async fn waiting(leader: &Visitor, group: &str) -> Vec<String> {
    let list = leader.get(&format!("/groups/{group}/invitations")).await.ok();
    let players = list["invitations"].as_array().unwrap().iter();
    let mut names: Vec<_> =
        players.map(|waits| waits["player"]["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

async fn block(player: &Visitor, other: &Visitor, method: Method) {
    let asked = player.request(method, &format!("/api/v1/players/{}/block", other.id));
    assert_eq!(asked.send().await.unwrap().status(), 204);
}

async fn whoever_is_invited_has_to_agree(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    let group = club(&bella, "closed").await;
    for player in [&carl, &dora] {
        assert_eq!(invite(&bella, &group, player).await.ok()["members"], 1);
    }
    assert_eq!(waiting(&bella, &group).await, ["Carlotta", "Dorothea"]);
    // The group is still there for nobody else, but whoever is invited hears which one it is.
    let path = format!("/groups/{group}");
    carl.get(&path).await.refused(404, "no_such_group");
    carl.post(&format!("{path}/members"), json!({})).await.refused(404, "no_such_group");
    let invitations = own(&carl).await;
    assert_eq!((invitations.len(), &invitations[0]["inviter"]), (1, &card(&bella)));
    let told = &invitations[0]["group"];
    assert_eq!((&told["id"], &told["name"]), (&json!(group), &json!("Go in town")));
    assert_eq!((&told["role"], &told["invited"]), (&Value::Null, &json!(true)));
    assert!(export(&carl).await["tengen-account.json"].contains(&group));
    // The others are nobody's matter, and programs do nothing in groups.
    let emma = member(&server, "Emmanuela").await;
    assert!(own(&emma).await.is_empty());
    reply(&emma, &group, true).await.refused(404, "no_such_group_invitation");
    emma.get(&format!("{path}/invitations")).await.refused(404, "no_such_group");
    let program = carl.with_token(&["read", "play"]).await;
    program.get("/me/group-invitations").await.refused(403, "own_token_needed");
    reply(&program, &group, true).await.refused(403, "own_token_needed");
    let stranger = Visitor::stranger(&server);
    stranger.get("/me/group-invitations").await.refused(401, "unauthenticated");

    is_done(&reply(&carl, &group, true).await);
    is_done(&reply(&dora, &group, false).await);
    assert_eq!(
        members(&carl, &group).await,
        [("Bella".into(), "leader".into()), ("Carlotta".into(), "member".into())]
    );
    for player in [&carl, &dora] {
        assert!(own(player).await.is_empty());
        reply(player, &group, true).await.refused(404, "no_such_group_invitation");
    }
    dora.get(&path).await.refused(404, "no_such_group");
    // Of a member nothing is asked. To the leaders whoever has declined is like whoever has not answered.
    assert_eq!(invite(&bella, &group, &carl).await.ok()["members"], 2);
    assert_eq!(waiting(&bella, &group).await, ["Dorothea"]);
    carl.get(&format!("{path}/invitations")).await.refused(403, "not_allowed");
}

async fn whoever_has_declined_is_not_asked_again_for_a_month(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let group = club(&bella, "request").await;
    let later = async |days: i64| {
        let time = days * DAY;
        let set = format!("invited_at = invited_at - {time}, declined_at = declined_at - {time}");
        tamper(server.data(), &format!("UPDATE group_invitations SET {set}")).await;
    };
    invite(&bella, &group, &carl).await.ok();
    is_done(&reply(&carl, &group, false).await);
    // Nor does another invitation show who has declined.
    let listed = async || bella.get(&format!("/groups/{group}/invitations")).await.ok();
    let before = listed().await;
    invite(&bella, &group, &carl).await.ok();
    assert_eq!(listed().await, before);
    // It can't be forgotten either by taking it back.
    for _ in 0..2 {
        assert_eq!(invite(&bella, &group, &carl).await.ok()["members"], 1);
        assert!(own(&carl).await.is_empty());
        assert_eq!(waiting(&bella, &group).await, ["Carlotta"]);
        is_done(&take_back(&bella, &group, &carl).await);
        assert!(waiting(&bella, &group).await.is_empty());
        take_back(&bella, &group, &carl).await.refused(404, "no_such_group_invitation");
    }
    later(29).await;
    invite(&bella, &group, &carl).await.ok();
    assert!(own(&carl).await.is_empty());
    later(1).await;
    assert!(waiting(&bella, &group).await.is_empty());
    invite(&bella, &group, &carl).await.ok();
    assert_eq!((own(&carl).await.len(), waiting(&bella, &group).await), (1, vec!["Carlotta".to_owned()]));
    // Whoever has declined may ask all the same.
    is_done(&reply(&carl, &group, false).await);
    assert_eq!(carl.post(&format!("/groups/{group}/members"), json!({})).await.ok()["asked"], true);
    assert_eq!(invite(&bella, &group, &carl).await.ok()["members"], 2);
    assert_eq!(texts(server.data(), "SELECT group_id FROM group_invitations").await, [""; 0]);
}

async fn a_request_and_an_invitation_are_an_agreement(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    let group = club(&bella, "request").await;
    let path = format!("/groups/{group}/members");
    assert_eq!(carl.post(&path, json!({})).await.ok()["asked"], true);
    assert_eq!(invite(&bella, &group, &carl).await.ok()["members"], 2);
    assert_eq!(bella.get(&format!("/groups/{group}/requests")).await.ok()["requests"], json!([]));
    invite(&bella, &group, &dora).await.ok();
    assert_eq!(dora.get(&format!("/groups/{group}")).await.ok()["invited"], true);
    let joined = dora.post(&path, json!({})).await.ok();
    assert_eq!(
        (&joined["role"], &joined["asked"], &joined["invited"]),
        (&json!("member"), &json!(false), &json!(false))
    );
    assert!(own(&dora).await.is_empty() && waiting(&bella, &group).await.is_empty());
    // To be in a club is not to play in its rounds.
    assert_eq!(joined["plays"], false);
}

async fn invitations_are_taken_back(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let group = club(&bella, "closed").await;
    take_back(&bella, &group, &carl).await.refused(404, "no_such_group_invitation");
    invite(&bella, &group, &carl).await.ok();
    take_back(&carl, &group, &carl).await.refused(404, "no_such_group");
    is_done(&take_back(&bella, &group, &carl).await);
    assert!(own(&carl).await.is_empty());
    reply(&carl, &group, true).await.refused(404, "no_such_group_invitation");
    // Nobody has declined it, so it may be made again.
    invite(&bella, &group, &carl).await.ok();
    assert_eq!(own(&carl).await.len(), 1);
}

/// Numbers from 1 on, as ids.
fn ids(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{number:016}")).collect()
}

/// Keeps rows in a table, each of which is made of an id.
async fn fill(data: &Data, table: &str, ids: &[String], row: impl Fn(&str) -> String) {
    let rows: Vec<String> = ids.iter().map(|id| row(id)).collect();
    tamper(data, &format!("INSERT INTO {table} VALUES {}", rows.join(", "))).await;
}

async fn so_many_invitations_wait_at_a_group_and_come_from_a_leader(database: Database) {
    let server = Server::start(database).await;
    let data = server.data();
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    let group = club(&bella, "closed").await;
    let ids = ids(499);
    let people = "players (id, name, guest, created_at, kind, named)";
    fill(data, people, &ids, |id| format!("('{id}', 'Somebody', FALSE, 1, 'member', TRUE)")).await;
    let invitations = "group_invitations (group_id, player_id, inviter, invited_at, listed)";
    let row = |id: &str| format!("('{group}', '{id}', '{}', {}, TRUE)", bella.id, now());
    fill(data, invitations, &ids[..200], row).await;
    let refused = async |player: &Visitor| {
        invite(&bella, &group, player).await.refused(409, "too_many_group_invitations")["max"].clone()
    };
    assert_eq!(refused(&carl).await, 200);
    let a_day_later = format!("UPDATE group_invitations SET invited_at = invited_at - {DAY}");
    tamper(data, &a_day_later).await;
    invite(&bella, &group, &carl).await.ok();
    fill(data, invitations, &ids[200..], row).await;
    tamper(data, &a_day_later).await;
    assert_eq!(refused(&dora).await, 500);
    // What was refused is not there, and whoever waits already waits on.
    assert!(own(&dora).await.is_empty());
    invite(&bella, &group, &carl).await.ok();
    is_done(&take_back(&bella, &group, &carl).await);
    invite(&bella, &group, &dora).await.ok();
}

async fn so_many_invitations_of_a_player_wait(database: Database) {
    let server = Server::start(database).await;
    let data = server.data();
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let group = club(&bella, "closed").await;
    let ids = ids(60);
    let groups = "groups (id, kind, name, words, joining, made_at, accounts)";
    fill(data, groups, &ids, |id| format!("('{id}', 'club', 'Club', '', 'closed', 1, 0)")).await;
    let invitations = "group_invitations (group_id, player_id, inviter, invited_at, listed)";
    fill(data, invitations, &ids, |id| format!("('{id}', '{}', '{}', 1, TRUE)", carl.id, bella.id)).await;
    let refused = invite(&bella, &group, &carl).await;
    assert_eq!(refused.refused(409, "too_many_group_invitations")["max"], 60);
    assert_eq!(own(&carl).await.len(), 60);
    is_done(&reply(&carl, &ids[0], false).await);
    invite(&bella, &group, &carl).await.ok();
    assert_eq!(own(&carl).await[0]["group"]["id"], json!(group), "the latest stands first");
}

async fn a_pupil_is_invited_nowhere_else(database: Database) {
    let school = School::open(database).await;
    let cards = school.pupils(&["Ulrike"]).await;
    let ulrike = school.pupil(&cards[0]).await;
    let outside = member(&school.server, "Outsider").await;
    let group = club(&outside, "open").await;
    invite(&outside, &group, &ulrike).await.refused(404, "no_such_player");
    let close = async |joining: &str| {
        school.teacher.patch(&school.path(""), json!({"joining": joining})).await.ok();
    };
    close("request").await;
    invite(&outside, &group, &ulrike).await.ok();
    assert_eq!(own(&ulrike).await.len(), 1);
    close("closed").await;
    assert!(own(&ulrike).await.is_empty() && waiting(&outside, &group).await.is_empty());
    // Nor by one that was made at the moment in which the class was closed.
    let row = format!("('{group}', '{}', '{}', {}, TRUE)", ulrike.id, outside.id, now());
    let into = "INSERT INTO group_invitations (group_id, player_id, inviter, invited_at, listed) VALUES";
    tamper(school.server.data(), &format!("{into} {row}")).await;
    assert!(own(&ulrike).await.is_empty());
    reply(&ulrike, &group, true).await.refused(404, "no_such_group_invitation");
    assert_eq!(members(&outside, &group).await.len(), 1);
    // The teacher invites others, who see the pupils when they have agreed.
    invite(&school.teacher, &school.class, &outside).await.ok();
    let told = own(&outside).await;
    assert_eq!((&told[0]["group"]["name"], &told[0]["inviter"]["name"]), (&json!("4 b"), &json!("Theodora")));
    outside.get(&format!("/players/{}", ulrike.id)).await.refused(404, "no_such_player");
    is_done(&reply(&outside, &school.class, true).await);
    assert_eq!(outside.get(&format!("/players/{}", ulrike.id)).await.status, 200);
    // A pupil who led the class for a while, and has invited somebody, is nobody's to see again.
    let place = school.path(&format!("/members/{}", ulrike.id));
    is_done(&school.teacher.patch(&place, json!({"role": "leader"})).await);
    let carl = member(&school.server, "Carlotta").await;
    invite(&ulrike, &school.class, &carl).await.ok();
    assert_eq!(own(&carl).await[0]["inviter"]["name"], "Ulrike");
    is_done(&ulrike.patch(&place, json!({"role": "member"})).await);
    assert!(own(&carl).await.is_empty());
}

async fn a_block_ends_an_invitation(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    let group = club(&bella, "closed").await;
    for (by, whom, invited) in [(&carl, &bella, &carl), (&bella, &dora, &dora)] {
        invite(&bella, &group, invited).await.ok();
        block(by, whom, Method::PUT).await;
        assert!(own(invited).await.is_empty() && waiting(&bella, &group).await.is_empty());
        reply(invited, &group, true).await.refused(404, "no_such_group_invitation");
        invite(&bella, &group, invited).await.refused(403, "blocked");
        block(by, whom, Method::DELETE).await;
        invite(&bella, &group, invited).await.ok();
        is_done(&reply(invited, &group, false).await);
        // What was declined is not forgotten by a block.
        block(by, whom, Method::PUT).await;
        block(by, whom, Method::DELETE).await;
        invite(&bella, &group, invited).await.ok();
        assert!(own(invited).await.is_empty());
        is_done(&take_back(&bella, &group, invited).await);
    }
    // One that was made in the same moment as the block.
    block(&carl, &bella, Method::PUT).await;
    tamper(server.data(), "UPDATE group_invitations SET declined_at = NULL, listed = TRUE").await;
    assert!(own(&carl).await.is_empty());
    reply(&carl, &group, true).await.refused(404, "no_such_group_invitation");
    assert_eq!(own(&dora).await.len(), 1);
}

async fn what_ends_ends_its_invitations(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    // The group.
    let group = club(&bella, "closed").await;
    invite(&bella, &group, &carl).await.ok();
    is_done(&bella.delete(&format!("/groups/{group}")).await);
    assert!(own(&carl).await.is_empty());
    reply(&carl, &group, true).await.refused(404, "no_such_group_invitation");
    // Whoever is invited.
    let group = club(&bella, "closed").await;
    for player in [&carl, &dora] {
        invite(&bella, &group, player).await.ok();
    }
    is_done(&carl.delete("/me").await);
    assert_eq!(waiting(&bella, &group).await, ["Dorothea"]);
    invite(&bella, &group, &carl).await.refused(404, "no_such_player");
    // Whoever has invited. What was declined is not forgotten by that.
    let (emma, frieda) = (member(&server, "Emmanuela").await, member(&server, "Frederika").await);
    invite(&bella, &group, &frieda).await.ok();
    is_done(&reply(&frieda, &group, false).await);
    bring_in(&bella, &group, &emma).await;
    is_done(&bella.patch(&format!("/groups/{group}/members/{}", emma.id), json!({"role": "leader"})).await);
    is_done(&bella.delete("/me").await);
    assert!(own(&dora).await.is_empty());
    invite(&emma, &group, &frieda).await.ok();
    assert!(own(&frieda).await.is_empty());
    assert_eq!(waiting(&emma, &group).await, ["Frederika"]);
    assert_eq!(texts(server.data(), "SELECT inviter FROM group_invitations").await, [frieda.id.as_str()]);
}

async fn answers_at_the_same_moment(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    for _ in 0..6 {
        let group = club(&bella, "closed").await;
        let path = format!("/groups/{group}");
        let size = async || bella.get(&path).await.ok()["members"].clone();
        // The same answer twice counts once.
        invite(&bella, &group, &carl).await.ok();
        let (one, two) = tokio::join!(reply(&carl, &group, true), reply(&carl, &group, true));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!((statuses, size().await), ([204, 404], json!(2)), "{} {}", one.text(), two.text());
        is_done(&carl.delete(&format!("{path}/members/{}", carl.id)).await);
        // An answer comes before an invitation is taken back, or after that.
        invite(&bella, &group, &carl).await.ok();
        let (joined, gone) = tokio::join!(reply(&carl, &group, true), take_back(&bella, &group, &carl));
        match (joined.status, gone.status) {
            (204, 404) => {
                assert_eq!(size().await, 2);
                is_done(&carl.delete(&format!("{path}/members/{}", carl.id)).await);
            }
            (404, 204) => assert_eq!(size().await, 1),
            statuses => panic!("{statuses:?}: {} {}", joined.text(), gone.text()),
        }
        // Nobody joins what has ended.
        invite(&bella, &group, &carl).await.ok();
        let (joined, ended) = tokio::join!(reply(&carl, &group, true), bella.delete(&path));
        is_done(&ended);
        assert!(matches!(joined.status, 204 | 404), "{}", joined.text());
        assert_eq!(carl.get("/groups?mine=true").await.ok()["groups"], json!([]));
        assert!(own(&carl).await.is_empty());
    }
    assert_eq!(texts(server.data(), "SELECT group_id FROM group_invitations").await, [""; 0]);
    assert_eq!(texts(server.data(), "SELECT group_id FROM group_members").await, [""; 0]);
}
