//! The one way in which a request fails: a problem of the protocol's table.

use std::any::Any;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tengen_entropy::NoEntropy;
use tengen_game::{Millis, SettingsError};
use tengen_limits::TooMany;
use tengen_live::RoomError;
use tengen_protocol::{Problem, ProblemCode};
use tengen_store::{MissingPlayer, StoreError};
use tengen_trouble as trouble;

use crate::new_games::TooManyGames;
use crate::registrations::Unpaid;

/// Why a request failed.
#[derive(Debug)]
pub(super) enum WebError {
    /// A problem that the client is told in full.
    Problem(Problem),
    /// Too much was asked for.
    TooMany(TooMany),
    /// The database is away; the cause is for the log.
    Store(StoreError),
    /// A game does not read back, and is named in the log.
    Damaged,
    /// The server's own fault; the cause is for the log.
    Internal(String),
    /// Something went wrong before what was asked for was made, or when it was made already.
    Beside(Making, Box<Self>),
}

/// The code of the problem that an answer tells, for those who count them.
#[derive(Debug, Clone)]
pub(super) struct Refusal(pub(super) String);

/// How far the making of something was when something went wrong. An answer that tells a problem has it as a mark, where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Making {
    /// Nothing was made.
    NotBegun,
    /// It was made.
    Done,
}

/// When to look through lists again if too many are looked through now.
const CROWDED: TooMany = TooMany { retry_after: Duration::from_secs(5) };

/// When to ask again if the server can't answer now: a database that fails over, or another server that takes the place of this
/// one, is there by then.
const AWAY: Duration = Duration::from_secs(4);

impl WebError {
    /// The same of something that the caller makes in the name of others.
    pub(super) fn of_others(self) -> Self {
        match self {
            Self::Store(StoreError::NoPlayer(_)) => Self::Store(StoreError::NoPlayer(MissingPlayer::Other)),
            error => error,
        }
    }

    /// Whether the server can't answer now, and perhaps can a moment later.
    pub(super) fn is_passing(&self) -> bool {
        match self {
            Self::Store(StoreError::Away(_)) => true,
            Self::Problem(problem) => problem.code == ProblemCode::Unavailable.name(),
            _ => false,
        }
    }

    /// The problem that a client is told.
    pub(super) fn problem(&self) -> Problem {
        match self {
            Self::Problem(problem) => problem.clone(),
            Self::TooMany(TooMany { retry_after }) => {
                ProblemCode::TooManyRequests.with(json!({"retry_after_ms": millis(*retry_after)}))
            }
            Self::Store(StoreError::Unreadable(error)) => {
                trouble::log("a row does not read back", error);
                ProblemCode::Internal.problem()
            }
            Self::Store(StoreError::Damaged(error)) => {
                trouble::log("a row does not read back", error);
                ProblemCode::Internal.problem()
            }
            Self::Store(StoreError::Away(error)) => {
                trouble::log("the database failed", error);
                ProblemCode::Unavailable.problem()
            }
            Self::Store(StoreError::Crowded) => Self::TooMany(CROWDED).problem(),
            // Whoever has been deleted has no token any more.
            Self::Store(StoreError::SignedOut | StoreError::NoPlayer(MissingPlayer::Maker)) => {
                ProblemCode::Unauthenticated.problem()
            }
            Self::Store(StoreError::NoPlayer(MissingPlayer::Other)) => ProblemCode::NoSuchPlayer.problem(),
            Self::Store(StoreError::LaterRelease(error)) => {
                trouble::log("a row is of a later release", error);
                ProblemCode::LaterRelease.problem()
            }
            Self::Damaged => ProblemCode::Internal.problem(),
            Self::Internal(error) => {
                trouble::log("a request failed", error);
                ProblemCode::Internal.problem()
            }
            Self::Beside(_, error) => error.problem(),
        }
    }

    /// When to ask again at the earliest, where that is known.
    fn pause(&self) -> Option<Duration> {
        match self {
            Self::TooMany(TooMany { retry_after }) => Some(*retry_after),
            Self::Beside(_, error) => error.pause(),
            _ => None,
        }
    }
}

/// The problem of a request that has made what it was to make: nobody may take it for a refusal that leaves things as they were.
pub(super) fn after_making(error: impl Into<WebError>) -> WebError {
    WebError::Beside(Making::Done, Box::new(error.into()))
}

/// The problem of a request that has not begun to make anything: whatever went wrong, it may be sent again.
pub(super) fn before_making(error: impl Into<WebError>) -> WebError {
    WebError::Beside(Making::NotBegun, Box::new(error.into()))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let problem = self.problem();
        let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let code = problem.code.clone();
        let mut response = (status, Json(problem)).into_response();
        response.extensions_mut().insert(Refusal(code));
        if let Self::Beside(making, _) = self {
            response.extensions_mut().insert(making);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let away = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(AWAY);
        if let Some(pause) = self.pause().or(away) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(pause.as_secs() + 1));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<ProblemCode> for WebError {
    fn from(code: ProblemCode) -> Self {
        Self::Problem(code.problem())
    }
}

/// More games are followed than may be: so many.
pub(super) fn too_many_subscriptions(max: u32) -> Problem {
    ProblemCode::TooManySubscriptions.with(json!({"max": max}))
}

/// The server's clock is so many milliseconds ahead of the database's.
pub(super) fn wrong_clock(ahead_ms: Millis) -> WebError {
    ProblemCode::WrongClock.with(json!({"ahead_ms": ahead_ms})).into()
}

impl From<TooManyGames> for WebError {
    fn from(error: TooManyGames) -> Self {
        let (code, max) = match error {
            TooManyGames::Open(max) => (ProblemCode::TooManyOpenGames, max),
            TooManyGames::AgainstTheComputer(max) => (ProblemCode::TooManyComputerGames, max),
            TooManyGames::Unfinished(max) => (ProblemCode::TooManyUnfinishedGames, max),
            TooManyGames::Store(error) => return error.into(),
        };
        code.with(json!({"max": max})).into()
    }
}

impl From<Unpaid> for WebError {
    fn from(unpaid: Unpaid) -> Self {
        match unpaid {
            Unpaid::Toll(problem) => problem.into(),
            Unpaid::NoEntropy(error) => error.into(),
        }
    }
}

impl From<Problem> for WebError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<SettingsError> for WebError {
    fn from(error: SettingsError) -> Self {
        Self::Problem(Problem::from(&error))
    }
}

impl From<TooMany> for WebError {
    fn from(too_many: TooMany) -> Self {
        Self::TooMany(too_many)
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Crowded => Self::TooMany(CROWDED),
            error => Self::Store(error),
        }
    }
}

impl From<NoEntropy> for WebError {
    fn from(error: NoEntropy) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<RoomError> for WebError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::NoSuchGame => ProblemCode::NoSuchGame.into(),
            RoomError::Refused(refusal) => Self::Problem(Problem::from(&refusal)),
            RoomError::Store(error) => error.into(),
            RoomError::Damaged(_) => Self::Damaged,
            RoomError::LaterRelease(_) => ProblemCode::LaterRelease.into(),
            RoomError::WrongClock { ahead_ms } => wrong_clock(ahead_ms),
            RoomError::Full => ProblemCode::TooManyWatched.into(),
            // The room closed under the request, or other servers were faster every time: nothing was changed.
            RoomError::Gone | RoomError::Away => ProblemCode::Unavailable.into(),
        }
    }
}

/// A handler panicked. The panic is in the log; the client learns that it was the server's fault.
#[allow(clippy::needless_pass_by_value)] // what the layer calls must take the box
pub(super) fn answer_to_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    WebError::Internal(format!("panic: {message}")).into_response()
}
