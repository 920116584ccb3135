//! Where the characters of a text were among the bytes of its file.

use encoding_rs::{Encoding, UTF_8};

use crate::TextEncoding;

/// How the bytes of a file became a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The parts of the file, one at least, each of its own encoding.
    parts: Vec<Part>,
}

/// A part of a file that has one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) encoding: &'static Encoding,
    /// How many bytes before its text are a byte order mark.
    pub(crate) mark: usize,
    /// Where its text begins in that of the file.
    pub(crate) text: usize,
    /// Where it begins in the bytes of the file.
    pub(crate) bytes: usize,
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
        let mut found = Vec::with_capacity(places.len());
        for (number, part) in self.parts.iter().enumerate() {
            let next = self.parts.get(number + 1);
            let bytes = file.get(part.bytes..next.map_or(file.len(), |next| next.bytes)).unwrap_or_default();
            let before = found.len();
            let end = next.map_or(places.len(), |next| places.partition_point(|place| *place < next.text));
            let own: Vec<usize> = places[before..end.max(before)].iter().map(|at| at - part.text).collect();
            found.extend(part.bytes_at(bytes, &own).into_iter().map(|at| part.bytes + at));
        }
        found
    }

    /// The encoding of the part in which a place of the text is.
    pub fn encoding_at(&self, place: usize) -> TextEncoding {
        let part = self.parts.partition_point(|part| part.text <= place);
        TextEncoding(self.parts[part.saturating_sub(1)].encoding)
    }

    /// Whether the file has one encoding for all of its games.
    pub fn is_of_one_encoding(&self) -> bool {
        self.parts.len() == 1
    }

    pub(crate) fn new(first: Part, later: &[Part]) -> Self {
        Self { parts: std::iter::once(first).chain(later.iter().copied()).collect() }
    }
}

impl Part {
    /// The first byte of each of these places in its text, among its bytes.
    fn bytes_at(&self, file: &[u8], places: &[usize]) -> Vec<usize> {
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
    use crate::{TextEncoding, decode, decode_as};

    fn encoded(text: &str, encoding: &str) -> Vec<u8> {
        encoding.parse::<TextEncoding>().unwrap().encode(text).unwrap()
    }

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
            let encoding: TextEncoding = encoding.parse().unwrap();
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
        // Each part is read in its own encoding.
        let joined = [
            encoded("(;CA[gb18030]C[棋])(;)\n", "gb18030"),
            "\u{feff}(;CA[UTF-8]C[棋é])".as_bytes().to_vec(),
            [b"\xef\xbb\xbf".to_vec(), encoded("(;CA[Big5]C[功許蓋])", "Big5")].concat(),
        ];
        let file = joined.concat();
        let decoded = decode(&file).unwrap();
        let text = "(;CA[gb18030]C[棋])(;)\n\u{feff}(;CA[UTF-8]C[棋é])\u{feff}(;CA[Big5]C[功許蓋])";
        assert_eq!(decoded.text, text);
        let games: Vec<usize> = text.match_indices("(;").map(|(at, _)| at).chain([text.len()]).collect();
        let origin = decoded.origin();
        let found = origin.bytes_at(&file, &games);
        let first = joined[0].len();
        let second = first + joined[1].len();
        assert_eq!(found, [0, first - 4, first + 3, second + 3, file.len()]);
        // A mark is no part of what is before or behind it.
        assert_eq!(origin.bytes_at(&file, &[text.rfind('\u{feff}').unwrap()]), [second]);
        let encodings = games.iter().map(|at| origin.encoding_at(*at).to_string());
        assert_eq!(encodings.collect::<Vec<_>>(), ["gb18030", "gb18030", "UTF-8", "Big5", "Big5"]);
        assert!(!origin.is_of_one_encoding());
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
