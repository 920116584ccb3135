//! Figures that are read when somebody asks for them, from the parts that know them.

use std::collections::BTreeSet;
use std::time::Duration;

use metrics::{counter, gauge, with_local_recorder};
use tengen_bus::Dropped;
use tengen_duties::Figures;
use tengen_game::Millis;
use tengen_limits::Kind;
use tengen_store::{GamesIn, JobsOf, ServersOf, StoreError};
use tokio::time::timeout;

use super::{Metrics, number, process};
use crate::app::App;

/// How long the database may take to answer: less than those who ask wait for all figures.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many releases are told apart, at most.
const RELEASES: usize = 20;

/// What only the database knows.
struct Tables {
    games: Vec<GamesIn>,
    jobs: Vec<JobsOf>,
    servers: Vec<ServersOf>,
    /// How many commits of others are not known here, if there can be others.
    behind: Option<u64>,
}

impl Metrics {
    /// All figures of a server at this moment, as a text of Prometheus; none, if nobody may ask.
    pub async fn gather(&self, app: &App) -> Option<String> {
        let figures = self.figures.as_ref()?;
        let mut releases = figures.releases.lock().await;
        // A database on a full disk still answers.
        let (tables, can_store) = tokio::join!(timeout(PATIENCE, read_tables(app)), app.readiness.is_ready());
        with_local_recorder(&figures.recorder, || {
            let answers = matches!(tables, Ok(Ok(_)));
            gauge!("tengen_database_answers").set(f64::from(u8::from(answers)));
            if let Ok(Ok(tables)) = tables {
                note_tables(&tables);
                note_releases(&mut releases, tables.servers);
            }
            note_server(app, can_store);
            note_duties(app);
            note_bus(app);
            note_entrance(app);
            note_limits(app);
            process::note();
        });
        Some(figures.handle.render())
    }
}

async fn read_tables(app: &App) -> Result<Tables, StoreError> {
    let games = app.store.games_by_phase().await?;
    let jobs = app.store.jobs_by_kind(app.clock.now()).await?;
    let behind = match (app.store.feed(), app.lists.followed().and_then(|followed| followed.position)) {
        (Some(feed), Some(position)) => Some(feed.count_after(position).await?),
        _ => None,
    };
    let servers = app.store.servers_by_release().await?;
    Ok(Tables { games, jobs, servers, behind })
}

fn note_tables(tables: &Tables) {
    for GamesIn { phase, games } in &tables.games {
        gauge!("tengen_games", "phase" => phase.name()).set(figure(*games));
    }
    for JobsOf { kind, waiting, held, later, failed } in &tables.jobs {
        for (state, count) in [("waiting", waiting), ("held", held), ("later", later)] {
            gauge!("tengen_jobs", "kind" => kind.name(), "state" => state).set(figure(*count));
        }
        gauge!("tengen_jobs_failed", "kind" => kind.name()).set(figure(*failed));
    }
    if let Some(behind) = tables.behind {
        gauge!("tengen_feed_behind_commits").set(figure(behind));
    }
}

/// The servers of each release, those of releases that are gone included: a figure that is not set again stays as it was. A database
/// that names no servers has this one.
fn note_releases(known: &mut BTreeSet<String>, mut servers: Vec<ServersOf>) {
    if servers.is_empty() {
        servers.push(ServersOf { release: env!("CARGO_PKG_VERSION").to_owned(), servers: 1 });
    }
    for release in known.iter() {
        gauge!("tengen_servers_of_release", "release" => release.clone()).set(0.0);
    }
    for ServersOf { release, servers } in servers {
        if known.contains(&release) || known.len() < RELEASES {
            gauge!("tengen_servers_of_release", "release" => release.clone()).set(figure(servers));
            known.insert(release);
        }
    }
}

fn note_server(app: &App, can_store: bool) {
    gauge!("tengen_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    let rooms = app.rooms.figures();
    gauge!("tengen_rooms").set(number(rooms.rooms));
    gauge!("tengen_rooms_bytes").set(number(rooms.bytes));
    gauge!("tengen_rooms_limit_bytes").set(number(app.options.max_rooms_bytes));
    gauge!("tengen_events_waiting").set(number(rooms.waiting_events));
    let outages = *app.rooms.outages().borrow();
    counter!("tengen_outages_total").absolute(outages.noticed);
    gauge!("tengen_outage").set(f64::from(u8::from(outages.lasts || !can_store)));
    gauge!("tengen_draining").set(f64::from(u8::from(app.drain.has_begun())));
    let servers = app.store.servers();
    gauge!("tengen_servers").set(f64::from(servers.alive));
    gauge!("tengen_clock_ahead_seconds").set(seconds(servers.clock_ahead));
    if let Some(followed) = app.lists.followed() {
        gauge!("tengen_feed_look_age_seconds").set(followed.looked_at.elapsed().as_secs_f64());
    }
    let house = app.house.load();
    gauge!("tengen_house_threads").set(f64::from(app.options.house_threads));
    gauge!("tengen_house_threads_busy").set(number(house.thinking));
    gauge!("tengen_house_waiting_games").set(number(house.waiting));
}

/// The background tasks, each by its name.
fn note_duties(app: &App) {
    for Figures { name, restarts, is_down } in app.duties.figures() {
        counter!("tengen_duty_restarts_total", "duty" => name).absolute(restarts);
        gauge!("tengen_duty_down", "duty" => name).set(f64::from(u8::from(is_down)));
    }
}

/// The messages between servers, where they use NATS.
fn note_bus(app: &App) {
    let Some(bus) = &app.bus else { return };
    let figures = bus.figures();
    gauge!("tengen_bus_connected").set(f64::from(u8::from(bus.health().borrow().connected)));
    for (direction, count) in [("out", figures.sent), ("in", figures.received)] {
        counter!("tengen_bus_messages_total", "direction" => direction).absolute(count);
    }
    for reason in Dropped::ALL {
        counter!("tengen_bus_dropped_total", "reason" => reason.name()).absolute(figures.dropped(reason));
    }
}

/// Passwords, and letters where they are sent.
fn note_entrance(app: &App) {
    let passwords = app.passwords.figures();
    gauge!("tengen_passwords_waiting").set(number(passwords.waiting));
    for (reason, count) in [("full", passwords.full), ("address", passwords.full_for_address)] {
        counter!("tengen_passwords_refused_total", "reason" => reason).absolute(count);
    }
    let Some(letters) = &app.letters else { return };
    let post = letters.post().figures();
    gauge!("tengen_letters_waiting").set(number(post.waiting));
    for (outcome, count) in [("sent", post.sent), ("failed", post.failed), ("full", post.refused)] {
        counter!("tengen_letters_total", "outcome" => outcome).absolute(count);
    }
}

fn note_limits(app: &App) {
    let open = app.limits.open();
    let sockets = app.sockets.len();
    gauge!("tengen_sockets").set(number(sockets));
    // A socket is counted as one that stays before it is one, so the difference may be off by those that are opening.
    gauge!("tengen_streams").set(figure(open.staying.saturating_sub(sockets as u64)));
    gauge!("tengen_connections").set(figure(open.connections));
    gauge!("tengen_followed_games").set(figure(open.followed));
    gauge!("tengen_answers_open").set(figure(open.answers));
    gauge!("tengen_unsent_bytes").set(figure(open.unsent_bytes));
    for kind in Kind::ALL {
        counter!("tengen_kept_out_total", "kind" => kind.name()).absolute(app.limits.kept_out().in_all(kind));
    }
}

/// A time in milliseconds as a figure in seconds.
fn seconds(millis: Millis) -> f64 {
    // No clock is off by so much that a digit of this is lost.
    f64::from(i32::try_from(millis).unwrap_or(if millis < 0 { i32::MIN } else { i32::MAX })) / 1_000.0
}

/// A count as a figure.
fn figure(count: u64) -> f64 {
    number(usize::try_from(count).unwrap_or(usize::MAX))
}
