//! A file as the crate `sgf-parse` reads it, and as the own reader does, in the same words.

use std::collections::BTreeMap;

use sgf_parse::go::Prop;
use sgf_parse::{SgfNode, SgfProp};
use tengen_sgf::{Collection, Node, Value};

/// Names, and the texts of their values, sorted: the other reader keeps lists as sets.
pub(crate) type Properties = BTreeMap<String, Vec<String>>;

/// The depth of each node and its properties, each node right before its children.
pub(crate) type Tree = Vec<(usize, Properties)>;

/// Properties whose values are numbers, which may be written in several ways.
const NUMBERS: [&str; 6] = ["KM", "TM", "BL", "WL", "V", "HA"];

fn said(name: &str, values: impl Iterator<Item = String>) -> Vec<String> {
    let number = |text: String| match (name, text.trim().parse::<f64>(), text.split_once(':')) {
        (name, Ok(number), _) if NUMBERS.contains(&name) => number.to_string(),
        ("SZ", _, Some((width, height))) if width == height => width.to_owned(),
        _ => text,
    };
    let mut values: Vec<_> = values.map(number).collect();
    values.sort();
    values
}

/// The trees of a text by the own reader.
pub(crate) fn own(collection: &Collection) -> Vec<Tree> {
    let tree = |root: Node<'_>| {
        let mut tree = Vec::new();
        let mut waiting = vec![(0, root)];
        while let Some((depth, node)) = waiting.pop() {
            tree.push((depth, own_properties(node)));
            let children: Vec<_> = node.children().map(|child| (depth + 1, child)).collect();
            waiting.extend(children.into_iter().rev());
        }
        tree
    };
    collection.games().map(tree).collect()
}

fn own_properties(node: Node<'_>) -> Properties {
    let property = |property: tengen_sgf::Property<'_>| {
        let name = property.name().to_string();
        let values = said(&name, property.values().map(Value::text));
        (name, values)
    };
    node.properties().map(property).collect()
}

/// The trees of a text by the other reader. Nothing in it may break a rule of the format that the other one knows.
#[track_caller]
pub(crate) fn other(text: &str) -> Vec<Tree> {
    let games = sgf_parse::go::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let tree = |root: &SgfNode<Prop>| {
        root.validate().unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut tree = Vec::new();
        let mut waiting = vec![(0, root)];
        while let Some((depth, node)) = waiting.pop() {
            tree.push((depth, node.properties().map(|property| other_property(property, text)).collect()));
            let children: Vec<_> = node.children().map(|child| (depth + 1, child)).collect();
            waiting.extend(children.into_iter().rev());
        }
        tree
    };
    games.iter().map(tree).collect()
}

/// The other reader prints the file that it has read, and its print is read once more.
fn other_property(property: &Prop, text: &str) -> (String, Vec<String>) {
    assert!(!matches!(property, Prop::Invalid(..)), "{property:?} in {text}");
    let printed = match property {
        Prop::Unknown(name, values) => return (name.clone(), said(name, values.iter().cloned())),
        known => format!("(;{known})"),
    };
    let printed = Collection::parse(printed).unwrap();
    let (name, values) = own_properties(printed.games().next().unwrap()).pop_first().unwrap();
    assert_eq!(name, property.identifier());
    (name, values)
}
