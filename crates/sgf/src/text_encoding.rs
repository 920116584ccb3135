//! Encodings of text, by their names.

use std::fmt;
use std::str::FromStr;

use encoding_rs::{
    BIG5, DecoderResult, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

use crate::Position;

/// An encoding of text, known by its labels in the WHATWG Encoding Standard, and by those of Windows code pages that the standard
/// leaves out.
///
/// ```
/// use tengen_sgf::TextEncoding;
///
/// let encoding: TextEncoding = "cp1251".parse()?;
/// assert_eq!(encoding.name(), "windows-1251");
/// assert_eq!(encoding.decode(b"\xcf\xb8\xf2\xf0")?, "Пётр");
/// assert_eq!("gb2312".parse::<TextEncoding>()?.name(), "gb18030");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextEncoding(pub(crate) &'static Encoding);

impl TextEncoding {
    /// UTF-8, in which text is kept here.
    pub const UTF_8: TextEncoding = TextEncoding(UTF_8);

    /// Its name in the standard, such as `UTF-8`, `gb18030` or `Shift_JIS`. Latin-1 is `windows-1252`, which contains it, and GBK is
    /// `gb18030`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether ASCII is ASCII in it, so that a file can say in its own bytes that it has this encoding. It is not in UTF-16.
    pub fn has_ascii(self) -> bool {
        !matches!(self.0, encoding if encoding == UTF_16LE || encoding == UTF_16BE)
    }

    /// The text that bytes are in this encoding, without a byte order mark of it.
    ///
    /// # Errors
    ///
    /// When a byte means nothing in it: then the bytes have another encoding.
    pub fn decode(self, bytes: &[u8]) -> Result<String, EncodingError> {
        let mut decoder = self.0.new_decoder_with_bom_removal();
        // The longest text that so many bytes can be.
        let longest = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
        let mut text = String::with_capacity(longest.unwrap_or(bytes.len()));
        let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
        match result {
            DecoderResult::InputEmpty => Ok(text),
            DecoderResult::Malformed(..) | DecoderResult::OutputFull => {
                Err(EncodingError { encoding: self, position: Position::of(&text, text.len()) })
            }
        }
    }

    /// The beginning of the text that bytes are in this encoding, of so many bytes at most. What means nothing in it becomes U+FFFD.
    pub fn beginning(self, bytes: &[u8], most: usize) -> String {
        self.0.decode_with_bom_removal(&bytes[..bytes.len().min(most)]).0.into_owned()
    }

    /// The bytes of a text in this encoding, if it has all of its characters.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        if !self.has_ascii() {
            let bytes = |unit: u16| if self.0 == UTF_16LE { unit.to_le_bytes() } else { unit.to_be_bytes() };
            return Some(text.encode_utf16().flat_map(bytes).collect());
        }
        let (bytes, _, lossy) = self.0.encode(text);
        (!lossy).then(|| bytes.into_owned())
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A label that names no encoding of text that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an encoding of text that is known")
    }
}

impl std::error::Error for UnknownEncoding {}

impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    fn from_str(label: &str) -> Result<Self, UnknownEncoding> {
        let label = label.trim().to_ascii_lowercase();
        let encoding = match label.as_str() {
            "cp932" => SHIFT_JIS,
            "cp936" | "gb" => GB18030,
            "cp949" => EUC_KR,
            "cp950" => BIG5,
            "latin-1" | "iso8859_1" => WINDOWS_1252,
            other => Encoding::for_label_no_replacement(other.as_bytes()).ok_or(UnknownEncoding)?,
        };
        // Both are read alike, and only the greater one can write all that it reads.
        Ok(TextEncoding(if encoding == GBK { GB18030 } else { encoding }))
    }
}

/// Bytes that mean nothing in an encoding that they are said to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodingError {
    /// The encoding.
    pub encoding: TextEncoding,
    /// The place of the first of them in the text before it.
    pub position: Position,
}

impl EncodingError {
    /// The stable name of the fault.
    pub const CODE: &'static str = "bad_encoding";

    /// The reason without the place, for people, in English.
    pub fn reason(&self) -> String {
        format!("these bytes mean nothing in {}", self.encoding)
    }
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.reason())
    }
}

impl std::error::Error for EncodingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for label in [
            "UTF-8",
            "gb18030",
            "Big5",
            "Shift_JIS",
            "EUC-JP",
            "ISO-2022-JP",
            "EUC-KR",
            "KOI8-R",
            "windows-874",
            "UTF-16LE",
        ] {
            let encoding: TextEncoding = label.parse().unwrap();
            assert_eq!(encoding.to_string(), label);
            assert_eq!(encoding.to_string().parse(), Ok(encoding));
        }
        for label in ["", "klingon", "ISO-2022-KR", "replacement"] {
            assert_eq!(label.parse::<TextEncoding>(), Err(UnknownEncoding), "{label}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused_with_its_place() {
        let utf_8 = TextEncoding::UTF_8.decode("a\nü".as_bytes().get(..3).unwrap()).unwrap_err();
        assert_eq!(utf_8.to_string(), "line 2, column 1: these bytes mean nothing in UTF-8");
        let wide: TextEncoding = "UTF-16LE".parse().unwrap();
        assert_eq!(wide.decode(b"\xff\xfea\0b\0").as_deref(), Ok("ab"), "its mark is none of the text");
        assert!(wide.decode(b"a\0b").is_err());
        assert_eq!(wide.encode("棋").map(|bytes| wide.decode(&bytes)), Some(Ok("棋".to_owned())));
        let greek: TextEncoding = "windows-1253".parse().unwrap();
        assert_eq!((greek.encode("棋"), greek.encode("α")), (None, Some(b"\xe1".to_vec())));
    }
}
