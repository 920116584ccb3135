//! Why the settings can't be used.

use std::io;
use std::path::PathBuf;

/// Why a file with providers can't be used. It repeats no value of the file, since one of them may be a
/// secret.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file is not there, or not readable, or too long.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The text is not of the form `{"providers": [{…}, …]}`.
    #[error("no list of providers: {0}")]
    NoList(String),
    /// There are more providers than a page has room for.
    #[error("more than {0} providers")]
    TooMany(usize),
    /// A field of a provider can't be used.
    #[error("provider {provider}, {field}: {fault}")]
    Field {
        /// The provider's id, or its place in the list where it has none.
        provider: String,
        /// The name of the field.
        field: String,
        /// The fault.
        fault: Fault,
    },
}

/// The fault of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It has to be there.
    #[error("it is missing")]
    Missing,
    /// There is no field of this name.
    #[error("there is no such field")]
    Unknown,
    /// It has to be a text.
    #[error("it is no text")]
    NoText,
    /// It has to be a list of texts.
    #[error("it is no list of texts")]
    NoList,
    /// It has to be an object whose values are texts.
    #[error("it is no object of texts")]
    NoMap,
    /// Another provider has the same.
    #[error("another provider has the same")]
    Taken,
    /// It breaks this rule.
    #[error("it has to be {0}")]
    Refused(&'static str),
}
