//! Every pair that the table of rights forbids is refused by REST, with its own code.

use std::time::Duration;

use serde_json::json;
use tengen_protocol::{PlayerKind, Role};
use tengen_roles::{Act, Actor, Person, PersonAct, Proof, ServerAct, Why, may};

use super::{REASON, act, entries, grant, is_done, revoke, roles, run_by};
use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home, bot, member, sign_in};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, now, on_both_databases, on_sqlite_and_long_on_postgres, once};

on_both_databases! {
    whoever_has_lost_a_role_acts_no_more
    of_two_owners_who_leave_at_once_one_stays
}

on_sqlite_and_long_on_postgres! {
    whoever_may_not_is_told_why
}

once! {
    rights_hold_on_each_server
}

/// Somebody who asks, as the table of rights sees the request.
struct Asking {
    visitor: Visitor,
    actor: Actor,
}

/// Somebody to whom it is done.
struct Asked {
    id: String,
    person: Person,
}

const HOUR: Duration = Duration::from_hours(1);

fn code(why: Why) -> (u16, &'static str) {
    match why {
        Why::NotAllowed => (403, "not_allowed"),
        Why::StaffScope => (403, "insufficient_scope"),
        Why::SignInAgain => (403, "sign_in_again"),
        Why::OwnToken => (403, "own_token_needed"),
        Why::Oneself => (409, "oneself"),
        Why::EqualOrHigher => (403, "equal_or_higher"),
        Why::LastOwner => (409, "last_owner"),
        Why::NoMember => (422, "not_a_member"),
        Why::Nobody => (404, "no_such_player"),
        Why::NoAccount => (403, "account_needed"),
        Why::NoGroup => (404, "no_such_group"),
        Why::LastLeader => (409, "last_leader"),
        Why::NoClass => (409, "not_a_class"),
        Why::OwnWayIn => (409, "own_way_in"),
    }
}

/// Everybody who may ask, in an old session and a new one, and by tokens of both kinds.
async fn everybody(
    server: &Server,
    by_hand: &ServerByHand,
    known: &[(&Visitor, Option<Role>)],
) -> Vec<Asking> {
    let mut tokens = Vec::new();
    for (player, role) in known {
        let kind = PlayerKind::Member;
        let plain = player.with_token(&["read", "play"]).await;
        let proof = Proof::Token { staff: false };
        tokens.push(Asking { visitor: plain, actor: Actor::Player { kind, role: *role, proof } });
        if role.is_some() {
            let staff = player.with_token(&["staff"]).await;
            let proof = Proof::Token { staff: true };
            tokens.push(Asking { visitor: staff, actor: Actor::Player { kind, role: *role, proof } });
        }
    }
    by_hand.skip(HOUR).await;
    let mut all = tokens;
    for (player, role) in known {
        let (kind, role) = (PlayerKind::Member, *role);
        let stranger = Visitor::stranger(server);
        let again = at_home(&stranger, &sign_in(&stranger, &player.name, PASSWORD).await);
        for (visitor, fresh) in [((*player).clone(), false), (again, true)] {
            all.push(Asking {
                visitor,
                actor: Actor::Player { kind, role, proof: Proof::Session { fresh } },
            });
        }
    }
    all
}

async fn ask(asking: &Asking, what: PersonAct, asked: &Asked) -> Answer {
    let path = format!("/staff/players/{}", asked.id);
    let wish = match what {
        PersonAct::SeeHistory => return asking.visitor.get(&path).await,
        PersonAct::Grant(role) => json!({"act": "grant", "role": role, "reason": REASON}),
        PersonAct::Revoke(role) => json!({"act": "revoke", "role": role, "reason": REASON}),
        PersonAct::Rename => json!({"act": "rename", "name": "Somebody else", "reason": REASON}),
        PersonAct::Warn => json!({"act": "warn", "ground": "abuse", "reason": REASON}),
        PersonAct::Suspend => {
            json!({"act": "suspend", "ground": "abuse", "until": now() + 7_200_000, "reason": REASON})
        }
        PersonAct::Lift => json!({"act": "lift", "reason": REASON}),
        PersonAct::Export => {
            return asking.visitor.post(&format!("{path}/export"), json!({"reason": REASON})).await;
        }
        PersonAct::Delete => json!({"act": "delete", "name": "Nobody", "reason": REASON}),
    };
    asking.visitor.post(&format!("{path}/acts"), wish).await
}

/// Asks for something that concerns the server. Changes are asked for by those alone who may not make them.
async fn ask_server(asking: &Asking, what: ServerAct) -> Vec<Answer> {
    let visitor = &asking.visitor;
    let looks: &[&str] = match what {
        ServerAct::SeeStaff => &["/staff"],
        ServerAct::ReadAudit => &["/staff/audit", "/staff/audit/check", "/staff/audit/export"],
        ServerAct::Invite => &["/invitations"],
        ServerAct::SeeMembers => {
            &["/staff/members", "/staff/members?role=moderator&state=active&unseen_since=1"]
        }
        ServerAct::SeeCases => &["/staff/cases"],
        ServerAct::RuleGroups => &["/staff/groups"],
        ServerAct::SeeMails | ServerAct::EraseReason | ServerAct::Announce | ServerAct::FoundClass => &[],
        // These have tests of their own.
        ServerAct::MakeStaffToken | ServerAct::Report | ServerAct::FoundClub => return Vec::new(),
    };
    let mut answers = Vec::new();
    for look in looks {
        answers.push(visitor.get(look).await);
    }
    if what == ServerAct::SeeMails {
        answers.push(visitor.post("/staff/members/search", json!({"mail": "a"})).await);
    }
    if may(asking.actor, Act::ToServer(what)).is_err() {
        match what {
            ServerAct::EraseReason => {
                let wish = json!({"act": "erase_reason", "seq": 1, "reason": REASON});
                answers.push(visitor.post("/staff/audit/acts", wish).await);
            }
            ServerAct::Announce => {
                let wish = json!({"act": "announce", "texts": {"en": "Hello."}, "until": now() + 7_200_000, "reason": REASON});
                answers.push(visitor.post("/staff/announcements/acts", wish).await);
            }
            ServerAct::RuleGroups => {
                for wish in [
                    json!({"act": "end", "reason": REASON}),
                    json!({"act": "rename", "name": "Others", "reason": REASON}),
                ] {
                    answers.push(visitor.post("/staff/groups/0000000000000000/acts", wish).await);
                }
            }
            // Programs found nothing, whatever they are good for.
            ServerAct::FoundClass
                if matches!(asking.actor, Actor::Player { proof: Proof::Session { .. }, .. }) =>
            {
                answers.push(visitor.post("/groups", json!({"kind": "class", "name": "4 b"})).await);
            }
            ServerAct::Invite => {
                answers.push(visitor.post("/invitations", json!({})).await);
                answers.push(visitor.delete("/invitations/0000000000000000").await);
            }
            _ => {}
        }
    }
    answers
}

async fn strangers_learn_nothing(server: &Server) {
    let stranger = Visitor::stranger(server);
    for path in [
        "/staff",
        "/staff/members",
        "/staff/audit",
        "/staff/audit/check",
        "/staff/audit/export",
        "/invitations",
    ] {
        stranger.get(path).await.refused(401, "unauthenticated");
    }
}

async fn whoever_may_not_is_told_why(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let ann = member(server, "Annabel").await;
    crate::admin::done(server.data(), &["owner", &ann.id]).await;
    let (other, bella, carl, dora) = (
        member(server, "Ophelia").await,
        member(server, "Bella").await,
        member(server, "Carlotta").await,
        member(server, "Dorothea").await,
    );
    is_done(&grant(&ann, &other, "owner").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    let robot = bot(&dora, "Robot of Dora").await;
    let robot_of_staff = bot(&bella, "Robot of Bella").await;
    let guest = Visitor::guest(server, "Gustav").await;
    let computer = guest.get("/house").await.ok()["players"][0]["player"]["id"].as_str().unwrap().to_owned();
    let person = |kind, role| Person { kind, role, is_actor: false, is_last_owner: false };
    let of_member = |role| person(PlayerKind::Member, role);
    let asked = [
        Asked { id: ann.id.clone(), person: of_member(Some(Role::Owner)) },
        Asked { id: other.id.clone(), person: of_member(Some(Role::Owner)) },
        Asked { id: bella.id.clone(), person: of_member(Some(Role::Moderator)) },
        Asked { id: carl.id.clone(), person: of_member(None) },
        Asked { id: robot.id.clone(), person: person(PlayerKind::Bot, None) },
        Asked { id: robot_of_staff.id.clone(), person: person(PlayerKind::Bot, Some(Role::Moderator)) },
        Asked { id: guest.id.clone(), person: person(PlayerKind::Guest, None) },
        Asked { id: computer, person: person(PlayerKind::Computer, None) },
        Asked { id: "0000000000000000".to_owned(), person: person(PlayerKind::Deleted, None) },
    ];
    let known = [(&ann, Some(Role::Owner)), (&bella, Some(Role::Moderator)), (&carl, None)];
    let mut everybody = everybody(server, &by_hand, &known).await;
    for (visitor, kind) in [(&guest, PlayerKind::Guest), (&robot, PlayerKind::Bot)] {
        // A guest has proved nothing, a bot has no sessions.
        let proof = match kind {
            PlayerKind::Bot => Proof::Token { staff: false },
            _ => Proof::Session { fresh: false },
        };
        everybody.push(Asking { visitor: visitor.clone(), actor: Actor::Player { kind, role: None, proof } });
    }
    let (mut refused, mut heard) = (0, std::collections::BTreeSet::new());
    for asking in &everybody {
        for asked in &asked {
            for what in PersonAct::ALL {
                let own = asked.id == asking.visitor.id
                    || (asked.id == robot_of_staff.id && asking.visitor.id == bella.id);
                let person = Person { is_actor: own, ..asked.person };
                // Rights are used in other tests.
                let Err(why) = may(asking.actor, Act::ToPerson(what, person)) else { continue };
                let (status, code) = code(why);
                let answer = ask(asking, what, asked).await;
                assert_eq!(
                    answer.status,
                    status,
                    "{:?} {what:?} {person:?}: {}",
                    asking.actor,
                    answer.text()
                );
                answer.refused(status, code);
                heard.insert(code);
                refused += 1;
            }
        }
        for what in ServerAct::ALL {
            for answer in ask_server(asking, what).await {
                match may(asking.actor, Act::ToServer(what)) {
                    Ok(()) => assert_eq!(answer.status, 200, "{:?} {what:?}", asking.actor),
                    Err(why) => {
                        let (status, code) = code(why);
                        answer.refused(status, code);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 300, "{refused}");
    let all = [
        "not_allowed",
        "insufficient_scope",
        "sign_in_again",
        "oneself",
        "equal_or_higher",
        "not_a_member",
        "no_such_player",
    ];
    assert_eq!(heard, all.into());
    strangers_learn_nothing(server).await;
    // Nothing was written but the three roles and the two tokens.
    let owner = everybody.iter().find(|asking| {
        asking.visitor.id == ann.id
            && matches!(asking.actor, Actor::Player { proof: Proof::Session { fresh: true }, .. })
    });
    assert_eq!(entries(&owner.unwrap().visitor).await.len(), 5);
}

async fn whoever_has_lost_a_role_acts_no_more(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    assert_eq!(roles(&bella).await, json!(["moderator"]));
    is_done(&super::rename(&bella, &carl, "Charlotte").await);
    let program = bella.with_token(&["staff"]).await;
    assert_eq!(program.get("/staff").await.status, 200);
    is_done(&revoke(&ann, &bella, "moderator").await);
    assert_eq!(roles(&bella).await, json!([]));
    super::rename(&bella, &carl, "Carla").await.refused(403, "not_allowed");
    // A token has no right that its player does not have.
    program.get("/staff").await.refused(403, "not_allowed");
    // A moderator gives the role up, and nobody else's.
    is_done(&grant(&ann, &bella, "moderator").await);
    revoke(&bella, &ann, "owner").await.refused(403, "not_allowed");
    revoke(&bella, &bella, "owner").await.refused(403, "not_allowed");
    is_done(&revoke(&bella, &bella, "moderator").await);
    assert_eq!(roles(&bella).await, json!([]));
    // The last owner stays.
    revoke(&ann, &ann, "owner").await.refused(409, "last_owner");
    is_done(&grant(&ann, &bella, "owner").await);
    is_done(&revoke(&ann, &ann, "owner").await);
    act(&ann, &bella, json!({"act": "revoke", "role": "owner", "reason": REASON}))
        .await
        .refused(403, "not_allowed");
    revoke(&bella, &bella, "owner").await.refused(409, "last_owner");
}

async fn of_two_owners_who_leave_at_once_one_stays(database: Database) {
    let (server, ann) = run_by(database).await;
    for round in 0..5 {
        let bella = member(&server, &format!("Bella of {round}")).await;
        is_done(&grant(&ann, &bella, "owner").await);
        let (one, two) = tokio::join!(revoke(&ann, &ann, "owner"), revoke(&bella, &bella, "owner"));
        let (mut left, mut stayed) = (0, Vec::new());
        for (answer, player) in [(one, &ann), (two, &bella)] {
            if answer.status == 204 {
                left += 1;
            } else {
                answer.refused(409, "last_owner");
                stayed.push(player);
            }
        }
        assert_eq!((left, stayed.len()), (1, 1));
        if stayed[0].id != ann.id {
            is_done(&grant(&bella, &ann, "owner").await);
            is_done(&revoke(&bella, &bella, "owner").await);
        }
    }
    assert!(super::holds(&ann).await);
}

async fn rights_hold_on_each_server() {
    let (first, ann) = run_by(Database::Postgres).await;
    let data: Data = first.data().clone();
    let second = super::at(data).await;
    let (bella, carl) = (member(&first, "Bella").await, member(&second, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    is_done(&super::rename(&bella.at(&second), &carl, "Charlotte").await);
    is_done(&revoke(&ann.at(&second), &bella, "moderator").await);
    for server in [&first, &second] {
        super::rename(&bella.at(server), &carl, "Carla").await.refused(403, "not_allowed");
        grant(&carl.at(server), &carl, "owner").await.refused(403, "not_allowed");
        assert_eq!(entries(&ann.at(server)).await.len(), 3);
    }
}
