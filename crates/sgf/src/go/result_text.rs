//! Reading results: in the form of the format, or in words.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::{Color, HalfPoints};

use crate::go::{RecordedResult, WonBy, parse_points, result_words};

impl FromStr for RecordedResult {
    type Err = ResultError;

    /// Capital letters don't matter, nor does white space around the text. Words in English, Chinese, Japanese and Korean are
    /// understood as well.
    fn from_str(text: &str) -> Result<Self, ResultError> {
        standard(text).or_else(|| result_words::read(text)).ok_or(ResultError)
    }
}

/// The result in the form of the format.
fn standard(text: &str) -> Option<RecordedResult> {
    let text = text.trim().to_ascii_lowercase();
    let winner = match text.as_str() {
        "0" | "draw" | "jigo" => return Some(RecordedResult::Draw),
        "void" => return Some(RecordedResult::Void),
        "?" => return Some(RecordedResult::Unknown),
        other if other.starts_with("b+") => Color::Black,
        other if other.starts_with("w+") => Color::White,
        _ => return None,
    };
    let by = match text[2..].trim() {
        "" => WonBy::Unknown,
        "r" | "res" | "resign" | "resignation" => WonBy::Resignation,
        "t" | "time" | "timeout" => WonBy::Time,
        "f" | "forfeit" | "illegal" | "illegal move" | "disqualification" => WonBy::Forfeit,
        other => match parse_points(other) {
            Ok(margin) if margin >= HalfPoints::ZERO => WonBy::Score(margin),
            Ok(_) => return None,
            Err(_) => result_words::way_behind_plus(other)?,
        },
    };
    Some(RecordedResult::Win { winner, by })
}

/// A text that is no result in the form that programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultError;

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result: B+3.5, W+R, W+T, 0, Void, ? and the like")
    }
}

impl Error for ResultError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip() {
        for text in ["B+3.5", "W+0.5", "W+64", "B+0", "B+R", "W+T", "B+F", "W+", "0", "Void", "?"] {
            assert_eq!(text.parse::<RecordedResult>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_spellings_mean_the_same() {
        for (text, same) in [
            ("Draw", "0"),
            ("jigo", "0"),
            ("b+resign", "B+R"),
            ("W+Time", "W+T"),
            ("W+Forfeit", "W+F"),
            (" B+12.50 ", "B+12.5"),
            ("B+1.75", "B+3.5"),
            ("W+3,5", "W+3.5"),
            ("W+ 2", "W+2"),
            ("W+Illegal", "W+F"),
            ("B+timeout", "B+T"),
            ("B+中押し", "B+R"),
            ("W+3目半", "W+3.5"),
            ("W+3.5 points", "W+3.5"),
            ("W+时间", "W+T"),
            ("B+R.", "B+R"),
            ("W+1 stone", "W+2"),
            ("Black+3", "B+3"),
            ("黑中盘胜", "B+R"),
            ("Black wins by resignation", "B+R"),
        ] {
            assert_eq!(text.parse::<RecordedResult>().unwrap().to_string(), same, "{text}");
        }
        for text in ["", "B", "B+-3", "B+-3 points", "B+three", "W+?"] {
            assert_eq!(text.parse::<RecordedResult>(), Err(ResultError), "{text}");
        }
    }
}
