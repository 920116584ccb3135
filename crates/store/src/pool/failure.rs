//! What the driver of a database says when something fails.

/// Why a database failed, in the driver's words. What is to be made of it is decided in this crate, by the kind of the error that
/// has it as its cause.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Failure(pub(crate) sqlx::Error);
