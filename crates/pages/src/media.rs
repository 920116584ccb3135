//! The headers of a content: media types and hashes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// How the name of a file ends, after its last dot.
#[cfg(feature = "embed")]
pub(crate) fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, end)| end)
}

/// The media type of a file, by the end of its name.
pub fn media_type(name: &str) -> String {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    if guessed.type_() == mime_guess::mime::TEXT {
        format!("{guessed}; charset=utf-8")
    } else {
        guessed.to_string()
    }
}

/// A hash that tells one content from every other, in characters that may stand in addresses and headers.
pub fn hash(content: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(content))
}
