//! `docs/curl.md` tells commands and their output: here they are typed.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::timeout;

use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

const PAGE: &str = include_str!("../../../../docs/curl.md");
const PATIENCE: Duration = Duration::from_mins(2);
/// The mark that the shell prints behind the output of each block of commands.
const END: &str = "==== end of an answer ====";
/// Stands on the page for output that is different each time, or left out.
const ANYTHING: &str = "...";

on_sqlite_and_long_on_postgres! {
    the_page_tells_what_happens
}

/// A block of commands, and their output as the page tells it.
#[derive(Debug)]
struct Step {
    commands: &'static str,
    answer: Option<Answer>,
}

#[derive(Debug)]
enum Answer {
    Json(&'static str),
    Text(&'static str),
}

fn steps() -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut rest = PAGE;
    while let Some((_, after)) = rest.split_once("```") {
        let (kind, after) = after.split_once('\n').expect("a block");
        let (block, after) = after.split_once("```").expect("the end of a block");
        rest = after;
        let answer = match kind {
            "sh" => {
                steps.push(Step { commands: block, answer: None });
                continue;
            }
            "json" => Answer::Json(block),
            "text" => Answer::Text(block),
            other => panic!("a block of {other}"),
        };
        let step = steps.last_mut().expect("commands before an answer");
        assert!(step.answer.is_none(), "two answers to {}", step.commands);
        step.answer = Some(answer);
    }
    steps
}

/// Whether an answer is the one on the page.
fn fits(said: &Value, real: &Value) -> bool {
    match (said, real) {
        (Value::String(said), _) if said == ANYTHING => true,
        (Value::String(said), Value::String(real)) if said.ends_with(ANYTHING) => {
            real.starts_with(said.trim_end_matches(ANYTHING))
        }
        (Value::Object(said), Value::Object(real)) => {
            let named = said.iter().filter(|(name, _)| *name != ANYTHING);
            let all = said.contains_key(ANYTHING) || said.len() == real.len();
            all && named.into_iter().all(|(name, said)| real.get(name).is_some_and(|real| fits(said, real)))
        }
        (Value::Array(said), Value::Array(real)) => {
            said.len() == real.len() && said.iter().zip(real).all(|(said, real)| fits(said, real))
        }
        _ => said == real,
    }
}

/// The output of the commands, block by block, in one shell in an empty directory.
async fn run(server: &Server, steps: &[Step]) -> Vec<String> {
    let directory = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh")
        .arg("-eu")
        .current_dir(directory.path())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("TENGEN", format!("http://{}", server.address()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let script: Vec<String> =
        steps.iter().map(|step| format!("{}\nprintf '\\n%s\\n' '{END}'\n", step.commands)).collect();
    shell.stdin.take().unwrap().write_all(script.concat().as_bytes()).await.unwrap();
    let output = timeout(PATIENCE, shell.wait_with_output()).await.expect("the page has an end").unwrap();
    let (said, complaints) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{complaints}\n{said}", output.status);
    said.split(END).map(|answer| answer.trim().to_owned()).collect()
}

async fn the_page_tells_what_happens(database: Database) {
    let server = Server::start(database).await;
    let steps = steps();
    let answers = run(&server, &steps).await;
    assert!(steps.len() > 20 && answers.len() == steps.len() + 1, "{} of {}", answers.len(), steps.len());
    let mut compared = 0;
    for (step, real) in steps.iter().zip(&answers) {
        let Some(said) = &step.answer else { continue };
        match said {
            Answer::Text(said) => assert_eq!(said.trim(), real, "{}", step.commands),
            Answer::Json(said) => {
                let [said, real]: [Value; 2] = [said, real.as_str()].map(|json| {
                    serde_json::from_str(json)
                        .unwrap_or_else(|error| panic!("{error}: {json}\n{}", step.commands))
                });
                assert!(
                    fits(&said, &real),
                    "{}\nsays on the page: {said}\nand in truth: {real}",
                    step.commands
                );
            }
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared} answers");
    println!(
        "docs/curl.md: {} blocks of commands, {compared} answers as they stand there, on {database:?}",
        steps.len()
    );
}

#[test]
fn what_is_left_out_is_marked() {
    let fits = |said: &str, real: &str| {
        fits(&serde_json::from_str(said).unwrap(), &serde_json::from_str(real).unwrap())
    };
    assert!(fits(r#"{"a": 1, "b": "..."}"#, r#"{"a": 1, "b": [2]}"#));
    assert!(fits(r#"{"a": "x...", "...": "..."}"#, r#"{"a": "xyz", "b": 2}"#));
    for real in [r#"{"a": 1}"#, r#"{"a": 1, "b": 2, "c": 3}"#, r#"{"a": 2, "b": 2}"#, "[1]"] {
        assert!(!fits(r#"{"a": 1, "b": "..."}"#, real), "{real}");
    }
    assert!(!fits(r#"["x..."]"#, r#"["y"]"#) && !fits("[1]", "[1, 2]"));
}
