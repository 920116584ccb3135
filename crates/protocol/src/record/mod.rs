//! Records of games that were played elsewhere: files in SGF, kept as they are, and shown as trees that a page can walk
//! without knowing any rule.

mod file;
mod info;
mod judge;
mod node;
mod shown;
mod tree;
mod unreadable;

pub use file::{KeptRecord, MAX_GAMES, MAX_RECORD_BYTES, read_file};
pub use info::{RecordInfo, RecordResult, RecordedPlayer};
pub use node::{MarksShape, RecordNode, RecordedMove, SetupShape};
pub use shown::{RecordAnswer, RecordHeadline, RecordList, RecordSummary, RecordsAnswer, Shown};
pub use unreadable::Unreadable;
