//! The compiled program of this crate as the server under test.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use tengen_testbed::Program;
pub(crate) use tengen_testbed::{
    CONNECTIONS, Data, Database, lasting_address, now, on_both_databases, on_sqlite_and_long_on_postgres,
    once,
};

/// The program `tengen`.
#[derive(Debug)]
pub(crate) struct Tengen;

impl Program for Tengen {
    fn command(arguments: Vec<OsString>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(arguments);
        command
    }
}

pub(crate) type Server = tengen_testbed::Server<Tengen>;

pub(crate) const DATABASE_CONNECTIONS: &str = "--database-connections";

/// The option by which a server has so many connections to Postgres at most.
pub(crate) fn connections(most: u16) -> String {
    format!("{DATABASE_CONNECTIONS}={most}")
}

/// The option by which a server has as many connections to Postgres as it has by default, for requests that meet in the database.
pub(crate) fn crowded() -> String {
    connections(tengen_store::Database::CONNECTIONS)
}

/// Runs `tengen health` against an address.
pub(crate) async fn health(address: SocketAddr) -> ExitStatus {
    let mut command = Tengen::command(vec!["health".into(), "--listen".into(), address.to_string().into()]);
    command.env_clear().stderr(Stdio::null());
    tokio::process::Command::from(command).status().await.unwrap()
}

/// Every test is made by one of the macros of the testbed, but for those that take long and are asked for by name.
#[test]
fn no_test_waits_for_ever() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api")];
    let mut endless = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<_> = text.lines().collect();
            let plain = lines
                .windows(2)
                .filter(|pair| pair[0].starts_with("#[tokio::test") && !pair[1].starts_with("#[ignore"));
            endless.extend(plain.map(|pair| format!("{}: {}", path.display(), pair[1])));
        }
    }
    assert!(endless.is_empty(), "{endless:#?}");
}
