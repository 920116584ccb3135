//! Names and values.

use super::{Found, Parser};
use crate::blank::{blank_length, is_space};
use crate::tables::{Span, number};
use crate::{SyntaxError, WarningKind};

/// The properties with points, of which half a value says nothing.
const WITH_POINTS: [&str; 5] = ["B", "W", "AB", "AW", "AE"];

impl Parser<'_> {
    pub(super) fn property(&mut self) -> Result<(), Found> {
        let start = self.at;
        let Some((name, is_lower)) = self.name() else {
            self.note(WarningKind::PropertyWithoutValue, start);
            return Ok(());
        };
        let behind_name = self.at;
        self.at = start;
        let begun = self.trees.last().filter(|tree| tree.begun);
        let node = if let Some((Some(node), varied)) = begun.map(|tree| (tree.last, tree.varied)) {
            if varied {
                self.note(WarningKind::AfterVariation, start);
            }
            Some(node)
        } else {
            let node = self.begin_node()?;
            self.note(WarningKind::PropertyOutsideNode, start);
            node
        };
        self.at = behind_name;
        if is_lower {
            self.note(WarningKind::EmptyName, start);
        }
        if self.tables.properties.len() >= self.limits.properties {
            return Err((SyntaxError::TooManyProperties, start));
        }
        let has_points = WITH_POINTS.contains(&self.tables.slice(name));
        let first = self.tables.values.len();
        while self.next_byte() == Some(b'[') {
            self.value(has_points)?;
        }
        if let Some(node) = node.filter(|_| self.tables.values.len() > first) {
            self.tables.push_property(node, name, Some(start), first);
        }
        Ok(())
    }

    /// A name that a value follows: letters and digits, of which the lower-case letters don't count, as in files before `FF[4]`. Where
    /// there are no others, they count as capital ones, and the answer says so.
    fn name(&mut self) -> Option<(Span, bool)> {
        let start = self.at;
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        self.at += length;
        let behind = self.rest();
        if behind.get(blank_length(behind)) != Some(&b'[') {
            return None;
        }
        let written = &self.tables.text[start..self.at];
        if !written.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return Some((Span { start: number(start), end: number(self.at) }, false));
        }
        let short: String = written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        if short.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return Some((self.tables.append(&short), false));
        }
        let capital = written.to_ascii_uppercase();
        Some((self.tables.append(&capital), true))
    }

    /// A value, from its `[` to its `]`. Of points none are kept whose end is missing.
    fn value(&mut self, is_point: bool) -> Result<(), Found> {
        let open = self.at;
        if self.tables.values.len() >= self.limits.values {
            return Err((SyntaxError::TooManyValues, open));
        }
        let (end, is_closed) = self.end_of_value();
        if is_closed || !is_point {
            self.tables.values.push(Span { start: number(open + 1), end: number(end) });
        }
        Ok(())
    }

    /// Goes behind a value. Answers where its text ends, and whether a `]` says so.
    fn end_of_value(&mut self) -> (usize, bool) {
        let open = self.at;
        let bytes = &self.tables.text.as_bytes()[..self.tables.read];
        let mut end = open + 1;
        loop {
            match bytes.get(end) {
                Some(b']') => {
                    self.at = end + 1;
                    return (end, true);
                }
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
                None => break,
            }
        }
        // A record alone ends with a line break, which the value must not grow by. A `\` at its end would escape the bracket that is
        // written.
        let trimmed = bytes.len() - bytes.iter().rev().take_while(|byte| is_space(**byte)).count();
        let text = &bytes[open + 1..trimmed.max(open + 1)];
        let slashes = text.iter().rev().take_while(|byte| **byte == b'\\').count();
        let end = open + 1 + text.len() - slashes % 2;
        self.at = bytes.len();
        self.note(WarningKind::UnclosedValue, open);
        (end, false)
    }

    pub(super) fn lost_value(&mut self) {
        self.note(WarningKind::ValueWithoutProperty, self.at);
        self.end_of_value();
    }
}
