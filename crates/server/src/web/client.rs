//! Where a request comes from. Handlers that are described in the document of the interface take it as `NoApi<Client>`, for no
//! client says it in a parameter.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

pub(super) use tengen_limits::Client;

use crate::app::App;

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // A request that came through no socket, as in a test, is from here.
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let forwarded = FORWARDED.iter().any(|name| parts.headers.contains_key(*name));
        let options = &app.options;
        let address = options.trust_forwarded_for.then(|| forwarded_for(&parts.headers, options.proxies));
        // Behind a proxy on this machine everybody seems to be here; the header says that they are not.
        Ok(app.limits.client(address.flatten().unwrap_or(peer), forwarded))
    }
}

/// The header in which proxies name their clients.
const FORWARDED: [&str; 2] = ["x-forwarded-for", "forwarded"];

/// The last entries are those of the proxies in front of the server, each of which names whom it speaks for; what stands before
/// them, clients can invent. Who came past some of the proxies is named by the first entry.
fn forwarded_for(headers: &HeaderMap, proxies: u8) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter().map(HeaderValue::as_bytes);
    let entries: Vec<&[u8]> = lines.flat_map(|line| line.split(|byte| *byte == b',')).collect();
    let entry = entries.get(entries.len().saturating_sub(proxies.into()))?;
    address(std::str::from_utf8(entry).ok()?.trim())
}

/// The address of an entry, which may come with a port.
fn address(entry: &str) -> Option<IpAddr> {
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
    bare.parse().ok().or_else(|| entry.parse().ok().map(|address: SocketAddr| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whom these headers name behind so many proxies.
    fn named(lines: &[&str], proxies: u8) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        forwarded_for(&headers, proxies).map(|address| address.to_string())
    }

    #[test]
    fn each_proxy_adds_an_entry_and_clients_can_invent_the_others() {
        let examples: [(&[&str], u8, Option<&str>); 10] = [
            (&[], 1, None),
            (&["203.0.113.7"], 1, Some("203.0.113.7")),
            (&["1.1.1.1, 203.0.113.7"], 1, Some("203.0.113.7")),
            (&["1.1.1.1", "203.0.113.7"], 1, Some("203.0.113.7")),
            (&["1.1.1.1, 203.0.113.7, 192.0.2.1"], 2, Some("203.0.113.7")),
            (&["1.1.1.1, 203.0.113.7", "192.0.2.1"], 2, Some("203.0.113.7")),
            // Past the outer proxy.
            (&["203.0.113.7"], 2, Some("203.0.113.7")),
            (&["203.0.113.7, unknown"], 1, None),
            (&["1.1.1.1,"], 1, None),
            (&["käse, 203.0.113.7"], 1, Some("203.0.113.7")),
        ];
        for (lines, proxies, expected) in examples {
            assert_eq!(named(lines, proxies).as_deref(), expected, "{lines:?} behind {proxies}");
        }
    }

    #[test]
    fn an_entry_may_have_a_port() {
        for (entry, expected) in [
            ("203.0.113.7:50123", Some("203.0.113.7")),
            ("2001:db8::7", Some("2001:db8::7")),
            ("[2001:db8::7]", Some("2001:db8::7")),
            ("[2001:db8::7]:50123", Some("2001:db8::7")),
            ("203.0.113.7:", None),
            ("203.0.113.7:70000", None),
            ("club.example.org", None),
        ] {
            assert_eq!(named(&[entry], 1).as_deref(), expected, "{entry}");
        }
    }
}
