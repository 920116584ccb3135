//! Records of games that were played elsewhere, shown as trees: a page can walk them without knowing any
//! rule.

mod edit;
mod info;
mod marks;
mod node;
mod shown;
mod stones;

pub use edit::{
    ENCODING, LONGEST_FACT, LONGEST_NAME, LONGEST_REMARKS, MAYBE_ENCODING, PlayerEdit, PlayersEdit,
    RecordChange, RecordEdit, RecordInfoEdit,
};
pub use info::{RecordInfo, RecordResult, RecordedPlayer};
pub use marks::MarksShape;
pub use node::{RecordNode, RecordedMove, SetupShape};
pub use shown::{
    GameWarning, RecordAnswer, RecordHeadline, RecordList, RecordReading, RecordSummary, RecordWarning,
    RecordsAnswer, RefusedGame, Shown,
};
pub use stones::walk_stones;
