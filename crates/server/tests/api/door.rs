//! The door: clients that say nothing, read nothing or send far too much have to go, and everybody else gets in.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tengen_testbed::{pause, until};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_util::sync::CancellationToken;

use crate::encrypting::Encrypting;
use crate::rest::Visitor;
use crate::server::{Database, Server, health, once};
use crate::slow_readers::points;
use crate::socket::{Ended, Socket, narrow};
use crate::table::Table;

once! {
    silence_is_closed
    strangers_leave_places_for_others_and_for_this_machine
    a_refused_connection_ends_after_a_while
    what_nobody_reads_is_given_up
    unread_answers_are_counted_for_their_address
    unread_events_are_counted_for_their_address
    a_proxy_has_connections_for_many_and_each_client_its_own_limit
    floods_of_frames_are_closed
    a_message_without_end_is_closed
    frames_are_counted_for_all_sockets_of_an_address
    who_has_used_up_the_own_share_keeps_nobody_waiting
}

const PATIENCE: Duration = Duration::from_mins(2);
/// The first line of HTTP/2, after which frames follow.
pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const POLICY: u16 = 1008;

/// A connection from another address of this machine than that of the server.
pub(crate) async fn from(address: &str, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(address.parse().unwrap(), 0))?;
    socket.connect(to).await
}

/// Whether the server answers over a connection.
pub(crate) async fn answers(stream: io::Result<impl AsyncRead + AsyncWrite + Unpin>) -> bool {
    let Ok(mut stream) = stream else { return false };
    let request = b"GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let mut answer = Vec::new();
    let sent = stream.write_all(request).await.is_ok();
    let read =
        timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the server answers or closes");
    sent && read.is_ok() && answer.starts_with(b"HTTP/1.1 200")
}

/// Waits until the server has closed a connection, and answers the bytes before that.
pub(crate) async fn closed(mut stream: impl AsyncRead + Unpin) -> Vec<u8> {
    let mut rest = Vec::new();
    // A connection that is reset is closed as well.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the server closes the connection");
    rest
}

async fn silence_is_closed() {
    let server = Server::start(Database::Sqlite).await;
    let begun: [&[u8]; 5] = [b"", b"P", b"PRI * HT", b"GET /livez HTTP/1.1\r\nHost:", PREFACE];
    let silent = begun.map(|begun| {
        let address = server.address();
        async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(begun).await.unwrap();
            closed(stream).await
        }
    });
    // So is a connection after its last answer.
    let answered = async {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        closed(stream).await
    };
    // So is one in the middle of a body, once it was told why.
    let half_sent = async {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let half = b"POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
                     Content-Length: 100\r\n\r\n{";
        stream.write_all(half).await.unwrap();
        closed(stream).await
    };
    // And so is one before the end of a handshake, and after it.
    let encrypting = Encrypting::start(&[]).await;
    let clients = &encrypting.clients;
    let hello = clients.hello().await;
    let parts = [&hello[..0], &hello[..1], &hello[..hello.len() / 2], &hello[..]];
    let unencrypted = parts.map(|begun| async move {
        let mut stream = clients.plain().await;
        stream.write_all(begun).await.unwrap();
        closed(stream).await
    });
    let encrypted = [begun[0], begun[1], begun[3]].map(|begun| async move {
        let mut stream = clients.connect().await;
        stream.write_all(begun).await.unwrap();
        closed(stream).await
    });
    let unencrypted = join_all(unencrypted);
    let (silent, answered, half_sent, _, encrypted) =
        tokio::join!(join_all(silent), answered, half_sent, unencrypted, join_all(encrypted));
    for rest in [silent, encrypted].concat() {
        let text = String::from_utf8_lossy(&rest);
        assert!(rest.is_empty() || text.starts_with("HTTP/1.1 4"), "{text}");
    }
    assert!(answered.starts_with(b"HTTP/1.1 200"));
    let told = String::from_utf8_lossy(&half_sent);
    assert!(told.starts_with("HTTP/1.1 400") && told.contains("\"too_slow\""), "{told}");
}

async fn strangers_leave_places_for_others_and_for_this_machine() {
    let server = Server::with_files(300, &["--limit-loopback"]).await;
    // Half of the files are places; an address has a quarter of them.
    let mut taken = Vec::new();
    for _ in 0..200 {
        taken.extend(from("127.0.0.2", server.address()).await);
    }
    assert!(answers(from("127.0.0.3", server.address()).await).await, "one address took all places");
    // Many addresses can take all that are not kept.
    for stranger in 4..12 {
        for _ in 0..60 {
            taken.extend(from(&format!("127.0.0.{stranger}"), server.address()).await);
        }
    }
    assert!(!answers(from("127.0.0.20", server.address()).await).await, "there was a place left");
    assert!(health(server.address()).await.success());
    // The log tells it with the client's address.
    until(async || server.log().contains("too much was asked for")).await;
    let log = server.log();
    let line = log.lines().find(|line| line.contains("too much was asked for")).unwrap();
    assert!(line.contains("WARN") && line.contains("127.0.0.2 "), "{line}");
    drop(taken);
}

async fn a_refused_connection_ends_after_a_while() {
    let server = Server::with_files(300, &["--limit-loopback", "--connections-per-address", "1"]).await;
    // Two connections for one socket.
    let mut taken = Vec::new();
    for _ in 0..2 {
        taken.push(from("127.0.0.2", server.address()).await.unwrap());
    }
    for _ in 0..3 {
        let began = Instant::now();
        let refused = from("127.0.0.2", server.address()).await.unwrap();
        assert_eq!(closed(refused).await, b"");
        assert!(began.elapsed() >= Duration::from_secs(1), "the next attempt could come at once");
    }
    // More of them than may wait are closed all the same, and nobody else is kept out.
    let flood = join_all((0..60).map(|_| from("127.0.0.2", server.address()))).await;
    assert!(answers(from("127.0.0.3", server.address()).await).await);
    let refused: Vec<_> = flood.into_iter().flatten().collect();
    assert!(!refused.is_empty(), "nobody came as far as to be refused");
    for refused in refused {
        closed(refused).await;
    }
    drop(taken);
}

async fn what_nobody_reads_is_given_up() {
    let server = Server::start(Database::Sqlite).await;
    let whole = Visitor::stranger(&server).get_page("/api/openapi.json").await.body.len();
    let ask = || async {
        let mut stream = narrow(server.address()).unwrap();
        stream.write_all(b"GET /api/openapi.json HTTP/1.0\r\n\r\n").await.unwrap();
        stream
    };
    let nothing = async {
        let stream = ask().await;
        // The bytes in the system's buffers can still be read.
        pause(Duration::from_secs(30), "it is longer than the server waits for a reader").await;
        closed(stream).await.len()
    };
    // A slow reader takes longer than that and gets all of it.
    let little = async {
        let (mut stream, mut piece, mut read) = (ask().await, [0; 4 * 1_024], 0);
        loop {
            match timeout(PATIENCE, stream.read(&mut piece)).await.unwrap().unwrap() {
                0 => return read,
                more => read += more,
            }
            pause(Duration::from_millis(150), "the reader is slow").await;
        }
    };
    let (nothing, little) = tokio::join!(nothing, little);
    assert!(nothing < whole, "{nothing} of {whole}");
    assert!(little > whole, "{little} of {whole}");
}

async fn unread_answers_are_counted_for_their_address() {
    let options = ["--limit-loopback", "--trust-forwarded-for", "--requests-per-second", "1000"];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let request = |client: &str| {
        format!(
            "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {client}\r\nConnection: close\r\n\r\n"
        )
    };
    let mut unread = Vec::new();
    let mut refused = 0;
    for _ in 0..60 {
        let mut stream = narrow(server.address()).unwrap();
        stream.write_all(request("203.0.113.7").as_bytes()).await.unwrap();
        let mut head = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
        refused += usize::from(&head == b"HTTP/1.1 429");
        unread.push(stream);
    }
    assert!((10..60).contains(&refused), "{refused} of 60 were refused");
    // Another client of the same proxy is answered.
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(request("203.0.113.8").as_bytes()).await.unwrap();
    assert!(closed(stream).await.starts_with(b"HTTP/1.1 200"));
    drop(unread);
}

async fn unread_events_are_counted_for_their_address() {
    // Only this machine may play so fast.
    let mut open = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&open, json!({"board": {"width": 25, "height": 25}})).await;
    for at in points().take(300) {
        table.moves(&format!("{at} pass")).await;
    }
    let game = table.game;
    open.stop().await;
    let listen = "127.0.0.1:0".parse().unwrap();
    // A build without optimisation takes long to write so much.
    let options = ["--limit-loopback", "--processor-percent-per-address", "10000"];
    let server = Server::on(open.data().clone(), listen, &options).await;
    let request = format!("GET /api/v1/games/{game}/events HTTP/1.0\r\nAccept: application/x-ndjson\r\n\r\n");
    let mut unread = Vec::new();
    let mut refused = 0;
    for _ in 0..60 {
        let mut stream = narrow(server.address()).unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
        refused += usize::from(&head == b"HTTP/1.0 429");
        unread.push(stream);
    }
    assert!((10..60).contains(&refused), "{refused} of 60 were refused");
    // A socket is refused the same, and may go on with frames that the server can read.
    let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
    socket.send(json!({"type": "subscribe", "game": game, "since": 0})).await;
    let problem = socket.next_of("problem").await;
    assert_eq!((&problem["problem"]["code"], &problem["game"]), (&json!("too_many_requests"), &json!(game)));
    let missed = socket.subscribe_since(&game, table.seq).await;
    // Nothing but the time without a server.
    assert!(missed.iter().all(|event| event["type"] == "credited"), "{missed:?}");
    drop(unread);
}

async fn a_proxy_has_connections_for_many_and_each_client_its_own_limit() {
    let options = ["--limit-loopback", "--trust-forwarded-for", "--connections-per-address", "2"];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let stream = |client: &'static str| {
        let address = server.address();
        async move {
            let mut stream = from("127.0.0.2", address).await.unwrap();
            let request =
                format!("GET /api/v1/lobby/stream HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {client}\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut head = [0; 12];
            timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
            (String::from_utf8_lossy(&head).into_owned(), stream)
        }
    };
    let mut open = Vec::new();
    for client in ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"] {
        for _ in 0..2 {
            let (head, stream) = stream(client).await;
            assert_eq!(head, "HTTP/1.1 200");
            open.push(stream);
        }
        assert_eq!(stream(client).await.0, "HTTP/1.1 429");
    }
}

/// The answers that come before the server closes a socket, and the code of that.
async fn refused(mut socket: Socket) -> (usize, Option<u16>) {
    let mut answers = 0;
    loop {
        match socket.read().await {
            Ok(frame) => answers += usize::from(frame["type"] == "problem"),
            Err(Ended(code)) => return (answers, code),
        }
    }
}

async fn floods_of_frames_are_closed() {
    let server = Server::with_options(Database::Sqlite, &["--limit-loopback"]).await;
    let floods = [
        (Message::binary(vec![1]), 200),
        (Message::text("{}"), 200),
        (Message::text(json!({"type": "unsubscribe_lobby"}).to_string()), 600),
        (Message::Ping(Bytes::new()), 600),
        (Message::Pong(Bytes::new()), 600),
    ];
    for (frame, count) in floods {
        let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
        for _ in 0..count {
            // The server may have closed the socket meanwhile.
            if socket.try_send(frame.clone()).await.is_err() {
                break;
            }
        }
        let (answers, code) = refused(socket).await;
        assert!(answers <= 70, "{frame:?}: {answers} answers");
        // Bytes sent after the end reset the connection, and the code may be lost.
        assert!(code.is_none_or(|code| code == POLICY), "{frame:?}: {code:?}");
    }
}

async fn a_message_without_end_is_closed() {
    let server = Server::start(Database::Sqlite).await;
    let part = |kind, last| Message::Frame(Frame::message(Bytes::new(), OpCode::Data(kind), last));
    let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
    // Some frames make one message, as long as they are few.
    for _ in 0..3 {
        socket.send_raw(part(Data::Text, false)).await;
        for last in (1..=10_000).map(|number| number == 10_000) {
            socket.send_raw(part(Data::Continue, last)).await;
        }
        assert_eq!(socket.next_of("problem").await["problem"]["code"], "malformed");
    }
    socket.send_raw(part(Data::Text, false)).await;
    for _ in 0..40_000 {
        if socket.try_send(part(Data::Continue, false)).await.is_err() {
            break;
        }
    }
    socket.ended().await;
}

async fn frames_are_counted_for_all_sockets_of_an_address() {
    let options = ["--limit-loopback", "--frames-per-second", "1"];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
        // As many as each may send at once.
        for _ in 0..10 {
            socket.send(json!({"type": "unsubscribe_lobby"})).await;
        }
        sockets.push(socket);
    }
    let last = sockets.last_mut().unwrap();
    assert_eq!(last.next_of("problem").await["problem"]["code"], "too_many_requests");
}

/// Sends a request from an address, and says with which status it was answered.
async fn ask(address: &str, to: SocketAddr, request: &str) -> Option<u16> {
    let mut stream = from(address, to).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the server answers").ok()?;
    std::str::from_utf8(answer.get(9..12)?).ok()?.parse().ok()
}

async fn who_has_used_up_the_own_share_keeps_nobody_waiting() {
    // With a thousandth of a processor nearly every step is one too many.
    let options = ["--limit-loopback", "--processor-percent-per-address", "1", "--guests-per-minute", "1000"];
    let server = Server::with_options(Database::Sqlite, &options).await;
    let to = server.address();
    let guest = "POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n\
                 Content-Length: 2\r\n\r\n{}";
    let page =
        "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n";
    let stop = CancellationToken::new();
    let takers: Vec<_> = (0..12)
        .map(|number| {
            let (stop, request) = (stop.clone(), if number % 3 == 0 { page } else { guest });
            tokio::spawn(async move {
                while !stop.is_cancelled() {
                    ask("127.0.0.2", to, request).await;
                }
            })
        })
        .collect();
    for _ in 0..40 {
        assert_eq!(ask("127.0.0.3", to, guest).await, Some(201));
        pause(Duration::from_millis(50), "the others go on asking meanwhile").await;
    }
    stop.cancel();
    for taker in takers {
        taker.abort();
    }
}
