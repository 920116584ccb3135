//! Taking connections: not too many, and none that sits there without asking for anything.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::app::App;
use crate::limits::Ticket;

/// How long a client may take to send the head of a request, and how long it may keep a connection without one.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);
/// How many connections there are at most, sockets not counted: those that have become one have limits of their own.
const MOST: usize = 10_000;
/// How long to wait after the system refused to accept a connection, usually for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);
/// How long requests may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves the router until the server stops, and then waits a little for what is still being answered.
pub async fn serve(listener: TcpListener, router: Router, app: &App) {
    let builder = Arc::new(builder());
    let running = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST));
    while let Some((stream, peer, place)) = next(&listener, &places, app).await {
        // Behind a proxy all connections come from one address, so only their number counts.
        let ticket = if app.options.trust_forwarded_for {
            None
        } else {
            match app.limits.connection(app.limits.client(peer.ip(), false)) {
                Ok(ticket) => Some(ticket),
                // There is no request yet that could be answered.
                Err(_) => continue,
            }
        };
        // Moves are small and must not wait for more to send.
        let _ = stream.set_nodelay(true);
        serve_one(&builder, &running, stream, peer, router.clone(), (place, ticket));
    }
    drop(listener);
    if timeout(FAREWELL, running.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(HEAD_PATIENCE);
    builder
}

/// The next connection, once there is room for it; none when the server stops.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    app: &App,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let accepted = async {
        let place = Arc::clone(places).acquire_owned().await.ok()?;
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => return Some((stream, peer, place)),
                Err(error) => {
                    tracing::debug!(%error, "a connection was not accepted");
                    sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        connection = accepted => connection,
        () = app.stop.cancelled() => None,
    }
}

fn serve_one(
    builder: &Arc<Builder<TokioExecutor>>,
    running: &GracefulShutdown,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    held: (OwnedSemaphorePermit, Option<Ticket>),
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    let connection = running.watch(connection.into_owned());
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(error, "a connection ended badly");
        }
        drop(held);
    });
}
