//! Records of games that were played elsewhere, shown as trees: a page can walk them without knowing any rule.

mod info;
mod node;
mod shown;
mod stones;

pub use info::{RecordInfo, RecordResult, RecordedPlayer};
pub use node::{MarksShape, RecordNode, RecordedMove, SetupShape};
pub use shown::{RecordAnswer, RecordHeadline, RecordList, RecordSummary, RecordsAnswer, Shown};
pub use stones::walk_stones;
