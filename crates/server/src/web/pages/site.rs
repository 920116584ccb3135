//! Where browsers find the server: whole addresses for links from elsewhere.

use axum::http::{HeaderMap, header};

use crate::options::ServeOptions;

/// The longest name of a host, with a port behind it.
const LONGEST_HOST: usize = 262;

/// Scheme, host and port of the server, as the operator names them, or as the request does. Nothing, if the request names
/// no host, or something else in its place: what a client writes there goes into pages and pictures.
pub(in crate::web) fn origin(options: &ServeOptions, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &options.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    if !is_host(host) {
        return None;
    }
    // The door lets this header in from proxies alone.
    let proxied = headers.get("x-forwarded-proto").is_some_and(|by| by == "https");
    Some(format!("{}://{host}", if proxied { "https" } else { "http" }))
}

/// Whether this is a host, and perhaps a port: letters, digits and what stands between them.
fn is_host(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    (1..=LONGEST_HOST).contains(&text.len()) && text.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_nothing_but_a_host() {
        for host in ["localhost:8080", "go.example.org", "[::1]:80", "192.0.2.1"] {
            assert!(is_host(host), "{host}");
        }
        for text in ["", "a b", "evil\"><script>", "go.example.org/path", "user@host", &"a".repeat(263)] {
            assert!(!is_host(text), "{text}");
        }
    }
}
