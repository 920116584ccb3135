//! Files on their way to the server. A small one is read like any other body. Great ones are few at a time, because each is in
//! memory as a whole from its first byte until it is read, and a slow network takes long for it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts as _;
use axum::http::header;
use axum::http::request::Parts;
use futures_util::StreamExt as _;
use tengen_actions::records::bounds_of;
use tengen_limits::{PlaceTicket, TooMany};
use tengen_records::Bounds;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use super::arriving::{Pace, arriving};
use super::body::{gather, too_large};
use super::caller::Anyone;
use super::client::Client;
use super::error::WebError;
use crate::app::App;

/// For how long a great file waits for others before the first byte of it is read.
const TURN: Duration = Duration::from_secs(10);

/// The bytes of a file. A great one keeps its place among the great ones while anybody has them.
#[derive(Debug, Clone)]
pub(super) struct Upload {
    pub(super) bytes: Bytes,
    _place: Option<Arc<Place>>,
}

impl AsRef<[u8]> for Upload {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A place among the great files. No network has all of them.
#[derive(Debug)]
struct Place {
    _permit: OwnedSemaphorePermit,
    _ticket: PlaceTicket,
}

impl Upload {
    /// The file of a request, which may be as long as its sender's files are, and which is here already if it was looked at before.
    pub(super) async fn of(parts: &mut Parts, body: Body, app: &App) -> Result<Self, WebError> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let caller = parts.extensions.get::<Anyone>().cloned();
        let player = caller.as_ref().and_then(Anyone::player);
        let most = player.map_or(Bounds::SMALL.bytes, |player| bounds_of(player).file.bytes);
        // It would take a place to be refused.
        if told_length(parts).is_some_and(|length| length > most) {
            let _ = arriving(body, Pace::SMALL, |body| discard(body, most)).await;
            return Err(too_large(most));
        }
        let is_great = most > Bounds::SMALL.bytes && !is_small(parts);
        let upload = if is_great {
            let place = Self::place(parts, app).await?;
            let pace = if told_length(parts).is_some() { Pace::GREAT } else { Pace::UNTOLD };
            let bytes = gather(body, most, pace).await?;
            Self { bytes, _place: Some(Arc::new(place)) }
        } else {
            Self { bytes: gather(body, Bounds::SMALL.bytes, Pace::SMALL).await?, _place: None }
        };
        // It took its time.
        if let Some(caller) = caller {
            caller.is_still_let_in(parts, app).await?;
        }
        parts.extensions.insert(upload.clone());
        Ok(upload)
    }

    /// A part of it, with its place.
    pub(super) fn with(self, bytes: Bytes) -> Self {
        Self { bytes, ..self }
    }

    /// Waits for a place. Nothing is read meanwhile.
    async fn place(parts: &mut Parts, app: &App) -> Result<Place, WebError> {
        let Ok(client) = Client::from_request_parts(parts, app).await;
        let ticket = app.limits.upload(client)?;
        let places = Arc::clone(&app.turns.great_files);
        let permit =
            timeout(TURN, places.acquire_owned()).await.map_err(|_| TooMany { retry_after: TURN })?;
        let permit = permit.map_err(WebError::internal)?;
        Ok(Place { _permit: permit, _ticket: ticket })
    }
}

/// Whether the request says that its body is no longer than anybody's may be. One that says nothing may have any length.
fn is_small(parts: &Parts) -> bool {
    told_length(parts).is_some_and(|length| length <= Bounds::SMALL.bytes)
}

/// How many bytes the body of a request has, if it says so.
fn told_length(parts: &Parts) -> Option<usize> {
    parts.headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Reads so much of a body that is refused, and keeps none of it: a client that only sends would not hear the answer.
async fn discard(body: Body, most: usize) {
    let (mut pieces, mut read) = (body.into_data_stream(), 0);
    while let Some(Ok(piece)) = pieces.next().await {
        read += piece.len();
        if read > most {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    #[test]
    fn a_body_that_tells_no_length_may_be_great() {
        let small = |length: Option<&str>| {
            let mut request = Request::post("/records");
            if let Some(length) = length {
                request = request.header(header::CONTENT_LENGTH, length);
            }
            is_small(&request.body(()).unwrap().into_parts().0)
        };
        assert!(small(Some("0")) && small(Some("1048576")));
        assert!(!small(Some("1048577")) && !small(Some("-1")) && !small(None));
    }

    #[test]
    fn a_length_is_told_in_digits() {
        let told = |length: &str| {
            let request = Request::post("/records").header(header::CONTENT_LENGTH, length);
            told_length(&request.body(()).unwrap().into_parts().0)
        };
        assert_eq!((told("8388609"), told("-1"), told("many")), (Some(8_388_609), None, None));
    }
}
