//! `tengen health`: one question to a running server, for container health checks, which have no other program at hand.

use crate::asking::{AskError, Speech, ask as ask_server};
use crate::options::HealthOptions;

/// Why the server is not ready.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// The server does not answer.
    #[error(transparent)]
    NoAnswer(#[from] AskError),
    /// An answer other than 200.
    #[error("not ready: {0}")]
    NotReady(String),
}

/// Asks `/readyz`.
pub async fn ask(options: &HealthOptions) -> Result<(), HealthError> {
    let speech = if options.tls_certificate_file.is_some() { Speech::Encrypted } else { Speech::Plain };
    let answer = ask_server(options.listen, "/readyz", speech).await?;
    if answer.is_ok() { Ok(()) } else { Err(HealthError::NotReady(answer.status)) }
}
