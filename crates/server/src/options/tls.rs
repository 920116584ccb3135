//! The options of encrypted connections from browsers.

use std::path::PathBuf;

use clap::Args;

/// By what the server proves itself, where there is no proxy that does so, and for how long browsers keep to encryption, if they are to.
#[derive(Debug, Clone, Args)]
pub struct TlsOptions {
    /// File with the server's certificate, and those between it and its authority behind it, in the form of PEM. With it the
    /// server speaks TLS alone at --listen. A renewed file is found within a minute, or at once by SIGHUP.
    #[arg(long = "tls-certificate-file", env = "TENGEN_TLS_CERTIFICATE_FILE", value_name = "FILE")]
    pub certificate_file: Option<PathBuf>,

    /// File with the private key of that certificate, in the form of PEM and under no passphrase. Nobody but the server should be
    /// able to read it.
    #[arg(long = "tls-key-file", env = "TENGEN_TLS_KEY_FILE", value_name = "FILE")]
    pub key_file: Option<PathBuf>,

    /// For how many seconds browsers that have reached the server at a --public-url with https use nothing else for its host, at
    /// any port; 0: they forget what they were told before. Without it they are told nothing.
    #[arg(long, env = "TENGEN_HSTS_MAX_AGE", value_name = "SECONDS")]
    pub hsts_max_age: Option<u32>,
}

impl TlsOptions {
    /// Whether the server encrypts by itself.
    pub(crate) fn encrypts(&self) -> bool {
        self.certificate_file.is_some()
    }
}
