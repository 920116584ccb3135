//! Trees beside records of which nodes go.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tengen_protocol::VariationNode;
use tengen_protocol::records::Shown;
use tengen_trying::variations::{NumberedNodes, Way, WayError, followed};

/// The way to a tree, as it is read back from its text.
fn way(tree: &[VariationNode], record: &Shown) -> Way {
    let way = Way::to(tree, &NumberedNodes::of(record.clone()));
    let read: Way = way.to_string().parse().unwrap();
    assert_eq!(read, way);
    read
}

fn shown(sgf: &str) -> Shown {
    tengen_records::show(sgf).unwrap()
}

fn after(sgf: &str, tree: Value, gone: &[u32]) -> Option<Value> {
    let tree: Vec<VariationNode> = serde_json::from_value(tree).unwrap();
    let gone: BTreeSet<u32> = gone.iter().copied().collect();
    let followed = followed(&tree, &way(&tree, &shown(sgf)), |number| gone.contains(&number));
    followed.map(|nodes| serde_json::to_value(nodes).unwrap())
}

#[test]
fn moves_of_the_record_become_the_trees_own() {
    let sgf = "(;SZ[3];B[ba];W[aa];B[ab]C[takes];C[no move];W[cc](;B[bb])(;B[cb]))";
    let tree = json!([
        {"id": "stays", "from": {"node": 1}, "move": "white:B2", "order": 0},
        {"id": "a", "from": {"node": 4}, "move": "white:C3", "words": "mine", "order": 3},
        {"id": "b", "parent": "a", "move": "black:C2", "order": 0},
        {"id": "c", "from": {"node": 7}, "words": "a note", "order": 0},
        {"id": "d", "from": {"node": 4}, "move": "white:B2", "order": 4},
        {"id": "record-3", "from": {"node": 0}, "move": "black:C1", "order": 0},
    ]);
    let nodes = after(sgf, tree, &[2, 3, 4, 5, 6, 7]).unwrap();
    assert_eq!(
        nodes,
        json!([
            {"id": "record-2", "from": {"node": 1}, "move": "white:A3", "order": 0},
            {"id": "record-3-1", "parent": "record-2", "move": "black:A2", "captured": ["A3"], "order": 0},
            {"id": "record-5", "parent": "record-3-1", "move": "white:C1", "order": 0},
            {"id": "record-7", "parent": "record-5", "move": "black:C2", "order": 0},
            {"id": "stays", "from": {"node": 1}, "move": "white:B2", "order": 0},
            {"id": "a", "parent": "record-3-1", "move": "white:C3", "words": "mine", "order": 3},
            {"id": "b", "parent": "a", "move": "black:C2", "order": 0},
            {"id": "c", "parent": "record-7", "words": "a note", "order": 0},
            {"id": "d", "parent": "record-3-1", "move": "white:B2", "order": 4},
            {"id": "record-3", "from": {"node": 0}, "move": "black:C1", "order": 0},
        ])
    );
}

#[test]
fn a_tree_beside_other_nodes_stays_as_it_is() {
    let tree = json!([{"id": "a", "from": {"node": 1}, "move": "white:A1", "order": 0}]);
    assert_eq!(after("(;SZ[3];B[ba];W[aa])", tree, &[2]), None);
}

#[test]
fn a_node_without_a_move_leads_to_the_one_before_it() {
    let tree = json!([{"id": "a", "from": {"node": 2}, "move": "white:A1", "order": 0}]);
    let moved = json!([{"id": "a", "from": {"node": 1}, "move": "white:A1", "order": 0}]);
    assert_eq!(after("(;SZ[3];B[ba];C[a note])", tree, &[2]), Some(moved));
}

#[test]
fn no_move_leads_to_stones_that_were_set_up_over_a_forbidden_one_or_twice_by_a_player() {
    let tree = json!([{"id": "a", "from": {"node": 2}, "move": "white:C1", "order": 0}]);
    for sgf in [
        "(;SZ[3];AB[ba];W[aa])",
        "(;SZ[3];B[ba];W[ba])",
        "(;SZ[3];W[ba];AB[cc])",
        "(;SZ[3]HA[2];B[ba];B[cc])",
    ] {
        assert_eq!(after(sgf, tree.clone(), &[1, 2]), None, "{sgf}");
    }
}

#[test]
fn nodes_go_by_their_numbers() {
    let mut record = shown("(;SZ[3];B[ba];W[aa];B[ab])");
    record.nodes[1].node = Some(7);
    record.nodes[2].node = Some(1);
    let tree = json!([{"id": "a", "from": {"node": 1}, "move": "black:C1", "order": 0}]);
    let tree: Vec<VariationNode> = serde_json::from_value(tree).unwrap();
    let way = way(&tree, &record);
    assert!(way.numbers().eq([0, 1, 7]), "the nodes on the way alone");
    let nodes = followed(&tree, &way, |number| [1, 3].contains(&number)).unwrap();
    assert_eq!(
        serde_json::to_value(nodes).unwrap(),
        json!([
            {"id": "record-1", "from": {"node": 7}, "move": "white:A3", "order": 0},
            {"id": "a", "parent": "record-1", "move": "black:C1", "order": 0},
        ])
    );
}

#[test]
fn a_way_is_read_from_its_own_texts_alone() {
    assert_eq!("".parse(), Ok(Way::default()));
    for text in
        ["0", "0 -", "- - .", "0 x .", "0 - . A1", "0 - D4", "0 - red:D4", "0 - black:D4 nowhere", "0 -  ."]
    {
        assert_eq!(text.parse::<Way>(), Err(WayError), "{text:?}");
    }
}

#[test]
fn a_tree_goes_on_by_its_way_however_much_of_the_record_is_gone() {
    let record = shown("(;SZ[3];B[ba];W[aa];B[ab];W[cc])");
    let tree = json!([{"id": "a", "from": {"node": 4}, "move": "black:C3", "order": 0}]);
    let tree: Vec<VariationNode> = serde_json::from_value(tree).unwrap();
    let way = way(&tree, &record);
    // All at once, or one after the other: it hangs on the same moves in the end.
    let at_once = followed(&tree, &way, |number| number > 1).unwrap();
    let late = followed(&tree, &way, |number| number > 3).unwrap();
    assert_eq!((at_once.len(), late.len()), (4, 2));
    let made =
        |nodes: &[VariationNode]| nodes.iter().filter_map(|node| node.made.clone()).collect::<Vec<_>>();
    assert_eq!(made(&at_once), ["white:A3", "black:A2", "white:C1", "black:C3"]);
    assert_eq!(made(&late), ["white:C1", "black:C3"]);
    assert_eq!(followed(&tree, &way, |_| false), None);
}
