//! The bytes of a connection, with an end to all patience: who takes nothing that is sent is gone, and so is who sends a
//! message without end.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::received::Received;

/// How long a peer may leave sent bytes lying.
const WRITE_PATIENCE: Duration = Duration::from_secs(20);
/// How much the system has to take from the server in that time, in bytes, for as long as there is more. Linux takes nothing before less
/// than half of [`UNSENT`] is left. So a peer has to take more there: some 35 KB, and up to 96 KiB if its window is large, which are
/// five thousand bytes a second at most.
const PROGRESS: usize = 4 * 1_024;
/// How much may lie in the system's buffer without being sent, in bytes. Otherwise that buffer grows to megabytes before
/// anybody notices that the peer reads nothing. Linux fills its last packet beyond the mark, by up to 64 KiB. That is the same with each
/// mark, so a lower one asks little less of a peer, and a fast line would have sent everything before the server wakes.
const UNSENT: u32 = 64 * 1_024;

/// A connection over which HTTP, and perhaps a socket after it, is spoken.
#[derive(Debug)]
pub(super) struct Transport<H> {
    stream: TcpStream,
    /// Runs while the peer does not take the sent bytes.
    patience: Option<Pin<Box<Sleep>>>,
    /// How much it has taken since the patience began.
    taken: usize,
    received: Received,
    /// A value that is held for as long as the connection is open.
    _held: H,
}

impl<H> Transport<H> {
    /// A connection that holds a place, or another value that must be dropped when it closes.
    pub(super) fn new(stream: TcpStream, held: H) -> Self {
        // Moves are small and must not wait for more to send. A system that refuses either serves all the same.
        let _ = stream.set_nodelay(true);
        #[cfg(target_os = "linux")]
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
        Self { stream, patience: None, taken: 0, received: Received::unbounded(), _held: held }
    }

    /// How much comes over the connection.
    pub(super) fn received(&self) -> Received {
        self.received.clone()
    }

    /// Watches the outcome of an attempt to send so many bytes.
    fn watched(
        &mut self,
        context: &mut Context<'_>,
        offered: usize,
        outcome: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match outcome {
            Poll::Ready(Ok(sent)) => {
                self.taken += sent;
                if sent == offered || self.taken >= PROGRESS {
                    self.patience = None;
                    self.taken = 0;
                }
                Poll::Ready(Ok(sent))
            }
            Poll::Pending => {
                let patience = self.patience.get_or_insert_with(|| Box::pin(sleep(WRITE_PATIENCE)));
                match patience.as_mut().poll(context) {
                    Poll::Ready(()) => {
                        tracing::debug!("a peer takes nothing that is sent to it");
                        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
                    }
                    Poll::Pending => Poll::Pending,
                }
            }
            failed @ Poll::Ready(Err(_)) => failed,
        }
    }
}

impl<H: Unpin> AsyncRead for Transport<H> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.received.count(buffer.filled().len() - before) {
            Poll::Ready(Ok(()))
        } else {
            tracing::debug!("a peer sends a message without end");
            Poll::Ready(Err(io::ErrorKind::InvalidData.into()))
        }
    }
}

impl<H: Unpin> AsyncWrite for Transport<H> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, bytes.len(), outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watched(context, slices.iter().map(|slice| slice.len()).sum(), outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
