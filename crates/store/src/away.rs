//! Whether a Postgres that can't be opened is away, and may come by itself, or will never be opened like this.

use std::io::ErrorKind;

use sqlx::postgres::PgConnectOptions;

use super::open_error::OpenError;

/// What Postgres answers while it starts, stops, or has no connection left.
const FOR_NOW: [&str; 4] = ["57P03", "57P01", "57P02", "53300"];

/// What an error says that came of an attempt to connect.
pub(super) fn not_opened(options: &PgConnectOptions, error: sqlx::Error) -> OpenError {
    if is_away(options, &error) { OpenError::Away(error) } else { OpenError::Database(error) }
}

fn is_away(options: &PgConnectOptions, error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => match error.kind() {
            // A socket that nobody has made yet; over a network it is a file of certificates that is missing.
            ErrorKind::NotFound => options.get_socket().is_some() || options.get_host().starts_with('/'),
            // What is wrong with a certificate comes as data that is wrong.
            ErrorKind::InvalidData
            | ErrorKind::InvalidInput
            | ErrorKind::PermissionDenied
            | ErrorKind::IsADirectory
            | ErrorKind::Unsupported => false,
            // Also a name that is not known yet.
            _ => true,
        },
        sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| FOR_NOW.contains(&&*code)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn what_time_does_not_mend_is_told_at_once() {
        let network = "postgres://db/go".parse::<PgConnectOptions>().unwrap();
        let socket = network.clone().socket("/run/postgresql");
        let away = |options, kind: ErrorKind| is_away(options, &io::Error::from(kind).into());
        for kind in [ErrorKind::ConnectionRefused, ErrorKind::TimedOut, ErrorKind::UnexpectedEof] {
            assert!(away(&network, kind) && away(&socket, kind), "{kind}");
        }
        for kind in [ErrorKind::InvalidData, ErrorKind::PermissionDenied] {
            assert!(!away(&network, kind) && !away(&socket, kind), "{kind}");
        }
        assert!(away(&socket, ErrorKind::NotFound) && !away(&network, ErrorKind::NotFound));
        assert!(!is_away(&network, &sqlx::Error::Tls("server does not support TLS".into())));
        assert!(is_away(&network, &sqlx::Error::PoolTimedOut));
    }
}
