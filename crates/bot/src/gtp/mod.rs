//! The Go Text Protocol, version 2: the commands to engines, and their answers.
//!
//! Nothing here does I/O.

mod answer;
mod response;
mod time;

pub use answer::{Answer, AnswerError, vertices};
pub use response::{LONGEST_LINE, LONGEST_RESPONSE, Response, ResponseError, ResponseReader};
pub use time::{MostTime, TimeCommands, seconds_left};
