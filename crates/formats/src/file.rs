//! Files of any format.

use tengen_sgf::{
    Collection, Decoded, Limits, Origin, Position, SyntaxError, TextEncoding, decode, decode_as,
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

/// Reads a file in any of the formats, in the encoding that somebody names or else in the one that it has.
///
/// # Errors
///
/// When its bytes mean nothing in that encoding, it has no game, a move can't be read, or it is too much.
pub fn read(bytes: &[u8], named: Option<TextEncoding>, limits: &Limits) -> Result<GameFile, ReadError> {
    let decoded = match named {
        Some(encoding) => decode_as(bytes, encoding)?,
        None => decode(bytes)?,
    };
    let format = Format::of(&decoded.text);
    let decoded = if named.is_some() { decoded } else { as_declared(bytes, decoded, format) };
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

/// A text in the encoding that a file of another format than SGF says it has, if that is not UTF-8 and has all its bytes.
fn as_declared(bytes: &[u8], decoded: Decoded, format: Format) -> Decoded {
    let label = match format {
        Format::Gib => gib::declared(&decoded.text),
        Format::Ugf => ugf::declared(&decoded.text),
        Format::Sgf | Format::Ngf => None,
    };
    let encoding = label.and_then(|label| label.parse().ok()).filter(|_| std::str::from_utf8(bytes).is_err());
    encoding.and_then(|encoding| decode_as(bytes, encoding).ok()).unwrap_or(decoded)
}
