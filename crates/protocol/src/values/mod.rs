//! Shared by all rooms: values that travel as texts and numbers, and the ways in which they are read.

mod is_text;
pub(crate) mod line;
mod moves;
mod node;
mod object;
mod points;
mod secret;
mod text;
mod words;

pub use is_text::{Lines, is_text};
pub(crate) use moves::ONE_MOVE;
pub use moves::{LONGEST_LINE_TEXT, MovesError, WrittenMove, WrittenMoves, read_moves, written_moves};
pub use node::{MOST_CHANGES, NodeId, NodeIdError, RecordPlace};
pub use object::object;
pub(crate) use object::{gathered, inner_object, maybe_object, told};
pub use points::Points;
pub use secret::{LONGEST_SECRET, Secret};
pub use text::{PerColor, Text};
pub(crate) use text::{known_or_none, vertices};
pub use words::Word;
pub(crate) use words::{MOVE, STONES, phases, score_lines, waits};
