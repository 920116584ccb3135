//! The certificate by which a server proves itself, from two files that are read again when they are renewed.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

/// The one protocol that is spoken over the connections, as clients are told.
const PROTOCOL: &[u8] = b"http/1.1";

/// Why a server has no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A file is not there, or not readable.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file has no certificate.
    #[error("{} has no certificate in the form of PEM", .0.display())]
    NoCertificate(PathBuf),
    /// A file has no private key, or one under a passphrase. The error does not repeat its text.
    #[error("{} has no private key in the form of PEM that is under no passphrase", .0.display())]
    NoKey(PathBuf),
    /// A file has something that is no certificate.
    #[error("{} has a certificate that can't be read: {error}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Why.
        error: pem::Error,
    },
    /// The certificate and the key are not of one another, or of no kind that is known here.
    #[error("the key in {} is not that of the certificate in {}: {error}", .key.display(), .certificate.display())]
    NoPair {
        /// The file with the certificate.
        certificate: PathBuf,
        /// The file with the key.
        key: PathBuf,
        /// Why.
        error: rustls::Error,
    },
}

/// The bytes of the two files.
type Bytes = (Vec<u8>, Vec<u8>);

/// A certificate with its key. Connections that begin are encrypted by the one that was read last.
pub struct ServerCertificate {
    certificate: PathBuf,
    key: PathBuf,
    /// What the files had when they were read last and made a pair.
    read: Mutex<Bytes>,
    shown: Arc<Shown>,
}

impl fmt::Debug for ServerCertificate {
    /// Nothing of the key is printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { certificate, key, .. } = self;
        f.debug_struct("ServerCertificate")
            .field("certificate", certificate)
            .field("key", key)
            .finish_non_exhaustive()
    }
}

/// What is shown to clients.
#[derive(Debug)]
struct Shown(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Shown {
    /// A client may name any host: the server has one certificate, and the client says whether that is for the host.
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl ServerCertificate {
    /// Reads a file with the certificate, and the ones between it and its authority behind it, and another with the private key. It may be
    /// the same file.
    ///
    /// # Errors
    ///
    /// When either file can't be used, or they are not of one another.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, CertificateError> {
        let bytes = (bytes(certificate)?, bytes(key)?);
        let pair = pair(certificate, key, &bytes)?;
        Ok(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            read: Mutex::new(bytes),
            shown: Arc::new(Shown(RwLock::new(Arc::new(pair)))),
        })
    }

    /// Reads the files again, and answers whether they were others. While one is renewed and the other is not yet, what was read
    /// before stays.
    ///
    /// # Errors
    ///
    /// As for [`ServerCertificate::read`]; then what was read before stays.
    pub fn renew(&self) -> Result<bool, CertificateError> {
        let bytes = (bytes(&self.certificate)?, bytes(&self.key)?);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if *read == bytes {
            return Ok(false);
        }
        let pair = pair(&self.certificate, &self.key, &bytes)?;
        *self.shown.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(pair);
        *read = bytes;
        Ok(true)
    }

    /// What connections are encrypted by, for HTTP/1.1 and sockets after it. Certificates that are renewed later are shown by it as well.
    ///
    /// # Errors
    ///
    /// When the cryptography refuses.
    pub fn config(&self) -> Result<ServerConfig, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&self.shown) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(config)
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, CertificateError> {
    fs::read(path).map_err(|error| CertificateError::Unreadable { path: path.to_owned(), error })
}

fn pair(certificate: &Path, key: &Path, bytes: &Bytes) -> Result<CertifiedKey, CertificateError> {
    let chain = CertificateDer::pem_slice_iter(&bytes.0)
        .collect::<Result<Vec<_>, pem::Error>>()
        .map_err(|error| CertificateError::Damaged { path: certificate.to_owned(), error })?;
    if chain.is_empty() {
        return Err(CertificateError::NoCertificate(certificate.to_owned()));
    }
    let secret =
        PrivateKeyDer::from_pem_slice(&bytes.1).map_err(|_| CertificateError::NoKey(key.to_owned()))?;
    CertifiedKey::from_der(chain, secret, &ring::default_provider()).map_err(|error| {
        CertificateError::NoPair { certificate: certificate.to_owned(), key: key.to_owned(), error }
    })
}

#[cfg(test)]
mod tests {
    use tengen_testbed::{Authority, Certified};

    use super::*;

    fn write(folder: &Path, Certified { certificate, key }: &Certified) -> (PathBuf, PathBuf) {
        let files = (folder.join("certificate.pem"), folder.join("key.pem"));
        fs::write(&files.0, certificate).unwrap();
        fs::write(&files.1, key).unwrap();
        files
    }

    fn shown(server: &ServerCertificate) -> CertificateDer<'static> {
        server.shown.0.read().unwrap().cert[0].clone()
    }

    #[test]
    fn a_renewed_certificate_is_shown_as_soon_as_both_files_are_there() {
        let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
        let (first, second) = (authority.issue(&["localhost"]), authority.issue(&["localhost"]));
        let (certificate, key) = write(folder.path(), &first);
        let server = ServerCertificate::read(&certificate, &key).unwrap();
        let before = shown(&server);
        assert_eq!(server.config().unwrap().alpn_protocols, [PROTOCOL.to_vec()]);
        assert!(!server.renew().unwrap());
        fs::write(&certificate, &second.certificate).unwrap();
        let half = server.renew().unwrap_err();
        assert!(matches!(half, CertificateError::NoPair { .. }), "{half}");
        assert_eq!(shown(&server), before);
        write(folder.path(), &second);
        assert!(server.renew().unwrap() && !server.renew().unwrap());
        assert_ne!(shown(&server), before);
        fs::remove_file(&key).unwrap();
        assert!(matches!(server.renew(), Err(CertificateError::Unreadable { .. })));
    }

    #[test]
    fn both_may_be_in_one_file_with_those_of_authorities() {
        let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
        let Certified { certificate, key } = authority.issue(&["localhost"]);
        let file = folder.path().join("all.pem");
        fs::write(&file, format!("{key}{certificate}{}", authority.pem())).unwrap();
        let server = ServerCertificate::read(&file, &file).unwrap();
        assert_eq!(server.shown.0.read().unwrap().cert.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_told_without_the_key() {
        let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
        let (one, other) = (authority.issue(&["localhost"]), authority.issue(&["localhost"]));
        let told = |certificate: &str, key: &str| {
            let certified = Certified { certificate: certificate.to_owned(), key: key.to_owned() };
            let (certificate, key) = write(folder.path(), &certified);
            ServerCertificate::read(&certificate, &key).unwrap_err()
        };
        assert!(matches!(told("", &one.key), CertificateError::NoCertificate(_)));
        assert!(matches!(told(&one.key, &one.key), CertificateError::NoCertificate(_)));
        assert!(matches!(told(&one.certificate, &one.certificate), CertificateError::NoKey(_)));
        let half = &one.certificate[..one.certificate.len() / 2];
        assert!(matches!(told(half, &one.key), CertificateError::Damaged { .. }));
        let no_pair = told(&one.certificate, &other.key);
        assert!(matches!(no_pair, CertificateError::NoPair { .. }), "{no_pair}");
        let secret = one.key.lines().nth(1).unwrap();
        let damaged = told(&one.certificate, &one.key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"));
        assert!(
            matches!(damaged, CertificateError::NoKey(_)) && !damaged.to_string().contains(secret),
            "{damaged}"
        );
    }
}
