//! Pieces of an answer become lines.

use crate::Error;

/// Keeps what has come of a line, up to a bound.
#[derive(Debug)]
pub(super) struct Splitter {
    bytes: Vec<u8>,
    /// Where the next line begins.
    begin: usize,
    /// How far no line ends.
    searched: usize,
    longest: usize,
}

impl Splitter {
    /// Refuses lines of more than so many bytes.
    pub(super) fn new(longest: usize) -> Self {
        Self { bytes: Vec::new(), begin: 0, searched: 0, longest }
    }

    /// Adds a piece, when all lines before it were taken.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.bytes.drain(..self.begin);
        self.searched -= self.begin;
        self.begin = 0;
        // What is left is one line that has not ended yet; the piece may end it, or not.
        let more = piece.iter().position(|byte| *byte == b'\n').unwrap_or(piece.len());
        if self.bytes.len() + more > self.longest {
            return Err(Error::unreadable(&format_args!("a line is longer than {} bytes", self.longest)));
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    /// The next line, without its end.
    pub(super) fn next_line(&mut self) -> Option<&[u8]> {
        let rest = self.bytes.get(self.searched..)?;
        let Some(length) = rest.iter().position(|byte| *byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let (begin, end) = (self.begin, self.searched + length);
        (self.begin, self.searched) = (end + 1, end + 1);
        self.bytes.get(begin..end)
    }

    /// Whether a line has begun and not ended.
    pub(super) fn has_rest(&self) -> bool {
        self.begin < self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let text = b"one\n\ntwo words\nthree\n";
        for length in 1..=text.len() {
            let (mut splitter, mut lines) = (Splitter::new(9), Vec::new());
            for piece in text.chunks(length) {
                splitter.push(piece).unwrap();
                while let Some(line) = splitter.next_line() {
                    lines.push(String::from_utf8(line.to_vec()).unwrap());
                }
            }
            assert_eq!(lines, ["one", "", "two words", "three"], "in pieces of {length}");
            assert!(!splitter.has_rest());
        }
    }

    #[test]
    fn a_line_that_does_not_end_is_refused() {
        let mut splitter = Splitter::new(8);
        splitter.push(b"short\n1234").unwrap();
        assert_eq!(splitter.next_line(), Some(&b"short"[..]));
        assert_eq!(splitter.next_line(), None);
        assert!(splitter.has_rest());
        splitter.push(b"5678").unwrap();
        assert_eq!(splitter.next_line(), None);
        assert!(matches!(splitter.push(b"9"), Err(Error::Unreadable(_))));
    }
}
