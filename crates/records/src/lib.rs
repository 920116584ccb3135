//! Records of games in SGF, the Smart Game Format: games played here are written, and files from elsewhere
//! are kept and shown.
//!
//! [`record`] writes the game that a [`Subject`](tengen_protocol::view::Subject) shows to its audience.
//! [`read_file`] takes a file apart into records that can be kept. [`show`] makes the tree of one record,
//! which a page can walk without knowing any rule: each node tells the stones that it takes off, and whether
//! its move is legal. A [`Brought`] record is read again in another encoding. [`with_tree_of_game`] and
//! [`with_tree_of_record`] write a tree of variations beside a record, and [`edit`] changes a record in
//! places.
//!
//! The JSON of the trees is that of [`tengen_protocol::records`]; this crate only makes it. Nothing here
//! knows files, time or a network: bytes and texts come in, and shapes go out.

mod bounds;
mod edit;
mod export;
mod file;
mod handicap;
mod info;
mod judge;
mod numbers;
mod open;
mod reread;
mod show;
mod tree;
mod unreadable;
mod upload;
mod varied;
mod work;
mod written;

pub use bounds::Bounds;
pub use edit::{Edited, NamedNode, NotEdited, edit, edit_within};
pub use export::{changed_rules, known_rules, known_rules_noting, record};
pub use file::{KeptRecord, ReadFile, read_file, read_file_as, read_file_within};
pub use numbers::{Numbers, NumbersError};
pub use open::{OpenGame, look_through, open_game, open_games, read_collection};
pub use reread::{Brought, Reading};
pub use show::{RecordFile, is_plain, show};
pub use unreadable::Unreadable;
pub use upload::{Around, PlaceInFile, joined};
pub use varied::{with_tree_of_game, with_tree_of_record};
pub use work::{work_of, work_of_nodes};
