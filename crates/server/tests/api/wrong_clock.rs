//! A server whose clock is not that of its database, and of the other servers.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_testbed::Program;

use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, Tengen, once};
use crate::socket::Socket;
use crate::table::Table;

once! {
    nothing_is_decided_by_a_wrong_clock
}

/// An hour, in seconds and in milliseconds.
const HOUR: &str = "+3600";
const HOUR_MILLIS: i64 = 3_600_000;
const EACH_LOOK: Duration = Duration::from_millis(50);

/// Where it stands by how many seconds the clock is off.
static OFF: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().unwrap());

fn set_clock(off: &str) {
    // A reader sees the one or the other, and never half of it.
    let next = OFF.path().join("next");
    fs::write(&next, off).unwrap();
    fs::rename(next, OFF.path().join("off")).unwrap();
}

/// The library of Debian's `faketime`, which stands between a program and the system's clock.
fn library() -> PathBuf {
    let folders = fs::read_dir("/usr/lib").unwrap().flatten();
    let found =
        folders.map(|folder| folder.path().join("faketime/libfaketime.so.1")).find(|path| path.exists());
    found.expect("faketime is missing: apt-get install faketime")
}

/// The program `tengen` on a machine whose clock is set while it runs.
#[derive(Debug)]
struct OffTengen;

impl Program for OffTengen {
    fn command(arguments: Vec<OsString>) -> Command {
        let mut command = Tengen::command(arguments);
        command.env("LD_PRELOAD", library()).env("FAKETIME_TIMESTAMP_FILE", OFF.path().join("off"));
        // Time passes as it does, and the clock is asked each time.
        command
            .env("DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_NO_CACHE", "1");
        command
    }
}

/// Asks whether the server is ready until the answer has this status.
async fn ready(stranger: &Visitor, status: u16) -> Answer {
    loop {
        let answer = stranger.get_page("/readyz").await;
        if answer.status == status {
            return answer;
        }
        tokio::time::sleep(EACH_LOOK).await;
    }
}

fn is_an_hour(params: &Value) -> bool {
    (params["ahead_ms"].as_i64().unwrap() - HOUR_MILLIS).abs() < 2_000
}

async fn nothing_is_decided_by_a_wrong_clock() {
    let data = Data::new(Database::Postgres).await;
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let right = Server::on(data.clone(), anywhere, &[]).await;
    set_clock("+0");
    let off = tengen_testbed::Server::<OffTengen>::on(data.clone(), anywhere, &[]).await;
    let wrong = Server::within(off.address(), data);
    let mut table = Table::new(&right, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    // The room there has a timer of its own, and the look at all deadlines comes each second.
    let stranger = Visitor::stranger(&wrong);
    let mut spectator = Socket::open(&wrong, &stranger).await;
    assert_eq!(spectator.subscribe(&table.game).await["seq"], 3);
    ready(&stranger, 200).await;

    set_clock(HOUR);
    let problem = ready(&stranger, 503).await;
    assert!(is_an_hour(&problem.refused(503, "wrong_clock")));
    let black = table.black.at(&wrong);
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "D16"});
    assert!(is_an_hour(&black.command(&table.game, play.clone()).await.refused(503, "wrong_clock")));
    let mut player = Socket::open(&wrong, &black).await;
    player.subscribe(&table.game).await;
    let answer = player.command(&table.game, play.clone()).await;
    assert_eq!(answer["problem"]["code"], "wrong_clock", "{answer}");
    black.post("/games", json!({})).await.refused(503, "wrong_clock");
    // What others decide is shown there, and nobody has lost on time.
    table.moves("D16 Q4").await;
    for (seq, at) in [(4, "D16"), (5, "Q4")] {
        let event = spectator.next_of("event").await["event"].take();
        assert_eq!((&event["seq"], &event["move"]), (&json!(seq), &json!(at)));
    }
    Visitor::stranger(&right).get_page("/readyz").await.ok();

    set_clock("+0");
    ready(&stranger, 200).await;
    let play = json!({"type": "play", "id": "later", "turn": 4, "at": "R14"});
    assert_eq!(black.command(&table.game, play).await.ok()["event"]["seq"], 6);
    assert_eq!(table.black.events(&table.game).await.len(), 6);
}
