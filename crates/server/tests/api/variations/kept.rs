//! What becomes of trees when their players leave or take their data along.

use serde_json::{Value, json};

use super::{change, tree};
use crate::leaving_for_good::export;
use crate::member::texts;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    trees_go_with_their_player_and_no_other
    an_export_has_the_trees
}

async fn trees_go_with_their_player_and_no_other(database: Database) {
    let mut server = Server::start(database).await;
    let table = Table::new(&server, json!({"board": {"width": 4, "height": 3}})).await;
    let [zoe, yan] = [Visitor::guest(&server, "Zoe").await, Visitor::guest(&server, "Yan").await];
    let place = json!({"move": 0, "event": 1});
    for player in [&zoe, &yan] {
        change(player, &table.game, json!([{"id": "a", "from": place}, {"id": "b", "from": place}]))
            .await
            .ok();
        change(player, &table.game, json!([{"id": "b", "gone": true}])).await.ok();
    }
    assert_eq!(zoe.delete("/me").await.status, 204);
    zoe.get(&super::address(&table.game)).await.refused(401, "unauthenticated");
    assert_eq!(tree(&yan, &table.game).await["revision"], 2);
    server.stop().await;
    let owners = texts(server.data(), "SELECT player_id FROM variation_trees").await;
    assert_eq!(owners, [yan.id.as_str()]);
    assert_eq!(texts(server.data(), "SELECT id FROM variation_nodes").await, ["a"]);
    assert_eq!(texts(server.data(), "SELECT id FROM gone_variations").await, ["b"]);
}

async fn an_export_has_the_trees(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({"board": {"width": 4, "height": 3}})).await;
    let zoe = Visitor::guest(&server, "Zoe").await;
    change(&zoe, &table.game, json!([{"id": "a", "from": {"move": 0, "event": 1}, "words": "mine"}]))
        .await
        .ok();
    let files = export(&zoe).await;
    let file: Value =
        serde_json::from_str(&files[&format!("variations/tengen-{}.json", table.game)]).unwrap();
    assert_eq!(file, tree(&zoe, &table.game).await);
    let others = export(&table.black).await;
    assert!(others.keys().all(|name| !name.starts_with("variations/")), "{:?}", others.keys());
}
