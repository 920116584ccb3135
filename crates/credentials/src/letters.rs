//! The letters of codes that people copy by hand, and how what they typed is read.

use std::fmt::{self, Formatter, Write as _};

/// Crockford's base32: digits and small letters without `i`, `l` and `o`, which are mistaken for digits, and `u`, for the words it makes.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How many letters stand together.
const GROUP: usize = 4;
/// How far the wide letters of Unicode are from those of ASCII.
const WIDER: u32 = 0xfee0;
/// The longest text that is read as a code, in bytes.
const MOST_BYTES: usize = 128;

/// The lowest bits as letters, five for each.
pub(crate) fn spelled<const N: usize>(bits: u128) -> [u8; N] {
    let mut letters = [0; N];
    for (letter, shift) in letters.iter_mut().zip((0..N).rev().map(|place| place * 5)) {
        *letter = LETTERS[(bits >> shift & 31) as usize];
    }
    letters
}

/// Reads so many letters that a person typed. Case, width, blanks and hyphens do not count, `o` is read as `0`, and `i` and `l`
/// as `1`. Nothing, if the text is something else.
pub(crate) fn typed<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let mut typed = text.chars().filter(|letter| !letter.is_whitespace() && !is_hyphen(*letter));
    let mut letters = [0; N];
    for letter in &mut letters {
        *letter = read(typed.next()?)?;
    }
    typed.next().is_none().then_some(letters)
}

/// Shows letters in groups, with hyphens between them.
pub(crate) fn show(letters: &[u8], f: &mut Formatter<'_>) -> fmt::Result {
    for (number, letter) in letters.iter().enumerate() {
        if number > 0 && number % GROUP == 0 {
            f.write_char('-')?;
        }
        f.write_char(char::from(*letter))?;
    }
    Ok(())
}

/// The letter that somebody meant.
fn read(typed: char) -> Option<u8> {
    let letter = match u8::try_from(of_usual_width(typed)).ok()?.to_ascii_lowercase() {
        b'o' => b'0',
        b'i' | b'l' => b'1',
        letter => letter,
    };
    LETTERS.contains(&letter).then_some(letter)
}

/// An East Asian keyboard may make letters and digits as wide as its own.
fn of_usual_width(typed: char) -> char {
    match typed {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(typed) - WIDER).unwrap_or(typed),
        _ => typed,
    }
}

/// Whether it is a hyphen, or what a word processor, a telephone or an East Asian keyboard makes of one. The pages leave out the
/// same (`static/account/short-code.js`).
fn is_hyphen(letter: char) -> bool {
    matches!(
        letter,
        '-' | '\u{ad}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{301c}'
                | '\u{30fc}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
                | '\u{ff70}'
    )
}
