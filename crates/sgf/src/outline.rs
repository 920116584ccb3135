//! How many things the games of a text have, counted without building anything.

use crate::parse::{first_game, is_space};

/// How many nodes and values the games of a text have together. `None` if a bracket is missing, or if between values
/// there is something that is no part of a game.
pub(crate) fn outline(text: &str) -> Option<usize> {
    let text = text.as_bytes();
    let mut bytes = text[first_game(text)?..].iter().copied();
    let (mut count, mut depth) = (0, 0_usize);
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            b';' if depth > 0 => count += 1,
            b'[' if depth > 0 => {
                skip_value(&mut bytes)?;
                count += 1;
            }
            byte if is_space(byte) || (depth > 0 && byte.is_ascii_alphanumeric()) => {}
            _ => return None,
        }
    }
    (depth == 0).then_some(count)
}

/// Goes behind the `]` that ends a value.
fn skip_value(bytes: &mut impl Iterator<Item = u8>) -> Option<()> {
    loop {
        match bytes.next()? {
            b']' => return Some(()),
            b'\\' => {
                bytes.next()?;
            }
            _ => {}
        }
    }
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
            ("(;))", None),
            ("(;)AB", None),
            ("no game", None),
        ] {
            assert_eq!(outline(text), count, "{text}");
        }
    }
}
