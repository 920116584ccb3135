//! The pages of the folder `static`: the languages, the catalogues of texts, and each page in each language.
//! The server uses it to choose a language, to look up texts, and to serve a folder that is worked on; the
//! crate `site`, to put the pages into the program.

mod html;
mod language;
mod media;
mod page;
mod texts;

pub use language::Language;
pub use media::media_type;
pub use page::{Addresses, Page};
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
