//! What was forgiven in a record.

use std::fmt;

use crate::{Position, Value};

/// A fault that keeps nobody from reading a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WarningKind {
    /// `CA` names another encoding than that of the file, or none that is known.
    Encoding,
    /// Bytes that are no UTF-8 in a file of UTF-8. They are read as Latin-1.
    StrayBytes,
    /// A `(` without a node of its own. It counts for nothing.
    EmptyTree,
    /// A file begins with a node, and its `(` is missing.
    UnopenedTree,
    /// The text ends before a `)`, or another game begins before it. It is taken to stand there. The place is that of the innermost `(`.
    UnclosedTree,
    /// The text ends inside a value. A text is as long as it is there, and a point is left out.
    UnclosedValue,
    /// A node or property after a variation. The node is one more variation.
    AfterVariation,
    /// A node behind the `)` of its game, which is one too many. The game goes on with it.
    NodeAfterGame,
    /// Something like the beginning of a game inside of another one, though all brackets close: a `)` is missing before it, and
    /// one too many stands behind it. It is read as a variation.
    GameInside,
    /// A property before the first `;` of its tree. It begins a node.
    PropertyOutsideNode,
    /// A name that no `[` follows. It is left out.
    PropertyWithoutValue,
    /// A name without a capital letter. Its small letters are taken for capital ones.
    EmptyName,
    /// A `[` that no name precedes. The value is left out.
    ValueWithoutProperty,
    /// Something that has no place between properties. It is left out.
    UnexpectedCharacter,
    /// Text between games or after the last one. It is left out.
    TextAfterGame,
    /// A byte order mark inside the text, as where files were joined.
    ByteOrderMark,
    /// `SZ` is two numbers with something else than a colon between them, has words beside a number, or is no size: then the board is
    /// a usual one that has all points.
    Size,
    /// `KM` is no number of points. It counts as none.
    Komi,
    /// `KM` is in hundredths.
    KomiInHundredths,
    /// `RU` names rules that are not known, or `XRU` is no preset with changes.
    UnknownRules,
    /// `RU` asks for something besides the rules that it names, and is judged by these.
    SimilarRules,
    /// `HA` is no number of stones. It counts as none.
    Handicap,
    /// `PL` is no colour. It counts as none.
    Color,
    /// A point that is set up is none, and is left out; or a move of a variation is none, and is made beyond the board.
    Point,
    /// A setup without points.
    NoPoint,
    /// A point that is set up lies beyond the board, or a rectangle reaches beyond it. Only what is on the board counts.
    OffBoard,
    /// A chain that is set up has no liberty.
    NoLiberties,
    /// `HA` counts stones that the record does not place, and nobody knows where they stood.
    HandicapStones,
    /// A move at `zz`, which is a pass.
    PassAsLetters,
    /// A pass as a word.
    PassAsWord,
    /// A point as a letter and a number, such as `R16`.
    PointAsVertex,
}

impl WarningKind {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Encoding => "wrong_encoding",
            Self::StrayBytes => "stray_bytes",
            Self::EmptyTree => "empty_tree",
            Self::UnopenedTree => "unopened_tree",
            Self::UnclosedTree => "unclosed_tree",
            Self::UnclosedValue => "unclosed_value",
            Self::AfterVariation => "after_variation",
            Self::NodeAfterGame => "node_after_game",
            Self::GameInside => "game_inside",
            Self::PropertyOutsideNode => "property_outside_node",
            Self::PropertyWithoutValue => "property_without_value",
            Self::EmptyName => "empty_name",
            Self::ValueWithoutProperty => "value_without_property",
            Self::UnexpectedCharacter => "unexpected_character",
            Self::TextAfterGame => "text_after_game",
            Self::ByteOrderMark => "byte_order_mark",
            Self::Size => "bad_size",
            Self::Komi => "bad_komi",
            Self::KomiInHundredths => "komi_in_hundredths",
            Self::UnknownRules => "unknown_rules",
            Self::SimilarRules => "similar_rules",
            Self::Handicap => "bad_handicap",
            Self::Color => "bad_color",
            Self::Point => "bad_point",
            Self::NoPoint => "no_point",
            Self::OffBoard => "off_board",
            Self::NoLiberties => "no_liberties",
            Self::HandicapStones => "handicap_stones",
            Self::PassAsLetters => "pass_as_letters",
            Self::PassAsWord => "pass_as_word",
            Self::PointAsVertex => "point_as_vertex",
        }
    }
}

/// Something that was forgiven, and its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Warning {
    /// What.
    pub kind: WarningKind,
    /// Where.
    pub position: Position,
}

impl Warning {
    /// The stable name.
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.code())
    }
}

/// What is forgiven while a game is read, up to [`Warnings::MOST`] of it.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    noted: Vec<(WarningKind, usize)>,
}

impl Warnings {
    /// The most warnings of one game. A file can have a fault in each of its bytes, and the first ones tell what is wrong with it.
    pub const MOST: usize = 100;

    /// Notes a fault in a value.
    pub fn note(&mut self, kind: WarningKind, value: Value<'_>) {
        if self.noted.len() < Self::MOST {
            self.noted.push((kind, value.offset()));
        }
    }

    /// The faults, each with its byte.
    pub(crate) fn noted(&self) -> &[(WarningKind, usize)] {
        &self.noted
    }
}
