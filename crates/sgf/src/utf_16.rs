//! UTF-16 without a byte order mark.

use encoding_rs::{UTF_16BE, UTF_16LE};

use crate::TextEncoding;

/// How much of a file is looked at for its zeros.
const BEGINNING: usize = 4096;

/// The kind of UTF-16 that bytes look like. Brackets, names and points are ASCII, of which one of two bytes is zero; in names and
/// comments neither may be.
pub(crate) fn utf_16_without_mark(bytes: &[u8]) -> Option<TextEncoding> {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let zeros = |first: usize| beginning.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (high, low) = (zeros(0), zeros(1));
    let many = |zeros: usize, others: usize| 8 * zeros >= beginning.len() && zeros > 8 * others;
    match (many(high, low), many(low, high)) {
        (true, _) => Some(TextEncoding(UTF_16BE)),
        (_, true) => Some(TextEncoding(UTF_16LE)),
        _ => None,
    }
}
