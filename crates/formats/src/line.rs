//! Lines of a text, and places in them.

use tengen_sgf::Position;

/// A line, without white space at its ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    whole: &'a str,
    number: usize,
    /// Its text.
    pub(crate) text: &'a str,
}

/// The lines of a text, which end with LF, or CR and LF.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines()).map(|(number, whole)| Line { whole, number, text: whole.trim() })
}

impl<'a> Line<'a> {
    /// Where a part of this line begins.
    pub(crate) fn place(&self, part: &str) -> Position {
        let before = part.as_ptr().addr().saturating_sub(self.whole.as_ptr().addr());
        let before = self.whole.get(..before).unwrap_or(self.whole);
        Position { line: self.number, column: before.chars().count() + 1 }
    }

    /// Where this line begins.
    pub(crate) fn start(&self) -> Position {
        self.place(self.text)
    }

    /// The value of a line `NAME=VALUE`, whatever the letters of the name are.
    pub(crate) fn value_of(&self, name: &str) -> Option<&'a str> {
        let (own, value) = self.text.split_once('=')?;
        own.trim().eq_ignore_ascii_case(name).then(|| value.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_places() {
        let all: Vec<_> = lines("Place=碁会所\r\n  Hdcp= 2,0.5\n").collect();
        assert_eq!(all[0].value_of("place"), Some("碁会所"));
        let value = all[1].value_of("HDCP").unwrap();
        assert_eq!(all[1].place(value), Position { line: 2, column: 9 });
        assert_eq!(all[1].start(), Position { line: 2, column: 3 });
        let komi = value.split(',').nth(1).unwrap();
        assert_eq!(all[1].place(komi), Position { line: 2, column: 11 });
        assert_eq!(all[0].place("elsewhere").line, 1);
    }
}
