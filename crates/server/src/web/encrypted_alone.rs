//! What browsers are told that are to reach this server by TLS alone (RFC 6797), where its operator wants that.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::options::ServeOptions;

/// Tells it with each answer. Other hosts by which somebody comes, and others of this domain, are not the server's own.
pub(super) async fn tell(State(app): State<App>, request: Request, next: Next) -> Response {
    let told = told(&app.options, request.headers());
    let mut response = next.run(request).await;
    if let Some(told) = told {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, told);
    }
    response
}

fn told(options: &ServeOptions, headers: &HeaderMap) -> Option<HeaderValue> {
    let age = options.tls.hsts_max_age?;
    let own = options.public_url.as_deref()?.strip_prefix("https://")?;
    let host = headers.get(header::HOST)?.to_str().ok()?;
    // The port of https need not be named.
    let is_own =
        [host, host.strip_suffix(":443").unwrap_or(host)].iter().any(|host| host.eq_ignore_ascii_case(own));
    if is_own { HeaderValue::try_from(format!("max-age={age}")).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Arguments, Task};

    fn said(options: &[&str], host: &str) -> Option<String> {
        let Task::Serve(options) = Arguments::parse_from([&["tengen"], options].concat()).task() else {
            panic!("no task but to serve")
        };
        let headers = HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
        told(&options, &headers).map(|value| value.to_str().unwrap().to_owned())
    }

    #[test]
    fn browsers_are_told_where_the_operator_wants_it_and_at_the_public_address_alone() {
        let (https, age) = ("--public-url=https://go.example.org", "--hsts-max-age=86400");
        for host in ["go.example.org", "GO.example.org", "go.example.org:443"] {
            assert_eq!(said(&[https, age], host).as_deref(), Some("max-age=86400"), "{host}");
        }
        assert_eq!(said(&[https, "--hsts-max-age=0"], "go.example.org").as_deref(), Some("max-age=0"));
        for host in ["intranet.local", "go.example.org:8443", "www.go.example.org", ""] {
            assert_eq!(said(&[https, age], host), None, "{host}");
        }
        assert_eq!(said(&[https], "go.example.org"), None, "nobody has asked for it");
        assert_eq!(said(&["--public-url=http://go.example.org", age], "go.example.org"), None);
    }
}
