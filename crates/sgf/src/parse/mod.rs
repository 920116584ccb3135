//! Reading a text: one pass, no recursion, nothing copied. Faults of the form are forgiven and noted.

mod joined;
mod properties;

use crate::blank::{MARK, begins_node, blank_length, end_of_value, first_game, first_of_text, is_space};
use crate::tables::{NodeId, Span, Tables, number};
use crate::{Limits, ParseError, Position, SyntaxError, WarningKind, Warnings};

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
    let mut parser = Parser::new(text, limits);
    let mut done = parser.run();
    // Whose bracket is missing, a variation or a game, is known only at the end. Where all brackets close, no game begins inside another.
    if parser.has_games_inside && matches!(done, Ok(Closed::No)) {
        parser = Parser { splits: true, ..Parser::new(parser.into_text(), limits) };
        done = parser.run();
    }
    match done {
        Ok(_) => Ok(parser.tables),
        Err((kind, offset)) => {
            let position = Position::of(&parser.into_text(), offset);
            Err(ParseError { kind, position })
        }
    }
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
    /// Faults between the `(` of a game and its first node, which are none of the game before.
    waiting: Vec<(WarningKind, usize)>,
    /// Whether there is something like the beginning of a game inside of another one.
    has_games_inside: bool,
    /// Whether a game ends where another one begins inside of it.
    splits: bool,
    /// Whether it is known that a value behind this place ends nowhere.
    is_value_open: bool,
}

/// Whether all brackets of a text close.
#[derive(Clone, Copy)]
enum Closed {
    Yes,
    No,
}

impl<'a> Parser<'a> {
    fn new(text: String, limits: &'a Limits) -> Self {
        let tables = Tables { read: text.len(), text, ..Tables::default() };
        Self {
            tables,
            limits,
            at: 0,
            trees: Vec::new(),
            noted: 0,
            waiting: Vec::new(),
            has_games_inside: false,
            splits: false,
            is_value_open: false,
        }
    }

    /// The text that was read.
    fn into_text(self) -> String {
        let Tables { mut text, read, .. } = self.tables;
        text.truncate(read);
        text
    }

    fn run(&mut self) -> Result<Closed, Found> {
        self.at = first_of_text(self.tables.text.as_bytes()).ok_or((SyntaxError::NoGame, 0))?;
        if self.rest().first() != Some(&b'(') {
            self.open_here();
            self.note(WarningKind::UnopenedTree, self.at);
        }
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
        let closed = if self.trees.is_empty() { Closed::Yes } else { Closed::No };
        self.end_at(self.tables.read);
        Ok(closed)
    }

    fn note(&mut self, kind: WarningKind, offset: usize) {
        if self.trees.last().is_some_and(|tree| tree.last.is_none()) {
            if self.waiting.len() < Warnings::MOST {
                self.waiting.push((kind, offset));
            }
        } else if self.noted < Warnings::MOST {
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
        let is_inside = self.trees.last().is_some_and(|tree| tree.last.is_some());
        if is_inside && joined::begins_game(&self.tables.text.as_bytes()[..self.tables.read], self.at) {
            self.has_games_inside = true;
            if self.splits {
                self.end_at(self.at);
            } else {
                self.note(WarningKind::GameInside, self.at);
            }
        }
        self.open_here();
        self.at += 1;
    }

    /// Begins a tree at this place.
    fn open_here(&mut self) {
        let last = self.trees.last().and_then(|tree| tree.last);
        self.trees.push(Tree { open: self.at, last, begun: false, varied: false, is_game: false });
    }

    fn close(&mut self) {
        if let [_] = self.trees[..]
            && let Some(brackets) = self.brackets_too_many()
        {
            self.at += brackets;
            self.note(WarningKind::NodeAfterGame, self.at);
            return;
        }
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

    /// How many bytes the `)` of a game and more of them have, if a node with a whole value follows, as if they were too many.
    fn brackets_too_many(&mut self) -> Option<usize> {
        let rest = self.rest();
        let mut at = 0;
        while rest.get(at) == Some(&b')') {
            at += 1;
            at += blank_length(&rest[at..]);
        }
        if self.is_value_open || !begins_node(&rest[at..]) {
            return None;
        }
        let open = at + rest[at..].iter().position(|byte| *byte == b'[')?;
        // Where one value does not end, none behind its beginning does. It is looked for once.
        self.is_value_open = end_of_value(rest, open).is_none();
        (!self.is_value_open).then_some(at)
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
        let is_child = tree.last.is_some();
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
        if !is_child {
            for (kind, offset) in std::mem::take(&mut self.waiting) {
                self.note(kind, offset);
            }
        }
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

    /// Something that is no part of a game.
    fn lost_characters(&mut self) {
        self.note(WarningKind::UnexpectedCharacter, self.at);
        let is_part = |byte: &u8| matches!(byte, b'(' | b')' | b';' | b'[') || byte.is_ascii_alphabetic();
        let rest = self.rest();
        self.at += rest.iter().position(is_part).unwrap_or(rest.len());
    }

    /// The end of the text, or of a game before another one, closes what is still open.
    fn end_at(&mut self, end: usize) {
        let Some(open) = self.trees.last().map(|tree| tree.open) else { return };
        self.note(WarningKind::UnclosedTree, open);
        let text = &self.tables.text.as_bytes()[..end];
        let spaces = text.iter().rev().take_while(|byte| is_space(**byte)).count();
        let end = number(text.len() - spaces);
        if let Some(span) = self.tables.spans.last_mut() {
            span.end = end;
        }
        self.trees.clear();
    }
}
