//! Nothing is made in the name of a player, or for one, who is deleted before it is made, and nothing of it is left.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_testbed::until;
use tokio::task::JoinHandle;

use crate::by_hand::ServerByHand;
use crate::member::{member, soon, texts};
use crate::overtaken::{Ending, are_looking, are_waiting};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, connections, crowded, on_both_databases, once};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    nothing_is_made_for_whoever_is_deleted_meanwhile
    no_table_takes_a_row_of_whoever_is_deleted
    games_that_a_server_has_left_behind_end
}

once! {
    nobody_else_waits_for_a_deletion_and_no_join_is_lost
    a_deletion_gives_way_and_is_done_then
    bots_are_held_before_anything_is_forgotten
    a_deletion_goes_on_without_whoever_asked_for_it
    nobody_keeps_a_seat_at_another_server
}

/// How long those wait who look again and again whether a player is still held.
const EACH_LOOK: Duration = Duration::from_millis(100);

const RECORD: &[u8] = b"(;GM[1]FF[4]SZ[9];B[ee];W[gc])";

/// The columns that refer to players, each behind its table.
async fn columns(data: &Data) -> Vec<(String, String)> {
    let query = if data.database_url().is_some() {
        "SELECT concat_ws(' ', conrelid::regclass, attname)
         FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
         WHERE contype = 'f' AND confrelid = 'players'::regclass ORDER BY 1"
    } else {
        "SELECT tables.name || ' ' || keys.\"from\"
         FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys
         WHERE tables.type = 'table' AND keys.\"table\" = 'players' ORDER BY 1"
    };
    let columns = texts(data, query).await;
    columns
        .iter()
        .map(|column| column.split_once(' ').unwrap())
        .map(|(table, column)| (table.to_owned(), column.to_owned()))
        .collect()
}

/// How many rows name a player, by table and column.
async fn rows_of(data: &Data, player: &str) -> Vec<(String, String, usize)> {
    let mut rows = Vec::new();
    for (table, column) in columns(data).await {
        // These are written down by a clock.
        if table == "networks" {
            continue;
        }
        let found = texts(data, &format!("SELECT {column} FROM {table} WHERE {column} = '{player}'")).await;
        rows.push((table, column, found.len()));
    }
    rows
}

async fn nothing_is_made_for_whoever_is_deleted_meanwhile(database: Database) {
    // All requests wait in the database at once.
    let by_hand = ServerByHand::with_options(database, &[&crowded()]).await;
    let server = &by_hand.server;
    let (ann, ben) = (member(server, "Annabel").await, member(server, "Benedict").await);
    let mut table = Table::between(ann.clone(), ben.clone(), json!({})).await;
    table.moves("Q16 D4").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let of_ann = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let of_ben = ben.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let before = rows_of(server.data(), &ann.id).await;
    assert!(before.iter().filter(|(.., rows)| *rows > 0).count() > 5, "{before:?}");

    let deleting = Ending::of_player(server.data(), &ann.id).await;
    let (own, others) = ((401, "unauthenticated"), (404, "no_such_player"));
    let report =
        json!({"about": "game", "id": table.game, "ground": "other", "words": "Somebody else plays."});
    let posts = [
        (&ann, "/games".to_owned(), json!({}), own),
        (&ann, format!("/games/{}/rematch", table.game), json!({}), own),
        (&ann, format!("/games/{of_ben}/join"), json!({}), own),
        (&ann, "/reports".to_owned(), report, own),
        (&ben, "/games".to_owned(), json!({"opponent": ann.id}), others),
        (&ben, format!("/games/{of_ann}/join"), json!({}), others),
    ];
    let puts = [
        (&ann, format!("/players/{}/follow", ben.id), own),
        (&ann, format!("/players/{}/block", ben.id), own),
        (&ben, format!("/players/{}/follow", ann.id), others),
    ];
    let mut asked = Vec::new();
    for (player, path, body, refusal) in posts {
        let (player, named) = (player.clone(), path.clone());
        asked.push((named, refusal, tokio::spawn(async move { player.post(&path, body).await })));
    }
    for (player, path, refusal) in puts {
        let (player, named) = (player.clone(), path.clone());
        asked.push((named, refusal, tokio::spawn(async move { player.put(&path, json!({})).await })));
    }
    let bringing = ann.clone();
    let brought = tokio::spawn(async move { bringing.bring(RECORD).await });
    asked.push(("/records".to_owned(), own, brought));
    // Those who would sit down wait without a connection.
    let joins = asked.iter().filter(|(path, ..)| path.ends_with("/join")).count();
    are_waiting(server.data(), asked.len() - joins).await;
    are_looking(server.data()).await;
    assert!(asked.iter().all(|(.., request)| !request.is_finished()), "the tables are held");
    deleting.done().await;
    look_again(&by_hand, async || asked.iter().all(|(.., request)| request.is_finished())).await;
    for (path, (status, code), request) in asked {
        let answer: Answer = request.await.unwrap();
        assert_eq!((answer.status, &answer.json()["code"]), (status, &json!(code)), "{path}");
    }
    assert_eq!(rows_of(server.data(), &ann.id).await, before);
    for game in [&of_ann, &of_ben] {
        assert_eq!(ben.snapshot(game).await["phase"], "open");
    }
    // Nor is anything made later.
    ben.post("/games", json!({"opponent": ann.id})).await.refused(404, "no_such_player");
    ben.join(&of_ann).await.refused(404, "no_such_player");
    // Others are in nobody's way.
    member(server, "Carlotta").await.join(&of_ben).await.ok();
}

/// Lets those look again who would sit down with somebody who was held, until all have their answers. While somebody is held the
/// server's clock stands still, so that nobody gives up.
async fn look_again(by_hand: &ServerByHand, has_come: impl AsyncFn() -> bool) {
    until(async || {
        by_hand.pass(EACH_LOOK).await;
        has_come().await
    })
    .await;
}

/// Those who would sit down with somebody who is held wait for that, in as many games as the server has connections. Moves of
/// others go on, and so do requests.
async fn nobody_else_waits_for_a_deletion_and_no_join_is_lost() {
    let all = tengen_store::Database::LEAST_CONNECTIONS;
    let by_hand = ServerByHand::with_options(Database::Postgres, &[&connections(all)]).await;
    let server = &by_hand.server;
    let (ann, ben) = (member(server, "Annabel").await, member(server, "Benedict").await);
    let mut others = Table::new(server, json!({})).await;
    for is_taken_back in [true, false] {
        let mut games = Vec::new();
        for _ in 0..all {
            games.push(ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned());
        }
        let deleting = Ending::of_player(server.data(), &ann.id).await;
        let mut joining = Vec::new();
        for game in &games {
            let (ben, game) = (ben.clone(), game.clone());
            joining.push(tokio::spawn(async move { ben.join(&game).await }));
        }
        are_looking(server.data()).await;
        others.moves(if is_taken_back { "Q16 D4" } else { "C3 R17" }).await;
        assert_eq!(ben.get("/records").await.status, 200);
        assert!(joining.iter().all(|request| !request.is_finished()), "the player is held");
        if is_taken_back {
            deleting.taken_back().await;
        } else {
            deleting.done().await;
        }
        look_again(&by_hand, async || joining.iter().all(JoinHandle::is_finished)).await;
        for (game, request) in games.iter().zip(joining) {
            let joined = request.await.unwrap();
            if is_taken_back {
                assert_eq!(joined.ok()["phase"], "playing");
            } else {
                joined.refused(404, "no_such_player");
                assert_eq!(ben.snapshot(game).await["phase"], "open");
            }
        }
    }
}

/// Somebody holds the player, for whom the deletion waits, and then waits for the deletion. Postgres never ends that wait, so it
/// ends by the deletion's giving way.
async fn a_deletion_gives_way_and_is_done_then() {
    let server = Server::start(Database::Postgres).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut holder = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    let hold = format!(
        "SET deadlock_timeout = '1h'; BEGIN; SELECT 1 FROM players WHERE id = '{}' FOR KEY SHARE",
        ann.id
    );
    sqlx::raw_sql(AssertSqlSafe(hold)).execute(&mut holder).await.unwrap();
    let leaving = tokio::spawn({
        let ann = ann.clone();
        async move { ann.delete("/me").await }
    });
    are_waiting(server.data(), 1).await;
    let want = format!("SELECT 1 FROM tokens WHERE player_id = '{}' FOR UPDATE; COMMIT", ann.id);
    sqlx::raw_sql(AssertSqlSafe(want)).execute(&mut holder).await.unwrap();
    assert_eq!(leaving.await.unwrap().status, 204);
}

/// Somebody holds a bot, and may then wait for its owner. The deletion has touched nothing of the owner when it waits for the bot.
async fn bots_are_held_before_anything_is_forgotten() {
    let server = Server::start(Database::Postgres).await;
    let ann = member(&server, "Annabel").await;
    let made = ann.post("/bots", json!({"name": "Robot"})).await.ok();
    let bot = made["player"]["id"].as_str().unwrap();
    let mut holder = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    let hold = format!("BEGIN; SELECT 1 FROM players WHERE id = '{bot}' FOR KEY SHARE");
    sqlx::raw_sql(AssertSqlSafe(hold)).execute(&mut holder).await.unwrap();
    let leaving = tokio::spawn({
        let ann = ann.clone();
        async move { ann.delete("/me").await }
    });
    are_waiting(server.data(), 1).await;
    let touch = format!("SELECT 1 FROM names WHERE player_id = '{}' FOR UPDATE NOWAIT", ann.id);
    sqlx::query(AssertSqlSafe(touch)).fetch_one(&mut holder).await.unwrap();
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    assert_eq!(leaving.await.unwrap().status, 204);
    let bots = format!("SELECT id FROM players WHERE id = '{bot}' AND kind = 'deleted'");
    assert_eq!(texts(server.data(), &bots).await, [bot]);
}

/// The connection of whoever asked ends while somebody holds the player. The deletion begins anew all the same, and is done.
async fn a_deletion_goes_on_without_whoever_asked_for_it() {
    let server = Server::start(Database::Postgres).await;
    let data = server.data();
    let ann = Visitor::guest(&server, "Ann").await;
    let mut holder = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let hold = format!("BEGIN; SELECT 1 FROM players WHERE id = '{}' FOR KEY SHARE", ann.id);
    sqlx::raw_sql(AssertSqlSafe(hold)).execute(&mut holder).await.unwrap();
    let leaving = tokio::spawn({
        let ann = ann.clone();
        async move { ann.delete("/me").await }
    });
    are_waiting(data, 1).await;
    leaving.abort();
    assert!(leaving.await.unwrap_err().is_cancelled());
    let now = texts(data, "SELECT clock_timestamp()::text").await;
    let again = format!(
        "SELECT pid::text FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tengen'
             AND wait_event IN ('transactionid', 'tuple') AND xact_start > '{}'::timestamptz",
        now[0]
    );
    soon("the deletion has begun anew", async || !texts(data, &again).await.is_empty()).await;
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    let gone = format!("SELECT id FROM players WHERE id = '{}' AND kind = 'deleted'", ann.id);
    soon("the player is deleted", async || !texts(data, &gone).await.is_empty()).await;
}

/// What a database says about a statement that it refuses.
async fn said(data: &Data, statement: String) -> String {
    let statement = AssertSqlSafe(statement);
    let error = if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap_err()
    } else {
        let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
        let mut connection = SqliteConnection::connect(&file).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap_err()
    };
    error.as_database_error().unwrap().message().to_owned()
}

/// A new table that refers to players needs a trigger, as those of migration 0040.
async fn no_table_takes_a_row_of_whoever_is_deleted(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let table = Table::between(ann.clone(), ben.clone(), json!({})).await;
    assert_eq!(ben.delete("/me").await.status, 204);
    assert_eq!(ann.look(&table.game).await["phase"], "finished");
    let columns = columns(server.data()).await;
    assert!(columns.len() > 30, "{columns:?}");
    for (table, column) in &columns {
        // Those who sit at a game are the journal's matter.
        if table == "games" && (column == "black" || column == "white") {
            continue;
        }
        let of_table: Vec<&str> =
            columns.iter().filter(|(other, _)| other == table).map(|(_, column)| column.as_str()).collect();
        let players: Vec<String> = of_table
            .iter()
            .map(|other| format!("'{}'", if other == column { &ben.id } else { &ann.id }))
            .collect();
        let insert = format!("INSERT INTO {table} ({}) VALUES ({})", of_table.join(", "), players.join(", "));
        assert_eq!(said(server.data(), insert).await, format!("no such player: {table}.{column}"));
    }
}

async fn games_that_a_server_has_left_behind_end(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let (ann, ben) = (Visitor::guest(server, "Ann").await, Visitor::guest(server, "Ben").await);
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let offered = ben.new_game(json!({"opponent": ann.id})).await["id"].as_str().unwrap().to_owned();
    let mut playing = Table::between(ben.clone(), ann.clone(), json!({})).await;
    playing.moves("Q16 D4 C3").await;
    let others = Table::new(server, json!({})).await;
    // The server died behind the deletion.
    let delete =
        format!("UPDATE players SET guest = FALSE, kind = 'deleted', renamed_at = 1 WHERE id = '{}'", ann.id);
    tamper(server.data(), &delete).await;
    by_hand.pass(Duration::from_secs(61)).await;
    for (game, by) in [(&open, "abort"), (&offered, "abort"), (&playing.game, "resignation")] {
        soon("the game is over", async || ben.look(game).await["result"]["by"] == by).await;
    }
    assert_eq!(ben.look(&playing.game).await["result"]["winner"], "black");
    assert_eq!(ben.look(&others.game).await["phase"], "playing");
}

/// The end of a game, once it has come.
async fn end_of(visitor: &Visitor, game: &str) -> Value {
    soon("the game is over", async || visitor.snapshot(game).await["phase"] == "finished").await;
    visitor.snapshot(game).await
}

/// The ids of those who sit at a game, in no order.
fn seated(game: &Value) -> BTreeSet<&str> {
    let seats = [&game["players"]["black"], &game["players"]["white"]];
    seats.into_iter().filter_map(|seat| seat["id"].as_str()).collect()
}

/// A player is deleted at one server while another player joins the player's game and the player joins the other's, both at
/// another server. Whichever of them is first, all of what was made is over, and nothing else is.
async fn nobody_keeps_a_seat_at_another_server() {
    let (data, anywhere) = (Data::new(Database::Postgres).await, "127.0.0.1:0".parse().unwrap());
    let here = Server::on(data.clone(), anywhere, &[]).await;
    let there = Server::on(data, anywhere, &[]).await;
    let ben = Visitor::guest(&there, "Ben").await;
    let game_of =
        async |player: &Visitor| player.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    for number in 0..4 {
        let ann = Visitor::guest(&here, &format!("Ann {number}")).await;
        let (of_ann, of_ben) = (game_of(&ann).await, game_of(&ben).await);
        let elsewhere = ann.at(&there);
        let (left, joined, joins) =
            tokio::join!(ann.delete("/me"), ben.join(&of_ann), elsewhere.join(&of_ben));
        assert_eq!(left.status, 204, "{}", left.text());
        let both = BTreeSet::from([ann.id.as_str(), &ben.id]);
        let over = end_of(&ben, &of_ann).await;
        assert_eq!(over["result"]["by"], "abort");
        assert_eq!(seated(&over), if joined.status == 200 { both.clone() } else { BTreeSet::new() });
        match joined.status {
            200 => {}
            404 => _ = joined.refused(404, "no_such_player"),
            // It was called off before.
            _ => _ = joined.refused(409, "wrong_phase"),
        }
        if joins.status == 200 {
            let over = end_of(&ben, &of_ben).await;
            assert_eq!((seated(&over), &over["result"]["by"]), (both, &json!("abort")));
        } else {
            joins.refused(401, "unauthenticated");
            let open = ben.snapshot(&of_ben).await;
            assert_eq!((&open["phase"], seated(&open)), (&json!("open"), BTreeSet::new()));
            ben.command(&of_ben, json!({"type": "abort", "id": format!("abort-{number}")})).await.ok();
        }
        soon("nobody is shown an offer of the deleted player", async || {
            !ben.get("/lobby").await.ok().to_string().contains(&ann.id)
        })
        .await;
    }
}
