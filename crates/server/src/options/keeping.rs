//! The options of the tasks that keep a database: copies of it, and looks at it.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

/// The options of `tengen backup`.
#[derive(Debug, Clone, Args)]
#[command(group = ArgGroup::new("place").required(true))]
pub struct BackupOptions {
    /// The file to be written. One that is there stays as it is.
    #[arg(value_name = "FILE", group = "place")]
    pub file: Option<PathBuf>,

    /// Write a file with the time in its name into this folder, in place of FILE.
    #[arg(long, value_name = "DIR", group = "place")]
    pub into: Option<PathBuf>,

    /// Of the copies in the folder of --into keep the newest N. Those that neither this nor the next two options keep are removed
    /// when the new one is whole; without any of the three all stay.
    #[arg(long, value_name = "N", requires = "into", value_parser = clap::value_parser!(u16).range(1..))]
    pub keep: Option<u16>,

    /// Keep the newest copy of each of the last N days of UTC that have one.
    #[arg(long, value_name = "N", requires = "into", value_parser = clap::value_parser!(u16).range(1..))]
    pub keep_daily: Option<u16>,

    /// Keep the newest copy of each of the last N weeks that have one, from Monday on.
    #[arg(long, value_name = "N", requires = "into", value_parser = clap::value_parser!(u16).range(1..))]
    pub keep_weekly: Option<u16>,

    /// File with the server's options in TOML, of which this task takes what concerns it.
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Directory of the SQLite file, with or without a running server.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data")]
    pub data_dir: PathBuf,

    /// Postgres of the server, if it uses one. It is backed up by its own programs.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide = true)]
    pub database_url: Option<String>,

    /// File with that address.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE", hide = true)]
    pub database_url_file: Option<PathBuf>,
}

/// The options of `tengen restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreOptions {
    /// The copy, as `tengen backup` has made it. It stays as it is.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Directory of the SQLite file, made if it is missing. No server may run on it.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR")]
    pub data_dir: PathBuf,

    /// Take the place of a database that is there, which is kept as tengen.sqlite.before-restore-N.
    #[arg(long)]
    pub replace: bool,
}

/// The options of `tengen check-database`.
#[derive(Debug, Clone, Args)]
pub struct CheckDatabaseOptions {
    /// File with the server's options in TOML, of which this task takes what concerns it.
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Directory of the SQLite file. Not used with Postgres.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data")]
    pub data_dir: PathBuf,

    /// Postgres to check instead of the SQLite file.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// File with that address.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE")]
    pub database_url_file: Option<PathBuf>,

    /// File with certificate authorities that are trusted beside the system's, as for the server.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// Write anew what lists show of a game where it is not what its log says. On SQLite no server may run.
    #[arg(long)]
    pub repair: bool,
}

/// The options of `tengen transfer`.
#[derive(Debug, Clone, Args)]
pub struct TransferOptions {
    /// Directory of the SQLite file. No server may run on it. It stays as it is.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR")]
    pub from: PathBuf,

    /// Postgres without tables, or with empty ones of this release.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub to: String,

    /// File with that address.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE")]
    pub to_file: Option<PathBuf>,

    /// File with certificate authorities that are trusted beside the system's, as for the server.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,
}
