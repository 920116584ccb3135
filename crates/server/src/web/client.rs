//! Where a request comes from, and how many come from there.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;

use super::error::WebError;
use crate::app::App;

/// A client's address: the peer's, or what the proxy in front of the server says.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAddress(pub(super) IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let forwarded = if app.options.trust_forwarded_for { forwarded_for(parts) } else { None };
        // A request that came through no socket, as in a test, is from here.
        Ok(Self(forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }
}

/// The last entry of the last header is what the proxy in front of the server wrote; those before it, clients can invent.
fn forwarded_for(parts: &Parts) -> Option<IpAddr> {
    let header = parts.headers.get_all("x-forwarded-for").iter().next_back()?;
    header.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Refuses requests from an address that sends too many.
pub(super) async fn limit_requests(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Result<Response, WebError> {
    app.limits.request(address)?;
    Ok(next.run(request).await)
}
