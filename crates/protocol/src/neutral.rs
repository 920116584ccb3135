//! Points that are nobody's, and why.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_rules::{Neutral, NeutralReason, Topology, Vertex};

use crate::Text;

/// An empty point that counts for nobody, as the server sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeutralPoint {
    /// Where it is.
    pub at: Text<Vertex>,
    /// Why: a false eye, a point that its owner must fill once all dame are, an open border, or a point in seki.
    pub reason: Text<NeutralReason>,
}

impl NeutralPoint {
    /// These points of a board.
    pub fn of(topology: &Topology, points: &[Neutral]) -> Vec<Self> {
        let shape = |&Neutral { point, reason }: &Neutral| Self {
            at: Text(topology.vertex(point)),
            reason: Text(reason),
        };
        points.iter().map(shape).collect()
    }
}
