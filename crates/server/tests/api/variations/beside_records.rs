//! Trees beside kept records: everybody who may see the record may have one.

use serde_json::{Value, json};

use super::ids;
use crate::leaving_for_good::export;
use crate::member::{make_owner, member, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};

on_both_databases! {
    moves_are_judged_with_the_line_of_the_record
    only_what_a_record_has_is_a_place
    trees_go_with_their_record
    an_export_has_the_trees_beside_records
}

/// A ko that Black has just taken at C2, then a note; beside it another way on.
const KO: &[u8] =
    b"(;SZ[4:3]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb](;C[atari?];W[bb])(;W[da];B[aa]))";

async fn brought(visitor: &Visitor, sgf: &[u8]) -> String {
    visitor.bring(sgf).await.ok()["records"][0]["id"].as_str().unwrap().to_owned()
}

fn address(record: &str) -> String {
    format!("/records/{record}/variations")
}

async fn change(visitor: &Visitor, record: &str, changes: Value) -> Answer {
    visitor.patch(&address(record), json!({"changes": changes})).await
}

async fn tree(visitor: &Visitor, record: &str) -> Value {
    visitor.get(&address(record)).await.ok()
}

async fn moves_are_judged_with_the_line_of_the_record(database: Database) {
    let server = Server::start(database).await;
    let owner = Visitor::guest(&server, "Ann").await;
    let record = brought(&owner, KO).await;
    let zoe = Visitor::guest(&server, "Zoe").await;
    assert_eq!(tree(&zoe, &record).await, json!({"revision": 0, "nodes": []}));
    // Behind the note, as in the record, White takes; and Black may not take back at once.
    let takes = json!({"id": "a", "from": {"node": 8}, "move": "B2", "words": "now"});
    let made = change(&zoe, &record, json!([takes])).await.ok();
    assert_eq!(made, json!({"revision": 1, "behind": 0, "captured": {"a": ["C2"]}}));
    let told = json!({"id": "a", "from": {"node": 8}, "move": "white:B2", "captured": ["C2"], "words": "now", "order": 0});
    assert_eq!(tree(&zoe, &record).await["nodes"], json!([told]));
    let back = change(&zoe, &record, json!([{"id": "b", "parent": "a", "move": "C2"}])).await;
    assert_eq!(back.refused(422, "illegal_move"), json!({"node": "b", "at": "C2", "rule": "ko"}));
    let back = change(&zoe, &record, json!([{"id": "b", "from": {"node": 9}, "move": "C2"}])).await;
    assert_eq!(back.refused(422, "illegal_move"), json!({"node": "b", "at": "C2", "rule": "ko"}));
    // Whoever moves twice begins a line, and so does White here.
    let twice = json!([{"id": "b", "from": {"node": 9}, "move": "white:D3"}, {"id": "c", "parent": "b", "move": "C2"}]);
    change(&zoe, &record, twice).await.ok();
    let of_another_line = json!([{"id": "d", "from": {"node": 11}, "move": "white:A3"}]);
    let refused = change(&zoe, &record, of_another_line).await.refused(422, "illegal_move");
    assert_eq!(refused, json!({"node": "d", "at": "A3", "rule": "occupied"}));
    let since = zoe.get(&format!("{}?since=1", address(&record))).await.ok();
    assert_eq!((ids(&since), &since["gone"]), (vec!["b", "c"], &json!([])));
    // The owner of the record has another tree, and the record stays as it is.
    assert_eq!(tree(&owner, &record).await["revision"], 0);
    let replaced = owner.put(&address(&record), json!({"nodes": [told]})).await.ok();
    assert_eq!(replaced, json!({"revision": 1, "behind": 0, "captured": {"a": ["C2"]}}));
    assert_eq!(owner.get(&format!("/records/{record}")).await.ok()["nodes"].as_array().unwrap().len(), 12);
}

async fn only_what_a_record_has_is_a_place(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Anna").await;
    let record = brought(&ann, KO).await;
    for place in [json!({"node": 12}), json!({"move": 0, "event": 0})] {
        let refused = change(&ann, &record, json!([{"id": "a", "from": place}])).await;
        assert_eq!(refused.refused(404, "no_such_place"), json!({"node": "a"}), "{place}");
    }
    // No line begins with stones that have no liberty; a note may stand there.
    let crowded = brought(&ann, b"(;SZ[2:1]AB[aa]AW[ba])").await;
    change(&ann, &crowded, json!([{"id": "a", "from": {"node": 0}, "words": "?"}])).await.ok();
    let refused = change(&ann, &crowded, json!([{"id": "b", "parent": "a", "move": "pass"}])).await;
    assert_eq!(refused.refused(422, "invalid_position"), json!({"node": "b", "at": "A1"}));
    let nowhere = "0000000000000000";
    ann.get(&address(nowhere)).await.refused(404, "no_such_record");
    change(&ann, nowhere, json!([])).await.refused(404, "no_such_record");
    ann.put(&address(nowhere), json!({"nodes": []})).await.refused(404, "no_such_record");
    let stranger = Visitor::stranger(&server);
    stranger.get(&address(&record)).await.refused(401, "unauthenticated");
    change(&stranger, &record, json!([])).await.refused(401, "unauthenticated");
    let (reads, plays) = (ann.with_token(&["read"]).await, ann.with_token(&["play"]).await);
    change(&reads, &record, json!([])).await.refused(403, "insufficient_scope");
    plays.get(&address(&record)).await.refused(403, "insufficient_scope");
    change(&plays, &record, json!([{"id": "a", "from": {"node": 0}}])).await.ok();
    assert_eq!(ids(&tree(&reads, &record).await), ["a"]);
}

async fn trees_go_with_their_record(database: Database) {
    let mut first = Server::start(database).await;
    let [ann, ben] = [member(&first, "Anna").await, member(&first, "Benno").await];
    first.stop().await;
    make_owner(first.data(), &ben).await;
    let mut server = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let [ann, ben] = [ann.at(&server), ben.at(&server)];
    let zoe = Visitor::guest(&server, "Zoe").await;
    let mut records = Vec::new();
    for _ in 0..4 {
        let record = brought(&ann, KO).await;
        change(&zoe, &record, json!([{"id": "a", "from": {"node": 1}}])).await.ok();
        records.push(record);
    }
    assert_eq!(ann.delete(&format!("/records/{}", records[0])).await.status, 204);
    zoe.get(&address(&records[0])).await.refused(404, "no_such_record");
    change(&zoe, &records[0], json!([{"id": "b", "from": {"node": 1}}])).await.refused(404, "no_such_record");
    let removal = json!({"act": "remove", "reason": "It is not hers to show."});
    assert_eq!(ben.post(&format!("/staff/records/{}/acts", records[1]), removal).await.status, 204);
    zoe.get(&address(&records[1])).await.refused(404, "no_such_record");
    // A player takes the own records along, with the trees of others beside them.
    ben.patch(&address(&records[2]), json!({"changes": [{"id": "a", "from": {"node": 1}}]})).await.ok();
    assert_eq!(zoe.delete("/me").await.status, 204);
    assert_eq!(ids(&tree(&ben, &records[2]).await), ["a"]);
    assert_eq!(ann.delete("/me").await.status, 204);
    server.stop().await;
    assert_eq!(texts(server.data(), "SELECT id FROM variation_trees").await, Vec::<String>::new());
    assert_eq!(texts(server.data(), "SELECT id FROM variation_nodes").await, Vec::<String>::new());
}

async fn an_export_has_the_trees_beside_records(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, KO).await;
    let zoe = Visitor::guest(&server, "Zoe").await;
    change(&zoe, &record, json!([{"id": "a", "from": {"node": 1}, "words": "mine"}])).await.ok();
    let files = export(&zoe).await;
    let file: Value =
        serde_json::from_str(&files[&format!("variations/tengen-record-{record}.json")]).unwrap();
    assert_eq!(file, tree(&zoe, &record).await);
}
