//! Brackets that belong to no node.

use std::borrow::Cow;

use crate::tables::NodeId;

/// Brackets around no node of their own, such as a `)` too many or a second pair. They stay as long as the tree is what it was: in
/// another one
/// they would enclose other nodes.
#[derive(Debug, Clone, Default)]
pub(super) struct Strays {
    /// Their places in the text that was read.
    pub(super) brackets: Vec<usize>,
    /// Nodes in such brackets alone.
    pub(super) loose: Vec<NodeId>,
    /// Nodes before whose end some of them are closed, with the text there without that.
    pub(super) closing: Vec<(NodeId, String)>,
    /// Whether the tree is another one, and they are written no more.
    pub(super) are_gone: bool,
}

impl Strays {
    /// A piece of the text that begins at a byte of it, without them.
    pub(super) fn taken_from<'a>(&self, text: &'a str, start: usize) -> Cow<'a, str> {
        let first = self.brackets.partition_point(|at| *at < start);
        let inside = self.brackets[first..].iter().take_while(|at| **at < start + text.len());
        let (mut bare, mut rest) = (String::new(), 0);
        for at in inside.map(|at| at - start) {
            bare.push_str(&text[rest..at]);
            // A name that was left out must not become the beginning of another one.
            if bare.ends_with(|letter: char| letter.is_ascii_alphanumeric()) {
                bare.push(' ');
            }
            rest = at + 1;
        }
        if rest == 0 { text.into() } else { (bare + &text[rest..]).into() }
    }
}
