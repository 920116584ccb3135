//! What a file of another format tells of a game, and how that is written in SGF.

use tengen_rules::{Color, Topology, fixed_handicap};
use tengen_sgf::{Collection, Limits, Name, NodeId, Position, Raw, SyntaxError, Warning, WarningKind};

use crate::ReadError;

/// The longest side of a board, and its length where a file does not say it.
pub(crate) const LONGEST_SIDE: usize = 25;
pub(crate) const USUAL_SIDE: usize = 19;

/// A point, by its column from the left and its row from above, both from 0.
pub(crate) type Place = (usize, usize);

/// A game as it is read.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    limits: &'a Limits,
    /// The length of a side.
    pub(crate) side: usize,
    /// The facts of the whole game, in the order in which they are written.
    facts: Vec<(Name<'static>, String)>,
    /// How many handicap stones there are.
    pub(crate) handicap: u8,
    /// The stones that are set up for Black.
    setup: Vec<Place>,
    moves: Vec<Played>,
    /// A comment on the position before the first move.
    pub(crate) comment: String,
    /// What was forgiven.
    pub(crate) warnings: Vec<Warning>,
}

/// A move; a pass has no place.
#[derive(Debug)]
struct Played {
    color: Color,
    at: Option<Place>,
    comment: String,
}

/// The fewest handicap stones. One is the first move alone.
const FEWEST_STONES: u8 = 2;

/// The order in which facts are written.
const FACTS: [Name<'static>; 13] = [
    Name::PB,
    Name::BR,
    Name::PW,
    Name::WR,
    Name::KM,
    Name::RE,
    Name::DT,
    Name::EV,
    Name::GN,
    Name::PC,
    Name::TM,
    Name::OT,
    Name::GC,
];

impl<'a> Game<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            side: USUAL_SIDE,
            facts: Vec::new(),
            handicap: 0,
            setup: Vec::new(),
            moves: Vec::new(),
            comment: String::new(),
            warnings: Vec::new(),
        }
    }

    /// Takes a fact, unless it is empty or known already.
    pub(crate) fn fact(&mut self, name: Name<'static>, text: impl Into<String>) {
        let text = text.into();
        if !text.trim().is_empty() && !self.knows(name) {
            self.facts.push((name, text.trim().to_owned()));
        }
    }

    /// Whether a fact is known.
    pub(crate) fn knows(&self, name: Name<'_>) -> bool {
        self.facts.iter().any(|(known, _)| *known == name)
    }

    /// Takes the length of a side.
    pub(crate) fn board(&mut self, text: &str, position: Position) -> Result<(), ReadError> {
        let side: usize = text
            .trim()
            .parse()
            .map_err(|_| ReadError::new("bad_size", position, "not the size of a board"))?;
        match side {
            0 => Err(ReadError::new("bad_size", position, "not the size of a board")),
            1..=LONGEST_SIDE => {
                self.side = side;
                Ok(())
            }
            _ => Err(ReadError::new(
                "board_too_large",
                position,
                format!("a side is longer than {LONGEST_SIDE}"),
            )),
        }
    }

    /// Takes a komi in points.
    pub(crate) fn komi(&mut self, text: &str, position: Position) {
        match text.trim().parse::<f64>() {
            Ok(komi) if komi.is_finite() && (2.0 * komi).fract() == 0.0 => {
                self.fact(Name::KM, komi.to_string());
            }
            _ => self.forgive(WarningKind::Komi, position),
        }
    }

    /// Takes the number of handicap stones.
    pub(crate) fn stones(&mut self, text: &str, position: Position) {
        match text.trim().parse() {
            Ok(stones) => self.handicap = stones,
            Err(_) => self.forgive(WarningKind::Handicap, position),
        }
    }

    pub(crate) fn forgive(&mut self, kind: WarningKind, position: Position) {
        if self.warnings.len() < tengen_sgf::Warnings::MOST {
            self.warnings.push(Warning { kind, position });
        }
    }

    /// Sets the handicap stones up on the star points of this board, turned by a function. Where there are none, the record tells
    /// their number alone.
    pub(crate) fn set_up_handicap(&mut self, turned: impl Fn(Place) -> Place) {
        self.setup.clear();
        if self.handicap < FEWEST_STONES {
            return;
        }
        let Ok(topology) = Topology::grid(self.side, self.side) else { return };
        let points = fixed_handicap(&topology, self.handicap).unwrap_or_default();
        self.setup = points.into_iter().map(|point| turned(topology.column_row_from_top(point))).collect();
    }

    /// Sets a stone of Black up.
    pub(crate) fn set_up(&mut self, at: Place) {
        self.setup.push(at);
    }

    /// How many moves were made.
    pub(crate) fn moves_made(&self) -> usize {
        self.moves.len()
    }

    /// How many stones are set up.
    pub(crate) fn stones_set_up(&self) -> usize {
        self.setup.len()
    }

    /// Makes a move.
    pub(crate) fn play(
        &mut self,
        color: Color,
        at: Option<Place>,
        position: Position,
    ) -> Result<(), ReadError> {
        // The root is a node, too.
        if self.moves.len() + 1 >= self.limits.nodes {
            return Err(ReadError::syntax(SyntaxError::TooManyNodes, position));
        }
        if let Some((column, row)) = at.filter(|(column, row)| *column >= self.side || *row >= self.side) {
            let reason = format!(
                "there is no column {} with a row {} on this board",
                column.saturating_add(1),
                row.saturating_add(1)
            );
            return Err(ReadError::new("off_board", position, reason));
        }
        self.moves.push(Played { color, at, comment: String::new() });
        Ok(())
    }

    /// Whose turn it is.
    pub(crate) fn to_move(&self) -> Color {
        match self.moves.last() {
            Some(last) => last.color.opponent(),
            None if self.handicap >= FEWEST_STONES => Color::White,
            None => Color::Black,
        }
    }

    /// The comment on a move, by its number from 1; on the beginning, by 0.
    pub(crate) fn comment_on(&mut self, number: usize) -> Option<&mut String> {
        match number.checked_sub(1) {
            None => Some(&mut self.comment),
            Some(before) => self.moves.get_mut(before).map(|played| &mut played.comment),
        }
    }

    /// The game in SGF.
    pub(crate) fn written(&self) -> String {
        let mut collection = Collection::new();
        let root = collection.add_game();
        let side = self.side.to_string();
        for (name, text) in [(Name::GM, "1"), (Name::FF, "4"), (Name::CA, "UTF-8"), (Name::SZ, &side)] {
            collection.add_property(root, name, [Raw::simple_text(text)]);
        }
        for name in FACTS {
            if let Some((_, text)) = self.facts.iter().find(|(known, _)| *known == name) {
                collection.add_property(root, name, [Raw::simple_text(text)]);
            }
        }
        if self.handicap >= 2 {
            collection.add_property(root, Name::HA, [Raw::simple_text(&self.handicap.to_string())]);
        }
        collection.add_property(root, Name::AB, self.setup.iter().map(|at| Raw::simple_text(&letters(*at))));
        comment(&mut collection, root, &self.comment);
        let mut last = root;
        for Played { color, at, comment: words } in &self.moves {
            last = collection.add_child(last);
            let name = if *color == Color::Black { Name::B } else { Name::W };
            let at = at.map(letters).unwrap_or_default();
            collection.add_property(last, name, [Raw::simple_text(&at)]);
            comment(&mut collection, last, words);
        }
        collection.to_string()
    }
}

fn comment(collection: &mut Collection, node: NodeId, words: &str) {
    if !words.trim().is_empty() {
        collection.add_property(node, Name::C, [Raw::text(words.trim_end())]);
    }
}

/// The letters of a point.
fn letters((column, row): Place) -> String {
    let letter = |index: usize| (b'a'..=b'y').nth(index).map_or('z', char::from);
    [letter(column), letter(row)].iter().collect()
}
