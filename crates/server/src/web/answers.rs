//! Answers on their way: how many requests of one client are being answered, and how many bytes for it lie in memory until it
//! has read them.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tengen_limits::{Ticket, TooMany};

use super::client::{Client, peer};
use super::error::WebError;
use crate::app::App;

/// Smaller pieces of streams are not counted one by one: a connection holds few of them.
const SMALL: usize = 4 * 1_024;

/// Refuses requests from an address that sends too many or reads too few of its answers, and counts the others until they are
/// answered.
pub(super) async fn limit(State(app): State<App>, client: Client, request: Request, next: Next) -> Response {
    let proxied = app.options.trusts(peer(request.extensions()));
    let ticket = app.limits.request(client).and_then(|()| app.limits.answer(client));
    // Nothing is held yet that others wait for. Behind a proxy connections bound nothing, and only tickets may wait.
    if ticket.is_ok() || !proxied {
        tokio::select! {
            _ = app.limits.rested(client) => {}
            () = app.stop.cancelled() => {}
        }
    }
    let ticket = match ticket {
        Ok(ticket) => ticket,
        Err(too_many) => return refusal(too_many),
    };
    let answer = next.run(request);
    // Without a proxy this is counted with all else that the connection does.
    let answer = if proxied { app.limits.attend(client, answer).await } else { answer.await };
    let (parts, body) = answer.into_parts();
    // An answer with a size is in memory as a whole.
    let whole = match body.size_hint().exact().filter(|size| *size > 0) {
        Some(size) => match app.limits.unsent(client, size) {
            Ok(whole) => Some(Arc::new(whole)),
            Err(too_many) => return refusal(too_many),
        },
        None => None,
    };
    Response::from_parts(parts, Body::new(Counted { body, app, client, whole, _ticket: ticket }))
}

/// The refusal ends its connection, so that a client that goes on has to open another one. New connections are counted, too,
/// and cost less.
fn refusal(too_many: TooMany) -> Response {
    let mut response = WebError::from(too_many).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// A body whose bytes count from when they are there until they are sent, or given up.
struct Counted {
    body: Body,
    app: App,
    client: Client,
    /// For a body that is there as a whole.
    whole: Option<Arc<Ticket>>,
    _ticket: Ticket,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(|bytes| self.counted(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Counted {
    fn counted(&self, bytes: Bytes) -> Bytes {
        let ticket = match &self.whole {
            Some(whole) => Arc::clone(whole),
            None if bytes.len() < SMALL => return bytes,
            // It is there already, so it is counted and not refused.
            None => Arc::new(self.app.limits.unsent_piece(self.client, bytes.len() as u64)),
        };
        Bytes::from_owner(Unsent { bytes, _ticket: ticket })
    }
}

/// Bytes that count for as long as they are there.
struct Unsent {
    bytes: Bytes,
    _ticket: Arc<Ticket>,
}

impl AsRef<[u8]> for Unsent {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
