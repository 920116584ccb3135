//! Names for accounts: one a line, or a column of a table.

use std::str::from_utf8;

use crate::csv::{Record, Records};

/// The header of the column with the names.
const HEADER: &str = "name";
/// Some programs write it at the beginning of a text in UTF-8.
const MARK: &str = "\u{feff}";
/// A program that opens the list as a table would compute a cell that begins with one of these.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];

/// A row with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line on which it begins, 1 for the first.
    pub line: u32,
    /// The name, without blanks around it; nothing, if the row does not read, or has no such column.
    pub name: Option<String>,
}

/// Why a list can't be used as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadList {
    /// It is no text in UTF-8.
    #[error("it is no text in UTF-8")]
    NoText,
    /// It has no names.
    #[error("it has no names")]
    Empty,
    /// It has several columns, and none of them is called `name`.
    #[error("none of its columns is called name")]
    NoColumn,
    /// It has more names than this.
    #[error("it has more than {0} names")]
    TooMany(usize),
}

/// Why a name is refused before anybody looks whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// A program for tables would take it for a formula.
    Formula,
    /// It has characters that can't be printed.
    Unprintable,
}

impl NameFault {
    /// The word for it in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Formula => "formula",
            Self::Unprintable => "invisible",
        }
    }
}

/// The fault of a name in a list. HTML is a text like any other.
pub fn name_fault(name: &str) -> Option<NameFault> {
    if name.chars().any(char::is_control) {
        Some(NameFault::Unprintable)
    } else if name.trim_start().starts_with(FORMULA) {
        Some(NameFault::Formula)
    } else {
        None
    }
}

/// Reads a list of so many names at most: a name a line, or, if the first row has a field `name`, that
/// column. Blank lines count for nothing.
///
/// # Errors
///
/// When the list can't be used as a whole. The fault of one row stands in the place of its name.
pub fn read_names(list: &[u8], most: usize) -> Result<Vec<Row>, BadList> {
    let text = from_utf8(list).map_err(|_| BadList::NoText)?;
    let mut records = Records::new(text.strip_prefix(MARK).unwrap_or(text)).peekable();
    let first = records.peek().ok_or(BadList::Empty)?;
    let columns = first.fields.as_deref().unwrap_or_default();
    let is_header = |field: &String| field.trim().eq_ignore_ascii_case(HEADER);
    let column = match (columns.iter().position(is_header), columns.len()) {
        (Some(column), _) => {
            records.next();
            Some(column)
        }
        (None, 0 | 1) => None,
        (None, _) => return Err(BadList::NoColumn),
    };
    // One more tells that there are too many, however many there are.
    let rows: Vec<Row> = records.take(most.saturating_add(1)).map(|record| row(record, column)).collect();
    match rows.len() {
        0 => Err(BadList::Empty),
        count if count > most => Err(BadList::TooMany(most)),
        _ => Ok(rows),
    }
}

fn row(Record { line, fields }: Record, column: Option<usize>) -> Row {
    let name = fields.and_then(|mut fields| match column {
        Some(column) => fields.get(column).map(|name| name.trim().to_owned()),
        // A list of lines has one column.
        None if fields.len() == 1 => fields.pop().map(|name| name.trim().to_owned()),
        None => None,
    });
    Row { line, name }
}
