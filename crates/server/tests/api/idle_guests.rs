//! Guests who have done nothing for long are removed, and nobody else is.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_store as store;
use tokio::join;

use crate::by_hand::ServerByHand;
use crate::member::{member, name_of, soon, texts};
use crate::rest::Visitor;
use crate::server::{Data, Database, now, on_both_databases, once};
use crate::table::Table;
use crate::tamper::{numbers, tamper};

on_both_databases! {
    nothing_is_left_of_an_idle_guest_who_never_played
    finished_games_keep_a_deleted_player
    whoever_does_anything_stays
    guests_are_kept_for_so_many_days_or_for_ever
    some_guests_a_minute_are_looked_at
    a_guest_is_removed_once
    whoever_has_just_come_back_stays
}

once! {
    two_servers_at_once_are_in_nobodys_way
}

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// More than ninety days.
const LONG: i64 = 91 * DAY;
/// How many guests one look goes through.
const LOOK: usize = 200;
/// In which a look comes.
const MINUTE: Duration = Duration::from_mins(1);
const RECORD: &[u8] = b"(;GM[1]FF[4]SZ[9];B[ee];W[gc])";

/// Lets it be known when the tokens in use were used, so that nothing but the tables knows it.
async fn noted(by_hand: &ServerByHand) {
    by_hand.pass(Duration::from_secs(31)).await;
}

/// Moves all that a player did into the past, by milliseconds.
async fn was_here_earlier(data: &Data, player: &str, millis: i64) {
    for statement in [
        format!("UPDATE players SET created_at = created_at - {millis} WHERE id = '{player}'"),
        format!(
            "UPDATE tokens SET created_at = created_at - {millis}, last_used_at = last_used_at - {millis} WHERE player_id = '{player}'"
        ),
        format!(
            "UPDATE access_tokens SET created_at = created_at - {millis}, last_used_at = last_used_at - {millis} WHERE player_id = '{player}'"
        ),
        format!(
            "UPDATE games SET updated_at = updated_at - {millis} WHERE black = '{player}' OR white = '{player}'"
        ),
    ] {
        tamper(data, &statement).await;
    }
}

/// Adds guests who have done nothing since a moment.
async fn add_guests(database: Database, data: &Data, count: usize, created_at: i64) {
    let (numbers, id) = numbers(database, count as u64);
    let add = format!(
        "{numbers} INSERT INTO players (id, name, guest, created_at, named)
         SELECT {id}, 'Guest', TRUE, {created_at}, TRUE FROM numbers"
    );
    tamper(data, &add).await;
}

async fn guests(data: &Data) -> usize {
    texts(data, "SELECT id FROM players WHERE guest").await.len()
}

async fn profile(stranger: &Visitor, player: &Visitor) -> Value {
    stranger.get(&format!("/players/{}", player.id)).await.ok()["player"].take()
}

async fn nothing_is_left_of_an_idle_guest_who_never_played(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let (server, data) = (&by_hand.server, by_hand.server.data());
    let (ann, ben) = (Visitor::guest(server, "Ann").await, Visitor::guest(server, "Ben").await);
    let program = ann.with_token(&["read"]).await;
    program.get("/me").await.ok();
    let request = |player: &Visitor, other: &Visitor, list: &str| {
        player.request(reqwest::Method::PUT, &format!("/api/v1/players/{}/{list}", other.id)).send()
    };
    for answer in [request(&ann, &ben, "follow").await, request(&ben, &ann, "block").await] {
        assert!(answer.unwrap().status().is_success());
    }
    ann.post("/sessions/link", json!({})).await.ok();
    noted(&by_hand).await;
    was_here_earlier(data, &ann.id, LONG).await;
    by_hand.pass(MINUTE).await;
    let stranger = Visitor::stranger(server);
    stranger.get(&format!("/players/{}", ann.id)).await.refused(404, "no_such_player");
    for gone in [&ann, &program] {
        gone.get("/me").await.refused(401, "unauthenticated");
    }
    for (table, column) in [
        ("players", "id"),
        ("names", "player_id"),
        ("tokens", "player_id"),
        ("access_tokens", "player_id"),
        ("carries", "player_id"),
        ("follows", "player_id"),
        ("blocks", "other"),
    ] {
        let query = format!("SELECT {column} FROM {table} WHERE {column} = '{}'", ann.id);
        assert!(texts(data, &query).await.is_empty(), "{table}");
    }
    assert_eq!(ben.get("/me/blocks").await.ok()["players"], json!([]));
    // The name is free.
    assert_eq!(Visitor::guest(server, "Ann").await.name, "Ann");
}

async fn finished_games_keep_a_deleted_player(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let (server, data) = (&by_hand.server, by_hand.server.data());
    let mut table = Table::new(server, json!({})).await;
    table.moves("Q16 D4").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let (ann, ben) = (table.black.clone(), table.white.clone());
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let offered = ben.new_game(json!({"opponent": ann.id})).await["id"].as_str().unwrap().to_owned();
    noted(&by_hand).await;
    was_here_earlier(data, &ann.id, LONG).await;
    by_hand.pass(MINUTE).await;
    let shown = profile(&ben, &ann).await;
    assert_eq!(
        (&shown["kind"], &shown["name"], &shown["guest"]),
        (&json!("deleted"), &json!("Deleted player"), &json!(false))
    );
    ann.get("/me").await.refused(401, "unauthenticated");
    by_hand.pass(Duration::from_secs(2)).await;
    soon("the game shows a deleted player", async || {
        ben.snapshot(&table.game).await["players"]["black"]["kind"] == "deleted"
    })
    .await;
    assert_eq!(ben.events(&table.game).await.len(), 4);
    for game in [&open, &offered] {
        assert_eq!(ben.look(game).await["result"]["by"], "abort");
    }
    assert_eq!(name_of(&ben, &ben.id).await, "Ben");
    assert_eq!(Visitor::guest(server, "Ann").await.name, "Ann");
}

async fn whoever_does_anything_stays(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let (server, data) = (&by_hand.server, by_hand.server.data());
    let idle = Visitor::guest(server, "Idle").await;
    let of_the_club = member(server, "Member").await;
    let made = of_the_club.post("/bots", json!({"name": "Robot"})).await.ok();
    let mut robot = of_the_club.with_secret(made["secret"].as_str().unwrap());
    made["player"]["id"].as_str().unwrap().clone_into(&mut robot.id);
    let late = Visitor::guest(server, "Late").await;
    let with_program = Visitor::guest(server, "Program").await;
    with_program.with_token(&["read"]).await.get("/me").await.ok();
    let earlier = Visitor::guest(server, "Earlier").await;
    let keeper = Visitor::guest(server, "Keeper").await;
    keeper.bring(RECORD).await.ok();
    let mut playing = Table::new(server, json!({})).await;
    playing.moves("Q16 D4").await;
    let mut played = Table::new(server, json!({})).await;
    played.moves("Q16 D4").await;
    played.does("white", json!({"type": "resign"})).await.ok();
    noted(&by_hand).await;
    let players = [&of_the_club, &robot, &with_program, &earlier, &keeper, &playing.black, &played.black];
    for player in players.into_iter().chain([&late, &idle]) {
        was_here_earlier(data, &player.id, LONG).await;
    }
    for statement in [
        format!(
            "UPDATE tokens SET last_used_at = last_used_at + {} WHERE player_id = '{}'",
            2 * DAY,
            late.id
        ),
        // Program's token was used lately, and Earlier's session is of a time when nobody noted it.
        format!(
            "UPDATE access_tokens SET last_used_at = last_used_at + {LONG} WHERE player_id = '{}'",
            with_program.id
        ),
        format!("UPDATE tokens SET last_used_at = NULL WHERE player_id = '{}'", earlier.id),
        format!("UPDATE games SET updated_at = updated_at + {LONG} WHERE id = '{}'", played.game),
    ] {
        tamper(data, &statement).await;
    }
    by_hand.pass(MINUTE).await;
    let stranger = Visitor::stranger(server);
    stranger.get(&format!("/players/{}", idle.id)).await.refused(404, "no_such_player");
    for (player, kind) in players.into_iter().zip(["member", "bot"].into_iter().chain(["guest"; 5])) {
        let shown = profile(&stranger, player).await;
        assert_eq!(shown["kind"], kind, "{} is gone", player.name);
    }
    assert_eq!(profile(&stranger, &late).await["kind"], "guest");
    late.get("/me").await.ok();
    assert_eq!(stranger.snapshot(&playing.game).await["phase"], "playing");
    // When the game is over for long, nothing keeps its players.
    tamper(data, &format!("UPDATE games SET updated_at = updated_at - {LONG} WHERE id = '{}'", played.game))
        .await;
    by_hand.pass(MINUTE).await;
    assert_eq!(profile(&stranger, &played.black).await["kind"], "deleted");
}

async fn guests_are_kept_for_so_many_days_or_for_ever(database: Database) {
    let by_hand = ServerByHand::with_options(database, &["--guests-kept", "2"]).await;
    let (server, data) = (&by_hand.server, by_hand.server.data());
    let mut guests = Vec::new();
    for name in ["Ann", "Ben", "Carl"] {
        guests.push(Visitor::guest(server, name).await);
    }
    // A use may be noted an hour late.
    for (guest, millis) in guests.iter().zip([2 * DAY - HOUR, 2 * DAY + HOUR / 2, 2 * DAY + HOUR]) {
        was_here_earlier(data, &guest.id, millis).await;
    }
    by_hand.pass(MINUTE * 5 / 4).await;
    let stranger = Visitor::stranger(server);
    let statuses: Vec<_> = [
        stranger.get(&format!("/players/{}", guests[0].id)).await.status,
        stranger.get(&format!("/players/{}", guests[1].id)).await.status,
        stranger.get(&format!("/players/{}", guests[2].id)).await.status,
    ]
    .into();
    assert_eq!(statuses, [200, 200, 404]);

    let by_hand = ServerByHand::with_options(database, &["--guests-kept", "0"]).await;
    let ann = Visitor::guest(&by_hand.server, "Ann").await;
    was_here_earlier(by_hand.server.data(), &ann.id, 10_000 * DAY).await;
    by_hand.pass(2 * MINUTE).await;
    assert_eq!(profile(&Visitor::stranger(&by_hand.server), &ann).await["kind"], "guest");
}

async fn some_guests_a_minute_are_looked_at(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let data = by_hand.server.data();
    Visitor::stranger(&by_hand.server).get("/door").await.ok();
    add_guests(database, data, LOOK + 50, now() - LONG).await;
    // A clock that is wrong at the start has a minute to be set.
    by_hand.pass(MINUTE / 2).await;
    assert_eq!(guests(data).await, LOOK + 50);
    by_hand.pass(MINUTE * 3 / 4).await;
    assert_eq!(guests(data).await, 50);
    by_hand.pass(MINUTE).await;
    assert_eq!(guests(data).await, 0);
    // And from the beginning.
    add_guests(database, data, 3, now() - LONG).await;
    by_hand.pass(MINUTE).await;
    assert_eq!(guests(data).await, 0);
}

async fn a_guest_is_removed_once(database: Database) {
    let data = Data::new(database).await;
    let (clock, _hands) = tengen_clock::Clock::by_hand(now());
    let open =
        async || store::Database::open(data.database_url(), data.directory(), clock.clone()).await.unwrap();
    let one = open().await;
    // An SQLite file has one server.
    let other = if database == Database::Postgres { Some(open().await) } else { None };
    let (one, other) = (one.store.clone(), other.map_or_else(|| one.store.clone(), |other| other.store));
    add_guests(database, &data, 2 * LOOK + 7, now() - LONG).await;
    let since = one.idle_since(now() - LONG / 2).await.unwrap();
    let (mut after, mut found, mut looks) = (None, Vec::new(), Vec::new());
    loop {
        let idle = one.idle_guests(since, after.as_ref()).await.unwrap();
        looks.push(idle.guests.len());
        found.extend(idle.guests);
        after = idle.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(looks, [LOOK, LOOK, 7]);
    found.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
    found.dedup();
    assert_eq!(found.len(), 2 * LOOK + 7);
    for guest in found.into_iter().take(20) {
        let (here, there) = join!(one.delete_idle_guest(guest, since), other.delete_idle_guest(guest, since));
        let mut removed = [here.unwrap().is_some(), there.unwrap().is_some()];
        removed.sort_unstable();
        assert_eq!(removed, [false, true]);
    }
    assert_eq!(guests(&data).await, 2 * LOOK - 13);
    // Whoever came after the moment is not idle, whatever is asked.
    let early = one.idle_since(now() - 2 * LONG).await.unwrap();
    let left = one.idle_guests(since, None).await.unwrap().guests[0];
    assert_eq!(one.delete_idle_guest(left, early).await.unwrap(), None);
    assert!(one.idle_guests(early, None).await.unwrap().guests.is_empty());
}

async fn whoever_has_just_come_back_stays(database: Database) {
    let mut first = ServerByHand::start(database).await;
    let data = first.server.data().clone();
    let (back, gone) =
        (Visitor::guest(&first.server, "Back").await, Visitor::guest(&first.server, "Gone").await);
    first.ask_to_end();
    first.ended().await;
    drop(first);
    for guest in [&back, &gone] {
        was_here_earlier(&data, &guest.id, 3 * DAY).await;
    }
    let by_hand = ServerByHand::launch(data, &["--guests-kept", "2"]).await;
    let stranger = Visitor::stranger(&by_hand.server);
    stranger.get("/door").await.ok();
    // A moment before the look, so that only this process knows it.
    by_hand.pass(Duration::from_secs(59)).await;
    let back = back.at(&by_hand.server);
    back.get("/me").await.ok();
    by_hand.pass(Duration::from_secs(2)).await;
    stranger.get(&format!("/players/{}", gone.id)).await.refused(404, "no_such_player");
    assert_eq!(profile(&stranger, &back).await["kind"], "guest");
    back.get("/me").await.ok();
}

async fn two_servers_at_once_are_in_nobodys_way() {
    let data = Data::new(Database::Postgres).await;
    let (one, other) = join!(ServerByHand::on(data.clone()), ServerByHand::on(data.clone()));
    let mut table = Table::new(&one.server, json!({})).await;
    table.moves("Q16 D4").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let ann = table.black.clone();
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    join!(noted(&one), noted(&other));
    was_here_earlier(&data, &ann.id, LONG).await;
    add_guests(Database::Postgres, &data, 150, now() - LONG).await;
    join!(one.pass(MINUTE), other.pass(MINUTE));
    assert_eq!(texts(&data, "SELECT name FROM players WHERE guest").await, ["Ben"]);
    assert_eq!(profile(&table.white, &ann).await["kind"], "deleted");
    assert_eq!(table.white.look(&open).await["result"]["by"], "abort");
    for server in [&one.server, &other.server] {
        ann.at(server).get("/me").await.refused(401, "unauthenticated");
    }
}
