//! The list of the members: who sees what of whom, how it is searched, and that no page looks at very many.

use serde_json::{Value, json};

use super::{REASON, act, grant, is_done, run_by};
use crate::member::{bot, member};
use crate::rest::Visitor;
use crate::server::{Database, now, on_both_databases};
use crate::tamper::{numbers, tamper};

on_both_databases! {
    the_staff_sees_what_it_may_know_of_each_member
    members_are_searched
    what_is_no_search_is_refused
    a_page_looks_at_a_bounded_number_of_members
}

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// The names on a page.
fn names(page: &Value) -> Vec<&str> {
    page["members"].as_array().unwrap().iter().map(|one| one["player"]["name"].as_str().unwrap()).collect()
}

/// The names that a search finds on its first page, which is the last one.
async fn found(staff: &Visitor, query: &str) -> Vec<String> {
    let page = staff.get(&format!("/staff/members?{query}")).await.ok();
    assert!(page["next"].is_null(), "{query}: {page}");
    names(&page).into_iter().map(str::to_owned).collect()
}

/// The same of a search by the beginning of a mail address.
async fn found_by_mail(staff: &Visitor, mail: &str) -> Vec<String> {
    let page = staff.post("/staff/members/search", json!({"mail": mail})).await.ok();
    assert!(page["next"].is_null(), "{mail}: {page}");
    names(&page).into_iter().map(str::to_owned).collect()
}

/// The member of this name on a page.
fn one<'p>(page: &'p Value, name: &str) -> &'p Value {
    page["members"].as_array().unwrap().iter().find(|one| one["player"]["name"] == name).unwrap()
}

fn mail_of(player: &Visitor, mail: &str) -> String {
    format!("INSERT INTO mails VALUES ('{}', '{mail}', '{}', 1);", player.id, mail.to_lowercase())
}

async fn the_staff_sees_what_it_may_know_of_each_member(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let dora = member(&server, "Dorothea").await;
    bot(&dora, "Robot of Dora").await;
    Visitor::guest(&server, "Gustav").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    let mails = [(&ann, "Ann@example.org"), (&bella, "bella@example.org"), (&carl, "Carl@example.org")];
    let mails: String = mails.map(|(player, mail)| mail_of(player, mail)).concat();
    tamper(server.data(), &mails).await;

    let answer = ann.get("/staff/members").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let all = answer.ok();
    // No bots and no guests; those who registered last first.
    assert_eq!(names(&all), ["Dorothea", "Carlotta", "Bella", "Annabel"]);
    assert!(all["next"].is_null());
    let of_carl = one(&all, "Carlotta");
    assert_eq!((&of_carl["player"]["id"], &of_carl["roles"]), (&json!(carl.id), &json!([])));
    assert!((now() - of_carl["registered_at"].as_i64().unwrap()).abs() < DAY);
    let facts = &of_carl["facts"];
    assert_eq!((&facts["state"], &facts["suspended_until"]), (&json!("active"), &Value::Null));
    assert_eq!(facts["mail"], "Carl@example.org");
    assert!((now() - facts["last_seen_at"].as_i64().unwrap()).abs() < DAY, "{facts}");
    assert!(one(&all, "Dorothea")["facts"]["mail"].is_null());
    assert_eq!(one(&all, "Bella")["roles"], json!(["moderator"]));
    assert_eq!(one(&all, "Bella")["facts"]["mail"], "bella@example.org");
    // Nobody is told there of oneself, nor of an equal.
    assert_eq!(one(&all, "Annabel")["facts"], Value::Null);

    let seen = bella.get("/staff/members").await.ok();
    assert_eq!(names(&seen), names(&all));
    for above in ["Annabel", "Bella"] {
        assert_eq!(one(&seen, above)["facts"], Value::Null);
    }
    assert_eq!(one(&seen, "Annabel")["roles"], json!(["owner"]));
    let facts = &one(&seen, "Carlotta")["facts"];
    assert!(facts["last_seen_at"].is_i64() && facts["mail"].is_null(), "{facts}");
    assert!(!seen.to_string().contains("example.org"));

    // Whoever has left is in no list.
    assert_eq!(carl.delete("/me").await.status, 204);
    assert_eq!(found(&ann, "").await, ["Dorothea", "Bella", "Annabel"]);
}

async fn members_are_searched(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    let (zoe, clara) = (member(&server, "Zoë").await, member(&server, "Clara").await);
    bot(&carl, "Carlos the robot").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    let mails = [(&ann, "c@own.example"), (&carl, "carl@Example.org"), (&clara, "cla@bücher.example")];
    let mails: String = mails.map(|(player, mail)| mail_of(player, mail)).concat();
    tamper(server.data(), &mails.replace("bücher", "xn--bcher-kva")).await;

    // By the beginning of a name, in order, whatever it looks like; bots have a search of their own.
    assert_eq!(found(&ann, "name=c").await, ["Carlotta", "Clara"]);
    assert_eq!(found(&ann, "name=CÁRL").await, ["Carlotta"]);
    assert_eq!(found(&bella, "name=zoe").await, ["Zoë"]);
    assert!(found(&ann, "name=arl").await.is_empty());
    // By the beginning of an address; nobody finds out by it what is not shown.
    assert_eq!(found_by_mail(&ann, "C").await, ["Carlotta", "Clara"]);
    assert_eq!(found_by_mail(&ann, "carl@EXAMPLE.org").await, ["Carlotta"]);
    assert_eq!(found_by_mail(&ann, "cla@bücher.example").await, ["Clara"]);
    assert!(found_by_mail(&ann, "c@own.example").await.is_empty(), "that of an equal");
    for nobody in ["arl@", "\0", "%"] {
        assert!(found_by_mail(&ann, nobody).await.is_empty(), "{nobody}");
    }
    let search = json!({"mail": "c", "name": "cla", "state": "active"});
    let both = ann.post("/staff/members/search", search.clone()).await.ok();
    assert_eq!(names(&both), ["Clara"]);
    bella.post("/staff/members/search", search).await.refused(403, "not_allowed");
    // Logs have the addresses of the interface.
    ann.get("/staff/members?mail=c").await.refused(400, "malformed");
    // By role.
    assert_eq!(found(&bella, "role=owner").await, ["Annabel"]);
    assert_eq!(found(&ann, "role=moderator").await, ["Bella"]);
    // By whether they may play.
    let until = now() + DAY;
    is_done(&act(&ann, &carl, json!({"act": "ban", "ground": "abuse", "reason": REASON})).await);
    for player in [&zoe, &bella] {
        let wish = json!({"act": "suspend", "ground": "abuse", "until": until, "reason": REASON});
        is_done(&act(&ann, player, wish).await);
    }
    assert_eq!(found(&ann, "state=banned").await, ["Carlotta"]);
    let suspended = ann.get("/staff/members?state=suspended").await.ok();
    assert_eq!(suspended["members"].as_array().unwrap().len(), 2);
    let facts = &one(&suspended, "Zoë")["facts"];
    assert_eq!((&facts["state"], &facts["suspended_until"]), (&json!("suspended"), &json!(until)));
    let facts = &ann.get("/staff/members?state=banned").await.ok()["members"][0]["facts"];
    assert_eq!((&facts["state"], &facts["suspended_until"]), (&json!("banned"), &Value::Null));
    assert_eq!(found(&ann, "state=active").await, ["Clara"], "of oneself the staff is told nothing");
    // By when they were there.
    assert!(found(&ann, "unseen_since=1").await.is_empty());
    let tomorrow = format!("unseen_since={until}");
    assert_eq!(found(&ann, &tomorrow).await, ["Clara", "Zoë", "Carlotta", "Bella"]);
    // All of it together, whatever leads there.
    assert_eq!(found(&ann, &format!("name=c&state=active&{tomorrow}&role=")).await, ["Clara"]);
    let banned = ann.post("/staff/members/search", json!({"mail": "c", "state": "banned"})).await.ok();
    assert_eq!(names(&banned), ["Carlotta"]);
    assert_eq!(found(&ann, "role=moderator&state=suspended").await, ["Bella"]);
    assert!(found(&ann, "name=c&role=owner").await.is_empty());
    // What has ended is over.
    is_done(&act(&ann, &carl, json!({"act": "lift", "reason": REASON})).await);
    assert_eq!(found(&ann, "state=active").await, ["Clara", "Carlotta"]);
    assert!(found(&ann, "state=banned").await.is_empty());
}

async fn what_is_no_search_is_refused(database: Database) {
    let (_server, ann) = run_by(database).await;
    let long = "x".repeat(33);
    for search in [json!({"mail": "x".repeat(255)}), json!({}), json!({"mail": "a", "after": "7"})] {
        ann.post("/staff/members/search", search).await.refused(400, "malformed");
    }
    let place = format!(".{}", ann.id);
    for query in [
        "who=c".to_owned(),
        format!("name={long}"),
        "name=%00".to_owned(),
        "role=king".to_owned(),
        "state=gone".to_owned(),
        "unseen_since=lately".to_owned(),
        "unseen_since=-1".to_owned(),
        "after=7".to_owned(),
        format!("after=x6{place}"),
        format!("after=x00{place}"),
        // A place of another list.
        format!("after=x61{place}"),
        format!("name=a&after=7{place}"),
    ] {
        ann.get(&format!("/staff/members?{query}")).await.refused(400, "malformed");
    }
    // Places need not be those that were told.
    assert_eq!(found(&ann, &format!("after=9223372036854775807{place}")).await, ["Annabel"]);
    assert!(found(&ann, &format!("after=1{place}")).await.is_empty());
    assert_eq!(found(&ann, &format!("name=a&after=x{place}")).await, ["Annabel"]);
    assert!(found(&ann, &format!("name=a&after=x62{place}")).await.is_empty());
}

/// More members than one page looks at.
const MEMBERS: u32 = 1_203;

/// The ids on a page.
fn ids(page: &Value) -> Vec<String> {
    let id = |one: &Value| one["player"]["id"].as_str().unwrap().to_owned();
    page["members"].as_array().unwrap().iter().map(id).collect()
}

async fn a_page_looks_at_a_bounded_number_of_members(database: Database) {
    let (server, ann) = run_by(database).await;
    let (numbers, id) = numbers(database, MEMBERS.into());
    // All of them before the owner, and ten at a time.
    let many = format!(
        "{numbers} INSERT INTO players (id, name, guest, created_at, kind, named)
         SELECT {id}, 'Pupil ' || {id}, FALSE, 1000 + n / 10, 'member', TRUE FROM numbers;
         {numbers} INSERT INTO accounts (player_id, created_at) SELECT {id}, 1000 + n / 10 FROM numbers;
         {numbers} INSERT INTO names (small, written, plain, player_id, name, guest, begun_at)
         SELECT 'pupi1' || {id}, 'pupi1' || {id}, 'pupil' || {id}, {id}, 'Pupil ' || {id}, FALSE, 1000 FROM numbers;"
    );
    tamper(server.data(), &many).await;
    let (first, last) = ("0000000000000001", format!("{MEMBERS:016}"));
    let last = last.as_str();
    let page =
        async |query: &str, after: &str| ann.get(&format!("/staff/members?{query}after={after}")).await.ok();
    // Page by page each is there once, also where many registered at the same moment.
    for (query, own, ends) in [("", 1, [last, first]), ("name=Pupil&", 0, [first, last])] {
        let (mut listed, mut after, mut pages) = (Vec::new(), String::new(), 0);
        loop {
            let shown = page(query, &after).await;
            listed.extend(ids(&shown));
            pages += 1;
            let Some(next) = shown["next"].as_str() else { break };
            assert_eq!(ids(&shown).len(), 50);
            next.clone_into(&mut after);
        }
        assert_eq!((listed.len(), pages), (MEMBERS as usize + own, 25), "{query}");
        assert_eq!([listed[own].as_str(), listed[listed.len() - 1].as_str()], ends);
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), MEMBERS as usize + own);
    }
    // A page that finds nobody says where it stopped, and the next one goes on from there.
    let banned =
        format!("UPDATE players SET suspended_until = {} WHERE id IN ('{first}', '{last}')", i64::MAX);
    tamper(server.data(), &banned).await;
    let oldest: Vec<String> = (1..10).rev().map(|number| format!("{number:016}")).collect();
    for (query, found) in [
        ("name=pupil&state=suspended&", [vec![], vec![]]),
        ("name=pupil&state=banned&", [vec![first.to_owned()], vec![last.to_owned()]]),
        ("state=active&unseen_since=1000&", [vec![], vec![]]),
        ("unseen_since=1001&", [vec![], oldest]),
    ] {
        let mut after = String::new();
        for (number, expected) in found.into_iter().enumerate() {
            let shown = page(query, &after).await;
            assert_eq!(ids(&shown), expected, "{query} {number}");
            assert_eq!(shown["next"].is_null(), number == 1, "{query} {number}");
            shown["next"].as_str().unwrap_or_default().clone_into(&mut after);
        }
    }
    // What leads to few is found at once. Nothing tells when these were there.
    let banned = page("state=banned&", "").await;
    assert_eq!((ids(&banned), &banned["next"]), (vec![last.to_owned(), first.to_owned()], &Value::Null));
    assert!(banned["members"][0]["facts"]["last_seen_at"].is_null(), "{banned}");
    assert_eq!(ids(&page(&format!("name=Pupil {last}&"), "").await), [last]);
    // No page stops at an equal, nor does an equal count for where it stops.
    let stop = async || page("name=pupil&state=suspended&", "").await["next"].as_str().unwrap().to_owned();
    assert!(stop().await.ends_with(".0000000000001000"));
    let equals = "INSERT INTO grants (player_id, role, granted_at)
                  VALUES ('0000000000000500', 'owner', 1), ('0000000000001000', 'owner', 1)";
    tamper(server.data(), equals).await;
    assert!(stop().await.ends_with(".0000000000001002"));
}
