//! The site inside the program: each part is there in its compressed forms, and is unpacked once when a reader needs it
//! plain.

use std::io::Read;
use std::sync::OnceLock;

use flate2::read::GzDecoder;

/// A part of the site.
pub(super) struct Embedded {
    /// As the header says it.
    pub(super) media_type: &'static str,
    /// Whether its address has a hash, so that the content never changes.
    pub(super) lasting: bool,
    /// The tag of the plain content.
    pub(super) tag: &'static str,
    /// The content, compressed by Brotli.
    pub(super) brotli: &'static [u8],
    /// The content, compressed by gzip.
    pub(super) gzip: &'static [u8],
    plain: OnceLock<Vec<u8>>,
}

impl Embedded {
    const fn new(
        media_type: &'static str,
        lasting: bool,
        tag: &'static str,
        brotli: &'static [u8],
        gzip: &'static [u8],
    ) -> Self {
        Self { media_type, lasting, tag, brotli, gzip, plain: OnceLock::new() }
    }

    /// The content as it was before it was compressed. It is kept from the first time on: all plain contents together
    /// have some ten MiB.
    pub(super) fn plain(&'static self) -> &'static [u8] {
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            if let Err(error) = GzDecoder::new(self.gzip).read_to_end(&mut plain) {
                tracing::error!(%error, tag = self.tag, "a part of the program does not unpack");
            }
            plain
        })
    }
}

// The site that the build script made of `static`: `FILES` and `PAGES`.
include!(concat!(env!("OUT_DIR"), "/site/site.rs"));

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use sha2::{Digest as _, Sha256};

    use super::{FILES, PAGES};

    #[test]
    fn each_part_unpacks_to_what_its_tag_is_of() {
        let parts = FILES.iter().map(|(_, part)| part).chain(PAGES.iter().map(|(_, part)| part));
        let mut unpacked = 0;
        for part in parts {
            let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(part.plain()));
            assert_eq!(format!("W/\"{hash}\""), part.tag, "{}", part.media_type);
            unpacked += part.plain().len();
        }
        assert!(unpacked > 1_000_000, "{unpacked} bytes");
    }
}
