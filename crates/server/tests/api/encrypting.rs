//! A server that encrypts by itself, with a certificate from files, and connections to it.

use std::fs::write;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use tengen_testbed::{Authority, Certified};
use tengen_tls::{CaFile, ClientConfig, ServerName, TlsConnector};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, duplex};
use tokio::net::TcpStream;

use crate::keeping::word;
use crate::server::{Database, Server};

/// The name of a server.
pub(crate) const NAME: &str = "localhost";
/// The first words of a client are shorter, in bytes.
const HELLO_BYTES: usize = 4 * 1_024;

/// The files of a certificate.
pub(crate) struct Files {
    folder: TempDir,
}

impl Files {
    pub(crate) fn new(certified: &Certified) -> Self {
        let files = Self { folder: TempDir::new().unwrap() };
        write(files.path("certificate.pem"), &certified.certificate).unwrap();
        write(files.path("key.pem"), &certified.key).unwrap();
        files
    }

    pub(crate) fn path(&self, name: &str) -> String {
        word(&self.folder.path().join(name)).to_owned()
    }
}

/// What somebody speaks who trusts an authority.
pub(crate) fn trusting(authority: &Authority) -> ClientConfig {
    let file = CaFile::read(Path::new(&authority.file())).unwrap();
    tengen_tls::client_config(Some(&file)).unwrap()
}

/// A server with a certificate, and its clients.
pub(crate) struct Encrypting {
    pub(crate) server: Server,
    pub(crate) clients: Clients,
    /// The server looks at them again and again.
    _files: Files,
}

impl Encrypting {
    /// A new one on SQLite, with these options besides.
    pub(crate) async fn start(options: &[&str]) -> Self {
        let authority = Authority::new();
        let files = Files::new(&authority.issue(&[NAME]));
        let (certificate, key) = (files.path("certificate.pem"), files.path("key.pem"));
        let own = ["--tls-certificate-file", &certificate, "--tls-key-file", &key];
        let server = Server::with_options(Database::Sqlite, &[&own[..], options].concat()).await;
        let clients = Clients { address: server.address(), trust: Arc::new(trusting(&authority)) };
        Self { server, clients, _files: files }
    }
}

/// Those who trust a server.
pub(crate) struct Clients {
    address: SocketAddr,
    trust: Arc<ClientConfig>,
}

impl Clients {
    /// A new connection, as it is.
    pub(crate) async fn plain(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A new connection, encrypted.
    pub(crate) async fn connect(&self) -> impl AsyncRead + AsyncWrite + Unpin {
        self.encrypt(Ok(self.plain().await)).await.unwrap()
    }

    /// Encrypts a connection, if it is one.
    pub(crate) async fn encrypt(
        &self,
        stream: io::Result<TcpStream>,
    ) -> io::Result<impl AsyncRead + AsyncWrite + Unpin> {
        TlsConnector::from(Arc::clone(&self.trust)).connect(name(), stream?).await
    }

    /// What is agreed on with a client that can speak this.
    pub(crate) async fn agree(&self, protocols: &[&str]) -> io::Result<Option<Vec<u8>>> {
        let mut trust = ClientConfig::clone(&self.trust);
        trust.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        let stream = TlsConnector::from(Arc::new(trust)).connect(name(), self.plain().await).await?;
        Ok(stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec))
    }

    /// The first words of a client, which are one record and have the server's [`NAME`] in them.
    pub(crate) async fn hello(&self) -> Vec<u8> {
        let (client, mut server) = duplex(HELLO_BYTES);
        let connecting = TlsConnector::from(Arc::clone(&self.trust)).connect(name(), client);
        let mut hello = vec![0; HELLO_BYTES];
        tokio::select! {
            _ = connecting => panic!("nobody has answered"),
            length = server.read(&mut hello) => hello.truncate(length.unwrap()),
        }
        hello
    }
}

fn name() -> ServerName<'static> {
    ServerName::try_from(NAME).unwrap()
}
