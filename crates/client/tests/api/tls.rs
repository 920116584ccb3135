//! Servers behind https.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tengen_client::{Client, Error, GameFilter, Session, Update};
use tengen_testbed::{Authority, Cable, Terminator, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::rest::small;
use crate::server::{Database, Server};

/// A client of an encrypting address that trusts an authority.
fn client(host: &str, at: SocketAddr, trusted: &Authority) -> Client {
    Client::with_ca_file(&format!("https://{host}:{}", at.port()), Some(Path::new(&trusted.file()))).unwrap()
}

async fn next(session: &mut Session) -> Result<Update, Error> {
    timeout(Duration::from_mins(1), session.next()).await.expect("an update, or the end")
}

fn is_untrusted(error: &Error) -> bool {
    matches!(error, Error::Untrusted(_)) && !error.is_passing()
}

/// The number of the next event.
async fn next_number(session: &mut Session) -> u32 {
    loop {
        if let Update::Event { event, .. } = next(session).await.unwrap() {
            return event.seq;
        }
    }
}

#[tokio::test]
async fn all_three_ways_lead_to_a_server_behind_https() {
    let (server, authority) = (Server::start(Database::Sqlite).await, Authority::new());
    let terminator = Terminator::before(server.address(), &authority.issue(&["localhost"])).await;
    let (ann, _) = client("localhost", terminator.address(), &authority).guest(None).await.unwrap();
    let (ben, _) = client("localhost", terminator.address(), &authority).guest(None).await.unwrap();
    let opened = ann.create_game(&small()).await.unwrap();
    let mut lines = ann.own_stream(None);
    let mut session = ann.session();
    session.follow(opened.id.0, Some(&opened)).await.unwrap();
    ben.join(opened.id.0).await.unwrap();
    assert_eq!(next_number(&mut session).await, 1);
    assert!(timeout(Duration::from_mins(1), lines.next()).await.unwrap().unwrap().is_some());
}

#[tokio::test]
async fn who_can_not_prove_itself_is_told_nothing() {
    let (server, authority, other) =
        (Server::start(Database::Sqlite).await, Authority::new(), Authority::new());
    let terminator = Terminator::before(server.address(), &authority.issue(&["localhost"])).await;
    for stranger in [
        client("localhost", terminator.address(), &other),
        // The certificate is for another name.
        client("127.0.0.1", terminator.address(), &authority),
        // The server itself does not encrypt.
        client("localhost", server.address(), &authority),
    ] {
        let error = stranger.guest(None).await.unwrap_err();
        assert!(is_untrusted(&error), "{error}: {error:?}");
        let error = next(&mut stranger.session()).await.unwrap_err();
        assert!(is_untrusted(&error), "{error}: {error:?}");
    }
}

#[tokio::test]
async fn a_session_outlives_a_certificate_that_has_run_out() {
    let (server, authority) = (Server::start(Database::Sqlite).await, Authority::new());
    let terminator = Terminator::before(server.address(), &authority.issue(&["localhost"])).await;
    let cable = Cable::to(&format!("http://{}", terminator.address())).await;
    let by_cable: SocketAddr = cable.url().trim_start_matches("http://").parse().unwrap();
    let (ann, _) = client("localhost", by_cable, &authority).guest(None).await.unwrap();
    let opened = ann.create_game(&small()).await.unwrap();
    let mut session = ann.session();
    session.follow(opened.id.0, Some(&opened)).await.unwrap();
    let (ben, _) = Client::new(&server.url()).unwrap().guest(None).await.unwrap();
    ben.join(opened.id.0).await.unwrap();
    assert_eq!(next_number(&mut session).await, 1);

    terminator.show(&Authority::new().issue(&["localhost"]));
    let before = cable.connections();
    cable.cut();
    while !matches!(next(&mut session).await.unwrap(), Update::Disconnected) {}
    // It has tried at least once, and was not trusted, before it tries again.
    until(async || cable.connections() >= before + 2).await;
    terminator.show(&authority.issue(&["localhost"]));
    let resign = tengen_client::protocol::Command::Resign {
        id: tengen_client::protocol::Text(tengen_client::CommandIds::new().next()),
    };
    ben.command(opened.id.0, &resign).await.unwrap();
    assert_eq!(next_number(&mut session).await, 2);
}

/// A server that sends everybody away, to another address.
async fn sends_away_to(other: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4_096]).await;
            let answer = format!(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: {other}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    address
}

#[tokio::test]
async fn nothing_goes_on_without_encryption() {
    let (server, authority) = (Server::start(Database::Sqlite).await, Authority::new());
    let games = format!("{}/api/v1/games", server.url());
    let astray = sends_away_to(games.clone()).await;
    let filter = GameFilter::default();
    let plain = Client::new(&format!("http://{astray}")).unwrap();
    plain.games(&filter).await.expect("this way leads to games");
    let terminator = Terminator::before(astray, &authority.issue(&["localhost"])).await;
    let encrypted = client("localhost", terminator.address(), &authority);
    assert!(matches!(encrypted.games(&filter).await, Err(Error::Unreachable(_))));
}

#[tokio::test]
async fn a_file_without_authorities_is_refused() {
    let missing =
        Client::with_ca_file("https://localhost", Some(Path::new("/no/such/file.pem"))).unwrap_err();
    assert!(matches!(&missing, Error::Authorities(why) if why.contains("/no/such/file.pem")), "{missing}");
}
