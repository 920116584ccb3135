//! What properties mean in a game of Go.

mod error;
mod info;
mod points;
mod result;
mod rule_names;
mod size;
mod step;

pub use error::{Misfit, MisfitKind};
pub use info::GameInfo;
pub use points::{PointsError, parse_points};
pub use result::{RecordedResult, ResultError, WonBy};
pub use rule_names::preset_named;
pub use size::{BoardSize, SizeError};
pub use step::{Placed, Step, Turn};
