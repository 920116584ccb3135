//! Why a server can't run.

use std::net::SocketAddr;

use tengen_bus::{AddressError, BusError};
use tengen_credentials::NoThread;
use tengen_entropy::NoEntropy;
use tengen_mail::{MailServerError, PostError};
use tengen_store::{OpenError, StoreError};
use tengen_tls::{CaFileError, NoConfig};

use crate::certificate::TlsError;
use crate::door::DoorError;
use crate::log::LogError;
use crate::ways::WaysError;

/// Why the server can't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Proxies are trusted in two ways at once.
    #[error(
        "--trusted-proxy (TENGEN_TRUSTED_PROXIES) takes the place of --trust-forwarded-for and --proxies: leave those out"
    )]
    TrustedTwice,
    /// The server encrypts, and browsers are to come without that.
    #[error(
        "--public-url (TENGEN_PUBLIC_URL) begins with http://, and with --tls-certificate-file the server speaks TLS alone: it has to begin \
         with https://"
    )]
    PlainAddress,
    /// NATS is named and Postgres is not.
    #[error(
        "--nats-url (NATS_URL) tells servers of one Postgres of each other, and an SQLite file has one server: it needs --database-url"
    )]
    NatsAlone,
    /// NATS can't be used.
    #[error("--nats-url (NATS_URL): {0}")]
    NatsAddress(#[from] AddressError),
    /// NATS can't be used.
    #[error("--nats-url (NATS_URL): {0}")]
    Nats(#[from] BusError),
    /// The database does not say how its servers know each other.
    #[error("the database: {0}")]
    Store(#[from] StoreError),
    /// The log can't begin, or the traces can't.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// NATS is to be reached by encryption, and nobody is trusted.
    #[error("NATS: {0}")]
    Trust(#[from] NoConfig),
    /// The database can't be opened.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The address can't be listened on.
    #[error("can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The door can't be as the operator wishes.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// The ways in can't be as the operator wishes.
    #[error(transparent)]
    Ways(#[from] WaysError),
    /// The server can't encrypt as the operator wishes.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Letters need all three.
    #[error(
        "letters need --mail-server (TENGEN_MAIL_SERVER), --mail-from (TENGEN_MAIL_FROM) and, for the links in them, --public-url (TENGEN_PUBLIC_URL)"
    )]
    HalfOfMail,
    /// The address of the mail server does not read. The error does not repeat it, for it has a password.
    #[error("--mail-server (TENGEN_MAIL_SERVER): {0}")]
    MailServer(#[from] MailServerError),
    /// The mail server can't be used.
    #[error("--mail-server: {0}")]
    Post(#[from] PostError),
    /// There is no thread for passwords.
    #[error(transparent)]
    Passwords(#[from] NoThread),
    /// There are no random bits.
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
    /// The system refused something that a server needs.
    #[error(transparent)]
    System(#[from] std::io::Error),
}
