//! Which pages may use the server through a visitor's browser.
//!
//! A browser sends the visitor's cookie along with what any page asks for, sockets included, so what changes something
//! must come from the server's own pages. Browsers name the page's origin; programs name none and need no check.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use tengen_protocol::ProblemCode;

use super::error::WebError;
use crate::app::App;
use crate::options::ServeOptions;

/// Refuses requests of foreign pages that would change something.
pub(super) async fn check_on_change(
    axum::extract::State(app): axum::extract::State<App>,
    request: Request,
    next: Next,
) -> Result<Response, WebError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        check(&app.options, request.headers())?;
    }
    Ok(next.run(request).await)
}

/// Refuses a request whose `Origin` is neither the server's own nor one that the operator allowed.
pub(super) fn check(options: &ServeOptions, headers: &HeaderMap) -> Result<(), WebError> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(scheme, authority)| {
        // Where browsers come by https, a page by http is of whoever sits on the way.
        let may_be_own = scheme == "https" || !is_encrypted(options, headers, host);
        !host.is_empty() && authority == host && may_be_own
    });
    let public = options.public_url.iter().any(|url| origin_of(url) == origin);
    if own || public || is_allowed(options, origin) { Ok(()) } else { Err(ProblemCode::ForeignOrigin.into()) }
}

/// Whether browsers ask this host by https: the server's own, or that of a proxy which says so, or which is named in the public address.
fn is_encrypted(options: &ServeOptions, headers: &HeaderMap, host: &str) -> bool {
    let public = options.public_url.as_deref().and_then(|url| origin_of(url).strip_prefix("https://"));
    // The door lets this header in from proxies alone.
    let is_told = headers.get("x-forwarded-proto").is_some_and(|by| by == "https");
    options.tls.encrypts() || is_told || public == Some(host)
}

/// Whether the operator allows the pages of this origin to use the server.
pub(super) fn is_allowed(options: &ServeOptions, origin: &str) -> bool {
    options.allowed_origins.iter().any(|allowed| origin_of(allowed) == origin)
}

/// Scheme, host and port of an address, without path.
fn origin_of(url: &str) -> &str {
    let authority = url.find("://").map_or(0, |colon| colon + 3);
    match url[authority..].find('/') {
        Some(slash) => &url[..authority + slash],
        None => url,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Arguments, Task};

    const PUBLIC: [&str; 2] = ["--public-url", "https://go.example.org"];

    /// Whether the server of these options takes a page of `origin` for its own, or one that it allows, in a request to `host`.
    fn takes(options: &[&str], host: &str, proto: Option<&str>, origin: &str) -> bool {
        let Task::Serve(options) = Arguments::parse_from([&["tengen"], options].concat()).task() else {
            panic!("the options are of the server")
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        headers.insert(header::ORIGIN, origin.parse().unwrap());
        if let Some(proto) = proto {
            headers.insert("x-forwarded-proto", proto.parse().unwrap());
        }
        check(&options, &headers).is_ok()
    }

    #[test]
    fn where_browsers_come_by_https_a_page_by_http_is_foreign() {
        let (host, plain, encrypted) = ("go.example.org", "http://go.example.org", "https://go.example.org");
        let tls = ["--tls-certificate-file", "a", "--tls-key-file", "b"];
        let cases: [(&[&str], Option<&str>); 4] =
            [(&[], Some("https")), (&PUBLIC, None), (&PUBLIC, Some("http")), (&tls, None)];
        for (options, proto) in cases {
            assert!(takes(options, host, proto, encrypted), "{options:?}");
            assert!(!takes(options, host, proto, plain), "{options:?}");
        }
        for proto in [None, Some("http")] {
            assert!(takes(&[], host, proto, plain));
        }
        // Beside the proxy, on the machine itself.
        assert!(takes(&PUBLIC, "localhost:8080", None, "http://localhost:8080"));
        assert!(!takes(&PUBLIC, "localhost:8080", None, "http://elsewhere.example.org"));
    }

    #[test]
    fn an_origin_has_no_path() {
        assert_eq!(origin_of("https://go.example.org/"), "https://go.example.org");
        assert_eq!(origin_of("https://go.example.org:8443/a/b"), "https://go.example.org:8443");
        assert_eq!(origin_of("http://localhost"), "http://localhost");
    }
}
