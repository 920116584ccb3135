//! A list of games that is told in numbered lines. A reader who knows a number of this process goes on from there; every
//! other reader is told the whole list.

use std::hash::{BuildHasher, Hasher, RandomState};

use serde::Serialize;
use tengen_live::SharedText;
use tengen_protocol::Version;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// A line about a list of games, encoded once for everybody.
#[derive(Debug, Clone)]
pub struct Line {
    /// The number of the state that the line leads to.
    pub seq: u64,
    /// The line as JSON.
    pub(super) text: SharedText,
    /// The same in version 2 of the protocol, where that differs.
    pub(super) changes: Option<SharedText>,
}

impl Line {
    /// A line that is the same in all versions of the protocol.
    pub(super) fn new(seq: u64, text: SharedText) -> Self {
        Self { seq, text, changes: None }
    }

    /// The line as JSON in a version of the protocol.
    pub fn text(&self, version: Version) -> &SharedText {
        match version {
            Version::V1 => &self.text,
            Version::V2 => self.changes.as_ref().unwrap_or(&self.text),
        }
    }
}

/// A list of games that is told in numbered lines.
pub trait Numbered {
    /// The line that leads from the state of a number to the present state: the changes, or the whole list if the number is
    /// not known. Nothing, if nothing has changed.
    fn since(&self, number: Option<u64>) -> Option<Line>;

    /// The lines from now on.
    fn lines(&self) -> broadcast::Receiver<Line>;
}

/// A reader of a numbered list.
#[derive(Debug)]
pub struct NumberedFeed<L> {
    list: L,
    lines: broadcast::Receiver<Line>,
    seen: Option<u64>,
    missed: Option<Line>,
}

impl<L: Numbered> NumberedFeed<L> {
    /// Begins with the changes since a number, or with the whole list.
    pub fn open(list: L, since: Option<u64>) -> Self {
        // Listens before it looks, so that nothing falls between.
        let lines = list.lines();
        let missed = list.since(since);
        Self { list, lines, seen: since, missed }
    }

    /// The next line, whenever there is one; nothing when there will be none. It may be dropped while it waits: no line is lost.
    pub async fn next(&mut self) -> Option<Line> {
        loop {
            if let Some(line) = self.missed.take() {
                self.seen = Some(line.seq);
                return Some(line);
            }
            match self.lines.recv().await {
                Ok(line) if self.seen.is_some_and(|seen| seen >= line.seq) => {}
                Ok(line) => self.missed = Some(line),
                // A reader that was too slow for the lines gets one line with all that it missed.
                Err(RecvError::Lagged(_)) => self.missed = self.list.since(self.seen),
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

/// Where a process begins to count: somewhere else than any other process, so that a number of one means nothing to
/// another. JavaScript knows the number, and all that follow, exactly.
pub(super) fn first_number() -> u64 {
    RandomState::new().build_hasher().finish() >> 12
}

/// Encodes a line.
pub(super) fn encode(message: &impl Serialize) -> SharedText {
    // Shapes made of texts and numbers always encode.
    serde_json::to_string(message).unwrap_or_default().into()
}
