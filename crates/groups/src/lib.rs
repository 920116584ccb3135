//! Groups of members, as far as that is pure: the names that a teacher brings in a table, and the pairs of a
//! round.
//!
//! ```
//! use tengen_groups::{Row, read_names};
//!
//! let rows = read_names("name,year\r\n\"Müller, Ann\",4\r\nBen,5\r\n".as_bytes(), 200).unwrap();
//! let names: Vec<_> = rows.into_iter().map(|Row { line, name }| (line, name.unwrap())).collect();
//! assert_eq!(names, [(2, "Müller, Ann".to_owned()), (3, "Ben".to_owned())]);
//! ```

mod csv;
mod matching;
mod names;
mod pairing;

pub use names::{BadList, NameFault, Row, name_fault, read_names};
pub use pairing::{Pairing, Standing, pair};
