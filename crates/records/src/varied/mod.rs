//! Records with a tree of variations beside them. Each node of the tree becomes a node of the file, behind
//! those of the record, which stay as they are.

mod homes;
mod hung;

use std::collections::{BTreeMap, HashMap, VecDeque};

use tengen_game::{Event, Settings};
use tengen_protocol::{NodeId, Place, Text, VariationNode};
use tengen_sgf::Limits;

use hung::Hung;

use crate::written::File;
use crate::{RecordFile, Unreadable};

/// The record of a game that was played here, with a tree beside it. `record` is that of
/// [`record`](crate::record()), and `settings` are those of the game, and `log` are the events that its
/// audience sees. Moves that were taken back are there as far as nodes hang on them.
///
/// # Errors
///
/// When `record` is none of this server.
pub fn with_tree_of_game(
    record: &str,
    settings: &Settings,
    log: &[Event],
    tree: &[VariationNode],
) -> Result<String, Unreadable> {
    let mut hung = Hung::new(File::open(record, &Limits::DEFAULT)?);
    let led = settings.beginning().map_or(0, |beginning| beginning.moves().len());
    let homes = homes::of_game(&mut hung, led, log, &places(tree))?;
    hang(&mut hung, &homes, tree);
    Ok(hung.file.game.to_string())
}

/// A kept record with a tree beside it.
///
/// # Errors
///
/// When `record` is no record that was kept.
pub fn with_tree_of_record(record: &RecordFile, tree: &[VariationNode]) -> Result<String, Unreadable> {
    let mut file = File::open(&record.sgf, &Limits::DEFAULT)?;
    if !tree.is_empty() {
        file.keep_size();
    }
    let mut hung = Hung::new(file);
    let homes = homes::of_record(&mut hung, record, &places(tree))?;
    hang(&mut hung, &homes, tree);
    Ok(hung.file.game.to_string())
}

/// The places on which nodes hang, in their order.
fn places(tree: &[VariationNode]) -> Vec<Place> {
    let mut places: Vec<Place> = tree.iter().filter_map(|node| node.from).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// Hangs the nodes behind their places, those that hang on the same in their order. A node of which the place
/// is not there is left out.
fn hang(hung: &mut Hung, homes: &BTreeMap<Place, tengen_sgf::NodeId>, tree: &[VariationNode]) {
    let mut from: BTreeMap<Place, Vec<&VariationNode>> = BTreeMap::new();
    let mut on: HashMap<&NodeId, Vec<&VariationNode>> = HashMap::new();
    for node in tree {
        match (&node.parent, node.from) {
            (Some(Text(parent)), _) => on.entry(parent).or_default().push(node),
            (None, Some(place)) => from.entry(place).or_default().push(node),
            (None, None) => {}
        }
    }
    for siblings in from.values_mut().chain(on.values_mut()) {
        siblings.sort_unstable_by_key(|node| (node.order, &node.id.0));
    }
    let mut waiting: VecDeque<(tengen_sgf::NodeId, &VariationNode)> = VecDeque::new();
    for (place, nodes) in from {
        if let Some(home) = homes.get(&place) {
            waiting.extend(nodes.into_iter().map(|node| (*home, node)));
        }
    }
    while let Some((parent, node)) = waiting.pop_front() {
        let own = hung.add_child(parent);
        hung.write(own, node);
        let children = on.get(&node.id.0).into_iter().flatten();
        waiting.extend(children.map(|child| (own, *child)));
    }
}
