//! Files of any format.

use tengen_sgf::{
    Collection, Decoded, Limits, Origin, Position, SyntaxError, TextEncoding, decode, decode_again, decode_as,
};

use crate::{Format, ReadError, gib, ngf, ugf};

/// The games of a file.
#[derive(Debug, Clone)]
pub struct GameFile {
    /// Its format.
    pub format: Format,
    /// The encoding of its text.
    pub encoding: TextEncoding,
    /// How its bytes became a text.
    pub origin: Origin,
    /// Its games, in SGF. What was forgiven is told with the places in the file, whatever its format is.
    pub collection: Collection,
}

/// How the bytes of a file become a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoded {
    /// In the encoding that they have.
    Somehow,
    /// In one that somebody names who knows it.
    As(TextEncoding),
    /// In the one in which they were read before.
    AsBefore(TextEncoding),
}

/// Reads a file in any of the formats.
///
/// # Errors
///
/// When its bytes mean nothing in that encoding, it has no game, a move can't be read, or it is too much.
pub fn read(bytes: &[u8], encoded: Encoded, limits: &Limits) -> Result<GameFile, ReadError> {
    let decoded = match encoded {
        Encoded::Somehow => {
            let decoded = decode(bytes)?;
            as_declared(bytes, &decoded).unwrap_or(decoded)
        }
        Encoded::As(encoding) => decode_as(bytes, encoding)?,
        Encoded::AsBefore(encoding) => decode_again(bytes, encoding)?,
    };
    let format = Format::of(&decoded.text);
    let (encoding, origin) = (decoded.encoding, decoded.origin());
    if format == Format::Sgf {
        let collection = Collection::read(decoded, limits)?;
        return Ok(GameFile { format, encoding, origin, collection });
    }
    if decoded.text.len() > limits.bytes {
        return Err(ReadError::syntax(SyntaxError::TooLarge, Position { line: 1, column: 1 }));
    }
    let game = match format {
        Format::Gib => gib::read(&decoded.text, limits),
        Format::Ngf => ngf::read(&decoded.text, limits),
        Format::Ugf | Format::Sgf => ugf::read(&decoded.text, limits),
    }?;
    let collection = Collection::made_elsewhere(game.written(), limits, game.warnings)?;
    Ok(GameFile { format, encoding, origin, collection })
}

/// A text in the encoding that a file of another format than SGF says it has, if that is not UTF-8, has all its bytes, and leaves
/// the file one of that format.
fn as_declared(bytes: &[u8], decoded: &Decoded) -> Option<Decoded> {
    let format = Format::of(&decoded.text);
    let label = match format {
        Format::Gib => gib::declared(&decoded.text),
        Format::Ugf => ugf::declared(&decoded.text),
        Format::Sgf | Format::Ngf => None,
    }?;
    let encoding: TextEncoding = label.parse().ok()?;
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    decode_as(bytes, encoding).ok().filter(|decoded| Format::of(&decoded.text) == format)
}
