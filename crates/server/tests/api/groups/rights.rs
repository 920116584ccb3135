//! Every pair that the table of rights forbids in a group is refused by REST, with its own code.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;
use tengen_protocol::{GroupKind, GroupRole, Joining, PlayerKind, Role};
use tengen_roles::{Act, Actor, Fellow, FellowAct, GroupAct, Membership, Proof, Why, may};

use super::{School, at, bring_in, found, id, is_done};
use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, member, sign_in};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, now, on_sqlite_and_long_on_postgres, once};

on_sqlite_and_long_on_postgres! {
    whoever_may_not_is_told_why
}

once! {
    rights_in_a_class_hold_on_each_server
}

const HOUR: Duration = Duration::from_hours(1);

fn code(why: Why) -> (u16, &'static str) {
    match why {
        Why::NotAllowed => (403, "not_allowed"),
        Why::StaffScope => (403, "insufficient_scope"),
        Why::SignInAgain => (403, "sign_in_again"),
        Why::Oneself => (409, "oneself"),
        Why::EqualOrHigher => (403, "equal_or_higher"),
        Why::Nobody => (404, "no_such_player"),
        Why::NoAccount => (403, "account_needed"),
        Why::NoGroup => (404, "no_such_group"),
        Why::LastLeader => (409, "last_leader"),
        Why::NoClass => (409, "not_a_class"),
        Why::OwnWayIn => (409, "own_way_in"),
        other => panic!("nobody hears {other:?} in a group"),
    }
}

async fn ask(visitor: &Visitor, group: &str, act: GroupAct) -> Vec<Answer> {
    let path = format!("/groups/{group}");
    let own = format!("{path}/members/{}", visitor.id);
    match act {
        GroupAct::See => vec![
            visitor.get(&path).await,
            visitor.get(&format!("{path}/members")).await,
            visitor.get(&format!("{path}/rounds")).await,
            visitor.get(&format!("{path}/games")).await,
            visitor.get(&format!("{path}/games?format=sgf")).await,
        ],
        GroupAct::Join => vec![visitor.post(&format!("{path}/members"), json!({})).await],
        GroupAct::Leave => vec![visitor.delete(&own).await],
        GroupAct::Resign => vec![visitor.patch(&own, json!({"role": "member"})).await],
        GroupAct::TakePart => vec![visitor.patch(&own, json!({"plays": true})).await],
        GroupAct::Change => vec![visitor.patch(&path, json!({"name": "Others"})).await],
        GroupAct::AnswerRequests => {
            let path = format!("{path}/requests");
            let wish = json!({"player": "0000000000000000", "accept": true});
            vec![visitor.get(&path).await, visitor.post(&path, wish).await]
        }
        GroupAct::Invite => {
            let list = format!("{path}/invitations");
            vec![
                visitor.post(&format!("{path}/members"), json!({"player": "0000000000000000"})).await,
                visitor.get(&list).await,
                visitor.delete(&format!("{list}/0000000000000000")).await,
            ]
        }
        GroupAct::Pair => vec![visitor.post(&format!("{path}/rounds"), json!({})).await],
        GroupAct::SetTasks => {
            let path = format!("{path}/tasks");
            let none = format!("{path}/0000000000000000");
            let wish = json!({"work": {"kind": "games", "times": 0}, "until": 0});
            vec![visitor.post(&path, wish).await, visitor.get(&none).await, visitor.delete(&none).await]
        }
        GroupAct::SeeTasks => vec![visitor.get(&format!("{path}/tasks")).await],
        GroupAct::DoTask => {
            let path = format!("{path}/tasks/0000000000000000/replayed");
            vec![visitor.post(&path, json!({})).await]
        }
        GroupAct::MakeAccounts => vec![
            visitor.post(&format!("{path}/accounts"), json!({"names": ["Somebody"]})).await,
            visitor.post(&format!("{path}/cards"), json!({})).await,
            visitor.delete(&format!("{path}/cards")).await,
        ],
        GroupAct::End => vec![visitor.delete(&path).await],
    }
}

async fn ask_fellow(visitor: &Visitor, group: &str, player: &str, act: FellowAct) -> Vec<Answer> {
    let path = format!("/groups/{group}/members/{player}");
    match act {
        FellowAct::Remove => vec![visitor.delete(&path).await],
        FellowAct::MakeLeader => vec![visitor.patch(&path, json!({"role": "leader"})).await],
        FellowAct::RuleAccount => vec![
            visitor.patch(&path, json!({"name": "Somebody"})).await,
            visitor.post(&format!("/groups/{group}/cards"), json!({"players": [player]})).await,
            visitor.delete(&format!("/groups/{group}/cards/{player}")).await,
        ],
    }
}

/// Everybody who may ask, with the role on the server, and the one in the groups.
struct Asking {
    visitor: Visitor,
    actor: Actor,
    place: Option<GroupRole>,
}

/// A group of the teacher, in which are Carlotta and Ludmilla, who leads it as well if it has two leaders.
struct InGroup {
    group: String,
    kind: GroupKind,
    joining: Joining,
    has_two: bool,
    /// Somebody whose account was made in it.
    pupil: Option<String>,
}

/// A class and a club of each way of joining: closed with two leaders, and by request with one.
async fn all_groups([ann, teacher, carl, other]: [&Visitor; 4]) -> Vec<InGroup> {
    let mut groups = Vec::new();
    for (kind, joining) in [
        (GroupKind::Class, Joining::Closed),
        (GroupKind::Class, Joining::Request),
        (GroupKind::Club, Joining::Closed),
        (GroupKind::Club, Joining::Request),
    ] {
        let wish = json!({"kind": kind, "name": "A group", "joining": joining});
        let founder = if kind == GroupKind::Class { ann } else { teacher };
        let mut wish = wish;
        if kind == GroupKind::Class {
            wish["leader"] = json!(teacher.id);
        }
        let group = id(&found(founder, wish).await);
        for player in [carl, other] {
            bring_in(teacher, &group, player).await;
        }
        let has_two = joining == Joining::Closed;
        if has_two {
            is_done(
                &teacher
                    .patch(&format!("/groups/{group}/members/{}", other.id), json!({"role": "leader"}))
                    .await,
            );
        }
        let pupil = if kind == GroupKind::Class {
            let name = format!("Pupil of {joining:?}");
            let made =
                teacher.post(&format!("/groups/{group}/accounts"), json!({"names": [name]})).await.ok();
            Some(made["cards"][0]["player"]["id"].as_str().unwrap().to_owned())
        } else {
            None
        };
        groups.push(InGroup { group, kind, joining, has_two, pupil });
    }
    groups
}

/// All of them, in an old session and a new one.
async fn everybody(server: &Server, players: [&Visitor; 5], guest: Visitor) -> Vec<Asking> {
    let [ann, bella, teacher, carl, outside] = players;
    let mut everybody = Vec::new();
    for (player, role, place) in [
        (ann, Some(Role::Owner), None),
        (bella, Some(Role::Moderator), None),
        (teacher, None, Some(GroupRole::Leader)),
        (carl, None, Some(GroupRole::Member)),
        (outside, None, None),
    ] {
        let kind = PlayerKind::Member;
        let stranger = Visitor::stranger(server);
        let again = at_home(&stranger, &sign_in(&stranger, &player.name, PASSWORD).await);
        for (visitor, fresh) in [(player.clone(), false), (again, true)] {
            let actor = Actor::Player { kind, role, proof: Proof::Session { fresh } };
            everybody.push(Asking { visitor, actor, place });
        }
    }
    let (kind, proof) = (PlayerKind::Guest, Proof::Session { fresh: false });
    everybody.push(Asking { visitor: guest, actor: Actor::Player { kind, role: None, proof }, place: None });
    everybody
}

async fn whoever_may_not_is_told_why(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let names = ["Annabel", "Bella", "Theodora", "Ludmilla", "Carlotta", "Dorothea"];
    let mut all = Vec::new();
    for name in names {
        all.push(member(server, name).await);
    }
    let [ann, bella, teacher, other, carl, outside] = &all[..] else { unreachable!() };
    crate::admin::done(server.data(), &["owner", &ann.id]).await;
    let grant = json!({"act": "grant", "role": "moderator", "reason": "She keeps order."});
    is_done(&ann.post(&format!("/staff/players/{}/acts", bella.id), grant).await);
    let groups = all_groups([ann, teacher, carl, other]).await;
    let guest = Visitor::guest(server, "Gustav").await;
    by_hand.skip(HOUR).await;
    let everybody = everybody(server, [ann, bella, teacher, carl, outside], guest).await;
    let (mut refused, mut heard) = (0, BTreeSet::new());
    let mut check = |answers: Vec<Answer>, why: Why, what: String| {
        let (status, code) = code(why);
        for answer in answers {
            assert_eq!(answer.status, status, "{what}: {}", answer.text());
            answer.refused(status, code);
            heard.insert(code);
            refused += 1;
        }
    };
    for Asking { visitor, actor, place } in &everybody {
        for InGroup { group, kind, joining, has_two, pupil } in &groups {
            let is_last_leader = *place == Some(GroupRole::Leader) && !has_two;
            let membership = Membership { kind: *kind, joining: *joining, role: *place, is_last_leader };
            for act in GroupAct::ALL {
                // Rights are used in other tests.
                if let Err(why) = may(*actor, Act::InGroup(act, membership)) {
                    check(ask(visitor, group, act).await, why, format!("{actor:?} {act:?} {membership:?}"));
                }
            }
            let fellow = |role, is_ruled| Fellow { role, is_actor: false, has_server_role: false, is_ruled };
            let other_role = if *has_two { GroupRole::Leader } else { GroupRole::Member };
            let mut fellows = vec![
                (carl.id.clone(), fellow(Some(GroupRole::Member), false)),
                (other.id.clone(), fellow(Some(other_role), false)),
                (outside.id.clone(), fellow(None, false)),
            ];
            fellows.extend(pupil.clone().map(|pupil| (pupil, fellow(Some(GroupRole::Member), true))));
            for (player, fellow) in fellows {
                // What one does to oneself are other acts.
                if player == visitor.id {
                    continue;
                }
                for act in FellowAct::ALL {
                    if let Err(why) = may(*actor, Act::ToFellow(act, membership, fellow)) {
                        let what = format!("{actor:?} {act:?} {membership:?} {fellow:?}");
                        check(ask_fellow(visitor, group, &player, act).await, why, what);
                    }
                }
            }
        }
    }
    assert!(refused > 500, "{refused}");
    let all = [
        "not_allowed",
        "sign_in_again",
        "equal_or_higher",
        "no_such_player",
        "account_needed",
        "no_such_group",
        "last_leader",
        "not_a_class",
        "own_way_in",
    ];
    assert_eq!(heard, all.into());
    // Nothing was changed.
    for InGroup { group, kind, .. } in &groups {
        let seen = teacher.get(&format!("/groups/{group}")).await.ok();
        let members = if *kind == GroupKind::Class { 4 } else { 3 };
        assert_eq!((&seen["name"], &seen["members"]), (&json!("A group"), &json!(members)));
    }
}

async fn rights_in_a_class_hold_on_each_server() {
    let school = School::open(Database::Postgres).await;
    let second = at(school.server.data().clone()).await;
    let servers = [&school.server, &second];
    let made = school.pupils(&["Ulrike"]).await;
    let (ulrike, carl) = (school.pupil(&made[0]).await, member(&second, "Carlotta").await);
    let (class, tasks) = (school.path(""), school.path("/tasks"));
    let place = school.path(&format!("/members/{}", carl.id));
    let wish = json!({"work": {"kind": "games", "times": 1}, "until": now() + 60_000});
    let (pupil, other) = (format!("/players/{}", ulrike.id), format!("/players/{}", carl.id));
    for server in servers {
        carl.at(server).get(&class).await.refused(404, "no_such_group");
        carl.at(server).get(&pupil).await.refused(404, "no_such_player");
        ulrike.at(server).get(&other).await.refused(404, "no_such_player");
        ulrike.at(server).post(&tasks, wish.clone()).await.refused(403, "not_allowed");
        ulrike.at(server).post(&school.path("/rounds"), json!({})).await.refused(403, "not_allowed");
    }
    // Invited at one server, made a leader at the other, and the first one knows.
    bring_in(&school.teacher, &school.class, &carl).await;
    is_done(&school.teacher.at(&second).patch(&place, json!({"role": "leader"})).await);
    for server in servers {
        assert_eq!(carl.at(server).post(&tasks, wish.clone()).await.status, 201);
        carl.at(server).get(&pupil).await.ok();
    }
    is_done(&carl.patch(&place, json!({"role": "member"})).await);
    for server in servers {
        carl.at(server).post(&tasks, wish.clone()).await.refused(403, "not_allowed");
    }
    is_done(&school.teacher.at(&second).delete(&place).await);
    for server in servers {
        carl.at(server).get(&tasks).await.refused(404, "no_such_group");
        carl.at(server).get(&pupil).await.refused(404, "no_such_player");
    }
    // A class that is opened at one server is open at both.
    school.teacher.patch(&class, json!({"joining": "open"})).await.ok();
    for server in servers {
        carl.at(server).get(&pupil).await.ok();
        ulrike.at(server).get(&other).await.ok();
        carl.at(server).get(&tasks).await.refused(403, "not_allowed");
    }
}
