//! The ways to the nodes of trees at which players have last been.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tengen_game::TreeId;
use tengen_protocol::records::MarksShape;
use tengen_protocol::{NodeId, Text, VariationNode};

/// How many nodes are kept of all trees together, each with about half a kilobyte.
const MOST: u64 = 60_000;
/// Of how many trees at about.
const TREES: usize = 500;
/// The longest way that is kept.
const LONGEST: usize = 400;

/// A player who tries one move more plays behind the last one: the nodes that lead there were read or made a moment ago, and
/// reading them one by one is most of the work of the database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct TreeWays(Arc<Cache<TreeId, Arc<Way>, Nodes>>);

/// Nodes of a tree with all before them, as they are since the tree's last change. They have no content.
#[derive(Debug)]
struct Way {
    /// The number of that change.
    revision: u64,
    nodes: HashMap<NodeId, VariationNode>,
}

#[derive(Debug, Clone)]
struct Nodes;

impl Weighter<TreeId, Arc<Way>> for Nodes {
    fn weight(&self, _: &TreeId, way: &Arc<Way>) -> u64 {
        way.nodes.len() as u64 + 1
    }
}

impl Default for TreeWays {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(TREES, MOST, Nodes)))
    }
}

impl TreeWays {
    /// Nodes of a tree with all before them, if they are all kept as they are since its change of this number.
    pub fn find(&self, tree: &TreeId, revision: u64, ends: &[&NodeId]) -> Option<Vec<VariationNode>> {
        let way = self.0.get(tree).filter(|way| way.revision == revision)?;
        let mut found: HashMap<&NodeId, &VariationNode> = HashMap::new();
        for end in ends {
            let mut next = Some(*end);
            while let Some(id) = next {
                let Entry::Vacant(place) = found.entry(id) else { break };
                let node = place.insert(way.nodes.get(id)?);
                next = node.parent.as_ref().map(|Text(parent)| parent);
            }
        }
        Some(found.into_values().cloned().collect())
    }

    /// Keeps nodes of a tree with all before them, as they are since its change of this number.
    pub fn keep(&self, tree: TreeId, revision: u64, nodes: Vec<VariationNode>) {
        if nodes.len() > LONGEST {
            return self.forget(&tree);
        }
        let nodes = nodes.into_iter().map(|node| (node.id.0.clone(), without_content(node))).collect();
        self.0.insert(tree, Arc::new(Way { revision, nodes }));
    }

    /// Forgets a tree of which nodes have gone.
    pub fn forget(&self, tree: &TreeId) {
        self.0.remove(tree);
    }
}

/// A node by its place and its move.
fn without_content(node: VariationNode) -> VariationNode {
    VariationNode {
        captured: Vec::new(),
        marks: MarksShape::default(),
        words: String::new(),
        order: 0,
        ..node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: &str, parent: Option<&str>) -> VariationNode {
        let from = parent.is_none().then_some(serde_json::json!({"move": 1, "event": 2}));
        let parent = parent.map(|parent| ("parent", serde_json::json!(parent)));
        let from = from.map(|from| ("from", from));
        let mut fields = serde_json::json!({"id": id, "move": "black:D4", "words": "why?"});
        for (name, value) in parent.into_iter().chain(from) {
            fields[name] = value;
        }
        serde_json::from_value(fields).unwrap()
    }

    fn id(id: &str) -> NodeId {
        id.parse().unwrap()
    }

    fn found(ways: &TreeWays, tree: &TreeId, revision: u64, ends: &[&str]) -> Option<Vec<String>> {
        let ends: Vec<NodeId> = ends.iter().map(|end| id(end)).collect();
        let nodes = ways.find(tree, revision, &ends.iter().collect::<Vec<_>>())?;
        assert!(nodes.iter().all(|node| node.words.is_empty() && node.made.is_some()));
        let mut ids: Vec<String> = nodes.iter().map(|node| node.id.0.to_string()).collect();
        ids.sort_unstable();
        Some(ids)
    }

    #[test]
    fn the_way_to_a_node_is_found_as_long_as_nobody_has_changed_the_tree() {
        let (ways, tree, other) =
            (TreeWays::default(), TreeId::from_entropy([1; 10]), TreeId::from_entropy([2; 10]));
        let nodes = [node("a", None), node("b", Some("a")), node("c", Some("b")), node("d", Some("a"))];
        ways.keep(tree, 7, nodes.into());
        let all = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
        assert_eq!(found(&ways, &tree, 7, &["c"]), all(&["a", "b", "c"]));
        assert_eq!(found(&ways, &tree, 7, &["d", "b"]), all(&["a", "b", "d"]));
        assert_eq!(found(&ways, &tree, 7, &[]), all(&[]));
        for (tree, revision, end) in [(&tree, 8, "c"), (&tree, 6, "c"), (&other, 7, "c"), (&tree, 7, "e")] {
            assert_eq!(found(&ways, tree, revision, &[end]), None);
        }
        ways.forget(&tree);
        assert_eq!(found(&ways, &tree, 7, &["c"]), None);
    }

    #[test]
    fn a_way_with_a_gap_and_a_very_long_one_are_read() {
        let (ways, tree) = (TreeWays::default(), TreeId::from_entropy([1; 10]));
        ways.keep(tree, 1, vec![node("b", Some("a"))]);
        assert_eq!(found(&ways, &tree, 1, &["b"]), None);
        let long = (0..=LONGEST).map(|number| node(&format!("n{number}"), None));
        ways.keep(tree, 2, long.collect());
        assert_eq!(found(&ways, &tree, 2, &["n1"]), None);
        assert_eq!(found(&ways, &tree, 1, &["n1"]), None);
    }
}
