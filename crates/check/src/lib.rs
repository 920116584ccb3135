#![doc = include_str!("../README.md")]

mod checking;
mod dead_choice;
mod failure;
mod opening;
mod options;
mod replay;
mod report;

pub use checking::{check, check_opened, read};
pub use dead_choice::{DeadChoice, DeadChoiceError};
pub use failure::{ErrorShape, Failure};
pub use options::Options;
pub use report::{Forgiven, IllegalMove, KomiTaken, Line, Report, Verdict};
pub use tengen_formats::Format;
pub use tengen_protocol::{RulesChoice, RulesChoiceError};
pub use tengen_records::{Bounds, OpenGame, look_through, open_game, open_games, read_collection};
