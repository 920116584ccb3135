//! The proxies of `deploy/`, each with its file, in which ports and paths alone are others.

use std::net::SocketAddr;
use std::process::Stdio;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::address::lasting_address;
use crate::waiting::until;

/// Debian's nginx with the file of `deploy/`.
pub const NGINX: Kind = Kind {
    program: "nginx",
    file: include_str!("../../../deploy/nginx.conf"),
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
};

/// Debian's haproxy with the file of `deploy/`.
pub const HAPROXY: Kind = Kind {
    program: "haproxy",
    file: include_str!("../../../deploy/haproxy.cfg"),
    public: ("bind :80\n", "bind ADDRESS\n"),
    // Only root can become somebody else.
    own: &[("    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n", "")],
    arguments: &["-db", "-f"],
    asks_for_health: true,
    reads_sizes: true,
};

/// Debian's caddy with the file of `deploy/`.
pub const CADDY: Kind = Kind {
    program: "caddy",
    file: include_str!("../../../deploy/Caddyfile"),
    public: ("\n:80 {", "\nhttp://ADDRESS {"),
    own: &[("admin 127.0.0.1:2019", "admin OTHER")],
    arguments: &["run", "--adapter", "caddyfile", "--config"],
    asks_for_health: true,
    reads_sizes: false,
};

/// What is particular to a proxy.
#[derive(Debug)]
pub struct Kind {
    /// The name of the program, which is that of its package.
    pub program: &'static str,
    /// The text of its file.
    pub file: &'static str,
    /// Where it listens, in the file and in the test.
    pub public: (&'static str, &'static str),
    /// What else is another in the test.
    pub own: &'static [(&'static str, &'static str)],
    /// Before the name of the file.
    pub arguments: &'static [&'static str],
    /// Whether it asks servers for their health by itself.
    pub asks_for_health: bool,
    /// Whether it refuses a body by the size that its client tells; otherwise it counts while the body comes.
    pub reads_sizes: bool,
}

/// A proxy that runs. It ends with this value.
#[derive(Debug)]
pub struct Proxy {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
    directory: TempDir,
}

impl Proxy {
    /// Starts it in front of these servers.
    pub async fn start(kind: &Kind, servers: &[SocketAddr; 3]) -> Self {
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
        until(async || {
            let ended = proxy.child.try_wait().unwrap();
            assert!(ended.is_none(), "{}: {}", kind.program, proxy.said());
            leads_somewhere(address).await
        })
        .await;
        proxy
    }

    /// What it has said and logged.
    pub fn said(&self) -> String {
        let read = |name| std::fs::read_to_string(self.directory.path().join(name)).unwrap_or_default();
        read("said") + &read("log")
    }
}

/// Whether a server behind the proxy answers.
async fn leads_somewhere(proxy: SocketAddr) -> bool {
    let asked = async {
        let mut stream = TcpStream::connect(proxy).await?;
        stream.write_all(b"GET /livez HTTP/1.1\r\nHost: proxy\r\nConnection: close\r\n\r\n").await?;
        let mut status = [0; 12];
        stream.read_exact(&mut status).await?;
        Ok::<_, std::io::Error>(&status == b"HTTP/1.1 200")
    };
    asked.await.unwrap_or(false)
}
