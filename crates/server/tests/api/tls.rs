//! Connections to a Postgres that encrypts, and that proves by its certificate to be the right one.

use serde_json::json;
use sqlx::{Connection, PgConnection};
use tengen_clock::Clock;
use tengen_store::{Access, Database as Opened};
use tengen_testbed::{Authority, Nats, Program, until};

use crate::metrics::{figures, value};
use crate::server::{Data, Database, Server, Tengen, once};
use crate::table::Table;

once! {
    games_go_on_over_encrypted_connections
    a_database_is_believed_as_far_as_sslmode_says
    a_start_says_what_is_not_to_be_trusted
    servers_hear_each_other_by_an_encrypted_nats
    a_nats_that_is_not_to_be_trusted_is_away
}

/// The address of the database by this name of its machine, with parameters.
fn at(data: &Data, host: &str, query: &str) -> String {
    format!("{}?{query}", data.database_url().unwrap().replacen("127.0.0.1", host, 1))
}

/// How many connections of servers Postgres sees that are encrypted, and that are not.
async fn connections(data: &Data) -> (i64, i64) {
    let mut connection = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let counts = sqlx::query_as(
        "SELECT count(*) FILTER (WHERE ssl), count(*) FILTER (WHERE NOT ssl)
         FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tengen'",
    );
    let counts = counts.fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    counts
}

async fn games_go_on_over_encrypted_connections() {
    let authority = Authority::new();
    let data = Data::on_encrypting_postgres(authority.issue(&["localhost"])).await;
    let url = at(&data, "localhost", "sslmode=verify-full");
    let options = ["--ca-file", &authority.file()];
    let server = Server::on(data.clone().with_url(&url), "127.0.0.1:0".parse().unwrap(), &options).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("D4 Q16").await;
    let (encrypted, plain) = connections(&data).await;
    assert!(encrypted > 0 && plain == 0, "{encrypted} encrypted, {plain} not");
    // Postgres closes all of them; new ones prove the same.
    let closing = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tengen'";
    tengen_testbed::administrate(data.database_url().unwrap(), closing).await;
    table.moves("C3").await;
    assert_eq!(connections(&data).await.1, 0);

    let checked = Tengen::command(
        ["check-database", "--database-url", &url, "--ca-file", &authority.file()].map(Into::into).to_vec(),
    );
    let checked = tokio::process::Command::from(checked).output().await.unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

async fn a_database_is_believed_as_far_as_sslmode_says() {
    let (authority, other) = (Authority::new(), Authority::new());
    let data = Data::on_encrypting_postgres(authority.issue(&["localhost"])).await;
    Opened::open(data.database_url(), data.directory(), Clock::system()).await.unwrap().store.close().await;
    let (right, wrong) = (authority.file(), other.file());
    let (right, wrong) = (Some(right.as_str()), Some(wrong.as_str()));
    for (host, mode, roots, opens) in [
        ("localhost", "verify-full", right, true),
        ("localhost", "verify-full", wrong, false),
        ("localhost", "verify-full", None, false),
        // The certificate is for another name.
        ("127.0.0.1", "verify-full", right, false),
        ("127.0.0.1", "verify-ca", right, true),
        ("127.0.0.1", "verify-ca", wrong, false),
        ("127.0.0.1", "require", None, true),
        ("127.0.0.1", "require", right, true),
        ("127.0.0.1", "require", wrong, false),
        ("127.0.0.1", "prefer", None, true),
        ("127.0.0.1", "disable", None, true),
    ] {
        let url = at(&data, host, &format!("sslmode={mode}"));
        let url = match roots {
            Some(file) => tengen_store::with_authorities(&url, file.as_ref()),
            None => url,
        };
        let opened = Opened::attach(Some(&url), data.directory(), Access::Read, Clock::system()).await;
        assert_eq!(opened.is_ok(), opens, "{url}: {opened:?}");
        if let Ok(opened) = opened {
            opened.store.close().await;
        }
    }
}

async fn a_start_says_what_is_not_to_be_trusted() {
    let (authority, other) = (Authority::new(), Authority::new());
    let data = Data::on_encrypting_postgres(authority.issue(&["localhost"])).await;
    let proven = data.clone().with_url(&at(&data, "localhost", "sslmode=verify-full"));
    let plain = Data::new(Database::Postgres).await;
    let plain_url = at(&plain, "127.0.0.1", "sslmode=require");
    let directory = data.directory().to_str().unwrap().to_owned();
    let (missing, key) = (format!("{directory}/missing.pem"), format!("{directory}/key.pem"));
    std::fs::write(&key, authority.issue(&["localhost"]).key).unwrap();
    for (data, file, said) in [
        (&proven, &other.file(), "invalid peer certificate: UnknownIssuer"),
        (&proven, &missing, "--ca-file: "),
        (&proven, &key, "has no certificate in the form of PEM"),
        (&plain.clone().with_url(&plain_url), &authority.file(), "server does not support TLS"),
    ] {
        let (status, log) = Server::refused_options(data, &["--ca-file", file]).await;
        assert!(!status.success() && log.contains(said), "{said}: {log}");
    }
}

/// The figure of messages that a server has heard.
const HEARD: &str = "tengen_bus_messages_total{direction=\"in\"}";

/// A server of these data that uses a NATS and trusts an authority.
async fn with_nats(data: &Data, nats: &Nats, trusted: &Authority) -> Server {
    let options =
        ["--nats-url", &nats.url(), "--ca-file", &trusted.file(), "--metrics-listen", "127.0.0.1:0"];
    Server::on(data.clone(), "127.0.0.1:0".parse().unwrap(), &options).await
}

/// Waits until a server has this in its log.
async fn says(server: &Server, words: &str) {
    until(async || server.log().contains(words)).await;
}

async fn servers_hear_each_other_by_an_encrypted_nats() {
    let authority = Authority::new();
    let nats = Nats::encrypting(&authority.issue(&["localhost"])).await;
    let data = Data::new(Database::Postgres).await;
    let first = with_nats(&data, &nats, &authority).await;
    let second = with_nats(&data, &nats, &authority).await;
    says(&first, "NATS is there").await;
    says(&second, "NATS is there").await;
    Table::new(&first, json!({})).await.moves("D4 Q16").await;
    until(async || value(&figures(&second).await, HEARD) >= 1.0).await;
}

async fn a_nats_that_is_not_to_be_trusted_is_away() {
    let (authority, other) = (Authority::new(), Authority::new());
    let nats = Nats::encrypting(&authority.issue(&["localhost"])).await;
    let data = Data::new(Database::Postgres).await;
    let server = with_nats(&data, &nats, &other).await;
    says(&server, "NATS is away").await;
    // Games go on.
    Table::new(&server, json!({})).await.moves("D4").await;
    assert!(!server.log().contains("NATS is there"));
}
