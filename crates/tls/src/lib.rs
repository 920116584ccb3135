//! Encrypted connections. Whom they trust: the certificate authorities of the system, and beside them those of a file that the operator
//! names ([`CaFile`]). And by what a server proves itself: a certificate with its key, from files that may be renewed
//! ([`ServerCertificate`]).
//!
//! All of Tengen's connections are encrypted by rustls with the cryptography of `ring`. [`client_config`] names that provider, so
//! nothing depends on what a process has installed, or on the features that other crates switch on.

mod ca_file;
mod client;
mod server;
mod unproven;

pub use ca_file::{CaFile, CaFileError};
pub use client::{NoConfig, authorities, client_config, trusting_nobody};
pub use server::{CertificateError, ServerCertificate};
pub use unproven::believing_everybody;

/// What a connection is encrypted by.
pub use rustls::ClientConfig;
/// Why a connection is not to be trusted.
pub use rustls::Error as TlsError;
/// What the connections to a server are encrypted by.
pub use rustls::ServerConfig;
/// The name of a server, or its address, as a certificate has it.
pub use rustls::pki_types::ServerName;
/// A stream that a server has encrypted.
pub use tokio_rustls::server::TlsStream;
/// Encrypts what is said over any stream.
pub use tokio_rustls::{TlsAcceptor, TlsConnector};
