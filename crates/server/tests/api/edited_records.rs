//! Records that their owners change: the changes are there, everything else is as it was, and trees beside them stay.

use flate2::read::GzDecoder;
use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};

use crate::member::{member, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, crowded, on_both_databases};
use crate::tamper::tamper;

on_both_databases! {
    what_is_changed_is_changed_alone
    only_its_owner_changes_a_record
    all_changes_are_made_or_none
    two_devices_change_it_one_after_the_other
    a_great_record_is_changed_like_a_small_one
    trees_keep_their_places
    the_moves_that_lead_to_a_tree_become_its_own
    nothing_is_hung_on_a_node_that_goes_meanwhile
    a_shown_tree_takes_its_moves_along
    what_an_earlier_release_showed_takes_its_moves_along
    readers_and_pictures_see_the_change
    changed_records_survive_a_restart
    a_record_takes_no_more_room_than_there_is
}

const FILE: &str = "( ;CA[UTF-8]SZ[5] KM[0,5]XY[\\]]\n;B[cc]C[one] \n;W[cb]\n;B[bb] ;W[dd] )\n";

async fn brought(visitor: &Visitor, sgf: &str) -> String {
    visitor.bring(sgf.as_bytes()).await.ok()["records"][0]["id"].as_str().unwrap().to_owned()
}

async fn edit(visitor: &Visitor, record: &str, body: Value) -> Answer {
    visitor.patch(&format!("/records/{record}"), body).await
}

async fn change(visitor: &Visitor, record: &str, changes: Value) -> Value {
    edit(visitor, record, json!({ "changes": changes })).await.ok()
}

async fn shown(visitor: &Visitor, record: &str) -> Value {
    visitor.get(&format!("/records/{record}")).await.ok()
}

async fn file(visitor: &Visitor, record: &str) -> String {
    visitor.get(&format!("/records/{record}/sgf")).await.text().to_owned()
}

/// The numbers of the nodes, in their order.
fn numbers(shown: &Value) -> Vec<u64> {
    let nodes = (0..).zip(shown["nodes"].as_array().unwrap());
    nodes.map(|(place, node)| node["node"].as_u64().unwrap_or(place)).collect()
}

async fn what_is_changed_is_changed_alone(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, FILE).await;
    assert_eq!(file(&ann, &record).await, FILE);
    assert_eq!(shown(&ann, &record).await["revision"], 0);
    let body = json!({
        "changes": [
            {"id": "a", "from": {"node": 1}, "move": "white:C4", "marks": {"square": ["C4"]}},
            {"id": "b", "from": {"node": 1}, "move": "white:B3", "comment": "better]", "order": 0},
            {"id": "c", "parent": "b", "move": "black:pass"},
            {"node": 4, "name": "end"},
        ],
        "info": {"players": {"black": {"name": "Ann"}}, "event": "Cup"},
    });
    let now = edit(&ann, &record, body.clone()).await.ok();
    let text = "( ;CA[UTF-8]SZ[5] KM[0,5]XY[\\]]PB[Ann]EV[Cup]\n;B[cc]C[one]\n(;W[bc]C[better\\]]\n;B[]) \n(;W[cb]SQ[cb]\n;B[bb] ;W[dd]N[end]) )\n";
    assert_eq!(file(&ann, &record).await, text);
    assert_eq!(now, shown(&ann, &record).await, "the answer is the record");
    assert_eq!((numbers(&now), &now["revision"]), (vec![0, 1, 5, 6, 2, 3, 4], &json!(1)));
    assert_eq!(now["nodes"][2]["comment"], "better]");
    let listed = ann.get("/records").await.ok()["records"][0].clone();
    assert_eq!((&listed["players"]["black"]["name"], &listed["event"]), (&json!("Ann"), &json!("Cup")));
    assert_eq!((&listed["moves"], &listed["node_count"]), (&json!(3), &json!(7)));
    // Whoever sends it again changes nothing.
    let again = edit(&ann, &record, body).await.ok();
    assert_eq!((again, file(&ann, &record).await.as_str()), (now, text));
    // A file in another encoding is one still, for whoever looks at the list.
    let (korean, _, _) = encoding_rs::EUC_KR.encode("(;CA[EUC-KR]SZ[5]C[바둑을 두다])");
    let korean = ann.bring(&korean).await.ok()["records"][0]["id"].as_str().unwrap().to_owned();
    change(&ann, &korean, json!([{"node": 0, "name": "기"}])).await;
    assert_eq!(file(&ann, &korean).await, "(;CA[UTF-8]SZ[5]C[바둑을 두다]N[기])\n");
    assert_eq!(ann.get("/records").await.ok()["records"][0]["encoding"], "EUC-KR");
}

async fn only_its_owner_changes_a_record(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Anna").await;
    let record = brought(&ann, FILE).await;
    let body = json!({"changes": [{"node": 0, "comment": "mine"}]});
    let ben = member(&server, "Benno").await;
    edit(&ben, &record, body.clone()).await.refused(403, "not_the_owner");
    edit(&Visitor::stranger(&server), &record, body.clone()).await.refused(401, "unauthenticated");
    let (reads, plays) = (ann.with_token(&["read"]).await, ann.with_token(&["play"]).await);
    edit(&reads, &record, body.clone()).await.refused(403, "insufficient_scope");
    edit(&ann, "0000000000000000", body.clone()).await.refused(404, "no_such_record");
    edit(&ann, "nothing", body.clone()).await.refused(404, "no_such_record");
    assert_eq!(file(&ann, &record).await, FILE);
    edit(&plays, &record, body).await.ok();
    assert_eq!(shown(&ben, &record).await["nodes"][0]["comment"], "mine");
    ann.delete(&format!("/records/{record}")).await;
    edit(&ann, &record, json!({})).await.refused(404, "no_such_record");
}

async fn all_changes_are_made_or_none(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, FILE).await;
    for (change, status, code, params) in [
        (
            json!({"id": "a", "from": {"node": 4}, "move": "black:C3"}),
            422,
            "illegal_move",
            json!({"node": "a", "at": "C3", "rule": "occupied"}),
        ),
        (json!({"node": 9, "comment": "x"}), 404, "no_such_node", json!({"node": 9, "missing": 9})),
        (json!({"node": 0, "gone": true}), 422, "invalid_node", json!({"node": 0, "field": "gone"})),
        (
            json!({"node": 1, "marks": {"star": ["A1"]}}),
            422,
            "invalid_node",
            json!({"node": 1, "field": "marks"}),
        ),
    ] {
        let body = json!({"changes": [{"node": 1, "comment": "two"}, change], "info": {"event": "Cup"}});
        assert_eq!(edit(&ann, &record, body).await.refused(status, code), params);
    }
    let fact =
        edit(&ann, &record, json!({"info": {"event": "two\nlines"}})).await.refused(422, "invalid_node");
    assert_eq!(fact, json!({"node": 0, "field": "event"}));
    for komi in [625.5, -626.0, 300_000_000.5] {
        let fact = edit(&ann, &record, json!({"info": {"komi": komi}})).await.refused(422, "invalid_node");
        assert_eq!(fact, json!({"node": 0, "field": "komi"}), "{komi}");
    }
    for body in [
        json!({"changes": [{"node": 1, "words": "two"}]}),
        json!({"changes": [{"node": -1}]}),
        json!({"info": {"komi": 0.3}}),
        json!({"info": {"players": {"red": {}}}}),
        json!({"info": []}),
        json!([]),
        json!({"changes": vec![json!({"node": 1}); 501]}),
    ] {
        edit(&ann, &record, body).await.refused(400, "malformed");
    }
    assert_eq!(file(&ann, &record).await, FILE);
    assert_eq!(edit(&ann, &record, json!({})).await.ok()["revision"], 0);
}

async fn two_devices_change_it_one_after_the_other(database: Database) {
    let server = Server::with_options(database, &[&crowded()]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, "(;SZ[9])").await;
    let points: Vec<String> = (1..=9).map(|row| format!("A{row}")).collect();
    let adding = points.iter().map(|at| {
        let change = json!([{"id": "a", "from": {"node": 0}, "move": format!("black:{at}"), "comment": at}]);
        change_once(&ann, &record, change)
    });
    futures_util::future::join_all(adding).await;
    let now = shown(&ann, &record).await;
    let mut said: Vec<&str> =
        now["nodes"].as_array().unwrap().iter().filter_map(|node| node["comment"].as_str()).collect();
    said.sort_unstable();
    assert_eq!((said, &now["revision"]), (points.iter().map(String::as_str).collect(), &json!(9)));
}

async fn change_once(visitor: &Visitor, record: &str, changes: Value) {
    change(visitor, record, changes).await;
}

async fn tree(visitor: &Visitor, record: &str) -> Value {
    visitor.get(&format!("/records/{record}/variations")).await.ok()
}

async fn hang(visitor: &Visitor, record: &str, changes: Value) -> Answer {
    visitor.patch(&format!("/records/{record}/variations"), json!({ "changes": changes })).await
}

/// It is read on a thread of its own, and the positions beside which somebody tries moves are kept.
async fn a_great_record_is_changed_like_a_small_one(database: Database) {
    let server = Server::start(database).await;
    let (ann, zoe) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Zoe").await);
    let remarks = format!(";C[{}]", "x".repeat(60)).repeat(1_200);
    let record = brought(&ann, &format!("(;SZ[9];B[ee]{remarks})")).await;
    for (id, made) in [("a", "white:E4"), ("b", "white:E6")] {
        hang(&zoe, &record, json!([{"id": id, "from": {"node": 1_201}, "move": made}])).await.ok();
    }
    let now = change(&ann, &record, json!([{"id": "n", "from": {"node": 1_201}, "move": "white:D5"}])).await;
    assert_eq!((numbers(&now).len(), &now["revision"]), (1_203, &json!(1)));
    // What is kept is that of before the change.
    hang(&zoe, &record, json!([{"id": "c", "from": {"node": 1_202}, "move": "black:D4"}])).await.ok();
    let now = change(&ann, &record, json!([{"node": 1_202, "gone": true}])).await;
    assert_eq!((numbers(&now).len(), &now["revision"]), (1_202, &json!(2)));
    assert_eq!(shown(&ann, &record).await, now);
    let asked =
        ann.request(Method::GET, &format!("/api/v1/records/{record}")).header(ACCEPT_ENCODING, "gzip");
    let answer = asked.send().await.unwrap();
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    let packed = answer.bytes().await.unwrap();
    assert_eq!(serde_json::from_reader::<_, Value>(GzDecoder::new(&*packed)).unwrap(), now);
    let nodes = tree(&zoe, &record).await["nodes"].clone();
    let hangs: Vec<_> = nodes.as_array().unwrap().iter().map(|node| (&node["id"], &node["parent"])).collect();
    assert!(hangs.contains(&(&json!("c"), &json!("record-1202"))), "{nodes}");
    let late = json!([{"id": "d", "from": {"node": 1_202}, "move": "black:D3"}]);
    hang(&zoe, &record, late).await.refused(404, "no_such_place");
}

async fn trees_keep_their_places(database: Database) {
    let server = Server::start(database).await;
    let (ann, zoe) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Zoe").await);
    let record = brought(&ann, FILE).await;
    hang(&zoe, &record, json!([{"id": "a", "from": {"node": 3}, "move": "white:B5"}])).await.ok();
    let before = tree(&zoe, &record).await;
    let adding = json!([
        {"id": "n", "from": {"node": 0}, "move": "black:A1", "order": 0},
        {"id": "m", "parent": "n", "move": "white:B1"},
    ]);
    let now = change(&ann, &record, adding).await;
    assert_eq!(numbers(&now), [0, 5, 6, 1, 2, 3, 4]);
    // The tree is as it was, and what is judged beside a node is judged beside the same one.
    assert_eq!(tree(&zoe, &record).await, before);
    let occupied = json!([{"id": "b", "from": {"node": 3}, "move": "white:B4"}]);
    let refused = hang(&zoe, &record, occupied).await.refused(422, "illegal_move");
    assert_eq!(refused, json!({"node": "b", "at": "B4", "rule": "occupied"}));
    hang(&zoe, &record, json!([{"id": "b", "from": {"node": 6}, "move": "black:B4"}])).await.ok();
    hang(&zoe, &record, json!([{"id": "c", "from": {"node": 7}}])).await.refused(404, "no_such_place");
    // The file with the tree beside it has each where it belongs.
    let sgf = zoe.get(&format!("/records/{record}/variations/sgf")).await;
    let expected = "( ;CA[UTF-8]SZ[5] KM[0,5]XY[\\]]\n(;B[ae]\n;W[be]\n(;)\n(;B[bb]))\n(;B[cc]C[one] \n;W[cb]\n;B[bb] (;W[dd])\n(;W[ba])) )\n";
    assert_eq!(sgf.text(), expected);
}

async fn the_moves_that_lead_to_a_tree_become_its_own(database: Database) {
    let server = Server::start(database).await;
    let (ann, zoe) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Zoe").await);
    let record = brought(&ann, FILE).await;
    let tried = json!([
        {"id": "a", "from": {"node": 3}, "move": "white:B5", "words": "mine", "order": 2},
        {"id": "b", "parent": "a", "move": "black:A1"},
    ]);
    hang(&zoe, &record, tried).await.ok();
    hang(&ann, &record, json!([{"id": "x", "from": {"node": 1}, "words": "stays"}])).await.ok();
    let ben = Visitor::guest(&server, "Ben").await;
    let own = tree(&ann, &record).await;
    let now = change(&ann, &record, json!([{"node": 2, "gone": true}])).await;
    assert_eq!(numbers(&now), [0, 1]);
    let nodes = tree(&zoe, &record).await["nodes"].clone();
    assert_eq!(
        nodes,
        json!([
            {"id": "record-2", "from": {"node": 1}, "move": "white:C4", "order": 0},
            {"id": "record-3", "parent": "record-2", "move": "black:B4", "order": 0},
            {"id": "a", "parent": "record-3", "move": "white:B5", "words": "mine", "order": 2},
            {"id": "b", "parent": "a", "move": "black:A1", "order": 0},
        ])
    );
    // A device that knew the tree of before is told of all of it, and goes on.
    let since = zoe.get(&format!("/records/{record}/variations?since=1")).await.ok();
    assert_eq!((since["nodes"].as_array().unwrap().len(), since.get("gone")), (4, None));
    hang(&zoe, &record, json!([{"id": "c", "parent": "b", "move": "white:E5"}])).await.ok();
    assert_eq!(tree(&ann, &record).await, own);
    assert_eq!(tree(&ben, &record).await["revision"], 0);
}

/// Whoever comes first: the move hangs behind moves of the tree's own, or is refused.
async fn nothing_is_hung_on_a_node_that_goes_meanwhile(database: Database) {
    let server = Server::start(database).await;
    let (ann, zoe) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Zoe").await);
    let (mut hung, mut refused) = (0, 0);
    for _ in 0..12 {
        let record = brought(&ann, FILE).await;
        let going = json!({"changes": [{"node": 2, "gone": true}]});
        let hanging = json!([{"id": "a", "from": {"node": 3}, "move": "white:B5"}]);
        let (edited, hanged) = tokio::join!(edit(&ann, &record, going), hang(&zoe, &record, hanging));
        assert_eq!(numbers(&edited.ok()), [0, 1]);
        let nodes = tree(&zoe, &record).await["nodes"].clone();
        if hanged.status == 200 {
            hung += 1;
            assert_eq!((&nodes[0]["from"], &nodes[2]["id"]), (&json!({"node": 1}), &json!("a")), "{nodes}");
        } else {
            refused += 1;
            hanged.refused(404, "no_such_place");
            assert_eq!(nodes, json!([]));
        }
    }
    assert_eq!(hung + refused, 12);
}

/// All rows of what is shown as it was. On Postgres a row that is written says so by its version, even if it says nothing else than before.
async fn stored_showings(server: &Server) -> Vec<String> {
    let version = if server.data().database_url().is_some() { "xmin::text" } else { "'as it is'" };
    let showings = format!(
        "SELECT {version} || ' ' || id || ' ' || tree_id || ' ' || made_at || ' ' || revision || ' ' || size || ' '
             || COALESCE(nodes, 'none') || ' ' || COALESCE(snapshot, 'none')
         FROM shared_variations ORDER BY id"
    );
    let contents = format!(
        "SELECT {version} || ' ' || tree_id || ' ' || hash || ' ' || size || ' ' || nodes || ' ' || way
         FROM tree_snapshots ORDER BY tree_id, hash"
    );
    [texts(server.data(), &showings).await, texts(server.data(), &contents).await].concat()
}

async fn a_shown_tree_takes_its_moves_along(database: Database) {
    let server = Server::start(database).await;
    let (ann, zoe) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Zoe").await);
    let record = brought(&ann, FILE).await;
    hang(&zoe, &record, json!([{"id": "a", "from": {"node": 2}, "move": "black:B5"}])).await.ok();
    let shared = zoe.post(&format!("/records/{record}/variations/share"), json!({"grows": false})).await;
    let secret = shared.json()["secret"].clone();
    // The tree itself goes, and what is shown of it stays.
    hang(&zoe, &record, json!([{"id": "a", "gone": true}])).await.ok();
    shown_at_the_end(&ann, &record).await;
    let stored = stored_showings(&server).await;
    assert_eq!(stored.len(), 4, "{stored:?}");
    change(&ann, &record, json!([{"node": 2, "gone": true}])).await;
    // However many are shown, the change of the record writes none of them.
    assert_eq!(stored_showings(&server).await, stored);
    let shown = ann.post("/shared/look", json!({"secret": secret})).await.ok();
    assert_eq!(
        shown["nodes"],
        json!([
            {"id": "record-2", "from": {"node": 1}, "move": "white:C4", "order": 0},
            {"id": "a", "parent": "record-2", "move": "black:B5", "order": 0},
        ])
    );
}

/// A tree that hangs on the end of a record and is shown as it is: the secret.
async fn shown_at_the_end(visitor: &Visitor, record: &str) -> Value {
    hang(visitor, record, json!([{"id": "a", "from": {"node": 4}, "move": "black:B5"}])).await.ok();
    let path = format!("/records/{record}/variations/share");
    visitor.post(&path, json!({"grows": false})).await.json()["secret"].clone()
}

async fn the_nodes(visitor: &Visitor, secret: &Value) -> Value {
    visitor.post("/shared/look", json!({"secret": secret})).await.ok()["nodes"].clone()
}

async fn what_an_earlier_release_showed_takes_its_moves_along(database: Database) {
    let mut server = Server::start(database).await;
    let (ann, zoe) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Zoe").await);
    let record = brought(&ann, FILE).await;
    let secrets = [shown_at_the_end(&zoe, &record).await, shown_at_the_end(&ann, &record).await];
    let yan = Visitor::guest(&server, "Yan").await;
    hang(&yan, &record, json!([{"id": "b", "from": {"node": 1}, "move": "white:B5"}])).await.ok();
    let path = format!("/records/{record}/variations/share");
    let unread = yan.post(&path, json!({"grows": false})).await.json()["secret"].clone();
    hang(&yan, &record, json!([{"id": "lost", "from": {"node": 1}, "move": "white:A1"}])).await.ok();
    let lost = yan.post(&path, json!({"grows": false})).await.json()["secret"].clone();
    server.stop().await;
    // Nobody needs the way to a tree as long as the node is there on which it hangs.
    let unreadable = format!(
        "UPDATE tree_snapshots SET way = 'none' WHERE tree_id IN (
             SELECT id FROM variation_trees WHERE player_id = '{}');
         DELETE FROM tree_snapshots WHERE nodes LIKE '%lost%'",
        yan.id
    );
    tamper(server.data(), &unreadable).await;
    // Zoe's is as an earlier release kept it.
    let trees = format!("SELECT id FROM variation_trees WHERE player_id = '{}'", zoe.id);
    let own = format!(
        "UPDATE shared_variations SET size = 60, snapshot = NULL, nodes = (
             SELECT nodes FROM tree_snapshots WHERE tree_snapshots.tree_id = shared_variations.tree_id)
         WHERE tree_id IN ({trees});
         DELETE FROM tree_snapshots WHERE tree_id IN ({trees})"
    );
    tamper(server.data(), &own).await;
    server.start_again().await;
    let (ann, zoe) = (ann.at(&server), zoe.at(&server));
    let whole = json!([{"id": "a", "from": {"node": 4}, "move": "black:B5", "order": 0}]);
    for secret in &secrets {
        assert_eq!(the_nodes(&ann, secret).await, whole);
    }
    // Neither is written anew when more goes, and both are drawn on what is left.
    change(&ann, &record, json!([{"node": 4, "gone": true}])).await;
    let stored = "SELECT hash FROM tree_snapshots WHERE way <> 'none' ORDER BY tree_id";
    let kept = texts(server.data(), stored).await;
    assert_eq!((kept.len(), &kept[0]), (2, &kept[1]));
    for secret in &secrets {
        assert_eq!(the_nodes(&zoe, secret).await[0]["from"], json!({"node": 3}));
    }
    change(&ann, &record, json!([{"node": 2, "gone": true}])).await;
    assert_eq!(texts(server.data(), stored).await, kept);
    for secret in &secrets {
        let nodes = the_nodes(&zoe, secret).await;
        assert_eq!(
            nodes,
            json!([
                {"id": "record-2", "from": {"node": 1}, "move": "white:C4", "order": 0},
                {"id": "record-3", "parent": "record-2", "move": "black:B4", "order": 0},
                {"id": "record-4", "parent": "record-3", "move": "white:D2", "order": 0},
                {"id": "a", "parent": "record-4", "move": "black:B5", "order": 0},
            ])
        );
    }
    assert_eq!(the_nodes(&ann, &unread).await[0]["from"], json!({"node": 1}));
    // A tree whose content is missing is no empty one.
    ann.post("/shared/look", json!({"secret": lost})).await.refused(500, "internal");
}

async fn readers_and_pictures_see_the_change(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, FILE).await;
    let stranger = Visitor::stranger(&server);
    let picture = async |known: Option<&str>| {
        let mut request = stranger.request(Method::GET, &format!("/records/{record}/board.png"));
        if let Some(known) = known {
            request = request.header(IF_NONE_MATCH, known);
        }
        request.send().await.unwrap()
    };
    let first = picture(None).await;
    let tag = first.headers()[ETAG].to_str().unwrap().to_owned();
    let drawn = first.bytes().await.unwrap();
    assert_eq!(picture(Some(&tag)).await.status(), 304);
    change(&ann, &record, json!([{"id": "a", "from": {"node": 4}, "move": "black:E5"}])).await;
    let second = picture(Some(&tag)).await;
    assert_eq!(second.status(), 200);
    assert_ne!(second.bytes().await.unwrap(), drawn);
    for address in [format!("/records/{record}"), format!("/records/{record}/sgf")] {
        let read = |known: Option<String>| {
            let request = ann.request(Method::GET, &format!("/api/v1{address}"));
            known.into_iter().fold(request, |request, known| request.header(IF_NONE_MATCH, known)).send()
        };
        let tag = read(None).await.unwrap().headers()[ETAG].to_str().unwrap().to_owned();
        assert_eq!(read(Some(tag.clone())).await.unwrap().status(), 304);
        change(&ann, &record, json!([{"node": 0, "comment": address}])).await;
        assert_eq!(read(Some(tag)).await.unwrap().status(), 200);
    }
}

async fn changed_records_survive_a_restart(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, FILE).await;
    let now =
        change(&ann, &record, json!([{"id": "a", "from": {"node": 0}, "move": "black:A1", "order": 0}]))
            .await;
    server.kill().await;
    server.start_again().await;
    let ann = ann.at(&server);
    assert_eq!(shown(&ann, &record).await, now);
    let more = change(&ann, &record, json!([{"id": "b", "from": {"node": 5}, "move": "white:A2"}])).await;
    assert_eq!((numbers(&more), &more["revision"]), (vec![0, 5, 6, 1, 2, 3, 4], &json!(2)));
}

async fn a_record_takes_no_more_room_than_there_is(database: Database) {
    let server = Server::with_options(database, &["--max-records-bytes", "170000"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    // It takes 140,000 bytes: the text, and those that came.
    let record = brought(&ann, &format!("(;SZ[5]C[{}])", "x".repeat(70_000))).await;
    let long = json!([{"id": "a", "from": {"node": 0}, "comment": "x".repeat(39_000)}]);
    edit(&ann, &record, json!({ "changes": long })).await.refused(507, "records_full");
    // A shorter text takes none.
    change(&ann, &record, json!([{"node": 0, "comment": "short"}])).await;
    // Of this one the bytes that came are the text, and are kept beside it once that is another one.
    let server = Server::with_options(database, &["--max-records-bytes", "170000"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = brought(&ann, &format!("(;CA[UTF-8]SZ[5]C[{}])\n", "x".repeat(100_000))).await;
    let little = json!([{"node": 0, "name": "x"}]);
    edit(&ann, &record, json!({ "changes": little })).await.refused(507, "records_full");
    change(&ann, &record, json!([{"node": 0, "comment": "short"}])).await;
}
