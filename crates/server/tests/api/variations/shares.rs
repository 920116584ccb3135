//! Trees that are shown to others: by a link, or to the opponent.

use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tengen_testbed::{found, until};

use super::{address, change, ids, tree};
use crate::keys::{KEY, post};
use crate::leaving_for_good::export;
use crate::member::{make_owner, member, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, now, on_both_databases, once};
use crate::stream::{NDJSON, Reader};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    a_link_shows_a_tree_as_it_was_or_as_it_grows
    a_tree_that_grows_is_followed
    a_link_is_ended_and_goes_with_its_tree
    players_of_a_running_game_see_no_tree_of_it
    a_players_own_tree_is_shown_when_spectators_have_seen_the_end
    a_link_tells_nobody_of_an_end_before_spectators_see_it
    players_open_their_trees_to_each_other
    a_tree_beside_a_record_is_shown
    what_is_shown_is_stored_once
    suspended_owners_show_nothing
}

once! {
    so_many_trees_are_shown_and_no_more
    one_address_follows_a_tree_so_many_times
    an_export_tells_of_the_links_without_their_secrets
}

fn small() -> Value {
    json!({"board": {"width": 4, "height": 3}, "rules": "japanese"})
}

fn note(id: &str, event: u32) -> Value {
    json!({"id": id, "from": {"move": 0, "event": event}, "words": id})
}

async fn share(visitor: &Visitor, game: &str, wish: Value) -> Answer {
    visitor.post(&format!("{}/share", address(game)), wish).await
}

/// The secret of a new link.
async fn link(visitor: &Visitor, game: &str, grows: bool) -> String {
    let made = share(visitor, game, json!({"grows": grows})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["secret"].as_str().unwrap().to_owned()
}

async fn shown(visitor: &Visitor, secret: &str) -> Answer {
    visitor.post("/shared/look", json!({"secret": secret})).await
}

async fn a_link_shows_a_tree_as_it_was_or_as_it_grows(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    share(&zoe, game, json!({"grows": true})).await.refused(409, "nothing_to_share");
    change(&zoe, game, json!([note("a", 1)])).await.ok();
    let (path, wish) = (format!("{}/share", address(game)), json!({"grows": false}));
    let made = post(&zoe, KEY, &path, &wish).await;
    let told = made.json();
    assert_eq!(post(&zoe, KEY, &path, &wish).await.json(), told);
    assert_eq!(
        (made.status, &told["share"]["revision"], &told["share"]["with"]),
        (201, &json!(1), &json!("link"))
    );
    let was = told["secret"].as_str().unwrap().to_owned();
    let grows = link(&zoe, game, true).await;
    change(&zoe, game, json!([note("b", 1)])).await.ok();
    let yan = Visitor::guest(&server, "Yan").await;
    let told = shown(&yan, &was).await.ok();
    assert_eq!((ids(&told), &told["revision"], &told["grows"]), (vec!["a"], &json!(1), &json!(false)));
    assert_eq!((&told["owner"], &told["game"], told.get("record")), (&zoe.card(), &json!(game), None));
    let told = shown(&yan, &grows).await.ok();
    assert_eq!((ids(&told), &told["revision"]), (vec!["a", "b"], &json!(2)));
    assert_eq!(told["nodes"], tree(&zoe, game).await["nodes"]);
    // Nobody changes the tree of somebody else by it.
    assert_eq!(tree(&yan, game).await["revision"], 0);
    for wrong in ["x", &"x".repeat(43), &was[1..]] {
        shown(&yan, wrong).await.refused(404, "no_such_share");
    }
    for malformed in [json!({}), json!({"grows": 1}), json!({"grows": true, "with": "everybody"})] {
        share(&zoe, game, malformed).await.refused(400, "malformed");
    }
    let (reads, plays) = (zoe.with_token(&["read"]).await, zoe.with_token(&["play"]).await);
    share(&reads, game, json!({"grows": true})).await.refused(403, "insufficient_scope");
    assert_eq!(share(&plays, game, json!({"grows": true})).await.status, 201);
    share(&Visitor::stranger(&server), game, json!({"grows": true})).await.refused(401, "unauthenticated");
    share(&zoe, "0000000000000000", json!({"grows": true})).await.refused(404, "no_such_game");
}

/// Opens the stream of the tree that a link shows.
async fn follow(visitor: &Visitor, secret: &str) -> Response {
    let request = visitor.request(Method::POST, "/api/v1/shared/stream");
    let request =
        request.header(CONTENT_TYPE, "application/json").body(json!({"secret": secret}).to_string());
    request.send().await.unwrap()
}

async fn a_tree_that_grows_is_followed(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let yan = Visitor::guest(&server, "Yan").await;
    change(&zoe, game, json!([note("a", 1)])).await.ok();
    let (grows, was) = (link(&zoe, game, true).await, link(&zoe, game, false).await);
    Answer::read(follow(&yan, &was[1..]).await).await.refused(404, "no_such_share");
    Answer::read(follow(&table.black, &grows).await).await.refused(403, "not_during_the_game");

    let mut stream = Reader::new(follow(&yan, &grows).await);
    let told = stream.line().await.unwrap();
    assert_eq!((ids(&told), told.get("gone"), &told["owner"]), (vec!["a"], None, &zoe.card()));
    // Then the changes alone.
    change(&zoe, game, json!([note("b", 1)])).await.ok();
    let told = stream.line().await.unwrap();
    assert_eq!((ids(&told), &told["gone"], &told["revision"]), (vec!["b"], &json!([]), &json!(2)));
    assert_eq!((&told["owner"], &told["game"]), (&zoe.card(), &json!(game)));
    change(&zoe, game, json!([{"id": "a", "gone": true}])).await.ok();
    let told = stream.line().await.unwrap();
    assert_eq!((ids(&told), &told["gone"]), (vec![], &json!(["a"])));
    // What does not grow is told once.
    let mut still = Reader::new(follow(&yan, &was).await);
    assert_eq!(ids(&still.line().await.unwrap()), ["a"]);
    assert_eq!(still.line().await, None);
    // With the link the stream ends.
    let listed = zoe.get(&format!("{}/share", address(game))).await.ok();
    let shares = listed["shares"].as_array().unwrap();
    let share_id = shares.iter().find(|share| share["grows"] == true).unwrap()["id"].as_str().unwrap();
    assert_eq!(zoe.delete(&format!("/shares/{share_id}")).await.status, 204);
    assert_eq!(stream.line().await, None);

    // The opponent of a game that is over follows in the same way.
    table.black.command(game, json!({"type": "resign", "id": "r"})).await.ok();
    change(&table.black, game, json!([note("own", 1)])).await.ok();
    assert_eq!(share(&table.black, game, json!({"grows": true, "with": "opponent"})).await.status, 201);
    let theirs = format!("/games/{game}/variations/opponent/stream");
    let mut stream = Reader::new(table.white.open(&theirs, NDJSON).await);
    assert_eq!(ids(&stream.line().await.unwrap()), ["own"]);
    change(&table.black, game, json!([note("more", 1)])).await.ok();
    assert_eq!(ids(&stream.line().await.unwrap()), ["more"]);
    yan.get(&theirs).await.refused(403, "not_a_player");
}

async fn a_link_is_ended_and_goes_with_its_tree(database: Database) {
    let mut server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let yan = Visitor::guest(&server, "Yan").await;
    for visitor in [&zoe, &yan] {
        change(visitor, game, json!([note("a", 1)])).await.ok();
    }
    let (first, second) = (link(&zoe, game, true).await, link(&zoe, game, false).await);
    let kept = link(&yan, game, true).await;
    let listed = zoe.get(&format!("{}/share", address(game))).await.ok();
    let listed = listed["shares"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 2);
    assert!(!json!(listed).to_string().contains(&first), "secrets are told once");
    let id_of = |grows: bool| {
        let share = listed.iter().find(|share| share["grows"] == grows).unwrap();
        format!("/shares/{}", share["id"].as_str().unwrap())
    };
    yan.delete(&id_of(true)).await.refused(404, "no_such_share");
    assert_eq!(zoe.delete(&id_of(true)).await.status, 204);
    zoe.delete(&id_of(true)).await.refused(404, "no_such_share");
    shown(&yan, &first).await.refused(404, "no_such_share");
    assert_eq!(ids(&shown(&yan, &second).await.ok()), ["a"]);
    // A tree that was emptied still has its links.
    change(&zoe, game, json!([{"id": "a", "gone": true}])).await.ok();
    assert_eq!(ids(&shown(&yan, &second).await.ok()), ["a"]);
    assert_eq!(zoe.delete("/me").await.status, 204);
    shown(&yan, &second).await.refused(404, "no_such_share");
    server.stop().await;
    let hashes = texts(server.data(), "SELECT hash FROM shared_variations").await;
    assert_eq!(hashes, [tengen_entropy::token_hash(&kept)]);
}

async fn players_of_a_running_game_see_no_tree_of_it(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    change(&zoe, game, json!([note("a", 1)])).await.ok();
    let secret = link(&zoe, game, true).await;
    let stranger = Visitor::stranger(&server);
    for visitor in [&table.black, &table.white, &stranger] {
        shown(visitor, &secret).await.refused(403, "not_during_the_game");
    }
    let other = Visitor::guest(&server, "Yan").await;
    for visitor in [&other, &zoe] {
        assert_eq!(ids(&shown(visitor, &secret).await.ok()), ["a"]);
    }
    table.black.command(game, json!({"type": "resign", "id": "r"})).await.ok();
    for visitor in [&table.black, &table.white, &stranger] {
        assert_eq!(ids(&shown(visitor, &secret).await.ok()), ["a"]);
    }
    // A game that allows it; and one that its spectator has joined meanwhile.
    let mut settings = small();
    settings["aids"] = json!({"variations": true});
    let table = Table::new(&server, settings).await;
    change(&zoe, &table.game, json!([note("a", 1)])).await.ok();
    let secret = link(&zoe, &table.game, true).await;
    for visitor in [&table.black, &stranger] {
        assert_eq!(ids(&shown(visitor, &secret).await.ok()), ["a"]);
    }
    let open = other.new_game(small()).await["id"].as_str().unwrap().to_owned();
    change(&zoe, &open, json!([note("a", 0)])).await.ok();
    let secret = link(&zoe, &open, true).await;
    assert_eq!(ids(&shown(&stranger, &secret).await.ok()), ["a"]);
    zoe.join(&open).await.ok();
    for visitor in [&other, &table.black, &stranger] {
        shown(visitor, &secret).await.refused(403, "not_during_the_game");
    }
}

async fn a_players_own_tree_is_shown_when_spectators_have_seen_the_end(database: Database) {
    let server = Server::start(database).await;
    let mut settings = small();
    (settings["delay"], settings["aids"]) = (json!(1_000), json!({"variations": true}));
    let table = Table::new(&server, settings).await;
    let game = &table.game;
    let zoe = Visitor::guest(&server, "Zoe").await;
    change(&table.black, game, json!([note("a", 1)])).await.ok();
    share(&table.black, game, json!({"grows": true})).await.refused(403, "not_during_the_game");
    table.white.command(game, json!({"type": "resign", "id": "r"})).await.ok();
    let made = found(async || {
        let made = share(&table.black, game, json!({"grows": true})).await;
        if made.status == 201 {
            return Some(made.json());
        }
        made.refused(403, "not_during_the_game");
        None
    })
    .await;
    let seen = zoe.get(&format!("/games/{game}")).await.ok();
    assert_eq!(seen["phase"], "finished", "they have seen it by then");
    assert_eq!(ids(&shown(&zoe, made["secret"].as_str().unwrap()).await.ok()), ["a"]);
}

async fn a_link_tells_nobody_of_an_end_before_spectators_see_it(database: Database) {
    let server = Server::start(database).await;
    let mut settings = small();
    settings["delay"] = json!(1_500);
    let table = Table::new(&server, settings).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let stranger = Visitor::stranger(&server);
    change(&zoe, game, json!([note("a", 0)])).await.ok();
    let secret = link(&zoe, game, true).await;
    until(async || shown(&stranger, &secret).await.status == 403).await;
    shown(&table.white, &secret).await.refused(403, "not_during_the_game");
    table.white.command(game, json!({"type": "resign", "id": "r"})).await.ok();
    assert_eq!(ids(&shown(&table.white, &secret).await.ok()), ["a"]);
    until(async || shown(&stranger, &secret).await.status != 403).await;
    assert_eq!(
        zoe.get(&format!("/games/{game}")).await.ok()["phase"],
        "finished",
        "they have seen it by then"
    );
}

async fn players_open_their_trees_to_each_other(database: Database) {
    let server = Server::start(database).await;
    let mut settings = small();
    settings["delay"] = json!(600_000);
    let table = Table::new(&server, settings).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let theirs = format!("{}/opponent", address(game));
    let open = json!({"grows": true, "with": "opponent"});
    share(&zoe, game, open.clone()).await.refused(403, "not_a_player");
    share(&table.black, game, open.clone()).await.refused(403, "not_during_the_game");
    table.black.get(&theirs).await.refused(403, "not_during_the_game");
    table.white.command(game, json!({"type": "resign", "id": "r"})).await.ok();
    change(&table.black, game, json!([note("a", 2)])).await.ok();
    table.white.get(&theirs).await.refused(404, "no_such_share");
    let made = share(&table.black, game, open.clone()).await;
    assert_eq!((made.status, made.json().get("secret")), (201, None));
    // Spectators do not see the end yet, so there is no link.
    share(&table.black, game, json!({"grows": true})).await.refused(403, "not_during_the_game");
    change(&table.black, game, json!([note("b", 2)])).await.ok();
    let told = table.white.get(&theirs).await.ok();
    assert_eq!((ids(&told), &told["owner"]), (vec!["a", "b"], &table.black.card()));
    table.black.get(&theirs).await.refused(404, "no_such_share");
    let own_list = format!("{}/share", address(game));
    assert_eq!(table.white.get(&own_list).await.ok(), json!({"shares": [], "opponent_shows": true}));
    assert_eq!(table.black.get(&own_list).await.ok().get("opponent_shows"), None);
    assert_eq!(zoe.get(&own_list).await.ok(), json!({"shares": []}));
    zoe.get(&theirs).await.refused(403, "not_a_player");
    Visitor::stranger(&server).get(&theirs).await.refused(401, "unauthenticated");
    let id = made.json()["share"]["id"].as_str().unwrap().to_owned();
    assert_eq!(table.black.delete(&format!("/shares/{id}")).await.status, 204);
    table.white.get(&theirs).await.refused(404, "no_such_share");
    assert_eq!(table.white.get(&own_list).await.ok(), json!({"shares": []}));
}

async fn a_tree_beside_a_record_is_shown(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let brought = ann.bring(b"(;SZ[9];B[ee];W[cc])").await.ok();
    let record = brought["records"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/records/{record}/variations");
    let zoe = Visitor::guest(&server, "Zoe").await;
    zoe.post(&format!("{path}/share"), json!({"grows": true})).await.refused(409, "nothing_to_share");
    let first = json!({"changes": [{"id": "a", "from": {"node": 2}, "move": "D4"}]});
    zoe.patch(&path, first).await.ok();
    let made = zoe.post(&format!("{path}/share"), json!({"grows": true})).await;
    let secret = made.json()["secret"].as_str().unwrap().to_owned();
    zoe.post(&format!("{path}/share"), json!({"grows": true, "with": "opponent"}))
        .await
        .refused(403, "not_a_player");
    let told = shown(&Visitor::stranger(&server), &secret).await.ok();
    assert_eq!((&told["record"], told.get("game"), ids(&told)), (&json!(record), None, vec!["a"]));
    assert_eq!(zoe.get(&format!("{path}/share")).await.ok()["shares"].as_array().unwrap().len(), 1);
    assert_eq!(ann.get(&format!("{path}/share")).await.ok()["shares"], json!([]));
    assert_eq!(ann.delete(&format!("/records/{record}")).await.status, 204);
    shown(&ann, &secret).await.refused(404, "no_such_share");
    zoe.get(&format!("{path}/share")).await.refused(404, "no_such_record");
}

/// The sizes of what is stored of trees that are shown as they were.
async fn sizes(server: &Server) -> Vec<usize> {
    let sizes = texts(server.data(), "SELECT CAST(size AS TEXT) FROM tree_snapshots ORDER BY size").await;
    sizes.iter().map(|size| size.parse().unwrap()).collect()
}

async fn what_is_shown_is_stored_once(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    change(&zoe, game, json!([note("a", 1)])).await.ok();
    let first = [link(&zoe, game, false).await, link(&zoe, game, false).await];
    assert_eq!(sizes(&server).await.len(), 1);
    change(&zoe, game, json!([note("b", 1)])).await.ok();
    let both = link(&zoe, game, false).await;
    let stored = sizes(&server).await;
    assert_eq!(stored.len(), 2);
    // A tree that is as it was before is the same content, at another revision.
    change(&zoe, game, json!([{"id": "b", "gone": true}])).await.ok();
    let again = link(&zoe, game, false).await;
    assert_eq!(sizes(&server).await, stored);
    for (secret, nodes, revision) in [
        (&first[0], vec!["a"], 1),
        (&first[1], vec!["a"], 1),
        (&both, vec!["a", "b"], 2),
        (&again, vec!["a"], 3),
    ] {
        let told = shown(&table.black, secret).await;
        told.refused(403, "not_during_the_game");
        let told = shown(&Visitor::guest(&server, "Yan").await, secret).await.ok();
        assert_eq!((ids(&told), &told["revision"]), (nodes, &json!(revision)));
    }
    // Each content goes with the last of its showings.
    let listed = zoe.get(&format!("{}/share", address(game))).await.ok();
    let listed = listed["shares"].as_array().unwrap();
    for (revision, left) in [(1, 2), (2, 1), (1, 1), (3, 0)] {
        let is_shown = |share: &&Value| share["revision"] == revision;
        let numbered: Vec<&Value> = listed.iter().filter(is_shown).collect();
        let share = if left == 2 { numbered[0] } else { numbered[numbered.len() - 1] };
        assert_eq!(zoe.delete(&format!("/shares/{}", share["id"].as_str().unwrap())).await.status, 204);
        assert_eq!(sizes(&server).await.len(), left, "{revision}");
    }
    // So do all of them with the tree.
    link(&zoe, game, false).await;
    assert_eq!(sizes(&server).await.len(), 1);
    assert_eq!(zoe.delete("/me").await.status, 204);
    assert_eq!(sizes(&server).await, Vec::<usize>::new());
}

/// The same data with another server.
async fn at(data: Data) -> Server {
    Server::on(data, "127.0.0.1:0".parse().unwrap(), &[]).await
}

async fn suspended_owners_show_nothing(database: Database) {
    let mut first = Server::start(database).await;
    let (owner, zoe) = (member(&first, "Annabel").await, member(&first, "Zoe").await);
    let table = Table::new(&first, small()).await;
    change(&zoe, &table.game, json!([note("a", 1)])).await.ok();
    let secret = link(&zoe, &table.game, true).await;
    first.stop().await;
    make_owner(first.data(), &owner).await;
    let mut server = at(first.data().clone()).await;
    let (owner, other) = (owner.at(&server), Visitor::guest(&server, "Yan").await);
    let wish = json!({
        "act": "suspend", "ground": "stalling", "until": now() + 7_200_000, "words": "Games were left.", "reason": "Three cases.",
    });
    assert_eq!(owner.post(&format!("/staff/players/{}/acts", zoe.id), wish).await.status, 204);
    shown(&other, &secret).await.refused(404, "no_such_share");
    server.stop().await;
    tamper(server.data(), "UPDATE players SET suspended_until = 1").await;
    let server = at(server.data().clone()).await;
    assert_eq!(ids(&shown(&other.at(&server), &secret).await.ok()), ["a"]);
}

async fn so_many_trees_are_shown_and_no_more() {
    let server = Server::start(Database::Sqlite).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let long = "x".repeat(4_000);
    let notes: Vec<Value> = (0..200)
        .map(|number| json!({"id": format!("n{number}"), "from": {"move": 0, "event": 1}, "words": long}))
        .collect();
    zoe.put(&address(game), json!({"nodes": notes})).await.ok();
    let full = json!({"max": 100, "max_bytes": 16 << 20});
    // Each has eight tenths of a million bytes of words, and is another one.
    for number in 0..20 {
        change(&zoe, game, json!([{"id": "n0", "words": number.to_string()}])).await.ok();
        assert_eq!(share(&zoe, game, json!({"grows": false})).await.status, 201);
    }
    change(&zoe, game, json!([{"id": "n0", "words": "one more"}])).await.ok();
    assert_eq!(share(&zoe, game, json!({"grows": false})).await.refused(409, "too_many_shares"), full);
    // The same as before takes no more room.
    change(&zoe, game, json!([{"id": "n0", "words": "7"}])).await.ok();
    assert_eq!(share(&zoe, game, json!({"grows": false})).await.status, 201);
    for _ in 21..100 {
        assert_eq!(share(&zoe, game, json!({"grows": true})).await.status, 201);
    }
    assert_eq!(share(&zoe, game, json!({"grows": true})).await.refused(409, "too_many_shares"), full);
    let listed = zoe.get(&format!("{}/share", address(game))).await.ok();
    assert_eq!(listed["shares"].as_array().unwrap().len(), 100);
    let one = listed["shares"][0]["id"].as_str().unwrap();
    assert_eq!(zoe.delete(&format!("/shares/{one}")).await.status, 204);
    assert_eq!(share(&zoe, game, json!({"grows": true})).await.status, 201);
}

async fn one_address_follows_a_tree_so_many_times() {
    let server = Server::with_options(Database::Sqlite, &["--limit-loopback"]).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    change(&zoe, game, json!([note("a", 1)])).await.ok();
    let (first, second) = (link(&zoe, game, true).await, link(&zoe, game, true).await);
    let mut readers = Vec::new();
    for _ in 0..64 {
        let mut reader = Reader::new(follow(&zoe, &first).await);
        assert_eq!(ids(&reader.line().await.unwrap()), ["a"]);
        readers.push(reader);
    }
    let refused = Answer::read(follow(&zoe, &first).await).await;
    refused.refused(429, "too_many_requests");
    // Another showing counts for itself.
    let mut other = Reader::new(follow(&zoe, &second).await);
    assert_eq!(ids(&other.line().await.unwrap()), ["a"]);
    // Each of them is told each change, once.
    for (id, revision) in [("b", 2), ("c", 3)] {
        change(&zoe, game, json!([note(id, 1)])).await.ok();
        for reader in readers.iter_mut().chain([&mut other]) {
            let told = reader.line().await.unwrap();
            assert_eq!((ids(&told), &told["revision"]), (vec![id], &json!(revision)));
        }
    }
    // Whoever goes makes room.
    readers.pop();
    until(async || follow(&zoe, &first).await.status() == 200).await;
}

async fn an_export_tells_of_the_links_without_their_secrets() {
    let server = Server::start(Database::Sqlite).await;
    let table = Table::new(&server, small()).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    change(&zoe, game, json!([note("a", 1)])).await.ok();
    assert!(!export(&zoe).await.contains_key("variations/shares.json"));
    let secret = link(&zoe, game, true).await;
    let files = export(&zoe).await;
    let file = &files["variations/shares.json"];
    assert!(!file.contains(&secret) && !file.contains(&tengen_entropy::token_hash(&secret)));
    let listed = zoe.get(&format!("{}/share", address(game))).await.ok();
    let mut share = listed["shares"][0].clone();
    share["game"] = json!(game);
    assert_eq!(serde_json::from_str::<Value>(file).unwrap(), json!([share]));
}
