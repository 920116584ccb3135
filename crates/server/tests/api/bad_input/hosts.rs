//! Requests that name no host, several, or one that can't be. No library would send them.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    a_request_names_one_host
}

/// Of an API, of a page, and of what is there for the operator.
const TARGETS: [&str; 3] = ["/api/v1/games", "/", "/livez"];

/// A version, its hosts, and the status of the answer.
const ROWS: [(&str, &[&str], u16); 12] = [
    ("1.1", &["a"], 200),
    ("1.1", &["go.example.org:8443"], 200),
    ("1.1", &["[::1]:8080"], 200),
    ("1.1", &[""], 200),
    ("1.0", &[], 200),
    ("1.1", &[], 400),
    ("1.1", &["a", "a"], 400),
    ("1.1", &["a", "b"], 400),
    ("1.0", &["a", "b"], 400),
    ("1.1", &["a b"], 400),
    ("1.1", &["user@a"], 400),
    ("1.1", &["a:b"], 400),
];

async fn a_request_names_one_host(database: Database) {
    let server = Server::start(database).await;
    for target in TARGETS {
        for (version, hosts, status) in ROWS {
            let hosts: String = hosts.iter().map(|host| ["Host: ", host, "\r\n"].concat()).collect();
            let request = format!("GET {target} HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
            let mut stream = TcpStream::connect(server.address()).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            assert!(answer.starts_with(&format!("HTTP/{version} {status}")), "{request}{answer}");
            let is_malformed = answer.contains(r#""code":"malformed""#);
            assert_eq!(is_malformed, status == 400, "{request}{answer}");
        }
    }
}
