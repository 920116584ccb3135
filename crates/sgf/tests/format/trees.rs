//! Trees as text in brackets, and random ones.

use proptest::prelude::*;
use tengen_sgf::{Collection, Name, Node, Raw, Value};

/// `(PROPERTIES CHILDREN)` for each node: the content of a collection, without its layout. For shallow trees.
pub(crate) fn shape(collection: &Collection) -> String {
    collection.games().map(node_shape).collect()
}

fn node_shape(node: Node<'_>) -> String {
    let properties = node.properties().map(|property| {
        let values: Vec<_> = property.values().map(Value::raw).collect();
        format!("{}[{}]", property.name(), values.join("]["))
    });
    let properties: String = properties.collect();
    let children: String = node.children().map(node_shape).collect();
    format!("({properties}{children})")
}

/// Names and values of one node.
type Properties = Vec<(String, Vec<String>)>;

/// Any collection.
pub(crate) fn collections() -> impl Strategy<Value = Collection> {
    let text = prop_oneof![texts("[a-z]{0,3}"), texts("[\\]\\[\\\\:;()\n\r\t a-c]{0,8}"), texts("\\PC{0,6}")];
    collections_of("[A-Z][A-Z0-9]{0,2}", text.boxed())
}

pub(crate) fn texts(pattern: &'static str) -> BoxedStrategy<String> {
    pattern.boxed()
}

/// Collections with such names and texts. Each node names its parent among those before it.
pub(crate) fn collections_of(
    names: &'static str,
    text: BoxedStrategy<String>,
) -> impl Strategy<Value = Collection> {
    let property = (names, prop::collection::vec(text, 1..4));
    let node =
        (any::<prop::sample::Index>(), prop::bool::weighted(0.1), prop::collection::vec(property, 0..4));
    prop::collection::vec(node, 1..40).prop_map(|nodes| build(&nodes))
}

fn build(nodes: &[(prop::sample::Index, bool, Properties)]) -> Collection {
    let mut collection = Collection::new();
    let mut ids = Vec::new();
    for (parent, is_root, properties) in nodes {
        let id = if ids.is_empty() || *is_root {
            collection.add_game()
        } else {
            collection.add_child(*parent.get(&ids))
        };
        ids.push(id);
        for (name, values) in properties {
            let name = Name::new(name).unwrap();
            collection.add_property(id, name, values.iter().map(|value| Raw::text(value)));
        }
    }
    collection
}
