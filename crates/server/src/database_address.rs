//! The address of the database, with the authorities that the operator trusts.

use std::path::Path;

use tengen_tls::{CaFile, CaFileError};

/// The address of Postgres with the file of authorities, if there are both. The file is read here, so that one that can't be used
/// is told at once.
pub(crate) fn database_address(
    url: Option<&str>,
    ca_file: Option<&Path>,
) -> Result<Option<String>, CaFileError> {
    if let Some(file) = ca_file {
        CaFile::read(file)?;
    }
    Ok(url.map(|url| match ca_file {
        Some(file) => tengen_store::with_authorities(url, file),
        None => url.to_owned(),
    }))
}
