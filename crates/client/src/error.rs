//! Errors.

use std::time::Duration;

use tengen_protocol::{Problem, ProblemCode};
use tengen_tls::TlsError;
use tokio_tungstenite::tungstenite;

/// The longest wait for a busy server, however long it asks for.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address of the server can't be used.
    #[error("{address} is no address of a server: {why}")]
    Address {
        /// The text that was given.
        address: String,
        /// The fault in it.
        why: String,
    },
    /// The file with certificate authorities can't be used, or there are no authorities at all.
    #[error("{0}")]
    Authorities(String),
    /// The server could not be reached, or the connection broke.
    #[error("no answer from the server")]
    Unreachable(#[source] reqwest::Error),
    /// There is a server, and no encrypted connection to it: its certificate is not to be trusted, or it does not encrypt.
    #[error("no trusted connection to the server: {0}")]
    Untrusted(TlsError),
    /// The server's answer came to no end, or nothing came any more.
    #[error("the server's answer broke off")]
    BrokenOff,
    /// The socket could not be opened.
    #[error("no socket to the server")]
    Socket(#[from] Box<tungstenite::Error>),
    /// The server refused, and says why.
    #[error("{} ({}{})", .0.title, .0.code, params(.0))]
    Refused(Box<Problem>),
    /// The server said something that this client can't read; it may be much newer.
    #[error("the server's answer can't be read: {0}")]
    Unreadable(String),
    /// The session has ended: its stream of updates tells why.
    #[error("the session has ended")]
    Ended,
}

impl Error {
    /// An answer that can't be read.
    pub(crate) fn unreadable(what: &impl ToString) -> Self {
        Self::Unreadable(what.to_string())
    }

    /// The server's problem, if it refused.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Refused(problem) => Some(problem),
            _ => None,
        }
    }

    /// The code of the server's problem, if it refused and this client knows the code.
    ///
    /// ```
    /// use tengen_client::{Error, protocol::ProblemCode};
    ///
    /// let refused = Error::from(ProblemCode::SeatTaken.problem());
    /// assert_eq!(refused.code(), Some(ProblemCode::SeatTaken));
    /// ```
    pub fn code(&self) -> Option<ProblemCode> {
        self.problem().and_then(code)
    }

    /// Whether the same may well succeed later: the server was away, or asked for patience.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::BrokenOff | Self::Socket(_) => true,
            Self::Refused(problem) => {
                matches!(problem.status, 429 | 502..=504) || code(problem) == Some(ProblemCode::Unavailable)
            }
            Self::Address { .. }
            | Self::Authorities(_)
            | Self::Untrusted(_)
            | Self::Unreadable(_)
            | Self::Ended => false,
        }
    }
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        let found = if error.is_connect() { tls_error_in(&error).cloned() } else { None };
        found.map_or(Self::Unreachable(error), Self::Untrusted)
    }
}

/// What rustls has to say among the causes of an error.
pub(crate) fn tls_error_in<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a TlsError> {
    let causes = std::iter::successors(Some(error), |error| {
        // An error of input and output does not name what it wraps as its cause, but the cause of that.
        let wrapped = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        wrapped.map(|wrapped| wrapped as &(dyn std::error::Error + 'static)).or_else(|| error.source())
    });
    causes.into_iter().find_map(<dyn std::error::Error>::downcast_ref)
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}

/// How long the server asks to wait, if it does; no more than a minute, however long it asks for.
pub(crate) fn retry_after(problem: &Problem) -> Option<Duration> {
    let told = problem.params.get("retry_after_ms").and_then(serde_json::Value::as_u64);
    told.map(|millis| Duration::from_millis(millis).min(LONGEST_WAIT))
}

/// The code of a problem, if this client knows it.
pub(crate) fn code(problem: &Problem) -> Option<ProblemCode> {
    ProblemCode::ALL.iter().copied().find(|known| known.name() == problem.code)
}

fn params(problem: &Problem) -> String {
    if problem.params.is_empty() {
        return String::new();
    }
    serde_json::to_string(&problem.params).map_or_else(|_| String::new(), |params| format!(" {params}"))
}
