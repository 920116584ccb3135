//! `tengen admin`: an operator's work from the command line.

mod members;
mod order;
mod owner;
mod player;
mod reset;
mod sanctions;

use std::process::{Output, Stdio};

use tengen_testbed::Program;

use crate::server::{Data, Tengen};

/// Runs `tengen admin` with these words on data of a server, in an empty environment.
async fn admin(data: &Data, words: &[&str]) -> Output {
    let mut all = vec!["admin"];
    all.extend(words);
    let mut command = Tengen::command(all.into_iter().map(Into::into).collect());
    command.arg("--data-dir").arg(data.directory()).env_clear().stdin(Stdio::null());
    if let Some(url) = data.database_url() {
        command.args(["--database-url", url]);
    }
    tokio::process::Command::from(command).kill_on_drop(true).output().await.unwrap()
}

/// What it prints when it does what it was asked for.
pub(crate) async fn done(data: &Data, words: &[&str]) -> String {
    let output = admin(data, words).await;
    let (said, complained) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && complained.is_empty(), "{words:?}: {complained}");
    String::from_utf8(said).unwrap()
}

/// The one sentence by which it refuses.
pub(crate) async fn refused(data: &Data, words: &[&str]) -> String {
    let output = admin(data, words).await;
    let said = String::from_utf8(output.stdout).unwrap();
    let complained = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.as_str()), (Some(1), ""), "{words:?}: {complained}");
    assert_eq!(complained.lines().count(), 1, "one sentence: {complained}");
    assert!(complained.starts_with("tengen: "), "{complained}");
    complained
}

/// The secret of the link that it prints.
#[track_caller]
fn secret(said: &str, page: &str) -> String {
    let beginning = format!("{page}#");
    let link = said.lines().find_map(|line| line.strip_prefix(&beginning));
    link.unwrap_or_else(|| panic!("no link to {page}: {said}")).to_owned()
}
