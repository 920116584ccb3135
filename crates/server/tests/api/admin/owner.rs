//! Who runs the server, and invitations from the command line.

use serde_json::json;

use super::{admin, done, refused, secret};
use crate::member::{PASSWORD, at_home, member, register};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, once};

on_both_databases! {
    an_owner_is_named_beside_the_server
    an_owner_is_named_without_a_server
    nobody_is_an_owner_but_a_member
    an_id_names_its_player_alone
    by_an_invitation_so_many_register
    an_invitation_is_as_the_command_line_says
}

once! {
    a_program_that_does_not_answer_is_named
    who_has_no_database_is_told
}

const ANYWHERE: &str = "127.0.0.1:0";

async fn an_owner_is_named_beside_the_server(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Annabel").await, member(&server, "Benedikt").await);
    ann.post("/invitations", json!({})).await.refused(403, "not_allowed");
    // In any look of the name.
    let said = done(server.data(), &["owner", "ánnabel"]).await;
    assert_eq!(said, format!("Annabel ({}) runs the server from now on.\n", ann.id));
    assert_eq!(ann.post("/invitations", json!({})).await.status, 201);
    assert_eq!(ann.get("/me").await.ok()["account"]["roles"], json!(["owner"]));
    ben.post("/invitations", json!({})).await.refused(403, "not_allowed");
    let said = done(server.data(), &["owner", "Annabel"]).await;
    assert_eq!(said, format!("Annabel ({}) runs the server already.\n", ann.id));
    // By the id as well. There may be several.
    done(server.data(), &["owner", &ben.id]).await;
    assert_eq!(ben.post("/invitations", json!({})).await.status, 201);
    // What needs the player's own token still does.
    let program = ann.with_token(&["read", "play"]).await;
    program.post("/invitations", json!({})).await.refused(403, "insufficient_scope");
}

async fn an_owner_is_named_without_a_server(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let ann = member(&server, "Annabel").await;
    server.stop().await;
    let said = done(server.data(), &["owner", "Annabel"]).await;
    assert!(said.contains("runs the server from now on"), "{said}");
    server.start_again().await;
    assert_eq!(ann.post("/invitations", json!({})).await.status, 201);
    // A killed server has left its socket.
    server.kill().await;
    let said = done(server.data(), &["owner", "Annabel"]).await;
    assert!(said.contains("runs the server already"), "{said}");
}

async fn nobody_is_an_owner_but_a_member(database: Database) {
    let mut server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let guest = Visitor::guest(&server, "Carla").await;
    let computer = guest.get("/house").await.ok()["players"][0]["player"].clone();
    for is_running in [true, false] {
        if !is_running {
            server.stop().await;
        }
        let data = server.data();
        let said = refused(data, &["owner", "Nobody"]).await;
        assert_eq!(said, "tengen: there is no member with the name Nobody, and no player with this id\n");
        // A guest has no name of the own by which it is found.
        let said = refused(data, &["owner", "Carla"]).await;
        assert!(said.contains("no member with the name Carla"), "{said}");
        let said = refused(data, &["owner", &guest.id]).await;
        assert!(said.contains("Carla is no member"), "{said}");
        let said = refused(data, &["owner", computer["id"].as_str().unwrap()]).await;
        assert!(said.contains("is no member"), "{said}");
        for nobody in ["", " ", "0000000000000000", "' OR 1=1 --", "*", &"x".repeat(2_000)] {
            refused(data, &["owner", nobody]).await;
        }
    }
    server.start_again().await;
    let ann = ann.at(&server);
    ann.post("/invitations", json!({})).await.refused(403, "not_allowed");
}

/// Whoever takes the id of another one for a name must not get what is meant for that one.
async fn an_id_names_its_player_alone(database: Database) {
    let server = Server::start(database).await;
    let (ann, stranger) = (member(&server, "Annabel").await, Visitor::stranger(&server));
    let thief = register(&stranger, &ann.id).await;
    let said = done(server.data(), &["owner", &ann.id]).await;
    assert!(said.starts_with("Annabel "), "{said}");
    assert_eq!(ann.get("/me").await.ok()["account"]["roles"], json!(["owner"]));
    if thief.status == 201 {
        at_home(&stranger, &thief).get("/invitations").await.refused(403, "not_allowed");
    }
}

async fn register_by(stranger: &Visitor, name: &str, secret: &str) -> Answer {
    stranger.post("/accounts", json!({"name": name, "password": PASSWORD, "invitation": secret})).await
}

async fn by_an_invitation_so_many_register(database: Database) {
    let data = Data::new(database).await;
    let options = ["--registration", "invited", "--public-url", "http://go.example.org"];
    let server = Server::on(data.clone(), ANYWHERE.parse().unwrap(), &options).await;
    let stranger = Visitor::stranger(&server);
    register(&stranger, "Annabel").await.refused(403, "invitation_needed");
    let mut words = vec!["invite", "--places", "2", "--days", "1", "--note", "for the club"];
    // A running server knows where it is found. One on Postgres is not asked.
    if database == Database::Postgres {
        words.extend(["--public-url", "http://go.example.org/"]);
    }
    let said = done(&data, &words).await;
    let secret = secret(&said, "http://go.example.org/register");
    assert!(said.contains('2') && said.contains("1 day"), "{said}");
    let looked = stranger.post("/invitations/look", json!({"invitation": secret})).await.ok();
    let day = crate::server::now() + 86_400_000;
    assert!((day - 60_000..=day).contains(&looked["expires_at"].as_i64().unwrap()), "{looked}");
    assert_eq!(looked["left"], 2);
    let ann = at_home(&stranger, &register_by(&stranger, "Annabel", &secret).await);
    assert_eq!(register_by(&stranger, "Benedikt", &secret).await.status, 201);
    register_by(&stranger, "Carla", &secret).await.refused(403, "invitation_needed");
    // Whoever runs the server sees it, and may take it back.
    done(&data, &["owner", "Annabel"]).await;
    let listed = ann.get("/invitations").await.ok();
    let invitation = &listed["invitations"][0];
    assert_eq!((&invitation["note"], &invitation["left"]), (&json!("for the club"), &json!(0)));
    assert!(!listed.to_string().contains(&secret));
    let one = done(&data, &["invite"]).await;
    let one = super::secret(
        &one,
        if database == Database::Sqlite { "http://go.example.org/register" } else { "/register" },
    );
    let listed = ann.get("/invitations").await.ok();
    let left: Vec<_> = listed["invitations"].as_array().unwrap().iter().map(|each| &each["left"]).collect();
    assert!(left.len() == 2 && left.contains(&&json!(1)), "{listed}");
    for invitation in listed["invitations"].as_array().unwrap() {
        let id = invitation["id"].as_str().unwrap();
        assert_eq!(ann.delete(&format!("/invitations/{id}")).await.status, 204);
    }
    register_by(&stranger, "Carla", &one).await.refused(403, "invitation_needed");
}

async fn an_invitation_is_as_the_command_line_says(database: Database) {
    let mut server = Server::start(database).await;
    server.stop().await;
    for words in
        [["--places", "0"], ["--places", "1001"], ["--days", "0"], ["--days", "367"], ["--days", "x"]]
    {
        let output = admin(server.data(), &[&["invite"], &words[..]].concat()).await;
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
    }
    let long = "x".repeat(101);
    for note in ["two\nlines", &long] {
        let said = refused(server.data(), &["invite", "--note", note]).await;
        assert!(said.contains("a note of 100 characters at most"), "{said}");
    }
    for number in 0..100 {
        let words = ["invite", "--note", &format!("number {number}")];
        if number < 99 {
            // They are made quicker behind the program's back.
            let row = format!("('{number:016}', 'hash {number}', NULL, '', 1, 99999999999999, 1, 1)");
            crate::tamper::tamper(server.data(), &format!("INSERT INTO invitations VALUES {row}")).await;
        } else {
            done(server.data(), &words).await;
        }
    }
    let said = refused(server.data(), &["invite"]).await;
    assert!(said.contains("100 invitations are open"), "{said}");
}

async fn a_program_that_does_not_answer_is_named() {
    let mut server = Server::start(Database::Sqlite).await;
    member(&server, "Annabel").await;
    server.stop().await;
    let directory = server.data().directory();
    let lock = std::fs::File::create(directory.join("lock")).unwrap();
    lock.try_lock().unwrap();
    let said = refused(server.data(), &["owner", "Annabel"]).await;
    assert!(said.contains("is in use by another tengen that does not answer"), "{said}");
    drop(lock);
    done(server.data(), &["owner", "Annabel"]).await;
}

async fn who_has_no_database_is_told() {
    let data = Data::new(Database::Sqlite).await;
    let said = refused(&data, &["owner", "Annabel"]).await;
    assert!(said.contains("tengen.sqlite"), "{said}");
    assert!(!data.directory().join("tengen.sqlite").exists());
    // A wrong address of Postgres tells no password.
    let data = data.with_url("postgres://tengen:opensesame4711@127.0.0.1:1/tengen");
    let said = refused(&data, &["owner", "Annabel"]).await;
    assert!(!said.contains("opensesame4711"), "{said}");
}
