//! Errors by which Postgres undoes a transaction for the sake of another one.

/// Postgres ended the transaction because two waited for each other: SQLSTATE `deadlock_detected`.
pub(crate) const DEADLOCK: &str = "40P01";
/// Postgres ended the transaction because it waited for longer than it wanted to: SQLSTATE `lock_not_available`.
pub(crate) const NO_LOCK: &str = "55P03";
/// Postgres ended the transaction because its server did nothing in it for longer than it wanted to, as one that stood still: SQLSTATE
/// `idle_in_transaction_session_timeout`.
pub(crate) const STOOD_STILL: &str = "25P03";

/// Whether the database undid a transaction for the sake of another one.
pub(crate) fn is_undone(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| [DEADLOCK, NO_LOCK, STOOD_STILL].contains(&code.as_ref()))
}
