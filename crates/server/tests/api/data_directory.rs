//! Who may read the data directory of a server.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::keeping::{done, names, word};
use crate::server::{Data, Database, Server, once};
use crate::table::Table;

once! {
    nobody_but_the_owner_reads_a_new_database
    a_directory_of_an_earlier_release_is_kept_from_others
    the_group_reads_it_where_the_operator_wants_that
    a_restored_database_is_the_owners
}

/// What a server has in its directory while it runs.
const FILES: [&str; 5] = ["lock", "tengen.sock", "tengen.sqlite", "tengen.sqlite-shm", "tengen.sqlite-wal"];
/// What the log says of a directory whose modes were others.
const CHANGED: &str = "can be read by";

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The files of a directory with their modes.
fn modes(directory: &Path) -> Vec<(String, u32)> {
    names(directory).into_iter().map(|name| (name.clone(), mode(&directory.join(name)))).collect()
}

/// The same, where all have this mode but for the socket, which is always its owner's.
fn all(of_files: u32) -> Vec<(String, u32)> {
    let mode = |name| if name == "tengen.sock" { 0o600 } else { of_files };
    FILES.map(|name| (name.to_owned(), mode(name))).to_vec()
}

async fn nobody_but_the_owner_reads_a_new_database() {
    let data = Data::empty(Database::Sqlite).await;
    let directory = data.directory().to_owned();
    // An operator made it so.
    set_mode(&directory, 0o700);
    let server = Server::on(data, "127.0.0.1:0".parse().unwrap(), &[]).await;
    Table::new(&server, json!({})).await.moves("Q16 D4").await;
    assert_eq!(mode(&directory), 0o700);
    assert_eq!(modes(&directory), all(0o600));
    // They were made like this.
    assert!(!server.log().contains(CHANGED), "{}", server.log());
}

async fn a_directory_of_an_earlier_release_is_kept_from_others() {
    let mut server = Server::start_to_come_back(Database::Sqlite).await;
    let directory = server.data().directory().to_owned();
    // The log and the index stay.
    server.kill().await;
    for name in names(&directory) {
        set_mode(&directory.join(name), 0o644);
    }
    set_mode(&directory, 0o755);
    let copy = directory.join("tengen.sqlite.before-restore-1");
    std::fs::write(&copy, "").unwrap();
    set_mode(&copy, 0o644);
    let others = directory.join("notes");
    std::fs::write(&others, "").unwrap();
    set_mode(&others, 0o644);

    server.start_again().await;
    assert_eq!((mode(&directory), mode(&copy)), (0o700, 0o600));
    assert_eq!(mode(&others), 0o644, "what is not the server's stays");
    std::fs::remove_file(copy).unwrap();
    std::fs::remove_file(others).unwrap();
    assert_eq!(modes(&directory), all(0o600));
    assert!(server.log().contains(CHANGED), "{}", server.log());

    server.kill().await;
    server.start_again().await;
    assert!(!server.log().contains(CHANGED), "{}", server.log());
}

async fn the_group_reads_it_where_the_operator_wants_that() {
    let server = Server::with_options(Database::Sqlite, &["--data-group-reads"]).await;
    let directory = server.data().directory();
    assert_eq!(mode(directory), 0o750);
    assert_eq!(modes(directory), all(0o640));
}

async fn a_restored_database_is_the_owners() {
    let server = Server::start(Database::Sqlite).await;
    let folder = TempDir::new().unwrap();
    let (file, directory) = (folder.path().join("copy"), folder.path().join("above").join("data"));
    done(&["backup", word(&file), "--data-dir", word(server.data().directory())]).await;
    done(&["restore", word(&file), "--data-dir", word(&directory)]).await;
    assert_eq!(mode(&directory), 0o700);
    let restored = ["lock", "tengen.sqlite"].map(|name| (name.to_owned(), 0o600));
    assert_eq!(modes(&directory), restored);
}
