//! Tables in CSV, as RFC 4180 has them.

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// The line on which it begins, 1 for the first.
    pub(crate) line: u32,
    /// The fields; nothing, if the quotes of the row do not fit together.
    pub(crate) fields: Option<Vec<String>>,
}

/// The rows of a table, one after the other. A row without anything in it is none.
pub(crate) struct Records<'t> {
    rest: &'t str,
    line: u32,
}

impl<'t> Records<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1 }
    }

    /// Takes the next field. Answers it, unless its quotes do not fit together, and whether it ends the row.
    fn field(&mut self) -> (Option<String>, bool) {
        if let Some(quoted) = self.rest.strip_prefix('"') {
            self.quoted(quoted)
        } else {
            let (field, is_last) = self.bare();
            (Some(field.to_owned()).filter(|field| !field.contains('"')), is_last)
        }
    }

    /// A field without quotes around it: up to the next comma or the end of the line.
    fn bare(&mut self) -> (&'t str, bool) {
        let end = self.rest.find([',', '\r', '\n']).unwrap_or(self.rest.len());
        let (field, rest) = self.rest.split_at(end);
        self.rest = rest;
        (field, self.end_field())
    }

    /// A field in quotes, of which the first one is taken. Two quotes are one of the field.
    fn quoted(&mut self, mut rest: &'t str) -> (Option<String>, bool) {
        let mut field = String::new();
        loop {
            let Some((part, after)) = rest.split_once('"') else {
                // Nothing closes it: the rest of the text is in it.
                self.rest = "";
                return (None, true);
            };
            self.line = self.line.saturating_add(lines_in(part));
            field.push_str(part);
            let Some(after_second) = after.strip_prefix('"') else {
                self.rest = after;
                break;
            };
            field.push('"');
            rest = after_second;
        }
        let (behind, is_last) = self.bare();
        (Some(field).filter(|_| behind.is_empty()), is_last)
    }

    /// Takes what ends a field. Answers whether it ends the row as well.
    fn end_field(&mut self) -> bool {
        if let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
            return false;
        }
        let rest = self.rest.strip_prefix("\r\n").or_else(|| self.rest.strip_prefix(['\r', '\n']));
        if let Some(rest) = rest {
            self.rest = rest;
            self.line = self.line.saturating_add(1);
        }
        true
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        while !self.rest.is_empty() {
            let line = self.line;
            let mut fields = Some(Vec::new());
            loop {
                let (field, is_last) = self.field();
                fields = fields.zip(field).map(|(mut fields, field)| {
                    fields.push(field);
                    fields
                });
                if is_last {
                    break;
                }
            }
            let is_blank = |fields: &Vec<String>| fields.iter().all(|field| field.trim().is_empty());
            if !fields.as_ref().is_some_and(is_blank) {
                return Some(Record { line, fields });
            }
        }
        None
    }
}

/// The number of lines that end in a text: each of `\n`, `\r\n` and `\r` ends one.
fn lines_in(text: &str) -> u32 {
    let mut after_return = false;
    let mut lines = 0u32;
    for letter in text.chars() {
        if letter == '\r' || letter == '\n' && !after_return {
            lines = lines.saturating_add(1);
        }
        after_return = letter == '\r';
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows, each with its fields; where there is a `None`, the quotes do not fit together.
    fn rows(text: &str) -> Vec<(u32, Option<Vec<String>>)> {
        Records::new(text).map(|record| (record.line, record.fields)).collect()
    }

    fn row(line: u32, fields: &[&str]) -> (u32, Option<Vec<String>>) {
        (line, Some(fields.iter().map(|field| (*field).to_owned()).collect()))
    }

    #[test]
    fn rows_are_read_as_the_standard_says() {
        assert_eq!(rows("a,b\r\nc,\r\n"), [row(1, &["a", "b"]), row(2, &["c", ""])]);
        assert_eq!(rows("a\n\n\rb"), [row(1, &["a"]), row(4, &["b"])]);
        assert_eq!(rows("\"a\"\"b\",\"c\r\nd\"\ne"), [row(1, &["a\"b", "c\r\nd"]), row(3, &["e"])]);
        assert_eq!(rows(""), []);
    }

    #[test]
    fn quotes_that_do_not_fit_together_spoil_their_row_alone() {
        assert_eq!(rows("a\"b\nc"), [(1, None), row(2, &["c"])]);
        assert_eq!(rows("\"a\"b,c\nd"), [(1, None), row(2, &["d"])]);
        // A field that is never closed goes to the end.
        assert_eq!(rows("a\n\"b\nc"), [row(1, &["a"]), (2, None)]);
    }
}
