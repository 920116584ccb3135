//! Reading a text: one pass, no recursion, nothing copied.

use crate::tables::{NodeId, Span, Tables, number};
use crate::{Limits, ParseError, Position, SyntaxError};

/// An opened `(`.
struct Tree {
    /// Where it stands.
    open: usize,
    /// The node that the next one follows.
    last: Option<NodeId>,
    /// Whether it has a node of its own.
    begun: bool,
    /// Whether a variation has followed, so that nothing else may.
    varied: bool,
}

pub(crate) fn parse(text: String, limits: &Limits) -> Result<Tables, ParseError> {
    if text.len() > limits.longest() {
        return Err(ParseError { kind: SyntaxError::TooLarge, position: Position { line: 1, column: 1 } });
    }
    let read = text.len();
    let tables = Tables { text, read, ..Tables::default() };
    let mut parser = Parser { tables, limits, at: 0, trees: Vec::new() };
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
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Found> {
        self.at = first_game(self.tables.text.as_bytes()).ok_or((SyntaxError::NoGame, 0))?;
        while let Some(byte) = self.next_byte() {
            match byte {
                b'(' => self.open()?,
                b')' => self.close()?,
                b';' => self.node()?,
                b'[' if !self.trees.is_empty() => return Err((SyntaxError::ValueWithoutProperty, self.at)),
                byte if byte.is_ascii_alphabetic() => self.property()?,
                _ if self.trees.is_empty() => return Err((SyntaxError::TextAfterGame, self.at)),
                _ => return Err((SyntaxError::UnexpectedCharacter, self.at)),
            }
        }
        match self.trees.last() {
            Some(tree) => Err((SyntaxError::UnclosedTree, tree.open)),
            None => Ok(()),
        }
    }

    /// The next byte that is no white space.
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.tables.text.get(self.at..self.tables.read)?.as_bytes();
        let skipped = bytes.iter().position(|&byte| !is_space(byte)).unwrap_or(bytes.len());
        self.at += skipped;
        bytes.get(skipped).copied()
    }

    fn open(&mut self) -> Result<(), Found> {
        let mut last = None;
        if let Some(tree) = self.trees.last_mut() {
            if !tree.begun {
                return Err((SyntaxError::EmptyTree, tree.open));
            }
            tree.varied = true;
            last = tree.last;
        }
        self.trees.push(Tree { open: self.at, last, begun: false, varied: false });
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Found> {
        match self.trees.pop() {
            None => Err((SyntaxError::TextAfterGame, self.at)),
            Some(tree) if !tree.begun => Err((SyntaxError::EmptyTree, tree.open)),
            Some(_) => {
                self.at += 1;
                Ok(())
            }
        }
    }

    fn node(&mut self) -> Result<(), Found> {
        let Some(tree) = self.trees.last_mut() else { return Err((SyntaxError::TextAfterGame, self.at)) };
        if tree.varied {
            return Err((SyntaxError::AfterVariation, self.at));
        }
        if self.tables.nodes.len() >= self.limits.nodes {
            return Err((SyntaxError::TooManyNodes, self.at));
        }
        let node = match tree.last {
            Some(parent) => self.tables.add_child(parent),
            None => self.tables.add_game(),
        };
        self.tables.nodes[node.index()].at = number(self.at);
        (tree.last, tree.begun) = (Some(node), true);
        self.at += 1;
        Ok(())
    }

    fn property(&mut self) -> Result<(), Found> {
        let start = self.at;
        let node = match self.trees.last() {
            None => return Err((SyntaxError::TextAfterGame, start)),
            Some(tree) if tree.varied => return Err((SyntaxError::AfterVariation, start)),
            Some(Tree { begun: true, last: Some(node), .. }) => *node,
            Some(_) => return Err((SyntaxError::PropertyOutsideNode, start)),
        };
        if self.tables.properties.len() >= self.limits.properties {
            return Err((SyntaxError::TooManyProperties, start));
        }
        let name = self.name()?;
        let first = self.tables.values.len();
        while self.next_byte() == Some(b'[') {
            self.value()?;
        }
        if self.tables.values.len() == first {
            return Err((SyntaxError::PropertyWithoutValue, start));
        }
        self.tables.push_property(node, name, first);
        Ok(())
    }

    /// A name: letters and digits, of which the lower-case letters don't count, as in files before `FF[4]`.
    fn name(&mut self) -> Result<Span, Found> {
        let start = self.at;
        let rest = &self.tables.text.as_bytes()[start..self.tables.read];
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += length;
        let written = &self.tables.text[start..self.at];
        if !written.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return Ok(Span { start: number(start), end: number(self.at) });
        }
        let short: String = written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        if !short.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return Err((SyntaxError::EmptyName, start));
        }
        Ok(self.tables.append(&short))
    }

    /// A value, from its `[` to its `]`.
    fn value(&mut self) -> Result<(), Found> {
        let open = self.at;
        if self.tables.values.len() >= self.limits.values {
            return Err((SyntaxError::TooManyValues, open));
        }
        let bytes = &self.tables.text.as_bytes()[..self.tables.read];
        let mut end = open + 1;
        loop {
            match bytes.get(end) {
                None => return Err((SyntaxError::UnclosedValue, open)),
                Some(b']') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
        self.tables.values.push(Span { start: number(open + 1), end: number(end) });
        self.at = end + 1;
        Ok(())
    }
}

/// The place of the first `(` that a `;` follows. Mail headers and the like may come before it.
pub(crate) fn first_game(text: &[u8]) -> Option<usize> {
    let is_game = |at: &usize| text[at + 1..].iter().find(|byte| !is_space(**byte)) == Some(&b';');
    text.iter().enumerate().filter(|(_, byte)| **byte == b'(').map(|(at, _)| at).find(is_game)
}

/// Whether a byte may stand between names, values and brackets: white space and control characters. Old files end with Ctrl-Z.
pub(crate) const fn is_space(byte: u8) -> bool {
    byte <= b' '
}
