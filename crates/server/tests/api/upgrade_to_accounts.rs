//! A database of the release before there were accounts.

use serde_json::{Value, json};

use crate::member::{at_home, name_of, register, soon, texts};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::table::Table;
use crate::tamper::{second_key, sixth_migration, tamper};

on_both_databases! {
    nothing_is_lost_and_the_later_of_two_gets_a_number
    a_guest_of_a_server_of_the_release_before_gets_a_name_as_well
    very_many_players_of_before_get_their_names
}

once! {
    two_servers_give_the_names_together
}

/// The first statement that takes back what was there before accounts.
const EARLIER: &str = "DROP TABLE carries";

/// Makes the tables those of the release before.
async fn go_back(data: &Data, database: Database) {
    let later = sixth_migration(database).skip(second_key(database).len());
    for statement in later.take_while(|statement| *statement != EARLIER) {
        tamper(data, statement).await;
    }
    tamper(data, "DELETE FROM _sqlx_migrations WHERE version >= 19").await;
    tamper(data, "DELETE FROM migrations WHERE number >= 19").await;
}

/// A guest as the release before keeps one.
async fn guest_of_before(data: &Data, id: &str, name: &str, created_at: i64) {
    let row = format!("('{id}', '{name}', TRUE, {created_at})");
    tamper(data, &format!("INSERT INTO players (id, name, guest, created_at) VALUES {row}")).await;
}

async fn nothing_is_lost_and_the_later_of_two_gets_a_number(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    let program = table.black.with_token(&["read", "play"]).await;
    let offered =
        json!({"opponent": "tengen0000000001", "color": "black", "board": {"width": 5, "height": 5}});
    let against = table.black.new_game(offered).await["id"].as_str().unwrap().to_owned();
    let record = table.black.bring(b"(;SZ[9];B[ee])").await.ok()["records"][0]["id"].clone();
    let created =
        async |player: &Visitor| player.get("/me").await.ok()["player"]["created_at"].as_i64().unwrap();
    let (of_ann, of_ben) = (created(&table.black).await, created(&table.white).await);
    let state = table.snapshot().await;
    server.stop().await;
    let data = server.data().clone();
    go_back(&data, database).await;
    // Two guests of one name, and one who has a name of a computer and of nobody else.
    guest_of_before(&data, "0000000000000001", "ANN", of_ann + 1).await;
    guest_of_before(&data, "0000000000000002", "Computer 1", 7).await;
    guest_of_before(&data, "0000000000000003", "Ann", of_ann - 1).await;
    guest_of_before(&data, "0000000000000004", "Zoe", 7).await;
    let players = texts(&data, "SELECT id FROM players ORDER BY id").await;
    server.start_again().await;

    let stranger = Visitor::stranger(&server);
    soon("all have names", async || texts(&data, "SELECT id FROM players WHERE NOT named").await.is_empty())
        .await;
    assert_eq!(texts(&data, "SELECT id FROM players ORDER BY id").await, players);
    // The first Ann is Ann; the later ones have numbers, in the order in which they came.
    assert_eq!(name_of(&stranger, "0000000000000003").await, "Ann");
    assert_eq!(name_of(&stranger, &table.black.id).await, "Ann 2");
    // What is a name of the own in another case gets the number behind it.
    let third = name_of(&stranger, "0000000000000001").await;
    assert_eq!(third, "ANN 3");
    assert_eq!(name_of(&stranger, &table.white.id).await, "Ben");
    assert_eq!(name_of(&stranger, "0000000000000004").await, "Zoe");
    // The computer has its name, whoever had it before.
    assert_eq!(name_of(&stranger, "tengen0000000001").await, "Computer 1");
    let pretender = name_of(&stranger, "0000000000000002").await;
    assert_ne!(pretender, "Computer 1");
    let computers = stranger.get("/players?name=computer%201").await.ok();
    let kinds: Vec<_> =
        computers["players"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["computer"]);

    // Old tokens are good, and everything is as it was but for the number.
    for (player, created_at) in [(&table.black, of_ann), (&table.white, of_ben), (&program, of_ann)] {
        let me = player.get("/me").await.ok();
        assert_eq!((&me["player"]["id"], &me["player"]["kind"]), (&json!(player.id), &json!("guest")));
        assert_eq!((&me["player"]["created_at"], &me["account"]), (&json!(created_at), &Value::Null));
    }
    let (mut expected, now) = (state, table.snapshot().await);
    expected["players"]["black"]["name"] = json!("Ann 2");
    for field in ["players", "moves", "settings", "to_move"] {
        assert_eq!(now[field], expected[field], "{field}");
    }
    let record = format!("/records/{}", record.as_str().unwrap());
    table.black.get(&record).await.ok();
    table.black.snapshot(&against).await;
    // The game goes on, after the time that went by without a server was given back.
    (table.state, table.seq) = (now.clone(), now["seq"].as_u64().unwrap());
    table.moves("Q4").await;
    // A guest of before becomes a member.
    let ben = at_home(&table.white, &register(&table.white, "Benedikt").await);
    ben.command(&table.game, json!({"type": "resign", "id": "r"})).await.ok();
    assert_eq!(Visitor::guest(&server, "Ann").await.name, "Ann 4");
    server.kill().await;
    server.start_again().await;
    assert_eq!(name_of(&stranger, &table.black.id).await, "Ann 2");
}

async fn a_guest_of_a_server_of_the_release_before_gets_a_name_as_well(database: Database) {
    let server = Server::start(database).await;
    let data = server.data();
    let stranger = Visitor::stranger(&server);
    Visitor::guest(&server, "Ann").await;
    let member = at_home(&stranger, &register(&stranger, "Carla").await);
    // A server of that release beside this one writes so.
    guest_of_before(data, "0000000000000001", "Ann", 7).await;
    guest_of_before(data, "0000000000000002", "CARLA", 7).await;
    guest_of_before(data, "0000000000000003", "Dora", 7).await;
    for (id, name) in [("1", "Ann 2"), ("2", "CARLA 2"), ("3", "Dora")] {
        let id = format!("000000000000000{id}");
        soon("the guest has a name of the own", async || {
            let named = texts(data, &format!("SELECT id FROM players WHERE named AND id = '{id}'")).await;
            !named.is_empty() && name_of(&stranger, &id).await == name
        })
        .await;
        let profile = stranger.get(&format!("/players/{id}")).await.ok();
        assert_eq!(
            (&profile["player"]["kind"], &profile["player"]["guest"]),
            (&json!("guest"), &json!(true))
        );
    }
    assert_eq!(name_of(&stranger, &member.id).await, "Carla");
    assert_ne!(Visitor::guest(&server, "Dora").await.name, "Dora");
}

/// Hundreds are named in portions, and others are served meanwhile.
async fn very_many_players_of_before_get_their_names(database: Database) {
    const MANY: usize = 350;
    let mut server = Server::start(database).await;
    let data = server.data().clone();
    server.stop().await;
    go_back(&data, database).await;
    let row = |number: usize| format!("('{number:016}', 'Guest {}', TRUE, {number})", number % 100);
    let rows: Vec<String> = (1..=MANY).map(row).collect();
    tamper(&data, &format!("INSERT INTO players (id, name, guest, created_at) VALUES {}", rows.join(", ")))
        .await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    at_home(&stranger, &register(&stranger, "Carla").await);
    soon("all have names", async || texts(&data, "SELECT id FROM players WHERE NOT named").await.is_empty())
        .await;
    let guests = "SELECT name FROM players WHERE guest AND kind IS NULL AND id LIKE '000%'";
    let mut names = texts(&data, guests).await;
    names.sort();
    names.dedup();
    assert_eq!(names.len(), MANY);
    let pairs = "SELECT players.name FROM players JOIN names ON names.player_id = players.id
                 AND names.name = players.name WHERE players.id LIKE '000%'";
    assert_eq!(texts(&data, pairs).await.len(), MANY);
    assert_eq!(name_of(&stranger, &format!("{:016}", 7)).await, "Guest 7");
}

async fn two_servers_give_the_names_together() {
    const MANY: usize = 250;
    let mut first = Server::start(Database::Postgres).await;
    let data = first.data().clone();
    let second = Server::on(data.clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let row = |number: usize| format!("('{number:016}', 'Ann', TRUE, {number})");
    let rows: Vec<String> = (1..=MANY).map(row).collect();
    tamper(&data, &format!("INSERT INTO players (id, name, guest, created_at) VALUES {}", rows.join(", ")))
        .await;
    let all_have_names = async || {
        soon("all have names", async || {
            texts(&data, "SELECT id FROM players WHERE NOT named").await.is_empty()
        })
        .await;
        let mut names = texts(&data, "SELECT name FROM players WHERE id LIKE '000%'").await;
        names.sort();
        names
    };
    let names = all_have_names().await;
    let mut different = names.clone();
    different.dedup();
    assert_eq!(different.len(), MANY);
    // The second one looks once more, alone, and leaves them as they are.
    first.stop().await;
    guest_of_before(&data, "1000000000000000", "Ann", 7).await;
    assert_eq!(all_have_names().await, names);
    let there = Visitor::stranger(&second);
    assert_eq!(name_of(&there, &format!("{:016}", 1)).await, "Ann");
}
