//! Changes of a tree, one after the other, and what they lead to.

use std::collections::HashMap;

use tengen_protocol::records::MarksShape;
use tengen_protocol::{NodeId, Text, VariationChange, VariationNode, WrittenMove};
use tengen_rules::Topology;

use super::node::{Hangs, NotKept, check_marks, check_words, hangs, invalid, made};

/// A node, as far as it is known.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) node: VariationNode,
    pub(super) hangs: Hangs,
    pub(super) made: Option<WrittenMove>,
    /// The number of the change that has made it; none of one that was there before.
    pub(super) new: Option<usize>,
    is_changed: bool,
    /// The nodes that are known to hang on it, or have hung.
    children: Vec<NodeId>,
}

/// The outcome of changes.
///
/// ```
/// use std::sync::Arc;
/// use tengen_game::{NewGame, PlayerId, Settings};
/// use tengen_protocol::VariationChange;
/// use tengen_rules::Preset;
/// use tengen_trying::variations::{Ground, Plan};
///
/// let settings = Settings::new(PlayerId::from_entropy([1; 10]), NewGame::with_preset(Preset::Japanese))?;
/// let change: VariationChange =
///     serde_json::from_str(r#"{"id": "a", "from": {"move": 0, "event": 0}, "move": "black:D4"}"#)?;
/// let mut plan = Plan::new(Vec::new(), vec![change], settings.topology())?;
/// plan.judge(&Ground::of_game(&settings, &[])?)?;
/// assert_eq!(plan.written().new[0].made.as_deref(), Some("black:D4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    pub(super) entries: HashMap<NodeId, Entry>,
    /// The nodes that were made, each with the number of its change; some may be gone again.
    pub(super) made: Vec<(usize, NodeId)>,
    changed: Vec<NodeId>,
    gone: Vec<NodeId>,
}

/// The writes, in this order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Nodes that go, with all behind them.
    pub gone: Vec<NodeId>,
    /// Nodes that are made, each behind the one on which it hangs.
    pub new: Vec<VariationNode>,
    /// Nodes of before with their content from now on.
    pub changed: Vec<VariationNode>,
}

impl Plan {
    /// Makes changes in their order. `known` are nodes that are there: those that the changes name, and all
    /// before them.
    ///
    /// # Errors
    ///
    /// If a change does not fit, or `known` is no part of a tree.
    pub fn new(
        known: Vec<VariationNode>,
        changes: Vec<VariationChange>,
        topology: &Topology,
    ) -> Result<Self, NotKept> {
        let mut plan =
            Self { entries: HashMap::new(), made: Vec::new(), changed: Vec::new(), gone: Vec::new() };
        for node in known {
            let (hangs, made) = (hangs(&node)?, made(&node)?);
            plan.entries.insert(
                node.id.0.clone(),
                Entry { node, hangs, made, new: None, is_changed: false, children: Vec::new() },
            );
        }
        let links: Vec<_> = plan.entries.values().filter_map(Entry::link).collect();
        for (parent, child) in links {
            plan.hang(&parent, child);
        }
        for (number, change) in changes.into_iter().enumerate() {
            plan.change(number, change, topology)?;
        }
        Ok(plan)
    }

    /// The writes.
    pub fn written(mut self) -> Written {
        let made: Vec<_> = self.made().cloned().collect();
        let mut take = |id: &NodeId| self.entries.remove(id).map(|entry| entry.node);
        let new = made.iter().filter_map(&mut take).collect();
        // One of before that went and came again is a new one.
        let changed = self.changed.iter().filter_map(take).collect();
        Written { gone: self.gone, new, changed }
    }

    /// The new nodes that are still there, each behind the one on which it hangs.
    pub(super) fn made(&self) -> impl Iterator<Item = &NodeId> {
        let is_there = |(number, id): &&(usize, NodeId)| {
            self.entries.get(id).is_some_and(|entry| entry.new == Some(*number))
        };
        self.made.iter().filter(is_there).map(|(_, id)| id)
    }

    fn hang(&mut self, parent: &NodeId, child: NodeId) {
        if let Some(entry) = self.entries.get_mut(parent) {
            entry.children.push(child);
        }
    }

    fn change(&mut self, number: usize, change: VariationChange, topology: &Topology) -> Result<(), NotKept> {
        let VariationChange { id: Text(id), parent, from, made: text, marks, words, order, gone } = change;
        if gone {
            let says_more = parent.is_some() || from.is_some() || text.is_some();
            if says_more || marks.is_some() || words.is_some() || order.is_some() {
                return Err(invalid(&id, "gone"));
            }
            self.remove(id);
            return Ok(());
        }
        if let Some(marks) = &marks {
            check_marks(&id, marks, topology)?;
        }
        if let Some(words) = &words {
            check_words(&id, words)?;
        }
        let asked = VariationNode {
            id: Text(id.clone()),
            parent,
            from,
            made: text,
            captured: Vec::new(),
            marks: MarksShape::default(),
            words: String::new(),
            order: 0,
        };
        let wish = made(&asked)?;
        if let Some(entry) = self.entries.get(&id) {
            let says_where = asked.parent.is_some() || asked.from.is_some();
            let is_same =
                !says_where || (hangs(&asked)? == entry.hangs && wish.is_some() == entry.made.is_some());
            if !is_same || !wish.is_none_or(|wish| entry.made.is_some_and(|made| is_same_move(wish, made))) {
                return Err(NotKept::Differs { node: id });
            }
        } else {
            let hangs = hangs(&asked)?;
            if let Hangs::On(parent) = &hangs {
                if !self.entries.contains_key(parent) {
                    return Err(NotKept::Missing { node: id, missing: parent.clone() });
                }
                self.hang(&parent.clone(), id.clone());
            }
            let entry = Entry {
                node: asked,
                hangs,
                made: wish,
                new: Some(number),
                is_changed: false,
                children: Vec::new(),
            };
            self.entries.insert(id.clone(), entry);
            self.made.push((number, id.clone()));
        }
        let Some(entry) = self.entries.get_mut(&id) else { return Ok(()) };
        let node = &mut entry.node;
        node.marks = marks.unwrap_or_else(|| std::mem::take(&mut node.marks));
        node.words = words.unwrap_or_else(|| std::mem::take(&mut node.words));
        node.order = order.unwrap_or(node.order);
        if entry.new.is_none() && !entry.is_changed {
            entry.is_changed = true;
            self.changed.push(id);
        }
        Ok(())
    }

    /// Removes a node with all that is known to hang behind it. One that is not there stays away.
    fn remove(&mut self, id: NodeId) {
        let Some(entry) = self.entries.remove(&id) else { return };
        let mut waiting = vec![(id.clone(), entry.children)];
        if entry.new.is_none() {
            self.gone.push(id);
        }
        while let Some((parent, children)) = waiting.pop() {
            for child in children {
                // One of this id may hang elsewhere by now.
                let hangs_there = |entry: &Entry| entry.hangs == Hangs::On(parent.clone());
                if self.entries.get(&child).is_some_and(hangs_there)
                    && let Some(entry) = self.entries.remove(&child)
                {
                    waiting.push((child, entry.children));
                }
            }
        }
    }
}

impl Entry {
    /// The node on which it hangs, and itself.
    fn link(&self) -> Option<(NodeId, NodeId)> {
        match &self.hangs {
            Hangs::On(parent) => Some((parent.clone(), self.node.id.0.clone())),
            Hangs::From(_) => None,
        }
    }
}

/// Whether a wish is the move that was made. One without a colour may be anybody's.
fn is_same_move((color, at): WrittenMove, (made_by, made_at): WrittenMove) -> bool {
    at == made_at && (color.is_none() || color == made_by)
}
