//! `tengen serve`: from an empty machine to an open door, and back.

use std::sync::Arc;
use std::time::Duration;

use tengen_actions::computer;
use tengen_actions::duties::{
    deadlines, idle_guests, indexing, leases, left_behind, names, round_games, suspending,
};
use tengen_actions::kit::tokens;
use tengen_bus::Inbox;
use tengen_clock::Clock;
use tengen_cluster::Ears;
use tengen_duties::Duties;
use tengen_lists as lists;
use tengen_store::{Beat, Database, Directory, RENEWED_EVERY, Readers};
use tengen_trouble as trouble;
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::certificate::{acceptor, certificate, keep_renewed};
use crate::connections;
use crate::database_address::database_address;
use crate::drain::Ending;
use crate::examine;
use crate::files;
use crate::keeping::Desk;
use crate::log;
use crate::metrics::Metrics;
use crate::old_keys;
use crate::opening::{open_bus, open_entrance, open_metrics};
use crate::options::ServeOptions;
use crate::own_network;
use crate::signals::{Hangups, end_on_signals};
use crate::waiting::when_there;
use crate::web;
use crate::wrong_clock;

pub use crate::serve_error::ServeError;

/// How long sockets may take to close when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// The longest pause before the beat is started again: without it the others take this server for dead after two and a half seconds.
const BEAT_PAUSE: Duration = Duration::from_millis(500);
/// How often forgotten clients are swept from the rate limits, and the lobby is filled up.
const TIDY: Duration = Duration::from_mins(1);

/// Runs the server on the system's clock until it is told to stop by SIGINT or SIGTERM.
pub async fn run(options: ServeOptions) -> Result<(), ServeError> {
    // The operator hears of a wrong option before anything is opened.
    if let Some(fault) = examine::faults(&options).into_iter().next() {
        return Err(fault);
    }
    let traces = log::begin(&options)?;
    // From now on SIGHUP says that a certificate was renewed. It would end the process while a long migration is under way.
    let _hangups = if options.tls.encrypts() { Some(Hangups::listen()?) } else { None };
    for option in &options.shown_secrets {
        tracing::warn!(
            "the password in --{option} stands on the command line, where every user of this machine can read it: \
             put it into a file, and name that by --{option}-file"
        );
    }
    for name in &options.unheard_credentials {
        tracing::warn!(
            "systemd's credential {name} is passed over, since the command line or a variable says something else: \
             leave one of the two out"
        );
    }
    if let Some(words) = own_network::words(&options) {
        tracing::info!("{words}");
    }
    let files = files::raise_limit();
    let clock = Clock::system();
    let address = database_address(options.database_url.as_deref(), options.ca_file.as_deref())?;
    let address = address.as_deref();
    let (directory, connections) = (&options.data_dir, options.database_connections);
    let ending = Ending::default();
    let duties = Duties::new(clock.clone(), ending.now.clone());
    duties.once("signals", end_on_signals(ending.clone())?);
    let open = || Database::with_connections(address, directory, connections, clock.clone());
    let database = when_there(open, &clock, &ending).await?;
    if let Some(database) = database {
        let listener = TcpListener::bind(options.listen)
            .await
            .map_err(|error| ServeError::Listen(options.listen, error))?;
        serve(options, database, listener, files, ending, duties).await?;
    } else {
        tracing::info!("stopped");
    }
    if let Some(traces) = traces {
        traces.end().await;
    }
    Ok(())
}

/// Begins a duty that needs the parts of the server, and can be begun again.
fn begin<Work>(app: &App, name: &'static str, duty: impl Fn(App) -> Work + Send + 'static)
where
    Work: Future<Output = ()> + Send + 'static,
{
    let parts = app.clone();
    app.duties.again(name, move || duty(parts.clone()));
}

/// Begins what every server does beside its requests, until it stops.
fn begin_duties(app: &App) {
    begin(app, "drain", |app| app.drain.clone().run());
    begin(app, "wrong_clock", wrong_clock::send_guests_away);
    begin(app, "lobby", |app| app.lists.lobby().clone().run(app.clock.clone(), app.stop.clone()));
    begin(app, "top", |app| {
        app.lists.top().clone().run(app.clock.clone(), app.lists.lobby().clone(), app.stop.clone())
    });
    begin(app, "rooms", |app| app.rooms.clone().look_after(app.stop.clone()));
    begin(app, "presence_elsewhere", |app| app.rooms.clone().look_for_players_elsewhere(app.stop.clone()));
    begin(app, "commits_elsewhere", |app| {
        lists::look_elsewhere(app.rooms.clone(), app.lists.clone(), app.stop.clone())
    });
    begin(app, "tidying", tidy);
    begin(app, "kept_out", tell_who_is_kept_out);
    begin(app, "limits", share_limits);
    begin(app, "deadlines", |app| deadlines::watch(app.store.clone(), app.rooms.clone(), app.stop.clone()));
    begin(app, "indexing", |app| indexing::watch(app.store.clone(), app.rooms.clone(), app.stop.clone()));
    let shown = Arc::<Mutex<names::Shown>>::default();
    begin(app, "names", move |app| {
        let shown = Arc::clone(&shown);
        names::watch(app.store.clone(), app.rooms.clone(), app.lists.clone(), shown, app.stop.clone())
    });
    begin(app, "games_left_behind", |app| left_behind::watch(app.actions.clone()));
    begin(app, "idempotency_keys", old_keys::watch);
    begin(app, "sanctions", |app| suspending::watch(app.actions.clone()));
    begin(app, "round_games", |app| round_games::watch(app.actions.clone()));
    begin(app, "lost_pairs", |app| round_games::watch_lost_pairs(app.actions.clone()));
    begin(app, "networks", |app| app.networks.clone().watch(app.store.clone(), app.stop.clone()));
    begin(app, "growing_trees", |app| app.growing_trees.clone().watch(app.store.clone(), app.stop.clone()));
    begin(app, "announcements", |app| app.announcements.clone().watch(app.store.clone(), app.stop.clone()));
    begin(app, "tokens", |app| tokens::look_after(app.tokens.clone(), app.store.clone(), app.stop.clone()));
    if let Some(kept) = app.options.door.guests_kept() {
        begin(app, "idle_guests", move |app| idle_guests::watch(app.actions.clone(), kept));
    }
    if app.store.is_shared() {
        begin(app, "presence", |app| app.rooms.clone().announce_players(app.stop.clone()));
        let (store, stop) = (app.store.clone(), app.stop.clone());
        // A longer pause would outlast the leases.
        app.duties.again_within(RENEWED_EVERY, "leases", move || leases::keep(store.clone(), stop.clone()));
        begin(app, "tokens_elsewhere", |app| {
            tokens::heed(app.tokens.clone(), app.store.clone(), app.stop.clone())
        });
    }
    if let Some(teller) = app.teller.clone() {
        begin(app, "watchers", move |app| teller.clone().repeat(app.clock.clone(), app.stop.clone()));
        begin(app, "heard_games", |app| app.lists.clone().read_heard(app.stop.clone()));
    }
    computer::open(&computer_of(app), &app.duties);
}

/// Begins to hear the news of the other servers.
fn begin_hearing(app: &App, inbox: Inbox) {
    let tokens = app.tokens.clone();
    let ears = Ears {
        rooms: app.rooms.clone(),
        lists: app.lists.clone(),
        revoke: Box::new(move |hash, changed_at| match changed_at {
            Some(changed_at) => tokens.heed_change(hash, changed_at),
            None => tokens.revoke(hash),
        }),
    };
    let (inbox, ears) = (Arc::new(Mutex::new(inbox)), Arc::new(ears));
    begin(app, "news", move |app| {
        tengen_cluster::listen(Arc::clone(&inbox), Arc::clone(&ears), app.stop.clone())
    });
}

/// Serves an open database, by its clock, until `ending` says that it is over. The process may have so many `files` open. The stop of the
/// `duties` is that of `ending`.
///
/// # Errors
///
/// When the listener has no address, or the address of the metrics can't be listened on.
pub async fn serve(
    options: ServeOptions,
    database: Database,
    listener: TcpListener,
    files: u64,
    ending: Ending,
    duties: Duties,
) -> Result<(), ServeError> {
    if let Some(directory) = database.directory() {
        keep_private(directory, options.data_group_reads);
    }
    let address = listener.local_addr()?;
    let certificate = certificate(&options.tls)?.map(Arc::new);
    let tls = certificate.as_deref().map(acceptor).transpose()?;
    let metrics = Metrics::new(options.metrics_listen.is_some());
    let (entrance, posting) = open_entrance(&options, &database.store, &metrics, &duties).await?;
    // Whoever does not know whether the clock is right decides nothing by it.
    let beat = Beat::begin(&database.store, env!("CARGO_PKG_VERSION"), database.alone).await;
    let gone = CancellationToken::new();
    let beating = database.store.is_shared().then(|| begin_beating(&duties, beat, &gone));
    let gone = gone.drop_guard();
    let metrics_listener = open_metrics(&options).await?;
    if options.house_threads > 0
        && let Err(error) = computer::introduce(&database.store).await
    {
        tracing::error!(%error, "the computer can't be introduced yet");
    }
    if database.alone
        && let Err(error) = database.store.end_leases(true).await
    {
        tracing::error!(%error, "the jobs of a server that has died wait for the end of its leases");
    }
    if database.alone {
        round_games::refuse_lost_pairs(&database.store).await;
    }
    if let Err(error) = database.store.keep_roles_of(&entrance.ways.given_roles()).await {
        tracing::error!(%error, "roles by groups of providers that are gone can't be taken away yet");
    }
    let (bus, inbox) = open_bus(&options, &database.store, &duties).await?.unzip();
    let desk = database.directory().and_then(open_desk);
    let app = App::new(&database, bus, entrance, metrics, options, ending, duties).await;
    let desk = desk.map(|desk| {
        let (desk, parts) = (Arc::new(desk), app.clone());
        app.duties.again("desk", move || Arc::clone(&desk).serve(parts.clone()))
    });
    begin_duties(&app);
    if let Some(inbox) = inbox {
        begin_hearing(&app, inbox);
    }
    if let Some(listener) = metrics_listener {
        tracing::info!("the metrics are at http://{}/metrics", listener.local_addr()?);
        let listener = Arc::new(listener);
        begin(&app, "metrics_door", move |app| {
            connections::serve_metrics(Arc::clone(&listener), web::metrics_door(app))
        });
        begin(&app, "metrics", |app| app.metrics.clone().look_after(app.clock.clone(), app.stop.clone()));
    }
    if let Some(certificate) = certificate {
        let hangups = Arc::new(Mutex::new(Hangups::listen()?));
        begin(&app, "certificate", move |app| {
            keep_renewed(Arc::clone(&certificate), app.clock.clone(), Arc::clone(&hangups))
        });
    }
    let scheme = if tls.is_some() { "https" } else { "http" };
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "tengen is at {scheme}://{address}");

    connections::serve(listener, web::router(app.clone()), &app, files, tls).await;
    take_leave(&app, desk, posting).await;
    app.tokens.note_uses(&database.store).await;
    if let Err(error) = database.store.end_leases(false).await {
        tracing::warn!(%error, "the jobs of this server wait for the end of its leases");
    }
    drop(gone);
    // It ends by itself, and within seconds.
    if let Some(beating) = beating {
        let _ = beating.await;
    }
    trouble::end();
    database.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Begins to beat, until this server is gone.
fn begin_beating(duties: &Duties, beat: Beat, gone: &CancellationToken) -> JoinHandle<()> {
    let (beat, token) = (Arc::new(Mutex::new(beat)), gone.clone());
    duties.until(gone).again_within(BEAT_PAUSE, "beat", move || {
        let (beat, gone) = (Arc::clone(&beat), token.clone());
        async move { beat.lock().await.go_on(&gone).await }
    })
}

/// The desk at which commands of this machine ask for a backup.
fn open_desk(directory: &Directory) -> Option<Desk> {
    let opened = Desk::open(directory);
    opened.inspect_err(|error| tracing::warn!(%error, "no backup can be made while this server runs")).ok()
}

/// Lets nobody read the data directory but its owner, and its group where the operator wants that. A directory that is another user's, such
/// as a volume that is given to a group, is left to that user.
fn keep_private(directory: &Directory, group_reads: bool) {
    let (readers, who) = if group_reads {
        (Readers::Group, "its owner and its group")
    } else {
        (Readers::Nobody, "its owner")
    };
    let path = directory.path().display();
    match directory.keep_for(readers) {
        Ok(0) => {}
        Ok(files) => {
            tracing::info!(files, "the data directory {path} can be read by {who} alone from now on");
        }
        Err(error) => tracing::warn!(%error, "others may be able to read the data directory {path}"),
    }
}

/// Ends the tasks of a server whose door has closed, each with the time that it needs.
async fn take_leave(app: &App, desk: Option<JoinHandle<()>>, posting: Option<JoinHandle<()>>) {
    app.sockets.close();
    if tokio::time::timeout(FAREWELL, app.sockets.wait()).await.is_err() {
        tracing::warn!("some sockets did not close in time");
    }
    if let Some(desk) = desk
        && tokio::time::timeout(FAREWELL, desk).await.is_err()
    {
        tracing::warn!("a backup did not end in time");
    }
    app.duties.break_off();
    // It gives the letters that wait a few seconds.
    if let Some(posting) = posting {
        let _ = posting.await;
    }
}

/// The computer, as the operator wants it.
fn computer_of(app: &App) -> computer::Computer {
    computer::Computer {
        store: app.store.clone(),
        rooms: app.rooms.clone(),
        queue: app.house.clone(),
        limits: Arc::clone(&app.limits),
        threads: app.options.house_threads,
        pause: app.options.house_pause,
        leaving: app.drain.begun(),
        stop: app.stop.clone(),
    }
}

async fn tidy(app: App) {
    loop {
        app.clock.sleep(TIDY).await;
        app.limits.tidy();
        app.new_games.tidy();
        app.house.tidy();
        trouble::tidy();
        if app.lists.lobby().has_room() {
            lists::fill(&app.store, app.lists.lobby()).await;
        }
    }
}

async fn tell_who_is_kept_out(app: App) {
    app.limits.kept_out().tell().await;
}

/// Lets the limits follow the number of servers.
async fn share_limits(app: App) {
    let mut servers = app.store.watch_servers();
    loop {
        app.limits.share(servers.borrow_and_update().alive);
        if servers.changed().await.is_err() {
            return;
        }
    }
}
