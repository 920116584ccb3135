//! Texts that are changed in places: the changes are there, and everything else is as it was.

use proptest::prelude::*;
use tengen_sgf::{Collection, Limits, Manuscript, Name, NodeId, Raw};

use crate::trees::{collections, shape};

fn read(text: &str) -> Manuscript {
    Manuscript::read(text, &Limits::DEFAULT).unwrap()
}

/// The node at the end of a way, by the places among siblings.
fn at(game: &Manuscript, way: &[usize]) -> NodeId {
    way.iter().fold(game.root(), |node, place| game.children(node)[*place])
}

fn raws(texts: &[&str]) -> Vec<Raw> {
    texts.iter().map(|text| Raw::simple_text(text)).collect()
}

#[test]
fn a_property_is_written_where_it_was() {
    let mut game = read("(;SZ[9] \n C[a\\]] N[b]\tC[c]  MA[aa])");
    let root = game.root();
    game.set(root, &[Name::C], Name::C, raws(&["new"]));
    assert_eq!(game.to_string(), "(;SZ[9] \n C[new] N[b]  MA[aa])");
    game.set(root, &[Name::M, Name::MA], Name::MA, raws(&["bb", "cc"]));
    game.set(root, &[Name::TR], Name::TR, raws(&["dd"]));
    game.set(root, &[Name::N], Name::N, []);
    assert_eq!(game.to_string(), "(;SZ[9] \n C[new]  MA[bb][cc]TR[dd])");
    assert_eq!(game.values(root, Name::MA), ["bb", "cc"]);
    assert_eq!(game.values(root, Name::SZ), ["9"]);
}

#[test]
fn the_first_bracket_is_added() {
    let mut game = read("\n;SZ[9];B[ee](;W[cc])(;W[dd]))\n");
    let root = game.root();
    game.set(root, &[], Name::C, raws(&["new"]));
    assert_eq!(game.to_string(), "\n(;SZ[9]C[new];B[ee](;W[cc])(;W[dd]))\n");
    assert_eq!(read(";B[aa]").to_string(), "(;B[aa])");
}

#[test]
fn nodes_come_behind_and_beside_others() {
    let mut game = read("(;SZ[9]\r\n ;B[aa]\r\n;W[bb] )\r\n");
    let last = at(&game, &[0, 0]);
    let behind = game.add_child(last);
    game.set(behind, &[], Name::B, raws(&["cc"]));
    assert_eq!(game.to_string(), "(;SZ[9]\r\n ;B[aa]\r\n;W[bb]\r\n;B[cc] )\r\n");
    let beside = game.add_child(at(&game, &[0]));
    game.set(beside, &[], Name::W, raws(&["dd"]));
    assert_eq!(game.to_string(), "(;SZ[9]\r\n ;B[aa]\r\n(;W[bb]\r\n;B[cc])\r\n(;W[dd]) )\r\n");
    game.put(beside, 0);
    assert_eq!(game.to_string(), "(;SZ[9]\r\n ;B[aa]\r\n(;W[dd])\r\n(;W[bb]\r\n;B[cc]) )\r\n");
    assert_eq!(game.parent(beside), Some(at(&game, &[0])));
    game.remove(last);
    assert_eq!(game.to_string(), "(;SZ[9]\r\n ;B[aa]\r\n(;W[dd]) )\r\n", "its brackets stay");
    game.remove(game.root());
    assert_eq!(game.children(game.root()).len(), 1);
}

#[test]
fn a_node_is_split_with_all_behind_it() {
    let mut game = read("(;C[x] B[aa]W[bb](;C[y])(;C[z]))");
    let behind = game.split(game.root(), |name| name == Name::W);
    assert_eq!(game.to_string(), "(;C[x] B[aa]\n;W[bb](;C[y])(;C[z]))");
    assert_eq!(game.children(behind).len(), 2);
    assert_eq!(game.parent(at(&game, &[0, 1])), Some(behind));
}

#[test]
fn other_games_and_words_around_stay() {
    let text = "From (me)\n( ;C[one] ) \n(;C[two])\x1a";
    let mut game = read(text);
    assert_eq!(game.to_string(), text);
    game.set(game.root(), &[Name::C], Name::C, raws(&["1"]));
    assert_eq!(game.to_string(), text.replace("one", "1"));
    assert!(Manuscript::read("no game", &Limits::DEFAULT).is_err());
}

#[test]
fn depth_costs_no_stack() {
    let text = format!("(;{})", "(;C[a];W[b]".repeat(100_000)) + &")".repeat(100_000);
    let mut game = Manuscript::read(text.as_str(), &Limits::DEFAULT).unwrap();
    assert_eq!(game.to_string(), text);
    let first = at(&game, &[0]);
    game.remove(first);
    assert_eq!(game.to_string(), "(;)");
}

/// A text with any white space where it may be.
fn spaced(collection: &Collection, spaces: &[String]) -> String {
    let mut spaces = spaces.iter().cycle();
    let (mut text, mut within, mut escaped) = (String::new(), false, false);
    for letter in collection.to_string().chars() {
        let is_end = within && letter == ']' && !escaped;
        if !within && matches!(letter, '(' | ')' | ';' | '[') {
            text.push_str(spaces.next().unwrap());
        }
        within = if within { !is_end } else { letter == '[' };
        escaped = within && letter == '\\' && !escaped;
        text.push(letter);
    }
    text
}

#[derive(Debug, Clone)]
enum Change {
    Add,
    Remove,
    Put(usize),
    Set(&'static str, Vec<String>),
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Change)>> {
    let change = prop_oneof![
        3 => Just(Change::Add),
        1 => Just(Change::Remove),
        1 => (0usize..4).prop_map(Change::Put),
        4 => (prop::sample::select(vec!["C", "N", "B", "AB"]), prop::collection::vec("[\\]\\[\\\\:;() a-c棋]{0,5}", 0..3))
            .prop_map(|(name, values)| Change::Set(name, values)),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), change), 0..12)
}

/// A node as plain data: its properties, and its children.
#[derive(Debug, Clone, Default)]
struct Model {
    properties: Vec<(String, Vec<String>)>,
    children: Vec<NodeId>,
}

impl Model {
    fn shape(nodes: &[(NodeId, Model)], id: NodeId) -> String {
        let (_, node) = nodes.iter().find(|(other, _)| *other == id).unwrap();
        let properties =
            node.properties.iter().map(|(name, values)| format!("{name}[{}]", values.join("][")));
        let children = node.children.iter().map(|child| Self::shape(nodes, *child));
        format!("({}{})", properties.collect::<String>(), children.collect::<String>())
    }
}

proptest! {
    #[test]
    fn a_text_is_its_pieces(collection in collections(), spaces in prop::collection::vec("[ \t\r\n]{0,2}", 1..7)) {
        let text = spaced(&collection, &spaces);
        let game = read(&text);
        prop_assert_eq!(game.to_string(), text);
    }

    /// Any changes do to the text as they do to the tree, and nodes that nobody touched stand in it as they stood.
    #[test]
    fn changes_are_those_of_the_tree(
        collection in collections(),
        spaces in prop::collection::vec("[ \t\r\n]{0,2}", 1..7),
        changes in changes(),
    ) {
        let read_back = Collection::parse(collection.to_string()).unwrap();
        let first = Collection::text_of_game(read_back.games().next().unwrap()).unwrap();
        let first = Collection::parse(first).unwrap();
        let text = spaced(&first, &spaces);
        let mut game = read(&text);
        let mut nodes: Vec<(NodeId, Model)> = Vec::new();
        let mut waiting = vec![game.collection().games().next().unwrap()];
        while let Some(node) = waiting.pop() {
            let values = |property: tengen_sgf::Property<'_>| property.values().map(|value| value.raw().to_owned()).collect();
            let properties = node.properties().map(|property| (property.name().to_string(), values(property))).collect();
            nodes.push((node.id(), Model { properties, children: node.children().map(tengen_sgf::Node::id).collect() }));
            waiting.extend(node.children());
        }
        let mut untouched: Vec<NodeId> = nodes.iter().map(|(id, _)| *id).collect();
        for (which, change) in changes {
            let id = nodes[which.index(nodes.len())].0;
            let parent = nodes.iter().position(|(_, node)| node.children.contains(&id));
            let own = nodes.iter().position(|(other, _)| *other == id).unwrap();
            match change {
                Change::Add => {
                    let new = game.add_child(id);
                    nodes[own].1.children.push(new);
                    nodes.push((new, Model::default()));
                }
                Change::Remove => {
                    game.remove(id);
                    let Some(parent) = parent else { continue };
                    nodes[parent].1.children.retain(|child| *child != id);
                    let mut gone = vec![id];
                    while let Some(id) = gone.pop() {
                        let at = nodes.iter().position(|(other, _)| *other == id).unwrap();
                        gone.extend(nodes.remove(at).1.children);
                        untouched.retain(|other| *other != id);
                    }
                }
                Change::Put(place) => {
                    game.put(id, place);
                    let Some(parent) = parent else { continue };
                    let siblings = &mut nodes[parent].1.children;
                    siblings.retain(|child| *child != id);
                    siblings.insert(place.min(siblings.len()), id);
                }
                Change::Set(name, values) => {
                    untouched.retain(|other| *other != id);
                    let name = Name::new(name).unwrap();
                    let values: Vec<Raw> = values.iter().map(|value| Raw::text(value)).collect();
                    let said = (name.to_string(), values.iter().map(|value| value.as_str().to_owned()).collect());
                    let properties = &mut nodes[own].1.properties;
                    let place = properties.iter().position(|(other, _)| *other == said.0).unwrap_or(properties.len());
                    properties.retain(|(other, _)| *other != said.0);
                    if !values.is_empty() {
                        properties.insert(place.min(properties.len()), said);
                    }
                    game.set(id, &[name], name, values);
                }
            }
        }
        let written = game.to_string();
        prop_assert_eq!(shape(&Collection::parse(written.as_str()).unwrap()), Model::shape(&nodes, game.root()));
        for id in untouched {
            prop_assert!(written.contains(game.read_text(id).unwrap()));
        }
        let again = read(&written);
        prop_assert_eq!(again.to_string(), written);
    }
}
