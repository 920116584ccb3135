//! A question to the server that runs on a data directory.

use std::io;
use std::path::Path;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

use super::wire::{Answer, LONGEST_ANSWER, Request, SOCKET};

/// Asks, and waits for the answer.
pub(crate) async fn request(directory: &Path, request: &Request) -> io::Result<Answer> {
    let stream = UnixStream::connect(directory.join(SOCKET)).await?;
    let (reader, mut writer) = stream.into_split();
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    writer.write_all(&line).await?;
    let mut answer = String::new();
    BufReader::new(reader.take(LONGEST_ANSWER)).read_line(&mut answer).await?;
    Ok(serde_json::from_str(&answer)?)
}
