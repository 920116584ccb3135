//! The parts of a server that open a way to somewhere else, as its options say.

use std::sync::Arc;

use tengen_actions::people::{Letters, Registrations};
use tengen_bus::{Addresses, Bus, Inbox, Secret};
use tengen_credentials::{Cost, Passwords};
use tengen_duties::Duties;
use tengen_mail::{MailServer, Post, Sender};
use tengen_store::{SharedSecret, Store};
use tengen_tls::CaFile;
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use crate::app::Entrance;
use crate::door::door;
use crate::letters::WrittenLetters;
use crate::metrics::Metrics;
use crate::options::ServeOptions;
use crate::serve_error::ServeError;
use crate::ways::ways;

/// Where NATS is, if it is used.
pub(crate) fn nats(options: &ServeOptions) -> Result<Option<Addresses>, ServeError> {
    let Some(url) = &options.nats_url else { return Ok(None) };
    if options.database_url.is_none() {
        return Err(ServeError::NatsAlone);
    }
    Ok(Some(url.parse()?))
}

/// The door of the figures, if the operator wants one.
pub(crate) async fn open_metrics(options: &ServeOptions) -> Result<Option<TcpListener>, ServeError> {
    let Some(wish) = options.metrics_listen else { return Ok(None) };
    TcpListener::bind(wish).await.map(Some).map_err(|error| ServeError::Listen(wish, error))
}

/// The parts by which people come in.
pub(crate) async fn open_entrance(
    options: &ServeOptions,
    store: &Store,
    metrics: &Metrics,
    duties: &Duties,
) -> Result<(Entrance, Option<JoinHandle<()>>), ServeError> {
    let registrations = Registrations::new(secret(store).await.as_deref())?;
    let (letters, posting) = open_post(options, store, duties)?.unzip();
    let ways = ways(options)?;
    let door = door(&options.door, &ways, letters.is_some())?;
    let passwords = Passwords::start(Cost::USUAL, metrics.waits())?;
    Ok((Entrance { door, ways, passwords, registrations, letters }, posting))
}

/// The mail server, the sender and the site of the links, if letters are sent.
pub(crate) fn mail(options: &ServeOptions) -> Result<Option<(MailServer, Sender, &str)>, ServeError> {
    match (&options.post.mail_server, &options.post.mail_from, &options.public_url) {
        (None, None, _) => Ok(None),
        (Some(server), Some(sender), Some(site)) => Ok(Some((server.parse()?, sender.clone(), site))),
        _ => Err(ServeError::HalfOfMail),
    }
}

/// The way to members' mail boxes, and the duty that goes it.
type Posting = (Arc<dyn Letters>, JoinHandle<()>);

/// The way to members' mail boxes, if the operator has one, and the duty that goes it, which ends a few seconds after the stop.
fn open_post(options: &ServeOptions, store: &Store, duties: &Duties) -> Result<Option<Posting>, ServeError> {
    let Some((server, sender, site)) = mail(options)? else { return Ok(None) };
    let ca_file = options.ca_file.as_deref().map(CaFile::read).transpose()?;
    let wishes = tengen_mail::Options { server, sender, ca_file, pace: tengen_mail::Pace::default() };
    let stop = duties.stop();
    let (post, round) = Post::open(wishes, store.clock().clone(), stop.clone())?;
    let round = Arc::new(Mutex::new(round));
    let posting = duties.until(stop).again("letters", move || {
        let round = Arc::clone(&round);
        async move { round.lock().await.go().await }
    });
    let letters: Arc<dyn Letters> = Arc::new(WrittenLetters::new(post, site, options.static_dir.clone()));
    Ok(Some((letters, posting)))
}

/// The secret that the servers of a database share, if there may be several. Without it each takes the answers to its own tasks alone.
pub(crate) async fn secret(store: &Store) -> Option<Vec<u8>> {
    let shared = store.shared_secret().await;
    let shared = shared.inspect_err(|error| tracing::error!(%error, "the servers' secret can't be read"));
    shared.ok().flatten().map(|shared| shared.secret)
}

/// The bus of the servers of this database, if they use one. It connects in the background.
pub(crate) async fn open_bus(
    options: &ServeOptions,
    store: &Store,
    duties: &Duties,
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
    Ok(Some(Bus::open(wishes, duties).await?))
}
