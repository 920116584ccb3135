//! `tengen serve`: from an empty machine to an open door, and back.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tengen_bus::{AddressError, Addresses, Bus, BusError, Inbox, Secret};
use tengen_clock::Clock;
use tengen_cluster::Ears;
use tengen_credentials::{Cost, NoThread, Passwords};
use tengen_entropy::NoEntropy;
use tengen_lists as lists;
use tengen_lists::Lobby;
use tengen_mail::{MailServer, Post, PostError, Sender};
use tengen_store::{Beat, Database, OpenError, SharedSecret, Store, StoreError};
use tengen_tls::{CaFile, CaFileError, NoConfig};
use tengen_trouble as trouble;
use tengen_work::{deadlines, house, indexing, leases};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::app::{App, Entrance};
use crate::connections;
use crate::database_address::database_address;
use crate::door::{Door, DoorError};
use crate::drain::Ending;
use crate::files;
use crate::keeping::Desk;
use crate::letters::Letters;
use crate::log::{self, LogError};
use crate::naming;
use crate::options::ServeOptions;
use crate::registrations::Registrations;
use crate::signals::end_on_signals;
use crate::tokens;
use crate::web;
use crate::wrong_clock;

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
    /// NATS is named and Postgres is not.
    #[error(
        "--nats-url (NATS_URL) tells servers of one Postgres of each other, and an SQLite file has one server: it needs --database-url"
    )]
    NatsAlone,
    /// NATS can't be used.
    #[error("--nats-url (NATS_URL): {0}")]
    NatsAddress(#[from] AddressError),
    /// NATS can't be used.
    #[error("--nats-url (NATS_URL): {0}")]
    Nats(#[from] BusError),
    /// The database does not say how its servers know each other.
    #[error("the database: {0}")]
    Store(#[from] StoreError),
    /// The log can't begin, or the traces can't.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// NATS is to be reached by encryption, and nobody is trusted.
    #[error("NATS: {0}")]
    Trust(#[from] NoConfig),
    /// The database can't be opened.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The address can't be listened on.
    #[error("can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The door can't be as the operator wishes.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// Letters need all three.
    #[error(
        "letters need --mail-server (TENGEN_MAIL_SERVER), --mail-from (TENGEN_MAIL_FROM) and, for the links in them, --public-url (TENGEN_PUBLIC_URL)"
    )]
    HalfOfMail,
    /// The mail server can't be used.
    #[error("--mail-server: {0}")]
    Post(#[from] PostError),
    /// There is no thread for passwords.
    #[error(transparent)]
    Passwords(#[from] NoThread),
    /// There are no random bits.
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
    /// The system refused something that a server needs.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Runs the server on the system's clock until it is told to stop by SIGINT or SIGTERM.
pub async fn run(options: ServeOptions) -> Result<(), ServeError> {
    if options.trusts_twice() {
        return Err(ServeError::TrustedTwice);
    }
    nats(&options)?;
    // The operator hears of a wrong option before anything is opened.
    Door::new(&options)?;
    mail(&options)?;
    let traces = log::begin(&options)?;
    let files = files::raise_limit();
    let clock = Clock::system();
    let address = database_address(options.database_url.as_deref(), options.ca_file.as_deref())?;
    let database = Database::open(address.as_deref(), &options.data_dir, clock).await?;
    let listener =
        TcpListener::bind(options.listen).await.map_err(|error| ServeError::Listen(options.listen, error))?;
    let ending = Ending::default();
    let signals = tokio::spawn(end_on_signals(ending.clone())?);
    serve(options, database, listener, files, ending).await?;
    signals.abort();
    if let Some(traces) = traces {
        traces.end().await;
    }
    Ok(())
}

/// Serves an open database, by its clock, until `ending` says that it is over. The process may have so many `files` open.
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
) -> Result<(), ServeError> {
    let address = listener.local_addr()?;
    let (entrance, posting) = open_entrance(&options, &database.store, &ending.now).await?;
    // Whoever does not know whether the clock is right decides nothing by it.
    let beat = Beat::begin(&database.store, env!("CARGO_PKG_VERSION"), database.alone).await;
    let gone = CancellationToken::new();
    let beating = tokio::spawn(beat.go_on(gone.clone()));
    let gone = gone.drop_guard();
    let metrics_listener = open_metrics(&options).await?;
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
    let (bus, inbox) = open_bus(&options, &database.store, &ending.now).await?.unzip();
    let desk = database.directory().and_then(|directory| {
        let opened = Desk::open(directory);
        opened
            .inspect_err(|error| tracing::warn!(%error, "no backup can be made while this server runs"))
            .ok()
    });
    let app = App::new(&database, lobby, bus, entrance, options, ending).await;
    let desk = desk.map(|desk| tokio::spawn(desk.serve(app.clone())));
    let mut background = vec![
        tokio::spawn(app.drain.clone().run()),
        tokio::spawn(wrong_clock::send_guests_away(app.clone())),
        tokio::spawn(app.lists.lobby().clone().run(app.clock.clone(), app.stop.clone())),
        tokio::spawn(app.lists.top().clone().run(
            app.clock.clone(),
            app.lists.lobby().clone(),
            app.stop.clone(),
        )),
        tokio::spawn(app.rooms.clone().look_after(app.stop.clone())),
        tokio::spawn(app.rooms.clone().look_for_players_elsewhere(app.stop.clone())),
        tokio::spawn(app.rooms.clone().announce_players(app.stop.clone())),
        tokio::spawn(lists::look_elsewhere(app.rooms.clone(), app.lists.clone(), app.stop.clone())),
        tokio::spawn(tidy(app.clone())),
        tokio::spawn(tell_who_is_kept_out(app.clone())),
        tokio::spawn(share_limits(app.clone())),
        tokio::spawn(deadlines::watch(app.store.clone(), app.rooms.clone(), app.stop.clone())),
        tokio::spawn(indexing::watch(app.store.clone(), app.rooms.clone(), app.stop.clone())),
        tokio::spawn(house::open(computer(&app))),
        tokio::spawn(naming::watch(
            app.store.clone(),
            app.rooms.clone(),
            app.lists.clone(),
            app.stop.clone(),
        )),
        tokio::spawn(leases::keep(app.store.clone(), app.stop.clone())),
        tokio::spawn(tokens::look_after(app.tokens.clone(), app.store.clone(), app.stop.clone())),
        tokio::spawn(tokens::heed(app.tokens.clone(), app.store.clone(), app.stop.clone())),
    ];
    if let Some(inbox) = inbox {
        let tokens = app.tokens.clone();
        let ears = Ears {
            rooms: app.rooms.clone(),
            lists: app.lists.clone(),
            revoke: Box::new(move |hash| tokens.revoke(hash)),
        };
        background.push(tokio::spawn(tengen_cluster::listen(inbox, ears, app.stop.clone())));
        background.push(tokio::spawn(app.lists.clone().read_heard(app.stop.clone())));
    }
    if let Some(teller) = app.teller.clone() {
        background.push(tokio::spawn(teller.repeat(app.clock.clone(), app.stop.clone())));
    }
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
    // It gives the letters that wait a few seconds.
    if let Some(posting) = posting {
        let _ = posting.await;
    }
    app.tokens.note_uses(&database.store).await;
    if let Err(error) = database.store.end_leases(false).await {
        tracing::warn!(%error, "the jobs of this server wait for the end of its leases");
    }
    drop(gone);
    // It ends by itself, and within seconds.
    let _ = beating.await;
    database.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The door of the figures, if the operator wants one.
async fn open_metrics(options: &ServeOptions) -> Result<Option<TcpListener>, ServeError> {
    let Some(wish) = options.metrics_listen else { return Ok(None) };
    TcpListener::bind(wish).await.map(Some).map_err(|error| ServeError::Listen(wish, error))
}

/// The parts by which people come in.
async fn open_entrance(
    options: &ServeOptions,
    store: &Store,
    stop: &CancellationToken,
) -> Result<(Entrance, Option<JoinHandle<()>>), ServeError> {
    let registrations = Registrations::new(secret(store).await.as_deref())?;
    let (letters, posting) = open_post(options, store, stop)?.unzip();
    let (door, passwords) = (Door::new(options)?, Passwords::start(Cost::USUAL)?);
    Ok((Entrance { door, passwords, registrations, letters }, posting))
}

/// The mail server, the sender and the site of the links, if letters are sent.
fn mail(options: &ServeOptions) -> Result<Option<(MailServer, Sender, &str)>, ServeError> {
    match (&options.mail_server, &options.mail_from, &options.public_url) {
        (None, None, _) => Ok(None),
        (Some(server), Some(sender), Some(site)) => Ok(Some((server.clone(), sender.clone(), site))),
        _ => Err(ServeError::HalfOfMail),
    }
}

/// The way to members' mail boxes, if the operator has one, and the task that goes it.
fn open_post(
    options: &ServeOptions,
    store: &Store,
    stop: &CancellationToken,
) -> Result<Option<(Letters, JoinHandle<()>)>, ServeError> {
    let Some((server, sender, site)) = mail(options)? else { return Ok(None) };
    let ca_file = options.ca_file.as_deref().map(CaFile::read).transpose()?;
    let wishes = tengen_mail::Options { server, sender, ca_file, pace: tengen_mail::Pace::default() };
    let (post, task) = Post::open(wishes, store.clock().clone(), stop.clone())?;
    Ok(Some((Letters::new(post, site, options.static_dir.clone()), tokio::spawn(task))))
}

/// The secret that the servers of a database share, if there may be several. Without it each takes the answers to its own tasks alone.
async fn secret(store: &Store) -> Option<Vec<u8>> {
    let shared = store.shared_secret().await;
    let shared = shared.inspect_err(|error| tracing::error!(%error, "the servers' secret can't be read"));
    shared.ok().flatten().map(|shared| shared.secret)
}

/// Where NATS is, if it is used.
fn nats(options: &ServeOptions) -> Result<Option<Addresses>, ServeError> {
    let Some(url) = &options.nats_url else { return Ok(None) };
    if options.database_url.is_none() {
        return Err(ServeError::NatsAlone);
    }
    Ok(Some(url.parse()?))
}

/// The bus of the servers of this database, if they use one. It connects in the background.
async fn open_bus(
    options: &ServeOptions,
    store: &Store,
    stop: &CancellationToken,
) -> Result<Option<(Bus, Inbox)>, ServeError> {
    let Some(addresses) = nats(options)? else { return Ok(None) };
    let Some(SharedSecret { name, secret }) = store.shared_secret().await? else {
        return Err(ServeError::NatsAlone);
    };
    let file = options.ca_file.as_deref().map(CaFile::read).transpose()?;
    let tls = match tengen_tls::client_config(file.as_ref()) {
        Ok(config) => Some(config),
        Err(error) if addresses.encrypt() => return Err(error.into()),
        // Nobody asks for it.
        Err(_) => None,
    };
    let wishes = tengen_bus::Options {
        addresses,
        tls,
        subject: format!("{}.{name}.news", options.nats_subject),
        secret: Secret::new(secret),
        own: store.origin(),
        clock: store.clock().clone(),
    };
    Ok(Some(Bus::open(wishes, stop.clone()).await?))
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
