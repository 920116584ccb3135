//! The first moves of a game, as games are searched by them.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use tengen_game::MoveMade;
use tengen_protocol::{MovesError, read_moves};
use tengen_rules::{Color, Move, Topology, Vertex};

/// The first moves of a game, at most [`Opening::MOVES`], each with its colour.
///
/// Prints as the table of games keeps it. Each move ends with a space, so that one opening begins with another exactly
/// if its text does.
///
/// ```
/// use tengen_store::Opening;
///
/// let opening: Opening = "q16,D4,pass".parse()?;
/// assert_eq!(opening.to_string(), "bQ16 wD4 bpass ");
/// assert!(opening.begins_with(&"Q16".parse()?));
/// assert!(!opening.begins_with(&"white:Q16".parse()?));
/// # Ok::<(), tengen_protocol::MovesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening(String);

impl Opening {
    /// How many moves are kept.
    pub const MOVES: usize = 10;

    /// The opening of these moves.
    pub fn of<'a>(topology: &Topology, moves: impl IntoIterator<Item = &'a MoveMade>) -> Self {
        Self::new(moves.into_iter().map(|made| Self::part(topology, made)))
    }

    /// A move of an opening: by whom, and where unless it is a pass.
    pub fn part(topology: &Topology, made: &MoveMade) -> (Color, Option<Vertex>) {
        match made.made {
            Move::Play(point) => (made.color, Some(topology.vertex(point))),
            Move::Pass => (made.color, None),
        }
    }

    /// The opening of these moves: by whom, and where unless it is a pass.
    pub fn new(moves: impl IntoIterator<Item = (Color, Option<Vertex>)>) -> Self {
        let mut text = String::new();
        for (color, at) in moves.into_iter().take(Self::MOVES) {
            text.push(match color {
                Color::Black => 'b',
                Color::White => 'w',
            });
            // Writing to a text does not fail.
            let _ = match at {
                Some(vertex) => write!(text, "{vertex} "),
                None => write!(text, "pass "),
            };
        }
        Self(text)
    }

    /// Whether the game began with these moves.
    pub fn begins_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The texts of all openings that begin with this one lie from the first of these texts up to the second.
    pub(crate) fn range(&self) -> (String, String) {
        // All of them are ASCII, and this character is behind all that are used.
        (self.0.clone(), format!("{}~", self.0))
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Opening {
    type Err = MovesError;

    /// Reads moves as [`read_moves`] does.
    fn from_str(text: &str) -> Result<Self, MovesError> {
        read_moves(text, Self::MOVES).map(Self::new)
    }
}
