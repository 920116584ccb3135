//! Figures for the operator, in the text form of Prometheus.
//!
//! What happens often is counted where it happens, by handles that are made once: a count is one addition to a number of memory.
//! Everything else is gathered when somebody asks (`gather.rs`). The recorder belongs to one server, and nothing is global.

mod describe;
mod gather;
mod process;

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, NoopRecorder, counter, gauge, histogram, with_local_recorder};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use tengen_clock::Clock;
use tengen_credentials::Waits;
use tengen_duties::Repeat;
use tengen_protocol::ProblemCode;
use tengen_store::Commits;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// The bounds of the histograms of time, in seconds. A commit on a quiet disk takes a few milliseconds.
const SECONDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// The bounds of the histogram of events in a batch, of which there are a thousand at most.
const EVENTS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 256.0, 1_000.0];
/// How often recorded times are added up, whether or not somebody asks: until then each takes some bytes.
const ADD_UP: Duration = Duration::from_secs(5);

/// The kinds of addresses, so that no address is a label by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// The REST interface.
    Api,
    /// Streams, which stay open.
    Stream,
    /// Sockets, until they are open.
    Socket,
    /// Pages.
    Page,
    /// Parts of pages.
    Part,
    /// Pictures.
    Picture,
    /// `/livez` and `/readyz`.
    Health,
}

impl Route {
    const ALL: [Self; 7] =
        [Self::Api, Self::Stream, Self::Socket, Self::Page, Self::Part, Self::Picture, Self::Health];

    /// The kind of an address.
    pub fn of(path: &str) -> Self {
        match path.strip_prefix("/api/") {
            Some("v1/ws") => Self::Socket,
            Some(path) if path.ends_with("/stream") => Self::Stream,
            Some(_) => Self::Api,
            None if path.starts_with("/static/") => Self::Part,
            None if path == "/livez" || path == "/readyz" => Self::Health,
            None if matches!(path.rsplit_once('.'), Some((_, "png" | "svg"))) => Self::Picture,
            None => Self::Page,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Stream => "stream",
            Self::Socket => "socket",
            Self::Page => "page",
            Self::Part => "part",
            Self::Picture => "picture",
            Self::Health => "health",
        }
    }
}

/// The hundreds of statuses, as they are usually written.
const STATUSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// What is counted for the operator; cheap to clone. Where nobody may ask, nothing is counted.
#[derive(Debug, Clone)]
pub struct Metrics {
    counts: Arc<Counts>,
    figures: Option<Arc<Figures>>,
}

/// The handles of what happens often.
#[derive(Debug)]
struct Counts {
    requests: [[Counter; STATUSES.len()]; Route::ALL.len()],
    request_times: [Histogram; Route::ALL.len()],
    refusals: HashMap<&'static str, Counter>,
    places: Gauge,
    stored: Counter,
    failed: Counter,
    commit_times: Histogram,
    batches: Histogram,
    password_waits: Histogram,
}

/// The figures of one server.
struct Figures {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    /// The releases of servers of which the figures have told. One gathers at a time: whoever asks meanwhile waits for the turn.
    releases: Mutex<BTreeSet<String>>,
}

impl std::fmt::Debug for Figures {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Figures").finish_non_exhaustive()
    }
}

impl Metrics {
    /// Figures that count from now on, if somebody may ask for them.
    pub fn new(wanted: bool) -> Self {
        if !wanted {
            return Self { counts: Arc::new(with_local_recorder(&NoopRecorder, Counts::new)), figures: None };
        }
        let recorder = recorder();
        let counts = with_local_recorder(&recorder, || {
            describe::all();
            Counts::new()
        });
        let handle = recorder.handle();
        let figures = Figures { recorder, handle, releases: Mutex::default() };
        Self { counts: Arc::new(counts), figures: Some(Arc::new(figures)) }
    }

    /// Counts an answered request: its status, and how long it took until the answer began.
    pub fn answered(&self, route: Route, status: u16, took: Duration) {
        let hundred = usize::from(status / 100).clamp(1, STATUSES.len()) - 1;
        self.counts.requests[route as usize][hundred].increment(1);
        self.counts.request_times[route as usize].record(took);
    }

    /// Counts a problem that somebody was told.
    pub fn refused(&self, code: &str) {
        if let Some(counter) = self.counts.refusals.get(code) {
            counter.increment(1);
        }
    }

    /// Takes note of how many connections there may be.
    pub fn note_places(&self, places: usize) {
        self.counts.places.set(number(places));
    }

    /// Who takes note of commits.
    pub fn commits(&self) -> impl Commits + use<> {
        CommitCounts(Arc::clone(&self.counts))
    }

    /// Who takes note of how long passwords wait for their thread.
    pub fn waits(&self) -> impl Waits + use<> {
        PasswordWaits(Arc::clone(&self.counts))
    }

    /// Adds up recorded times now and then, until the server stops.
    pub async fn look_after(self, clock: Clock, stop: CancellationToken) {
        let mut looks = Repeat::after(ADD_UP, &clock, &stop);
        while looks.tick().await {
            if let Some(figures) = &self.figures {
                figures.handle.run_upkeep();
            }
        }
    }
}

impl Counts {
    fn new() -> Self {
        let requests = |route: Route| {
            STATUSES.map(
                |status| counter!("tengen_http_requests_total", "route" => route.name(), "status" => status),
            )
        };
        let refusals = ProblemCode::ALL
            .iter()
            .map(|code| (code.name(), counter!("tengen_refusals_total", "code" => code.name())));
        Self {
            requests: Route::ALL.map(requests),
            request_times: Route::ALL
                .map(|route| histogram!("tengen_http_request_duration_seconds", "route" => route.name())),
            refusals: refusals.collect(),
            places: gauge!("tengen_connections_limit"),
            stored: counter!("tengen_events_stored_total"),
            failed: counter!("tengen_commit_failures_total"),
            commit_times: histogram!("tengen_commit_duration_seconds"),
            batches: histogram!("tengen_batch_events"),
            password_waits: histogram!("tengen_password_wait_seconds"),
        }
    }
}

/// Counts the commits of the journal.
struct CommitCounts(Arc<Counts>);

impl Commits for CommitCounts {
    fn stored(&self, events: usize, took: Duration) {
        self.0.stored.increment(events as u64);
        self.0.commit_times.record(took);
        self.0.batches.record(number(events));
    }

    fn failed(&self, took: Duration) {
        self.0.failed.increment(1);
        self.0.commit_times.record(took);
    }
}

/// Counts how long passwords wait.
struct PasswordWaits(Arc<Counts>);

impl Waits for PasswordWaits {
    fn waited(&self, time: Duration) {
        self.0.password_waits.record(time);
    }
}

/// A recorder whose histograms have bounds: an operator adds up those of several servers, which quantiles do not allow.
fn recorder() -> PrometheusRecorder {
    let bounds: [(&str, &[f64]); 4] = [
        ("tengen_http_request_duration_seconds", &SECONDS),
        ("tengen_commit_duration_seconds", &SECONDS),
        ("tengen_batch_events", &EVENTS),
        ("tengen_password_wait_seconds", &SECONDS),
    ];
    let with = |builder: PrometheusBuilder, (name, bounds): (&str, &[f64])| {
        // Only a list without any bounds is refused.
        builder.set_buckets_for_metric(Matcher::Full(name.to_owned()), bounds).unwrap_or_default()
    };
    bounds.into_iter().fold(PrometheusBuilder::new(), with).build_recorder()
}

/// A count as a figure. Those of this size are exact.
#[allow(clippy::cast_precision_loss, reason = "nothing here is counted beyond 2^53")]
fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(metrics: &Metrics) -> String {
        metrics.figures.as_ref().unwrap().handle.render()
    }

    #[test]
    fn each_server_of_a_process_counts_for_itself() {
        let [one, other] = [true, true].map(Metrics::new);
        one.answered(Route::Api, 204, Duration::from_millis(3));
        one.refused("stale_turn");
        one.refused("no code at all");
        let line = |count| format!("tengen_http_requests_total{{route=\"api\",status=\"2xx\"}} {count}\n");
        assert!(text(&one).contains(&line(1)) && text(&other).contains(&line(0)));
        let bucket = r#"tengen_http_request_duration_seconds_bucket{route="api",le="0.005"} 1"#;
        assert!(text(&one).contains(bucket), "{}", text(&one));
        assert!(text(&one).contains("tengen_refusals_total{code=\"stale_turn\"} 1\n"));
        assert!(!text(&one).contains("no code"));
    }

    #[test]
    fn where_nobody_may_ask_nothing_is_counted() {
        let metrics = Metrics::new(false);
        metrics.answered(Route::Page, 200, Duration::ZERO);
        metrics.commits().stored(1, Duration::ZERO);
        metrics.waits().waited(Duration::ZERO);
        assert!(metrics.figures.is_none());
    }

    #[test]
    fn addresses_are_of_few_kinds() {
        for (path, route) in [
            ("/", Route::Page),
            ("/games/abc", Route::Page),
            ("/games/abc/board.png", Route::Picture),
            ("/games/abc/qr.svg", Route::Picture),
            ("/static/board.0123456789.js", Route::Part),
            ("/api/v1/ws", Route::Socket),
            ("/api/v1/lobby/stream", Route::Stream),
            ("/api/v1/games/abc", Route::Api),
            ("/readyz", Route::Health),
            ("/wp-login.php", Route::Page),
        ] {
            assert_eq!(Route::of(path), route, "{path}");
        }
    }
}
