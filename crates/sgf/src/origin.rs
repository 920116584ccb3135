//! Where the characters of a text were among the bytes of its file.

use encoding_rs::{Encoding, UTF_8};

/// How the bytes of a file became a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub(crate) encoding: &'static Encoding,
    /// How many bytes before the text are a byte order mark.
    pub(crate) mark: usize,
}

/// The longest text, in bytes, that one byte of a file and those that wait for it can become: a character that was not finished,
/// and that of the byte.
const LONGEST: usize = 16;

impl Origin {
    /// The first byte of each of these places in the text, which are in their order.
    ///
    /// ```
    /// use tengen_sgf::decode;
    ///
    /// let file = b"\xef\xbb\xbf(;C[\xe6\xa3\x8b])(;)";
    /// let decoded = decode(file)?;
    /// let second = decoded.text.find("(;)").ok_or("no game")?;
    /// assert_eq!(decoded.origin().bytes_at(file, &[0, second]), [3, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes_at(&self, file: &[u8], places: &[usize]) -> Vec<usize> {
        let bytes = file.get(self.mark..).unwrap_or_default();
        let found =
            if self.encoding == UTF_8 { in_utf_8(bytes, places) } else { self.in_turn(bytes, places) };
        found.into_iter().map(|at| self.mark + at).collect()
    }

    /// Decodes byte after byte, until a place is reached.
    fn in_turn(&self, bytes: &[u8], places: &[usize]) -> Vec<usize> {
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut text = [0; LONGEST];
        let (mut found, mut written) = (Vec::with_capacity(places.len()), 0);
        for (at, byte) in bytes.iter().enumerate() {
            while places.get(found.len()).is_some_and(|place| *place <= written) {
                found.push(at);
            }
            if found.len() == places.len() {
                break;
            }
            let (_, _, more) = decoder.decode_to_utf8_without_replacement(&[*byte], &mut text, false);
            written += more;
        }
        found.resize(places.len(), bytes.len());
        found
    }
}

/// Bytes that are UTF-8 are the text, and each stray one is a character of Latin-1.
fn in_utf_8(bytes: &[u8], places: &[usize]) -> Vec<usize> {
    let (mut found, mut written, mut read) = (Vec::with_capacity(places.len()), 0, 0);
    let mut pass = |bytes: usize, text: usize| {
        while let Some(place) = places.get(found.len()).filter(|place| **place < written + text) {
            found.push(read + place.saturating_sub(written).min(bytes));
        }
        (read, written) = (read + bytes, written + text);
    };
    for chunk in bytes.utf8_chunks() {
        pass(chunk.valid().len(), chunk.valid().len());
        for byte in chunk.invalid() {
            pass(1, crate::stray::character(*byte).len_utf8());
        }
    }
    found.resize(places.len(), bytes.len());
    found
}

#[cfg(test)]
mod tests {
    use crate::{decode, decode_as};

    #[test]
    fn every_character_is_found() {
        for (encoding, text) in [
            ("gb18030", "(;C[棋€\u{20000}ü])(;B[aa])"),
            ("Big5", "(;C[功許蓋])(;B[aa])"),
            ("Shift_JIS", "(;C[表ソ能ｱ])(;B[aa])"),
            ("EUC-JP", "(;C[井山])(;B[aa])"),
            ("EUC-KR", "(;C[백])(;B[aa])"),
            ("windows-1251", "(;C[Пётр])(;B[aa])"),
            ("UTF-16LE", "(;C[棋\u{20000}])(;B[aa])"),
            ("UTF-16BE", "(;C[棋\u{20000}])(;B[aa])"),
            ("UTF-8", "(;C[棋\u{20000}é])(;B[aa])"),
        ] {
            let encoding: crate::TextEncoding = encoding.parse().unwrap();
            let bytes = encoding.encode(text).unwrap();
            let decoded = decode_as(&bytes, encoding).unwrap();
            assert_eq!(decoded.text, text);
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let found = decoded.origin().bytes_at(&bytes, &places);
            let before = |place: &usize| encoding.encode(&text[..*place]).unwrap().len();
            assert_eq!(found, places.iter().map(before).collect::<Vec<_>>(), "{encoding}");
            let end = decoded.origin().bytes_at(&bytes, &[text.len(), text.len() + 9]);
            assert_eq!(end, [bytes.len(), bytes.len()], "{encoding}");
        }
        // An escape belongs to what is behind it, and so does a stray byte.
        let escapes = b"(;C[\x1b$B0f\x1b(B])(;)";
        let decoded = decode(escapes).unwrap();
        assert_eq!(decoded.origin().bytes_at(escapes, &[decoded.text.find("(;)").unwrap()]), [14]);
        let stray = "(;C[棋棋M\u{0}ller])(;C[é])".as_bytes().to_vec();
        let stray: Vec<u8> = stray.into_iter().map(|byte| if byte == 0 { 0xfc } else { byte }).collect();
        let decoded = decode(&stray).unwrap();
        assert!(decoded.text.contains("Müller"));
        let second = decoded.text.rfind("(;").unwrap();
        let at = decoded.origin().bytes_at(&stray, &[second])[0];
        assert_eq!(&stray[at..], "(;C[é])".as_bytes());
    }
}
