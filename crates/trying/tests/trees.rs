//! Trees of variations: whatever two devices send, the tree is that of a plain model, and what is refused changes nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value, json};
use tengen_game::{Command, CommandId, Event, Moment, NewGame, PlayerId, Settings, State};
use tengen_game::{Line, NotPossible};
use tengen_protocol::records::MarksShape;
use tengen_protocol::{
    LONGEST_NODE_WORDS, NodeId, Place, Text, VariationChange, VariationNode, written_moves,
};
use tengen_rules::Vertex;
use tengen_trying::variations::{Ground, NotKept, Plan, Written};

const BEGAN: i64 = 1_790_000_000_000;

/// A game of these moves on a board of three points by two, `back` where the last move is taken back.
fn game(moves: &[&str]) -> (Settings, Vec<Event>) {
    let [black, white] = [1, 2].map(|number| PlayerId::from_entropy([number; 10]));
    let wish = json!({"board": {"width": 3, "height": 2}, "rules": "chinese", "color": "black"});
    let wish: tengen_protocol::NewGame = serde_json::from_value(wish).unwrap();
    let settings = Settings::new(black, NewGame::from(&wish)).unwrap();
    let mut state = State::new(settings.clone(), BEGAN).unwrap();
    let mut log = Vec::new();
    let mut does = |state: &mut State, actor, command: &Command| {
        let id: CommandId = format!("c-{}", state.seq()).parse().unwrap();
        let event = state.decide(actor, Some(id), command, Moment::at(BEGAN)).unwrap();
        state.apply(&event).unwrap();
        log.push(event);
    };
    does(&mut state, white, &Command::Join);
    for word in moves {
        let players = state.players().unwrap();
        let actor = players[state.to_move().unwrap()];
        let turn = state.turn();
        match *word {
            "back" => {
                let last = players[state.to_move().unwrap().opponent()];
                does(&mut state, last, &Command::Undo { turn });
                let request = state.undo_request().unwrap().seq;
                does(&mut state, actor, &Command::UndoAccept { request });
            }
            at => {
                let at: Vertex = at.parse().unwrap();
                does(&mut state, actor, &Command::Play { turn, at });
            }
        }
    }
    (settings, log)
}

fn change(change: Value) -> VariationChange {
    serde_json::from_value(change).unwrap()
}

/// What one request leads to.
fn sent(
    (settings, log): &(Settings, Vec<Event>),
    tree: &BTreeMap<NodeId, VariationNode>,
    changes: &[VariationChange],
) -> Result<Written, NotKept> {
    let mut plan = Plan::new(known(tree, changes), changes.to_vec(), settings.topology())?;
    plan.judge(&Ground::of_game(settings, log).unwrap())?;
    Ok(plan.written())
}

/// The nodes that changes name whole, and without their content those before them, as the store reads them.
fn known(tree: &BTreeMap<NodeId, VariationNode>, changes: &[VariationChange]) -> Vec<VariationNode> {
    let targets: BTreeSet<&NodeId> = changes.iter().map(|change| &change.id.0).collect();
    let mut waiting: Vec<&NodeId> = targets.iter().copied().collect();
    waiting.extend(changes.iter().filter_map(|change| change.parent.as_ref()).map(|Text(parent)| parent));
    let mut known = BTreeMap::new();
    while let Some(id) = waiting.pop() {
        let Some(node) = tree.get(id) else { continue };
        let mut node = node.clone();
        if !targets.contains(id) {
            node.words.clear();
            node.captured.clear();
        }
        if known.insert(id.clone(), node).is_none() {
            waiting.extend(tree[id].parent.as_ref().map(|Text(parent)| parent));
        }
    }
    known.into_values().collect()
}

/// Writes as the store does.
fn write(tree: &mut BTreeMap<NodeId, VariationNode>, written: Written) {
    for id in written.gone {
        remove(tree, &id);
    }
    for node in written.new {
        assert!(tree.insert(node.id.0.clone(), node).is_none());
    }
    for node in written.changed {
        assert!(tree.insert(node.id.0.clone(), node).is_some());
    }
}

fn remove(tree: &mut BTreeMap<NodeId, VariationNode>, id: &NodeId) {
    if tree.remove(id).is_none() {
        return;
    }
    let children = |node: &&VariationNode| node.parent.as_ref().is_some_and(|Text(parent)| parent == id);
    let children: Vec<NodeId> = tree.values().filter(children).map(|node| node.id.0.clone()).collect();
    for child in children {
        remove(tree, &child);
    }
}

/// The moves that lead to a node, those of the game first.
fn line_to(
    (settings, log): &(Settings, Vec<Event>),
    tree: &BTreeMap<NodeId, VariationNode>,
    node: &VariationNode,
) -> Option<Result<Line, NotPossible>> {
    let (mut moves, mut at) = (Vec::new(), node);
    let place = loop {
        moves.extend(at.made.iter().map(|text| written_moves(text, 1).unwrap()[0]));
        match (&at.parent, at.from) {
            (Some(Text(parent)), None) => at = &tree[parent],
            (_, Some(Place::Game(place))) => break place,
            _ => return None,
        }
    };
    let mut state = State::new(settings.clone(), BEGAN).unwrap();
    for event in log.get(..place.event as usize)? {
        state.apply(event).unwrap();
    }
    let mut line = Line::new(settings.game().unwrap());
    for made in state.moves().get(..place.moves as usize)? {
        let at = match made.made {
            tengen_rules::Move::Play(at) => Some(settings.topology().vertex(at)),
            tengen_rules::Move::Pass => None,
        };
        line.make(Some(made.color), at).unwrap();
    }
    let outcome = moves.into_iter().rev().try_for_each(|(color, at)| line.make(color, at).map(|_| ()));
    Some(outcome.map(|()| line))
}

/// The same by a plain model: a map, one change after the other, and each line played from its beginning.
fn modelled(
    game: &(Settings, Vec<Event>),
    tree: &BTreeMap<NodeId, VariationNode>,
    changes: &[VariationChange],
) -> Option<BTreeMap<NodeId, VariationNode>> {
    let mut after = tree.clone();
    for change in changes {
        let id = &change.id.0;
        if change.gone {
            remove(&mut after, id);
            continue;
        }
        if !after.contains_key(id) {
            let is_there = change.parent.as_ref().is_some_and(|Text(parent)| after.contains_key(parent));
            if is_there == change.from.is_some() {
                return None;
            }
            let node = VariationNode {
                id: change.id.clone(),
                parent: change.parent.clone(),
                from: change.from,
                made: change.made.clone(),
                captured: Vec::new(),
                marks: MarksShape::default(),
                words: String::new(),
                order: 0,
            };
            after.insert(id.clone(), node);
        }
        let node = after.get_mut(id).unwrap();
        let says_where = change.parent.is_some() || change.from.is_some();
        let differs = says_where
            && (change.parent != node.parent || change.from != node.from || change.made != node.made);
        if differs || change.made.is_some() && change.made != node.made {
            return None;
        }
        node.words = change.words.clone().unwrap_or_else(|| node.words.clone());
        node.order = change.order.unwrap_or(node.order);
    }
    let are_legal = after.values().all(|node| line_to(game, &after, node).is_some_and(|line| line.is_ok()));
    are_legal.then_some(after)
}

fn changes() -> impl Strategy<Value = Vec<VariationChange>> {
    let id = || (0..7_u8).prop_map(|number| format!("n{number}"));
    let made = prop::sample::select(vec![
        Value::Null,
        json!("black:A1"),
        json!("white:B1"),
        json!("black:C1"),
        json!("white:A2"),
        json!("black:pass"),
        json!("white:pass"),
    ]);
    let one = (id(), 0..10_u8, id(), made, 0..4_u32, 0..8_u32, any::<u8>()).prop_map(
        |(id, kind, parent, made, moves, event, word)| {
            change(match kind {
                0 => json!({"id": id, "gone": true}),
                1..=2 => json!({"id": id, "words": word.to_string()}),
                3..=4 => json!({"id": id, "from": {"move": moves, "event": event}, "move": made}),
                5 => json!({"id": id, "from": {"move": 0, "event": 1}, "move": made, "order": word}),
                _ => json!({"id": id, "parent": parent, "move": made, "words": word.to_string()}),
            })
        },
    );
    prop::collection::vec(one, 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn patches_of_two_devices_leave_the_tree_of_a_plain_model(patches in prop::collection::vec(changes(), 1..40)) {
        let game = game(&["B2", "A2", "C2", "back", "A1"]);
        let mut tree = BTreeMap::new();
        for changes in patches {
            let expected = modelled(&game, &tree, &changes);
            let written = sent(&game, &tree, &changes);
            prop_assert_eq!(written.is_ok(), expected.is_some(), "{:?} {:?}", written, changes);
            let (Ok(written), Some(expected)) = (written, expected) else { continue };
            write(&mut tree, written);
            let bare = |tree: &BTreeMap<NodeId, VariationNode>| -> Vec<VariationNode> {
                tree.values().map(|node| VariationNode { captured: Vec::new(), ..node.clone() }).collect()
            };
            prop_assert_eq!(bare(&tree), bare(&expected));
        }
    }
}

#[test]
fn a_move_that_was_taken_back_still_has_its_position() {
    let game = game(&["B2", "A2", "back", "C2"]);
    let tree = BTreeMap::new();
    let at = |moves: u32, event: u32, made: &str| {
        sent(
            &game,
            &tree,
            &[change(json!({"id": "a", "from": {"move": moves, "event": event}, "move": made}))],
        )
    };
    // Behind event 3 stand B2 and A2; behind event 5 B2 alone; behind event 6 B2 and C2.
    assert!(matches!(at(2, 3, "black:A2"), Err(NotKept::Illegal { .. })));
    assert!(at(2, 3, "black:C2").is_ok());
    assert!(matches!(at(2, 5, "black:C2"), Err(NotKept::NoPlace { .. })));
    assert!(at(1, 5, "white:C2").is_ok());
    assert!(at(2, 6, "black:A2").is_ok());
    assert!(matches!(at(2, 7, "black:A2"), Err(NotKept::NoPlace { .. })));
    assert!(at(0, 0, "black:A2").is_ok());
}

#[test]
fn new_moves_are_judged_with_the_history_of_the_game_and_what_they_take_is_told() {
    let game = game(&["B2", "A2"]);
    let place = json!({"move": 2, "event": 3});
    let takes = change(json!({"id": "a", "from": place, "move": "A1"}));
    let written = sent(&game, &BTreeMap::new(), std::slice::from_ref(&takes)).unwrap();
    assert_eq!(written.new[0].made.as_deref(), Some("black:A1"));
    assert_eq!(written.new[0].captured, [Text("A2".parse().unwrap())]);
    let changes = [
        takes,
        change(json!({"id": "note", "parent": "a", "words": "what now?"})),
        change(json!({"id": "b", "parent": "note", "move": "white:A2"})),
    ];
    let refused = sent(&game, &BTreeMap::new(), &changes).unwrap_err();
    let at = Some("A2".parse().unwrap());
    let why = NotPossible::Rule(tengen_rules::Illegal::Suicide);
    assert_eq!(refused, NotKept::Illegal { node: "b".parse().unwrap(), at, why });
}

#[test]
fn what_can_be_no_node_is_refused_with_its_field() {
    let game = game(&[]);
    let place = json!({"move": 0, "event": 1});
    for (wish, field) in [
        (json!({"id": "a", "from": place, "move": "black"}), "move"),
        (json!({"id": "a", "from": place, "move": "A1,B1"}), "move"),
        (json!({"id": "a", "from": place, "marks": {"star": ["A1"]}}), "marks"),
        (json!({"id": "a", "from": place, "marks": {"circle": ["D1"]}}), "marks"),
        (json!({"id": "a", "from": place, "marks": {"circle": vec!["A1"; 1_001]}}), "marks"),
        (json!({"id": "a", "from": place, "marks": {"labels": [["A1", "x".repeat(17)]]}}), "marks"),
        (json!({"id": "a", "from": place, "words": "x".repeat(LONGEST_NODE_WORDS + 1)}), "words"),
        (json!({"id": "a", "from": place, "words": "\u{0}"}), "words"),
        (json!({"id": "a", "from": place, "parent": "b"}), "from"),
        (json!({"id": "a", "gone": true, "words": "x"}), "gone"),
    ] {
        let refused = sent(&game, &BTreeMap::new(), &[change(wish.clone())]).unwrap_err();
        assert_eq!(refused, NotKept::Invalid { node: "a".parse().unwrap(), field }, "{wish}");
    }
    let rests = change(
        json!({"id": "a", "from": place, "marks": {"dim": [], "labels": [["A1", "1"]]}, "words": "a\nb"}),
    );
    assert!(sent(&game, &BTreeMap::new(), &[rests]).is_ok());
    let elsewhere = change(json!({"id": "a", "from": {"node": 0}}));
    assert!(matches!(sent(&game, &BTreeMap::new(), &[elsewhere]), Err(NotKept::NoPlace { .. })));
}

#[test]
fn a_node_that_comes_again_is_the_same_or_refused() {
    let game = game(&[]);
    let wish = json!({"id": "a", "from": {"move": 0, "event": 1}, "move": "black:A1", "words": "x"});
    let mut tree = BTreeMap::new();
    let written = sent(&game, &tree, &[change(wish.clone())]).unwrap();
    write(&mut tree, written);
    let again = sent(&game, &tree, &[change(wish.clone())]).unwrap();
    assert_eq!((again.new.len(), again.changed.len()), (0, 1));
    for (field, value) in
        [("move", json!("black:B1")), ("move", Value::Null), ("from", json!({"move": 0, "event": 0}))]
    {
        let mut other = wish.clone();
        other[field] = value;
        let refused = sent(&game, &tree, &[change(other)]).unwrap_err();
        assert_eq!(refused, NotKept::Differs { node: "a".parse().unwrap() });
    }
    // Gone, it may come again as another one.
    let other = json!({"id": "a", "from": {"move": 0, "event": 1}, "move": "black:B1"});
    let written = sent(&game, &tree, &[change(json!({"id": "a", "gone": true})), change(other)]).unwrap();
    assert_eq!((written.gone.len(), written.new.len()), (1, 1));
    assert!(sent(&game, &tree, &[change(json!({"id": "z", "gone": true}))]).unwrap().gone.is_empty());
}

/// The widest and the deepest trees, and one with a branch at every step, take no long.
#[test]
fn large_trees_are_judged_in_moments() {
    let game = game(&[]);
    let root = || change(json!({"id": "n0", "from": {"move": 0, "event": 1}, "move": "black:A1"}));
    let deep = |number: u32| {
        let (parent, color) = (number - 1, if number.is_multiple_of(2) { "black" } else { "white" });
        // Each passes once or twice, and so the line goes on: a note stands for each other move.
        let made = if number < 100 { json!(format!("{color}:pass")) } else { Value::Null };
        change(json!({"id": format!("n{number}"), "parent": format!("n{parent}"), "move": made}))
    };
    let wide = |number: u32| change(json!({"id": format!("w{number}"), "parent": "n0", "move": "white:C2"}));
    let beside = |number: u32| {
        change(json!({"id": format!("b{number}"), "parent": format!("n{number}"), "words": "x"}))
    };
    for changes in [
        std::iter::once(root()).chain((1..5_000).map(deep)).collect::<Vec<_>>(),
        std::iter::once(root()).chain((1..5_000).map(wide)).collect(),
        std::iter::once(root()).chain((1..2_500).map(deep)).chain((0..2_500).map(beside)).collect(),
    ] {
        assert_eq!(sent(&game, &BTreeMap::new(), &changes).unwrap().new.len(), 5_000);
    }
}
