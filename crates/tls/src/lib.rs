//! Whom encrypted connections trust: the certificate authorities of the system, and beside them those of a file that the operator
//! names ([`CaFile`]).
//!
//! All of Tengen's connections are encrypted by rustls with the cryptography of `ring`. [`client_config`] names that provider, so
//! nothing depends on what a process has installed, or on the features that other crates switch on.

mod ca_file;
mod client;

pub use ca_file::{CaFile, CaFileError};
pub use client::{NoConfig, authorities, client_config, trusting_nobody};

/// What a connection is encrypted by.
pub use rustls::ClientConfig;
/// Why a connection is not to be trusted.
pub use rustls::Error as TlsError;
