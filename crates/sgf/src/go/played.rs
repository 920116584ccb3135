//! The point of a move in the words of a record.

use tengen_rules::SgfVertex;

use crate::go::step::Points;
use crate::go::{GameInfo, MisfitKind};

/// The point that the value of a move names in the game of `info`; `None` is a pass. The text is without white space around it.
///
/// # Errors
/// A text that is no move on that board.
///
/// ```
/// use tengen_sgf::Collection;
/// use tengen_sgf::go::{GameInfo, played_point};
///
/// let game = Collection::parse("(;SZ[9])")?;
/// let info = GameInfo::read(game.games().next().ok_or("no game")?)?;
/// assert_eq!(played_point("E5", &info), played_point("ee", &info));
/// assert_eq!(played_point("Pass", &info), Ok(None));
/// assert!(played_point("e", &info).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn played_point(text: &str, info: &GameInfo) -> Result<Option<SgfVertex>, MisfitKind> {
    Points::of(info).played(text).map(|(at, _)| at)
}
