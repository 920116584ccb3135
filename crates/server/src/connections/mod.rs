//! Taking connections: not too many, and none that sits there without asking for anything, or takes nothing of the answer.
//!
//! HTTP/1.1 alone is spoken, and sockets after it: `docs/decisions/web.md` says why.

mod handshake;
mod operators;
mod places;
mod transport;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tengen_limits::{Client, Kind, Limits, Ticket};
use tengen_tls::TlsAcceptor;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use self::handshake::handshake;
pub use self::operators::serve_metrics;
use self::places::{ConnectionPlace, Places};
use self::transport::Transport;
use crate::app::App;
use crate::received::Received;

/// How long a client may take to send the head of a request, from its first byte on or without any, and how long it may keep a
/// connection between two requests.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);
/// How many connections there are at most for requests. Those that have become a socket have limits of their own.
const MOST: usize = 10_000;
/// How much of a request's head, or of an answer that is not read, waits in memory, in bytes.
const BUFFER_BYTES: usize = 64 * 1_024;
/// How long a connection that is refused stays open, so that a client that opens the next one when the last is closed opens few;
/// and how many do at once, as a part of all files and at most. Beyond that they are closed at once.
const LINGER: Duration = Duration::from_secs(1);
const LINGERING_PART: u64 = 8;
const MOST_LINGERING: u64 = 2_048;
/// How long to wait after the system refused to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// How long requests may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// The header in which a proxy tells the scheme that its client used. Nothing beyond the door reads it from anybody else, and of
/// a connection that is encrypted here the door writes it.
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Serves the router until the server stops, and then waits a little for what is still being answered.
///
/// `files` is how many files the process may have open. With `tls` all that is said is encrypted.
pub async fn serve(listener: TcpListener, router: Router, app: &App, files: u64, tls: Option<TlsAcceptor>) {
    let door = Door::new(files);
    tracing::info!(files, connections = door.places.all(), "so many connections may be open");
    app.metrics.note_places(door.places.all());
    let (serving, stop) = (TaskTracker::new(), app.stop.clone());
    while let Some((stream, address)) = next(&listener, &stop).await {
        // There is no request yet that could be answered.
        let Some((held, plain)) = door.admit(app, &stream, address) else {
            door.refuse(stream);
            continue;
        };
        let transport = Transport::new(stream, held);
        let is_proxy = app.options.trusts(address.ip());
        let peer = Peer { address, is_proxy, is_encrypted: tls.is_some(), received: transport.received() };
        let speaking =
            Speaking { builder: door.builder.clone(), peer, router: router.clone(), stop: stop.clone() };
        // Over one connection a proxy speaks for many; each request is counted by whom it is from.
        let counted = (!is_proxy).then(|| (Arc::clone(&app.limits), app.limits.client(address.ip(), false)));
        let serving_one = serve_one(speaking, transport, tls.clone(), counted.clone(), plain);
        if let Some((limits, client)) = counted {
            serving.spawn(async move { limits.attend(client, serving_one).await });
        } else {
            serving.spawn(serving_one);
        }
    }
    drop(listener);
    serving.close();
    if timeout(FAREWELL, serving.wait()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

/// The other end of a connection.
#[derive(Clone)]
struct Peer {
    address: SocketAddr,
    /// Whether it may say for whom it speaks.
    is_proxy: bool,
    /// Whether what it says comes encrypted.
    is_encrypted: bool,
    received: Received,
}

/// What a connection needs to come in.
struct Door {
    builder: Builder,
    /// One for each open connection.
    places: Places,
    /// One for each that has not become a socket.
    plain: Places,
    /// One for each that was refused and is still open.
    lingering: Arc<Semaphore>,
}

/// What a connection holds for as long as it is open.
type Held = (ConnectionPlace, Option<Ticket>);

impl Door {
    fn new(files: u64) -> Self {
        let mut builder = Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE).max_buf_size(BUFFER_BYTES);
        let lingering = (files / LINGERING_PART).min(MOST_LINGERING);
        let places = Places::for_files(files - lingering);
        let plain = Places::new(MOST.min(places.all()));
        let lingering = Arc::new(Semaphore::new(usize::try_from(lingering).unwrap_or_default()));
        Self { builder, places, plain, lingering }
    }

    /// Closes a connection, after a while if others that were refused have left room for it.
    fn refuse(&self, stream: TcpStream) {
        if let Ok(place) = Arc::clone(&self.lingering).try_acquire_owned() {
            tokio::spawn(async move {
                sleep(LINGER).await;
                drop((stream, place));
            });
        }
    }

    /// What the connection is to hold while it is open, and while it is for requests; nothing if it has to go.
    fn admit(&self, app: &App, stream: &TcpStream, peer: SocketAddr) -> Option<(Held, ConnectionPlace)> {
        let client = app.limits.client(peer.ip(), false);
        // A machine that speaks to itself does so from the address that it speaks to.
        let own =
            stream.local_addr().is_ok_and(|local| local.ip().to_canonical() == peer.ip().to_canonical());
        let here = client.is_near() || own;
        // One address speaks for everybody behind a proxy, and its requests are counted by whom they are from.
        let proxied = app.options.trusts(peer.ip());
        let ticket = app.limits.connection(client, self.places.share(proxied), proxied);
        if ticket.is_err() && !here {
            return None;
        }
        // What is more than one address may have can still be the health check beside a proxy on this machine.
        let take = |places: &Places| places.take(ticket.is_ok(), here);
        let (Some(place), Some(plain)) = (take(&self.places), take(&self.plain)) else {
            app.limits.keep_out(client, Kind::Place);
            return None;
        };
        Some(((place, ticket.ok()), plain))
    }
}

/// The next connection; none when the server stops.
async fn next(listener: &TcpListener, stop: &CancellationToken) -> Option<(TcpStream, SocketAddr)> {
    let accepted = async {
        loop {
            match listener.accept().await {
                Ok(connection) => return connection,
                Err(error) => {
                    tracing::debug!(%error, "a connection was not accepted");
                    sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        connection = accepted => Some(connection),
        () = stop.cancelled() => None,
    }
}

/// What is spoken over a connection.
struct Speaking {
    builder: Builder,
    peer: Peer,
    router: Router,
    stop: CancellationToken,
}

/// Serves a connection, which has to be encrypted where there is an acceptor. What is done for it is counted for a client, if it is
/// the connection of one alone.
async fn serve_one(
    speaking: Speaking,
    transport: Transport<Held>,
    tls: Option<TlsAcceptor>,
    counted: Option<(Arc<Limits>, Client)>,
    plain: ConnectionPlace,
) {
    match tls {
        None => speaking.over(transport).await,
        Some(tls) => {
            let rested = async {
                if let Some((limits, client)) = counted {
                    limits.rested(client).await;
                }
            };
            let encrypted = tokio::select! {
                encrypted = handshake(&tls, transport, rested) => encrypted,
                () = speaking.stop.cancelled() => None,
            };
            if let Some(stream) = encrypted {
                speaking.over(stream).await;
            }
        }
    }
    drop(plain);
}

impl Speaking {
    async fn over(self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
        let Self { builder, peer, router, stop } = self;
        let service = service_fn(move |mut request: Request<Incoming>| {
            if !peer.is_proxy {
                request.headers_mut().remove(FORWARDED_PROTO);
                if peer.is_encrypted {
                    request.headers_mut().insert(FORWARDED_PROTO, HeaderValue::from_static("https"));
                }
            }
            request.extensions_mut().insert(ConnectInfo(peer.address));
            request.extensions_mut().insert(peer.received.clone());
            router.clone().oneshot(request.map(Body::new))
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut connection = pin!(connection);
        let outcome = tokio::select! {
            outcome = connection.as_mut() => outcome,
            () = stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = outcome {
            tracing::debug!(%error, "a connection ended badly");
        }
    }
}
