//! `tengen status`: the [figures](crate::metrics) of a running server, for people.

mod figures;
mod report;

use crate::asking::{AskError, ask};
use crate::options::StatusOptions;
use figures::Figures;

/// Why there is nothing to tell.
#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    /// The server does not answer.
    #[error(transparent)]
    NoAnswer(#[from] AskError),
    /// There is something else at the address.
    #[error("these are not the figures of a Tengen server: {0}")]
    NotFigures(String),
}

/// What a running server says of itself.
#[derive(Debug)]
pub struct Status {
    /// Lines for people.
    pub text: String,
    /// Whether its database answers and stores what it is told, so that games go on.
    pub well: bool,
}

/// Asks `/metrics`.
///
/// # Errors
///
/// When there is no answer, or it has no figures.
pub async fn look(options: &StatusOptions) -> Result<Status, StatusError> {
    let answer = ask(options.metrics, "/metrics").await?;
    let figures = Figures::read(&answer.body);
    if !answer.is_ok() || figures.label("tengen_build_info", "version").is_none() {
        return Err(StatusError::NotFigures(answer.status));
    }
    let well = figures.sum("tengen_outage") < 0.5 && figures.sum("tengen_database_answers") > 0.5;
    Ok(Status { text: report::text(&figures), well })
}
