//! The connections of those who watch the server, on an address of their own: a place of theirs is never taken by players.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use super::PAUSE;

/// How many connections there may be; further ones wait until one is closed.
const MOST: usize = 16;
/// How long a connection may be open: it is for a question or a few, and one of a program that hangs must not keep others out.
const LONGEST: Duration = Duration::from_mins(5);
/// How long the head of a request may take, and the pause between two requests.
const HEAD_PATIENCE: Duration = Duration::from_mins(1);

/// Serves the router until the task is broken off.
pub async fn serve_metrics(listener: Arc<TcpListener>, router: Router) {
    let places = Arc::new(Semaphore::new(MOST));
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_PATIENCE);
    // The semaphore is never closed.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::debug!(%error, "a connection for metrics was not accepted");
                sleep(PAUSE).await;
                continue;
            }
        };
        let router = router.clone();
        let service =
            service_fn(move |request: Request<Incoming>| router.clone().oneshot(request.map(Body::new)));
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            if let Ok(Err(error)) = timeout(LONGEST, connection).await {
                tracing::debug!(%error, "a connection for metrics ended badly");
            }
            drop(place);
        });
    }
}
