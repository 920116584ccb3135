//! Records that are read again, in another encoding.

use std::borrow::Cow;
use std::collections::HashMap;

use tengen_formats::Format;
use tengen_protocol::records::{RecordHeadline, RecordNode};
use tengen_sgf::{Collection, Limits, Name, Node, TextEncoding};

use crate::file::{read_record_again, read_record_as};
use crate::{Numbers, ReadFile, RecordFile, Unreadable, show};

/// The number of bytes that are looked at for the format of a file: it shows in the first lines.
const HEAD: usize = 16 << 10;

/// A record, and the bytes from which it was made.
#[derive(Debug, Clone, Copy)]
pub struct Brought<'a> {
    /// The record as it is kept.
    pub file: &'a RecordFile,
    /// The bytes from which it was made, if they were kept, or are its text.
    pub original: Option<&'a [u8]>,
    /// The encoding in which they were read.
    pub encoding: &'a str,
}

/// A view for its owner of a record as it reads in an encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The headline that lists would show.
    pub headline: RecordHeadline,
    /// Words beyond ASCII out of its comments, cut as in lists.
    pub words: Option<String>,
}

impl<'a> Brought<'a> {
    /// The same, if nobody has changed the record, and it came before its bytes were kept: a text in UTF-8
    /// beyond ASCII came as it is.
    #[must_use]
    pub fn as_it_came(self) -> Self {
        let came = self.encoding == TextEncoding::UTF_8.name() && !self.file.sgf.is_ascii();
        let text: Option<&'a [u8]> = came.then_some(self.file.sgf.as_bytes());
        Self { original: self.original.or(text), ..self }
    }

    /// Whether a record came before its bytes were kept, and its text in UTF-8 tells what came, but for white
    /// space and `CA`.
    pub fn is_told_by_text(&self) -> bool {
        self.original.is_none() && self.encoding == TextEncoding::UTF_8.name()
    }

    /// The bytes from which the record was made, as far as they are known: one that came before they were
    /// kept has those that its text is in its encoding.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        if let Some(original) = self.original {
            return Cow::Borrowed(original);
        }
        let sgf = &self.file.sgf;
        let encoded = self.encoding.parse().ok().and_then(|encoding: TextEncoding| encoding.encode(sgf));
        encoded.map_or(Cow::Borrowed(sgf.as_bytes()), Cow::Owned)
    }

    /// The ending of files in the format of these bytes, without the dot.
    pub fn ending(&self) -> &'static str {
        let (Some(original), Ok(encoding)) = (self.original, self.encoding.parse::<TextEncoding>()) else {
            return Format::Sgf.ending();
        };
        Format::of(&encoding.beginning(original, HEAD)).ending()
    }

    /// The record as it would read in another encoding, or as it reads in its own.
    ///
    /// # Errors
    ///
    /// As [`read_again`](Self::read_again).
    pub fn reading_in(&self, encoding: TextEncoding) -> Result<Reading, Unreadable> {
        let is_own = encoding.name() == self.encoding;
        let file = if is_own { self.file.clone() } else { self.read_again(encoding)? };
        let shown = file.show()?;
        let headline = show::headline(&shown, encoding.name(), &file.sgf);
        Ok(Reading { headline, words: show::words(&shown) })
    }

    /// Whether the bytes are the same text in UTF-8 and in that encoding: but for records of earlier
    /// releases, no others are told by a text of UTF-8 alone.
    fn was_ascii(&self, encoding: TextEncoding) -> bool {
        self.is_told_by_text() && encoding.has_ascii()
    }

    /// Reads the record again, in another encoding. Changes that were made since stay: then only the texts
    /// that came are others.
    ///
    /// Nodes keep their numbers as far as the record goes on as before. In a wrong encoding it may not,
    /// because half a character takes the bracket behind it along.
    ///
    /// # Errors
    ///
    /// When a byte means nothing in that encoding, when no game can be read in it, or when the record was
    /// changed and in that encoding has other values. A record that can't be read again as it came counts as
    /// changed.
    pub fn read_again(&self, encoding: TextEncoding) -> Result<RecordFile, Unreadable> {
        if self.was_ascii(encoding) {
            return Ok(self.file.clone());
        }
        let bytes = self.bytes();
        let new = first_game(read_record_as(&bytes, encoding))?;
        let old = self.encoding.parse().ok().map(|before| first_game(read_record_again(&bytes, before)));
        // Without the text that came nobody can tell whether it was changed, and a change is lost by no other
        // reading.
        let Some(Ok(old)) = old else { return Err(other_values()) };
        if old == self.file.sgf {
            let numbers = self.numbers_in(&new)?;
            return Ok(RecordFile { sgf: new, numbers });
        }
        let sgf = with_texts(&self.file.sgf, &old, &new)?;
        Ok(RecordFile { sgf, numbers: self.file.numbers.clone() })
    }

    /// The numbers of the nodes of a text in place of this one.
    fn numbers_in(&self, new: &str) -> Result<Numbers, Unreadable> {
        let (before, after) = (self.file.show()?.nodes, show(new)?.nodes);
        let alike =
            |(one, other): &(&RecordNode, &RecordNode)| one.parent == other.parent && one.made == other.made;
        let same = before.iter().zip(&after).take_while(alike).count();
        if same == before.len() && same == after.len() {
            return Ok(self.file.numbers.clone());
        }
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        let next = self.file.numbers.next(number(before.len()));
        let kept = (0..number(same)).map(|place| self.file.numbers.at(place));
        let new = (next..).take(after.len() - same);
        let end = next.saturating_add(number(after.len() - same));
        Ok(Numbers::new(kept.chain(new).collect(), end))
    }
}

/// The first game of a file.
fn first_game(file: Result<ReadFile, Unreadable>) -> Result<String, Unreadable> {
    file?.records.into_iter().next().map(|record| record.sgf).ok_or_else(no_game)
}

fn no_game() -> Unreadable {
    Unreadable::new("no_game", None, "there is no game in it")
}

fn other_values() -> Unreadable {
    Unreadable::new("other_values", None, "the record was changed, and has other values in this encoding")
}

/// A text in which each value that stands in `old` is the one at its place in `new`.
fn with_texts(sgf: &str, old: &str, new: &str) -> Result<String, Unreadable> {
    let (old, new) = (parsed(old)?, parsed(new)?);
    let (before, after) = (values(&old)?, values(&new)?);
    let same_names =
        before.len() == after.len() && before.iter().zip(&after).all(|(one, other)| one.0 == other.0);
    if !same_names {
        return Err(other_values());
    }
    let texts: HashMap<(Name<'_>, &str), &str> = before
        .into_iter()
        .zip(after)
        .map(|((name, before, _), (_, after, _))| ((name, before), after))
        .collect();
    let now = parsed(sgf)?;
    let (mut text, mut at) = (String::with_capacity(sgf.len()), 0);
    for (name, value, offset) in values(&now)? {
        if let Some(other) = texts.get(&(name, value)) {
            text.push_str(&sgf[at..offset]);
            text.push_str(other);
            at = offset + value.len();
        }
    }
    text.push_str(&sgf[at..]);
    Ok(text)
}

fn parsed(sgf: &str) -> Result<Collection, Unreadable> {
    Ok(Collection::parse_within(sgf, &Limits::DEFAULT)?)
}

/// The values of the first game, each with the name of its property and its place, in the order of the text.
fn values(collection: &Collection) -> Result<Vec<(Name<'_>, &str, usize)>, Unreadable> {
    let root = collection.games().next().ok_or_else(no_game)?;
    let mut values = Vec::new();
    let mut waiting: Vec<Node<'_>> = vec![root];
    while let Some(node) = waiting.pop() {
        for property in node.properties() {
            values.extend(property.values().map(|value| (property.name(), value.raw(), value.offset())));
        }
        waiting.extend(node.children());
    }
    values.sort_unstable_by_key(|(.., offset)| *offset);
    Ok(values)
}
