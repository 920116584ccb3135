//! The object of JSON of `tengen status --json`: the figures by their own names, grouped as in the lines for people.

use serde_json::{Map, Value, json};

use super::figures::Figures;

/// What the figures say. A part that this server does not have is null.
pub(super) fn object(figures: &Figures, well: bool) -> Value {
    let sum = |name: &str| number(figures.sum(name));
    let is = |name: &str| figures.sum(name) > 0.5;
    let labelled = |name: &str, label: &str, value: &str| number(figures.sum_where(name, label, value));
    let with = |name: &str, part: &dyn Fn() -> Value| if figures.has(name) { part() } else { Value::Null };
    json!({
        "well": well,
        "version": figures.label("tengen_build_info", "version").unwrap_or_default(),
        "draining": is("tengen_draining"),
        "database": {
            "answers": is("tengen_database_answers"),
            "stores": is("tengen_database_answers") && !is("tengen_outage"),
            "outages": sum("tengen_outages_total"),
        },
        "games": {
            "playing": labelled("tengen_games", "phase", "playing"),
            "scoring": labelled("tengen_games", "phase", "scoring"),
            "open": labelled("tengen_games", "phase", "open"),
        },
        "memory": {
            "games": sum("tengen_rooms"),
            "bytes": sum("tengen_rooms_bytes"),
            "limit_bytes": sum("tengen_rooms_limit_bytes"),
        },
        "connections": {
            "open": sum("tengen_connections"),
            "limit": sum("tengen_connections_limit"),
            "sockets": sum("tengen_sockets"),
            "streams": sum("tengen_streams"),
            "followed_games": sum("tengen_followed_games"),
        },
        "events": {
            "stored": sum("tengen_events_stored_total"),
            "waiting": sum("tengen_events_waiting"),
        },
        "commits": spread(figures, "tengen_commit_duration_seconds", "failed", sum("tengen_commit_failures_total")),
        "servers": {
            "alive": sum("tengen_servers"),
            "by_release": by(figures, "tengen_servers_of_release", "release"),
            "clock_ahead_seconds": sum("tengen_clock_ahead_seconds"),
        },
        "other_servers": with("tengen_feed_look_age_seconds", &|| json!({
            "looked_seconds_ago": sum("tengen_feed_look_age_seconds"),
            "behind_commits": sum("tengen_feed_behind_commits"),
        })),
        "nats": with("tengen_bus_connected", &|| json!({
            "connected": is("tengen_bus_connected"),
            "out": labelled("tengen_bus_messages_total", "direction", "out"),
            "in": labelled("tengen_bus_messages_total", "direction", "in"),
            "dropped": by(figures, "tengen_bus_dropped_total", "reason"),
        })),
        "jobs": {
            "waiting": labelled("tengen_jobs", "state", "waiting"),
            "held": labelled("tengen_jobs", "state", "held"),
            "later": labelled("tengen_jobs", "state", "later"),
            "failed": sum("tengen_jobs_failed"),
        },
        "computer": {
            "threads": sum("tengen_house_threads"),
            "busy": sum("tengen_house_threads_busy"),
            "waiting_games": sum("tengen_house_waiting_games"),
        },
        "passwords": spread(figures, "tengen_password_wait_seconds", "waiting", sum("tengen_passwords_waiting")),
        "refused_passwords": by(figures, "tengen_passwords_refused_total", "reason"),
        "letters": with("tengen_letters_waiting", &|| json!({
            "waiting": sum("tengen_letters_waiting"),
            "sent": labelled("tengen_letters_total", "outcome", "sent"),
            "failed": labelled("tengen_letters_total", "outcome", "failed"),
            "full": labelled("tengen_letters_total", "outcome", "full"),
        })),
        "requests": by(figures, "tengen_http_requests_total", "status"),
        "refusals": by(figures, "tengen_refusals_total", "code"),
        "kept_out": by(figures, "tengen_kept_out_total", "kind"),
        "process": with("process_resident_memory_bytes", &|| json!({
            "memory_bytes": sum("process_resident_memory_bytes"),
            "processor_seconds": sum("process_cpu_seconds_total"),
            "open_files": sum("process_open_fds"),
            "files": sum("process_max_fds"),
            "threads": sum("process_threads"),
        })),
    })
}

/// How much of something there was and how long it took, in seconds; null where nothing was counted yet. `besides` is one more count.
fn spread(figures: &Figures, name: &str, besides: &str, count: Value) -> Value {
    let all = figures.sum(&format!("{name}_count"));
    let mean = (all > 0.5).then(|| figures.sum(&format!("{name}_sum")) / all);
    let mut object = Map::new();
    object.insert("count".to_owned(), number(all));
    object.insert(besides.to_owned(), count);
    object.insert("mean_seconds".to_owned(), mean.map_or(Value::Null, number));
    object.insert("within_seconds_99".to_owned(), figures.within(name, 0.99).map_or(Value::Null, number));
    Value::Object(object)
}

/// The sums of a name for each value of a label, without those that are 0.
fn by(figures: &Figures, name: &str, label: &str) -> Value {
    Value::Object(
        figures.by(name, label).into_iter().map(|(name, sum)| (name.to_owned(), number(sum))).collect(),
    )
}

/// A number as JSON has it: a whole one without a point.
fn number(value: f64) -> Value {
    value.to_string().parse::<i64>().map_or_else(|_| Value::from(value), Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_an_object_of_numbers() {
        let figures = Figures::read(
            r#"tengen_build_info{version="1.2.3"} 1
tengen_database_answers 1
tengen_outage 0
tengen_games{phase="playing"} 2
tengen_clock_ahead_seconds -0.25
tengen_refusals_total{code="a"} 1
tengen_refusals_total{code="b"} 7
tengen_refusals_total{code="c"} 0
tengen_commit_duration_seconds_bucket{le="0.005"} 4
tengen_commit_duration_seconds_count 4
tengen_commit_duration_seconds_sum 0.01"#,
        );
        let object = object(&figures, true);
        assert_eq!((&object["well"], &object["version"]), (&json!(true), &json!("1.2.3")));
        assert_eq!(object["database"], json!({"answers": true, "stores": true, "outages": 0}));
        assert_eq!(object["games"], json!({"playing": 2, "scoring": 0, "open": 0}));
        assert_eq!(object["servers"]["clock_ahead_seconds"], json!(-0.25));
        assert_eq!(object["refusals"], json!({"a": 1, "b": 7}));
        let commits = json!({"count": 4, "failed": 0, "mean_seconds": 0.0025, "within_seconds_99": 0.005});
        assert_eq!(object["commits"], commits);
        let none_yet = json!({"count": 0, "waiting": 0, "mean_seconds": null, "within_seconds_99": null});
        assert_eq!(object["passwords"], none_yet);
        for part in ["nats", "letters", "process", "other_servers"] {
            assert_eq!(object[part], Value::Null, "{part}");
        }
        let full = super::object(&Figures::read("tengen_outage 1\ntengen_database_answers 1"), false);
        assert_eq!((&full["well"], &full["database"]["stores"]), (&json!(false), &json!(false)));
    }
}
