//! A node in the columns of its row.

use tengen_protocol::records::MarksShape;
use tengen_protocol::{GamePlace, Place, RecordPlace, Text, VariationNode};

use crate::pool::{StoreError, unreadable};
use crate::query::from_row::from_row;

/// A node in the columns of its row.
pub(super) struct NodeRow {
    pub(super) id: String,
    pub(super) parent: Option<String>,
    pub(super) from_move: Option<i32>,
    pub(super) from_event: Option<i32>,
    pub(super) from_node: Option<i32>,
    pub(super) made: Option<String>,
    pub(super) captured: String,
    pub(super) marks: String,
    pub(super) words: String,
    pub(super) place: i32,
}

from_row!(NodeRow { id, parent, from_move, from_event, from_node, made, captured, marks, words, place });

impl NodeRow {
    /// The columns of a node.
    pub(super) fn of(node: &VariationNode) -> Result<Self, StoreError> {
        let number = |number: u32| i32::try_from(number).map_err(unreadable);
        let (mut from_move, mut from_event, mut from_node) = (None, None, None);
        match node.from {
            Some(Place::Game(GamePlace { moves, event })) => {
                (from_move, from_event) = (Some(number(moves)?), Some(number(event)?));
            }
            Some(Place::Record(RecordPlace { node })) => from_node = Some(number(node)?),
            None => {}
        }
        let captured: Vec<_> = node.captured.iter().map(|Text(at)| at.to_string()).collect();
        let marks = if node.marks == MarksShape::default() {
            String::new()
        } else {
            serde_json::to_string(&node.marks).map_err(unreadable)?
        };
        Ok(Self {
            id: node.id.0.to_string(),
            parent: node.parent.as_ref().map(|Text(parent)| parent.to_string()),
            from_move,
            from_event,
            from_node,
            made: node.made.clone(),
            captured: captured.join(","),
            marks,
            words: node.words.clone(),
            place: node.order,
        })
    }

    /// The node of the columns.
    pub(super) fn read(self) -> Result<VariationNode, StoreError> {
        let from = match (self.from_move, self.from_event, self.from_node) {
            (Some(moves), Some(event), None) => Some(Place::Game(GamePlace {
                moves: u32::try_from(moves).map_err(unreadable)?,
                event: u32::try_from(event).map_err(unreadable)?,
            })),
            (None, None, Some(node)) => {
                Some(Place::Record(RecordPlace { node: u32::try_from(node).map_err(unreadable)? }))
            }
            _ => None,
        };
        let captured = self.captured.split(',').filter(|word| !word.is_empty());
        let captured = captured.map(|word| word.parse().map(Text).map_err(unreadable));
        Ok(VariationNode {
            id: Text(self.id.parse().map_err(unreadable)?),
            parent: self.parent.map(|parent| parent.parse().map(Text)).transpose().map_err(unreadable)?,
            from,
            made: self.made,
            captured: captured.collect::<Result<_, _>>()?,
            marks: match self.marks.as_str() {
                "" => MarksShape::default(),
                marks => serde_json::from_str(marks).map_err(unreadable)?,
            },
            words: self.words,
            order: self.place,
        })
    }
}
