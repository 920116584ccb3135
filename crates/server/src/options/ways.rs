//! The options of the ways in: how members prove who they are.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Providers that vouch for people, and whether there are other ways in.
#[derive(Debug, Clone, Args)]
pub struct WaysOptions {
    /// A file in JSON with the providers of OpenID Connect that vouch for people here. It needs --public-url. Nobody but the
    /// server should be able to read it: it has their secrets.
    #[arg(long, env = "TENGEN_PROVIDERS_FILE", value_name = "FILE")]
    pub providers_file: Option<PathBuf>,

    /// How members come in: in every way that there is, or by the providers alone, as a company may want it.
    #[arg(long, env = "TENGEN_WAYS_IN", value_name = "WAYS", default_value = "all")]
    pub ways_in: WaysWish,
}

/// How members come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WaysWish {
    /// By passwords, by letters, and by providers.
    All,
    /// By providers, and in no other way.
    Providers,
}
