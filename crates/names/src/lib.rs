//! Names of players: which of them may be, and which look the same.
//!
//! Two people must not have names that a reader takes for one. Names are the same here if they differ in
//! case, in width, in marks or in letters that look alike, by the data of the Unicode Technical Standard 39
//! ("Unicode Security Mechanisms"). All of it is pure: whether a name is free is up to the database.
//!
//! ```
//! use tengen_names::{Refusal, looks, refuse};
//!
//! // The first letter is Cyrillic.
//! assert!(looks("\u{410}nn").intersects(&looks("ann")));
//! assert!(!looks("Ann").intersects(&looks("Anna")));
//! assert_eq!(refuse("Computer 3"), Some(Refusal::Reserved));
//! assert_eq!(refuse("吴清源 Go"), None);
//! ```

mod looks;
mod numbered;
mod piled;
mod refusal;
mod reserved;

pub use looks::{Looks, looks};
pub use numbered::{LOTS, numbered};
pub use refusal::{Refusal, refuse};
