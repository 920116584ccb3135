//! The shapes of a report on a record.

use serde::ser::{Serialize, SerializeMap, Serializer};
use tengen_protocol::{NeutralPoint, PerColor, Points, ScoreShape, Text};
use tengen_rules::{BoardName, Color, Vertex};
use tengen_sgf::{Position, Warning};

use crate::Failure;

/// The report on one record. Shapes and names are those of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Report {
    /// The name of the board, where the record has one because SGF cannot describe it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Text<BoardName>>,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The rules it was judged by: a preset and the axes that differ, as `--rules` takes them.
    pub rules: String,
    /// The komi it was counted with.
    pub komi: KomiTaken,
    /// How many moves were made, passes included.
    pub moves: u32,
    /// The first illegal move, where the record stops.
    pub illegal: Option<IllegalMove>,
    /// `.` `B` `W` for each point, row by row from the top left.
    pub stones: String,
    /// The prisoners of each player, pass stones included.
    pub prisoners: PerColor<u32>,
    /// Whose turn it is, or would be if play were not over.
    pub to_move: Text<Color>,
    /// The stones that were taken off before counting, whole chains.
    pub dead: Vec<Text<Vertex>>,
    /// Empty points that counted for nobody because the engine takes them so. Empty unless it was asked.
    pub neutral: Vec<NeutralPoint>,
    /// Stones about which the engine is not sure, dead or alive. Empty unless it was asked.
    pub unsettled: Vec<Text<Vertex>>,
    /// Whose each point is: `.` `B` `W`, row by row from the top left.
    pub owners: String,
    /// The count.
    pub score: ScoreShape,
    /// The result in the record's words.
    pub recorded_result: Option<String>,
    /// Whether the count leads to the recorded result; null unless that is a score and the record is legal.
    pub agrees: Option<bool>,
    /// What was forgiven in the record, in the order of the text.
    pub warnings: Vec<Forgiven>,
}

/// A fault that was forgiven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Forgiven {
    /// The stable name; see `docs/check.md`.
    pub code: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl From<Warning> for Forgiven {
    fn from(warning: Warning) -> Self {
        let Position { line, column } = warning.position;
        Self { code: warning.code(), line, column }
    }
}

/// A komi, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct KomiTaken {
    /// In points.
    pub points: Points,
    /// How the record's number was taken, by the names of [`KomiForm`](tengen_sgf::go::KomiForm); `usual` where the record has none
    /// and the rules give it.
    pub from: &'static str,
    /// `KM` in the record's words.
    pub written: Option<String>,
}

/// A move that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct IllegalMove {
    /// The number of the move, from 1.
    pub ply: u32,
    /// The vertex or `pass`; the letters of the record where they lie beyond every board.
    pub at: String,
    /// The rule that refuses it.
    pub rule: &'static str,
}

/// The verdict on a record.
pub type Verdict = Result<Report, Failure>;

/// One line of output: `{file, index?, ...}` with the report, or with `error`.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// The file as it was named.
    pub file: &'a str,
    /// Which game of the file, from 1; left out where the file has one game only.
    pub index: Option<usize>,
    /// The verdict.
    pub verdict: &'a Verdict,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Checked<'a> {
            file: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            index: Option<usize>,
            #[serde(flatten)]
            report: &'a Report,
        }
        match self.verdict {
            Ok(report) => Checked { file: self.file, index: self.index, report }.serialize(serializer),
            Err(failure) => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("file", self.file)?;
                if let Some(index) = self.index {
                    map.serialize_entry("index", &index)?;
                }
                map.serialize_entry("error", &failure.shape())?;
                map.end()
            }
        }
    }
}
