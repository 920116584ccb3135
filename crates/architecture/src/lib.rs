//! The imports between the crates of the workspace, and between the files of each crate.
//!
//! [`crates`] asks cargo which crate imports which. [`Sources`] reads the files of a crate and answers
//! which file and which room imports from which, and [`circles`] finds the imports that lead back to where
//! they began. [`targets`] asks cargo what it builds and tests, and [`found_in`] answers whether there is anything to
//! test. [`calls_one_of`] finds calls in a source. The tests of this crate hold all of it to
//! `docs/map.md` and to the manifests; nothing else uses it.

mod calls;
mod circles;
mod crates;
mod files;
mod names;
mod paths;
mod rooms;
mod targets;

pub use calls::calls_one_of;
pub use circles::circles;
pub use crates::{Crate, crates};
pub use files::{Imports, Sources};
pub use rooms::Rooms;
pub use targets::{Found, Target, found_in, targets};

/// Why something could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// A file or a folder is not there, or not readable.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// A folder can't be walked through.
    #[error("{0}")]
    Folder(#[from] walkdir::Error),
    /// A source file is not Rust.
    #[error("{file}: {error}")]
    Source {
        /// The file, from the folder of the sources on.
        file: String,
        /// The cause.
        error: syn::Error,
    },
    /// A source file is not made of Rust's tokens.
    #[error("{file}: {error}")]
    Tokens {
        /// The file.
        file: String,
        /// The cause.
        error: String,
    },
    /// Cargo failed, or answered something else than the metadata of packages.
    #[error("cargo metadata: {0}")]
    Cargo(String),
}
