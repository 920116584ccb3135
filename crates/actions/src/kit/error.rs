//! The one way in which a use case fails.

use std::fmt::Display;
use std::time::Duration;

use serde_json::json;
use tengen_entropy::NoEntropy;
use tengen_game::{Refusal, SettingsError};
use tengen_limits::TooMany;
use tengen_live::RoomError;
use tengen_protocol::{ProblemCode, Refused};
use tengen_store::{MissingPlayer, StoreError};
use tengen_trouble as trouble;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// It is refused, and whoever asked is told in full why.
    #[error("{}", .0.code.title())]
    Refused(Refused),
    /// Too much was asked for.
    #[error("{}", ProblemCode::TooManyRequests.title())]
    TooMany(TooMany),
    /// The database is away; the cause is for the log.
    #[error(transparent)]
    Store(StoreError),
    /// A game does not read back, and is named in the log.
    #[error("a game does not read back")]
    Damaged,
    /// The server's own fault; the cause is for the log.
    #[error("{0}")]
    Internal(String),
    /// Something went wrong before what was asked for was made, or when it was made already.
    #[error("{1}")]
    Beside(Making, Box<Self>),
}

/// How far the making of something was when something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Making {
    /// Nothing was made.
    NotBegun,
    /// It was made.
    Done,
}

/// When to look through lists again if too many are looked through now.
const CROWDED: TooMany = TooMany { retry_after: Duration::from_secs(5) };

/// The error of what has made what it was to make: nobody may take it for a refusal that leaves things as they were.
pub fn after_making(error: impl Into<ActionError>) -> ActionError {
    ActionError::Beside(Making::Done, Box::new(error.into()))
}

/// The error of what has not begun to make anything: whatever went wrong, it may be asked for again.
pub fn before_making(error: impl Into<ActionError>) -> ActionError {
    ActionError::Beside(Making::NotBegun, Box::new(error.into()))
}

/// The error of a wish that does not read, or asks for what nobody may.
pub fn malformed(detail: &str) -> ActionError {
    ProblemCode::Malformed.with(json!({"detail": detail})).into()
}

impl ActionError {
    /// The server's own fault, by its cause.
    pub fn internal(cause: impl Display) -> Self {
        Self::Internal(cause.to_string())
    }

    /// The same of something that is made in the name of others.
    #[must_use]
    pub fn of_others(self) -> Self {
        match self {
            Self::Store(StoreError::NoPlayer(_)) => Self::Store(StoreError::NoPlayer(MissingPlayer::Other)),
            error => error,
        }
    }

    /// Whether it can't be done now, and perhaps can a moment later.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Store(StoreError::Away(_)) => true,
            Self::Refused(refused) => refused.code == ProblemCode::Unavailable,
            _ => false,
        }
    }

    /// What whoever asked is told. The cause of a fault goes to the log.
    pub fn told(&self) -> Refused {
        let code = match self {
            Self::Refused(refused) => return refused.clone(),
            Self::TooMany(TooMany { retry_after }) => {
                return ProblemCode::TooManyRequests.with(json!({"retry_after_ms": millis(*retry_after)}));
            }
            Self::Beside(_, error) => return error.told(),
            Self::Store(StoreError::Crowded) => return Self::TooMany(CROWDED).told(),
            // Whoever has been deleted has no token any more.
            Self::Store(StoreError::SignedOut | StoreError::NoPlayer(MissingPlayer::Maker)) => {
                ProblemCode::Unauthenticated
            }
            Self::Store(StoreError::NoPlayer(MissingPlayer::Other)) => ProblemCode::NoSuchPlayer,
            Self::Store(StoreError::LaterRelease(error)) => {
                trouble::log("a row is of a later release", error);
                ProblemCode::LaterRelease
            }
            Self::Store(StoreError::Unreadable(error)) => {
                trouble::log("a row does not read back", error);
                ProblemCode::Internal
            }
            Self::Store(StoreError::Damaged(error)) => {
                trouble::log("a row does not read back", error);
                ProblemCode::Internal
            }
            Self::Store(StoreError::Away(cause)) => {
                trouble::log("the database failed", cause);
                ProblemCode::Unavailable
            }
            Self::Damaged => ProblemCode::Internal,
            Self::Internal(error) => {
                trouble::log("a request failed", error);
                ProblemCode::Internal
            }
        };
        code.into()
    }

    /// When to ask again at the earliest, where that is known.
    pub fn pause(&self) -> Option<Duration> {
        match self {
            Self::TooMany(TooMany { retry_after }) => Some(*retry_after),
            Self::Beside(_, error) => error.pause(),
            _ => None,
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

impl From<Refused> for ActionError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<ProblemCode> for ActionError {
    fn from(code: ProblemCode) -> Self {
        Self::Refused(code.into())
    }
}

impl From<Refusal> for ActionError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Refused::from(&refusal))
    }
}

impl From<SettingsError> for ActionError {
    fn from(error: SettingsError) -> Self {
        Self::Refused(Refused::from(&error))
    }
}

impl From<TooMany> for ActionError {
    fn from(too_many: TooMany) -> Self {
        Self::TooMany(too_many)
    }
}

impl From<StoreError> for ActionError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Crowded => Self::TooMany(CROWDED),
            error => Self::Store(error),
        }
    }
}

impl From<NoEntropy> for ActionError {
    fn from(error: NoEntropy) -> Self {
        Self::internal(error)
    }
}

impl From<RoomError> for ActionError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::NoSuchGame => ProblemCode::NoSuchGame.into(),
            RoomError::Refused(refusal) => refusal.into(),
            RoomError::Store(error) => error.into(),
            RoomError::Damaged(_) => Self::Damaged,
            RoomError::LaterRelease(_) => ProblemCode::LaterRelease.into(),
            RoomError::WrongClock { ahead_ms } => {
                ProblemCode::WrongClock.with(json!({"ahead_ms": ahead_ms})).into()
            }
            RoomError::Full => ProblemCode::TooManyWatched.into(),
            // The room closed under the command, or other servers were faster every time: nothing was changed.
            RoomError::Gone | RoomError::Away => ProblemCode::Unavailable.into(),
        }
    }
}
