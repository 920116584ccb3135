//! Where a request comes from. Handlers that are described in the document of the interface take it as `NoApi<Client>`, for no
//! client says it in a parameter.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue};

pub(super) use tengen_limits::Client;

use crate::app::App;
use crate::proxies;

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let forwarded = FORWARDED.iter().any(|name| parts.headers.contains_key(*name));
        // Behind a proxy on this machine everybody seems to be here; the header says that they are not.
        Ok(app.limits.client(address(parts, app), forwarded))
    }
}

/// The address from which a request comes, as far as the proxies in front of the server are known.
pub(super) fn address(parts: &Parts, app: &App) -> IpAddr {
    let peer = peer(&parts.extensions);
    let (options, entries) = (&app.options, outwards(&parts.headers));
    if options.trust_forwarded_for {
        proxies::client_behind_number(options.proxies.unwrap_or(1), entries).unwrap_or(peer)
    } else {
        proxies::client_behind(&options.trusted_proxies, peer, entries)
    }
}

/// The address at the other end of the connection: the client's, or that of a proxy which speaks for it.
pub(super) fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    // A request that came through no socket, as in a test, is from here.
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The entries of all lines of `X-Forwarded-For`, from the last to the first.
fn outwards(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    let lines = headers.get_all("x-forwarded-for").iter().rev().map(HeaderValue::as_bytes);
    lines.flat_map(|line| line.rsplit(|byte| *byte == b','))
}

/// The header in which proxies name their clients.
const FORWARDED: [&str; 2] = ["x-forwarded-for", "forwarded"];
