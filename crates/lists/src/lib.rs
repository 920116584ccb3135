//! Lists of games, as everybody may see them: the [lobby](Lobby), the [top](Top), a player's own games, histories and positions.
//!
//! Lists are readers of games that go on, and of the table of those that were: rooms publish what happens ([`Lists`] is one of
//! their readers) and know no list.

mod asked_position;
mod elsewhere;
mod heard;
mod heard_games;
mod held_game;
mod listing;
mod lists;
mod lobby;
#[cfg(test)]
mod made_up;
mod numbered;
mod own_feed;
mod own_games;
mod position_counts;
mod positions;
mod refresh;
mod reveals;
mod stages;
mod summaries;
mod top;
mod withheld;

pub use asked_position::AskedPosition;
pub use elsewhere::look_elsewhere;
pub use heard::Happened;
pub use listing::{Entry, LOGS_OF_A_PAGE, Page, UnplayedLog};
pub use lists::{Followed, Lists};
pub use lobby::Lobby;
pub use numbered::{Line, Numbered, NumberedFeed};
pub use own_feed::OwnFeed;
pub use own_games::{OwnChange, OwnGames};
pub use positions::PositionPage;
pub use refresh::fill;
pub use top::Top;
pub use withheld::{Asker, Estimable};
