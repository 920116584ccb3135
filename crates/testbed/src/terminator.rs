//! What encrypts for a server, as a proxy in front of it does.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::authority::Certified;

/// Takes encrypted connections and passes on what they say.
pub struct Terminator {
    address: SocketAddr,
    acceptor: Arc<Mutex<TlsAcceptor>>,
}

impl Terminator {
    /// A terminator with this certificate in front of a server.
    pub async fn before(server: SocketAddr, certified: &Certified) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let acceptor = Arc::new(Mutex::new(acceptor(certified)));
        let current = Arc::clone(&acceptor);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let acceptor = current.lock().unwrap().clone();
                tokio::spawn(async move {
                    // Clients that trust nobody here leave.
                    let Ok(mut near) = acceptor.accept(near).await else { return };
                    let Ok(mut far) = TcpStream::connect(server).await else { return };
                    let _ = copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        Self { address, acceptor }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows another certificate to those who come from now on.
    pub fn show(&self, certified: &Certified) {
        *self.acceptor.lock().unwrap() = acceptor(certified);
    }
}

/// Encrypts with this certificate.
pub(crate) fn acceptor(Certified { certificate, key }: &Certified) -> TlsAcceptor {
    let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).unwrap()))
}
