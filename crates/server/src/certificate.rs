//! The certificate by which the server proves itself, where it encrypts by itself, and its renewal.

use std::sync::Arc;
use std::time::Duration;

use tengen_clock::Clock;
use tengen_tls::{CertificateError, ServerCertificate, TlsAcceptor};
use tengen_trouble as trouble;
use tokio::task::spawn_blocking;

use crate::options::TlsOptions;
use crate::signals::Hangups;

/// How often the files are looked at. Certificates are renewed weeks before they end.
const LOOK: Duration = Duration::from_mins(1);

/// Why the server can't encrypt as the operator wishes.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// One of the two is missing.
    #[error(
        "--tls-certificate-file (TENGEN_TLS_CERTIFICATE_FILE) and --tls-key-file (TENGEN_TLS_KEY_FILE) need each other"
    )]
    Half,
    /// The files can't be used.
    #[error("--tls-certificate-file, --tls-key-file: {0}")]
    Files(#[from] CertificateError),
    /// The cryptography refuses.
    #[error("--tls-certificate-file: {0}")]
    Tls(#[from] tengen_tls::TlsError),
}

/// The certificate of these options; nothing if the server does not encrypt.
///
/// # Errors
///
/// When one of the two files is missing, or they can't be used.
pub(crate) fn certificate(options: &TlsOptions) -> Result<Option<ServerCertificate>, TlsError> {
    match (&options.certificate_file, &options.key_file) {
        (None, None) => Ok(None),
        (Some(certificate), Some(key)) => Ok(Some(ServerCertificate::read(certificate, key)?)),
        _ => Err(TlsError::Half),
    }
}

/// Encrypts connections by a certificate.
///
/// # Errors
///
/// When the cryptography refuses.
pub(crate) fn acceptor(certificate: &ServerCertificate) -> Result<TlsAcceptor, TlsError> {
    Ok(TlsAcceptor::from(Arc::new(certificate.config()?)))
}

/// Shows a renewed certificate to those who come from then on: soon after its files were renewed, or as soon as the operator asks for it.
pub(crate) async fn keep_renewed(certificate: Arc<ServerCertificate>, clock: Clock, mut hangups: Hangups) {
    loop {
        let is_asked = tokio::select! {
            () = clock.sleep(LOOK) => false,
            () = hangups.next() => true,
        };
        let files = Arc::clone(&certificate);
        match spawn_blocking(move || files.renew()).await {
            Ok(Ok(true)) => tracing::info!("the certificate was renewed"),
            Ok(Ok(false)) if is_asked => tracing::info!("the certificate is the one that was there before"),
            Ok(Ok(false)) => {}
            // One file is written after the other, and until the second is there they are of two pairs.
            Ok(Err(error)) => {
                trouble::log("the certificate can't be renewed, and the one of before is still shown", error);
            }
            Err(error) => trouble::log("the certificate can't be renewed", error),
        }
    }
}
