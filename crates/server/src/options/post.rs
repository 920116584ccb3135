//! The options of the post: letters to members.

use std::path::PathBuf;

use clap::Args;
use tengen_mail::Sender;

/// The mail server, and from whom the letters are.
#[derive(Debug, Clone, Args)]
pub struct PostOptions {
    /// The mail server that takes the server's letters, such as `smtps://user:password@mail.example.org`, or `smtp://...` with
    /// STARTTLS. With it members can sign in by a link. It needs --mail-from and --public-url.
    #[arg(long, env = "TENGEN_MAIL_SERVER", value_name = "URL", hide_env_values = true)]
    pub mail_server: Option<String>,

    /// File with that address.
    #[arg(long, env = "TENGEN_MAIL_SERVER_FILE", value_name = "FILE")]
    pub mail_server_file: Option<PathBuf>,

    /// From whom the letters are, such as `Go club <go@example.org>`.
    #[arg(long, env = "TENGEN_MAIL_FROM", value_name = "SENDER")]
    pub mail_from: Option<Sender>,
}
