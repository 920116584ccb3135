//! A file with certificate authorities.

use std::io;
use std::path::{Path, PathBuf};

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};

/// The certificate authorities of a file, in the form of PEM.
#[derive(Debug, Clone)]
pub struct CaFile(Vec<CertificateDer<'static>>);

/// Why a file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum CaFileError {
    /// It is not there, or not readable.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It has no certificate.
    #[error("{} has no certificate in the form of PEM", .0.display())]
    Empty(PathBuf),
    /// It has something that is no certificate.
    #[error("{} has a certificate that can't be read: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl CaFile {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it has no certificate, or one that is damaged.
    pub fn read(path: &Path) -> Result<Self, CaFileError> {
        let damaged = |reason: String| CaFileError::Damaged { path: path.to_owned(), reason };
        let text =
            std::fs::read(path).map_err(|error| CaFileError::Unreadable { path: path.to_owned(), error })?;
        let certificates = CertificateDer::pem_slice_iter(&text)
            .collect::<Result<Vec<_>, pem::Error>>()
            .map_err(|error| damaged(error.to_string()))?;
        if certificates.is_empty() {
            return Err(CaFileError::Empty(path.to_owned()));
        }
        let file = Self(certificates);
        let mut store = RootCertStore::empty();
        for certificate in file.certificates() {
            store.add(certificate.clone()).map_err(|error| damaged(error.to_string()))?;
        }
        Ok(file)
    }

    /// The certificates of the file's authorities, each of which can be trusted.
    pub(crate) fn certificates(&self) -> &[CertificateDer<'static>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use tengen_testbed::Authority;

    use super::*;

    #[test]
    fn a_file_may_have_several_authorities() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("two.pem");
        std::fs::write(&file, format!("one\n{}two\n{}", Authority::new().pem(), Authority::new().pem()))
            .unwrap();
        assert_eq!(CaFile::read(&file).unwrap().0.len(), 2);
    }

    #[test]
    fn what_is_no_certificate_is_refused_with_the_reason() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("missing");
        assert!(matches!(CaFile::read(&missing), Err(CaFileError::Unreadable { .. })));
        let of = |text: &str| {
            let file = directory.path().join("file");
            std::fs::write(&file, text).unwrap();
            CaFile::read(&file).unwrap_err()
        };
        assert!(matches!(of(""), CaFileError::Empty(_)));
        assert!(matches!(of(&Authority::new().issue(&["localhost"]).key), CaFileError::Empty(_)));
        let whole = Authority::new().pem().to_owned();
        for damaged in
            [&whole[..whole.len() / 2], "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
        {
            let error = of(damaged);
            assert!(matches!(error, CaFileError::Damaged { .. }), "{error}");
        }
    }
}
