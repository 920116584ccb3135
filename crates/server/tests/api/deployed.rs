//! The files in `deploy/` with the real proxies: between clients and two servers of one database stands a proxy with its file,
//! in which ports and paths alone are others.

use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::header::ACCEPT_ENCODING;
use reqwest::{Client, Method};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::sleep;

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, lasting_address, once};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

once! {
    nginx_leads_to_all_servers_that_are_there
    haproxy_leads_to_all_servers_that_are_ready
    caddy_leads_to_all_servers_that_are_ready
}

const EACH_LOOK: Duration = Duration::from_millis(50);
/// After so many looks at its health a proxy knows that a server is not ready.
const LOOKS: usize = 3;

async fn nginx_leads_to_all_servers_that_are_there() {
    works_behind(&Kind {
        program: "nginx",
        file: include_str!("../../../../deploy/nginx.conf"),
        public: ("listen 80;", "listen ADDRESS;"),
        own: &[
            ("pid /run/nginx.pid;", "pid DIRECTORY/pid;"),
            ("error_log /var/log/nginx/error.log", "error_log DIRECTORY/log"),
            // Only root may write where Debian has these.
            (
                "http {\n",
                "http {\nclient_body_temp_path DIRECTORY/a; proxy_temp_path DIRECTORY/b; fastcgi_temp_path DIRECTORY/c; \
                 uwsgi_temp_path DIRECTORY/d; scgi_temp_path DIRECTORY/e;\n",
            ),
        ],
        // One process, so that none is left when it is killed.
        arguments: &["-g", "daemon off; master_process off;", "-c"],
        asks_for_health: false,
        reads_sizes: true,
    })
    .await;
}

async fn haproxy_leads_to_all_servers_that_are_ready() {
    works_behind(&Kind {
        program: "haproxy",
        file: include_str!("../../../../deploy/haproxy.cfg"),
        public: ("bind :80\n", "bind ADDRESS\n"),
        // Only root can become somebody else.
        own: &[("    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n", "")],
        arguments: &["-db", "-f"],
        asks_for_health: true,
        reads_sizes: true,
    })
    .await;
}

async fn caddy_leads_to_all_servers_that_are_ready() {
    works_behind(&Kind {
        program: "caddy",
        file: include_str!("../../../../deploy/Caddyfile"),
        public: ("\n:80 {", "\nhttp://ADDRESS {"),
        own: &[("admin 127.0.0.1:2019", "admin OTHER")],
        arguments: &["run", "--adapter", "caddyfile", "--config"],
        asks_for_health: true,
        reads_sizes: false,
    })
    .await;
}

/// What is particular to a proxy.
struct Kind {
    program: &'static str,
    file: &'static str,
    /// Where it listens, in the file and in the test.
    public: (&'static str, &'static str),
    /// What else is another in the test.
    own: &'static [(&'static str, &'static str)],
    /// Before the name of the file.
    arguments: &'static [&'static str],
    /// Whether it asks servers for their health by itself.
    asks_for_health: bool,
    /// Whether it refuses a body by the size that its client tells; otherwise it counts while the body comes.
    reads_sizes: bool,
}

/// A proxy that runs. It ends with this value.
struct Proxy {
    address: SocketAddr,
    child: Child,
    directory: TempDir,
}

impl Proxy {
    /// Starts it in front of these servers.
    async fn start(kind: &Kind, servers: &[SocketAddr; 3]) -> Self {
        let directory = tempfile::Builder::new().prefix("tengen-proxy-").tempdir().unwrap();
        let (address, other) = (lasting_address(), lasting_address());
        let mut text = kind.file.to_owned();
        let mut put = |from: &str, to: &str| {
            assert!(text.contains(from), "{} has no {from}", kind.program);
            text = text.replace(from, to);
        };
        for (from, to) in kind.own.iter().chain([&kind.public]) {
            let to = to.replace("DIRECTORY", directory.path().to_str().unwrap());
            put(from, &to.replace("ADDRESS", &address.to_string()).replace("OTHER", &other.to_string()));
        }
        for (port, server) in ["127.0.0.1:8081", "127.0.0.1:8082", "127.0.0.1:8083"].iter().zip(servers) {
            put(port, &server.to_string());
        }
        let file = directory.path().join("configuration");
        std::fs::write(&file, text).unwrap();
        let log = std::fs::File::create(directory.path().join("said")).unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let child = Command::new(kind.program)
            // Debian has servers where only root looks for programs.
            .env("PATH", format!("{path}:/usr/sbin:/usr/local/sbin"))
            .env("HOME", directory.path())
            .env("XDG_DATA_HOME", directory.path())
            .env("XDG_CONFIG_HOME", directory.path())
            .args(kind.arguments)
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("no {0} ({error}): apt-get install {0}", kind.program));
        let mut proxy = Self { address, child, directory };
        let http = Client::builder().no_proxy().build().unwrap();
        while !http
            .get(format!("http://{address}/livez"))
            .send()
            .await
            .is_ok_and(|answer| answer.status() == 200)
        {
            let ended = proxy.child.try_wait().unwrap();
            assert!(ended.is_none(), "{}: {}", kind.program, proxy.said());
            sleep(EACH_LOOK).await;
        }
        proxy
    }

    fn said(&self) -> String {
        let read = |name| std::fs::read_to_string(self.directory.path().join(name)).unwrap_or_default();
        read("said") + &read("log")
    }
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

async fn works_behind(kind: &Kind) {
    let options = ["--limit-loopback", "--guests-per-minute", "4", "--trusted-proxy", "127.0.0.1"];
    let data = Data::new(Database::Postgres).await;
    let mut first = Server::on(data.clone(), lasting_address(), &options).await;
    let second = Server::on(data.clone(), lasting_address(), &options).await;
    let (unready, third) = Unready::listen().await;
    let third = if kind.asks_for_health { third } else { lasting_address() };
    let proxy = Proxy::start(kind, &[first.address(), second.address(), third]).await;
    if kind.asks_for_health {
        while unready.looks.load(Ordering::Relaxed) < LOOKS {
            sleep(EACH_LOOK).await;
        }
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
    let head = format!("POST /api/v1/records HTTP/1.1\r\nHost: {proxy}\r\nContent-Length: 3000000\r\n\r\n");
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
        let http =
            Client::builder().no_proxy().local_address(Some(address.parse().unwrap())).build().unwrap();
        let mut made = 0;
        for number in 0..tries {
            let request = http.post(format!("http://{proxy}/api/v1/guests")).json(&json!({"name": "Eve"}));
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
