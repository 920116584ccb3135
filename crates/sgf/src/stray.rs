//! UTF-8 among which there are bytes that are none.

use encoding_rs::WINDOWS_1252;

use crate::Warnings;

/// The text of bytes that are UTF-8 but for some, and the places of those in it, of which the first [`Warnings::MOST`] are told. Each of
/// them is a character of Latin-1: so none is lost, and where files of both encodings were joined, it is the right one.
pub(crate) fn with_stray_bytes(bytes: &[u8]) -> (String, Vec<usize>) {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut places = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            if places.len() < Warnings::MOST {
                places.push(text.len());
            }
            text.extend(chunk.invalid().iter().map(|byte| character(*byte)));
        }
    }
    (text, places)
}

/// The character of Latin-1 that a byte is.
pub(crate) fn character(byte: u8) -> char {
    WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next().unwrap_or(char::from(byte))
}

/// How much of the bytes beyond ASCII is UTF-8, in thousandths. The longer a character, the less likely it is whole by chance:
/// each byte that has to follow makes it several times rarer. And a text that really is UTF-8 has few broken places.
pub(crate) fn share_of_utf_8(bytes: &[u8]) -> usize {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().map(|character| (character.len_utf8() - 1).pow(2)).sum::<usize>();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    (1000 * whole).checked_div(whole + 4 * broken).unwrap_or(0)
}

/// Whether the broken characters are few beside the whole ones, as never happens by chance in another encoding.
pub(crate) fn is_mostly_utf_8(bytes: &[u8]) -> bool {
    share_of_utf_8(bytes) >= 500
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_character() {
        let (text, places) = with_stray_bytes(b"M\xfcller\xe7\x99 \xe6\xa3\x8b \x81");
        assert_eq!((text.as_str(), places.len()), ("Müllerç™ 棋 \u{81}", 3));
        assert!(text[places[2]..].starts_with('\u{81}'));
        let many = with_stray_bytes(&b"\xffa".repeat(1_000));
        assert_eq!((many.0.chars().count(), many.1.len()), (2_000, Warnings::MOST));
    }
}
