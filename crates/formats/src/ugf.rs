//! UGF, the format of PandaNet: sections with the facts, the moves and comments.
//!
//! ```text
//! [Header]
//! Lang=JPN
//! Hdcp=0,6.5
//! Size=19
//! CoordinateType=IGS
//! PlayerB=Ann,3d
//! Winner=B,3.5
//! [Data]
//! QD,B1,1,0
//! YA,W2,2,0
//! [Figure]
//! .Text,1
//! A good move.
//! .EndText
//! ```

use std::collections::HashMap;

use tengen_rules::Color;
use tengen_sgf::{Limits, Name};

use crate::ReadError;
use crate::game::{Game, Place};
use crate::line::{Line, lines};

/// The encodings of the languages that PandaNet names.
const LANGUAGES: [(&str, &str); 5] =
    [("jpn", "shift_jis"), ("jp", "shift_jis"), ("kor", "euc-kr"), ("chi", "gb18030"), ("twn", "big5")];

/// What a file calls the encoding of its text: a language, or a label.
pub(crate) fn declared(text: &str) -> Option<&str> {
    let named = lines(text).find_map(|line| line.value_of("lang"))?;
    let language = LANGUAGES.iter().find(|(language, _)| named.eq_ignore_ascii_case(language));
    Some(language.map_or(named, |(_, encoding)| encoding))
}

/// The part of a file in which a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Header,
    Data,
    Figure,
    Other,
}

pub(crate) fn read<'a>(text: &str, limits: &'a Limits) -> Result<Game<'a>, ReadError> {
    let mut file =
        File { game: Game::new(limits), from_below: false, nodes: HashMap::new(), commented: None };
    let mut section = Section::Other;
    for line in lines(text) {
        if let Some(named) = heading(line.text).filter(|_| file.commented.is_none()) {
            section = named;
            continue;
        }
        match section {
            Section::Header => file.header(&line)?,
            Section::Data => file.data(&line)?,
            Section::Figure => file.figure(&line),
            Section::Other => {}
        }
    }
    Ok(file.game)
}

/// The section that begins with a line.
fn heading(line: &str) -> Option<Section> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    Some(match name.to_ascii_lowercase().as_str() {
        "header" => Section::Header,
        "data" => Section::Data,
        "figure" => Section::Figure,
        _ => Section::Other,
    })
}

/// A file that is read.
struct File<'a> {
    game: Game<'a>,
    /// Whether rows are counted from below.
    from_below: bool,
    /// The number of the move of each node that has one.
    nodes: HashMap<String, usize>,
    /// The number of the move to which the lines of a comment belong, while they are read.
    commented: Option<usize>,
}

impl File<'_> {
    fn header(&mut self, line: &Line<'_>) -> Result<(), ReadError> {
        let value = |name: &str| line.value_of(name).filter(|value| !value.is_empty());
        if let Some(size) = value("size") {
            return self.game.board(size.split(',').next().unwrap_or(size), line.place(size));
        }
        if let Some(both) = value("hdcp") {
            let (stones, komi) = both.split_once(',').unwrap_or((both, ""));
            self.game.stones(stones, line.place(stones));
            let komi = komi.split(',').next().unwrap_or_default();
            if !komi.trim().is_empty() {
                self.game.komi(komi, line.place(komi));
            }
        } else if let Some(kind) = value("coordinatetype") {
            self.from_below = kind.eq_ignore_ascii_case("igs");
        } else if let Some(player) = value("playerb") {
            self.player(player, [Name::PB, Name::BR]);
        } else if let Some(player) = value("playerw") {
            self.player(player, [Name::PW, Name::WR]);
        } else if let Some(result) = value("winner") {
            self.game.fact(Name::RE, won(result));
        } else if let Some(day) = value("date") {
            let day = day.split([',', ' ']).next().unwrap_or(day);
            self.game.fact(Name::DT, day.replace('/', "-"));
        } else if let Some(place) = value("place") {
            self.game.fact(Name::PC, place);
        } else if let Some(title) = value("title") {
            self.game.fact(Name::GN, title);
        }
        Ok(())
    }

    fn player(&mut self, text: &str, [name, rank]: [Name<'static>; 2]) {
        let mut fields = text.split(',');
        self.game.fact(name, fields.next().unwrap_or_default());
        self.game.fact(rank, fields.next().unwrap_or_default());
    }

    /// A move: two letters, the colour with a number, and the node. Black's stones of the node 0 are set up.
    fn data(&mut self, line: &Line<'_>) -> Result<(), ReadError> {
        if line.text.is_empty() {
            return Ok(());
        }
        let no_move = || {
            ReadError::new(
                "bad_point",
                line.start(),
                "not a move: two letters, B or W, and the number of a node",
            )
        };
        let mut fields = line.text.split(',');
        let (Some(point), Some(who)) = (fields.next(), fields.next()) else { return Err(no_move()) };
        let node = fields.next().unwrap_or_default().trim();
        let color = match who.trim().as_bytes().first().map(u8::to_ascii_uppercase) {
            Some(b'B') => Color::Black,
            Some(b'W') => Color::White,
            _ => return Err(no_move()),
        };
        let &[column, row] = point.trim().as_bytes() else { return Err(no_move()) };
        if !(column.is_ascii_alphabetic() && row.is_ascii_alphabetic()) {
            return Err(no_move());
        }
        let at = self.place(column, row);
        let is_handicap = node == "0" && color == Color::Black && self.game.moves_made() == 0;
        if let Some(at) =
            at.filter(|_| is_handicap && self.game.stones_set_up() < usize::from(self.game.handicap))
        {
            self.game.set_up(at);
            return Ok(());
        }
        self.game.play(color, at, line.start())?;
        let number = self.nodes.len() + 1;
        self.nodes.insert(
            if node.is_empty() { number.to_string() } else { node.to_owned() },
            self.game.moves_made(),
        );
        Ok(())
    }

    /// The point with two letters. Those beyond the board are a pass: `YA` is the usual one.
    fn place(&self, column: u8, row: u8) -> Option<Place> {
        let side = self.game.side;
        let index = |letter: u8| usize::from(letter.to_ascii_uppercase() - b'A');
        let (column, row) = (index(column), index(row));
        let row = if self.from_below { side.checked_sub(row + 1)? } else { row };
        (column < side && row < side).then_some((column, row))
    }

    /// A line of a comment, or around one.
    fn figure(&mut self, line: &Line<'_>) {
        let small = line.text.to_ascii_lowercase();
        if small == ".endtext" {
            self.commented = None;
        } else if let Some(node) = small.strip_prefix(".text,").filter(|_| self.commented.is_none()) {
            let node = node.split(',').next().unwrap_or_default().trim();
            self.commented = self.nodes.get(node).copied().or((node == "0").then_some(0));
        } else if let Some(comment) = self.commented.and_then(|number| self.game.comment_on(number)) {
            comment.push_str(line.text);
            comment.push('\n');
        }
    }
}

/// The result in the words of SGF: a colour, and how or by how many points.
fn won(text: &str) -> String {
    let (who, how) = text.split_once(',').unwrap_or((text, ""));
    let how = how.split(',').next().unwrap_or_default().trim();
    let color = match who.trim().to_ascii_uppercase().as_str() {
        "B" => 'B',
        "W" => 'W',
        "D" | "J" => return "0".to_owned(),
        _ => return text.to_owned(),
    };
    let by = match how.to_ascii_uppercase().as_str() {
        // 中押し.
        "C" | "R" => "R",
        "T" => "T",
        "F" => "F",
        _ if how.parse::<f64>().is_ok() => how,
        _ => "",
    };
    format!("{color}+{by}")
}
