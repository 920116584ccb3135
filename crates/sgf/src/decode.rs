//! From bytes to text.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};

use crate::alphabet::is_of_a_language;
use crate::declared::declared;
use crate::detect::{Fit, detect, weight};
use crate::joined_files::parts;
use crate::origin::Part;
use crate::outline::outline;
use crate::stray::{is_mostly_utf_8, with_stray_bytes};
use crate::utf_16::utf_16_without_mark;
use crate::{EncodingError, Origin, TextEncoding, WarningKind};

/// The text of a file, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text. Every byte of the file is in it: no character stands for bytes that were lost.
    pub text: String,
    /// The encoding; where files of several were joined, that of the first.
    pub encoding: TextEncoding,
    /// Why this one.
    pub source: Source,
    /// What was forgiven, with its place in the text.
    pub(crate) forgiven: Vec<(WarningKind, usize)>,
    /// How many bytes before the text are a byte order mark.
    mark: usize,
    /// The parts behind the first one, where files of several encodings were joined.
    later: Vec<Part>,
}

impl Decoded {
    /// How the bytes became this text.
    pub fn origin(&self) -> Origin {
        Origin::new(Part { encoding: self.encoding.0, mark: self.mark, text: 0, bytes: 0 }, &self.later)
    }

    /// Adds the text of a part that begins at this byte of the file.
    fn join(&mut self, part: Decoded, bytes: usize) {
        let Decoded { text, encoding, forgiven, mark, .. } = part;
        // A mark between two files is a character of the text, whatever is behind it, so that it belongs to no game.
        if mark > 0 {
            self.text.push('\u{feff}');
        }
        let begin = self.text.len();
        self.text.push_str(&text);
        self.forgiven.extend(forgiven.into_iter().map(|(kind, place)| (kind, begin + place)));
        self.later.push(Part { encoding: encoding.0, mark: 0, text: begin, bytes: bytes + mark });
    }
}

/// The fact that tells the encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A person or program that brought the file.
    Named,
    /// A byte order mark: UTF-8 or UTF-16.
    Mark,
    /// The property `CA`.
    Declared,
    /// Nothing, but it is valid UTF-8 (plain ASCII included).
    Utf8,
    /// Nothing; this one fits best.
    Detected,
}

/// Makes text of the bytes of a file. Where its games name several encodings, and each part of the file has whole games in its own, it is
/// that of several files that were joined, and each is read alone; but not if one encoding for all of them is more usual, as in a file that
/// was converted as a whole. Otherwise there is one for all:
///
/// 1. A byte order mark decides.
/// 2. Where the first game begins in UTF-16, it is that without such a mark.
/// 3. Where escapes of ISO-2022-JP stand among plain ASCII, it is that.
/// 4. The encoding named by `CA` in the first node decides for the whole file, if it is known and no byte contradicts it; but not if
///    brackets are lost in it, and the file is UTF-8 but for some broken characters; and not if another encoding is certain.
/// 5. Bytes that are valid UTF-8 are UTF-8, unless all their characters are of two bytes and make no word, and another encoding is certain.
/// 6. Otherwise GB18030, Shift-JIS, EUC-KR, Big5, EUC-JP, UTF-8 with stray bytes, and encodings of one byte a character are
///    compared. Those with a byte that means nothing are out.
///    1. Of the others those are left by which the file holds games, and the most nodes and values.
///    2. Of these the one wins whose characters are the most usual ones. With two bytes a character those count that are
///       frequent in game records, and less those of the encoding's common part (first-level hanzi and kanji, kana, hangul).
///       With one byte, words count that have the letters of a language as words have them, and more those with a part that is
///       usual in records. UTF-8 is judged by how many of its longer characters are whole. Where that says little, a detector
///       for web pages decides, and then the order above.
///
/// An encoding is certain if its characters are usual ones, those of the other reading are not, and it loses no bracket.
///
/// Whole files are decoded, not values: in GB18030, Shift-JIS and Big5 the second byte of a character may look like a
/// bracket or a backslash. For the same reason, in a wrong encoding, half a character before a bracket takes the
/// bracket with it. So games, nodes and values are compared before characters.
///
/// # Errors
///
/// When it is UTF-16 and a part of it means nothing. Every other file is a text, at worst a wrong one.
pub fn decode(bytes: &[u8]) -> Result<Decoded, EncodingError> {
    let decoded = whole(bytes)?;
    Ok(in_parts(bytes, &decoded).unwrap_or(decoded))
}

/// Makes text of files of several encodings that were joined, unless it is one file, as which it was read, whose games say falsely that
/// they have others: programs that convert a whole file leave each `CA` as it was.
fn in_parts(bytes: &[u8], as_one: &Decoded) -> Option<Decoded> {
    if !as_one.encoding.has_ascii() || std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let begins = parts(bytes);
    if begins.len() == 1 {
        return None;
    }
    let ends = begins.iter().skip(1).copied().chain([bytes.len()]);
    let mut joined: Option<Decoded> = None;
    let mut doubt = Doubt::default();
    for (&begin, end) in begins.iter().zip(ends) {
        let part = whole(&bytes[begin..end]).ok().filter(is_as_it_says)?;
        let games = outline(&part.text)?;
        doubt.weigh(&bytes[begin + part.mark..end], &part, games, as_one.encoding);
        match &mut joined {
            Some(joined) => joined.join(part, begin),
            None => joined = Some(part),
        }
    }
    let is_of_several = |joined: &Decoded| joined.later.iter().any(|part| part.encoding != joined.encoding.0);
    joined.filter(|joined| is_of_several(joined) && !doubt.is_founded())
}

/// Whether a part is in the encoding that its `CA` names, if it names one that is known.
fn is_as_it_says(part: &Decoded) -> bool {
    let label = declared(part.text.as_bytes());
    let named: Option<TextEncoding> = label.and_then(|(_, label)| label.parse().ok());
    let named = named.filter(|named| named.has_ascii() && part.source != Source::Mark);
    part.text.is_ascii() || named.is_none_or(|named| named == part.encoding)
}

/// The weights of parts in their own encodings, and in the one of the whole file where that is another. Each counts by its bytes beyond
/// ASCII: a name alone says little.
#[derive(Debug, Default)]
struct Doubt {
    bytes: usize,
    own: usize,
    as_one: usize,
}

impl Doubt {
    /// Compares the two readings of a part of so many games, nodes and values. Whatever is UTF-8 is that.
    fn weigh(&mut self, bytes: &[u8], part: &Decoded, games: usize, one: TextEncoding) {
        if part.encoding == one || part.encoding == TextEncoding::UTF_8 {
            return;
        }
        let count = bytes.iter().filter(|byte| !byte.is_ascii()).count();
        // A reading in which a byte means nothing, or a bracket is lost, has no weight.
        let read = one.decode(bytes).ok().filter(|text| outline(text) >= Some(games));
        let as_one = read.map_or(0, |text| weight(one.0, bytes, &text));
        self.bytes += count;
        self.own += count * weight(part.encoding.0, bytes, &part.text);
        self.as_one += count * as_one;
    }

    /// Whether one encoding for all is more usual than those that the parts name, and usual enough.
    fn is_founded(&self) -> bool {
        self.as_one > self.own && self.as_one >= CERTAIN * self.bytes
    }
}

fn whole(bytes: &[u8]) -> Result<Decoded, EncodingError> {
    let Some((encoding, mark)) = Encoding::for_bom(bytes) else { return without_mark(bytes) };
    let rest = &bytes[mark..];
    let decoded = if encoding != UTF_8 || std::str::from_utf8(rest).is_ok() {
        read(rest, TextEncoding(encoding), Source::Mark)?
    } else {
        // Where the rest is something else, the mark came from a file that was joined with it.
        without_mark(rest)?
    };
    Ok(Decoded { mark, ..decoded })
}

fn without_mark(bytes: &[u8]) -> Result<Decoded, EncodingError> {
    if let Some(encoding) = utf_16_without_mark(bytes) {
        return read(bytes, encoding, Source::Detected);
    }
    if bytes.is_ascii()
        && bytes.contains(&ESCAPE)
        && let Ok(decoded) = read(bytes, TextEncoding(ISO_2022_JP), Source::Detected)
        && outline(&decoded.text).is_some()
    {
        return Ok(decoded);
    }
    if let Some(decoded) = as_declared(bytes) {
        return Ok(decoded);
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && (may_be_meant(text) || !is_certain(detect(bytes), UTF_8, BY_CHANCE, outline(text)))
    {
        return read(bytes, TextEncoding::UTF_8, Source::Utf8);
    }
    let (encoding, _) = detect(bytes);
    if encoding == UTF_8 {
        return Ok(with_strays(bytes, Source::Detected));
    }
    read(bytes, TextEncoding(encoding), Source::Detected)
}

/// Makes text of the bytes of a file in an encoding that somebody names who knows it. UTF-8 may have stray bytes here, too, if
/// they are few.
///
/// # Errors
///
/// When a byte means nothing in this encoding.
pub fn decode_as(bytes: &[u8], encoding: TextEncoding) -> Result<Decoded, EncodingError> {
    named(bytes, encoding, is_mostly_utf_8)
}

/// Makes text of the bytes of a file, or of a game of one, in the encoding in which they were read before: UTF-8 may have any
/// number of stray bytes here, for the others of its file may have had few.
///
/// # Errors
///
/// When a byte means nothing in this encoding.
pub fn decode_again(bytes: &[u8], encoding: TextEncoding) -> Result<Decoded, EncodingError> {
    named(bytes, encoding, |_| true)
}

/// Makes text of bytes in an encoding. They may have a mark that is not of it: one of UTF-8 that came from a file with which they
/// were joined, or one that tells which of the two orders of UTF-16 it is.
fn named(
    bytes: &[u8],
    encoding: TextEncoding,
    may_have_strays: impl Fn(&[u8]) -> bool,
) -> Result<Decoded, EncodingError> {
    let (encoding, mark) = match Encoding::for_bom(bytes) {
        Some((found, mark)) if found == UTF_8 && encoding.has_ascii() => (encoding, mark),
        Some((found, mark)) if found != UTF_8 && !encoding.has_ascii() => (TextEncoding(found), mark),
        _ => (encoding, 0),
    };
    let rest = &bytes[mark..];
    let decoded = match read(rest, encoding, Source::Named) {
        Err(_) if encoding == TextEncoding::UTF_8 && may_have_strays(rest) => {
            with_strays(rest, Source::Named)
        }
        read => read?,
    };
    Ok(Decoded { mark, ..decoded })
}

/// The byte with which ISO-2022-JP changes its characters.
const ESCAPE: u8 = 0x1b;

/// The weight from which on an encoding is certain beside a reading without any weight, in thousandths. Beside another reading it
/// has to have this more than one and a half times the weight of that.
const CERTAIN: usize = 400;

/// The weight of UTF-8 that makes no word.
const BY_CHANCE: usize = 150;

/// How many bytes beyond ASCII there are at least where anything is certain: more than one hanzi, of which no list knows all.
const ENOUGH: usize = 3;

/// The text in the encoding that the file says it has, if that may be.
fn as_declared(bytes: &[u8]) -> Option<Decoded> {
    let encoding: TextEncoding =
        declared(bytes)?.1.parse().ok().filter(|one: &TextEncoding| one.has_ascii())?;
    let decoded = read(bytes, encoding, Source::Declared).ok()?;
    if encoding == TextEncoding::UTF_8 || bytes.is_ascii() {
        return Some(decoded);
    }
    let games = outline(&decoded.text);
    let (plain, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    if games < outline(&plain) && is_mostly_utf_8(bytes) {
        return None;
    }
    let weight = weight(encoding.0, bytes, &decoded.text);
    if bytes.iter().filter(|byte| !byte.is_ascii()).count() < ENOUGH {
        return Some(decoded);
    }
    let found = detect(bytes);
    // Encodings that differ elsewhere may read this file alike.
    let is_false = is_certain(found, encoding.0, weight, games)
        && TextEncoding(found.0).decode(bytes).as_ref() != Ok(&decoded.text);
    (!is_false).then_some(decoded)
}

/// Whether an encoding that was found is certain beside a reading of so little weight.
fn is_certain(
    (found, fit): (&'static Encoding, Fit),
    other: &'static Encoding,
    weight: usize,
    games: Option<usize>,
) -> bool {
    found != other && fit.games >= games && fit.weight >= CERTAIN + 3 * weight / 2
}

/// Whether a text of valid UTF-8 is none by chance: a character of three bytes is not, nor is a word.
fn may_be_meant(text: &str) -> bool {
    text.is_ascii() || text.chars().any(|character| character.len_utf8() > 2) || is_of_a_language(text)
}

fn read(bytes: &[u8], encoding: TextEncoding, source: Source) -> Result<Decoded, EncodingError> {
    let text = encoding.decode(bytes)?;
    Ok(noting_what_is_declared(Decoded {
        text,
        encoding,
        source,
        forgiven: Vec::new(),
        mark: 0,
        later: Vec::new(),
    }))
}

/// The text of bytes that are UTF-8 but for some.
fn with_strays(bytes: &[u8], source: Source) -> Decoded {
    let (text, places) = with_stray_bytes(bytes);
    let forgiven = places.into_iter().map(|place| (WarningKind::StrayBytes, place)).collect();
    noting_what_is_declared(Decoded {
        text,
        encoding: TextEncoding::UTF_8,
        source,
        forgiven,
        mark: 0,
        later: Vec::new(),
    })
}

/// Notes a `CA` that names another encoding than that of the file, or none that is known.
fn noting_what_is_declared(mut decoded: Decoded) -> Decoded {
    if let Some((place, label)) = declared(decoded.text.as_bytes())
        && label.parse() != Ok(decoded.encoding)
        && decoded.encoding.has_ascii()
        && !decoded.text.is_ascii()
    {
        decoded.forgiven.push((WarningKind::Encoding, place));
    }
    decoded
}
