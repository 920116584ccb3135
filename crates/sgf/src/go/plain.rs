//! The words of people, made alike before they are understood.

/// The longest text that is taken for a komi, a result or rules, in bytes. Rules in KataGo's JSON have some 150; a longer text is a remark,
/// and none of its words would be understood. So no text costs more than so many steps, whatever follows.
const LONGEST: usize = 256;

/// A text in small letters of half width and without white space, but for a blank between two digits: `3 3/4` is not `33/4`.
/// `None` of a text that is too long for words.
pub(super) fn plain(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut is_apart = false;
    for letter in text.chars() {
        if letter.is_whitespace() {
            is_apart = true;
            continue;
        }
        let letter = half_width(letter);
        if is_apart && letter.is_ascii_digit() && plain.ends_with(|before: char| before.is_ascii_digit()) {
            plain.push(' ');
        }
        is_apart = false;
        plain.extend(letter.to_lowercase());
    }
    Some(plain)
}

/// A letter of full width, as in Chinese and Japanese texts, as one of ASCII.
fn half_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_made_alike() {
        for (text, same) in [
            ("", ""),
            (" Black  Wins ", "blackwins"),
            ("３ 3/4 子", "3 3/4子"),
            ("１\u{3000}\t2", "1 2"),
            ("6 目 1", "6目1"),
        ] {
            assert_eq!(plain(text).as_deref(), Some(same), "{text:?}");
        }
        assert!(plain(&"x".repeat(LONGEST)).is_some());
        assert_eq!(plain(&"x".repeat(LONGEST + 1)), None);
    }
}
