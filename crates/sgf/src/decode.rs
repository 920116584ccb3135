//! From bytes to text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::blank::first_game;
use crate::declared::declared;
use crate::detect::{detect, is_mostly_utf_8};
use crate::outline::outline;

/// The text of a file, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// The encoding's name in the WHATWG Encoding Standard, such as `UTF-8`, `gb18030` or `Shift_JIS`. Latin-1 is
    /// `windows-1252`, which contains it.
    pub encoding: &'static str,
    /// Why this one.
    pub source: Source,
    /// Whether bytes that mean nothing in the encoding were replaced by U+FFFD. Only UTF-8 and UTF-16 can be.
    pub malformed: bool,
}

/// The fact that tells the encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A byte order mark: UTF-8 or UTF-16.
    Mark,
    /// The property `CA`.
    Declared,
    /// Nothing, but it is valid UTF-8 (plain ASCII included).
    Utf8,
    /// Nothing; this one fits best.
    Detected,
}

/// Makes text of the bytes of a file. Decoding never fails; at worst the text is wrong.
///
/// 1. A byte order mark decides.
/// 2. Where every other byte of the beginning is mostly zero, it is UTF-16 without such a mark.
/// 3. The encoding named by `CA` in the first node decides for the whole file, if it is known and no byte contradicts it;
///    but not if brackets are lost in it, and the file is UTF-8 but for some broken characters.
/// 4. Bytes that are valid UTF-8 are UTF-8.
/// 5. Otherwise GB18030, Shift-JIS, EUC-KR, Big5, UTF-8 with broken characters and Latin-1 are compared. Those with a byte
///    sequence that means nothing are out, but for UTF-8, where it becomes U+FFFD.
///    1. Of the others those are left by which the file holds games, and the most nodes and values.
///    2. Of these the one wins in which the largest share of the characters are usual ones, where characters that are
///       frequent in game records count three times as much as those of the encoding's common part (first-level hanzi
///       and kanji, kana, hangul). UTF-8 is judged by how many of its longer characters are whole, Latin-1 by accented
///       letters that stand alone beside ASCII letters. A tie goes to the first in the order above.
///
/// Whole files are decoded, not values: in GB18030, Shift-JIS and Big5 the second byte of a character may look like a
/// bracket or a backslash. For the same reason, in a wrong encoding, half a character before a bracket takes the
/// bracket with it. So games, nodes and values are compared before characters.
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, malformed) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return Decoded {
            text: text.into_owned(),
            encoding: encoding.name(),
            source: Source::Mark,
            malformed,
        };
    }
    if let Some(encoding) = utf_16_without_mark(bytes) {
        let (text, malformed) = encoding.decode_without_bom_handling(bytes);
        if first_game(text.as_bytes()).is_some() {
            let encoding = encoding.name();
            return Decoded { text: text.into_owned(), encoding, source: Source::Detected, malformed };
        }
    }
    if let Some(encoding) = declared(bytes).and_then(known)
        && let Some(decoded) = exactly(bytes, encoding, Source::Declared)
        && (keeps_games(bytes, &decoded.text) || !is_mostly_utf_8(bytes))
    {
        return decoded;
    }
    if let Some(decoded) = exactly(bytes, UTF_8, Source::Utf8) {
        return decoded;
    }
    let (encoding, source) = (detect(bytes), Source::Detected);
    exactly(bytes, encoding, source).unwrap_or_else(|| {
        let (text, malformed) = encoding.decode_without_bom_handling(bytes);
        Decoded { text: text.into_owned(), encoding: encoding.name(), source, malformed }
    })
}

/// How much of a file is looked at for the zeros of UTF-16.
const BEGINNING: usize = 4096;

/// The kind of UTF-16 that bytes look like. Brackets, names and points are ASCII, of which one of two bytes is zero; in names and
/// comments neither may be.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let zeros = |first: usize| beginning.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (high, low) = (zeros(0), zeros(1));
    let many = |zeros: usize, others: usize| 8 * zeros >= beginning.len() && zeros > 8 * others;
    match (many(high, low), many(low, high)) {
        (true, _) => Some(UTF_16BE),
        (_, true) => Some(UTF_16LE),
        _ => None,
    }
}

/// Whether a text has every value that the brackets among the bytes enclose, with any content.
fn keeps_games(bytes: &[u8], text: &str) -> bool {
    let (plain, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    outline(text) >= outline(&plain)
}

fn exactly(bytes: &[u8], encoding: &'static Encoding, source: Source) -> Option<Decoded> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(Decoded { text: text.into_owned(), encoding: encoding.name(), source, malformed: false })
}

/// The encoding with a label of the WHATWG standard, or with the label of one of the Windows code pages that the
/// standard leaves out. UTF-16 cannot be declared in ASCII.
fn known(label: &str) -> Option<&'static Encoding> {
    let label = match label.to_ascii_lowercase().as_str() {
        "cp932" => "shift_jis",
        "cp936" | "gb" => "gb18030",
        "cp949" => "euc-kr",
        "cp950" => "big5",
        "latin-1" | "iso8859_1" => return Some(WINDOWS_1252),
        other => {
            return Encoding::for_label_no_replacement(other.as_bytes())
                .filter(|encoding| encoding.is_ascii_compatible());
        }
    };
    Encoding::for_label(label.as_bytes())
}
