//! A language, as far as it tells encodings apart.

use encoding_rs::Encoding;

/// A language with an alphabet.
pub(crate) struct Language {
    /// The encodings in which its texts are kept.
    pub(super) encodings: &'static [&'static Encoding],
    /// Its letters beyond ASCII, small ones.
    pub(crate) letters: &'static str,
    /// Parts of usual words and names, in small letters, with a letter beyond ASCII in each.
    pub(crate) parts: &'static [&'static str],
}
