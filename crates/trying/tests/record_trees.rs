//! Trees beside records: a move is judged as if its line were played from its beginning, as far as the record gives one.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use tengen_game::{Line, NotPossible};
use tengen_protocol::records::{RecordNode, Shown};
use tengen_protocol::{Place, Text, VariationChange, VariationNode, written_moves};
use tengen_rules::{Board, Color, Game, Stones, Topology, Vertex};
use tengen_sgf::{Collection, Name, Raw};
use tengen_trying::variations::{Ground, NotKept, Plan, Written};

fn shown(sgf: &str) -> Shown {
    let kept = tengen_records::read_file(sgf.as_bytes()).unwrap().records.remove(0);
    tengen_records::show(&kept.sgf).unwrap()
}

fn sent(shown: &Shown, known: &[VariationNode], changes: Value) -> Result<Written, NotKept> {
    let changes: Vec<VariationChange> = serde_json::from_value(changes).unwrap();
    let ground = Ground::of_record(shown.clone()).unwrap();
    let mut plan = Plan::new(known.to_vec(), changes, ground.topology())?;
    plan.judge(&ground)?;
    Ok(plan.written())
}

/// The stones at a node of a record, from the root on.
fn stones_at(shown: &Shown, topology: &Topology, node: usize) -> Stones {
    let mut way = vec![node];
    while let Some(parent) = shown.nodes[*way.last().unwrap()].parent {
        way.push(parent as usize);
    }
    let mut stones = Stones::empty(topology);
    let mut set = |at: Vertex, stone| stones.set(topology.point(at).unwrap(), stone);
    for node in way.into_iter().rev().map(|node| &shown.nodes[node]) {
        if let Some(setup) = &node.setup {
            for (list, stone) in
                [(&setup.black, Some(Color::Black)), (&setup.white, Some(Color::White)), (&setup.empty, None)]
            {
                for Text(at) in list {
                    set(*at, stone);
                }
            }
        }
        if let Some(made) = &node.made {
            if let Ok(at) = made.at.parse() {
                set(at, Some(made.color.0));
            }
            made.captured.iter().for_each(|Text(at)| set(*at, None));
        }
    }
    stones
}

type Judged = Result<Vec<Vertex>, &'static str>;

/// A line of the tree behind a node of the record, played without any sharing: what its last move takes, or why it can't be made.
fn replayed(shown: &Shown, node: usize, moves: &[(Color, Option<Vertex>)]) -> Judged {
    let topology = Arc::new(shown.board.name().topology().unwrap());
    let (mut before, mut start, mut next) = (Vec::new(), node, moves[0].0);
    while start > 0 {
        let RecordNode { setup, to_move, made, parent, .. } = &shown.nodes[start];
        let breaks =
            |made: &&tengen_protocol::records::RecordedMove| made.illegal.is_some() || made.color.0 == next;
        if setup.is_some()
            || made.as_ref().is_some_and(|made| breaks(&made))
            || made.is_none() && to_move.is_some()
        {
            break;
        }
        if let Some(made) = made {
            before.push((start, made.color.0, made.at.parse().ok()));
            next = made.color.0;
        }
        start = parent.unwrap() as usize;
    }
    let begin = |node, to_move| {
        let board = Board::from_stones(Arc::clone(&topology), &stones_at(shown, &topology, node));
        board.map(|board| Line::new(Game::from_board(board, shown.judged_by.rules, to_move)))
    };
    let mut line = begin(start, next).map_err(|_| "no_liberties")?;
    for (node, color, at) in before.into_iter().rev() {
        if line.make(Some(color), at).is_err() {
            line = begin(shown.nodes[node].parent.unwrap() as usize, color).unwrap();
            line.make(Some(color), at).unwrap();
        }
    }
    let mut captured = Vec::new();
    for (color, at) in moves {
        captured = line.make(Some(*color), *at).map_err(NotPossible::rule)?;
    }
    Ok(captured.into_iter().map(|point| topology.vertex(point)).collect())
}

#[derive(Debug, Clone)]
struct Recorded {
    parent: prop::sample::Index,
    kind: u8,
    color: bool,
    at: u8,
}

fn name_of(color: bool, black: Name<'static>, white: Name<'static>) -> Name<'static> {
    if color { black } else { white }
}

/// A record on a board of three points by two, with whatever a record may have.
fn record() -> impl Strategy<Value = String> {
    let node = (any::<prop::sample::Index>(), 0..24_u8, any::<bool>(), 0..8_u8)
        .prop_map(|(parent, kind, color, at)| Recorded { parent, kind, color, at });
    let rules = prop::sample::select(vec!["Japanese", "Chinese", "AGA", "NZ", "?"]);
    (prop::collection::vec(node, 0..40), rules, 0..4_u8).prop_map(|(nodes, rules, handicap)| {
        let mut collection = Collection::new();
        let root = collection.add_game();
        let text = |collection: &mut Collection, node, name, text: &str| {
            collection.add_property(node, name, [Raw::simple_text(text)]);
        };
        text(&mut collection, root, Name::SZ, "3:2");
        text(&mut collection, root, Name::RU, rules);
        text(&mut collection, root, Name::HA, &handicap.to_string());
        let mut made = vec![(root, true)];
        for Recorded { parent, kind, color, at } in nodes {
            // Most nodes follow the last one, and most moves alternate.
            let (before, last) =
                if kind % 4 > 0 { made[made.len() - 1] } else { made[parent.index(made.len())] };
            let node = collection.add_child(before);
            let point = ["aa", "ba", "ca", "ab", "bb", "cb", "", "zz"][at as usize];
            let color = if kind < 20 { !last } else { color };
            match kind {
                0 => text(&mut collection, node, Name::C, "a note"),
                1 if at < 6 => text(&mut collection, node, name_of(color, Name::AB, Name::AW), point),
                2 if at < 6 => text(&mut collection, node, Name::AE, point),
                3 => text(&mut collection, node, Name::PL, if color { "B" } else { "W" }),
                4 => {
                    text(&mut collection, node, Name::B, point);
                    text(&mut collection, node, Name::W, "bb");
                }
                _ => text(&mut collection, node, name_of(color, Name::B, Name::W), point),
            }
            made.push((node, color));
        }
        collection.to_string()
    })
}

/// Nodes of a tree: each with the number of a record's node or of one before it, and perhaps a move.
fn tree() -> impl Strategy<Value = Vec<(prop::sample::Index, bool, Option<bool>, u8)>> {
    let node = (any::<prop::sample::Index>(), any::<bool>(), any::<Option<bool>>(), 0..9_u8);
    prop::collection::vec(node, 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn moves_are_judged_as_in_a_plain_replay(sgf in record(), tree in tree()) {
        let shown = shown(&sgf);
        let mut kept: BTreeMap<String, VariationNode> = BTreeMap::new();
        let mut order: Vec<VariationNode> = Vec::new();
        for (number, (on, on_tree, color, at)) in tree.into_iter().enumerate() {
            let mut wish = json!({"id": format!("n{number}")});
            if on_tree && !order.is_empty() {
                wish["parent"] = json!(order[on.index(order.len())].id);
            } else {
                wish["from"] = json!({"node": on.index(shown.nodes.len())});
            }
            // The moves before it, from the record on.
            let (mut moves, mut above) = (Vec::new(), wish["parent"].as_str().map(str::to_owned));
            let mut place = wish["from"]["node"].as_u64();
            while let Some(id) = above {
                let node = &kept[&id];
                moves.extend(node.made.iter().map(|text| written_moves(text, 1).unwrap()[0]));
                place = node.from.map_or(place, |from| match from {
                    Place::Record(place) => Some(place.node.into()),
                    Place::Game(_) => None,
                });
                above = node.parent.as_ref().map(|Text(parent)| parent.to_string());
            }
            moves.reverse();
            let mut moves: Vec<_> = moves.into_iter().map(|(color, at)| (color.unwrap(), at)).collect();
            if at < 8 {
                let point = ["A2", "B2", "C2", "A1", "B1", "C1", "pass", "D1"][at as usize];
                // Behind a move it is the other player's turn.
                let color = color.filter(|_| moves.is_empty());
                let by = |color| if color { Color::Black } else { Color::White };
                wish["move"] = json!(color.map_or_else(|| point.to_owned(), |color| format!("{}:{point}", by(color))));
                let node = usize::try_from(place.unwrap()).unwrap();
                let turn = moves.last().map_or_else(|| to_move_at(&shown, node), |(color, _): &(Color, _)| color.opponent());
                moves.push((color.map_or(turn, by), point.parse().ok()));
                let expected = replayed(&shown, node, &moves);
                let known: Vec<_> = order.clone();
                let found = sent(&shown, &known, json!([wish]));
                let found: Judged = match found {
                    Ok(written) => {
                        let node = written.new.into_iter().next().unwrap();
                        let made = format!("{}:{point}", moves.last().unwrap().0);
                        prop_assert_eq!(node.made.as_ref(), Some(&made));
                        let captured = node.captured.iter().map(|Text(at)| *at).collect();
                        kept.insert(node.id.0.to_string(), node.clone());
                        order.push(node);
                        Ok(captured)
                    }
                    Err(NotKept::Illegal { why, .. }) => Err(why.rule()),
                    Err(NotKept::NoLiberties { .. }) => Err("no_liberties"),
                    Err(other) => return Err(TestCaseError::fail(other.to_string())),
                };
                prop_assert_eq!(found, expected, "{} {} {:?}", sgf, place.unwrap(), moves);
            } else {
                let written = sent(&shown, &order, json!([wish])).unwrap();
                let node = written.new.into_iter().next().unwrap();
                kept.insert(node.id.0.to_string(), node.clone());
                order.push(node);
            }
        }
        // All at once it is the same tree.
        let again = sent(&shown, &[], json!(order.iter().cloned().map(VariationChange::from).collect::<Vec<_>>())).unwrap();
        prop_assert_eq!(again.new, order);
    }
}

/// The player to move at a node, as the pages of records say it.
fn to_move_at(shown: &Shown, node: usize) -> Color {
    let next = |at: usize| {
        let child = shown.nodes.get(at + 1)?;
        (child.parent == u32::try_from(at).ok()).then_some(at + 1)
    };
    let mut forward = Some(node);
    while let Some(at) = forward {
        let RecordNode { to_move, made, .. } = &shown.nodes[at];
        if let Some(made) = made.as_ref().filter(|_| at != node) {
            return made.color.0;
        }
        if let Some(Text(color)) = to_move {
            return *color;
        }
        forward = next(at);
    }
    let mut back = Some(node);
    while let Some(at) = back {
        let RecordNode { to_move, made, parent, .. } = &shown.nodes[at];
        if let Some(Text(color)) = to_move {
            return *color;
        }
        if let Some(made) = made {
            return made.color.0.opponent();
        }
        back = parent.map(|parent| parent as usize);
    }
    if shown.info.handicap >= 2 { Color::White } else { Color::Black }
}

#[test]
fn a_ko_of_the_record_holds_unless_it_breaks_the_line() {
    let ko = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]";
    for (sgf, rule) in [
        (format!("(;SZ[4:3]RU[Japanese]{ko})"), Some("ko")),
        (format!("(;SZ[4:3]RU[Japanese]{ko};C[what now?])"), Some("ko")),
        (format!("(;SZ[4:3]RU[Japanese]{ko};PL[B])"), None),
        (format!("(;SZ[4:3]RU[Japanese]{ko};AB[ac])"), None),
        (format!("(;SZ[4:3]RU[Japanese]{ko};B[dc])"), None),
    ] {
        let shown = shown(&sgf);
        let last = shown.nodes.len() - 1;
        let found = sent(&shown, &[], json!([{"id": "a", "from": {"node": last}, "move": "black:C2"}]));
        let found = found.err().map(|error| match error {
            NotKept::Illegal { why, .. } => why.rule(),
            _ => "?",
        });
        assert_eq!(found, rule, "{sgf}");
    }
}

#[test]
fn a_place_is_a_node_of_the_record() {
    let shown = shown("(;SZ[3:2];B[aa](;W[ba])(;W[ca]))");
    for (from, is_there) in
        [(json!({"node": 3}), true), (json!({"node": 4}), false), (json!({"move": 0, "event": 0}), false)]
    {
        for wish in [json!({"id": "a", "from": from}), json!({"id": "a", "from": from, "move": "pass"})] {
            let found = sent(&shown, &[], json!([wish]));
            assert_eq!(found.is_ok(), is_there, "{wish}");
            assert!(is_there || matches!(found, Err(NotKept::NoPlace { .. })), "{wish}");
        }
    }
}

#[test]
fn a_place_is_named_by_a_number_that_stays() {
    let mut shown = shown("(;SZ[3:2];B[aa](;W[ba])(;W[ca]))");
    for (node, number) in shown.nodes.iter_mut().zip([0, 7, 4, 2]) {
        node.node = Some(number);
    }
    // The stone at C2 is that of the last node.
    let sent =
        |node: u32| sent(&shown, &[], json!([{"id": "a", "from": {"node": node}, "move": "black:C2"}]));
    assert!(sent(4).is_ok());
    assert!(matches!(sent(2), Err(NotKept::Illegal { .. })));
    for node in [1, 3, 8] {
        assert!(matches!(sent(node), Err(NotKept::NoPlace { .. })), "{node}");
    }
}

#[test]
fn stones_without_a_liberty_take_words_and_no_moves() {
    let shown = shown("(;SZ[3:2]AB[aa]AW[ba][ab])");
    assert!(sent(&shown, &[], json!([{"id": "a", "from": {"node": 0}, "words": "?"}])).is_ok());
    let refused = sent(&shown, &[], json!([{"id": "a", "from": {"node": 0}, "move": "black:C1"}]));
    let (node, at) = ("a".parse().unwrap(), "A2".parse().unwrap());
    assert_eq!(refused.unwrap_err(), NotKept::NoLiberties { node, at });
}

/// A branch at every node of a long record, and the longest line, take no long.
#[test]
fn trees_beside_long_records_are_judged_in_moments() {
    let passes: String = (0..20_000).map(|number| if number % 2 == 0 { ";B[]" } else { ";W[]" }).collect();
    let shown = shown(&format!("(;SZ[19]RU[AGA]{passes})"));
    let nodes: Vec<Value> = (0..5_000)
        .map(|number| json!({"id": format!("n{number}"), "from": {"node": 4 * number}, "move": "D4"}))
        .collect();
    assert_eq!(sent(&shown, &[], json!(nodes)).unwrap().new.len(), 5_000);
}
