//! The size of the board.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::Topology;

/// The number of columns and rows, 1 to 52 each, which is as far as the letters of the format reach. Prints as `SZ` has
/// it: `19`, or `13:9` if the sides differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The longest side.
    pub const MAX: u8 = 52;

    /// The size of a board for which no record says one.
    pub const DEFAULT: BoardSize = BoardSize { width: 19, height: 19 };

    /// So many columns and rows, 1 to 52.
    pub fn new(width: u8, height: u8) -> Option<BoardSize> {
        [width, height]
            .iter()
            .all(|side| (1..=Self::MAX).contains(side))
            .then_some(BoardSize { width, height })
    }

    /// The size in a text that has other characters beside one or two numbers, such as `19x19`, or is the word for a usual one.
    pub(crate) fn in_other_words(text: &str) -> Option<BoardSize> {
        let side = match text.trim().to_ascii_lowercase().as_str() {
            "nine" => Some(9),
            "thirteen" => Some(13),
            "nineteen" => Some(19),
            _ => None,
        };
        if let Some(side) = side {
            return BoardSize::new(side, side);
        }
        let mut numbers =
            text.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
        let (width, height, more) = (numbers.next()?, numbers.next(), numbers.next());
        let side = |text: &str| text.parse().ok();
        let size = BoardSize::new(side(width)?, side(height.unwrap_or(width))?)?;
        // A sign belongs to a number, and a fraction is none of the board's sides.
        (more.is_none() && !text.contains(['-', '.', ','])).then_some(size)
    }

    /// Whether a text says the size of a board, in whatever words. Where it does not, the moves of the game tell it.
    ///
    /// ```
    /// use tengen_sgf::go::BoardSize;
    ///
    /// assert!(BoardSize::is_said_by("13") && BoardSize::is_said_by("19x19"));
    /// assert!(!BoardSize::is_said_by("0") && !BoardSize::is_said_by("large"));
    /// ```
    pub fn is_said_by(text: &str) -> bool {
        text.parse::<BoardSize>().is_ok() || Self::in_other_words(text).is_some()
    }

    /// Whether a text has a number that is too large for any side.
    pub(crate) fn is_too_large(text: &str) -> bool {
        let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
        numbers.any(|number| {
            let number = number.trim_start_matches('0');
            !number.is_empty() && number.parse().map_or(true, |side: u8| side > Self::MAX)
        })
    }

    /// How the points of a board lie in rows. No board has more than 25 columns or rows.
    pub(crate) fn of_rows(board: &Topology) -> BoardSize {
        let [width, height] =
            [board.width(), board.height()].map(|side| u8::try_from(side).unwrap_or(Self::MAX));
        BoardSize { width, height }
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}:{}", self.width, self.height)
        }
    }
}

impl FromStr for BoardSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (width, height) = text.split_once(':').unwrap_or((text, text));
        let side = |text: &str| text.trim().parse().map_err(|_| SizeError);
        BoardSize::new(side(width)?, side(height)?).ok_or(SizeError)
    }
}

/// A text that is no size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeError;

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a size: a number from 1 to 52, or two with a colon between them")
    }
}

impl Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beside_the_numbers_are_passed_over() {
        for (text, size) in [
            ("19x19", "19"),
            ("13 × 9", "13:9"),
            ("19路", "19"),
            ("9*9", "9"),
            ("19:19:", "19"),
            (" Nine", "9"),
        ] {
            assert_eq!(BoardSize::in_other_words(text).map(|size| size.to_string()).as_deref(), Some(size));
        }
        for text in ["", "x", "0", "99", "-9", "9.5", "9:9:9"] {
            assert_eq!(BoardSize::in_other_words(text), None, "{text:?}");
            assert_eq!(BoardSize::is_too_large(text), text == "99", "{text:?}");
        }
        for (text, too_large) in [("300x300", true), ("0052", false), ("9:53", true)] {
            assert_eq!(BoardSize::is_too_large(text), too_large, "{text:?}");
        }
    }

    #[test]
    fn sizes_round_trip() {
        for (text, width, height) in [("19", 19, 19), ("13:9", 13, 9), ("1", 1, 1), ("52:1", 52, 1)] {
            let size: BoardSize = text.parse().unwrap();
            assert_eq!((size.width(), size.height(), size.to_string().as_str()), (width, height, text));
        }
        assert_eq!(" 9 : 9 ".parse(), Ok(BoardSize { width: 9, height: 9 }));
        for text in ["", "0", "53", "19x19", "9:", ":9", "9:9:9", "-9", "nine"] {
            assert_eq!(text.parse::<BoardSize>(), Err(SizeError), "{text:?}");
        }
    }
}
