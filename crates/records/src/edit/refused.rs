//! Why a record is not changed.

use serde_json::{Value, json};
use tengen_protocol::{NodeId, ProblemCode, Refused, Text};

use crate::Unreadable;

/// The most properties and ways on that a node may have to be changed. No record comes near that, and each
/// change looks at all of them.
pub(super) const MOST_PARTS: usize = 2_000;

/// A node in the words of whoever asks for changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedNode {
    /// One of the record, by its number.
    Number(u32),
    /// A new one, by its name in the request.
    New(NodeId),
}

impl NamedNode {
    pub(super) fn invalid(&self, field: &'static str) -> NotEdited {
        NotEdited::Invalid { node: self.clone(), field }
    }

    fn json(&self) -> Value {
        match self {
            Self::Number(number) => json!(number),
            Self::New(id) => json!(Text(id)),
        }
    }
}

/// Why a record is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotEdited {
    /// A change names no node.
    NoNode,
    /// Nothing can be a node with this.
    Invalid {
        /// The node.
        node: NamedNode,
        /// The field that is wrong.
        field: &'static str,
    },
    /// No fact about the game can be this.
    InvalidFact {
        /// The field that is wrong.
        field: &'static str,
    },
    /// The record has no such node to be changed, or on which another could hang.
    Missing {
        /// The node of the change.
        node: NamedNode,
        /// The node that is not there.
        missing: NamedNode,
    },
    /// The rules of the record forbid a new move.
    Illegal {
        /// The node.
        node: NamedNode,
        /// A vertex.
        at: String,
        /// The rule.
        rule: String,
    },
    /// The record would be too much, or is none that was kept.
    Unreadable(Unreadable),
}

impl NotEdited {
    /// A node has more than can be changed.
    pub(super) fn too_much() -> Self {
        let detail = format!("a node has more than {MOST_PARTS} properties or ways on");
        Unreadable::new("too_many_parts", None, detail).into()
    }
}

impl From<Unreadable> for NotEdited {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

impl From<&NotEdited> for Refused {
    fn from(refused: &NotEdited) -> Self {
        use ProblemCode as Code;
        match refused {
            NotEdited::NoNode => Code::InvalidNode.with(json!({"node": "", "field": "node"})),
            NotEdited::Invalid { node, field } => {
                Code::InvalidNode.with(json!({"node": node.json(), "field": field}))
            }
            // The facts about the game stand in its first node.
            NotEdited::InvalidFact { field } => Code::InvalidNode.with(json!({"node": 0, "field": field})),
            NotEdited::Missing { node, missing } => {
                Code::NoSuchNode.with(json!({"node": node.json(), "missing": missing.json()}))
            }
            NotEdited::Illegal { node, at, rule } => {
                Code::IllegalMove.with(json!({"node": node.json(), "at": at, "rule": rule}))
            }
            NotEdited::Unreadable(unreadable) => unreadable.into(),
        }
    }
}

impl std::fmt::Display for NotEdited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoNode => f.write_str("a change names no node"),
            Self::Invalid { node, field } => write!(f, "{}: {field}", node.json()),
            Self::InvalidFact { field } => f.write_str(field),
            Self::Missing { node, missing } => {
                write!(f, "{}: there is no node {}", node.json(), missing.json())
            }
            Self::Illegal { node, at, rule } => write!(f, "{}: {at} is forbidden: {rule}", node.json()),
            Self::Unreadable(unreadable) => unreadable.fmt(f),
        }
    }
}

impl std::error::Error for NotEdited {}
