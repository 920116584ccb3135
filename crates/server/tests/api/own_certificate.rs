//! A server that encrypts by itself, with a certificate from files.

use std::fs::write;
use std::sync::Arc;

use futures_util::StreamExt;
use reqwest::header::{HOST, SET_COOKIE, STRICT_TRANSPORT_SECURITY};
use reqwest::{Client, RequestBuilder, Response, Version};
use serde_json::json;
use tengen_testbed::{Authority, until};
use tengen_tls::{ServerName, TlsConnector};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio_tungstenite::client_async;

use crate::encrypting::{Files, trusting};
use crate::keeping::{run, tengen};
use crate::rest::http;
use crate::server::{Data, Database, Server, once};

once! {
    a_server_with_a_certificate_speaks_tls_alone_and_shows_a_renewed_one
    a_start_says_what_is_wrong_with_the_certificate
    cookies_of_a_server_that_encrypts_are_for_encrypted_connections_alone
}

/// Asks a server on a new connection.
async fn ask(server: &Server, authority: &Authority, path: &str) -> reqwest::Result<Response> {
    asking(server, authority, path).send().await
}

/// The same before it is sent.
fn asking(server: &Server, authority: &Authority, path: &str) -> RequestBuilder {
    let client = Client::builder().no_proxy().tls_backend_preconfigured(trusting(authority));
    let client = client.resolve("localhost", server.address()).build().unwrap();
    client.get(format!("https://localhost:{}{path}", server.address().port()))
}

/// Tells a server to look at its files.
async fn hang_up(server: &Server) {
    let words = ["-HUP", &server.process_id().to_string()];
    assert!(Command::new("kill").args(words).status().await.unwrap().success());
}

async fn a_server_with_a_certificate_speaks_tls_alone_and_shows_a_renewed_one() {
    let (first, second) = (Authority::new(), Authority::new());
    let files = Files::new(&first.issue(&["localhost"]));
    let (certificate, key) = (files.path("certificate.pem"), files.path("key.pem"));
    let options = [
        "--tls-certificate-file",
        &certificate,
        "--tls-key-file",
        &key,
        "--public-url",
        "https://go.example.org",
        "--hsts-max-age",
        "3600",
        "--security-contact",
        "mailto:go@example.org",
    ];
    let server = Server::with_options(Database::Sqlite, &options).await;

    let answer = ask(&server, &first, "/readyz").await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.version()), (200, Version::HTTP_11));
    assert!(!answer.headers().contains_key(STRICT_TRANSPORT_SECURITY), "localhost is not the server's alone");
    let answer = asking(&server, &first, "/readyz").header(HOST, "go.example.org").send().await.unwrap();
    assert_eq!(answer.headers()[STRICT_TRANSPORT_SECURITY], "max-age=3600");
    let contact = ask(&server, &first, "/.well-known/security.txt").await.unwrap().text().await.unwrap();
    assert!(contact.starts_with("Contact: mailto:go@example.org\nExpires: "), "{contact}");
    let robots = ask(&server, &first, "/robots.txt").await.unwrap().text().await.unwrap();
    assert!(robots.contains("Disallow: /api/\n"), "{robots}");
    assert!(http().build().unwrap().get(format!("{}/readyz", server.url())).send().await.is_err());
    assert!(ask(&server, &second, "/readyz").await.is_err());

    let stream = TcpStream::connect(server.address()).await.unwrap();
    let connector = TlsConnector::from(Arc::new(trusting(&first)));
    let stream = connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
    let address = format!("wss://localhost:{}/api/v1/ws", server.address().port());
    let (mut socket, _) = client_async(address, stream).await.unwrap();
    let hello = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(hello.contains("\"hello\""), "{hello}");

    let address = server.address().to_string();
    let healthy = ["health", "--listen", &address, "--tls-certificate-file", &certificate];
    assert!(run(tengen(&healthy)).await.status.success());
    assert!(!run(tengen(&healthy[..3])).await.status.success(), "it is not spoken to as it is");

    // One file is renewed after the other.
    let renewed = second.issue(&["localhost"]);
    write(&certificate, &renewed.certificate).unwrap();
    hang_up(&server).await;
    let faults = async |number: usize| {
        until(async || server.log().matches("the certificate can't be renewed").count() == number).await;
    };
    faults(1).await;
    // Whoever asks again is told again.
    hang_up(&server).await;
    faults(2).await;
    assert_eq!(ask(&server, &first, "/readyz").await.unwrap().status(), 200);
    write(&key, &renewed.key).unwrap();
    hang_up(&server).await;
    until(async || server.log().contains("the certificate was renewed")).await;
    assert_eq!(ask(&server, &second, "/readyz").await.unwrap().status(), 200);
    assert!(ask(&server, &first, "/readyz").await.is_err());
    // What is open goes on.
    socket.close(None).await.unwrap();
}

async fn a_start_says_what_is_wrong_with_the_certificate() {
    let authority = Authority::new();
    let files = Files::new(&authority.issue(&["localhost"]));
    let (certificate, key) = (files.path("certificate.pem"), files.path("key.pem"));
    let other = Files::new(&authority.issue(&["localhost"]));
    let other = other.path("key.pem");
    let data = Data::new(Database::Sqlite).await;
    for (options, said) in [
        (&["--tls-key-file", &key][..], "need each other"),
        (
            &["--tls-certificate-file", &certificate, "--tls-key-file", &other][..],
            "is not that of the certificate",
        ),
        (
            &[
                "--tls-certificate-file",
                &certificate,
                "--tls-key-file",
                &key,
                "--public-url",
                "http://go.example.org",
            ][..],
            "it has to begin with https://",
        ),
        (&["--tls-certificate-file", "/no/such/file", "--tls-key-file", &key][..], "/no/such/file: "),
    ] {
        let (status, log) = Server::refused_options(&data, options).await;
        assert!(!status.success() && log.contains(said), "{said}: {log}");
    }
    // Browsers are told nothing that they would keep where nobody has asked for it.
    let server = Server::with_options(Database::Sqlite, &["--public-url", "https://go.example.org"]).await;
    let request = http().build().unwrap().get(format!("{}/readyz", server.url()));
    let answer = request.header(HOST, "go.example.org").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(!answer.headers().contains_key(STRICT_TRANSPORT_SECURITY));
    let none = http().build().unwrap().get(format!("{}/.well-known/security.txt", server.url()));
    assert_eq!(none.send().await.unwrap().status(), 404);
}

async fn cookies_of_a_server_that_encrypts_are_for_encrypted_connections_alone() {
    let authority = Authority::new();
    let files = Files::new(&authority.issue(&["localhost"]));
    let (certificate, key) = (files.path("certificate.pem"), files.path("key.pem"));
    // Nothing says by which address browsers come.
    let options = ["--tls-certificate-file", &certificate, "--tls-key-file", &key];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let client = Client::builder().no_proxy().tls_backend_preconfigured(trusting(&authority));
    let client = client.resolve("localhost", server.address()).build().unwrap();
    let guests = format!("https://localhost:{}/api/v1/guests", server.address().port());
    let answer = client.post(guests).json(&json!({"name": "Ann"})).send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.status());
    let cookies: Vec<_> =
        answer.headers().get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect();
    assert!(cookies[0].starts_with("__Host-tengen_token="), "{cookies:?}");
    assert!(cookies.iter().all(|cookie| cookie.contains("; Secure")), "{cookies:?}");
}
