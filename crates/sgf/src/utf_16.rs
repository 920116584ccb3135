//! UTF-16 without a byte order mark.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::TextEncoding;
use crate::blank::first_of_text;

/// How much of a file is searched for the beginning of its first game: words may come before it.
const SEARCHED: usize = 64 << 10;

/// The kind of UTF-16 in which a file has a game. How many zeros there are says less: of ASCII one of two bytes is zero, but in a long
/// comment there is little of it, and the other byte of 一 is zero.
pub(crate) fn utf_16_without_mark(bytes: &[u8]) -> Option<TextEncoding> {
    let beginning = &bytes[..bytes.len().min(SEARCHED)];
    if !beginning.contains(&0) {
        return None;
    }
    [UTF_16LE, UTF_16BE].into_iter().find(|encoding| has_game(encoding, beginning)).map(TextEncoding)
}

/// Whether the first game begins in that encoding, and none before it in ASCII: otherwise it is a text in a value, or was joined.
fn has_game(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    first_of_text(text.as_bytes()).is_some_and(|at| {
        let before = 2 * text[..at].encode_utf16().count();
        first_of_text(&bytes[..before]).is_none()
    })
}
