//! A secret in a file of its own, as systemd and containers hand them over: no other user of the machine reads it in the list of processes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How many bytes a secret may have: an address with a password takes some hundreds, and a wrong file may have any number.
const LONGEST: u64 = 16_384;

/// Why a file has no secret. The text of the file is never told.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// It is not there, not readable, or no text.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Nothing is in it.
    #[error("{} is empty", .0.display())]
    Empty(PathBuf),
    /// It has more than a secret.
    #[error("{} has more than one line, or more than {LONGEST} bytes: nothing but the secret stands in it", .0.display())]
    Long(PathBuf),
}

/// The secret in a file: its only line.
///
/// # Errors
///
/// When the file can't be read, is no text in UTF-8, is empty, or has more than one line.
pub fn secret(path: &Path) -> Result<String, SecretError> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text));
    read.map_err(|error| SecretError::Unreadable { path: path.to_owned(), error })?;
    let secret = text.trim();
    if secret.is_empty() {
        return Err(SecretError::Empty(path.to_owned()));
    }
    let is_long = u64::try_from(text.len()).is_ok_and(|bytes| bytes > LONGEST);
    if is_long || secret.contains(['\n', '\r']) {
        return Err(SecretError::Long(path.to_owned()));
    }
    Ok(secret.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_secret_is_the_only_line_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let of = |text: &str| {
            fs::write(&file, text).unwrap();
            secret(&file)
        };
        for text in ["abc", "abc\n", "abc\r\n", " abc \n\n"] {
            assert_eq!(of(text).unwrap(), "abc", "{text:?}");
        }
        assert!(matches!(of("\n"), Err(SecretError::Empty(_))));
        for long in ["hidden\nhidden", &"hidden".repeat(16_384)] {
            let fault = of(long).unwrap_err();
            assert!(
                matches!(fault, SecretError::Long(_)) && !fault.to_string().contains("hidden"),
                "{fault}"
            );
        }
        fs::write(&file, b"hidden\xff").unwrap();
        let fault = secret(&file).unwrap_err().to_string();
        assert!(fault.contains("secret: ") && !fault.contains("hidden"), "{fault}");
        assert!(matches!(secret(folder.path().join("none").as_path()), Err(SecretError::Unreadable { .. })));
    }
}
