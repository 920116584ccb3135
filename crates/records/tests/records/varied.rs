//! Records with trees of variations: brought back, they show the same nodes, moves, marks and words.

use std::collections::BTreeMap;

use tengen_protocol::records::{MarksShape, RecordNode};
use tengen_protocol::{
    GamePlace, LONGEST_NODE_WORDS, NodeId, Place, RecordPlace, Text, VariationNode, written_moves,
};
use tengen_records::{RecordFile, read_file, show, with_tree_of_game, with_tree_of_record};
use tengen_rules::{SplitMix, Topology, Vertex};
use tengen_sgf::Collection;

use crate::{games, oracle};

/// A node without its id: its move, marks and words, and those behind it.
#[derive(Debug, Clone, PartialEq)]
struct Bare {
    made: Option<(String, String)>,
    marks: MarksShape,
    words: String,
    behind: Vec<Bare>,
}

/// Words that break brackets, lines and colons.
const WORDS: [&str; 7] = ["", "good", "a]b\\", "one\ntwo\\\n\nthree", "コウ: [6]", "\ttab", "x"];
const MARKS: [&str; 9] = [
    "triangle",
    "square",
    "circle",
    "cross",
    "selected",
    "black_territory",
    "white_territory",
    "dim",
    "view",
];

fn any(topology: &Topology, random: &mut SplitMix) -> Vertex {
    topology.vertex(topology.point_at_index(random.below(topology.size())).unwrap())
}

/// Drawings, no two of which are on one point. The other reader does not know that no points end what is dimmed, so not every
/// file has that.
fn marks(topology: &Topology, ends: bool, random: &mut SplitMix) -> MarksShape {
    let mut marks = MarksShape::default();
    for point in topology.points() {
        let at = Text(topology.vertex(point));
        match random.below(60) {
            kind @ 0..=8 => marks.points.entry(MARKS[kind].to_owned()).or_default().push(at),
            // The other reader does not undo the escape of a second colon.
            9 => marks
                .labels
                .push((at, ["A", "12", if ends { "a:b]" } else { "a]" }, "一"][random.below(4)].to_owned())),
            10 | 11 => {
                let to = Text(any(topology, random));
                let list = if random.below(2) == 0 { &mut marks.lines } else { &mut marks.arrows };
                if to != at {
                    list.push((at, to));
                }
            }
            12 if ends => drop(marks.points.entry("dim".to_owned()).or_default()),
            _ => {}
        }
    }
    marks
}

/// A tree of so many nodes on some of these places.
fn tree(
    (places, size): (&[Place], usize),
    topology: &Topology,
    ends: bool,
    random: &mut SplitMix,
) -> Vec<VariationNode> {
    let mut nodes: Vec<VariationNode> = Vec::new();
    for number in 0..size {
        let parent = (number > 0 && random.below(3) > 0).then(|| nodes[random.below(number)].id.clone());
        let from = parent.is_none().then(|| places[random.below(places.len())]);
        let at = any(topology, random).to_string();
        let made = match random.below(8) {
            0 => None,
            1 => Some("black:pass".to_owned()),
            2..=4 => Some(format!("black:{at}")),
            _ => Some(format!("white:{at}")),
        };
        let order = i32::try_from(random.below(3)).unwrap() - 1;
        let id: NodeId = format!("n{}", (number * 7) % 1_000).parse().unwrap();
        let words = WORDS[random.below(WORDS.len())].to_owned();
        let marks = if random.below(2) == 0 { marks(topology, ends, random) } else { MarksShape::default() };
        nodes.push(VariationNode {
            id: Text(id),
            parent,
            from,
            made,
            captured: Vec::new(),
            marks,
            words,
            order,
        });
    }
    nodes
}

/// The nodes behind this one, or behind a place, in their order.
fn behind(tree: &[VariationNode], on: Result<&NodeId, Place>) -> Vec<Bare> {
    let hangs = |node: &&VariationNode| match on {
        Ok(id) => node.parent.as_ref().is_some_and(|Text(parent)| parent == id),
        Err(place) => node.from == Some(place),
    };
    let mut nodes: Vec<&VariationNode> = tree.iter().filter(hangs).collect();
    nodes.sort_by_key(|node| (node.order, node.id.0.clone()));
    let bare = |node: &VariationNode| {
        let made = node.made.as_ref().map(|text| {
            let (color, at) = written_moves(text, 1).unwrap()[0];
            (color.unwrap().to_string(), at.map_or_else(|| "pass".to_owned(), |at| at.to_string()))
        });
        // The format knows no tabs, and its readers no blanks at the end.
        let words = node.words.replace('\t', " ");
        Bare { made, marks: node.marks.clone(), words, behind: behind(tree, Ok(&node.id.0)) }
    };
    nodes.into_iter().map(bare).collect()
}

/// The children of a node of a record.
fn children(nodes: &[RecordNode], node: usize) -> Vec<usize> {
    let is_child = |(_, child): &(usize, &RecordNode)| child.parent == u32::try_from(node).ok();
    nodes.iter().enumerate().filter(is_child).map(|(child, _)| child).collect()
}

fn shown(nodes: &[RecordNode], node: usize) -> Bare {
    let RecordNode { made, marks, comment, .. } = &nodes[node];
    Bare {
        made: made.as_ref().map(|made| (made.color.0.to_string(), made.at.clone())),
        marks: marks.as_deref().cloned().unwrap_or_default(),
        words: comment.clone().unwrap_or_default(),
        behind: children(nodes, node).into_iter().map(|child| shown(nodes, child)).collect(),
    }
}

fn is_empty(node: &Bare) -> bool {
    *node == Bare { made: None, marks: MarksShape::default(), words: String::new(), behind: Vec::new() }
}

/// Each place, with a number of moves and an event, where a game was.
fn places_of(game: &games::Game) -> Vec<(Place, Vec<(String, String)>)> {
    let topology = game.state.settings().topology();
    let (mut line, mut places) = (Vec::new(), Vec::new());
    for event in &game.log {
        use tengen_game::EventKind as Kind;
        match &event.kind {
            Kind::Played { color, at, .. } => {
                line.push((color.to_string(), topology.vertex(*at).to_string()));
            }
            Kind::Passed { color, .. } => line.push((color.to_string(), "pass".to_owned())),
            Kind::UndoAccepted { moves, .. } => line.truncate(*moves as usize),
            _ => {}
        }
        for moves in [0, line.len() / 2, line.len()] {
            let place = GamePlace { moves: u32::try_from(moves).unwrap(), event: event.seq };
            places.push((Place::Game(place), line[..moves].to_vec()));
        }
    }
    places
}

#[test]
fn a_game_with_a_tree_comes_back_as_it_was() {
    let (mut nodes, mut taken_back) = (0, 0);
    for number in 0..120 {
        let game = games::play(number);
        let settings = game.state.settings();
        let topology = settings.topology();
        let led = game.led();
        let mut random = SplitMix::new(number as u64);
        let places = places_of(&game);
        let only: Vec<Place> = places.iter().map(|(place, _)| *place).collect();
        let tree = tree((&only, 30), topology, number % 2 == 0, &mut random);
        let record = game.record(None);
        assert_eq!(with_tree_of_game(&record, settings, &game.log, &[]).unwrap(), record);
        let file = with_tree_of_game(&record, settings, &game.log, &tree).unwrap();
        let kept = read_file(file.as_bytes()).unwrap().records.remove(0);
        assert_eq!(kept.sgf, file);
        assert_eq!(kept.headline.moves as usize, led + game.state.moves().len(), "the main line is the game");
        // Both readers of the format see the same, and find no fault.
        if number % 2 == 1 {
            assert_eq!(oracle::own(&Collection::parse(file.as_str()).unwrap()), oracle::other(&file));
        }
        let found = show(&kept.sgf).unwrap().nodes;
        // The nodes at each line of moves: places that are the same position share it.
        let mut expected: BTreeMap<Vec<(String, String)>, Vec<Bare>> = BTreeMap::new();
        let mut in_order = places.clone();
        in_order.sort_by_key(|(place, _)| *place);
        in_order.dedup();
        for (place, line) in in_order {
            expected.entry(line).or_default().extend(behind(&tree, Err(place)));
        }
        for (line, expected) in expected.into_iter().filter(|(_, nodes)| !nodes.is_empty()) {
            let mut at = (0..led).fold(0, |at, _| children(&found, at)[0]);
            for made in &line {
                let next = children(&found, at).into_iter().find(|child| {
                    let own = found[*child].made.as_ref();
                    own.is_some_and(|own| (own.color.0.to_string(), own.at.clone()) == *made)
                });
                at = next.unwrap_or_else(|| panic!("{line:?} is not in {file}"));
            }
            let own: Vec<Bare> = children(&found, at).into_iter().map(|child| shown(&found, child)).collect();
            assert_eq!(own[own.len() - expected.len()..], expected, "{line:?} {file}");
            nodes += expected.len();
        }
        taken_back += usize::from(game.taken_back > 0);
    }
    assert!(nodes > 500 && taken_back > 10, "{nodes} {taken_back}");
}

/// A record that nobody has changed.
fn plain(sgf: &str) -> RecordFile {
    RecordFile { sgf: sgf.to_owned(), ..RecordFile::default() }
}

#[test]
fn a_kept_record_with_a_tree_comes_back_as_it_was() {
    let records = [
        "(;GM[1]FF[4]CA[UTF-8]SZ[5]PB[Ann];B[cc](;W[cb]TR[bb]C[Too close.];B[bb])(;W[dd];B[cd]))",
        "(;CA[UTF-8]SZ[4:3]AB[aa][ba]PL[W])",
        "(;CA[UTF-8]SZ[3];B[aa];W[bb];XY[un\\]known];B[cc])",
        "(;CA[UTF-8]XSZ[torus 5x5];XB[C3];XW[D3])",
    ];
    let mut hung = 0;
    for (number, sgf) in (0_u64..).zip(records.into_iter().cycle()).take(200) {
        let kept = plain(&read_file(sgf.as_bytes()).unwrap().records.remove(0).sgf);
        let before = kept.show().unwrap();
        let topology = before.board.name().topology().unwrap();
        let mut random = SplitMix::new(number);
        let places: Vec<Place> = (0..u32::try_from(before.nodes.len()).unwrap())
            .map(|node| Place::Record(RecordPlace { node }))
            .collect();
        let tree = tree((&places, 20), &topology, true, &mut random);
        assert_eq!(with_tree_of_record(&kept, &[]).unwrap(), kept.sgf);
        let file = with_tree_of_record(&kept, &tree).unwrap();
        let after = show(&read_file(file.as_bytes()).unwrap().records.remove(0).sgf).unwrap().nodes;
        // Each node of the record, beside the one that it is now.
        let mut waiting = vec![(0, 0)];
        while let Some((node, now)) = waiting.pop() {
            let (own, all) = (children(&before.nodes, node), children(&after, now));
            let same = |node: &RecordNode| RecordNode { parent: None, ..node.clone() };
            assert_eq!(same(&before.nodes[node]), same(&after[now]), "{file}");
            let place = places[node];
            let expected = behind(&tree, Err(place));
            let mut others: Vec<Bare> = all[own.len()..].iter().map(|child| shown(&after, *child)).collect();
            if own.is_empty() && others.len() > expected.len() {
                assert!(is_empty(&others.remove(0)), "the main line ends as before");
            }
            hung += expected.len();
            assert_eq!(others, expected, "{file}");
            waiting.extend(own.into_iter().zip(all));
        }
    }
    assert!(hung > 1_000, "{hung}");
}

#[test]
fn a_node_of_several_moves_has_a_place_between_them() {
    let sgf = read_file(b"(;CA[UTF-8]SZ[3];W[aa]B[ba][ab];W[cc])").unwrap().records.remove(0).sgf;
    let from = |node| Some(Place::Record(RecordPlace { node }));
    let node = |id: &str, place: u32, made: &str| VariationNode {
        id: Text(id.parse().unwrap()),
        parent: None,
        from: from(place),
        made: Some(made.to_owned()),
        captured: Vec::new(),
        marks: MarksShape::default(),
        words: String::new(),
        order: 0,
    };
    // Behind the second move, before the third takes A3.
    let tree = [node("a", 2, "black:B2"), node("b", 3, "white:C1")];
    let file = with_tree_of_record(&plain(&sgf), &tree).unwrap();
    let nodes = show(&file).unwrap().nodes;
    let setup = nodes.iter().find(|node| node.setup.is_some()).unwrap();
    assert_eq!(setup.to_move.map(|Text(color)| color.to_string()).as_deref(), Some("white"));
    assert_eq!(setup.setup.as_ref().unwrap().white, [Text("A3".parse().unwrap())]);
    assert_eq!(setup.setup.as_ref().unwrap().empty, [Text("A2".parse().unwrap())]);
    assert_eq!(nodes.iter().filter(|node| node.made.is_some()).count(), 6);
}

#[test]
fn the_longest_words_come_back() {
    let words = "囲".repeat(LONGEST_NODE_WORDS);
    let node = VariationNode {
        id: Text("a".parse().unwrap()),
        parent: None,
        from: Some(Place::Record(RecordPlace { node: 0 })),
        made: None,
        captured: Vec::new(),
        marks: MarksShape::default(),
        words: words.clone(),
        order: 0,
    };
    let file = with_tree_of_record(&plain("(;CA[UTF-8]SZ[3])\n"), &[node]).unwrap();
    assert_eq!(show(&file).unwrap().nodes[2].comment, Some(words));
}
