//! Answers that keep the place of their request among bounded work until they are sent.

use axum::body::{Body, Bytes};
use tengen_actions::kit::WorkPlace;

/// A body that keeps the place until it is sent, or nobody wants it any more.
pub(super) fn body_in(place: WorkPlace, bytes: Vec<u8>) -> Body {
    Body::from(Bytes::from_owner(Held { bytes, _place: place }))
}

/// The bytes of a body, and the place of the request that they answer.
struct Held {
    bytes: Vec<u8>,
    _place: WorkPlace,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
