//! How many files the process may have open: each connection is one.

/// The limit that is assumed where the system does not tell: the least that systems give by themselves.
const UNKNOWN: u64 = 1_024;

/// Raises the limit of the process as far as the system allows, and answers the limit.
///
/// Systems start programs with a low limit that each may raise up to a second, mostly much higher one: 1,024 and 524,288
/// under systemd.
pub fn raise_limit() -> u64 {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => limit,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files can't be raised");
            UNKNOWN
        }
    }
}
