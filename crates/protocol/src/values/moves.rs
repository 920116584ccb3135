//! Moves as text: `Q16,D4,pass`, or with colours, `white:Q16,black:D4`.

use std::fmt;
use std::str::FromStr;

use tengen_game::Beginning;
use tengen_rules::{Color, Vertex};

use crate::Text;

/// The most characters of a line of moves, for which a frame has room.
pub const LONGEST_LINE_TEXT: usize = 12_000;
/// The spelling of a move, as a regular expression.
pub(crate) const ONE_MOVE: &str = "((black|white):)?(pass|[A-HJ-Za-hj-z]([1-9]|1[0-9]|2[0-5]))";

/// A move as it is written: by whom, if the text says so, and where unless it is a pass.
pub type WrittenMove = (Option<Color>, Option<Vertex>);

/// A list of moves that travels as one text; an empty one has none.
///
/// ```
/// use tengen_protocol::WrittenMoves;
///
/// let moves: WrittenMoves = "q16, white:pass".parse()?;
/// assert_eq!(moves.to_string(), "Q16,white:pass");
/// assert_eq!("".parse::<WrittenMoves>()?, WrittenMoves::default());
/// # Ok::<(), tengen_protocol::MovesError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenMoves(pub Vec<WrittenMove>);

impl WrittenMoves {
    /// The most moves.
    pub(crate) const MOST: usize = Beginning::MOST_MOVES;

    pub(crate) fn are_none(moves: &Text<Self>) -> bool {
        moves.0.0.is_empty()
    }
}

impl FromStr for WrittenMoves {
    type Err = MovesError;

    fn from_str(text: &str) -> Result<Self, MovesError> {
        if text.trim_matches(' ').is_empty() {
            return Ok(Self::default());
        }
        if text.len() > LONGEST_LINE_TEXT {
            return Err(MovesError::TooLong(Self::MOST));
        }
        written_moves(text, Self::MOST).map(Self)
    }
}

impl fmt::Display for WrittenMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (color, at)) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str(",")?;
            }
            if let Some(color) = color {
                write!(f, "{color}:")?;
            }
            match at {
                Some(vertex) => write!(f, "{vertex}")?,
                None => f.write_str("pass")?,
            }
        }
        Ok(())
    }
}

/// A text that is no list of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// More moves than are kept, or read.
    #[error("more than {0} moves")]
    TooLong(usize),
    /// Something that is no move.
    #[error("not a list of moves, such as Q16,D4,pass or white:Q16,black:D4")]
    Unreadable,
}

/// Reads at most so many moves with commas between them, each with the colour that stands in front of it, if
/// there is one.
///
/// ```
/// use tengen_protocol::written_moves;
/// use tengen_rules::Color;
///
/// let moves = written_moves("Q16, white:pass", 2)?;
/// assert_eq!(moves[0].0, None);
/// assert_eq!(moves[1], (Some(Color::White), None));
/// assert!(written_moves("Q16,D4,C3", 2).is_err());
/// # Ok::<(), tengen_protocol::MovesError>(())
/// ```
///
/// # Errors
///
/// If there are more, or one of them is none.
pub fn written_moves(text: &str, most: usize) -> Result<Vec<WrittenMove>, MovesError> {
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":, ".contains(&byte)) {
        return Err(MovesError::Unreadable);
    }
    let mut moves = Vec::new();
    for word in text.split(',').map(str::trim) {
        if moves.len() == most {
            return Err(MovesError::TooLong(most));
        }
        let (color, at) = match word.split_once(':') {
            Some((name, at)) => (Some(name.parse().map_err(|_| MovesError::Unreadable)?), at),
            None => (None, word),
        };
        let at = if at.eq_ignore_ascii_case("pass") {
            None
        } else {
            Some(at.parse::<Vertex>().map_err(|_| MovesError::Unreadable)?)
        };
        moves.push((color, at));
    }
    Ok(moves)
}

/// Reads such moves as those of a game: the first is Black's and each other that of the opponent of whoever
/// moved before, unless its colour stands in front of it.
///
/// # Errors
///
/// As [`written_moves`].
pub fn read_moves(text: &str, most: usize) -> Result<Vec<(Color, Option<Vertex>)>, MovesError> {
    let mut next = Color::Black;
    let moves = written_moves(text, most)?.into_iter().map(|(color, at)| {
        let color = color.unwrap_or(next);
        next = color.opponent();
        (color, at)
    });
    Ok(moves.collect())
}
