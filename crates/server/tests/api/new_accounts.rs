//! Registrations that are refused, each for its reason.

use std::fs;

use serde_json::{Value, json};

use crate::keeping::{names, run, tengen, word};
use crate::member::{PASSWORD, at_home, member, register, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, once};

on_both_databases! {
    names_that_nobody_can_have_are_refused
    passwords_that_are_soon_guessed_are_refused
    what_was_refused_has_left_nothing_behind
    nobody_registers_where_registration_is_closed
    who_registers_agrees_to_these_very_terms
    a_version_longer_than_any_is_refused_where_there_are_no_terms_as_well
}

once! {
    a_misspelt_variable_opens_no_door
    the_door_says_who_may_come_in
    a_server_for_members_starts_with_no_guests
    the_words_of_the_operator_are_read_at_the_start
    where_there_are_no_guests_none_come_in
}

/// A registration with this name and password.
async fn with(visitor: &Visitor, name: &str, password: &str) -> Answer {
    visitor.post("/accounts", json!({"name": name, "password": password})).await
}

async fn names_that_nobody_can_have_are_refused(database: Database) {
    let server = Server::start(database).await;
    let (stranger, guest) = (Visitor::stranger(&server), Visitor::guest(&server, "Ann").await);
    let ann = member(&server, "Annabel").await;
    let long = "x".repeat(33);
    for (name, code, reason) in [
        ("", "invalid_name", Value::Null),
        ("   ", "invalid_name", Value::Null),
        (&*long, "invalid_name", Value::Null),
        ("An\u{7}n", "invalid_name", Value::Null),
        ("\u{202e}nnA", "invalid_name", Value::Null),
        ("Ann\u{3164}", "invalid_name", Value::Null),
        ("A\u{200b}nn", "invalid_name", Value::Null),
        ("---", "name_refused", json!("blank")),
        ("\u{2764}\u{fe0f}", "name_refused", json!("blank")),
        ("A\u{a0}nn", "name_refused", json!("invisible")),
        ("A\u{34f}nn", "name_refused", json!("invisible")),
        ("A\u{e0041}nn", "name_refused", json!("invisible")),
        (&*format!("a{}", "\u{301}".repeat(31)), "name_refused", json!("marks")),
        (&*"\u{fdfa}".repeat(32), "name_refused", json!("wide")),
        ("p\u{430}ypal", "name_refused", json!("mixed")),
        ("\u{391}nn", "name_refused", json!("mixed")),
        ("Ольga", "name_refused", json!("mixed")),
        ("admin", "name_refused", json!("reserved")),
        ("ＡＤＭＩＮ 7", "name_refused", json!("reserved")),
        ("C\u{43e}mputer 3", "name_refused", json!("reserved")),
        ("Computer 1", "name_refused", json!("reserved")),
        ("コンピューター 2", "name_refused", json!("reserved")),
        ("Tengen", "name_refused", json!("reserved")),
    ] {
        let params = match reason {
            Value::Null => json!({"max": 32}),
            reason => json!({"reason": reason}),
        };
        for visitor in [&stranger, &guest] {
            assert_eq!(with(visitor, name, PASSWORD).await.refused(422, code), params, "{name:?}");
        }
        // Nor does a member get it later.
        let renamed = ann.patch("/me", json!({"name": name})).await;
        assert_eq!(renamed.refused(422, code), params, "{name:?}");
    }
    assert_eq!(guest.get("/me").await.ok()["player"]["name"], "Ann");
    assert_eq!(ann.get("/me").await.ok()["player"]["name"], "Annabel");
}

async fn passwords_that_are_soon_guessed_are_refused(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let refused = async |name: &str, password: &str| {
        let params = with(&stranger, name, password).await.refused(422, "password_refused");
        (params["reason"].as_str().unwrap().to_owned(), params)
    };
    let short = json!({"reason": "too_short", "min": 10});
    for password in ["x", "ninesigns", "囲碁の名人"] {
        assert_eq!(refused("Annabel", password).await, ("too_short".to_owned(), short.clone()));
    }
    assert_eq!(refused("Annabel", "").await.1, json!({"reason": "empty"}));
    let long = "a long way ".repeat(30);
    assert_eq!(refused("Annabel", &long).await.1, json!({"reason": "too_long", "max": 256}));
    for (name, password) in [
        ("Annabel", "password1234"),
        ("Annabel", "aaaaaaaaaaaaaaa"),
        ("Annabel", "1234567890"),
        ("Annabel", "qwertyuiop"),
        ("Zwirbelkopf", "zwirbelkopf"),
        ("Zwirbelkopf", "Zwirbelkopf1"),
        ("Zwirbelkopf", "zwirbelkopftengen"),
        ("Tengelmann", "tengentengen"),
    ] {
        let (reason, params) = refused(name, password).await;
        assert_eq!((reason.as_str(), &params["min"]), ("guessable", &json!(2)), "{password}: {params}");
        assert!(params["score"].as_u64().unwrap() < 2);
    }
    // For somebody else the same text is no name.
    assert_eq!(with(&stranger, "Bella", "zwirbelkopf osterhase").await.status, 201);
    assert_eq!(with(&stranger, "Carla", &"a long way ".repeat(23)).await.status, 201);
}

async fn what_was_refused_has_left_nothing_behind(database: Database) {
    let server = Server::start(database).await;
    let (stranger, guest) = (Visitor::stranger(&server), Visitor::guest(&server, "Ann").await);
    member(&server, "Bella").await;
    let count = async || {
        let mut rows = Vec::new();
        for table in ["players", "names", "accounts", "tokens", "known_devices"] {
            let query = format!("SELECT CAST(count(*) AS TEXT) FROM {table}");
            rows.push((table, texts(server.data(), &query).await));
        }
        rows
    };
    let before = count().await;
    for visitor in [&stranger, &guest] {
        with(visitor, "Annabel", "password1234").await.refused(422, "password_refused");
        with(visitor, "admin", PASSWORD).await.refused(422, "name_refused");
        with(visitor, "BELLA", PASSWORD).await.refused(409, "name_taken");
        let unknown = json!({"name": "Carla", "password": PASSWORD, "admin": true});
        visitor.post("/accounts", unknown).await.refused(400, "malformed");
        visitor.post("/accounts", json!({"name": "Carla"})).await.refused(422, "password_refused");
    }
    assert_eq!(count().await, before);
    assert_eq!(guest.get("/me").await.ok()["player"]["kind"], "guest");
}

async fn nobody_registers_where_registration_is_closed(database: Database) {
    let mut open = Server::start(database).await;
    let ann = member(&open, "Annabel").await;
    let guest = Visitor::guest(&open, "Ben").await;
    open.stop().await;
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let server = Server::on(open.data().clone(), anywhere, &["--registration", "closed"]).await;
    let stranger = Visitor::stranger(&server);
    for visitor in [&stranger, &guest.at(&server)] {
        register(visitor, "Carla").await.refused(403, "registration_closed");
        let invited = json!({"name": "Carla", "password": PASSWORD, "invitation": "x"});
        visitor.post("/accounts", invited).await.refused(403, "registration_closed");
    }
    // Members come in, and so do guests.
    let body = json!({"name": "annabel", "password": PASSWORD});
    assert_eq!(at_home(&stranger, &stranger.post("/sessions", body).await).id, ann.id);
    Visitor::guest(&server, "Dora").await;
}

async fn who_registers_agrees_to_these_very_terms(database: Database) {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("terms.txt");
    fs::write(&file, "Be kind.\n").unwrap();
    let options = ["--terms-file", file.to_str().unwrap()];
    let mut server = Server::with_options(database, &options).await;
    let agreed = async |server: &Server, name: &str, version: &Value| {
        let body = json!({"name": name, "password": PASSWORD, "terms": version});
        Visitor::stranger(server).post("/accounts", body).await
    };
    let version_of = async |server: &Server| {
        let door = Visitor::stranger(server).get("/door").await.ok();
        (door["terms"]["version"].clone(), door["terms"]["text"].clone())
    };
    let (first, text) = version_of(&server).await;
    assert_eq!(text, "Be kind.\n");
    for wrong in [Value::Null, json!(""), json!("x"), json!("1")] {
        let params = agreed(&server, "Annabel", &wrong).await.refused(422, "terms_not_agreed");
        assert_eq!(params, json!({"version": first}));
    }
    register(&Visitor::stranger(&server), "Annabel").await.refused(422, "terms_not_agreed");
    let stranger = Visitor::stranger(&server);
    let ann = at_home(&stranger, &agreed(&server, "Annabel", &first).await);
    assert_eq!(ann.get("/me").await.ok()["account"]["terms"], first);
    // Other words are other terms.
    server.stop().await;
    fs::write(&file, "Be kind, and be on time.\n").unwrap();
    server.start_again().await;
    let (second, _) = version_of(&server).await;
    assert_ne!(first, second);
    let params = agreed(&server, "Bella", &first).await.refused(422, "terms_not_agreed");
    assert_eq!(params, json!({"version": second}));
    assert_eq!(agreed(&server, "Bella", &second).await.status, 201);
    let kept = "SELECT terms FROM accounts ORDER BY created_at";
    assert_eq!(texts(server.data(), kept).await, [first.as_str().unwrap(), second.as_str().unwrap()]);
    // A member of before agrees to those of now, and to no others.
    let ann = ann.at(&server);
    for wrong in [&first, &json!("x")] {
        let params = ann.patch("/me", json!({"terms": wrong})).await.refused(422, "terms_not_agreed");
        assert_eq!(params, json!({"version": second}));
    }
    assert_eq!(ann.get("/me").await.ok()["account"]["terms"], first);
    assert_eq!(ann.patch("/me", json!({"terms": second})).await.ok()["account"]["terms"], second);
    assert_eq!(texts(server.data(), kept).await, [second.as_str().unwrap(), second.as_str().unwrap()]);
}

async fn a_version_longer_than_any_is_refused_where_there_are_no_terms_as_well(database: Database) {
    let server = Server::start(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), member(&server, "Annabel").await);
    let with = |length| json!({"name": "Bella", "password": PASSWORD, "terms": "x".repeat(length)});
    stranger.post("/accounts", with(129)).await.refused(400, "malformed");
    ann.patch("/me", json!({"terms": "x".repeat(129)})).await.refused(400, "malformed");
    // There is nothing to which one could agree.
    assert_eq!(stranger.post("/accounts", with(128)).await.status, 201);
    let me = ann.patch("/me", json!({"terms": "x".repeat(128)})).await.ok();
    assert_eq!(me["account"]["terms"], Value::Null);
}

async fn the_door_says_who_may_come_in() {
    let usual = Server::start(Database::Sqlite).await;
    let door = Visitor::stranger(&usual).get("/door").await.ok();
    let said = ["registration", "guests", "viewing", "notice", "terms"].map(|field| door[field].clone());
    let expected = [json!("open"), json!(true), json!("everybody"), Value::Null, Value::Null];
    assert_eq!(said, expected);
    let options = ["--registration", "invited", "--guests", "off"];
    let other = Server::with_options(Database::Sqlite, &options).await;
    let door = Visitor::stranger(&other).get("/door").await.ok();
    assert_eq!((&door["registration"], &door["guests"]), (&json!("invited"), &json!(false)));
}

async fn a_misspelt_variable_opens_no_door() {
    let data = Data::empty(Database::Sqlite).await;
    for words in [&["serve"][..], &[]] {
        let mut command = tengen(&[words, &["--data-dir", word(data.directory())]].concat());
        command.args(["--listen", "127.0.0.1:0"]).env("TENGEN_REGISTRATON", "closed");
        let output = run(command).await;
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("TENGEN_REGISTRATON") && told.contains("TENGEN_REGISTRATION"), "{told}");
    }
    assert!(names(data.directory()).is_empty());
}

async fn where_there_are_no_guests_none_come_in() {
    let server = Server::with_options(Database::Sqlite, &["--guests", "off"]).await;
    let stranger = Visitor::stranger(&server);
    stranger.post("/guests", json!({"name": "Ann"})).await.refused(403, "no_guests");
    stranger.post("/guests", json!({})).await.refused(403, "no_guests");
    member(&server, "Annabel").await;
}

async fn a_server_for_members_starts_with_no_guests() {
    let data = Data::new(Database::Sqlite).await;
    let (status, log) = Server::refused_options(&data, &["--viewing", "members", "--guests", "on"]).await;
    assert!(!status.success());
    assert!(log.contains("--viewing members") && log.contains("leave --guests on"), "{log}");
    let server =
        Server::on(data, "127.0.0.1:0".parse().unwrap(), &["--viewing", "members", "--guests", "off"]).await;
    let door = Visitor::stranger(&server).get_page("/api/v1/door").await.ok();
    assert_eq!((&door["guests"], &door["viewing"]), (&json!(false), &json!("members")));
}

async fn the_words_of_the_operator_are_read_at_the_start() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = Data::new(Database::Sqlite).await;
    let (long, bytes, notice) = ("long.txt", "bytes.txt", "notice.txt");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path(long), "x".repeat(65_537)).unwrap();
    fs::write(path(bytes), b"\xff\xfe").unwrap();
    fs::write(path(notice), "The club's own server.").unwrap();
    for (option, name) in [
        ("--terms-file", "missing.txt"),
        ("--terms-file", long),
        ("--notice-file", bytes),
        ("--notice-file", ""),
    ] {
        let (status, log) = Server::refused_options(&data, &[option, &path(name)]).await;
        assert!(!status.success() && log.contains(option) && log.contains(&path(name)), "{log}");
    }
    let options = ["--notice-file", &path(notice)];
    let server = Server::on(data, "127.0.0.1:0".parse().unwrap(), &options).await;
    assert_eq!(Visitor::stranger(&server).get("/door").await.ok()["notice"], "The club's own server.");
}
