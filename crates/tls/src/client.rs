//! What connections to servers are encrypted by.

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

use crate::CaFile;

/// Why nothing can be trusted.
#[derive(Debug, thiserror::Error)]
pub enum NoConfig {
    /// Neither the system nor a file names an authority.
    #[error(
        "this system has no certificate authorities (Debian: ca-certificates), and no file with others was given{0}"
    )]
    NoAuthorities(String),
    /// The cryptography refuses.
    #[error(transparent)]
    Tls(#[from] rustls::Error),
}

/// Trusts the system's authorities, and those of the file besides.
///
/// It reads the system's from their files each time: make one for many connections.
///
/// # Errors
///
/// When there are no authorities at all.
pub fn client_config(ca_file: Option<&CaFile>) -> Result<ClientConfig, NoConfig> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(authorities(ca_file)?);
    Ok(trusting(trusted)?)
}

/// The certificates of the authorities that [`client_config`] trusts, for libraries that take no configuration and make one of their
/// own. Each of them can be trusted: the damaged ones are left out.
///
/// # Errors
///
/// When there are no authorities at all.
pub fn authorities(ca_file: Option<&CaFile>) -> Result<Vec<CertificateDer<'static>>, NoConfig> {
    let system = rustls_native_certs::load_native_certs();
    let mut trusted = system.certs;
    // A system may have some that are damaged or of another kind; they prove nothing. Those of a file are whole.
    trusted.retain(|certificate| RootCertStore::empty().add(certificate.clone()).is_ok());
    trusted.extend(ca_file.into_iter().flat_map(CaFile::certificates).cloned());
    if trusted.is_empty() {
        let reasons: Vec<_> = system.errors.iter().map(|error| format!(": {error}")).collect();
        return Err(NoConfig::NoAuthorities(reasons.concat()));
    }
    Ok(trusted)
}

/// Trusts no authority: for connections that are not encrypted, by libraries that want to know how.
pub fn trusting_nobody() -> Result<ClientConfig, rustls::Error> {
    trusting(RootCertStore::empty())
}

fn trusting(authorities: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(authorities)
        .with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tengen_testbed::Authority;

    use super::*;

    #[test]
    fn the_authorities_of_a_file_are_among_those_that_are_trusted() {
        let authority = Authority::new();
        let file = CaFile::read(Path::new(&authority.file())).unwrap();
        let with_file = authorities(Some(&file)).unwrap();
        assert!(file.certificates().iter().all(|certificate| with_file.contains(certificate)));
        let mut store = RootCertStore::empty();
        assert_eq!(store.add_parsable_certificates(with_file.clone()), (with_file.len(), 0));
        // A system without any has nothing else to trust.
        let without = authorities(None).map_or(0, |authorities| authorities.len());
        assert_eq!(with_file.len(), without + 1);
    }
}
