//! `tengen status`: the [figures](crate::metrics) of a running server, for people and for programs.

mod figures;
mod object;
mod report;

use crate::asking::{AskError, Speech, ask};
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
    /// Lines for people, or an object of JSON in a line.
    pub text: String,
    /// Whether its database answers and stores what it is told, and no background task is down, so that games go on.
    pub well: bool,
}

/// Asks `/metrics`.
///
/// # Errors
///
/// When there is no answer, or it has no figures.
pub async fn look(options: &StatusOptions) -> Result<Status, StatusError> {
    let answer = ask(options.metrics, "/metrics", Speech::Plain).await?;
    let figures = Figures::read(&answer.body);
    if !answer.is_ok() || figures.label("tengen_build_info", "version").is_none() {
        return Err(StatusError::NotFigures(answer.status));
    }
    let is = |name| figures.sum(name) > 0.5;
    let well = is("tengen_database_answers") && !is("tengen_outage") && !is("tengen_duty_down");
    let text =
        if options.json { format!("{}\n", object::object(&figures, well)) } else { report::text(&figures) };
    Ok(Status { text, well })
}
