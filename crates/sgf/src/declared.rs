//! The encoding that a file says it has, found before anything is decoded.

use crate::blank::{blank_length, first_of_text};

/// How much of a file is searched: `CA` stands among the first properties of the first node.
const SEARCHED: usize = 64 << 10;

/// The value of `CA` in the first node of the first game, and where it begins. Names and brackets are ASCII in all encodings that can
/// declare themselves this way.
pub(crate) fn declared(bytes: &[u8]) -> Option<(usize, &str)> {
    let bytes = &bytes[..bytes.len().min(SEARCHED)];
    let begin = first_of_text(bytes)?;
    let (found, _) = declared_at(bytes, begin);
    found
}

/// The value of `CA` in the first node of the game that begins at this byte, where that value begins, and the byte up to which it was
/// looked for.
pub(crate) fn declared_at(bytes: &[u8], begin: usize) -> (Option<(usize, &str)>, usize) {
    let bytes = &bytes[..bytes.len().min(begin + SEARCHED)];
    let Some(mut rest) = first_properties(bytes, begin) else { return (None, bytes.len()) };
    let found = find(bytes, &mut rest);
    (found, bytes.len() - rest.len())
}

/// Looks through the properties at the beginning of `rest`, which ends as `bytes` do, and takes them off.
fn find<'a>(bytes: &'a [u8], rest: &mut &'a [u8]) -> Option<(usize, &'a str)> {
    let mut name = Vec::new();
    loop {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        match byte {
            b'[' => {
                let Some(length) = value_length(rest) else {
                    *rest = &[];
                    return None;
                };
                if name == b"CA" {
                    let label = std::str::from_utf8(&rest[..length]).ok()?.trim();
                    return (!label.is_empty()).then_some((bytes.len() - rest.len(), label));
                }
                *rest = &rest[length + 1..];
                // Another value may follow for the same name; a name begins anew with its first letter.
                name.clear();
            }
            b'A'..=b'Z' | b'0'..=b'9' => name.push(byte),
            b';' | b'(' | b')' => return None,
            // White space, and the lower-case letters of old names.
            _ => {}
        }
    }
}

/// What follows the `;` of the game that begins at this byte, or its `(` if the `;` is missing.
fn first_properties(bytes: &[u8], begin: usize) -> Option<&[u8]> {
    let game = bytes.get(begin..)?;
    let after = game.strip_prefix(b"(").unwrap_or(game);
    let after = &after[blank_length(after)..];
    Some(after.strip_prefix(b";").unwrap_or(after))
}

/// How many bytes come before the `]`.
fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut escaped = false;
    bytes.iter().position(|&byte| {
        let ends = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_in_the_first_node_alone() {
        for (text, label) in [
            ("(;CA[UTF-8])", Some("UTF-8")),
            ("mail (header)\n( ;FF[4] CA [ gb2312 ])", Some("gb2312")),
            ("(;AB[aa][bb]CA[Big5])", Some("Big5")),
            ("(;CoPyright[euc-kr])", None),
            ("(;ChAracterset[euc-kr])", Some("euc-kr")),
            ("(;C[no CA[x\\] here]CA[y])", Some("y")),
            ("(;GM[1];CA[UTF-8])", None),
            ("(;CA[])", None),
            ("(;CA[unclosed", None),
            ("(\r\nPB[x]CA[gb2312]\r\n;B[pd])", Some("gb2312")),
            (" ;GM[1]CA[Big5])", Some("Big5")),
            ("CA[Big5];B[pd])", Some("Big5")),
            ("no game", None),
        ] {
            let found = declared(text.as_bytes());
            assert_eq!(found.map(|(_, label)| label), label, "{text}");
            assert!(found.is_none_or(|(at, label)| text[at..].trim_start().starts_with(label)), "{text}");
        }
    }
}
