//! Where a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::app::App;
pub(super) use crate::limits::Client;

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // A request that came through no socket, as in a test, is from here.
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let forwarded = FORWARDED.iter().any(|name| parts.headers.contains_key(*name));
        let address = if app.options.trust_forwarded_for { forwarded_for(parts) } else { None };
        // Behind a proxy on this machine everybody seems to be here; the header says that they are not.
        Ok(app.limits.client(address.unwrap_or(peer), forwarded))
    }
}

/// What proxies write about whom they speak for.
const FORWARDED: [&str; 2] = ["x-forwarded-for", "forwarded"];

/// The last entry of the last header is what the proxy in front of the server wrote; those before it, clients can invent.
fn forwarded_for(parts: &Parts) -> Option<IpAddr> {
    let header = parts.headers.get_all("x-forwarded-for").iter().next_back()?;
    header.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}
