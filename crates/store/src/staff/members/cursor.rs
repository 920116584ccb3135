//! Places in the list of the members.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use tengen_game::{Millis, PlayerId};

/// A place in the list of the members: behind the one who stands there. It is good for the search that told it, and stays where
/// it is when that member is renamed or goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberCursor {
    pub(super) place: Place,
    pub(super) id: PlayerId,
}

/// By what a list is in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// A moment, the latest first.
    At(Millis),
    /// A name or an address, as they are compared, in order.
    Text(String),
}

/// A text that is no such place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a place in the list of the members")]
pub struct MemberCursorError;

/// What stands in front of a text, whose bytes follow in hexadecimal: it may have any letter, and an address has not.
const TEXT: char = 'x';

impl fmt::Display for MemberCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::At(at) => write!(f, "{at}")?,
            Place::Text(text) => {
                f.write_char(TEXT)?;
                text.bytes().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            }
        }
        write!(f, ".{}", self.id)
    }
}

impl FromStr for MemberCursor {
    type Err = MemberCursorError;

    fn from_str(text: &str) -> Result<Self, MemberCursorError> {
        let (place, id) = text.split_once('.').ok_or(MemberCursorError)?;
        let place = match place.strip_prefix(TEXT) {
            Some(digits) => Place::Text(text_of(digits).ok_or(MemberCursorError)?),
            None if place.bytes().all(|digit| digit.is_ascii_digit()) => {
                Place::At(place.parse().map_err(|_| MemberCursorError)?)
            }
            None => return Err(MemberCursorError),
        };
        Ok(Self { place, id: id.parse().map_err(|_| MemberCursorError)? })
    }
}

/// The text of some bytes in hexadecimal. Postgres keeps none with a zero.
fn text_of(digits: &str) -> Option<String> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let pairs = digits.as_bytes().chunks(2).map(|pair| match *pair {
        [high, low] => Some((value(high)? << 4) | value(low)?),
        _ => None,
    });
    let text = String::from_utf8(pairs.collect::<Option<Vec<u8>>>()?).ok()?;
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(place: Place) -> MemberCursor {
        MemberCursor { place, id: PlayerId::from_entropy([7; 10]) }
    }

    #[test]
    fn a_place_is_read_as_it_was_told() {
        for place in [
            Place::At(1_790_000_000_000),
            Place::At(Millis::MAX),
            Place::Text("anna".to_owned()),
            Place::Text("吴清源.x".to_owned()),
            Place::Text(String::new()),
        ] {
            let cursor = cursor(place);
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        assert!(cursor(Place::Text("an".to_owned())).to_string().starts_with("x616e."));
    }

    #[test]
    fn what_is_no_place_is_refused() {
        let id = PlayerId::from_entropy([7; 10]);
        for text in ["", ".", "7", "x616e", "7.", ".7", "7.none"] {
            assert!(text.parse::<MemberCursor>().is_err(), "{text}");
        }
        // No number of digits alone, half a byte, no digits, no UTF-8, and a zero.
        for place in ["seven", "-7", "+7", "x6", "x6g", "x6E", "x+1", "xff", "x00", "x6100"] {
            assert!(format!("{place}.{id}").parse::<MemberCursor>().is_err(), "{place}");
        }
    }
}
