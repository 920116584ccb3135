//! Which format a text has.

use std::fmt;

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The Smart Game Format.
    Sgf,
    /// That of Tygem.
    Gib,
    /// That of WBaduk.
    Ngf,
    /// That of PandaNet, in files with the ending `ugf` or `ugi`.
    Ugf,
}

/// How many lines are looked at: a header stands at the beginning.
const LOOKED_AT: usize = 64;

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Sgf, Format::Gib, Format::Ngf, Format::Ugf];

    /// The format of a text: SGF, unless it begins like one of the others.
    ///
    /// ```
    /// use tengen_formats::Format;
    ///
    /// assert_eq!(Format::of("\\HS\n\\[GAMEBLACKNAME=Ann\\]"), Format::Gib);
    /// assert_eq!(Format::of("[Header]\nSize=19\n[Data]\n"), Format::Ugf);
    /// assert_eq!(Format::of("(;C[\n\\HS\n])"), Format::Sgf);
    /// ```
    pub fn of(text: &str) -> Format {
        let lines = || text.lines().take(LOOKED_AT).map(str::trim);
        let first = lines().find(|line| !line.is_empty()).unwrap_or_default();
        if first.eq_ignore_ascii_case("[header]") {
            Format::Ugf
        } else if first.eq_ignore_ascii_case("\\hs")
            || first.starts_with("\\[GAME")
            || first.starts_with("\\[GIBO")
        {
            Format::Gib
        } else if is_ngf(lines()) {
            Format::Ngf
        } else {
            Format::Sgf
        }
    }

    /// The ending of its files, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Gib => "gib",
            Format::Ngf => "ngf",
            Format::Ugf => "ugf",
        }
    }

    /// The format of files with an ending, without the dot.
    pub fn with_ending(ending: &str) -> Option<Format> {
        let ending = ending.to_ascii_lowercase();
        let is_named = |format: &Format| format.ending() == ending;
        Format::ALL.into_iter().find(is_named).or((ending == "ugi").then_some(Format::Ugf))
    }
}

/// Whether lines begin like those of NGF, which has no mark: a size in the second, numbers in the sixth and the eighth, and a day
/// in the ninth.
fn is_ngf<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let head: Vec<&str> = lines.take(12).collect();
    let is_number =
        |at: usize| head.get(at).is_some_and(|line| line.parse::<f32>().is_ok_and(f32::is_finite));
    let has_day =
        head.get(8).is_some_and(|line| line.bytes().take(8).filter(u8::is_ascii_digit).count() == 8);
    is_number(1) && is_number(5) && is_number(7) && has_day
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.ending())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_name_formats() {
        for format in Format::ALL {
            assert_eq!(Format::with_ending(&format.to_string()), Some(format));
        }
        assert_eq!((Format::with_ending("UGI"), Format::with_ending("txt")), (Some(Format::Ugf), None));
    }

    #[test]
    fn whatever_begins_otherwise_is_sgf() {
        for text in
            ["", "(;SZ[9])", "mail\n\n(;SZ[9])", "Game\n19\nWhite\nBlack\n\n0\n0\nsix\n20080416", "[Data]"]
        {
            assert_eq!(Format::of(text), Format::Sgf, "{text}");
        }
        assert_eq!(Format::of("Game\n19\nWhite\nBlack\nwww\n0\n0\n6\n20080416 [17:20]"), Format::Ngf);
        assert_eq!(Format::of("\n[HEADER]\r\n"), Format::Ugf);
    }
}
