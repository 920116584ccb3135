//! A way to a server that breaks when it is told to, or when much has come through it, or that is away for a while.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Passes bytes on to a server, and cuts every connection at once when it is told to.
#[derive(Debug)]
pub struct Cable {
    address: SocketAddr,
    state: watch::Sender<State>,
    connections: Arc<AtomicUsize>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// How often the connections were broken.
    cuts: u32,
    /// Whether nothing passes.
    pulled: bool,
}

impl Cable {
    /// A cable to the server at this address, such as `http://127.0.0.1:8080`.
    pub async fn to(server: &str) -> Self {
        Self::that_lets_through(server, u64::MAX).await
    }

    /// A cable of which each connection breaks by itself after so many bytes from the server.
    pub async fn that_lets_through(server: &str, bytes: u64) -> Self {
        let target = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (state, seen) = watch::channel(State::default());
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::Relaxed);
                let (target, mut seen) = (target.clone(), seen.clone());
                if seen.borrow_and_update().pulled {
                    continue;
                }
                tokio::spawn(async move {
                    let Ok(far) = TcpStream::connect(target).await else { return };
                    let ((mut asks, mut hears), (far_out, mut far_in)) =
                        (near.into_split(), far.into_split());
                    let mut answer = far_out.take(bytes);
                    tokio::select! {
                        _ = copy(&mut answer, &mut hears) => { let _ = hears.flush().await; }
                        _ = copy(&mut asks, &mut far_in) => {}
                        _ = seen.changed() => {}
                    }
                });
            }
        });
        Self { address, state, connections }
    }

    /// Where it begins.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the server's pages by this cable.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Breaks the connections of this moment. New ones pass.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.cuts += 1);
    }

    /// Breaks all connections, and lets none through until it is [put back](Self::put_back).
    pub fn pull(&self) {
        self.state.send_modify(|state| state.pulled = true);
    }

    /// Lets connections through again.
    pub fn put_back(&self) {
        self.state.send_modify(|state| state.pulled = false);
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}
