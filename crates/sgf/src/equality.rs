//! When two collections are the same.

use crate::{Collection, Node};

impl PartialEq for Collection {
    /// Whether two collections have the same games: the same nodes in the same places, with the same properties and
    /// values in the same order. The order in which they were built, and the place of their text, do not matter.
    fn eq(&self, other: &Self) -> bool {
        if self.node_count() != other.node_count() || self.games().len() != other.games().len() {
            return false;
        }
        let mut pairs: Vec<_> = self.games().zip(other.games()).collect();
        while let Some((one, two)) = pairs.pop() {
            if !same_properties(one, two) || one.children().count() != two.children().count() {
                return false;
            }
            pairs.extend(one.children().zip(two.children()));
        }
        true
    }
}

impl Eq for Collection {}

fn same_properties(one: Node<'_>, two: Node<'_>) -> bool {
    one.properties().count() == two.properties().count()
        && one.properties().zip(two.properties()).all(|(one, two)| {
            one.name() == two.name()
                && one.values().len() == two.values().len()
                && one.values().zip(two.values()).all(|(one, two)| one.raw() == two.raw())
        })
}
