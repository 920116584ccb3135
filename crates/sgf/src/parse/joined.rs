//! Where another game begins inside one whose brackets don't close.

use crate::blank::{blank_length, end_of_value, is_space};

/// The properties that only the first node of a game has.
const OF_ROOTS: [&str; 3] = ["FF", "GM", "SZ"];

/// Whether a game begins at a `(`: it stands at the beginning of a line, and its first node has properties that only the first one of a
/// game
/// has.
pub(super) fn begins_game(text: &[u8], open: usize) -> bool {
    is_first_of_line(&text[..open]) && is_root(&text[open + 1..])
}

/// Whether nothing but white space stands between the last line break and the end of a text.
fn is_first_of_line(text: &[u8]) -> bool {
    let may_be_blank = |byte: &&u8| !matches!(byte, b'\r' | b'\n') && (is_space(**byte) || !byte.is_ascii());
    let length = text.iter().rev().take_while(may_be_blank).count();
    let (before, line) = text.split_at(text.len() - length);
    blank_length(line) == length && before.last().is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
}

/// Whether the node at the beginning of a text has a property of roots.
fn is_root(text: &[u8]) -> bool {
    let mut rest = &text[blank_length(text)..];
    rest = rest.strip_prefix(b";").unwrap_or(rest);
    loop {
        rest = &rest[blank_length(rest)..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (name, values) = rest.split_at(length);
        let Some(behind) = behind_values(values) else { return false };
        // Small letters don't count.
        let name = name.iter().filter(|letter| !letter.is_ascii_lowercase());
        if length > 0 && OF_ROOTS.iter().any(|root| name.clone().eq(root.as_bytes())) {
            return true;
        }
        rest = behind;
    }
}

/// What follows the values at the beginning of a text, of which there is one at least.
fn behind_values(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    loop {
        let open = blank_length(rest);
        if rest.get(open) != Some(&b'[') {
            break;
        }
        rest = &rest[end_of_value(rest, open)? + 1..];
    }
    (rest.len() < text.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_with_root_properties_on_lines_of_their_own() {
        for (text, begins) in [
            ("\n(;SZ[9])", true),
            ("(;SZ[9])", true),
            ("x\r \t(\n;PB[a\\]][b] SiZe[9]", true),
            ("\n\u{feff}(;GM[1])", true),
            ("\n(PB[x]FF[4])", true),
            (" x (;SZ[9])", false),
            ("\n(;B[aa];SZ[9])", false),
            ("\n(;B[aa](;SZ[9]))", false),
            ("\n(;C[(;SZ[9])])", false),
            ("\n(;SZ;)", false),
            ("\n(;C[SZ", false),
            ("\n(", false),
        ] {
            let open = text.find('(').unwrap();
            assert_eq!(begins_game(text.as_bytes(), open), begins, "{text:?}");
        }
    }
}
