//! Handshakes with a server that encrypts by itself: what they take of it, what is agreed on in them, and how it ends. Those that come too
//! slowly are in the test of silence at the door.

use futures_util::StreamExt;
use futures_util::future::join_all;
use tengen_testbed::until;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::header::ORIGIN;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::door::{PREFACE, answers, closed, from};
use crate::encrypting::{Clients, Encrypting, NAME};
use crate::metrics::{figures, value};
use crate::server::once;

once! {
    a_handshake_takes_a_place_of_its_address_and_no_line_of_the_log
    whoever_encrypts_again_and_again_rests_without_a_request
    sockets_are_for_pages_of_https_and_are_closed_in_good_order
}

/// The figures of connections that are open, and of those of one address that were too many.
const OPEN: &str = "tengen_connections";
const TOO_MANY: &str = "tengen_kept_out_total{kind=\"connections\"}";
/// The figure of those who had used up the share of their address.
const RESTS: &str = "tengen_kept_out_total{kind=\"rests\"}";
/// So many handshakes are under way at once, and so often again: a hundred times as many as there may be without a rest.
const AT_ONCE: usize = 16;
const ROUNDS: usize = 10_000;
/// A warning, as a record, that changes nothing.
const WARNING: &[u8] = &[21, 3, 1, 0, 2, 1, 100];
/// The end of the words with which a server begins, as a record.
const GREETED: &[u8] = &[22, 3, 1, 0, 4, 14, 0, 0, 0];
/// No server can have this name. It is as long as the one that can.
const NO_NAME: &[u8] = b"no server";
/// The code of a server that goes away.
const AWAY: u16 = 1001;

/// The same first words, with another name of the server.
fn naming(name: &[u8], hello: &[u8]) -> Vec<u8> {
    let begin = hello.windows(NAME.len()).position(|part| part == NAME.as_bytes()).unwrap();
    [&hello[..begin], name, &hello[begin + NAME.len()..]].concat()
}

async fn a_handshake_takes_a_place_of_its_address_and_no_line_of_the_log() {
    let options = [
        "--limit-loopback",
        "--connections-per-address",
        "1",
        "--metrics-listen",
        "127.0.0.1:0",
        "--log",
        "info,tengen_server=debug",
    ];
    let encrypting = Encrypting::start(&options).await;
    let (server, clients) = (&encrypting.server, &encrypting.clients);
    let (to, hello) = (server.address(), clients.hello().await);

    // What is no handshake ends its connection, and the library's warnings are not told.
    let nonsense = [
        b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".to_vec(),
        PREFACE.to_vec(),
        [WARNING, PREFACE].concat(),
        GREETED.to_vec(),
        naming(NO_NAME, &hello),
    ];
    for (number, said) in nonsense.iter().enumerate() {
        let mut stream = from(&format!("127.0.0.{}", 10 + number), to).await.unwrap();
        stream.write_all(said).await.unwrap();
        closed(stream).await;
    }
    until(async || server.log().matches("a connection was not encrypted").count() == nonsense.len()).await;
    assert!(!server.log().contains("rustls"), "{}", server.log());

    // An address has two, for one socket, whatever comes over them; and there is a place for everybody else.
    let mut held = Vec::new();
    until(async || {
        let mut stream = from("127.0.0.2", to).await.unwrap();
        // One that is refused may be closed.
        let _ = stream.write_all(&hello[..held.len() % hello.len()]).await;
        held.push(stream);
        value(&figures(server).await, TOO_MANY) >= 1.0
    })
    .await;
    assert!(answers(clients.encrypt(from("127.0.0.3", to).await).await).await);
    drop(held);
    until(async || value(&figures(server).await, OPEN) < 1.0).await;
    assert!(answers(clients.encrypt(from("127.0.0.2", to).await).await).await);
}

async fn whoever_encrypts_again_and_again_rests_without_a_request() {
    let options = [
        "--limit-loopback",
        "--requests-per-second",
        "10000",
        "--processor-percent-per-address",
        "1",
        "--metrics-listen",
        "127.0.0.1:0",
    ];
    let encrypting = Encrypting::start(&options).await;
    let (server, clients) = (&encrypting.server, &encrypting.clients);
    let to = server.address();
    // Nothing is asked for over these connections, so whoever rests does so before a handshake.
    let again_and_again = async {
        for _ in 0..ROUNDS {
            let one = |_| async move { clients.encrypt(from("127.0.0.2", to).await).await };
            join_all((0..AT_ONCE).map(one)).await;
        }
    };
    tokio::select! {
        () = again_and_again => panic!("nobody rests after {} handshakes", ROUNDS * AT_ONCE),
        () = until(async || value(&figures(server).await, RESTS) >= 1.0) => {}
    }
    // Nobody else does.
    assert!(answers(clients.encrypt(from("127.0.0.3", to).await).await).await);
}

/// Opens a socket as a page of an origin does.
async fn open(
    clients: &Clients,
    host: &str,
    origin: &str,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Unpin>, tungstenite::Error> {
    let mut request = format!("wss://{host}/api/v1/ws").into_client_request()?;
    request.headers_mut().insert(ORIGIN, origin.parse().unwrap());
    let (socket, _) = client_async(request, clients.connect().await).await?;
    Ok(socket)
}

async fn sockets_are_for_pages_of_https_and_are_closed_in_good_order() {
    let mut encrypting = Encrypting::start(&[]).await;
    let clients = &encrypting.clients;
    for protocols in [&["h2", "http/1.1"][..], &["http/1.1"]] {
        let agreed = clients.agree(protocols).await.unwrap();
        assert_eq!(agreed.as_deref(), Some(&b"http/1.1"[..]), "{protocols:?}");
    }
    assert_eq!(clients.agree(&[]).await.unwrap(), None);
    for protocol in ["h2", "acme-tls/1"] {
        assert!(clients.agree(&[protocol]).await.is_err(), "{protocol}");
    }

    let host = format!("{NAME}:{}", encrypting.server.address().port());
    let own = format!("https://{host}");
    for origin in [format!("http://{host}"), format!("https://{NAME}"), "https://example.org".to_owned()] {
        match open(clients, &host, &origin).await {
            Err(tungstenite::Error::Http(refused)) => assert_eq!(refused.status().as_u16(), 403, "{origin}"),
            other => panic!("{origin}: {:?}", other.err()),
        }
    }
    let mut socket = open(clients, &host, &own).await.unwrap();

    // A stop finds connections without a handshake, in the middle of one, after an answer, and without a request.
    let silent = clients.plain().await;
    let mut half = clients.plain().await;
    let hello = clients.hello().await;
    half.write_all(&hello[..hello.len() / 2]).await.unwrap();
    let mut answered = clients.connect().await;
    answered.write_all(b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    let mut head = [0; 12];
    answered.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    let unasked = clients.connect().await;

    let reading = async {
        let mut code = None;
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Close(Some(close)) = message {
                code = Some(u16::from(close.code));
            }
        }
        code
    };
    let ((status, log), code) = tokio::join!(encrypting.server.stop_and_tell(), reading);
    assert_eq!((status.code(), code), (Some(0), Some(AWAY)), "{log}");
    assert!(!log.contains("in time"), "nobody was waited for: {log}");
    // An end that is not announced is an error.
    answered.read_to_end(&mut Vec::new()).await.unwrap();
    for rest in [closed(silent).await, closed(half).await, closed(unasked).await] {
        assert!(rest.is_empty(), "{rest:?}");
    }
}
