//! A connection that breaks when it is told to.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Passes bytes on to a server, and cuts every connection at once.
pub(crate) struct Obstacle {
    address: SocketAddr,
    cuts: watch::Sender<u32>,
}

impl Obstacle {
    pub(crate) async fn before(server: &str) -> Self {
        let target = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (cuts, _) = watch::channel(0);
        let seen = cuts.subscribe();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (target, mut seen) = (target.clone(), seen.clone());
                seen.mark_unchanged();
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(target).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = seen.changed() => {}
                    }
                });
            }
        });
        Self { address, cuts }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}
