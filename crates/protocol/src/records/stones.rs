//! The stones at the nodes of a record.

use tengen_rules::{Color, Point, Stones, Topology, Vertex};

use super::{RecordNode, SetupShape};
use crate::Text;

/// Walks along the list of a record's nodes, the first `count` of them, and tells the stones at each, by its
/// place in the list. `nodes` stand as [`Shown`](super::Shown) tells them: each behind the one on which it
/// hangs. The whole walk takes as many steps as the nodes change points.
pub fn walk_stones(
    topology: &Topology,
    nodes: &[RecordNode],
    count: usize,
    mut tell: impl FnMut(usize, &Stones),
) {
    let mut stones = Stones::empty(topology);
    // The nodes on the way to the last one, each with how many changes there were before it.
    let mut way: Vec<(usize, usize)> = Vec::new();
    let mut changes: Vec<(Point, Option<Color>)> = Vec::new();
    for (number, node) in nodes.iter().enumerate().take(count) {
        let parent = node.parent.map(|parent| parent as usize);
        while let Some((_, before)) = way.pop_if(|(node, _)| Some(*node) != parent) {
            while changes.len() > before
                && let Some((point, stone)) = changes.pop()
            {
                stones.set(point, stone);
            }
        }
        way.push((number, changes.len()));
        for (at, stone) in changed(node) {
            if let Some(point) = topology.point(at) {
                changes.push((point, stones.get(point)));
                stones.set(point, stone);
            }
        }
        tell(number, &stones);
    }
}

/// The points that a node changes, in this order, and the stones on them then.
fn changed(node: &RecordNode) -> impl Iterator<Item = (Vertex, Option<Color>)> + '_ {
    let setup = node.setup.iter().flat_map(|SetupShape { black, white, empty }| {
        let lists = [(black, Some(Color::Black)), (white, Some(Color::White)), (empty, None)];
        lists.into_iter().flat_map(|(list, stone)| list.iter().map(move |Text(at)| (*at, stone)))
    });
    let made = node.made.iter().flat_map(|made| {
        let stone = made.at.parse().ok().map(|at| (at, Some(made.color.0)));
        stone.into_iter().chain(made.captured.iter().map(|Text(at)| (*at, None)))
    });
    setup.chain(made)
}
