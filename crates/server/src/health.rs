//! `tengen health`: one question to a running server, for container health checks, which have no other program at hand.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::options::HealthOptions;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Why the server is not ready.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// Nobody listens, or the connection broke.
    #[error("{0}: {1}")]
    Connection(SocketAddr, std::io::Error),
    /// No answer in time.
    #[error("{0}: no answer")]
    Silent(SocketAddr),
    /// An answer other than 200.
    #[error("not ready: {0}")]
    NotReady(String),
}

/// Asks `/readyz`.
pub async fn ask(options: &HealthOptions) -> Result<(), HealthError> {
    let address = reachable(options.listen);
    let answer = timeout(PATIENCE, status_line(address)).await.map_err(|_| HealthError::Silent(address))?;
    let line = answer.map_err(|error| HealthError::Connection(address, error))?;
    if line.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(HealthError::NotReady(line)) }
}

/// A server that listens on all addresses is asked on the loopback address.
fn reachable(listen: SocketAddr) -> SocketAddr {
    match listen {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => (Ipv4Addr::LOCALHOST, v4.port()).into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => (Ipv6Addr::LOCALHOST, v6.port()).into(),
        other => other,
    }
}

async fn status_line(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(4_096).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
}
