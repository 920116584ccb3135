//! How many things the games of a text have, counted without building anything.

use crate::blank::{blank_length, end_of_value, first_game, first_of_text};

/// How many nodes and values the games of a text have together. `None` if a bracket is missing, or if between the values of a game
/// there is something that is no part of it.
pub(crate) fn outline(text: &str) -> Option<usize> {
    let text = text.as_bytes();
    let mut at = first_of_text(text)?;
    let (mut count, mut depth) = (0, usize::from(text[at] != b'('));
    while let Some(byte) = text.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    // Words between games and behind the last one say nothing of the encoding.
                    let rest = &text[at + 1..];
                    at += 1 + first_game(rest).unwrap_or(rest.len());
                    continue;
                }
            }
            b';' => count += 1,
            b'[' => {
                at = end_of_value(text, at)?;
                count += 1;
            }
            byte if byte.is_ascii_alphanumeric() => {}
            _ => {
                let blank = blank_length(&text[at..]);
                if blank == 0 {
                    return None;
                }
                at += blank;
                continue;
            }
        }
        at += 1;
    }
    (depth == 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_values_are_counted_where_all_brackets_close() {
        for (text, count) in [
            ("(;)", Some(1)),
            ("From: (me)\n(;C[a\\]b]B[aa](;W[bb])\n( ;W[cc]W[dd]))(;)\x1a", Some(9)),
            ("(;C[(;])", Some(2)),
            ("(;C[a)", None),
            ("(;C[a\\])", None),
            ("(;C[a]b])", None),
            ("(;C[a]é)", None),
            ("(;B[aa]", None),
            ("(;))", Some(1)),
            ("(;)AB", Some(1)),
            ("(\r\nPB[a]\u{feff};B[aa])", Some(3)),
            (" ;B[aa](;W[bb]))(;C[cc])", Some(6)),
            (";B[aa]", None),
            ("no game", None),
        ] {
            assert_eq!(outline(text), count, "{text}");
        }
    }
}
