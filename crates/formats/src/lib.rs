#![doc = include_str!("../README.md")]

mod error;
mod file;
mod format;
mod game;
mod gib;
mod line;
mod ngf;
mod ugf;

pub use error::ReadError;
pub use file::{Encoded, GameFile, read};
pub use format::Format;
