//! What a run prints: plain lines, figures in columns.

use crate::failure::Failure;

/// Prints a line of the report.
#[expect(clippy::print_stdout, reason = "the report is what the program is for")]
pub(crate) fn line(text: &str) {
    println!("{text}");
}

/// Says on standard error why a run ended early.
#[expect(clippy::print_stderr, reason = "there is no other place to say it")]
pub(crate) fn complain(error: &Failure) {
    eprintln!("tengen-bench: {error}");
}

/// Says whether a goal is met.
pub(crate) fn goal(name: &str, found: f64, wanted: Goal) {
    let (met, words) = match wanted {
        Goal::AtLeast(least) => (found >= least, format!("at least {least}")),
        Goal::AtMost(most) => (found <= most, format!("at most {most}")),
    };
    line(&format!("  goal: {name}: {found:.2}, wanted {words}: {}", if met { "met" } else { "MISSED" }));
}

/// What a figure should be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Goal {
    /// This much or more.
    AtLeast(f64),
    /// This much or less.
    AtMost(f64),
}

/// The load of the machine, of which measurements on shared cores depend.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("?").to_owned()
}

/// Says where a server of this program listens, as the server that is measured does.
#[expect(clippy::print_stderr, reason = "whoever started the process reads it there")]
pub(crate) fn announce(address: std::net::SocketAddr) {
    eprintln!("the rival is at http://{address}");
}
