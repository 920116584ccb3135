//! What an operator does with a database: copies, and what becomes of them.

mod backup;
pub(crate) mod check_database;
mod restore;
mod transfer;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use tengen_testbed::Program;

use crate::server::Tengen;

/// A command of `tengen` with these words, in an empty environment.
pub(crate) fn tengen(words: &[&str]) -> Command {
    let mut command = Tengen::command(words.iter().map(Into::into).collect());
    command.env_clear().stdin(Stdio::null());
    command
}

/// Runs `tengen` and answers what it printed, if it ended well.
pub(crate) async fn done(words: &[&str]) -> String {
    let output = run(tengen(words)).await;
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs `tengen`, which should refuse, and answers what it said.
async fn refused(words: &[&str]) -> String {
    refusal(run(tengen(words)).await)
}

fn refusal(output: Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "one sentence: {said}");
    said
}

pub(crate) async fn run(command: Command) -> Output {
    tokio::process::Command::from(command).kill_on_drop(true).output().await.unwrap()
}

/// The same command where no file may grow beyond so many bytes, as on a disk that is full.
fn on_a_full_disk(command: &Command, bytes: u64) -> Command {
    let mut limited = Command::new("sh");
    let script = r#"trap '' XFSZ; exec prlimit --fsize="$0" "$@""#;
    limited.args(["-c", script, &bytes.to_string()]).arg(command.get_program()).args(command.get_args());
    limited.stdin(Stdio::null());
    limited
}

/// The names of the files in a directory.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A path as a word of a command.
pub(crate) fn word(path: &Path) -> &str {
    path.to_str().unwrap()
}
