//! The connection to the mail server, and what becomes of a letter there.

use std::time::Duration;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters};
use tengen_tls::{CaFile, authorities};
use tokio::time::{Instant, timeout, timeout_at};

use crate::letter::Written;
use crate::mail_server::{Encryption, MailServer};
use crate::refusal::cause;

/// The time that a mail server may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Why nothing can be encrypted for a mail server.
#[derive(Debug, thiserror::Error)]
pub enum NoEncryption {
    /// There is nobody to trust.
    #[error(transparent)]
    Authorities(#[from] tengen_tls::NoConfig),
    /// The cryptography refuses.
    #[error("connections to the mail server can't be encrypted: {0}")]
    Tls(#[from] Error),
}

/// Carries one letter after the other to the mail server, by one connection as long as that is good.
pub(crate) struct Carrier {
    server: MailServer,
    /// The settings of encryption, where connections are encrypted.
    tls: Option<TlsParameters>,
    /// The longest time of an attempt.
    limit: Duration,
    /// The connection of the last letter. One on which anything has failed is not kept.
    kept: Option<AsyncSmtpConnection>,
}

/// Why a letter is not with the mail server. The causes name nobody to whom a letter is.
#[derive(Debug)]
pub(crate) enum Undelivered {
    /// There is no mail server to hand anything to: no letter would get through.
    Away(String),
    /// This letter may get through later.
    Later(String),
    /// This letter never will.
    Never(String),
}

impl Carrier {
    /// A carrier to this mail server that trusts the system's authorities and those of the file besides.
    pub(crate) fn new(
        server: MailServer,
        ca_file: Option<&CaFile>,
        limit: Duration,
    ) -> Result<Self, NoEncryption> {
        let tls = match server.encryption() {
            Encryption::None => None,
            Encryption::Opportunistic | Encryption::Required | Encryption::Wrapped => {
                Some(tls(server.place().0, ca_file)?)
            }
        };
        Ok(Self { server, tls, limit, kept: None })
    }

    /// Hands a letter over. An attempt that takes too long may have succeeded all the same, so that a letter
    /// can arrive twice.
    pub(crate) async fn carry(&mut self, letter: &Written) -> Result<(), Undelivered> {
        let until = Instant::now() + self.limit;
        let limit = self.limit;
        let late = || format!("no answer within {limit:?}");
        let mut connection = match timeout_at(until, self.connection()).await {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) => return Err(Undelivered::Away(cause(&error))),
            Err(_) => return Err(Undelivered::Away(late())),
        };
        match timeout_at(until, connection.send(&letter.envelope, &letter.bytes)).await {
            Ok(Ok(_)) => {
                self.kept = Some(connection);
                Ok(())
            }
            // The library refuses by itself what the server could not take: it says so of each try again.
            Ok(Err(error)) if error.is_permanent() || error.is_client() => {
                Err(Undelivered::Never(cause(&error)))
            }
            Ok(Err(error)) => Err(Undelivered::Later(cause(&error))),
            Err(_) => Err(Undelivered::Later(late())),
        }
    }

    /// Whether a connection is kept.
    pub(crate) fn is_connected(&self) -> bool {
        self.kept.is_some()
    }

    /// Says goodbye, if a connection is kept.
    pub(crate) async fn leave(&mut self) {
        if let Some(mut connection) = self.kept.take() {
            // Whether it is answered or not: nothing is lost.
            let _ = timeout(GOODBYE, connection.quit()).await;
        }
    }

    /// The kept connection, if the server still answers there, or a new one.
    async fn connection(&mut self) -> Result<AsyncSmtpConnection, Error> {
        if let Some(mut kept) = self.kept.take()
            && kept.test_connected().await
        {
            return Ok(kept);
        }
        self.connect().await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let own_name = self.server.client_id();
        let encryption = self.server.encryption();
        let wrapped = self.tls.clone().filter(|_| encryption == Encryption::Wrapped);
        // A name with several addresses gets to the next one within the attempt.
        let each = Some(self.limit / 3);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(self.server.place(), each, &own_name, wrapped, None).await?;
        let upgrades = match encryption {
            Encryption::None | Encryption::Wrapped => false,
            Encryption::Opportunistic => connection.can_starttls(),
            Encryption::Required => true,
        };
        if let Some(tls) = self.tls.clone().filter(|_| upgrades) {
            connection.starttls(tls, &own_name).await?;
        }
        if let Some(credentials) = self.server.credentials() {
            connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
        }
        Ok(connection)
    }
}

/// The library makes its configuration by itself, so it is given the authorities of ours, and none besides.
fn tls(host: String, ca_file: Option<&CaFile>) -> Result<TlsParameters, NoEncryption> {
    let mut builder = TlsParameters::builder(host).certificate_store(CertificateStore::None);
    for authority in authorities(ca_file)? {
        builder = builder.add_root_certificate(Certificate::from_der(authority.to_vec())?);
    }
    Ok(builder.build_rustls()?)
}
