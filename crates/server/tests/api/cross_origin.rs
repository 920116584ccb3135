//! What browsers are told of the pages of other origins.

use reqwest::header::{AUTHORIZATION, COOKIE, HeaderMap, ORIGIN};
use reqwest::{Client, Method};

use crate::rest::{Visitor, http};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    pages_of_an_allowed_origin_use_the_server
    pages_of_any_origin_read_what_strangers_see
    a_server_that_is_not_open_is_read_by_its_own_pages_alone
}

const CLUB: &str = "https://club.example.org";
const ELSEWHERE: &str = "https://elsewhere.example";

/// A browser that shows a page of some origin.
struct Page<'s> {
    http: Client,
    server: &'s Server,
    origin: &'static str,
}

impl<'s> Page<'s> {
    fn of(server: &'s Server, origin: &'static str) -> Self {
        Self { http: http().build().unwrap(), server, origin }
    }

    /// What the browser asks beforehand: the status, and the headers by which it goes.
    async fn asks(&self, method: &str, path: &str) -> (u16, HeaderMap) {
        let request = self.http.request(Method::OPTIONS, format!("{}{path}", self.server.url()));
        let request = request.header(ORIGIN, self.origin).header("access-control-request-method", method);
        // Some browsers ask besides whether a page on the web may reach a network of one's own.
        let request = request.header("access-control-request-private-network", "true");
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.headers().clone())
    }

    async fn sends(&self, method: Method, path: &str, shown: Option<(&str, &str)>) -> (u16, HeaderMap) {
        let request = self.http.request(method, format!("{}{path}", self.server.url()));
        let mut request = request.header(ORIGIN, self.origin);
        if let Some((name, value)) = shown {
            request = request.header(name, value);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.headers().clone())
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

fn opened_for(headers: &HeaderMap) -> &str {
    header(headers, "access-control-allow-origin")
}

async fn pages_of_an_allowed_origin_use_the_server(database: Database) {
    // Also where strangers see nothing, and where other pages may not read.
    for options in [&[][..], &["--viewing", "members"], &["--any-origin", "off"]] {
        let options = [&["--allowed-origin", CLUB], options].concat();
        let server = Server::with_options(database, &options).await;
        let page = Page::of(&server, CLUB);
        for method in ["POST", "GET", "DELETE"] {
            let (status, told) = page.asks(method, "/api/v1/games").await;
            assert_eq!((status, opened_for(&told)), (204, CLUB), "{options:?}");
            assert_eq!(header(&told, "access-control-allow-credentials"), "true");
            assert!(header(&told, "access-control-allow-methods").contains(method));
            let named = header(&told, "access-control-allow-headers");
            assert!(["authorization", "content-type"].iter().all(|name| named.contains(name)), "{named}");
            assert_eq!(header(&told, "allow"), "POST,GET,HEAD");
        }
        let (status, told) = page.sends(Method::GET, "/api/v1/door", None).await;
        assert_eq!(
            (status, opened_for(&told), header(&told, "access-control-allow-credentials")),
            (200, CLUB, "true")
        );
        assert!(told.get_all("vary").iter().any(|value| value == "origin"), "{told:?}");
        // A refusal is for the page, too.
        let (status, told) = page.sends(Method::POST, "/api/v1/games", None).await;
        assert_eq!((status, opened_for(&told)), (401, CLUB));
        assert!(header(&told, "access-control-expose-headers").contains("retry-after"));
    }
    let server = Server::with_options(database, &["--allowed-origin", CLUB]).await;
    let page = Page::of(&server, CLUB);
    let (status, told) = page.sends(Method::POST, "/api/v1/guests", None).await;
    assert_eq!((status, opened_for(&told), header(&told, "location").len()), (201, CLUB, 32));
    // Of any other origin nothing is changed.
    let (status, told) = Page::of(&server, ELSEWHERE).sends(Method::POST, "/api/v1/guests", None).await;
    assert_eq!((status, opened_for(&told)), (403, ""));
}

async fn pages_of_any_origin_read_what_strangers_see(database: Database) {
    // This is so if nothing is said, also without a public address.
    let server = Server::start(database).await;
    let page = Page::of(&server, ELSEWHERE);
    for path in
        ["/api/v1/games", "/api/v1/games/4t9x2m8q6w1k5c7v", "/api/v1/lobby/stream", "/api/openapi.json"]
    {
        let (_, told) = page.sends(Method::GET, path, None).await;
        assert_eq!(
            (opened_for(&told), header(&told, "access-control-allow-credentials")),
            ("*", ""),
            "{path}"
        );
        let (status, told) = page.asks("GET", path).await;
        assert_eq!((status, opened_for(&told)), (204, "*"), "{path}");
        assert!(!header(&told, "access-control-allow-headers").contains("authorization"), "{path}");
        assert_eq!(header(&told, "access-control-allow-methods"), "GET, HEAD");
        assert_eq!(header(&told, "access-control-allow-private-network"), "", "{path}");
        let (_, told) = page.asks("POST", path).await;
        assert_eq!(opened_for(&told), "", "{path}");
    }
    // Whatever depends on who asks is for the server's own pages, and so are the pages themselves.
    let ann = Visitor::guest(&server, "Ann").await;
    let token = ann.token.unwrap();
    let (bearer, cookie) = (format!("Bearer {token}"), format!("tengen_token={token}"));
    for shown in [(AUTHORIZATION.as_str(), bearer.as_str()), (COOKIE.as_str(), cookie.as_str())] {
        let (status, told) = page.sends(Method::GET, "/api/v1/me", Some(shown)).await;
        assert_eq!((status, opened_for(&told)), (200, ""));
    }
    let (status, told) = page.sends(Method::GET, "/learn", None).await;
    assert_eq!((status, opened_for(&told)), (200, ""));
}

async fn a_server_that_is_not_open_is_read_by_its_own_pages_alone(database: Database) {
    const ON: [&str; 2] = ["--any-origin", "on"];
    for options in [
        [ON, ["--registration", "invited"]].concat(),
        [ON, ["--registration", "closed"]].concat(),
        [ON, ["--viewing", "members"]].concat(),
        vec!["--any-origin", "off"],
    ] {
        let server = Server::with_options(database, &options).await;
        let page = Page::of(&server, ELSEWHERE);
        let (status, told) = page.sends(Method::GET, "/api/v1/door", None).await;
        assert_eq!((status, opened_for(&told)), (200, ""), "{options:?}");
        let (_, told) = page.asks("GET", "/api/v1/door").await;
        assert_eq!(opened_for(&told), "", "{options:?}");
    }
}
