//! The stones at the nodes of a record.

use tengen_rules::{Color, Point, Stones, Topology, Vertex};

use super::{RecordNode, SetupShape};
use crate::Text;

/// Walks along the list of a record's nodes and tells the stones at each, by its place in the list. Each of `nodes` is the place of
/// the node on which it hangs, and what it [changes](RecordNode::changed). They stand as [`Shown`](super::Shown) tells them: each
/// behind the one on which it hangs. The whole walk takes as many steps as the nodes change points.
pub fn walk_stones<C: IntoIterator<Item = (Vertex, Option<Color>)>>(
    topology: &Topology,
    nodes: impl IntoIterator<Item = (Option<u32>, C)>,
    mut tell: impl FnMut(usize, &Stones),
) {
    let mut stones = Stones::empty(topology);
    // The nodes on the way to the last one, each with how many changes there were before it.
    let mut way: Vec<(usize, usize)> = Vec::new();
    let mut changes: Vec<(Point, Option<Color>)> = Vec::new();
    for (number, (parent, changed)) in nodes.into_iter().enumerate() {
        let parent = parent.map(|parent| parent as usize);
        while let Some((_, before)) = way.pop_if(|(node, _)| Some(*node) != parent) {
            while changes.len() > before
                && let Some((point, stone)) = changes.pop()
            {
                stones.set(point, stone);
            }
        }
        way.push((number, changes.len()));
        for (at, stone) in changed {
            if let Some(point) = topology.point(at) {
                changes.push((point, stones.get(point)));
                stones.set(point, stone);
            }
        }
        tell(number, &stones);
    }
}

impl RecordNode {
    /// The points that the node changes, in this order, and the stones on them then.
    pub fn changed(&self) -> impl Iterator<Item = (Vertex, Option<Color>)> + '_ {
        let setup = self.setup.as_deref().into_iter().flat_map(|SetupShape { black, white, empty }| {
            let lists = [(black, Some(Color::Black)), (white, Some(Color::White)), (empty, None)];
            lists.into_iter().flat_map(|(list, stone)| list.iter().map(move |Text(at)| (*at, stone)))
        });
        let made = self.made.iter().flat_map(|made| {
            let stone = made.at.parse().ok().map(|at| (at, Some(made.color.0)));
            stone.into_iter().chain(made.captured.iter().map(|Text(at)| (*at, None)))
        });
        setup.chain(made)
    }
}
