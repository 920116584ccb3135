//! A private NATS, which can be stopped and started again on the same address.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::address::lasting_address;
use crate::authority::Certified;
use crate::waiting::until;

const PATIENCE: Duration = Duration::from_mins(1);

/// A NATS that ends with this value.
#[derive(Debug)]
pub struct Nats {
    address: SocketAddr,
    /// Whoever connects has to know it.
    password: Option<String>,
    /// Where its certificate and its key are, if it encrypts.
    certified: Option<TempDir>,
    process: Mutex<Option<Child>>,
}

impl Nats {
    /// A NATS that takes everybody.
    pub async fn start() -> Self {
        let nats = Self::later(None);
        nats.start_again().await;
        nats
    }

    /// A NATS that takes the user `tengen` with a password.
    pub async fn with_password(password: &str) -> Self {
        let nats = Self::later(Some(password));
        nats.start_again().await;
        nats
    }

    /// A NATS that encrypts with this certificate and takes nobody else.
    pub async fn encrypting(Certified { certificate, key }: &Certified) -> Self {
        let directory = tempfile::Builder::new().prefix("tengen-nats-").tempdir().unwrap();
        std::fs::write(directory.path().join("certificate"), certificate).unwrap();
        std::fs::write(directory.path().join("key"), key).unwrap();
        let mut nats = Self::later(None);
        nats.certified = Some(directory);
        nats.start_again().await;
        nats
    }

    /// The address of a NATS that does not run yet.
    pub fn later(password: Option<&str>) -> Self {
        let password = password.map(str::to_owned);
        Self { address: lasting_address(), password, certified: None, process: Mutex::default() }
    }

    /// Its address, for a server.
    pub fn url(&self) -> String {
        let user = self.password.as_ref().map(|password| format!("tengen:{password}@")).unwrap_or_default();
        match self.certified {
            Some(_) => format!("tls://{user}localhost:{}", self.address.port()),
            None => format!("nats://{user}{}", self.address),
        }
    }

    /// Starts it, and waits until it serves.
    pub async fn start_again(&self) {
        let mut command = Command::new(program());
        command.args(["--addr", &self.address.ip().to_string(), "--port", &self.address.port().to_string()]);
        if let Some(password) = &self.password {
            command.args(["--user", "tengen", "--pass", password]);
        }
        if let Some(directory) = &self.certified {
            command.arg("--tls").arg("--tlscert").arg(directory.path().join("certificate"));
            command.arg("--tlskey").arg(directory.path().join("key"));
        }
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let process = process.expect("nats-server is missing: apt-get install nats-server");
        assert!(self.process.lock().unwrap().replace(process).is_none(), "it still runs");
        let began = Instant::now();
        until(async || {
            assert!(began.elapsed() < PATIENCE, "nats-server does not start");
            TcpStream::connect(self.address).await.is_ok()
        })
        .await;
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.process.lock().unwrap().as_ref().expect("a NATS that runs").id()
    }

    /// Ends it as a crash would.
    pub fn kill(&self) {
        let mut process = self.process.lock().unwrap().take().expect("a NATS that runs");
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Somebody else who is connected to it.
    pub async fn client(&self) -> NatsClient {
        let mut stream = BufReader::new(TcpStream::connect(self.address).await.unwrap());
        let mut info = String::new();
        stream.read_line(&mut info).await.unwrap();
        assert!(info.starts_with("INFO "), "{info}");
        let login = self.password.as_ref().map(|password| format!(r#""user":"tengen","pass":"{password}","#));
        let connect = format!(r#"CONNECT {{{}"verbose":false,"pedantic":false}}"#, login.unwrap_or_default());
        stream.write_all(format!("{connect}\r\nPING\r\n").as_bytes()).await.unwrap();
        let mut client = NatsClient { stream };
        client.expect_pong().await;
        client
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.lock().unwrap().take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A connection to a NATS, in its own words.
#[derive(Debug)]
pub struct NatsClient {
    stream: BufReader<TcpStream>,
}

impl NatsClient {
    /// Hears everything from now on.
    pub async fn subscribe(&mut self) {
        self.stream.write_all(b"SUB > 1\r\nPING\r\n").await.unwrap();
        self.expect_pong().await;
    }

    /// The subject and the content of the next message.
    pub async fn next(&mut self) -> (String, Vec<u8>) {
        loop {
            let line = self.line().await;
            let Some(rest) = line.strip_prefix("MSG ") else { continue };
            let words: Vec<&str> = rest.split_whitespace().collect();
            let (subject, length) = (words[0].to_owned(), words[words.len() - 1].parse().unwrap());
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload).await.unwrap();
            self.line().await;
            return (subject, payload);
        }
    }

    /// Sends a message, and waits until NATS has it.
    pub async fn publish(&mut self, subject: &str, payload: &[u8]) {
        self.stream.write_all(format!("PUB {subject} {}\r\n", payload.len()).as_bytes()).await.unwrap();
        self.stream.write_all(payload).await.unwrap();
        self.stream.write_all(b"\r\nPING\r\n").await.unwrap();
        self.expect_pong().await;
    }

    async fn expect_pong(&mut self) {
        loop {
            let line = self.line().await;
            assert!(!line.starts_with("-ERR"), "{line}");
            if line == "PONG" {
                return;
            }
            if let Some(rest) = line.strip_prefix("MSG ") {
                // Passed over: whoever wants messages asks for them.
                let length: usize = rest.split_whitespace().next_back().unwrap().parse().unwrap();
                let mut payload = vec![0; length + 2];
                self.stream.read_exact(&mut payload).await.unwrap();
            }
        }
    }

    /// The next line. What NATS asks is answered.
    async fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.stream.read_line(&mut line).await.unwrap() > 0, "NATS has closed the connection");
            if line.trim() == "PING" {
                self.stream.write_all(b"PONG\r\n").await.unwrap();
                continue;
            }
            return line.trim().to_owned();
        }
    }
}

/// The program: on the path, or where Debian has it.
fn program() -> &'static str {
    let debian = "/usr/sbin/nats-server";
    if std::path::Path::new(debian).exists() { debian } else { "nats-server" }
}
