//! Whether a Postgres that can't be opened is away, and may come by itself, or will never be opened like this.

use std::io::ErrorKind;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;

use super::failure::Failure;
use super::open_error::OpenError;

/// What Postgres answers while it starts, stops, has no connection left, or only follows another one whose place it may take; and what a
/// balancer answers that has no server.
const FOR_NOW: [&str; 6] = ["57P03", "57P01", "57P02", "53300", "25006", "58000"];
/// How all codes of failed connections begin: whatever stands before Postgres, such as pgbouncer, answers by them while it reaches none.
const NO_CONNECTION: &str = "08";
/// But it has the same codes for what time does not mend, and tells that in words alone.
const NEVER: [&str; 5] = ["no such", "auth", "password", "ssl", "unsupported"];
/// What the driver says where a connection ends before a byte has come: of a balancer without a server, or of a port that somebody keeps
/// open for a Postgres that is not there yet.
const HUNG_UP: &str = "unexpected response from SSLRequest: 0x00";

/// What an error says that came of an attempt to connect.
pub(crate) fn not_opened(options: &PgConnectOptions, error: sqlx::Error) -> OpenError {
    if is_away(options, &error) { OpenError::Away(Failure(error)) } else { error.into() }
}

/// What an error says that came of the work on a database that could be opened a moment ago. Whatever of it was done is undone, since a
/// migration is a transaction, so all of it may be tried again.
pub(crate) fn gone(options: &PgConnectOptions, error: OpenError) -> OpenError {
    match error {
        OpenError::Database(Failure(error)) => not_opened(options, error),
        OpenError::Migrate(Failure(sqlx::Error::Migrate(error))) => match *error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)
                if is_away(options, &error) =>
            {
                OpenError::Away(Failure(error))
            }
            other => other.into(),
        },
        other => other,
    }
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
        sqlx::Error::Protocol(words) => words.starts_with(HUNG_UP),
        sqlx::Error::Database(error) => is_for_now(&**error),
        _ => false,
    }
}

fn is_for_now(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else { return false };
    let words = error.message().to_ascii_lowercase();
    let is_lost = code.starts_with(NO_CONNECTION) && !NEVER.iter().any(|never| words.contains(never));
    is_lost || FOR_NOW.contains(&&*code)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use tengen_clock::Clock;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::join;
    use tokio::net::TcpListener;

    use super::*;
    use crate::pool::connect::Database;

    /// What comes of an attempt where somebody listens who gives these answers, one to each message, and hangs up.
    async fn answered(answers: &[&[u8]]) -> OpenError {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("postgres://tengen@{}/tengen", listener.local_addr().unwrap());
        let answering = async {
            let (mut socket, _) = listener.accept().await.unwrap();
            for answer in answers {
                let length = socket.read_u32().await.unwrap();
                let mut message = vec![0_u8; length as usize - 4];
                socket.read_exact(&mut message).await.unwrap();
                socket.write_all(answer).await.unwrap();
            }
            socket.shutdown().await.unwrap();
            // Until the other end has read that: it is to find an end, and not a connection that is broken off.
            let _ = socket.read_to_end(&mut Vec::new()).await;
        };
        let opening = Database::open(Some(&url), Path::new("nowhere"), Clock::system());
        let (opened, ()) = join!(opening, answering);
        opened.unwrap_err()
    }

    /// A refusal as Postgres writes it.
    fn refusal(code: &str, words: &str) -> Vec<u8> {
        let fields = format!("SFATAL\0VFATAL\0C{code}\0M{words}\0\0");
        let length = u32::try_from(fields.len() + 4).unwrap();
        [b"E".as_slice(), &length.to_be_bytes(), fields.as_bytes()].concat()
    }

    #[tokio::test]
    async fn whoever_hangs_up_before_anything_is_said_is_away() {
        let early: [&[&[u8]]; 2] = [&[b""], &[b"N", b""]];
        for answers in early {
            let error = answered(answers).await;
            assert!(matches!(error, OpenError::Away(_)), "{error:?}");
        }
        // No Postgres answers so, however long one waits.
        let error = answered(&[b"H"]).await;
        assert!(matches!(error, OpenError::Database(_)), "{error:?}");
    }

    #[tokio::test]
    async fn refusals_say_whether_time_mends_them() {
        for (code, words) in [
            ("57P03", "the database system is starting up"),
            ("57P03", "the database system is not yet accepting connections"),
            ("53300", "sorry, too many clients already"),
            ("08P01", "server login has been failing, cached error: connect failed (server_login_retry)"),
            ("08P01", "server login failed: FATAL the database system is starting up"),
            ("08006", "no server is available to handle the request"),
            ("58000", "could not get connection from the pool"),
        ] {
            let error = answered(&[b"N", &refusal(code, words)]).await;
            assert!(matches!(error, OpenError::Away(_)), "{error:?}");
        }
        for (code, words) in [
            ("28P01", "password authentication failed for user \"tengen\""),
            ("3D000", "database \"tengen\" does not exist"),
            ("08P01", "no such database: tengen"),
            ("08P01", "server login failed: FATAL password authentication failed for user \"tengen\""),
            ("08P01", "unsupported startup parameter: extra_float_digits"),
        ] {
            let error = answered(&[b"N", &refusal(code, words)]).await;
            assert!(matches!(error, OpenError::Database(_)), "{error:?}");
        }
    }

    #[test]
    fn a_database_that_goes_away_while_its_tables_are_made_is_waited_for() {
        let network = "postgres://db/go".parse::<PgConnectOptions>().unwrap();
        let ended = || sqlx::Error::from(io::Error::from(ErrorKind::UnexpectedEof));
        for error in [
            OpenError::from(ended()),
            MigrateError::Execute(ended()).into(),
            MigrateError::ExecuteMigration(ended(), 46).into(),
        ] {
            let error = gone(&network, error);
            assert!(matches!(error, OpenError::Away(_)), "{error:?}");
        }
        for error in [MigrateError::VersionMissing(3), MigrateError::Execute(sqlx::Error::RowNotFound)] {
            let error = gone(&network, error.into());
            assert!(matches!(error, OpenError::Migrate(_)), "{error:?}");
        }
    }

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
