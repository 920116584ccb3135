//! The lines of `tengen status`.

use std::fmt::Write;

use super::figures::Figures;

const MIB: f64 = 1_048_576.0;
/// So many seconds a clock that is kept right is not off.
const CLOCK_OFF: f64 = 0.5;
/// How many kinds of refusals are named, the most frequent ones.
const NAMED: usize = 5;

/// What the figures say, a line for each subject.
pub(super) fn text(figures: &Figures) -> String {
    let sum = |name: &str| figures.sum(name);
    let phase = |phase: &str| figures.sum_where("tengen_games", "phase", phase);
    let database = if sum("tengen_database_answers") < 0.5 {
        "AWAY: no move can be saved"
    } else if sum("tengen_outage") > 0.5 {
        "FULL, or away for moments: it answers, and no move can be saved"
    } else {
        "answers"
    };
    let version = figures.label("tengen_build_info", "version").unwrap_or_default();
    let mut lines = vec![
        ("Version", version.to_owned()),
        (
            "Database",
            format!("{database}; {} noticed", count(sum("tengen_outages_total"), "outage", "outages")),
        ),
        (
            "Games",
            format!("{} playing, {} scoring, {} open", phase("playing"), phase("scoring"), phase("open")),
        ),
        (
            "In memory",
            format!(
                "{}, {:.1} of {:.0} MiB",
                count(sum("tengen_rooms"), "game", "games"),
                sum("tengen_rooms_bytes") / MIB,
                sum("tengen_rooms_limit_bytes") / MIB
            ),
        ),
        (
            "Connections",
            format!(
                "{} of {}: {}, {}, which follow {}",
                sum("tengen_connections"),
                sum("tengen_connections_limit"),
                count(sum("tengen_sockets"), "socket", "sockets"),
                count(sum("tengen_streams"), "stream", "streams"),
                count(sum("tengen_followed_games"), "game", "games")
            ),
        ),
        (
            "Events",
            format!("{} stored, {} waiting", sum("tengen_events_stored_total"), sum("tengen_events_waiting")),
        ),
        ("Commits", commits(figures)),
    ];
    if sum("tengen_draining") > 0.5 {
        lines.push(("Draining", "YES: it is not ready, lets its sockets go, and stops then".to_owned()));
    }
    for (duty, _) in figures.by("tengen_duty_down", "duty") {
        lines.push(("Duty down", format!("{duty}: it is not ready, and has to be started again")));
    }
    if figures.has("tengen_feed_look_age_seconds") {
        let (age, behind) = (sum("tengen_feed_look_age_seconds"), sum("tengen_feed_behind_commits"));
        lines.push((
            "Other servers",
            format!("looked {age:.1} s ago, {} behind", count(behind, "commit", "commits")),
        ));
    }
    let (servers, ahead) = (sum("tengen_servers"), sum("tengen_clock_ahead_seconds"));
    if servers > 1.5 || ahead.abs() > CLOCK_OFF {
        lines.push((
            "Servers",
            format!(
                "{servers} of this database{}; the clock is {ahead:+.1} s off the database's",
                releases(figures)
            ),
        ));
    }
    if figures.has("tengen_bus_connected") {
        lines.push(("NATS", bus(figures)));
    }
    lines.push(("Jobs", jobs(figures)));
    lines.push(("Computer", computer(figures)));
    lines.push(("Passwords", passwords(figures)));
    if figures.has("tengen_letters_waiting") {
        lines.push(("Letters", letters(figures)));
    }
    let requests = figures.by("tengen_http_requests_total", "status");
    lines.push(("Requests", named(&requests, requests.len())));
    lines.push(("Refusals", named(&figures.by("tengen_refusals_total", "code"), NAMED)));
    lines.push(("Kept out", named(&figures.by("tengen_kept_out_total", "kind"), NAMED)));
    if figures.has("process_resident_memory_bytes") {
        lines.push((
            "Process",
            format!(
                "{:.0} MiB of memory, {} s of processor, {} of {} files, {}",
                sum("process_resident_memory_bytes") / MIB,
                sum("process_cpu_seconds_total"),
                sum("process_open_fds"),
                sum("process_max_fds"),
                count(sum("process_threads"), "thread", "threads")
            ),
        ));
    }
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    lines.iter().fold(String::new(), |mut text, (name, line)| {
        // Writing to a text can't fail.
        let _ = writeln!(text, "{name:width$}  {line}");
        text
    })
}

/// The releases of the servers, if there are several.
fn releases(figures: &Figures) -> String {
    let servers = figures.by("tengen_servers_of_release", "release");
    if servers.len() < 2 {
        return String::new();
    }
    let each: Vec<_> =
        servers.iter().map(|(release, count)| format!("{count} of release {release}")).collect();
    format!(" ({})", each.join(", "))
}

fn commits(figures: &Figures) -> String {
    let name = "tengen_commit_duration_seconds";
    let (all, failed) = (figures.sum(&format!("{name}_count")), figures.sum("tengen_commit_failures_total"));
    if all < 0.5 {
        return "none yet".to_owned();
    }
    let mean = figures.sum(&format!("{name}_sum")) / all * 1_000.0;
    let most = match figures.within(name, 0.99) {
        Some(bound) => format!("99 of 100 within {} ms", bound * 1_000.0),
        None => "more than one of 100 took very long".to_owned(),
    };
    format!("{all}, {failed} of them failed; {mean:.1} ms on average, {most}")
}

fn computer(figures: &Figures) -> String {
    format!(
        "thinks on {} of {}; {} waiting",
        figures.sum("tengen_house_threads_busy"),
        count(figures.sum("tengen_house_threads"), "thread", "threads"),
        count(figures.sum("tengen_house_waiting_games"), "game", "games")
    )
}

fn letters(figures: &Figures) -> String {
    let outcome = |outcome| figures.sum_where("tengen_letters_total", "outcome", outcome);
    format!(
        "{} waiting; {} sent, {} failed, {} not taken in",
        figures.sum("tengen_letters_waiting"),
        outcome("sent"),
        outcome("failed"),
        outcome("full")
    )
}

fn passwords(figures: &Figures) -> String {
    let (name, waiting) = ("tengen_password_wait_seconds", figures.sum("tengen_passwords_waiting"));
    let refused = named(&figures.by("tengen_passwords_refused_total", "reason"), NAMED);
    let all = figures.sum(&format!("{name}_count"));
    let most = match figures.within(name, 0.99) {
        _ if all < 0.5 => String::new(),
        Some(bound) => format!(", 99 of 100 had waited {} ms at most", bound * 1_000.0),
        None => ", more than one of 100 had waited very long".to_owned(),
    };
    format!("{waiting} waiting; {all} hashed{most}; refused: {refused}")
}

fn bus(figures: &Figures) -> String {
    let messages = |direction| figures.sum_where("tengen_bus_messages_total", "direction", direction);
    let state = if figures.sum("tengen_bus_connected") > 0.5 {
        "is there"
    } else {
        "AWAY: others are heard by the database, a second later"
    };
    let dropped = figures.by("tengen_bus_dropped_total", "reason");
    format!("{state}; {} out, {} in, dropped: {}", messages("out"), messages("in"), named(&dropped, NAMED))
}

fn jobs(figures: &Figures) -> String {
    let state = |state| figures.sum_where("tengen_jobs", "state", state);
    let failed = figures.sum("tengen_jobs_failed");
    format!(
        "{} waiting, {} held, {} later; {failed} of them failed before",
        state("waiting"),
        state("held"),
        state("later")
    )
}

/// The first few of some counts, with their names.
fn named(counts: &[(&str, f64)], most: usize) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let mut parts: Vec<String> =
        counts.iter().take(most).map(|(name, count)| format!("{name} {count}")).collect();
    let rest: f64 = counts.iter().skip(most).map(|(_, count)| count).sum();
    if rest > 0.0 {
        parts.push(format!("others {rest}"));
    }
    parts.join(", ")
}

/// A count with its noun.
fn count(count: f64, one: &str, many: &str) -> String {
    let noun = if (count - 1.0).abs() < f64::EPSILON { one } else { many };
    format!("{count} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_releases_of_servers_are_told_if_they_differ() {
        let told = |releases: &str| {
            let servers = text(&Figures::read(&format!("tengen_servers 3\n{releases}")));
            servers.lines().find(|line| line.starts_with("Servers")).unwrap().to_owned()
        };
        let of = |release: &str, count: u32| {
            format!("tengen_servers_of_release{{release=\"{release}\"}} {count}\n")
        };
        let both = told(&(of("0.2.0", 1) + &of("0.1.0", 2)));
        assert!(both.contains("3 of this database (2 of release 0.1.0, 1 of release 0.2.0);"), "{both}");
        let one = told(&(of("0.2.0", 3) + &of("0.1.0", 0)));
        assert!(one.contains("3 of this database;"), "{one}");
    }

    #[test]
    fn a_server_is_told_in_aligned_lines() {
        let figures = Figures::read(
            r#"tengen_build_info{version="1.2.3"} 1
tengen_database_answers 1
tengen_outage 0
tengen_outages_total 1
tengen_games{phase="playing"} 2
tengen_rooms_limit_bytes 268435456
tengen_passwords_waiting 2
tengen_passwords_refused_total{reason="address"} 3
tengen_passwords_refused_total{reason="full"} 0
tengen_password_wait_seconds_bucket{le="0.1"} 5
tengen_password_wait_seconds_count 5
tengen_letters_waiting 1
tengen_letters_total{outcome="sent"} 4
tengen_letters_total{outcome="failed"} 0
tengen_refusals_total{code="a"} 1
tengen_refusals_total{code="b"} 7
tengen_commit_duration_seconds_bucket{le="0.005"} 4
tengen_commit_duration_seconds_count 4
tengen_commit_duration_seconds_sum 0.01"#,
        );
        let text = text(&figures);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..3],
            [
                "Version      1.2.3",
                "Database     answers; 1 outage noticed",
                "Games        2 playing, 0 scoring, 0 open"
            ]
        );
        for line in [
            "In memory    0 games, 0.0 of 256 MiB",
            "Commits      4, 0 of them failed; 2.5 ms on average, 99 of 100 within 5 ms",
            "Passwords    2 waiting; 5 hashed, 99 of 100 had waited 100 ms at most; refused: address 3",
            "Letters      1 waiting; 4 sent, 0 failed, 0 not taken in",
            "Refusals     b 7, a 1",
            "Kept out     none",
        ] {
            assert!(lines.contains(&line), "{line}\n{text}");
        }
        assert!(!text.contains("Draining"), "{text}");
        let leaves = super::text(&Figures::read("tengen_draining 1"));
        let down = "tengen_duty_down{duty=\"journal\"} 1\ntengen_duty_down{duty=\"lobby\"} 0";
        let down = super::text(&Figures::read(down));
        assert!(down.contains("Duty down    journal: ") && !down.contains("lobby"), "{down}");
        assert!(!leaves.contains("Letters"), "{leaves}");
        assert!(leaves.contains("Passwords    0 waiting; 0 hashed; refused: none"), "{leaves}");
        assert!(leaves.contains("Draining     YES"), "{leaves}");
        assert!(!text.contains("Other servers") && !text.contains("Process"), "{text}");
        let away = Figures::read("tengen_outage 1\ntengen_database_answers 0");
        assert!(super::text(&away).contains("AWAY: no move can be saved"));
        let full = Figures::read("tengen_outage 1\ntengen_database_answers 1");
        assert!(super::text(&full).contains("no move can be saved"));
    }
}
