//! The certificate by which the server proves itself, where it encrypts by itself, and its renewal.

use std::sync::Arc;
use std::time::Duration;

use tengen_clock::Clock;
use tengen_tls::{CertificateError, ServerCertificate, TlsAcceptor};
use tengen_trouble as trouble;
use tokio::sync::Mutex;
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
pub(crate) async fn keep_renewed(
    certificate: Arc<ServerCertificate>,
    clock: Clock,
    hangups: Arc<Mutex<Hangups>>,
) {
    let (mut told, mut hangups) = (Told::default(), hangups.lock().await);
    loop {
        let is_asked = tokio::select! {
            () = clock.sleep(LOOK) => false,
            () = hangups.next() => true,
        };
        let files = Arc::clone(&certificate);
        match spawn_blocking(move || files.renew()).await {
            Ok(looked) => {
                if let Some(news) = told.news(looked, is_asked) {
                    news.tell();
                }
            }
            Err(error) => trouble::log("the certificate can't be renewed", error),
        }
    }
}

/// What a look at the files has brought.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Renewed,
    AsBefore,
    Fault(String),
}

impl News {
    fn tell(self) {
        match self {
            Self::Renewed => tracing::info!("the certificate was renewed"),
            Self::AsBefore => tracing::info!("the certificate is the one that was there before"),
            // Whoever asks is told each time, however soon.
            Self::Fault(fault) => {
                tracing::error!(
                    error = fault,
                    "the certificate can't be renewed, and the one of before is still shown"
                );
            }
        }
    }
}

/// What the log knows of the files: the fault that it has told last, until they are in order.
#[derive(Debug, Default)]
struct Told(Option<String>);

impl Told {
    /// What there is to tell after a look. The files may stay as they are for weeks, so a fault is told once, and its end; an operator who
    /// asks is told in any case.
    fn news(&mut self, looked: Result<bool, CertificateError>, is_asked: bool) -> Option<News> {
        match looked {
            Ok(is_renewed) => {
                let was_fault = self.0.take().is_some();
                let as_before = (was_fault || is_asked).then_some(News::AsBefore);
                if is_renewed { Some(News::Renewed) } else { as_before }
            }
            // One file is written after the other, and until the second is there they are of two pairs.
            Err(error) => {
                let fault = error.to_string();
                let is_known = self.0.as_ref() == Some(&fault);
                self.0 = Some(fault.clone());
                (is_asked || !is_known).then_some(News::Fault(fault))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(name: &str) -> Result<bool, CertificateError> {
        Err(CertificateError::NoKey(name.into()))
    }

    fn told(name: &str) -> Option<News> {
        fault(name).err().map(|error| News::Fault(error.to_string()))
    }

    #[test]
    fn a_fault_of_the_files_is_told_once_and_so_is_its_end() {
        let mut log = Told::default();
        assert_eq!(log.news(Ok(false), false), None);
        assert_eq!(log.news(fault("a"), false), told("a"));
        for _ in 0..3 {
            assert_eq!(log.news(fault("a"), false), None);
        }
        assert_eq!(log.news(fault("b"), false), told("b"), "another one");
        assert_eq!(log.news(fault("b"), true), told("b"), "somebody asks");
        assert_eq!(log.news(Ok(false), false), Some(News::AsBefore));
        assert_eq!(log.news(Ok(false), false), None);
        assert_eq!(log.news(Ok(false), true), Some(News::AsBefore), "somebody asks");
        assert_eq!(log.news(fault("b"), false), told("b"), "it has come back");
        assert_eq!(log.news(Ok(true), false), Some(News::Renewed));
        assert_eq!(log.news(Ok(false), false), None);
    }
}
