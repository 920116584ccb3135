//! A question to the server that runs on a data directory.

use std::io;
use std::path::Path;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::net::unix::OwnedReadHalf;

use super::wire::{Answer, LONGEST_ANSWER, Request, SOCKET};

/// Asks, and waits for the answer.
pub(crate) async fn request(directory: &Path, request: &Request) -> io::Result<Answer> {
    ask(directory, request).await.map(|(answer, _)| answer)
}

/// Asks for the data of a member, which follow where the answer says that they begin.
pub(crate) async fn request_data(directory: &Path, request: &Request) -> io::Result<(Answer, Pieces)> {
    ask(directory, request).await.map(|(answer, reader)| (answer, Pieces { reader }))
}

async fn ask(directory: &Path, request: &Request) -> io::Result<(Answer, BufReader<OwnedReadHalf>)> {
    let stream = UnixStream::connect(directory.join(SOCKET)).await?;
    let (reader, mut writer) = stream.into_split();
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    writer.write_all(&line).await?;
    let mut reader = BufReader::new(reader);
    let mut answer = String::new();
    (&mut reader).take(LONGEST_ANSWER).read_line(&mut answer).await?;
    Ok((serde_json::from_str(&answer)?, reader))
}

/// The data of a member, as a server hands them out.
#[derive(Debug)]
pub(crate) struct Pieces {
    reader: BufReader<OwnedReadHalf>,
}

impl Pieces {
    /// The next piece; nothing behind the last one.
    ///
    /// # Errors
    ///
    /// When the server has ended, or could not read all.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let length = self.reader.read_u32().await?;
        if length == 0 {
            return Ok(None);
        }
        let mut piece = Vec::new();
        let read = (&mut self.reader).take(length.into()).read_to_end(&mut piece).await?;
        if read < length as usize { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(Some(piece)) }
    }
}
