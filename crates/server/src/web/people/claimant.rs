//! Somebody who says who it is, as far as a request tells.

use axum::http::HeaderMap;
use tengen_limits::Client;

/// Where a request comes from, by its address and by what its browser shows.
pub(super) struct Claimant<'c> {
    pub(super) client: Client,
    pub(super) headers: &'c HeaderMap,
}
