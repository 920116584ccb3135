//! Coordinates as the formal rules write them.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{MAX_SIDE, Vertex};

/// A point as the complete formal rules write it: `(x y)`, both from 0 at the bottom left, so that `(2 3)` is `C4`.
///
/// ```
/// use tengen_rules::{FormalVertex, Vertex};
///
/// let vertex: FormalVertex = "(2 3)".parse()?;
/// assert_eq!(Vertex::from(vertex).to_string(), "C4");
/// assert_eq!(FormalVertex::from("Q16".parse::<Vertex>()?).to_string(), "(15 15)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormalVertex(Vertex);

impl From<Vertex> for FormalVertex {
    fn from(vertex: Vertex) -> Self {
        FormalVertex(vertex)
    }
}

impl From<FormalVertex> for Vertex {
    fn from(vertex: FormalVertex) -> Self {
        vertex.0
    }
}

impl fmt::Display for FormalVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({} {})", self.0.column(), self.0.row() - 1))
    }
}

impl FromStr for FormalVertex {
    type Err = FormalVertexError;

    /// White space may stand anywhere but inside a number, and must stand between the two.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let inside = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let mut numbers = inside.ok_or(FormalVertexError)?.split_whitespace().map(number);
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(x), Some(y), None) => Vertex::new(x?, y? + 1).map(FormalVertex).ok_or(FormalVertexError),
            _ => Err(FormalVertexError),
        }
    }
}

/// A number below the longest side: digits alone, with no zero before others.
fn number(text: &str) -> Result<u8, FormalVertexError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&number| plain && usize::from(number) < MAX_SIDE).ok_or(FormalVertexError)
}

/// The text is not of the form `(x y)` with numbers from 0 to 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormalVertexError;

impl fmt::Display for FormalVertexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a point: (x y) with numbers from 0 to 24")
    }
}

impl Error for FormalVertexError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_round_trips() {
        for column in 0..25 {
            for row in 1..=25 {
                let vertex = FormalVertex(Vertex::new(column, row).unwrap());
                assert_eq!(vertex.to_string(), format!("({column} {})", row - 1));
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
            }
        }
        assert_eq!(" ( 2\t3 ) ".parse(), "(2 3)".parse::<FormalVertex>());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "2 3", "(2 3", "2 3)", "(2)", "(2 3 4)", "(25 0)", "(0 25)", "(-1 0)", "(+1 0)", "(01 0)",
            "(a b)",
        ] {
            assert_eq!(text.parse::<FormalVertex>(), Err(FormalVertexError), "{text:?}");
        }
    }
}
