//! Files of several encodings that were joined.

use crate::TextEncoding;
use crate::blank::{MARK, first_of_text, is_space};
use crate::declared::declared_at;

/// The most parts of which each is read in an encoding of its own: each costs a comparison of all encodings, however short it is. Whoever
/// joins files joins few, and a file of more is read as a whole.
const MOST_PARTS: usize = 256;

/// Where the parts of a file begin of which each names another encoding than the one before, in the `CA` of its first game. The first part
/// begins with the file. Games without a `CA` belong to the part in which they stand. A file of too many parts is one.
pub(crate) fn parts(bytes: &[u8]) -> Vec<usize> {
    let mut parts = vec![0];
    let Some(first) = first_of_text(bytes) else { return parts };
    let (label, mut at) = declared_at(bytes, first);
    let mut before = known(label);
    while let Some(open) = bytes[at..].iter().position(|byte| *byte == b'(').map(|open| at + open) {
        at = open + 1;
        let Some(end) = end_of_game(&bytes[..open]) else { continue };
        let (label, looked_at) = declared_at(bytes, open);
        // Whatever was looked at are properties, or a value that ends nowhere.
        at = looked_at.max(at);
        let encoding = known(label);
        if encoding.is_some() && encoding != before {
            if parts.len() == MOST_PARTS {
                return vec![0];
            }
            before = encoding;
            let mark = bytes[end..open].windows(MARK.len()).rposition(|bytes| bytes == MARK);
            parts.push(mark.map_or(open, |mark| end + mark));
        }
    }
    parts
}

/// The encoding, if brackets are what they are in ASCII in it.
fn known(label: Option<(usize, &str)>) -> Option<TextEncoding> {
    let (_, label) = label?;
    label.parse().ok().filter(|encoding: &TextEncoding| encoding.has_ascii())
}

/// The byte behind the `)` after which there is nothing but white space and byte order marks.
fn end_of_game(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        match rest.split_last()? {
            (b')', _) => return Some(rest.len()),
            (byte, before) if is_space(*byte) => rest = before,
            _ => rest = rest.strip_suffix(MARK)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_name_their_encodings() {
        for (text, expected) in [
            ("", vec![0]),
            ("(;CA[GB2312]C[a])(;CA[gbk])(;)", vec![0]),
            ("(;CA[GB2312]C[a])\n(;)(;CA[Big5])(;CA[x])(;CA[UTF-16])(;CA[UTF-8])", vec![0, 21, 53]),
            ("(;)\n\u{feff} (;CA[UTF-8])", vec![0, 4]),
            // Within a game.
            ("(;CA[GB2312](;CA[Big5]))", vec![0]),
            ("(;CA[GB2312]C[\n(;CA[Big5])])", vec![0]),
            ("(;CA[GB2312]B[aa](;C[x) (;CA[Big5])", vec![0, 24]),
        ] {
            assert_eq!(parts(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn a_file_of_very_many_parts_is_one() {
        let two = "(;CA[GB2312])(;CA[Big5])";
        assert_eq!(parts(two.repeat(MOST_PARTS / 2).as_bytes()).len(), MOST_PARTS);
        assert_eq!(parts(two.repeat(MOST_PARTS / 2 + 1).as_bytes()), [0]);
    }
}
