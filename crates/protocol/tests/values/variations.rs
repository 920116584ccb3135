//! Nodes of trees of variations, and their changes.

use serde_json::json;
use tengen_protocol::{GamePlace, Place, VariationChange, VariationNode};

#[test]
fn a_node_reads_back_and_a_list_is_none() {
    let node = json!({"id": "n-1", "from": {"move": 3, "event": 7}, "move": "black:D4", "captured": ["C4"],
                      "marks": {"triangle": ["D4"], "labels": [["C3", "a"]]}, "words": "too close", "order": 2});
    let read: VariationNode = serde_json::from_value(node.clone()).unwrap();
    assert_eq!(read.from, Some(Place::Game(GamePlace { moves: 3, event: 7 })));
    assert_eq!(serde_json::to_value(&read).unwrap(), node);
    let marks = r#"{"triangle":["D4"],"labels":[["C3","a"]]}"#;
    assert_eq!(read.size(), 3 + 8 + 3 + marks.len() + 9);
    for bad in [
        json!({"id": "", "from": {"move": 3, "event": 7}}),
        json!({"id": "a b", "from": {"move": 3, "event": 7}}),
        json!({"id": "x".repeat(65), "from": {"move": 3, "event": 7}}),
        json!({"id": "a", "from": [3, 7]}),
        json!({"id": "a", "from": {"move": 3}}),
        json!({"id": "a", "from": {"move": 3, "event": 7, "node": 1}}),
        json!({"id": "a", "from": {"node": -1}}),
        json!({"id": "a", "other": 1}),
        json!({"id": "a", "order": 1.5}),
        json!({"id": "a", "marks": {"triangle": ["Z0"]}}),
    ] {
        assert!(serde_json::from_value::<VariationNode>(bad.clone()).is_err(), "{bad}");
        assert!(serde_json::from_value::<VariationChange>(bad.clone()).is_err(), "{bad}");
    }
}

#[test]
fn what_a_change_leaves_out_is_not_changed() {
    let change: VariationChange = serde_json::from_value(json!({"id": "a", "words": ""})).unwrap();
    assert_eq!((change.words.as_deref(), &change.marks, change.order), (Some(""), &None, None));
    let gone: VariationChange = serde_json::from_value(json!({"id": "a", "gone": true})).unwrap();
    assert!(gone.gone);
}
