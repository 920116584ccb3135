//! The imports between the crates of the workspace, and between the files of each crate.
//!
//! [`crates`] asks cargo which crate imports which. [`imports_of`] reads the files of a crate and answers which file imports from
//! which, and [`circles`] finds the imports that lead back to where they began. The tests of this crate hold both to
//! `docs/architecture.md`; nothing else uses it.

mod circles;
mod crates;
mod files;
mod names;
mod paths;

pub use circles::circles;
pub use crates::{Crate, crates};
pub use files::{Imports, imports_of};

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
    /// Cargo failed, or answered something else than the metadata of packages.
    #[error("cargo metadata: {0}")]
    Cargo(String),
}
