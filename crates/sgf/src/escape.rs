//! Text as it stands between brackets, and back.

/// Text with its special characters escaped: `]` and `\`, and `:` where the value is composed of two.
pub(crate) fn escaped(text: &str, composed: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\') || (composed && character == ':') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Text on one line: every control character becomes a space.
pub(crate) fn on_one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// The text of a raw value. Escapes are undone, and escaped line breaks disappear. Other line breaks become
/// `line_break`, and other white space becomes a space.
pub(crate) fn unescaped(raw: &str, line_break: char) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(mut character) = characters.next() {
        let escaped = character == '\\';
        if escaped {
            let Some(next) = characters.next() else { break };
            character = next;
        }
        match character {
            '\n' | '\r' => {
                let other = if character == '\n' { '\r' } else { '\n' };
                characters.next_if_eq(&other);
                if !escaped {
                    text.push(line_break);
                }
            }
            '\t' | '\x0b' | '\x0c' => text.push(' '),
            character => text.push(character),
        }
    }
    text
}

/// The place of the first `:` that is not escaped.
pub(crate) fn colon(raw: &str) -> Option<usize> {
    let mut escaped = false;
    raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })
}

/// Whether the text can stand between brackets as it is: no `]` closes it, no `\` escapes the bracket after it.
pub(crate) fn is_raw(text: &str) -> bool {
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            b']' if !escaped => return false,
            byte => escaped = byte == b'\\' && !escaped,
        }
    }
    !escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_breaks_as_the_format_has_them() {
        for (raw, text, simple) in [
            ("", "", ""),
            ("a\\]b\\\\c\\:d", "a]b\\c:d", "a]b\\c:d"),
            ("soft\\\nbreak", "softbreak", "softbreak"),
            ("soft\\\r\nbreak", "softbreak", "softbreak"),
            ("hard\nbreak", "hard\nbreak", "hard break"),
            ("hard\r\nbreak", "hard\nbreak", "hard break"),
            ("hard\n\rbreak", "hard\nbreak", "hard break"),
            ("two\r\n\r\nbreaks", "two\n\nbreaks", "two  breaks"),
            ("tab\ttab\\\ttab", "tab tab tab", "tab tab tab"),
            ("\\a", "a", "a"),
            ("\\\\\n", "\\\n", "\\ "),
        ] {
            assert_eq!(unescaped(raw, '\n'), text, "{raw:?}");
            assert_eq!(unescaped(raw, ' '), simple, "{raw:?}");
        }
    }

    #[test]
    fn a_value_ends_at_its_first_bare_bracket() {
        for (text, fits) in
            [("", true), ("a\\]", true), ("a]", false), ("\\", false), ("\\\\", true), ("[", true)]
        {
            assert_eq!(is_raw(text), fits, "{text:?}");
        }
    }

    #[test]
    fn an_escaped_colon_composes_nothing() {
        assert_eq!(colon("aa:bb"), Some(2));
        assert_eq!(colon("a\\:b:c"), Some(4));
        assert_eq!(colon("a\\\\:c"), Some(3));
        assert_eq!(colon("a\\:b"), None);
    }
}
