//! What may stand between the parts of a game, and where a game, a node and a value begin and end.

/// The byte order mark of UTF-8, which stands inside a text where files were joined.
pub(crate) const MARK: &[u8] = "\u{feff}".as_bytes();

/// White space of other scripts, and of word processors.
const WIDE: [&[u8]; 3] = ["\u{a0}".as_bytes(), "\u{200b}".as_bytes(), "\u{3000}".as_bytes()];

/// Whether a byte may stand between names, values and brackets: white space and control characters. Old files end with Ctrl-Z.
pub(crate) const fn is_space(byte: u8) -> bool {
    byte <= b' '
}

/// Whether a letter is white space of any kind, or a byte order mark.
pub(crate) fn is_blank(letter: char) -> bool {
    letter <= ' ' || matches!(letter, '\u{feff}' | '\u{a0}' | '\u{200b}' | '\u{3000}')
}

/// How many bytes at the beginning of a text are white space of any kind, or a byte order mark.
pub(crate) fn blank_length(text: &[u8]) -> usize {
    let mut rest = text;
    loop {
        let blank = match rest.first() {
            Some(&byte) if is_space(byte) => 1,
            Some(0x80..) => {
                std::iter::once(MARK).chain(WIDE).find(|wide| rest.starts_with(wide)).map_or(0, <[u8]>::len)
            }
            _ => 0,
        };
        if blank == 0 {
            return text.len() - rest.len();
        }
        rest = &rest[blank..];
    }
}

/// The properties with which first nodes begin.
const FIRST: [&[u8]; 4] = [b"CA[", b"FF[", b"GM[", b"SZ["];

/// The place where the first game of a text begins. Where nothing stands before a node, it is that, and its `(` is missing, and perhaps
/// its `;`.
pub(crate) fn first_of_text(text: &[u8]) -> Option<usize> {
    let at = blank_length(text);
    let rest = &text[at..];
    let begins = begins_node(rest) || FIRST.iter().any(|first| rest.starts_with(first));
    if begins { Some(at) } else { first_game(text) }
}

/// The place of the first `(` that a game begins with: a `;` follows, or a property whose `;` is missing. Mail headers and the like may
/// come before it.
pub(crate) fn first_game(text: &[u8]) -> Option<usize> {
    let begins_game = |at: &usize| {
        let rest = &text[at + 1..];
        let rest = &rest[blank_length(rest)..];
        rest.first() == Some(&b';') || begins_property(rest)
    };
    text.iter().enumerate().filter(|(_, byte)| **byte == b'(').map(|(at, _)| at).find(begins_game)
}

/// The place of the `]` that ends the value which begins at a `[`.
pub(crate) fn end_of_value(text: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match text.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Whether a node with a property begins here.
pub(crate) fn begins_node(text: &[u8]) -> bool {
    text.strip_prefix(b";").is_some_and(|rest| begins_property(&rest[blank_length(rest)..]))
}

/// Whether a name with a capital letter in front and a value begin here.
fn begins_property(text: &[u8]) -> bool {
    let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    text.first().is_some_and(u8::is_ascii_uppercase) && {
        let rest = &text[name..];
        rest.get(blank_length(rest)) == Some(&b'[')
    }
}
