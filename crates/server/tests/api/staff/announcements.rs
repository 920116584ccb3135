//! Lines on every page: who writes them, who reads them, and for how long.

use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE};
use serde_json::{Value, json};

use super::{REASON, at, entries, grant, is_done, kinds, run_by};
use crate::by_hand::ServerByHand;
use crate::member::{make_owner, member, soon};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, now, on_both_databases, once};

on_both_databases! {
    a_line_stands_on_every_page_in_its_readers_language
    an_announcement_ends_by_itself
    what_can_not_be_announced
    owners_alone_announce
}

once! {
    another_server_shows_it_too
}

const DAY: i64 = 86_400_000;

async fn announce(visitor: &Visitor, texts: Value, until: i64) -> Answer {
    let wish = json!({"act": "announce", "texts": texts, "until": until, "reason": REASON});
    visitor.post("/staff/announcements/acts", wish).await
}

async fn take_back(visitor: &Visitor, id: &Value) -> Answer {
    let wish = json!({"act": "take_back", "id": id, "reason": REASON});
    visitor.post("/staff/announcements/acts", wish).await
}

async fn shown(visitor: &Visitor) -> Vec<Value> {
    visitor.get("/announcements").await.ok()["announcements"].as_array().unwrap().clone()
}

async fn page(visitor: &Visitor, path: &str, language: &str) -> String {
    let request = visitor.request(reqwest::Method::GET, path).header(ACCEPT, "text/html");
    let answer = request.header(ACCEPT_LANGUAGE, language).send().await.unwrap();
    answer.text().await.unwrap()
}

async fn a_line_stands_on_every_page_in_its_readers_language(database: Database) {
    let (server, ann) = run_by(database).await;
    let stranger = Visitor::stranger(&server);
    assert!(shown(&stranger).await.is_empty());
    let before = page(&stranger, "/", "en").await;
    assert!(!before.contains("announcements"));
    let texts = json!({"en": "The server <b>stops</b> & starts on Sunday.", "ja": "日曜日に停止します。"});
    is_done(&announce(&ann, texts.clone(), now() + DAY).await);
    is_done(&announce(&ann, json!({"ko": "안녕하세요."}), now() + DAY).await);
    let all = shown(&stranger).await;
    assert_eq!((all.len(), &all[1]["texts"]), (2, &texts));
    let english = "<p lang=\"en\">The server &lt;b&gt;stops&lt;/b&gt; &amp; starts on Sunday.</p>";
    let missing = "/players/0000000000000000";
    for path in ["/", "/games", "/learn", "/account", "/sign-in", missing, "/no/such/page"] {
        let text = page(&stranger, path, "en").await;
        assert!(text.contains(english), "{path}: {text}");
        // Who does not read any of its languages gets the first.
        assert!(text.contains("<p lang=\"ko\">안녕하세요.</p>"), "{path}");
        // French readers get English pages, and Chinese ones the English line.
        assert!(page(&stranger, path, "zh-TW").await.contains(english), "{path}");
        let japanese = page(&stranger, path, "ja").await;
        assert!(
            japanese.contains("<p lang=\"ja\">日曜日に停止します。</p>") && !japanese.contains("stops"),
            "{path}"
        );
    }
    is_done(&take_back(&ann, &all[1]["id"]).await);
    is_done(&take_back(&ann, &all[0]["id"]).await);
    take_back(&ann, &all[0]["id"]).await.refused(404, "no_such_announcement");
    assert_eq!(page(&stranger, "/", "en").await, before);
    let kept = ["announce", "announce", "take_announcement_back", "take_announcement_back"];
    assert_eq!(kinds(&ann).await, kept);
    // What stood there lies beside the log, where it can be removed, and not in it.
    let first = entries(&ann).await[3].clone();
    let beside =
        format!("{REASON}\nen: The server <b>stops</b> & starts on Sunday.\nja: 日曜日に停止します。");
    assert_eq!((&first["reason"], first["facts"].get("texts")), (&json!(beside), None));
}

async fn an_announcement_ends_by_itself(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let ann = member(server, "Annabel").await;
    make_owner(server.data(), &ann).await;
    let until = now() + 60_000;
    is_done(&announce(&ann, json!({"en": "Soon over."}), until).await);
    let stranger = Visitor::stranger(server);
    assert!(page(&stranger, "/", "en").await.contains("Soon over."));
    by_hand.pass_until(until).await;
    assert!(!page(&stranger, "/", "en").await.contains("Soon over."));
    assert!(shown(&stranger).await.is_empty());
    // Its place is free.
    for _ in 0..5 {
        is_done(&announce(&ann, json!({"en": "Another one."}), until + DAY).await);
    }
    let params = announce(&ann, json!({"en": "One more."}), until + DAY).await;
    assert_eq!(params.refused(409, "too_many_announcements"), json!({"max": 5}));
    by_hand.pass(Duration::from_millis(1)).await;
}

async fn what_can_not_be_announced(database: Database) {
    let (_server, ann) = run_by(database).await;
    let long = "x".repeat(301);
    for texts in [
        json!({}),
        json!({"en": ""}),
        json!({"en": "  "}),
        json!({"en": long}),
        json!({"en": "two\nlines"}),
        json!({"en": "a\u{7}b"}),
        json!({"fr": "Bonjour."}),
        json!({"en": "Hello.", "EN": "Hello."}),
    ] {
        let params = announce(&ann, texts, now() + DAY).await.refused(422, "invalid_act");
        assert_eq!(params["field"], "texts");
    }
    for until in [0, now() - 1, now() + 367 * DAY, i64::MAX, i64::MIN] {
        let params = announce(&ann, json!({"en": "Hello."}), until).await.refused(422, "invalid_act");
        assert_eq!(params["field"], "until");
    }
    let wish = json!({"act": "announce", "texts": {"en": "Hello."}, "until": now() + DAY, "reason": ""});
    ann.post("/staff/announcements/acts", wish).await.refused(422, "invalid_act");
    take_back(&ann, &json!("0000000000000000")).await.refused(404, "no_such_announcement");
    assert!(kinds(&ann).await.is_empty() && shown(&ann).await.is_empty());
}

async fn owners_alone_announce(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, guest) = (member(&server, "Bella").await, Visitor::guest(&server, "Gustav").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    is_done(&announce(&ann, json!({"en": "Hello."}), now() + DAY).await);
    let id = shown(&ann).await[0]["id"].clone();
    for visitor in [&bella, &guest] {
        announce(visitor, json!({"en": "Buy this."}), now() + DAY).await.refused(403, "not_allowed");
        take_back(visitor, &id).await.refused(403, "not_allowed");
    }
    assert_eq!(shown(&guest).await.len(), 1);
}

async fn another_server_shows_it_too() {
    let (first, ann) = run_by(Database::Postgres).await;
    let second = at(first.data().clone()).await;
    is_done(&announce(&ann, json!({"en": "Here and there."}), now() + DAY).await);
    let stranger = Visitor::stranger(&second);
    soon("the other server shows it", async || page(&stranger, "/", "en").await.contains("Here and there."))
        .await;
    let id = shown(&stranger).await[0]["id"].clone();
    is_done(&take_back(&ann.at(&second), &id).await);
    let stranger = Visitor::stranger(&first);
    soon("it is gone", async || !page(&stranger, "/", "en").await.contains("Here and there.")).await;
}
