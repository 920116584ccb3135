//! What connections to servers are encrypted by.

use std::sync::Arc;

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
    let system = rustls_native_certs::load_native_certs();
    let mut trusted = RootCertStore::empty();
    // A system may have some that are damaged or of another kind; they prove nothing.
    trusted.add_parsable_certificates(system.certs);
    if let Some(file) = ca_file {
        file.add_to(&mut trusted)?;
    }
    if trusted.is_empty() {
        let reasons: Vec<_> = system.errors.iter().map(|error| format!(": {error}")).collect();
        return Err(NoConfig::NoAuthorities(reasons.concat()));
    }
    Ok(trusting(trusted)?)
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
