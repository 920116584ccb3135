//! What the address of a file tells: how its name ends, and which content it has.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// How the name of a file ends, after its last dot.
pub(crate) fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, end)| end)
}

/// A hash that tells one content from every other, in characters that may stand in addresses and headers.
pub(crate) fn hash(content: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(content))
}
