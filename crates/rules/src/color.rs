//! The two sides.

use std::fmt;
use std::str::FromStr;

use crate::UnknownName;

/// The colour of a stone, and of the player who owns it.
///
/// ```
/// use tengen_rules::Color;
///
/// assert_eq!(Color::Black.opponent(), Color::White);
/// assert_eq!("white".parse(), Ok(Color::White));
/// assert_eq!(Color::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Moves first in an even game.
    Black,
    /// Moves first when Black has a handicap, and receives komi.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other colour.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `"black"` or `"white"`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Color::ALL.into_iter().find(|color| color.name() == text).ok_or(UnknownName::new("color"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.opponent().opponent(), color);
        }
        assert_eq!("Black".parse::<Color>().unwrap_err().kind(), "color");
    }
}
