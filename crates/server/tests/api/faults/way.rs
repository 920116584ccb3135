//! The way to a server, or to the proxy in front of several.

use std::net::{Ipv4Addr, SocketAddr};

use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;

use crate::server::Server;
use crate::socket::{self, Ended, Socket};

/// The address of the first home. All of this network are this machine's own.
const FIRST: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 1);

/// The way from somebody's home. Everybody has an address of their own, as a proxy tells it: the servers give one address a share of
/// the processor that is enough for a school, and not for a crowd.
#[derive(Debug, Clone)]
pub(super) struct Way {
    home: Ipv4Addr,
    address: SocketAddr,
    url: String,
}

impl Way {
    /// The way from the home with this number.
    pub(super) fn new(server: &Server, number: usize) -> Self {
        let number = u32::try_from(number).unwrap();
        let home = Ipv4Addr::from_bits(FIRST.to_bits() + number);
        Self { home, address: server.address(), url: socket::url(server) }
    }

    /// A socket whose first frame is still to come, a player's with this token.
    pub(super) async fn connect(&self, token: Option<&str>) -> Result<Socket, Ended> {
        let mut request = self.url.as_str().into_client_request().unwrap();
        if let Some(token) = token {
            let value = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        Socket::connect_from(self.home, request, self.address).await.map_err(|_| Ended(None))
    }

    /// A socket on which the server can send little before it is read.
    pub(super) async fn connect_narrow(&self) -> Result<Socket, Ended> {
        Socket::narrow(&self.url, self.address).await.map_err(|_| Ended(None))
    }
}
