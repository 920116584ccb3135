//! What an operator sets beside the command line and the environment: options in a file in TOML, each by its own name ([`read`]), and
//! secrets in files of their own ([`secret`]). Pages that tell of all options have a table of them ([`option_rows`]).
//!
//! The options are those of a [`clap::Command`], which stays the one place that says which there are and which values they take.
//! A file becomes [words](Setting::words) of a command line, which the program reads as if somebody had typed them.

mod file;
mod nearest;
mod secret;
mod table;

pub use file::{Fault, Setting, is_given, read, refusal};
pub use nearest::nearest;
pub use secret::{SecretError, secret};
pub use table::{TABLE_HEAD, option_rows, sentence};
