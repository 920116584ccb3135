//! How one becomes a member of a group, and leaves it.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{School, at, bring_in, club, found, id, is_done, members};
use crate::member::{bot, card, member};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, once};

on_both_databases! {
    a_club_from_its_founding_to_its_end
    an_open_group_is_joined_and_one_by_request_is_asked
    a_closed_group_is_seen_by_its_members_alone
    groups_have_leaders_as_long_as_they_go_on
    what_no_group_can_be
    a_member_leads_five_groups_at_most
    requests_are_bounded
    lists_go_on_page_by_page
    whoever_leaves_the_server_leaves_its_groups
}

once! {
    leaders_who_resign_at_two_servers_at_once
}

async fn join(visitor: &Visitor, group: &str) -> crate::rest::Answer {
    visitor.post(&format!("/groups/{group}/members"), json!({})).await
}

async fn a_club_from_its_founding_to_its_end(database: Database) {
    let server = Server::start(database).await;
    let bella = member(&server, "Bella").await;
    let group = found(
        &bella,
        json!({"kind": "club", "name": " Go in town ", "words": "Thursdays.\nBring a friend."}),
    )
    .await;
    let club = id(&group);
    assert_eq!(
        (&group["name"], &group["words"], &group["joining"], &group["members"], &group["role"]),
        (
            &json!("Go in town"),
            &json!("Thursdays.\nBring a friend."),
            &json!("request"),
            &json!(1),
            &json!("leader")
        )
    );
    let stranger = Visitor::stranger(&server);
    let seen = stranger.get(&format!("/groups/{club}")).await.ok();
    assert_eq!((&seen["name"], &seen["role"], &seen["asked"]), (&group["name"], &Value::Null, &json!(false)));
    let changed = bella.patch(&format!("/groups/{club}"), json!({"name": "Go on Thursdays"})).await.ok();
    assert_eq!((&changed["name"], &changed["words"]), (&json!("Go on Thursdays"), &group["words"]));
    assert_eq!(stranger.get("/groups").await.ok()["groups"][0]["name"], "Go on Thursdays");
    is_done(&bella.delete(&format!("/groups/{club}")).await);
    for visitor in [&bella, &stranger] {
        visitor.get(&format!("/groups/{club}")).await.refused(404, "no_such_group");
        assert_eq!(visitor.get("/groups").await.ok()["groups"], json!([]));
    }
    bella.delete(&format!("/groups/{club}")).await.refused(404, "no_such_group");
    join(&bella, &club).await.refused(404, "no_such_group");
}

async fn an_open_group_is_joined_and_one_by_request_is_asked(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl, dora) = (
        member(&server, "Bella").await,
        member(&server, "Carlotta").await,
        member(&server, "Dorothea").await,
    );
    let open = club(&bella, "open").await;
    let joined = join(&carl, &open).await.ok();
    assert_eq!((&joined["role"], &joined["members"]), (&json!("member"), &json!(2)));
    // Once more changes nothing.
    assert_eq!(join(&carl, &open).await.ok()["members"], 2);
    assert_eq!(join(&bella, &open).await.ok()["role"], "leader");
    let asked = club(&bella, "request").await;
    let waits = join(&carl, &asked).await.ok();
    assert_eq!((&waits["role"], &waits["asked"], &waits["members"]), (&Value::Null, &json!(true), &json!(1)));
    join(&dora, &asked).await.ok();
    let path = format!("/groups/{asked}/requests");
    let requests = bella.get(&path).await.ok()["requests"].clone();
    let players: Vec<_> =
        requests.as_array().unwrap().iter().map(|request| request["player"].clone()).collect();
    assert_eq!(players, [card(&carl), card(&dora)]);
    is_done(&bella.post(&path, json!({"player": carl.id, "accept": true})).await);
    is_done(&bella.post(&path, json!({"player": dora.id, "accept": false})).await);
    bella.post(&path, json!({"player": dora.id, "accept": true})).await.refused(404, "no_such_player");
    assert_eq!(
        members(&carl, &asked).await,
        [("Bella".into(), "leader".into()), ("Carlotta".into(), "member".into())]
    );
    join(&dora, &asked).await.ok();
    is_done(&dora.delete(&path).await);
    assert_eq!(bella.get(&path).await.ok()["requests"], json!([]));
    // A leader invites people with accounts, unless one of the two blocks the other.
    let invite = |player: String| {
        let (bella, asked) = (&bella, &asked);
        async move { bella.post(&format!("/groups/{asked}/members"), json!({"player": player})).await }
    };
    let (guest, robot) = (Visitor::guest(&server, "Gustav").await, bot(&carl, "Robot of Carlotta").await);
    for nobody in [guest.id.clone(), robot.id.clone(), "0000000000000000".to_owned()] {
        invite(nobody).await.refused(404, "no_such_player");
    }
    let block = dora.request(reqwest::Method::PUT, &format!("/api/v1/players/{}/block", bella.id));
    assert_eq!(block.send().await.unwrap().status(), 204);
    invite(dora.id.clone()).await.refused(403, "blocked");
    let emma = member(&server, "Emmanuela").await;
    assert_eq!(invite(emma.id.clone()).await.ok()["members"], 2);
    is_done(&emma.post(&format!("/me/group-invitations/{asked}"), json!({"accept": true})).await);
    assert_eq!(members(&bella, &asked).await.len(), 3);
    // Guests and bots are in no groups, and programs do nothing there.
    join(&guest, &open).await.refused(403, "account_needed");
    guest.post("/groups", json!({"kind": "club", "name": "Guests"})).await.refused(403, "account_needed");
    let program = emma.with_token(&["read", "play"]).await;
    join(&program, &open).await.refused(403, "own_token_needed");
    assert_eq!(program.get("/groups?mine=true").await.ok()["groups"][0]["id"], json!(asked));
    // Everybody may leave at any time.
    is_done(&emma.delete(&format!("/groups/{asked}/members/{}", emma.id)).await);
    emma.delete(&format!("/groups/{asked}/members/{}", emma.id)).await.refused(404, "no_such_player");
}

async fn a_closed_group_is_seen_by_its_members_alone(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let group = club(&bella, "closed").await;
    let (stranger, guest) = (Visitor::stranger(&server), Visitor::guest(&server, "Gustav").await);
    for outside in [&stranger, &guest, &carl] {
        for path in ["", "/members"] {
            outside.get(&format!("/groups/{group}{path}")).await.refused(404, "no_such_group");
        }
        assert_eq!(outside.get("/groups").await.ok()["groups"], json!([]));
    }
    for outside in [&guest, &carl] {
        join(outside, &group).await.refused(404, "no_such_group");
        outside.get(&format!("/groups/{group}/requests")).await.refused(404, "no_such_group");
        outside.delete(&format!("/groups/{group}/requests")).await.refused(404, "no_such_group");
        outside.delete(&format!("/groups/{group}")).await.refused(404, "no_such_group");
        outside.delete(&format!("/groups/{group}/members/{}", bella.id)).await.refused(404, "no_such_group");
        outside
            .patch(&format!("/groups/{group}"), json!({"name": "Ours"}))
            .await
            .refused(404, "no_such_group");
    }
    bring_in(&bella, &group, &carl).await;
    assert_eq!(members(&carl, &group).await.len(), 2);
    assert_eq!(carl.get("/groups").await.ok()["groups"][0]["id"], json!(group));
    assert_eq!(carl.get("/groups?mine=true").await.ok()["groups"][0]["role"], "member");
    // Requests of before are nobody's matter in a group that is closed.
    let asked = club(&bella, "request").await;
    join(&carl, &asked).await.ok();
    bella.patch(&format!("/groups/{asked}"), json!({"joining": "closed"})).await.ok();
    carl.get(&format!("/groups/{asked}")).await.refused(404, "no_such_group");
    assert_eq!(bella.get(&format!("/groups/{asked}/requests")).await.ok()["requests"], json!([]));
}

async fn groups_have_leaders_as_long_as_they_go_on(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let group = club(&bella, "open").await;
    let of = |visitor: &Visitor| format!("/groups/{group}/members/{}", visitor.id);
    bella.delete(&of(&bella)).await.refused(409, "last_leader");
    bella.patch(&of(&bella), json!({"role": "member"})).await.refused(409, "last_leader");
    bella.delete("/me").await.refused(409, "last_leader");
    bella.patch(&of(&carl), json!({"role": "leader"})).await.refused(404, "no_such_player");
    join(&carl, &group).await.ok();
    is_done(&bella.patch(&of(&carl), json!({"role": "leader"})).await);
    // Leaders are each other's equals.
    bella.delete(&of(&carl)).await.refused(403, "equal_or_higher");
    bella.patch(&of(&carl), json!({"role": "member"})).await.refused(403, "equal_or_higher");
    is_done(&bella.patch(&of(&bella), json!({"role": "member"})).await);
    assert_eq!(
        members(&bella, &group).await,
        [("Bella".into(), "member".into()), ("Carlotta".into(), "leader".into())]
    );
    bella.delete(&of(&carl)).await.refused(403, "not_allowed");
    is_done(&carl.delete(&of(&bella)).await);
    assert_eq!(members(&carl, &group).await, [("Carlotta".into(), "leader".into())]);
}

async fn what_no_group_can_be(database: Database) {
    let server = Server::start(database).await;
    let bella = member(&server, "Bella").await;
    let refused = async |wish: Value| bella.post("/groups", wish).await.refused(422, "invalid_group");
    for name in ["", "  ", "two\nlines", "a\u{7}", &"x".repeat(61)] {
        assert_eq!(refused(json!({"kind": "club", "name": name})).await["field"], "name", "{name:?}");
    }
    for (name, reason) in [
        ("\u{202e}town", "invisible"),
        ("!!!", "blank"),
        ("Club \u{301}", "marks"),
        ("Club \u{fdfa}", "wide"),
        ("Gо club", "mixed"),
        ("Moderator", "reserved"),
    ] {
        assert_eq!(refused(json!({"kind": "club", "name": name})).await["reason"], reason, "{name:?}");
    }
    assert_eq!(
        refused(json!({"kind": "club", "name": "Club", "words": "x".repeat(2_001)})).await["field"],
        "words"
    );
    assert_eq!(refused(json!({"kind": "club", "name": "Club", "leader": bella.id})).await["field"], "leader");
    let group = club(&bella, "open").await;
    bella.patch(&format!("/groups/{group}"), json!({"name": "!"})).await.refused(422, "invalid_group");
    let before = bella.get(&format!("/groups/{group}")).await.ok();
    for nothing in [json!({}), json!({"name": null})] {
        assert_eq!(bella.patch(&format!("/groups/{group}"), nothing).await.ok(), before);
    }
    // What somebody writes is a text, whatever it looks like.
    let name = "<b>Go</b> & \"tea\"";
    assert_eq!(found(&bella, json!({"kind": "club", "name": name})).await["name"], name);
}

async fn a_member_leads_five_groups_at_most(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    for number in 1..=5 {
        found(&bella, json!({"kind": "club", "name": format!("Club {number}"), "joining": "open"})).await;
    }
    let sixth = json!({"kind": "club", "name": "Club 6"});
    assert_eq!(bella.post("/groups", sixth.clone()).await.refused(409, "too_many_groups")["max"], 5);
    let group = club(&carl, "open").await;
    join(&bella, &group).await.ok();
    let of_bella = format!("/groups/{group}/members/{}", bella.id);
    carl.patch(&of_bella, json!({"role": "leader"})).await.refused(409, "too_many_groups");
    let first = id(&bella.get("/groups?mine=true").await.ok()["groups"][1]);
    is_done(&bella.delete(&format!("/groups/{first}")).await);
    found(&bella, sixth).await;
}

async fn requests_are_bounded(database: Database) {
    let server = Server::start(database).await;
    let carl = member(&server, "Carlotta").await;
    // Sixty groups need twelve founders.
    let founders = join_all((0..13).map(|number| {
        let server = &server;
        async move { member(server, &format!("Founder {number}")).await }
    }))
    .await;
    let mut groups = Vec::new();
    for founder in &founders {
        for number in 0..5 {
            groups.push(id(&found(founder, json!({"kind": "club", "name": format!("Club {number}")})).await));
        }
    }
    for group in &groups[..60] {
        join(&carl, group).await.ok();
    }
    assert_eq!(join(&carl, &groups[60]).await.refused(409, "too_many_join_requests")["max"], 60);
    // Whoever waits already waits on.
    join(&carl, &groups[0]).await.ok();
    is_done(&carl.delete(&format!("/groups/{}/requests", groups[0])).await);
    join(&carl, &groups[60]).await.ok();
}

async fn lists_go_on_page_by_page(database: Database) {
    let server = Server::start(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    for number in 0..4 {
        found(&bella, json!({"kind": "club", "name": format!("Club {number}")})).await;
    }
    let (mut names, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = carl.get(&format!("/groups?limit=3&cursor={cursor}")).await.ok();
        names.extend(
            page["groups"].as_array().unwrap().iter().map(|group| group["name"].as_str().unwrap().to_owned()),
        );
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => break,
        }
    }
    names.sort();
    assert_eq!(names, ["Club 0", "Club 1", "Club 2", "Club 3"]);
    let group = club(&carl, "open").await;
    join(&bella, &group).await.ok();
    let first = carl.get(&format!("/groups/{group}/members?limit=1")).await.ok();
    assert_eq!(first["members"][0]["player"], card(&carl));
    let next = first["next"].as_str().unwrap();
    let second = carl.get(&format!("/groups/{group}/members?limit=1&cursor={next}")).await.ok();
    assert_eq!((&second["members"][0]["player"], &second["next"]), (&card(&bella), &Value::Null));
    for query in ["cursor=x", "limit=0", "limit=101", "mine=perhaps", "page=2"] {
        carl.get(&format!("/groups?{query}")).await.refused(400, "malformed");
    }
    Visitor::stranger(&server).get("/groups?mine=true").await.refused(401, "unauthenticated");
}

async fn whoever_leaves_the_server_leaves_its_groups(database: Database) {
    let school = School::open(database).await;
    let (bella, carl) = (member(&school.server, "Bella").await, member(&school.server, "Carlotta").await);
    let group = club(&bella, "open").await;
    let asked = club(&bella, "request").await;
    join(&carl, &group).await.ok();
    join(&carl, &asked).await.ok();
    is_done(&carl.delete("/me").await);
    assert_eq!(members(&bella, &group).await.len(), 1);
    assert_eq!(bella.get(&format!("/groups/{asked}/requests")).await.ok()["requests"], json!([]));
}

async fn leaders_who_resign_at_two_servers_at_once() {
    let first = Server::start(Database::Postgres).await;
    let other = at(first.data().clone()).await;
    let (bella, carl) = (member(&first, "Bella").await, member(&first, "Carlotta").await);
    for _ in 0..8 {
        let group = club(&bella, "open").await;
        join(&carl, &group).await.ok();
        let of = |visitor: &Visitor| format!("/groups/{group}/members/{}", visitor.id);
        is_done(&bella.patch(&of(&carl), json!({"role": "leader"})).await);
        let there = carl.at(&other);
        let (of_bella, of_carl) = (of(&bella), of(&carl));
        let (one, two) = tokio::join!(bella.delete(&of_bella), there.delete(&of_carl));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409], "{} {}", one.text(), two.text());
        let last = if one.status == 204 { &carl } else { &bella };
        is_done(&last.delete(&format!("/groups/{group}")).await);
    }
}
