//! What each figure is. The [page for operators](../../../../docs/operations/watching.md) lists them, too, and a test holds the
//! two together.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

use super::process;

/// Names and texts of what only grows.
const COUNTERS: &[(&str, &str)] = &[
    (
        "tengen_events_stored_total",
        "Events that this server has stored: moves, and all else that happens in games.",
    ),
    ("tengen_commit_failures_total", "Transactions for events that failed."),
    ("tengen_refusals_total", "Problems that clients were told, by their codes."),
    ("tengen_kept_out_total", "What was kept out or made to wait by the limits, by kind."),
    (
        "tengen_http_requests_total",
        "Answered requests, by the kind of address and the hundred of the status.",
    ),
    (
        "tengen_bus_messages_total",
        "Messages between servers by NATS that were sent and read, by direction: out or in. With NATS alone.",
    ),
    (
        "tengen_bus_dropped_total",
        "Messages between servers that were dropped, by the reason. With NATS alone.",
    ),
    (
        "tengen_passwords_refused_total",
        "Passwords that were not hashed, by the reason: full or address, the places of all or of one address.",
    ),
    (
        "tengen_letters_total",
        "Letters by their outcome: sent, failed, or full if too many waited. With --mail-server alone.",
    ),
    (
        "tengen_duty_restarts_total",
        "How often a background task has ended by itself and was started again, by its name.",
    ),
    ("tengen_outages_total", "Outages that this server has noticed since its start."),
];

/// Names and texts of what goes up and down.
const GAUGES: &[(&str, &str)] = &[
    ("tengen_build_info", "Always 1; the label is the version."),
    (
        "tengen_games",
        "Games that are not over, by phase, from the tables: those of all servers of the database.",
    ),
    ("tengen_rooms", "Games that this server has in memory because somebody plays or follows them."),
    ("tengen_rooms_bytes", "Memory that these games take, about, in bytes."),
    ("tengen_rooms_limit_bytes", "How much memory these games may take, in bytes."),
    ("tengen_sockets", "Open WebSockets."),
    ("tengen_streams", "Open streams."),
    ("tengen_connections", "Open connections, those of sockets and streams included."),
    ("tengen_connections_limit", "How many connections there may be."),
    ("tengen_followed_games", "Games that sockets and streams follow, each as often as it is followed."),
    ("tengen_answers_open", "Requests that are being answered."),
    ("tengen_unsent_bytes", "Bytes of answers that wait for their readers."),
    ("tengen_events_waiting", "Events that wait for a transaction."),
    (
        "tengen_outage",
        "1 while nothing can be stored, because the database is away or its disk is full, else 0.",
    ),
    (
        "tengen_database_answers",
        "1 if the database has answered the questions for these figures, else 0: then games, jobs and the feed are as they were.",
    ),
    (
        "tengen_feed_look_age_seconds",
        "How long ago this server last knew all commits of the others. Postgres alone.",
    ),
    ("tengen_duty_down", "1 for a background task that has ended for good or ends again and again, else 0."),
    ("tengen_draining", "1 while this server lets its sockets go before it stops, else 0."),
    ("tengen_servers", "Servers of the database that are there, as this one knows. 1 on SQLite."),
    (
        "tengen_servers_of_release",
        "Servers of the database that are there, by release, from the tables: as all servers of the database know.",
    ),
    (
        "tengen_clock_ahead_seconds",
        "By how much this server's clock is ahead of the database's, in seconds. 0 on SQLite.",
    ),
    ("tengen_feed_behind_commits", "Commits that this server has not looked at yet. Postgres alone."),
    ("tengen_bus_connected", "1 while NATS is there, else 0. With NATS alone."),
    ("tengen_jobs", "Jobs by kind and state: waiting for somebody, held by a server, or to be done later."),
    ("tengen_jobs_failed", "Jobs that have failed at least once and are not done, by kind."),
    ("tengen_passwords_waiting", "Passwords that wait for the thread on which they are hashed."),
    ("tengen_letters_waiting", "Letters that wait for the mail server. With --mail-server alone."),
    ("tengen_house_threads", "Threads on which the computer may think."),
    ("tengen_house_threads_busy", "Threads on which the computer thinks."),
    ("tengen_house_waiting_games", "Games that wait for the computer to think."),
];

/// Names, units and texts of what is spread over a range.
const HISTOGRAMS: &[(&str, Unit, &str)] = &[
    ("tengen_commit_duration_seconds", Unit::Seconds, "How long transactions for events took, in seconds."),
    (
        "tengen_password_wait_seconds",
        Unit::Seconds,
        "How long passwords waited for the thread on which they are hashed, in seconds.",
    ),
    ("tengen_batch_events", Unit::Count, "How many events a transaction stored."),
    (
        "tengen_http_request_duration_seconds",
        Unit::Seconds,
        "How long requests took until their answer began, in seconds, by the kind of address.",
    ),
];

/// Tells the recorder of the moment what each figure is.
pub(super) fn all() {
    for (name, text) in COUNTERS.iter().chain(process::COUNTERS) {
        describe_counter!(*name, *text);
    }
    for (name, text) in GAUGES.iter().chain(process::GAUGES) {
        describe_gauge!(*name, *text);
    }
    for (name, unit, text) in HISTOGRAMS {
        describe_histogram!(*name, *unit, *text);
    }
}
