//! The kinds of events: which members of each are kept, under which names, in which order.

use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};
use tengen_game::{AbortReason, EventKind, Millis, PlayerId};
use tengen_rules::{Color, Topology, Vertex};

use crate::StoredError;
use crate::keeps::{Keeps, Pair};
use crate::marks::{StoredMarks, StoredProposal};
use crate::word::Word;

/// Makes the shape of all kinds from the list of their members, with both ways between it and [`EventKind`].
/// A kind or a member of the game that the list does not have is an error of the compiler.
macro_rules! kinds {
    ($($kind:ident { $($(#[$attribute:meta])* $member:ident: $kept:ty,)* })*) => {
        /// The content of an event, as it is kept.
        #[derive(Serialize, Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        pub(crate) enum Kind {
            $($kind { $($(#[$attribute])* $member: $kept,)* },)*
        }

        /// The name of a kind.
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum KindName {
            $($kind,)*
        }

        impl Keeps<EventKind> for Kind {
            fn keep(kind: &EventKind, topology: &Topology) -> Self {
                match kind {
                    $(EventKind::$kind { $($member),* } => {
                        Self::$kind { $($member: Keeps::keep($member, topology)),* }
                    })*
                }
            }

            fn give_back(self, topology: &Topology) -> Result<EventKind, StoredError> {
                Ok(match self {
                    $(Self::$kind { $($member),* } => {
                        EventKind::$kind { $($member: $member.give_back(topology)?),* }
                    })*
                })
            }
        }
    };
}

impl KindName {
    /// The kind that has this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let name: StrDeserializer<'_, ValueError> = name.into_deserializer();
        Self::deserialize(name).ok()
    }
}

kinds! {
    Joined {
        players: Pair<Word<PlayerId>>,
    }
    Played {
        color: Word<Color>,
        #[serde(rename = "move")]
        at: Word<Vertex>,
        captured: Vec<Word<Vertex>>,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Millis,
    }
    Passed {
        color: Word<Color>,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Millis,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposal: Option<StoredProposal>,
    }
    Proposed {
        color: Word<Color>,
        #[serde(flatten)]
        marks: StoredMarks,
    }
    Accepted {
        color: Word<Color>,
        version: u32,
    }
    Resumed {
        color: Option<Word<Color>>,
        to_move: Word<Color>,
    }
    Resigned {
        color: Word<Color>,
    }
    Aborted {
        color: Option<Word<Color>>,
        #[serde(default, deserialize_with = "crate::word::known_or_none", skip_serializing_if = "Option::is_none")]
        reason: Option<Word<AbortReason>>,
    }
    TimedOut {
        color: Word<Color>,
    }
    Claimed {
        color: Word<Color>,
    }
    Adjudicated {}
    UndoRequested {
        color: Word<Color>,
        moves: u32,
    }
    UndoAccepted {
        color: Word<Color>,
        request: u32,
        moves: u32,
    }
    UndoRejected {
        color: Word<Color>,
        request: u32,
    }
    Paused {
        color: Option<Word<Color>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Millis>,
    }
    Unpaused {
        color: Option<Word<Color>>,
    }
    ClockGiven {
        color: Word<Color>,
    }
    Credited {
        millis: Millis,
    }
}

/// Whether a lag is none: that of most moves, which is left out. Version 1 of the shape knew no lag.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(millis: &Millis) -> bool {
    *millis == 0
}
