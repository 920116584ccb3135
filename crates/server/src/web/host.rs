//! The one `Host` of a request (RFC 9112, section 3.2). A proxy that reads another one of two would take the request for that of another
//! site.

use axum::extract::Request;
use axum::http::{HeaderMap, Version, header};
use axum::middleware::Next;
use axum::response::Response;

use super::body::malformed;
use super::error::WebError;

/// Refuses requests with several hosts, with none, or with one that can't be.
pub(super) async fn check(request: Request, next: Next) -> Result<Response, WebError> {
    match fault(request.version(), request.headers()) {
        None => Ok(next.run(request).await),
        Some(detail) => Err(malformed(detail)),
    }
}

fn fault(version: Version, headers: &HeaderMap) -> Option<&'static str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if version == Version::HTTP_11 => Some("there is no Host"),
        (None, _) => None,
        (Some(host), None) if is_host(host.as_bytes()) => None,
        (Some(_), None) => Some("Host is not a host, perhaps with a port"),
        (Some(_), Some(_)) => Some("there is more than one Host"),
    }
}

/// Whether a text is a host, perhaps with a port. It may be empty (RFC 9110, section 7.2).
fn is_host(text: &[u8]) -> bool {
    let end = match text {
        [b'[', ..] => text.iter().position(|byte| *byte == b']').map(|end| end + 1),
        _ => Some(text.iter().position(|byte| *byte == b':').unwrap_or(text.len())),
    };
    let Some((host, port)) = end.and_then(|end| text.split_at_checked(end)) else { return false };
    let is_well_named = match host {
        [b'[', address @ .., b']'] => !address.is_empty() && address.iter().copied().all(is_of_address),
        name => name.iter().copied().all(is_of_name),
    };
    let is_port = match port {
        [] => true,
        [b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    is_well_named && is_port
}

/// The characters of addresses in brackets, with those of a zone.
fn is_of_address(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b":.%-_~".contains(&byte)
}

/// The characters of names and of addresses of IPv4 (RFC 3986, section 3.2.2).
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_may_have_a_port() {
        for host in [
            "go.example.org",
            "go.example.org:8443",
            "localhost:8080",
            "127.0.0.1:1",
            "[::1]",
            "[::1]:8080",
            "[fe80::1%3]:8080",
            "a_b",
            "xn--go-abc.example",
            "a:",
            "",
        ] {
            assert!(is_host(host.as_bytes()), "{host}");
        }
        for no_host in [
            "a b",
            "a/b",
            "http://a",
            "user@a",
            "a:b",
            "a:80:80",
            "a, b",
            "[::1",
            "[]",
            "[::1]8080",
            "::1",
            "a?",
            "a#",
            "\"a\"",
            "\u{e4}",
        ] {
            assert!(!is_host(no_host.as_bytes()), "{no_host}");
        }
    }

    #[test]
    fn only_old_requests_have_no_host() {
        let mut headers = HeaderMap::new();
        assert!(fault(Version::HTTP_11, &headers).is_some());
        assert!(fault(Version::HTTP_10, &headers).is_none());
        headers.append(header::HOST, "a".parse().unwrap());
        assert!(fault(Version::HTTP_11, &headers).is_none());
        headers.append(header::HOST, "a".parse().unwrap());
        assert!(fault(Version::HTTP_11, &headers).is_some() && fault(Version::HTTP_10, &headers).is_some());
    }
}
