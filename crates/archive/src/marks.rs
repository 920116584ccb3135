//! Marks and proposals of marks.

use serde::{Deserialize, Serialize};
use tengen_rules::{Marks, Neutral, NeutralReason, Proposal, Topology, Vertex};

use crate::StoredError;
use crate::keeps::Keeps;
use crate::word::Word;

/// A player's marks. Version 2 of the shape knew no points that are nobody's.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredMarks {
    dead: Vec<Word<Vertex>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    neutral: Vec<Word<Vertex>>,
}

impl Keeps<Marks> for StoredMarks {
    fn keep(marks: &Marks, topology: &Topology) -> Self {
        let Marks { dead, neutral } = marks;
        Self { dead: Keeps::keep(dead, topology), neutral: Keeps::keep(neutral, topology) }
    }

    fn give_back(self, topology: &Topology) -> Result<Marks, StoredError> {
        Ok(Marks { dead: self.dead.give_back(topology)?, neutral: self.neutral.give_back(topology)? })
    }
}

/// The server's proposal.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredProposal {
    dead: Vec<Word<Vertex>>,
    unsettled: Vec<Word<Vertex>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    neutral: Vec<StoredNeutral>,
}

impl Keeps<Proposal> for StoredProposal {
    fn keep(proposal: &Proposal, topology: &Topology) -> Self {
        let Proposal { dead, unsettled, neutral } = proposal;
        Self {
            dead: Keeps::keep(dead, topology),
            unsettled: Keeps::keep(unsettled, topology),
            neutral: Keeps::keep(neutral, topology),
        }
    }

    fn give_back(self, topology: &Topology) -> Result<Proposal, StoredError> {
        Ok(Proposal {
            dead: self.dead.give_back(topology)?,
            unsettled: self.unsettled.give_back(topology)?,
            neutral: self.neutral.give_back(topology)?,
        })
    }
}

/// A point that is nobody's, and why.
#[derive(Serialize, Deserialize)]
struct StoredNeutral {
    at: Word<Vertex>,
    reason: Word<NeutralReason>,
}

impl Keeps<Neutral> for StoredNeutral {
    fn keep(Neutral { point, reason }: &Neutral, topology: &Topology) -> Self {
        Self { at: Keeps::keep(point, topology), reason: Word(*reason) }
    }

    fn give_back(self, topology: &Topology) -> Result<Neutral, StoredError> {
        Ok(Neutral { point: self.at.give_back(topology)?, reason: self.reason.0 })
    }
}
