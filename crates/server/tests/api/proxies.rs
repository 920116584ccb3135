//! Whom the server takes for its client, where proxies may stand in front of it.

use std::net::IpAddr;
use std::process::Stdio;

use reqwest::Client;
use reqwest::header::{ACCEPT, HeaderMap};
use serde_json::json;
use tengen_testbed::Program;

use crate::rest::http;
use crate::server::{Data, Database, Server, Tengen, on_sqlite_and_long_on_postgres, once};

on_sqlite_and_long_on_postgres! {
    trusted_proxies_alone_say_for_whom_they_speak
}

once! {
    a_trusted_proxy_alone_tells_the_scheme
    proxies_are_trusted_in_one_way
    an_empty_list_is_none
    an_origin_that_means_any_page_is_refused
}

const TRUSTED: &str = "127.0.0.2";
const STRANGER: &str = "127.0.0.3";
/// So many guests a client may make at once with `--guests-per-minute 1`.
const GUESTS: usize = 1;

/// Somebody at this address of the machine.
fn at(peer: &str) -> Client {
    let address: IpAddr = peer.parse().unwrap();
    http().local_address(address).build().unwrap()
}

async fn trusted_proxies_alone_say_for_whom_they_speak(database: Database) {
    let options = [
        "--limit-loopback",
        "--guests-per-minute",
        "1",
        "--trusted-proxy",
        "127.0.0.2,10.0.0.0/8",
        "--trusted-proxy",
        "::1",
    ];
    let server = Server::with_options(database, &options).await;
    let url = format!("{}/api/v1/guests", server.url());
    // How many guests were made by requests with each of these lines in turn, all of them from one peer.
    let made = async |peer: &str, lines: &[&[&str]]| {
        let (http, mut made) = (at(peer), 0);
        for (number, lines) in lines.iter().enumerate() {
            let mut headers = HeaderMap::new();
            for line in *lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            let body = json!({"name": format!("Guest {number}")});
            let answer = http.post(&url).headers(headers).json(&body).send().await.unwrap();
            assert!([201, 429].contains(&answer.status().as_u16()), "{}", answer.status());
            made += usize::from(answer.status() == 201);
        }
        made
    };
    let several: [&[&str]; 4] = [
        &["203.0.113.1"],
        &["203.0.113.2, 10.0.0.7"],
        &["1.1.1.1", "203.0.113.3:4711, [::1]:80"],
        &["[2001:db8::7]:80"],
    ];
    assert_eq!(made(TRUSTED, &several).await, several.len());
    let same: [&[&str]; 4] = [
        &["203.0.113.9"],
        &["1.1.1.1, 203.0.113.9"],
        &["2.2.2.2", "::ffff:203.0.113.9"],
        &["203.0.113.9:1, 10.1.2.3"],
    ];
    assert_eq!(made(TRUSTED, &same).await, GUESTS);
    // Nobody is named: the proxy is the client.
    let unread: [&[&str]; 4] =
        [&["203.0.113.21, unknown"], &["203.0.113.22,"], &[], &["203.0.113.23, 1.2.3"]];
    assert_eq!(made(TRUSTED, &unread).await, GUESTS);
    let invented: [&[&str]; 3] = [&["203.0.113.31"], &["203.0.113.32"], &["127.0.0.2"]];
    assert_eq!(made(STRANGER, &invented).await, GUESTS);
}

async fn a_trusted_proxy_alone_tells_the_scheme() {
    let server = Server::with_options(Database::Sqlite, &["--trusted-proxy", TRUSTED]).await;
    for (peer, scheme) in [(TRUSTED, "https"), (STRANGER, "http")] {
        let request =
            at(peer).get(server.url()).header("x-forwarded-proto", "https").header(ACCEPT, "text/html");
        let page = request.send().await.unwrap().text().await.unwrap();
        let expected = format!("content=\"{scheme}://{}/board.png\"", server.address());
        assert!(page.contains(&expected), "{peer}: {page}");
    }
}

async fn proxies_are_trusted_in_one_way() {
    let data = Data::new(Database::Sqlite).await;
    for older in [["TENGEN_TRUST_FORWARDED_FOR", "true"], ["TENGEN_PROXIES", "2"]] {
        let directory = data.directory().to_str().unwrap();
        let said = refusal(
            &["--listen", "127.0.0.1:0", "--data-dir", directory],
            &[["TENGEN_TRUSTED_PROXIES", "10.0.0.0/8"], older],
        )
        .await;
        assert!(said.contains("takes the place of --trust-forwarded-for and --proxies"), "{said}");
    }
}

/// A file of settings that names every variable leaves those empty that nobody wants.
async fn an_empty_list_is_none() {
    let lists =
        ["TENGEN_TRUSTED_PROXIES", "TENGEN_EMBED_ORIGINS", "TENGEN_ALLOWED_ORIGINS"].map(|name| [name, ""]);
    // The lists are read, and proxies are trusted in one way: the next thing that is wrong is told.
    let said = refusal(&["--trust-forwarded-for", "--log", "["], &lists).await;
    assert!(said.contains("--log: "), "{said}");
}

async fn an_origin_that_means_any_page_is_refused() {
    for origin in ["null", "*", "app.example.org"] {
        let said = refusal(&["--allowed-origin", origin], &[]).await;
        assert!(said.contains("--allowed-origin") && said.contains("an origin is like"), "{said}");
    }
}

/// The last words of a server that does not start with these options and variables.
async fn refusal(options: &[&str], variables: &[[&str; 2]]) -> String {
    let mut arguments = vec!["serve".into()];
    arguments.extend(options.iter().map(Into::into));
    let mut command = Tengen::command(arguments);
    command.env_clear().envs(variables.iter().map(|[name, value]| (name, value))).stdin(Stdio::null());
    let mut command = tokio::process::Command::from(command);
    let output = command.kill_on_drop(true).output().await.unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}
