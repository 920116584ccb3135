//! One question over HTTP to a server on this machine or near it, for the tasks that ask a running server.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tengen_tls::{ServerName, TlsConnector, believing_everybody};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How much of an answer is read, in bytes: the figures of a server take some tens of thousands.
const MOST: u64 = 1 << 20;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Nobody listens, or the connection broke.
    #[error("{0}: {1}")]
    Connection(SocketAddr, io::Error),
    /// No answer in time.
    #[error("{0}: no answer")]
    Silent(SocketAddr),
}

/// The answer to a question.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The first line, with the status.
    pub(crate) status: String,
    /// The content.
    pub(crate) body: String,
}

impl Answer {
    /// Whether the status is 200.
    pub(crate) fn is_ok(&self) -> bool {
        self.status.starts_with("HTTP/1.1 200")
    }
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speech {
    /// As it is.
    Plain,
    /// Encrypted. Whoever is at the address is believed to be the server: it is this machine's, or near it, and nothing asked or
    /// told is secret.
    Encrypted,
}

/// Asks for what is at a path. A server that listens on all addresses is asked on the loopback address.
pub(crate) async fn ask(listen: SocketAddr, path: &str, speech: Speech) -> Result<Answer, AskError> {
    let address = reachable(listen);
    let answer =
        timeout(PATIENCE, get(address, path, speech)).await.map_err(|_| AskError::Silent(address))?;
    answer.map_err(|error| AskError::Connection(address, error))
}

fn reachable(listen: SocketAddr) -> SocketAddr {
    match listen {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => (Ipv4Addr::LOCALHOST, v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => (Ipv6Addr::LOCALHOST, v6.port()).into(),
        other => other,
    }
}

async fn get(address: SocketAddr, path: &str, speech: Speech) -> io::Result<Answer> {
    let stream = TcpStream::connect(address).await?;
    match speech {
        Speech::Plain => answer(stream, address, path).await,
        Speech::Encrypted => {
            let connector = TlsConnector::from(Arc::new(believing_everybody().map_err(io::Error::other)?));
            let stream = connector.connect(ServerName::from(address.ip()), stream).await?;
            answer(stream, address, path).await
        }
    }
}

async fn answer(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    address: SocketAddr,
    path: &str,
) -> io::Result<Answer> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default().to_owned();
    Ok(Answer { status, body: body.to_owned() })
}
