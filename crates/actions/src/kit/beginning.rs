//! The moment at which a request with a key begins to make something, which is noted before it does.
//!
//! Of a player's request that is before anything is looked at: the player is known, and has a budget of commands. A stranger is
//! nobody, and may send any number of requests that are refused. So what strangers may ask for tells by itself when it is past all
//! limits and doors, and a request that is refused before is never written down.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use tengen_game::Millis;
use tengen_protocol::ProblemCode;
use tengen_store::{Keyed, KeyedRequest, MOST_KEYS};

use super::error::{ActionError, before_making};
use super::parts::Parts;

/// For how long a request without an answer is taken to be under way, in milliseconds: a great file may wait for some tens of
/// others, each of some seconds.
const UNDER_WAY: Millis = 300_000;

/// What notes that a request begins to make something. Without a key there is nothing to note.
#[derive(Debug, Clone, Default)]
pub struct Beginning(Option<Arc<Pending>>);

#[derive(Debug)]
struct Pending {
    keyed: KeyedRequest,
    has_begun: AtomicBool,
}

impl Beginning {
    /// That of a request with a key.
    pub fn of(keyed: KeyedRequest) -> Self {
        Self(Some(Arc::new(Pending { keyed, has_begun: AtomicBool::new(false) })))
    }

    /// Notes the key, or refuses a request whose key is noted already: it came twice at once.
    ///
    /// # Errors
    ///
    /// When it was, or the database failed.
    pub async fn begin(&self, parts: &Parts) -> Result<(), ActionError> {
        let Some(pending) = &self.0 else { return Ok(()) };
        let now = parts.clock.now();
        match parts.store.begin_keyed(&pending.keyed, now).await.map_err(before_making)? {
            Keyed::New => {
                pending.has_begun.store(true, Ordering::Release);
                Ok(())
            }
            // It is told to whoever asks once more.
            Keyed::Answered(_) => Err(ProblemCode::RequestUnderWay.into()),
            known => Err(unanswered(&known, now)),
        }
    }

    /// Whether the key was noted.
    pub fn has_begun(&self) -> bool {
        self.0.as_ref().is_some_and(|pending| pending.has_begun.load(Ordering::Acquire))
    }
}

/// The problem of a request with a key that has no answer to be told again.
pub fn unanswered(known: &Keyed, now: Millis) -> ActionError {
    match known {
        Keyed::Unanswered { since } if now < since + UNDER_WAY => ProblemCode::RequestUnderWay.into(),
        Keyed::OtherRequest => ProblemCode::KeyReused.into(),
        Keyed::TooMany => ProblemCode::TooManyKeys.with(json!({"max": MOST_KEYS})).into(),
        _ => ProblemCode::OutcomeUnknown.into(),
    }
}
