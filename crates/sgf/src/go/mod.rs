//! The meaning of properties in a game of Go.

mod amounts;
mod diagram;
mod error;
mod fitting;
mod info;
mod katago_rules;
mod komi;
mod komi_words;
mod marks;
mod named_rules;
mod plain;
mod played;
mod points;
mod rectangle;
mod remarks;
mod result;
mod result_text;
mod result_words;
mod rule_names;
mod size;
mod step;

pub use diagram::Diagram;
pub use error::{Misfit, MisfitKind};
pub use info::GameInfo;
pub use komi::{KomiForm, komi_text};
pub use marks::{MarkKind, Marks};
pub use named_rules::NamedRules;
pub use played::played_point;
pub use points::{PointsError, parse_points};
pub use remarks::Remark;
pub use result::{RecordedResult, WonBy};
pub use result_text::ResultError;
pub use rule_names::named_rules;
pub use size::{BoardSize, SizeError};
pub use step::{Placed, Played, Step};
