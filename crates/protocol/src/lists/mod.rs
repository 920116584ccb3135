//! Lists and streams of games, and the games that were in a position.

mod games;
mod moved;
mod positions;
mod streams;

pub use games::{GameLine, GameList, GameWithEvents, GameWithEventsV2, Summary};
pub use moved::{ChangedPoint, Moved};
pub use positions::{Continuation, PositionAnswer, PositionGame};
pub use streams::{LobbyLine, OwnLine, OwnNews, TopGame, TopLine};
