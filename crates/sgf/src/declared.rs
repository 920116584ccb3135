//! The encoding that a file says it has, found before anything is decoded.

use crate::blank::{blank_length, first_game};

/// How much of a file is searched: `CA` stands among the first properties of the first node.
const SEARCHED: usize = 64 << 10;

/// The value of `CA` in the first node of the first game, and where it begins. Names and brackets are ASCII in all encodings that can
/// declare themselves this way.
pub(crate) fn declared(bytes: &[u8]) -> Option<(usize, &str)> {
    let bytes = &bytes[..bytes.len().min(SEARCHED)];
    let mut rest = first_properties(bytes)?;
    let mut name = Vec::new();
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'[' => {
                let length = value_length(rest)?;
                if name == b"CA" {
                    let label = std::str::from_utf8(&rest[..length]).ok()?.trim();
                    return (!label.is_empty()).then_some((bytes.len() - rest.len(), label));
                }
                rest = &rest[length + 1..];
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

/// What follows the `;` of the first game, or its `(` if the `;` is missing.
fn first_properties(bytes: &[u8]) -> Option<&[u8]> {
    let after = bytes.get(first_game(bytes)? + 1..)?;
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
            ("no game", None),
        ] {
            let found = declared(text.as_bytes());
            assert_eq!(found.map(|(_, label)| label), label, "{text}");
            assert!(found.is_none_or(|(at, label)| text[at..].trim_start().starts_with(label)), "{text}");
        }
    }
}
