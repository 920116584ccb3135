//! Putting the pieces together.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use super::Manuscript;
use super::pieces::{Piece, PropertyText, Written, WrittenNode};
use crate::blank::{blank_length, is_blank};
use crate::tables::NodeId;

/// The parts that are still to be written.
enum Task {
    Node(NodeId),
    /// The properties that stand behind this node, and are its parent's.
    Late(NodeId),
    Close(NodeId),
}

impl fmt::Display for Manuscript {
    /// The text of before, with the changes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer { out: f, last: None };
        writer.write(self.around[0].of(self.text()))?;
        let mut tasks = vec![Task::Node(self.root)];
        // Properties by the child behind which they stand.
        let mut late: HashMap<NodeId, Vec<&PropertyText>> = HashMap::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(id) => {
                    if let Some(brackets) = &self.nodes[id.index()].brackets {
                        writer.gap(&self.piece(&brackets.close))?;
                        writer.write(")")?;
                    }
                }
                Task::Late(child) => {
                    for property in late.remove(&child).unwrap_or_default() {
                        self.write_property(property, &mut writer)?;
                    }
                }
                Task::Node(id) => {
                    let node = &self.nodes[id.index()];
                    if let Some(brackets) = &node.brackets {
                        writer.gap(&self.piece(&brackets.open))?;
                        writer.write("(")?;
                        tasks.push(Task::Close(id));
                    }
                    writer.gap(&self.piece(&node.before))?;
                    if !self.is_marked_by_property(node) {
                        writer.write(";")?;
                    }
                    for property in &node.properties {
                        let child = property.behind.filter(|child| self.parent(*child) == Some(id));
                        match child {
                            Some(child) => late.entry(child).or_default().push(property),
                            None => self.write_property(property, &mut writer)?,
                        }
                    }
                    for child in node.children.iter().rev() {
                        if late.contains_key(child) {
                            tasks.push(Task::Late(*child));
                        }
                        tasks.push(Task::Node(*child));
                    }
                }
            }
        }
        writer.write(self.around[1].of(self.text()))
    }
}

impl Manuscript {
    fn write_property(&self, property: &PropertyText, writer: &mut Writer<'_, '_>) -> fmt::Result {
        writer.gap(&self.piece(&property.gap))?;
        match &property.written {
            Written::Read { text, is_closed, .. } => {
                writer.write(self.collection.tables.slice(*text))?;
                if *is_closed { Ok(()) } else { writer.write("]") }
            }
            Written::Own(own) => writer.write(&own.text),
            Written::Gone => Ok(()),
        }
    }

    /// Whether a node needs no `;`, because it had none and begins with a property all the same.
    fn is_marked_by_property(&self, node: &WrittenNode) -> bool {
        let (Some(at), Some(first)) = (node.unmarked, node.properties.first()) else { return false };
        match &first.written {
            Written::Read { text, .. } if text.start == at => true,
            Written::Read { text, .. } => {
                let name = self.collection.tables.slice(*text);
                first.gap.is_blank(self.text())
                    && name.starts_with(|letter: char| letter.is_ascii_uppercase())
            }
            Written::Own(_) => first.gap.is_blank(self.text()),
            Written::Gone => false,
        }
    }

    /// A piece, without the brackets that belong to no node once the tree is another one.
    fn piece<'a>(&'a self, piece: &'a Piece) -> Cow<'a, str> {
        let whole = piece.of(self.text());
        let Piece::Read(span) = piece else { return whole.into() };
        if !self.strays.are_gone {
            return whole.into();
        }
        self.strays.taken_from(whole, span.start as usize)
    }
}

/// What was written last, beside the text that is written.
struct Writer<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    last: Option<char>,
}

impl Writer<'_, '_> {
    fn write(&mut self, text: &str) -> fmt::Result {
        self.last = text.chars().rev().find(|letter| !is_blank(*letter)).or(self.last);
        self.out.write_str(text)
    }

    /// Writes what stands between properties and nodes. A value that was left out there must not become one of a property that was written
    /// before it: an empty tree keeps them apart.
    fn gap(&mut self, text: &str) -> fmt::Result {
        let is_value = text.as_bytes().get(blank_length(text.as_bytes())) == Some(&b'[');
        if is_value && self.last.is_some_and(|last| last == ']' || last.is_ascii_alphanumeric()) {
            self.out.write_str("()")?;
        }
        self.write(text)
    }
}
