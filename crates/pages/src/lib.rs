//! The way of the pages from the folder `static` into the program: the languages, the catalogues of texts, and each
//! page in each language. A build script uses it to put the pages into the program, and the server to choose a
//! language, to look up texts, and to serve a folder that is worked on.

#[cfg(feature = "embed")]
mod embed;
mod html;
#[cfg(feature = "embed")]
mod join;
mod language;
mod media;
#[cfg(feature = "embed")]
mod module;
mod page;
#[cfg(feature = "embed")]
mod script;
#[cfg(feature = "embed")]
mod site;
#[cfg(feature = "embed")]
mod style;
mod texts;

pub use language::Language;
pub use media::{hash, media_type};
pub use page::{Addresses, Page};
#[cfg(feature = "embed")]
pub use site::{File, Site};
pub use texts::{Param, Texts};

/// Why a folder of pages can't be served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder can't be read.
    #[error("{0}: {1}")]
    Unreadable(String, std::io::Error),
    /// A theme of texts is not an object of texts.
    #[error("{0}: {1}")]
    Theme(String, serde_json::Error),
    /// A page is not written as pages are written here.
    #[error("{0}: {1}")]
    Page(String, String),
}
