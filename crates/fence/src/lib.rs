//! The fence around a game that goes on without help: which positions it withholds, and from whom.
//!
//! From everybody it withholds the positions that it went through, and what comes from them by a few changes. From its own players it
//! withholds besides every position that shares more with it than an opening and chance do, as a whole or in a half or a quarter.
//! A position counts as the same in whatever way the board is turned, whichever colour is which, and whoever is to move. Openings
//! are everybody's.
//!
//! ```
//! use tengen_fence::{Path, Sought};
//! use tengen_rules::{Stones, Symmetries, Topology};
//!
//! let board = Topology::grid(5, 5)?;
//! let ways = Symmetries::of(&board);
//! let stones = |rows| Stones::parse(&board, rows);
//! let mut path = Path::new(Stones::empty(&board));
//! for (number, rows) in ["B........................", "B.......................W", "BB......................W"].iter().enumerate() {
//!     path.note(&stones(rows)?, Some(number + 1));
//! }
//! let is_withheld = |rows| Ok::<_, Box<dyn std::error::Error>>(path.is_near(&Sought::new(&stones(rows)?, &ways), &board, path.steps()));
//! assert!(is_withheld("B......................WW")?, "turned, with the colours exchanged");
//! assert!(is_withheld("BB..........B...........W")?, "there is one stone more");
//! assert!(!is_withheld("BB.....................W.")?, "on so small a board a stone that was moved makes another position");
//! assert!(!is_withheld("B.......................W")?, "that is an opening");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod parts;
mod path;
mod places;
mod sought;

pub use bounds::{few, opening};
pub use path::Path;
pub use sought::Sought;
