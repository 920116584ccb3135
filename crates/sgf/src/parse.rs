//! Reading a text: one pass, no recursion, nothing copied. Faults of the form are forgiven and noted.

use crate::blank::{MARK, blank_length, first_game, is_space};
use crate::tables::{NodeId, Span, Tables, number};
use crate::{Limits, ParseError, Position, SyntaxError, WarningKind, Warnings};

/// The properties with points, of which half a value says nothing.
const WITH_POINTS: [&str; 5] = ["B", "W", "AB", "AW", "AE"];

/// An opened `(`.
struct Tree {
    /// Where it stands.
    open: usize,
    /// The node that the next one follows.
    last: Option<NodeId>,
    /// Whether it has a node of its own.
    begun: bool,
    /// Whether a variation has followed.
    varied: bool,
    /// Whether its first node is that of a game.
    is_game: bool,
}

pub(crate) fn parse(text: String, limits: &Limits) -> Result<Tables, ParseError> {
    if text.len() > limits.longest() {
        return Err(ParseError { kind: SyntaxError::TooLarge, position: Position { line: 1, column: 1 } });
    }
    let read = text.len();
    let tables = Tables { text, read, ..Tables::default() };
    let mut parser = Parser { tables, limits, at: 0, trees: Vec::new(), noted: 0 };
    parser.run().map_err(|(kind, offset)| ParseError {
        kind,
        position: Position::of(&parser.tables.text[..read], offset),
    })?;
    Ok(parser.tables)
}

/// The fault, and its byte.
type Found = (SyntaxError, usize);

struct Parser<'a> {
    tables: Tables,
    limits: &'a Limits,
    at: usize,
    trees: Vec<Tree>,
    /// How many faults of the present game are noted.
    noted: usize,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Found> {
        self.at = first_game(self.tables.text.as_bytes()).ok_or((SyntaxError::NoGame, 0))?;
        while let Some(byte) = self.next_byte() {
            match byte {
                b'(' => self.open(),
                b')' => self.close(),
                b';' => self.node()?,
                b'[' => self.lost_value(),
                byte if byte.is_ascii_alphabetic() => self.property()?,
                _ => self.lost_characters(),
            }
        }
        self.end();
        Ok(())
    }

    fn note(&mut self, kind: WarningKind, offset: usize) {
        if self.noted < Warnings::MOST {
            self.noted += 1;
            let game = self.tables.games.len().saturating_sub(1);
            self.tables.forgiven.push((game, kind, offset));
        }
    }

    fn rest(&self) -> &[u8] {
        self.tables.text.as_bytes().get(self.at..self.tables.read).unwrap_or_default()
    }

    /// The next byte that is no white space.
    fn next_byte(&mut self) -> Option<u8> {
        loop {
            let spaces = self.rest().iter().take_while(|byte| is_space(**byte)).count();
            self.at += spaces;
            match blank_length(self.rest()) {
                0 => return self.rest().first().copied(),
                blank => {
                    let is_mark = self.rest().starts_with(MARK);
                    let kind =
                        if is_mark { WarningKind::ByteOrderMark } else { WarningKind::UnexpectedCharacter };
                    self.note(kind, self.at);
                    self.at += blank;
                }
            }
        }
    }

    fn open(&mut self) {
        let last = self.trees.last().and_then(|tree| tree.last);
        self.trees.push(Tree { open: self.at, last, begun: false, varied: false, is_game: false });
        self.at += 1;
    }

    fn close(&mut self) {
        let closed = self.trees.pop();
        if let Some(tree) = &closed
            && !tree.begun
        {
            self.note(WarningKind::EmptyTree, tree.open);
        }
        self.at += 1;
        if closed.as_ref().is_some_and(|tree| tree.is_game)
            && let Some(span) = self.tables.spans.last_mut()
        {
            span.end = number(self.at);
        }
        match self.trees.last_mut() {
            Some(tree) => tree.varied |= closed.is_some_and(|tree| tree.begun),
            None => self.go_to_next_game(),
        }
    }

    /// Goes from the end of a game to the next one, or to the end of the text.
    fn go_to_next_game(&mut self) {
        let rest = self.rest();
        let length = first_game(rest).unwrap_or(rest.len());
        let words = blank_length(&rest[..length]);
        let mark = rest[..words].windows(MARK.len()).position(|bytes| bytes == MARK);
        if let Some(mark) = mark {
            self.note(WarningKind::ByteOrderMark, self.at + mark);
        }
        if words < length {
            self.note(WarningKind::TextAfterGame, self.at + words);
        }
        self.at += length;
    }

    /// A node whose `;` is here, or whose first property is.
    fn begin_node(&mut self) -> Result<Option<NodeId>, Found> {
        let Some(tree) = self.trees.last_mut() else { return Ok(None) };
        if self.tables.nodes.len() >= self.limits.nodes {
            return Err((SyntaxError::TooManyNodes, self.at));
        }
        let node = if let Some(parent) = tree.last {
            self.tables.add_child(parent)
        } else {
            tree.is_game = true;
            self.noted = 0;
            self.tables.spans.push(Span { start: number(tree.open), end: number(self.tables.read) });
            self.tables.add_game()
        };
        self.tables.nodes[node.index()].at = number(self.at);
        (tree.last, tree.begun, tree.varied) = (Some(node), true, false);
        Ok(Some(node))
    }

    fn node(&mut self) -> Result<(), Found> {
        let varied = self.trees.last().is_some_and(|tree| tree.varied);
        self.begin_node()?;
        if varied {
            self.note(WarningKind::AfterVariation, self.at);
        }
        self.at += 1;
        Ok(())
    }

    fn property(&mut self) -> Result<(), Found> {
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
            self.tables.push_property(node, name, first);
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

    fn lost_value(&mut self) {
        self.note(WarningKind::ValueWithoutProperty, self.at);
        self.end_of_value();
    }

    /// Something that is no part of a game.
    fn lost_characters(&mut self) {
        self.note(WarningKind::UnexpectedCharacter, self.at);
        let is_part = |byte: &u8| matches!(byte, b'(' | b')' | b';' | b'[') || byte.is_ascii_alphabetic();
        let rest = self.rest();
        self.at += rest.iter().position(is_part).unwrap_or(rest.len());
    }

    /// The end of the text closes what is still open.
    fn end(&mut self) {
        let Some(open) = self.trees.last().map(|tree| tree.open) else { return };
        self.note(WarningKind::UnclosedTree, open);
        let text = &self.tables.text.as_bytes()[..self.tables.read];
        let spaces = text.iter().rev().take_while(|byte| is_space(**byte)).count();
        let end = number(text.len() - spaces);
        if let Some(span) = self.tables.spans.last_mut() {
            span.end = end;
        }
    }
}
