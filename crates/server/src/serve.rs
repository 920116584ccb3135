//! `tengen serve`: from an empty machine to an open door, and back.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tengen_clock::Clock;
use tengen_lists as lists;
use tengen_lists::Lobby;
use tengen_store::{Database, OpenError};
use tengen_trouble as trouble;
use tengen_work::{deadlines, house, indexing, leases};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::app::App;
use crate::connections;
use crate::files;
use crate::keeping::Desk;
use crate::options::{LogFormat, ServeOptions};
use crate::signals::stop_on_signal;
use crate::tokens;
use crate::web;

/// How long sockets may take to close when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How often forgotten clients are swept from the rate limits, and the lobby is filled up.
const TIDY: Duration = Duration::from_mins(1);

/// Why the server can't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Proxies are trusted in two ways at once.
    #[error(
        "--trusted-proxy (TENGEN_TRUSTED_PROXIES) takes the place of --trust-forwarded-for and --proxies: leave those out"
    )]
    TrustedTwice,
    /// The log filter does not read.
    #[error("--log: {0}")]
    Log(#[from] tracing_subscriber::filter::ParseError),
    /// The database can't be opened.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The address can't be listened on.
    #[error("can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The system refused something that a server needs.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Runs the server on the system's clock until it is told to stop by SIGINT or SIGTERM.
pub async fn run(options: ServeOptions) -> Result<(), ServeError> {
    if options.trusts_twice() {
        return Err(ServeError::TrustedTwice);
    }
    start_log(&options)?;
    let files = files::raise_limit();
    let clock = Clock::system();
    let database = Database::open(options.database_url.as_deref(), &options.data_dir, clock).await?;
    let listener =
        TcpListener::bind(options.listen).await.map_err(|error| ServeError::Listen(options.listen, error))?;
    let stop = CancellationToken::new();
    let signals = tokio::spawn(stop_on_signal(stop.clone())?);
    serve(options, database, listener, files, stop).await?;
    signals.abort();
    Ok(())
}

/// Serves an open database, by its clock, until `stop` is cancelled. The process may have so many `files` open.
///
/// # Errors
///
/// When the listener has no address, or the address of the metrics can't be listened on.
pub async fn serve(
    options: ServeOptions,
    database: Database,
    listener: TcpListener,
    files: u64,
    stop: CancellationToken,
) -> Result<(), ServeError> {
    let address = listener.local_addr()?;
    let metrics_listener = match options.metrics_listen {
        Some(wish) => Some(TcpListener::bind(wish).await.map_err(|error| ServeError::Listen(wish, error))?),
        None => None,
    };
    // Players have to wait until this is done, so the time without a server is not over before.
    let lobby = Lobby::new();
    lists::fill(&database.store, &lobby).await;
    if options.house_threads > 0
        && let Err(error) = house::introduce(&database.store).await
    {
        tracing::error!(%error, "the computer can't be introduced yet");
    }
    if database.alone
        && let Err(error) = database.store.end_leases(true).await
    {
        tracing::error!(%error, "the jobs of a server that has died wait for the end of its leases");
    }
    let desk = database.directory().and_then(|directory| {
        let opened = Desk::open(directory);
        opened
            .inspect_err(|error| tracing::warn!(%error, "no backup can be made while this server runs"))
            .ok()
    });
    let app = App::new(&database, lobby, options, stop).await;
    let desk = desk.map(|desk| tokio::spawn(desk.serve(app.stop.clone())));
    let mut background = vec![
        tokio::spawn(app.lists.lobby().clone().run(app.clock.clone(), app.stop.clone())),
        tokio::spawn(app.lists.top().clone().run(
            app.clock.clone(),
            app.lists.lobby().clone(),
            app.stop.clone(),
        )),
        tokio::spawn(app.rooms.clone().look_after(app.stop.clone())),
        tokio::spawn(lists::look_elsewhere(app.rooms.clone(), app.lists.clone(), app.stop.clone())),
        tokio::spawn(tidy(app.clone())),
        tokio::spawn(tell_who_is_kept_out(app.clone())),
        tokio::spawn(deadlines::watch(app.store.clone(), app.rooms.clone(), app.stop.clone())),
        tokio::spawn(indexing::watch(app.store.clone(), app.rooms.clone(), app.stop.clone())),
        tokio::spawn(house::open(computer(&app))),
        tokio::spawn(leases::keep(app.store.clone(), app.stop.clone())),
        tokio::spawn(tokens::watch(app.tokens.clone(), app.store.clone(), app.stop.clone())),
    ];
    if let Some(listener) = metrics_listener {
        tracing::info!("the metrics are at http://{}/metrics", listener.local_addr()?);
        background.push(tokio::spawn(connections::serve_metrics(listener, web::metrics_door(app.clone()))));
        background.push(tokio::spawn(app.metrics.clone().look_after(app.clock.clone(), app.stop.clone())));
    }
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "tengen is at http://{address}");

    connections::serve(listener, web::router(app.clone()), &app, files).await;
    app.sockets.close();
    if tokio::time::timeout(FAREWELL, app.sockets.wait()).await.is_err() {
        tracing::warn!("some sockets did not close in time");
    }
    if let Some(desk) = desk
        && tokio::time::timeout(FAREWELL, desk).await.is_err()
    {
        tracing::warn!("a backup did not end in time");
    }
    for task in background {
        task.abort();
    }
    app.tokens.note_uses(&database.store).await;
    if let Err(error) = database.store.end_leases(false).await {
        tracing::warn!(%error, "the jobs of this server wait for the end of its leases");
    }
    database.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn start_log(options: &ServeOptions) -> Result<(), ServeError> {
    let filter = EnvFilter::try_new(&options.log)?;
    // When nobody reads the log any more there is no place for complaints about that either: they would go to the same
    // closed pipe, and panic, in whatever task had something to log.
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // A file is read without colours.
        .with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .log_internal_errors(false);
    // A log that is already there, as in tests, stays.
    let _ = match options.log_format {
        LogFormat::Text => builder.finish().with(filter_fn(tells_no_frame)).try_init(),
        LogFormat::Json => builder.json().finish().with(filter_fn(tells_no_frame)).try_init(),
    };
    Ok(())
}

/// Whether a line may be in the log. Those in which the library of the sockets tells each frame may not, even for an operator
/// who asks for every line: tokens are in some frames.
fn tells_no_frame(line: &Metadata<'_>) -> bool {
    *line.level() <= Level::DEBUG || !line.target().starts_with("tungstenite")
}

/// The computer, as the operator wants it.
fn computer(app: &App) -> house::Computer {
    house::Computer {
        store: app.store.clone(),
        rooms: app.rooms.clone(),
        queue: app.house.clone(),
        limits: Arc::clone(&app.limits),
        threads: app.options.house_threads,
        pause: app.options.house_pause,
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
