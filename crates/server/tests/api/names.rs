//! Names of guests, which give way to those of members, and players who are found by their names.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::member::{at_home, card, make_owner, member, name_of, register, soon};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, crowded, on_both_databases, once};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    guests_who_want_one_name_get_numbers
    a_guest_does_not_get_the_name_of_a_member
    a_guest_gives_way_to_a_member
    a_guest_who_registers_keeps_the_own_name
    a_guest_who_gives_way_time_and_again_has_a_name_of_the_own
    players_are_found_by_the_beginning_of_their_names
    an_m_is_found_as_an_m
    nonsense_finds_nobody
}

once! {
    another_server_shows_who_has_given_way
}

/// The names of players with the looks that people see: no two may be the same in small letters without blanks.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(' ', "")
}

async fn guests_who_want_one_name_get_numbers(database: Database) {
    let server = Server::with_options(database, &[&crowded()]).await;
    let server = &server;
    let looks = ["Ann", "ANN", "ann", "A n n", "Ａｎｎ", "Án\u{301}n", "𝐀nn", "Ann 2"];
    let ask = |number: usize| Visitor::guest(server, looks[number % looks.len()]);
    let guests = join_all((0..40).map(ask)).await;
    let mut names: Vec<String> = guests.iter().map(|guest| plain(&guest.name)).collect();
    for guest in &guests {
        assert!(guest.name.chars().count() <= 32);
        // What they were told holds.
        assert_eq!(name_of(guest, &guest.id).await, guest.name);
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), guests.len(), "{:?}", guests.iter().map(|guest| &guest.name).collect::<Vec<_>>());
    // No guest has a name twice as long as may be.
    let long = "x".repeat(32);
    let (one, other) = (Visitor::guest(server, &long).await, Visitor::guest(server, &long).await);
    assert_eq!((&one.name, other.name.chars().count()), (&long, 32));
    assert_ne!(one.name, other.name);
    // Whoever says nothing has a number anyway.
    let nameless = Visitor::stranger(server).post("/guests", json!({})).await.ok();
    assert!(nameless["player"]["name"].as_str().unwrap().starts_with("Guest "), "{nameless}");
}

async fn a_guest_does_not_get_the_name_of_a_member(database: Database) {
    let server = Server::start(database).await;
    member(&server, "Annabel").await;
    for look in ["Annabel", "ANNABEL", "Anna bel", "Annábel", "\u{410}nnabel"] {
        let guest = Visitor::guest(&server, look).await;
        assert!(guest.name.ends_with(|last: char| last.is_ascii_digit()), "{}", guest.name);
    }
    // A number behind the name is changed, and the name of nobody else is left alone.
    let second = member(&server, "Annabel 77").await;
    let guest = Visitor::guest(&server, "Annabel 77").await;
    assert!(guest.name.starts_with("Annabel ") && guest.name != second.name, "{}", guest.name);
    assert_eq!(Visitor::guest(&server, "Bella").await.name, "Bella");
}

async fn a_guest_gives_way_to_a_member(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let stranger = Visitor::stranger(&server);
    let offer = table.black.new_game(json!({})).await;
    let offer = offer["id"].as_str().unwrap();
    let mut watcher = Socket::open(&server, &stranger).await;
    watcher.subscribe(&table.game).await;
    let mut lobby = Socket::open(&server, &stranger).await;
    lobby.send(json!({"type": "subscribe_lobby"})).await;
    lobby.next_of("lobby").await;

    let ann = at_home(&stranger, &register(&stranger, "ANN").await);
    soon("the guest has a number", async || name_of(&stranger, &table.black.id).await == "Ann 2").await;
    let shown = json!({"id": table.black.id, "name": "Ann 2", "guest": true, "kind": "guest"});
    let me = table.black.get("/me").await.ok();
    assert_eq!((&me["player"]["name"], &me["player"]["kind"]), (&shown["name"], &shown["kind"]));
    soon("the open game shows it", async || {
        stranger.snapshot(&table.game).await["players"]["black"] == shown
    })
    .await;
    soon("the offer shows it", async || stranger.snapshot(offer).await["creator"] == shown).await;
    lobby
        .next_where(|frame| {
            let games = frame["games"].as_array().cloned().unwrap_or_default();
            games.iter().any(|game| game["id"] == offer && game["creator"] == shown)
        })
        .await;
    assert_eq!(name_of(&stranger, &ann.id).await, "ANN");
    // The other player has the own name all the time.
    assert_eq!(name_of(&stranger, &table.white.id).await, "Ben");
    // The guest plays on.
    let mut table = table;
    table.moves("Q16 D4").await;
}

async fn a_guest_who_registers_keeps_the_own_name(database: Database) {
    let server = Server::start(database).await;
    let (ann, second) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ann").await);
    assert_eq!(second.name, "Ann 2");
    let ann = at_home(&ann, &register(&ann, "Ann").await);
    assert_eq!(ann.get("/me").await.ok()["player"]["name"], "Ann");
    let second = at_home(&second, &register(&second, "Ann 2").await);
    assert_eq!(second.get("/me").await.ok()["player"]["name"], "Ann 2");
    // The name that a guest had before is free.
    let carl = Visitor::guest(&server, "Carl").await;
    at_home(&carl, &register(&carl, "Dora").await);
    assert_eq!(Visitor::guest(&server, "Carl").await.name, "Carl");
    member(&server, "Carl").await;
}

async fn a_guest_who_gives_way_time_and_again_has_a_name_of_the_own(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let guest = Visitor::guest(&server, "Ann").await;
    let mut taken = Vec::new();
    for _ in 0..6 {
        let name = name_of(&stranger, &guest.id).await;
        member(&server, &name).await;
        taken.push(name);
        soon("the guest gives way", async || !taken.contains(&name_of(&stranger, &guest.id).await)).await;
    }
    // A member who asks for what the guest has now gets it, a guest does not.
    let name = name_of(&stranger, &guest.id).await;
    assert_ne!(Visitor::guest(&server, &name).await.name, name);
}

async fn another_server_shows_who_has_given_way() {
    let first = Server::start(Database::Postgres).await;
    let second = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let table = Table::new(&first, json!({})).await;
    let there = Visitor::stranger(&second);
    let mut watcher = Socket::open(&second, &there).await;
    watcher.subscribe(&table.game).await;
    let ann = member(&first, "Ann").await;
    soon("another server shows the number", async || {
        there.snapshot(&table.game).await["players"]["black"]["name"] == "Ann 2"
    })
    .await;
    assert_eq!(name_of(&there, &ann.id).await, "Ann");
    let members = there.get("/players?name=ann").await.ok();
    assert_eq!(members["players"].as_array().unwrap().len(), 1);
    assert_eq!(members["players"][0]["id"], json!(card(&ann)["id"]));
}

async fn found(visitor: &Visitor, name: &str) -> Vec<Value> {
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let answer = visitor.get(&format!("/players?name={name}")).await;
    answer.ok()["players"].as_array().unwrap().clone()
}

async fn players_are_found_by_the_beginning_of_their_names(database: Database) {
    let server = Server::with_options(database, &["--house-threads", "1"]).await;
    let stranger = Visitor::stranger(&server);
    let ann = member(&server, "Annabel").await;
    member(&server, "吴清源").await;
    let letters = "abcdefghijklnopqrstuvwxyz";
    for letter in letters.chars() {
        member(&server, &format!("Zorro {letter}")).await;
    }
    let guest = Visitor::guest(&server, "Annemarie").await;
    let names = async |name: &str| {
        let players = found(&stranger, name).await;
        players.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for look in ["A", "ann", "ANNABEL", "Ａｎｎ", "Án\u{301}", "annabel", " Anna "] {
        assert_eq!(names(look).await, ["Annabel"], "{look}");
    }
    assert_eq!(names("吴").await, ["吴清源"]);
    assert_eq!(names("nnabel").await, Vec::<String>::new());
    assert_eq!(names("Annemarie").await, Vec::<String>::new());
    assert_eq!(names("%").await, Vec::<String>::new());
    assert_eq!(names("A%").await, Vec::<String>::new());
    assert_eq!(names("_nn").await, Vec::<String>::new());
    // The computers of the server are there, in the order of their names.
    let computers = found(&stranger, "Computer").await;
    assert!(!computers.is_empty() && computers.iter().all(|player| player["kind"] == "computer"));
    assert_eq!(names("computer 1").await.first().map(String::as_str), Some("Computer 1"));
    // At most twenty, in their order; and everybody who can look can search.
    let many = names("zorro").await;
    let expected: Vec<_> = letters.chars().take(20).map(|letter| format!("Zorro {letter}")).collect();
    assert_eq!(many, expected);
    let program = ann.with_token(&["read"]).await;
    for visitor in [&ann, &guest, &program] {
        assert_eq!(found(visitor, "Annabel").await[0]["id"], json!(ann.id));
    }
    // The name in small letters alone is not what is shown.
    assert_eq!(found(&stranger, "annabel").await[0]["name"], "Annabel");
}

/// A small m looks like an r before an n.
async fn an_m_is_found_as_an_m(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    for name in ["Zoe l", "Zoe n", "Zoe s", "Zoe m", "Maria"] {
        member(&server, name).await;
    }
    let names = async |name: &str| {
        let players = found(&stranger, name).await;
        players.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("ma").await, ["Maria"]);
    let expected = ["Zoe l", "Zoe m", "Zoe n", "Zoe s"].map(str::to_owned).to_vec();
    assert_eq!((names("zoe").await, names("r").await), (expected, Vec::new()));
}

async fn nonsense_finds_nobody(database: Database) {
    let data = Data::new(database).await;
    let server = Server::on(data.clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let ann = member(&server, "Annabel").await;
    make_owner(&data, &ann).await;
    let long = format!("?name={}", "x".repeat(33));
    for query in
        ["", "?name=", "?name=%20%20", &long, "?name=An%00n", "?name=%E2%80%AEnn", "?nam=Ann", "?name=a&b=c"]
    {
        ann.get(&format!("/players{query}")).await.refused(400, "malformed");
    }
    ann.get("/players?name=a&name=b").await.refused(400, "malformed");
    // Signs of which nothing is left find nobody, and not everybody.
    for nothing in ["\u{301}", "\u{fe0f}"] {
        let players = found(&ann, nothing).await;
        assert!(players.is_empty(), "{nothing:?}: {players:?}");
    }
    assert_eq!(found(&ann, "\u{10ffff}").await, Vec::<Value>::new());
}
