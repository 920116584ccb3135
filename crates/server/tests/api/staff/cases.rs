//! Reports: brought, put together, read and answered; and what is refused.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{REASON, at, entries, grant, holds, is_done, run_by};
use crate::member::{bot, card, member, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, once};
use crate::table::Table;

on_both_databases! {
    a_report_is_answered_and_its_reporter_hears_of_it
    reports_of_the_same_thing_are_one_case
    everything_that_can_be_reported
    nobody_sees_reports_about_oneself_or_somebody_higher
    a_flood_of_reports_is_bounded
    what_says_nothing_is_no_report
    the_list_goes_on_page_by_page
    whoever_leaves_takes_the_reports_along
}

once! {
    reports_and_answers_at_two_servers_at_once
}

async fn report(visitor: &Visitor, about: &str, id: &str) -> Answer {
    visitor
        .post("/reports", json!({"about": about, "id": id, "ground": "abuse", "words": "Insults everybody."}))
        .await
}

#[track_caller]
fn is_brought(answer: &Answer) {
    assert_eq!(answer.status, 201, "{}", answer.text());
}

async fn cases(staff: &Visitor) -> Vec<Value> {
    staff.get("/staff/cases").await.ok()["cases"].as_array().unwrap().clone()
}

async fn answer(staff: &Visitor, case: &Value, outcome: &str) -> Answer {
    let wish = json!({"act": "answer", "outcome": outcome, "words": "Thank you.", "reason": REASON});
    staff.post(&format!("/staff/cases/{}/acts", case["id"].as_str().unwrap()), wish).await
}

async fn staffed(database: Database) -> (Server, Visitor, Visitor) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    (server, ann, bella)
}

async fn a_report_is_answered_and_its_reporter_hears_of_it(database: Database) {
    let (server, ann, bella) = staffed(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("D4 Q16").await;
    let wish = json!({"about": "game", "id": table.game, "ground": "stalling", "words": " Does not move. ", "event": 3});
    is_brought(&table.black.post("/reports", wish.clone()).await);
    let own = table.black.get("/reports").await.ok()["reports"].clone();
    assert_eq!(
        (&own[0]["about"], &own[0]["id"], &own[0]["words"]),
        (&json!("game"), &json!(table.game), &json!("Does not move."))
    );
    assert_eq!(own[0]["answer"], Value::Null);
    table.black.post("/reports", wish.clone()).await.refused(409, "already_reported");
    let case = cases(&bella).await.pop().unwrap();
    assert_eq!((&case["subject"], &case["reports"]), (&json!(table.game), &json!(1)));
    // It concerns both players.
    assert_eq!(case["players"], json!([table.black.card(), table.white.card()]));
    let seen = bella.get(&format!("/staff/cases/{}", case["id"].as_str().unwrap())).await.ok();
    assert_eq!(seen["case"], case);
    let brought = &seen["reports"][0];
    assert_eq!(
        (&brought["reporter"]["id"], &brought["event"], &brought["ground"]),
        (&json!(table.black.id), &json!(3), &json!("stalling"))
    );
    for words in [
        json!({"outcome": "acted", "reason": ""}),
        json!({"outcome": "acted", "words": "x".repeat(501), "reason": REASON}),
    ] {
        let mut wish = words;
        wish["act"] = json!("answer");
        bella
            .post(&format!("/staff/cases/{}/acts", case["id"].as_str().unwrap()), wish)
            .await
            .refused(422, "invalid_act");
    }
    is_done(&answer(&bella, &case, "acted").await);
    answer(&ann, &case, "dismissed").await.refused(409, "already_answered");
    assert!(cases(&bella).await.is_empty());
    let heard = table.black.get("/reports").await.ok()["reports"][0]["answer"].clone();
    assert_eq!((&heard["outcome"], &heard["words"]), (&json!("acted"), &json!("Thank you.")));
    // The player whom it concerned is told nothing of it, and the staff sees it with the player.
    assert_eq!(table.white.get("/reports").await.ok()["reports"], json!([]));
    let history = bella.get(&format!("/staff/players/{}", table.white.id)).await.ok();
    assert_eq!(history["cases"][0]["answer"]["outcome"], "acted");
    let entry = entries(&ann).await[0].clone();
    assert_eq!(
        (&entry["kind"], &entry["subject"]),
        (&json!("answer_case"), &json!({"kind": "case", "id": case["id"]}))
    );
    assert_eq!(entry["facts"], json!({"about": "game", "subject": table.game, "outcome": "acted"}));
    // What happens again is reported again.
    is_brought(&table.black.post("/reports", wish).await);
    assert_eq!(cases(&bella).await.len(), 1);
}

async fn reports_of_the_same_thing_are_one_case(database: Database) {
    let (server, _, bella) = staffed(database).await;
    let rude = Visitor::guest(&server, "Rude").await;
    let reporters = join_all((0..8).map(|number| {
        let server = &server;
        async move { Visitor::guest(server, &format!("Witness {number}")).await }
    }))
    .await;
    let brought = join_all(reporters.iter().map(|reporter| report(reporter, "player", &rude.id))).await;
    brought.iter().for_each(is_brought);
    is_brought(&report(&reporters[0], "name", &rude.id).await);
    let cases = cases(&bella).await;
    let counts: Vec<_> = cases.iter().map(|case| (case["about"].clone(), case["reports"].clone())).collect();
    assert_eq!(counts, [(json!("player"), json!(8)), (json!("name"), json!(1))]);
    assert_eq!(cases[0]["players"], json!([rude.card()]));
    is_done(&answer(&bella, &cases[0], "dismissed").await);
    for reporter in &reporters {
        let own = reporter.get("/reports").await.ok()["reports"].clone();
        let of_player = own.as_array().unwrap().iter().find(|own| own["about"] == "player").unwrap().clone();
        assert_eq!(of_player["answer"]["outcome"], "dismissed");
    }
}

async fn everything_that_can_be_reported(database: Database) {
    let (server, _, bella) = staffed(database).await;
    let (carl, guest) = (member(&server, "Carlotta").await, Visitor::guest(&server, "Gustav").await);
    let robot = bot(&carl, "Robot of Carlotta").await;
    let brought = carl.bring(b"(;GM[1]FF[4]SZ[9];B[ee])").await.ok();
    let record = brought["records"][0]["id"].as_str().unwrap().to_owned();
    let open = carl.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    for (about, id) in [
        ("player", &carl.id),
        ("name", &carl.id),
        ("player", &robot.id),
        ("record", &record),
        ("game", &open),
    ] {
        is_brought(&report(&guest, about, id).await);
    }
    let cases = cases(&bella).await;
    assert_eq!(cases.len(), 5);
    // All of it is Carlotta's matter, the bot as well.
    assert!(cases.iter().all(|case| case["players"] == json!([card(&carl)])), "{cases:?}");
    let computer = guest.get("/house").await.ok()["players"][0]["player"]["id"].as_str().unwrap().to_owned();
    for (about, id, code) in [
        ("player", computer.as_str(), "no_such_player"),
        ("name", "0000000000000000", "no_such_player"),
        ("player", "x", "no_such_player"),
        ("game", "0000000000000000", "no_such_game"),
        ("game", "", "no_such_game"),
        ("record", "0000000000000000", "no_such_record"),
    ] {
        report(&guest, about, id).await.refused(404, code);
    }
    // Nobody reports oneself, nor one's own bot or record; and bots report nobody.
    for (about, id) in [("player", &carl.id), ("name", &robot.id), ("record", &record)] {
        report(&carl, about, id).await.refused(409, "oneself");
    }
    report(&robot, "player", &guest.id).await.refused(403, "not_allowed");
    report(&carl.with_token(&["read"]).await, "player", &guest.id).await.refused(403, "insufficient_scope");
    is_brought(&report(&carl.with_token(&["play"]).await, "player", &guest.id).await);
    report(&Visitor::stranger(&server), "player", &guest.id).await.refused(401, "unauthenticated");
}

async fn nobody_sees_reports_about_oneself_or_somebody_higher(database: Database) {
    let (server, ann, bella) = staffed(database).await;
    let (other, guest) = (member(&server, "Ophelia").await, Visitor::guest(&server, "Gustav").await);
    is_done(&grant(&ann, &other, "moderator").await);
    let robot = bot(&bella, "Robot of Bella").await;
    for id in [&bella.id, &other.id, &ann.id, &guest.id] {
        let reporter = if *id == guest.id { &other } else { &guest };
        is_brought(&report(reporter, "player", id).await);
    }
    is_brought(&report(&guest, "name", &robot.id).await);
    let subjects = async |staff: &Visitor| {
        cases(staff).await.iter().map(|case| case["subject"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // Moderators see none of the staff; the owner sees all but those about the owner.
    assert_eq!(subjects(&bella).await, [guest.id.as_str()]);
    assert_eq!(subjects(&other).await, [guest.id.as_str()]);
    assert_eq!(subjects(&ann).await, [&bella.id, &other.id, &guest.id, &robot.id].map(Clone::clone));
    let ids = texts(server.data(), "SELECT id FROM cases ORDER BY opened_at, id").await;
    let all: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    let (mut own, mut higher, mut seen) = (0, 0, 0);
    for case in &all {
        let looked = bella.get(&format!("/staff/cases/{}", case["id"].as_str().unwrap())).await;
        let tried = answer(&bella, case, "dismissed").await;
        match looked.status {
            200 => {
                is_done(&tried);
                seen += 1;
            }
            409 => {
                looked.refused(409, "oneself");
                tried.refused(409, "oneself");
                own += 1;
            }
            _ => {
                looked.refused(403, "equal_or_higher");
                tried.refused(403, "equal_or_higher");
                higher += 1;
            }
        }
    }
    assert_eq!((own, higher, seen), (2, 2, 1));
    // A moderator who reports a game of one's own reads none of what the opponent says of it.
    let made = bella.new_game(json!({})).await;
    let game = made["id"].as_str().unwrap();
    assert_eq!(guest.join(game).await.status, 200);
    is_brought(&report(&bella, "game", game).await);
    is_brought(&report(&guest, "game", game).await);
    assert!(!subjects(&bella).await.contains(&game.to_owned()));
    let of_game = texts(server.data(), "SELECT id FROM cases WHERE about = 'game'").await.remove(0);
    bella.get(&format!("/staff/cases/{of_game}")).await.refused(409, "oneself");
    answer(&bella, &json!({"id": of_game}), "dismissed").await.refused(409, "oneself");
    assert!(subjects(&ann).await.contains(&game.to_owned()));
    // Another owner reads what is said of an owner.
    is_done(&grant(&ann, &other, "owner").await);
    assert!(subjects(&other).await.contains(&ann.id));
    guest.get("/staff/cases").await.refused(403, "not_allowed");
    guest.get(&format!("/staff/cases/{}", ids[0])).await.refused(403, "not_allowed");
    bella.get("/staff/cases/0000000000000000").await.refused(404, "no_such_case");
    bella.get("/staff/cases?after=x").await.refused(400, "malformed");
}

async fn a_flood_of_reports_is_bounded(database: Database) {
    let (mut server, _, bella) = staffed(database).await;
    // Twenty a day of one person.
    let carl = member(&server, "Carlotta").await;
    let mut guests = Vec::new();
    for number in 0..21 {
        guests.push(Visitor::guest(&server, &format!("Somebody {number}")).await);
    }
    for guest in &guests[..20] {
        is_brought(&report(&carl, "player", &guest.id).await);
    }
    let params = report(&carl, "player", &guests[20].id).await.refused(409, "too_many_reports");
    assert_eq!(params, json!({"max": 20}));
    assert_eq!(cases(&bella).await.len(), 20);
    // What a hundred have reported is known well enough.
    server.stop().await;
    crate::tamper::tamper(
        server.data(),
        &format!("UPDATE cases SET reports = 100 WHERE subject = '{}'", guests[0].id),
    )
    .await;
    server.start_again().await;
    let last = guests[20].at(&server);
    report(&last, "player", &guests[0].id).await.refused(409, "already_reported");
    is_brought(&report(&last, "player", &guests[1].id).await);
}

async fn what_says_nothing_is_no_report(database: Database) {
    let (server, _, bella) = staffed(database).await;
    let (guest, other) = (Visitor::guest(&server, "Gustav").await, Visitor::guest(&server, "Hilde").await);
    let good = json!({"about": "player", "id": other.id, "ground": "other", "words": "<b>x</b>\n=1+1 吴"});
    let with = |key: &str, value: Value| {
        let mut wish = good.clone();
        wish[key] = value;
        wish
    };
    for wish in [
        with("words", json!("")),
        with("words", json!(" \n ")),
        with("words", json!("x".repeat(1_001))),
        with("words", json!("a\u{0}b")),
        with("event", json!(1)),
    ] {
        guest.post("/reports", wish).await.refused(422, "invalid_report");
    }
    for wish in [
        with("ground", json!("boredom")),
        with("about", json!("server")),
        with("more", json!(1)),
        with("event", json!(-1)),
        json!({"about": "player", "id": other.id}),
    ] {
        guest.post("/reports", wish).await.refused(400, "malformed");
    }
    assert!(cases(&bella).await.is_empty());
    is_brought(&guest.post("/reports", good.clone()).await);
    assert_eq!(guest.get("/reports").await.ok()["reports"][0]["words"], good["words"]);
}

async fn the_list_goes_on_page_by_page(database: Database) {
    let (mut server, _, bella) = staffed(database).await;
    let guest = Visitor::guest(&server, "Gustav").await;
    is_brought(&report(&bella, "player", &guest.id).await);
    server.stop().await;
    // A hundred and nineteen more of the same moment and later ones.
    let numbers: Vec<String> = (1..120)
        .map(|number| {
            format!("('{number:016}', 'game', 'g{number}', {}, {}, 1)", 1_000 + number / 3, 1_000 + number)
        })
        .collect();
    let insert = format!(
        "INSERT INTO cases (id, about, subject, opened_at, last_at, reports) VALUES {}",
        numbers.join(", ")
    );
    crate::tamper::tamper(server.data(), &insert).await;
    server.start_again().await;
    let bella = bella.at(&server);
    let (mut seen, mut after, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let page = bella.get(&format!("/staff/cases?after={after}")).await.ok();
        seen.extend(
            page["cases"].as_array().unwrap().iter().map(|case| case["id"].as_str().unwrap().to_owned()),
        );
        pages += 1;
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut after),
            None => break,
        }
    }
    let expected = texts(server.data(), "SELECT id FROM cases ORDER BY opened_at, id").await;
    assert_eq!((seen, pages), (expected, 3));
}

async fn whoever_leaves_takes_the_reports_along(database: Database) {
    let (server, ann, bella) = staffed(database).await;
    let (guest, other) = (Visitor::guest(&server, "Gustav").await, Visitor::guest(&server, "Hilde").await);
    is_brought(&report(&guest, "player", &other.id).await);
    assert_eq!(guest.delete("/me").await.status, 204);
    let case = cases(&bella).await.remove(0);
    let seen = bella.get(&format!("/staff/cases/{}", case["id"].as_str().unwrap())).await.ok();
    assert_eq!((&seen["reports"], &seen["case"]["reports"]), (&json!([]), &json!(0)));
    is_done(&answer(&bella, &case, "dismissed").await);
    assert!(holds(&ann).await);
}

async fn reports_and_answers_at_two_servers_at_once() {
    let (first, ann, bella) = staffed(Database::Postgres).await;
    let second = at(first.data().clone()).await;
    let rude = Visitor::guest(&first, "Rude").await;
    let mut reporters = Vec::new();
    for number in 0..12 {
        reporters.push(Visitor::guest(&first, &format!("Witness {number}")).await);
    }
    let servers = [&first, &second];
    for _ in 0..3 {
        let reports = reporters.iter().enumerate().map(|(number, reporter)| {
            let reporter = reporter.at(servers[number % 2]);
            let rude = &rude;
            async move { report(&reporter, "player", &rude.id).await }
        });
        let answers = async {
            let mut answered = 0;
            for _ in 0..20 {
                for case in cases(&bella.at(&second)).await {
                    answered += i32::from(answer(&bella.at(&second), &case, "acted").await.status == 204);
                }
            }
            answered
        };
        let (brought, _) = tokio::join!(join_all(reports), answers);
        for answer in &brought {
            if answer.status != 201 {
                answer.refused(409, "already_reported");
            }
        }
    }
    // Each report is in a case, one case at most waits, and each answered one has its entry.
    let count = async |what: &str| {
        texts(first.data(), &format!("SELECT CAST(count(*) AS TEXT) FROM {what}")).await.remove(0)
    };
    assert_eq!(count("cases WHERE reports = 0").await, "0");
    assert!(["0", "1"].contains(&count("cases WHERE answered_at IS NULL").await.as_str()));
    let answered = count("cases WHERE answered_at IS NOT NULL").await;
    assert_eq!(count("audit WHERE kind = 'answer_case'").await, answered);
    let together =
        texts(first.data(), "SELECT CAST(COALESCE(SUM(reports), 0) AS TEXT) FROM cases").await.remove(0);
    assert_eq!(count("reports").await, together);
    assert!(holds(&ann).await);
}
