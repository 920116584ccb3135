//! Who keeps a tree beside a game, when, and on which positions.

use serde_json::{Value, json};

use super::{address, change, ids, since, tree};
use crate::member::{at_home, bot, member, register};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    a_tree_is_the_same_on_two_devices
    moves_are_judged_with_the_history_of_the_game
    moves_that_were_taken_back_still_have_their_positions
    the_two_players_have_none_while_they_play
    spectators_of_a_delayed_game_hang_nodes_on_what_they_see
    strangers_and_tokens_without_the_scope_are_refused
    a_guest_who_registers_keeps_the_trees
    a_guest_who_signs_in_takes_the_trees_along
}

/// A game on a board of four points by three.
fn small() -> Value {
    json!({"board": {"width": 4, "height": 3}, "rules": "japanese"})
}

async fn a_tree_is_the_same_on_two_devices(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, small()).await;
    table.moves("B2 C2").await;
    let ann = member(&server, "Anna").await;
    let game = table.game.clone();
    assert_eq!(tree(&ann, &game).await, json!({"revision": 0, "nodes": []}));
    assert_eq!(since(&ann, &game, 0).await, json!({"revision": 0, "nodes": [], "gone": []}));
    let place = json!({"move": 2, "event": 3});
    let first =
        json!({"id": "a", "from": place, "move": "C3", "words": "hane", "marks": {"triangle": ["C2"]}});
    let made =
        change(&ann, &game, json!([first, {"id": "b", "parent": "a", "move": "white:B1", "order": 2}])).await;
    assert_eq!(made.ok(), json!({"revision": 1, "behind": 0, "captured": {}}));
    let a = json!({"id": "a", "from": place, "move": "black:C3", "words": "hane", "marks": {"triangle": ["C2"]}, "order": 0});
    let b = json!({"id": "b", "parent": "a", "move": "white:B1", "order": 2});
    let phone = at_home(
        &Visitor::stranger(&server),
        &crate::member::sign_in(&Visitor::stranger(&server), "Anna", crate::member::PASSWORD).await,
    );
    assert_eq!(tree(&phone, &game).await, json!({"revision": 1, "nodes": [a, b]}));
    // Both change other nodes, from the same revision on, and one of them the same.
    change(&phone, &game, json!([{"id": "b", "words": "from the phone"}, {"id": "a", "order": 7}]))
        .await
        .ok();
    change(
        &ann,
        &game,
        json!([{"id": "a", "words": "from the desk"}, {"id": "c", "parent": "a", "move": "white:B3"}]),
    )
    .await
    .ok();
    let b = json!({"id": "b", "parent": "a", "move": "white:B1", "words": "from the phone", "order": 2});
    let mut a = a;
    (a["words"], a["order"]) = (json!("from the desk"), json!(7));
    let c = json!({"id": "c", "parent": "a", "move": "white:B3", "order": 0});
    assert_eq!(tree(&phone, &game).await, json!({"revision": 3, "nodes": [a, b, c]}));
    assert_eq!(since(&ann, &game, 2).await, json!({"revision": 3, "nodes": [a, c], "gone": []}));
    // What one device has removed, the other one can't go on with.
    change(&phone, &game, json!([{"id": "b", "gone": true}])).await.ok();
    let late =
        change(&ann, &game, json!([{"id": "x", "parent": "a"}, {"id": "d", "parent": "b", "move": "C1"}]))
            .await;
    assert_eq!(late.refused(404, "no_such_node"), json!({"node": "d", "missing": "b"}));
    assert_eq!(since(&ann, &game, 3).await, json!({"revision": 4, "nodes": [], "gone": ["b"]}));
    // The parents with it, it is taken.
    change(&ann, &game, json!([b, {"id": "d", "parent": "b", "move": "C1"}])).await.ok();
    let seen = since(&phone, &game, 4).await;
    assert_eq!((ids(&seen), &seen["gone"]), (vec!["b", "d"], &json!([])));
    // What has gone before is gone with all behind it, also what the request does not name.
    assert_eq!(
        change(&phone, &game, json!([{"id": "a", "gone": true}, {"id": "a", "gone": true}])).await.ok()["revision"],
        6
    );
    assert_eq!(
        since(&ann, &game, 5).await,
        json!({"revision": 6, "nodes": [], "gone": ["a", "b", "c", "d"]})
    );
    assert_eq!(change(&phone, &game, json!([{"id": "a", "gone": true}])).await.ok()["revision"], 6);
    assert_eq!(tree(&ann, &game).await["nodes"], json!([]));
    // Two devices at the very same moment, many times over.
    for round in 0..8 {
        let [one, other] = ["one", "other"]
            .map(|name| json!([{"id": format!("{name}{round}"), "from": place, "words": name}]));
        let (one, other) = tokio::join!(change(&ann, &game, one), change(&phone, &game, other));
        assert_ne!(one.ok()["revision"], other.ok()["revision"]);
    }
    assert_eq!(ids(&tree(&ann, &game).await).len(), 16);
    assert_eq!(tree(&ann, &game).await["revision"], 22);
    // Nobody else has any of it.
    assert_eq!(tree(&member(&server, "Benno").await, &game).await["revision"], 0);
}

async fn moves_are_judged_with_the_history_of_the_game(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, small()).await;
    // Black has just taken a ko at C2.
    table.moves("B3 C3 A2 D2 B1 C1 C2 pass pass").await;
    let ann = Visitor::guest(&server, "Anna").await;
    let game = &table.game;
    let last = json!({"move": 7, "event": 8});
    let takes = json!({"id": "a", "from": last, "move": "white:B2"});
    assert_eq!(change(&ann, game, json!([takes])).await.ok()["captured"], json!({"a": ["C2"]}));
    assert_eq!(tree(&ann, game).await["nodes"][0]["captured"], json!(["C2"]));
    let back = change(
        &ann,
        game,
        json!([{"id": "n", "parent": "a", "words": "?"}, {"id": "b", "parent": "n", "move": "C2"}]),
    )
    .await;
    assert_eq!(back.refused(422, "illegal_move"), json!({"node": "b", "at": "C2", "rule": "ko"}));
    for (made, rule) in [("white:C2", "occupied"), ("white:E5", "off_board"), ("black:pass", "out_of_turn")] {
        let refused = change(&ann, game, json!([{"id": "b", "from": last, "move": made}])).await;
        assert_eq!(refused.refused(422, "illegal_move")["rule"], rule, "{made}");
    }
    // All or nothing: what came before the refused one is not there.
    assert_eq!(ids(&tree(&ann, game).await), ["a"]);
    // Behind two passes whoever moves resumes play.
    let resumes = json!({"id": "c", "from": {"move": 9, "event": 10}, "move": "white:pass"});
    change(&ann, game, json!([resumes])).await.ok();
    let differs = change(&ann, game, json!([{"id": "a", "from": last, "move": "white:pass"}])).await;
    assert_eq!(differs.refused(409, "node_differs"), json!({"node": "a"}));
    let replaced = ann.put(&address(game), json!({"nodes": [takes, {"id": "z", "parent": "a"}]})).await.ok();
    assert_eq!(replaced, json!({"revision": 3, "behind": 2, "captured": {"a": ["C2"]}}));
    assert_eq!(ids(&tree(&ann, game).await), ["a", "z"]);
    // Whoever knows an older one hears the whole tree: there is no `gone`.
    assert_eq!(since(&ann, game, 2).await, tree(&ann, game).await);
    assert_eq!(since(&ann, game, 99).await, tree(&ann, game).await);
    // What was told can be sent as it is.
    let told = json!({"nodes": tree(&ann, game).await["nodes"]});
    assert_eq!(ann.put(&address(game), told.clone()).await.ok()["revision"], 4);
    assert_eq!(tree(&ann, game).await["nodes"], told["nodes"]);
}

async fn moves_that_were_taken_back_still_have_their_positions(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, small()).await;
    table.moves("B2 C2").await;
    let ann = Visitor::guest(&server, "Anna").await;
    let game = table.game.clone();
    change(&ann, &game, json!([{"id": "a", "from": {"move": 2, "event": 3}, "move": "C3"}])).await.ok();
    let turn = table.turn();
    table.does("white", json!({"type": "undo", "turn": turn})).await.ok();
    let request = table.seq;
    table.does("black", json!({"type": "undo_accept", "request": request})).await.ok();
    table.moves("C3").await;
    // The old position stays, with what hangs on it, and takes new nodes.
    let b = json!([{"id": "b", "parent": "a", "move": "white:B3"}, {"id": "c", "from": {"move": 2, "event": 4}, "move": "B1"}]);
    change(&ann, &game, b).await.ok();
    assert_eq!(ids(&tree(&ann, &game).await), ["a", "b", "c"]);
    for place in [
        json!({"move": 3, "event": 6}),
        json!({"move": 2, "event": 5}),
        json!({"move": 0, "event": 99}),
        json!({"node": 0}),
    ] {
        let refused = change(&ann, &game, json!([{"id": "d", "from": place}])).await;
        assert_eq!(refused.refused(404, "no_such_place"), json!({"node": "d"}), "{place}");
    }
    let refused =
        change(&ann, &game, json!([{"id": "d", "from": {"move": 2, "event": 6}, "move": "black:C3"}])).await;
    assert_eq!(refused.refused(422, "illegal_move")["rule"], "occupied");
    change(&ann, &game, json!([{"id": "d", "from": {"move": 2, "event": 6}, "move": "black:C2"}])).await.ok();
}

async fn the_two_players_have_none_while_they_play(database: Database) {
    let server = Server::start(database).await;
    let black = Visitor::guest(&server, "Ann").await;
    let open = black.new_game(small()).await["id"].as_str().unwrap().to_owned();
    change(&black, &open, json!([{"id": "a", "from": {"move": 0, "event": 0}, "move": "B2"}])).await.ok();
    let table = Table::new(&server, small()).await;
    let (game, node) = (&table.game, json!([{"id": "a", "from": {"move": 0, "event": 1}, "move": "B2"}]));
    for player in [&table.black, &table.white] {
        player.get(&address(game)).await.refused(403, "not_during_the_game");
        change(player, game, node.clone()).await.refused(403, "not_during_the_game");
        player.put(&address(game), json!({"nodes": node})).await.refused(403, "not_during_the_game");
    }
    let looking = Visitor::guest(&server, "Zoe").await;
    change(&looking, game, node.clone()).await.ok();
    table.black.command(game, json!({"type": "resign", "id": "r"})).await.ok();
    for player in [&table.black, &table.white] {
        assert_eq!(tree(player, game).await["revision"], 0);
        change(player, game, node.clone()).await.ok();
    }
    assert_eq!(ids(&tree(&looking, game).await), ["a"]);
    // A game that allows it.
    let mut settings = small();
    settings["aids"] = json!({"variations": true});
    let table = Table::new(&server, settings).await;
    change(&table.black, &table.game, node).await.ok();
    assert_eq!(ids(&tree(&table.black, &table.game).await), ["a"]);
    assert_eq!(tree(&table.white, &table.game).await["revision"], 0);
}

async fn spectators_of_a_delayed_game_hang_nodes_on_what_they_see(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 4, "height": 3}, "delay": 600_000})).await;
    table.moves("B2 C2").await;
    let game = table.game.clone();
    let zoe = Visitor::guest(&server, "Zoe").await;
    let at = |moves: u32, event: u32, made: &str| json!([{"id": "a", "from": {"move": moves, "event": event}, "move": made}]);
    // Event 1 is no secret. The others are refused like those that are not there, whatever is tried on them.
    for (moves, event, made) in
        [(1, 2, "white:C2"), (1, 2, "white:B2"), (2, 3, "black:B3"), (9, 99, "black:B3"), (1, 1, "black:B2")]
    {
        let refused = change(&zoe, &game, at(moves, event, made)).await;
        assert_eq!(refused.refused(404, "no_such_place"), json!({"node": "a"}), "{moves} {event} {made}");
    }
    change(&zoe, &game, at(0, 1, "black:B2")).await.ok();
}

async fn strangers_and_tokens_without_the_scope_are_refused(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let (game, node) = (&table.game, json!([{"id": "a", "from": {"move": 0, "event": 1}}]));
    let stranger = Visitor::stranger(&server);
    stranger.get(&address(game)).await.refused(401, "unauthenticated");
    change(&stranger, game, node.clone()).await.refused(401, "unauthenticated");
    stranger.put(&address(game), json!({"nodes": []})).await.refused(401, "unauthenticated");
    let ann = member(&server, "Anna").await;
    let (reads, plays) = (ann.with_token(&["read"]).await, ann.with_token(&["play"]).await);
    change(&reads, game, node.clone()).await.refused(403, "insufficient_scope");
    reads.put(&address(game), json!({"nodes": []})).await.refused(403, "insufficient_scope");
    plays.get(&address(game)).await.refused(403, "insufficient_scope");
    change(&plays, game, node.clone()).await.ok();
    assert_eq!(ids(&tree(&reads, game).await), ["a"]);
    let program = bot(&ann, "Robot").await;
    change(&program, game, node).await.ok();
    assert_eq!(ids(&tree(&program, game).await), ["a"]);
    let nowhere = "0000000000000000";
    ann.get(&address(nowhere)).await.refused(404, "no_such_game");
    change(&ann, nowhere, json!([])).await.refused(404, "no_such_game");
}

async fn a_guest_who_registers_keeps_the_trees(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, small()).await;
    let guest = Visitor::guest(&server, "Zoe").await;
    change(&guest, &table.game, json!([{"id": "a", "from": {"move": 0, "event": 1}, "words": "mine"}]))
        .await
        .ok();
    let zoe = at_home(&guest, &register(&guest, "Zoe of the north").await);
    assert_eq!((&zoe.id, tree(&zoe, &table.game).await["revision"].as_u64()), (&guest.id, Some(1)));
}

async fn a_guest_who_signs_in_takes_the_trees_along(database: Database) {
    let server = Server::start(database).await;
    let (one, two) = (Table::new(&server, small()).await, Table::new(&server, small()).await);
    let zoe = member(&server, "Zoe").await;
    let place = json!({"move": 0, "event": 1});
    change(&zoe, &two.game, json!([{"id": "own", "from": place}])).await.ok();
    let guest = Visitor::guest(&server, "Yan").await;
    for game in [&one.game, &two.game] {
        change(&guest, game, json!([{"id": "a", "from": place, "words": "mine"}])).await.ok();
    }
    let shared = guest.post(&format!("{}/share", address(&one.game)), json!({"grows": true})).await.json();
    // A tree without nodes is none. Whoever knows it hears of the whole tree that takes its place.
    change(&zoe, &one.game, json!([{"id": "old", "from": place}])).await.ok();
    change(&zoe, &one.game, json!([{"id": "old", "gone": true}])).await.ok();
    // Nor does a tree of an own game go to somebody who does not play in it, before spectators have seen its end.
    let settings = json!({"delay": 600_000, "aids": {"variations": true, "estimate": false}});
    let playing = Table::between(guest.clone(), Visitor::guest(&server, "Xu").await, settings).await;
    change(&guest, &playing.game, json!([{"id": "a", "from": place}])).await.ok();
    // A personal token of the guest is no guest, and neither is a wrong password.
    let program = guest.with_token(&["read", "play"]).await;
    let sign_in = async |visitor: &Visitor, password: &str| {
        visitor.post("/sessions", json!({"name": "Zoe", "password": password})).await
    };
    assert_eq!(sign_in(&program, crate::member::PASSWORD).await.status, 201);
    sign_in(&guest, "this is none of mine").await.refused(401, "wrong_credentials");
    assert_eq!(ids(&tree(&zoe, &one.game).await), [""; 0]);
    let answer = sign_in(&guest, crate::member::PASSWORD).await;
    let at_desk = at_home(&Visitor::stranger(&server), &answer);
    assert_eq!(ids(&tree(&at_desk, &one.game).await), ["a"]);
    let since = at_desk.get(&format!("{}?since=2", address(&one.game))).await.ok();
    assert_eq!((ids(&since), since.get("gone")), (vec!["a"], None));
    let now = since["revision"].as_u64().unwrap();
    change(&at_desk, &one.game, json!([{"id": "b", "parent": "a", "words": "next"}])).await.ok();
    let since = at_desk.get(&format!("{}?since={now}", address(&one.game))).await.ok();
    assert_eq!((ids(&since), &since["gone"]), (vec!["b"], &json!([])));
    assert_eq!(tree(&at_desk, &playing.game).await["revision"], 0);
    assert_eq!(ids(&tree(&guest, &playing.game).await), ["a"]);
    // Where the member has one, both stay.
    assert_eq!(ids(&tree(&zoe, &two.game).await), ["own"]);
    assert_eq!(tree(&guest, &one.game).await["revision"], 0);
    assert_eq!(ids(&tree(&guest, &two.game).await), ["a"]);
    // The link of the guest does not tell who the guest is.
    let secret = shared["secret"].as_str().unwrap();
    zoe.post("/shared/look", json!({"secret": secret})).await.refused(404, "no_such_share");
    // A token that is good for nothing keeps nobody out, and another member takes nothing along.
    assert_eq!(sign_in(&guest.with_secret("nothing"), crate::member::PASSWORD).await.status, 201);
    let other = member(&server, "Other").await;
    change(&other, &one.game, json!([{"id": "b", "from": place}])).await.ok();
    assert_eq!(sign_in(&other, crate::member::PASSWORD).await.status, 201);
    assert_eq!(
        (ids(&tree(&zoe, &one.game).await), ids(&tree(&other, &one.game).await)),
        (vec!["a", "b"], vec!["b"])
    );
}
