//! The crates of the server ask their clock for the time, and nothing else.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;
use std::path::Path;

use tengen_architecture::calls_one_of;
use walkdir::WalkDir;

/// The calls that ask another time than the server's clock, or wait by it.
const CALLS: [&str; 8] = [
    "Instant::now",
    "SystemTime::now",
    ".elapsed()",
    "sleep(",
    "sleep_until(",
    "timeout(",
    "timeout_at(",
    "interval(",
];

/// The crates that may neither ask nor wait but through a clock.
const CRATES: [&str; 17] = [
    "actions",
    "bus",
    "clock",
    "cluster",
    "credentials",
    "duties",
    "entropy",
    "limits",
    "lists",
    "live",
    "mail",
    "openid",
    "passkeys",
    "server",
    "store",
    "trouble",
    "yielding",
];

/// The files that may know another time, each for its reason. One that knows none any more leaves the list.
const FILES: &[(&str, &[&str])] = &[
    ("it is the clock", &["clock/src/lib.rs", "clock/src/by_hand.rs"]),
    (
        "limits on input and output",
        &[
            "actions/src/trees/growth.rs",
            "bus/src/bus.rs",
            "server/src/connections/handshake.rs",
            "server/src/connections/mod.rs",
            "server/src/connections/transport.rs",
            "server/src/asking.rs",
            "server/src/connections/operators.rs",
            "server/src/keeping/desk.rs",
            "server/src/metrics/gather.rs",
            "server/src/readiness.rs",
            "lists/src/elsewhere.rs",
            "live/src/looks.rs",
            "mail/src/carrier.rs",
            "mail/src/round.rs",
            "server/src/serve.rs",
            "store/src/servers/beat.rs",
            "store/src/servers/presence.rs",
            "store/src/pool/connect.rs",
            "store/src/journal/lane.rs",
            "store/src/journal/pulse.rs",
            "store/src/query/untangled.rs",
            "server/src/web/arriving.rs",
            "server/src/web/upload.rs",
            "server/src/web/socket/incoming.rs",
            "server/src/web/pages/patience.rs",
            "server/src/web/socket/session.rs",
            "server/src/web/socket/session_sink.rs",
            "server/src/web/streaming.rs",
        ],
    ),
    (
        "shares and limits of clients",
        &[
            "actions/src/computer/opponents.rs",
            "actions/src/computer/queue.rs",
            "actions/src/computer/thinking.rs",
            "actions/src/kit/new_games.rs",
            "actions/src/positions/withheld.rs",
            "limits/src/kept_out.rs",
            "limits/src/limits.rs",
            "limits/src/look.rs",
            "limits/src/scarce.rs",
            "limits/src/letters.rs",
            "limits/src/attention.rs",
            "server/src/web/lists/export.rs",
            "server/src/web/socket/session_feeds.rs",
        ],
    ),
    (
        "how long work took, for operators and for threads that take over",
        &[
            "credentials/src/hashing.rs",
            "credentials/src/aside.rs",
            "server/src/web/metrics.rs",
            "store/src/pool/waits.rs",
            "store/src/journal/writer.rs",
            "yielding/src/asides.rs",
            "yielding/src/lib.rs",
        ],
    ),
    (
        "memory, the disk, the log",
        &[
            "actions/src/duties/indexing.rs",
            "actions/src/kit/disk_quota.rs",
            "live/src/after_end/kept.rs",
            "live/src/memory.rs",
            "trouble/src/lib.rs",
        ],
    ),
];

/// Whether a source asks another time, its tests left out. `clock.sleep(..)` asks the clock, and `since.elapsed()` does not.
fn knows_another_time(source: &str) -> bool {
    calls_one_of(source.split("#[cfg(test)]").next().unwrap_or_default(), &CALLS)
}

#[test]
fn calls_are_told_from_those_of_the_clock() {
    for (source, expected) in [
        ("clock.sleep(AGAIN).await", false),
        ("self.clock.timeout_at(moment, work)", false),
        ("tokio::time::timeout_at(moment, work).await", true),
        ("reset_interval(TICK)", false),
        ("#[cfg(test)] mod tests { sleep(AGAIN) }", false),
        ("sleep(AGAIN).await", true),
        ("tokio::time::sleep(AGAIN).await", true),
        ("let mut ticks = interval(TICK);", true),
        ("self.began.elapsed()", true),
        ("told_at.map_or_else(Instant::now, later)", true),
    ] {
        assert_eq!(knows_another_time(source), expected, "{source}");
    }
}

#[test]
fn only_these_files_know_another_time_than_the_clocks() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for name in CRATES {
        for entry in WalkDir::new(crates.join(name).join("src")) {
            let entry = entry.unwrap();
            if entry.path().extension().is_some_and(|extension| extension == "rs")
                && knows_another_time(&fs::read_to_string(entry.path()).unwrap())
            {
                found.push(entry.path().strip_prefix(&crates).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort_unstable();
    let mut expected: Vec<&str> = FILES.iter().flat_map(|(_, files)| *files).copied().collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}
