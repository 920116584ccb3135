//! What an operator sets beside the command line and the environment: options in a file in TOML, each by its own name ([`read`]), and
//! secrets in files of their own ([`secret`]).
//!
//! The options are those of a [`clap::Command`], which stays the one place that says which there are and which values they take.
//! A file becomes [words](Setting::words) of a command line, which the program reads as if somebody had typed them.

mod file;
mod nearest;
mod secret;

pub use file::{Fault, Setting, is_given, read, refusal};
pub use nearest::nearest;
pub use secret::{SecretError, secret};
