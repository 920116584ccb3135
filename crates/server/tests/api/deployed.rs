//! The files in `deploy/` with the real proxies: between clients and two servers of one database stands a proxy with its file,
//! in which ports and paths alone are others.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use reqwest::header::ACCEPT_ENCODING;
use serde_json::json;
use tengen_testbed::{CADDY, HAPROXY, NGINX, Proxy, ProxyKind, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::rest::{Visitor, http};
use crate::server::{Data, Database, Server, lasting_address, once};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

once! {
    nginx_leads_to_all_servers_that_are_there
    haproxy_leads_to_all_servers_that_are_ready
    caddy_leads_to_all_servers_that_are_ready
}

/// After so many looks at its health a proxy knows that a server is not ready.
const LOOKS: usize = 3;

async fn nginx_leads_to_all_servers_that_are_there() {
    works_behind(&NGINX).await;
}

async fn haproxy_leads_to_all_servers_that_are_ready() {
    works_behind(&HAPROXY).await;
}

async fn caddy_leads_to_all_servers_that_are_ready() {
    works_behind(&CADDY).await;
}

/// Something in the place of a server that says it is not ready, and counts.
#[derive(Debug, Default)]
struct Unready {
    looks: AtomicUsize,
    requests: AtomicUsize,
}

impl Unready {
    async fn listen() -> (Arc<Self>, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (unready, address) = (Arc::new(Self::default()), listener.local_addr().unwrap());
        let counting = Arc::clone(&unready);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = [0; 4 * 1_024];
                let length = stream.read(&mut head).await.unwrap_or_default();
                let look = head[..length].starts_with(b"GET /readyz ");
                let counter = if look { &counting.looks } else { &counting.requests };
                counter.fetch_add(1, Ordering::Relaxed);
                let answer =
                    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                let _ = stream.write_all(answer).await;
            }
        });
        (unready, address)
    }
}

async fn works_behind(kind: &ProxyKind) {
    let options = ["--limit-loopback", "--guests-per-minute", "4", "--trusted-proxy", "127.0.0.1"];
    let data = Data::new(Database::Postgres).await;
    let mut first = Server::on(data.clone(), lasting_address(), &options).await;
    let second = Server::on(data.clone(), lasting_address(), &options).await;
    let (unready, third) = Unready::listen().await;
    let third = if kind.asks_for_health { third } else { lasting_address() };
    let proxy = Proxy::start(kind, &[first.address(), second.address(), third]).await;
    if kind.asks_for_health {
        until(async || unready.looks.load(Ordering::Relaxed) >= LOOKS).await;
    }
    let before = unready.requests.load(Ordering::Relaxed);
    let through = Server::within(proxy.address, data);

    let stranger = Visitor::stranger(&through);
    pages_are_as_the_server_sent_them(&stranger).await;
    let mut table = Table::new(&through, json!({})).await;
    moves_go_through_at_once(&through, &mut table).await;
    bodies_are_as_large_as_the_server_takes(&table.black).await;
    if kind.reads_sizes {
        large_bodies_are_refused_unseen(proxy.address).await;
    }
    strangers_turn_no_server_off(&through).await;
    clients_have_their_own_addresses(proxy.address).await;

    assert!(first.stop().await.success());
    for _ in 0..12 {
        assert_eq!(stranger.get_page("/").await.status, 200);
        stranger.snapshot(&table.game).await;
    }
    // Sockets and commands find a server as well.
    table.moves("D16 Q4").await;
    let mut socket = Socket::open(&through, &table.black).await;
    socket.subscribe(&table.game).await;
    first.start_again().await;
    assert_eq!(unready.requests.load(Ordering::Relaxed), before, "{}", proxy.said());
}

async fn pages_are_as_the_server_sent_them(stranger: &Visitor) {
    let request = stranger.request(Method::GET, "/").header(ACCEPT_ENCODING, "gzip");
    let page = request.send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert_eq!(page.headers()["content-encoding"], "gzip", "the server has compressed it");
    assert!(page.headers().contains_key("content-security-policy"));
    assert_eq!(stranger.get_page("/metrics").await.status, 404);
}

/// Moves by a socket, which streams and another socket are told while they stay open.
async fn moves_go_through_at_once(through: &Server, table: &mut Table) {
    let mut streams = Vec::new();
    for media_type in [SSE, NDJSON] {
        let mut stream = Reader::new(table.white.stream(&table.game, "", media_type).await);
        assert_eq!(stream.next(media_type).await.unwrap()["seq"], 1);
        streams.push((media_type, stream));
    }
    let mut black = Socket::open(through, &table.black).await;
    let mut white = Socket::open(through, &table.white).await;
    black.subscribe(&table.game).await;
    white.subscribe(&table.game).await;
    let command = table.move_command("Q16");
    let seq = black.accepted(&table.game, command).await;
    assert_eq!(white.event(&table.game, seq).await["type"], "played");
    for (media_type, stream) in &mut streams {
        assert_eq!(stream.next(media_type).await.unwrap()["seq"], seq);
        assert_eq!(stream.heartbeats, 0, "nothing else had to push it through");
    }
    let seen = table.black.look(&table.game).await;
    table.state = seen;
    table.seq = seq;
    table.moves("D4").await;
    for (media_type, stream) in &mut streams {
        assert_eq!(stream.next(media_type).await.unwrap()["seq"], seq + 1);
    }
}

async fn bodies_are_as_large_as_the_server_takes(player: &Visitor) {
    const MIB: usize = 1 << 20;
    // The server has read it, and says what is wrong with it.
    assert_eq!(player.bring(&vec![b'?'; MIB]).await.status, 422);
    player.bring(&vec![b'?'; MIB + 1]).await.refused(413, "too_large");
    let long = "a".repeat(20_000);
    player.post("/games", json!({"name": long})).await.refused(413, "too_large");
}

/// What is far too large is refused before it comes.
async fn large_bodies_are_refused_unseen(proxy: SocketAddr) {
    let mut stream = TcpStream::connect(proxy).await.unwrap();
    let head = format!("POST /api/v1/records HTTP/1.1\r\nHost: {proxy}\r\nContent-Length: 9000000\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 413");
}

/// Bodies that are refused before they have come as a whole look to some proxies as if the server were broken.
async fn strangers_turn_no_server_off(through: &Server) {
    let calm = Visitor::stranger(through);
    for _ in 0..12 {
        // On a connection of its own, for it may end.
        let stranger = Visitor::stranger(through);
        let request = stranger.request(Method::POST, "/api/v1/records").body(vec![b'?'; 1 << 20]);
        // Whatever becomes of it.
        let _ = request.send().await;
        assert_eq!(calm.get_page("/").await.status, 200);
    }
}

/// Whatever a client says, each server counts it by the address of its connection to the proxy.
async fn clients_have_their_own_addresses(proxy: SocketAddr) {
    let made = async |address: &str, tries: u8| {
        let client = http().local_address(Some(address.parse().unwrap())).build().unwrap();
        let mut made = 0;
        for number in 0..tries {
            let request = client.post(format!("http://{proxy}/api/v1/guests")).json(&json!({"name": "Eve"}));
            let request = request.header("x-forwarded-for", format!("203.0.113.{number}"));
            let answer = request.header("forwarded", format!("for=203.0.113.{number}")).send().await.unwrap();
            made += u8::from(answer.status() == 201);
        }
        made
    };
    let many = made("127.0.0.5", 60).await;
    assert!((4..40).contains(&many), "{many} of 60");
    assert_eq!(made("127.0.0.6", 4).await, 4);
}
