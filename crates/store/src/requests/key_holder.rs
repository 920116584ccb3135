//! Whose the keys of requests are, where they are kept, and how long.

use tengen_game::{Millis, PlayerId};

/// How long a key is kept, in milliseconds: a day.
pub const KEYS_KEPT: Millis = 86_400_000;
/// The columns that tell the age of a key: when it came, of a player's, and when it ends, of a stranger's.
pub(crate) const BEGUN_AT: &str = "begun_at";
pub(crate) const ENDS_AT: &str = "ends_at";

/// Whose key it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// A player's.
    Player(PlayerId),
    /// That of strangers who ask from a network.
    Network {
        /// The hash of the network.
        name: String,
        /// How long the key is kept, in milliseconds: a day at most.
        kept: Millis,
    },
}

/// A request with a key.
#[derive(Debug, Clone)]
pub struct KeyedRequest {
    /// Whose request it is.
    pub holder: Holder,
    /// The hash of the key.
    pub key: String,
    /// The hash of all by which two requests are told apart.
    pub request: String,
}

impl Holder {
    /// The name by which the database knows the holder.
    pub fn id(&self) -> &str {
        match self {
            Self::Player(player) => player.as_str(),
            Self::Network { name, .. } => name,
        }
    }

    /// The table of such keys, and its column of holders.
    pub(crate) fn table(&self) -> (&'static str, &'static str) {
        match self {
            Self::Player(_) => ("kept_answers", "player_id"),
            Self::Network { .. } => ("strangers_answers", "network"),
        }
    }

    /// The column that tells the age of a row, and up to which time there rows are too old.
    pub(crate) fn age(&self, now: Millis) -> (&'static str, Millis) {
        match self {
            Self::Player(_) => (BEGUN_AT, now - KEYS_KEPT),
            Self::Network { .. } => (ENDS_AT, now),
        }
    }

    /// The statement that notes a key. That of strangers has its end beside it.
    pub(crate) fn note(&self) -> &'static str {
        match self {
            Self::Player(_) => {
                "INSERT INTO kept_answers (player_id, key, request, begun_at)
                 VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
            }
            Self::Network { .. } => {
                "INSERT INTO strangers_answers (network, key, request, begun_at, ends_at)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
            }
        }
    }

    /// What is read of a row.
    pub(crate) fn columns(&self) -> &'static str {
        match self {
            Self::Player(_) => "request, begun_at, status, location, body, sealed",
            Self::Network { .. } => {
                "request, begun_at, status, CAST(NULL AS TEXT) AS location, CAST(NULL AS TEXT) AS body, sealed"
            }
        }
    }

    /// How many bytes the answer of a row has. Lengths in bytes are known without reading the texts.
    pub(crate) fn bytes(&self) -> &'static str {
        match self {
            Self::Player(_) => "COALESCE(OCTET_LENGTH(body), 0) + COALESCE(OCTET_LENGTH(sealed), 0)",
            Self::Network { .. } => "COALESCE(OCTET_LENGTH(sealed), 0)",
        }
    }
}
