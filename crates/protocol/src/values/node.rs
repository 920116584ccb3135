//! The nodes of trees and of records, by the client's own names and by their numbers.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};

use crate::Word;

/// The most changes of one request.
pub const MOST_CHANGES: usize = 500;

/// The client's own name for a node: 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique in its tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(Box<str>);

/// A text that is no node's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a node")]
pub struct NodeIdError;

impl NodeId {
    /// The longest id, in characters.
    pub const MAX: usize = 64;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeId {
    type Err = NodeIdError;

    fn from_str(text: &str) -> Result<Self, NodeIdError> {
        let fits = (1..=Self::MAX).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if fits { Ok(Self(text.into())) } else { Err(NodeIdError) }
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Word for NodeId {
    const NAME: &'static str = "NodeId";

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "description": "The client's own name for a node, unique in its tree.",
            "pattern": "^[A-Za-z0-9_-]{1,64}$",
            "examples": ["n-1"],
        })
    }
}

/// A node of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordPlace {
    /// Its number: its place in the list of the record's answer, from 0 on, or the number that it has there
    /// as `node`.
    pub node: u32,
}
