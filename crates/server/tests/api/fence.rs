//! The ways around the fence of a game that is played without help, and what is told of a game that nobody may see.

use serde_json::{Value, json};
use tengen_testbed::until;

use crate::groups::{club, take_part};
use crate::member::member;
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, on_sqlite_and_long_on_postgres, once};
use crate::table::Table;

on_both_databases! {
    no_way_leads_around_the_fence
}

on_sqlite_and_long_on_postgres! {
    a_refusal_names_no_game_that_the_asker_may_not_see
    a_seat_in_a_position_is_refused_to_whoever_plays_what_is_like_it
    a_round_does_not_tell_who_plays_what_is_like_its_position
    no_rematch_begins_in_a_position_that_another_game_withholds
}

once! {
    another_server_withholds_the_same
}

const SECRET: &str = "not_during_the_game";
/// A game on nine lines, of which nine moves are an opening and four changes are a few.
const MOVES: &str = "C3 G7 G3 C7 E5 E3 E7 C5 G5 B4 H6 F8 D8 H2";
const NOW: [&str; 9] = [
    ".........",
    "...B.W...",
    "..W.B.W..",
    ".......B.",
    "..W.B.B..",
    ".W.......",
    "..B.W.B..",
    ".......W.",
    ".........",
];

fn nine() -> Value {
    json!({"width": 9, "height": 9})
}

/// The position of the game with some points changed: the column and the row from the top left, and what is there.
fn changed(changes: &[(usize, usize, char)]) -> String {
    let mut rows: Vec<Vec<char>> = NOW.iter().map(|row| row.chars().collect()).collect();
    for (column, row, stone) in changes {
        rows[*row][*column] = *stone;
    }
    rows.into_iter().flatten().collect()
}

fn mirrored(stones: &str) -> String {
    stones.as_bytes().chunks(9).flat_map(|row| row.iter().rev()).map(|byte| char::from(*byte)).collect()
}

/// Rows become columns.
fn turned(stones: &str) -> String {
    (0..81).map(|at| char::from(stones.as_bytes()[at % 9 * 9 + at / 9])).collect()
}

fn with_colors_exchanged(stones: &str) -> String {
    stones
        .chars()
        .map(|stone| match stone {
            'B' => 'W',
            'W' => 'B',
            other => other,
        })
        .collect()
}

async fn estimate(visitor: &Visitor, stones: &str) -> Answer {
    visitor.post("/positions/estimate", json!({"board": nine(), "stones": stones, "to_move": "white"})).await
}

async fn begin(visitor: &Visitor, stones: &str, more: Value) -> Answer {
    let mut wish = json!({"board": nine(), "position": {"stones": stones, "to_move": "white"}});
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    visitor.post("/games", wish).await
}

async fn no_way_leads_around_the_fence(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": nine()})).await;
    table.moves(MOVES).await;
    let stranger = Visitor::stranger(&server);
    let guest = Visitor::guest(&server, "Gustav").await;
    let computer = guest.get("/house").await.ok()["players"][0]["player"]["id"].clone();
    let now = changed(&[]);
    for (way, stones) in [
        ("as it is", now.clone()),
        ("mirrored", mirrored(&now)),
        ("turned", turned(&mirrored(&now))),
        ("with the colours exchanged", with_colors_exchanged(&now)),
        ("with a stone moved", changed(&[(7, 7, '.'), (7, 8, 'W')])),
        ("with two stones moved", changed(&[(7, 7, '.'), (7, 8, 'W'), (2, 6, '.'), (2, 7, 'B')])),
        ("mirrored, with a stone moved", mirrored(&changed(&[(7, 7, '.'), (7, 8, 'W')]))),
        ("with the last move taken back", changed(&[(7, 7, '.')])),
        (
            "with the last five moves taken back",
            changed(&[(7, 7, '.'), (3, 1, '.'), (5, 1, '.'), (7, 3, '.'), (1, 5, '.')]),
        ),
        ("with four moves more", changed(&[(0, 0, 'B'), (8, 0, 'W'), (0, 8, 'B'), (8, 8, 'W')])),
    ] {
        for visitor in [&stranger, &guest, &table.black, &table.white] {
            let refused = estimate(visitor, &stones).await.refused(403, SECRET);
            assert_eq!(refused, json!({"reason": "position", "game": table.game}), "{way}");
        }
        // No computer plays there, and nobody else offers it.
        for (visitor, more) in [
            (&guest, json!({})),
            (&guest, json!({"opponent": computer})),
            (&table.black, json!({"local": true})),
            (&table.black, json!({"private": true})),
        ] {
            begin(visitor, &stones, more).await.refused(403, SECRET);
        }
    }
    // Everything else is free, also for its players.
    for stones in [".".repeat(81), "...B.W...".repeat(9), "W.......B".repeat(9)] {
        for visitor in [&stranger, &table.black, &table.white] {
            estimate(visitor, &stones).await.ok();
        }
    }
    begin(&table.black, &"W.......B".repeat(9), json!({"opponent": computer, "color": "black"})).await.ok();
    table.does("black", json!({"type": "resign"})).await.ok();
    estimate(&guest, &now).await.ok();
}

async fn a_refusal_names_no_game_that_the_asker_may_not_see(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": nine(), "private": true})).await;
    table.moves(MOVES).await;
    let stranger = Visitor::stranger(&server);
    let gustav = Visitor::guest(&server, "Gustav").await;
    let unnamed = json!({"reason": "position"});
    let named = json!({"reason": "position", "game": table.game});
    for visitor in [&stranger, &gustav] {
        assert_eq!(estimate(visitor, &changed(&[])).await.refused(403, SECRET), unnamed);
        assert_eq!(begin(&gustav, &changed(&[]), json!({})).await.refused(403, SECRET), unnamed);
        // Whoever has its address is told nothing new.
        let by_its_address = visitor.post("/positions/estimate", json!({"game": table.game})).await;
        assert_eq!(by_its_address.refused(403, SECRET), named);
    }
    assert_eq!(estimate(&table.white, &changed(&[])).await.refused(403, SECRET), named);
    // A game that lists show is named before one that they do not.
    let mut public = Table::new(&server, json!({"board": nine()})).await;
    public.moves(MOVES).await;
    let refused = estimate(&stranger, &changed(&[])).await.refused(403, SECRET);
    assert_eq!(refused["game"], json!(public.game));
}

async fn a_seat_in_a_position_is_refused_to_whoever_plays_what_is_like_it(database: Database) {
    let server = Server::start(database).await;
    let (anna, carl) = (Visitor::guest(&server, "Anna").await, Visitor::guest(&server, "Carl").await);
    let mut table = Table::new(&server, json!({"board": nine()})).await;
    // Five changes are not a few, but eleven stones are more than an opening.
    let like = changed(&[(0, 0, 'B'), (8, 8, 'W'), (2, 6, '.'), (6, 6, '.'), (6, 2, '.')]);
    let offered = begin(&anna, &changed(&[]), json!({})).await.ok()["id"].as_str().unwrap().to_owned();
    table.moves(MOVES).await;
    let later = begin(&anna, &like, json!({})).await.ok()["id"].as_str().unwrap().to_owned();
    for game in [&offered, &later] {
        let refused = table.black.join(game).await.refused(403, SECRET);
        assert_eq!(refused["game"], json!(table.game));
    }
    // The first one is where the game is by now: nobody begins there.
    carl.join(&offered).await.refused(403, SECRET);
    carl.join(&later).await.ok();
    table.does("black", json!({"type": "resign"})).await.ok();
    table.black.join(&offered).await.ok();
}

async fn a_round_does_not_tell_who_plays_what_is_like_its_position(database: Database) {
    let server = Server::start(database).await;
    let bella = member(&server, "Bella").await;
    let (carl, dora) = (member(&server, "Carlotta").await, member(&server, "Dorothea").await);
    let group = club(&bella, "open").await;
    for player in [&carl, &dora] {
        player.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    take_part(&group, &[&carl, &dora]).await;
    let settings = json!({"board": nine(), "private": true});
    let mut table = Table::between(carl.clone(), dora.clone(), settings).await;
    table.moves(MOVES).await;
    let begins = |stones: &str| {
        let position = json!({"stones": stones, "to_move": "white"});
        let pairs = json!([{"black": carl.id, "white": dora.id}]);
        json!({"pairs": pairs, "settings": {"board": nine(), "position": position}})
    };
    let path = format!("/groups/{group}/rounds");
    bella.post(&path, begins(&changed(&[]))).await.refused(403, SECRET);
    // It is withheld from these two, and from nobody else.
    let like = changed(&[(0, 0, 'B'), (8, 8, 'W'), (2, 6, '.'), (6, 6, '.'), (6, 2, '.')]);
    estimate(&carl, &like).await.refused(403, SECRET);
    let made = bella.post(&path, begins(&like)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(made.ok()["pairs"][0]["has_game"], true);
}

async fn no_rematch_begins_in_a_position_that_another_game_withholds(database: Database) {
    let server = Server::start(database).await;
    let position = json!({"stones": changed(&[]), "to_move": "white"});
    let mut first = Table::new(&server, json!({"board": nine(), "position": position})).await;
    first.does("black", json!({"type": "resign"})).await.ok();
    let mut other = Table::new(&server, json!({"board": nine()})).await;
    other.moves(MOVES).await;
    let again = format!("/games/{}/rematch", first.game);
    let refused = first.black.post(&again, json!({})).await.refused(403, SECRET);
    assert_eq!(refused["game"], json!(other.game));
    other.does("black", json!({"type": "resign"})).await.ok();
    first.black.post(&again, json!({})).await.ok();
}

async fn another_server_withholds_the_same() {
    let data = Data::new(Database::Postgres).await;
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let first = Server::on(data.clone(), anywhere, &[]).await;
    let second = Server::on(data, anywhere, &[]).await;
    let stranger = Visitor::stranger(&second);
    let now = changed(&[]);
    estimate(&stranger, &now).await.ok();
    let mut table = Table::new(&first, json!({"board": nine()})).await;
    table.moves(MOVES).await;
    // Its list of games is a second old at most.
    until(async || estimate(&stranger, &now).await.status == 403).await;
    estimate(&table.black.at(&second), &now).await.refused(403, SECRET);
    table.does("black", json!({"type": "resign"})).await.ok();
    until(async || estimate(&stranger, &now).await.status == 200).await;
}
