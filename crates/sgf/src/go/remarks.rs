//! A record's opinions on moves and positions.

use crate::{Name, Node};

/// A judgement that a node carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Remark {
    /// `BM`: the move is bad.
    BadMove,
    /// `DO`: the move is doubtful.
    DoubtfulMove,
    /// `IT`: the move is interesting.
    InterestingMove,
    /// `TE`: the move is good.
    GoodMove,
    /// `GB`: good for Black.
    GoodForBlack,
    /// `GW`: good for White.
    GoodForWhite,
    /// `DM`: even.
    Even,
    /// `UC`: unclear.
    Unclear,
    /// `HO`: something happens here.
    Hotspot,
}

impl Remark {
    /// All there are, those about moves first.
    pub const ALL: [Remark; 9] = [
        Remark::BadMove,
        Remark::DoubtfulMove,
        Remark::InterestingMove,
        Remark::GoodMove,
        Remark::GoodForBlack,
        Remark::GoodForWhite,
        Remark::Even,
        Remark::Unclear,
        Remark::Hotspot,
    ];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Remark::BadMove => "bad_move",
            Remark::DoubtfulMove => "doubtful_move",
            Remark::InterestingMove => "interesting_move",
            Remark::GoodMove => "good_move",
            Remark::GoodForBlack => "good_for_black",
            Remark::GoodForWhite => "good_for_white",
            Remark::Even => "even",
            Remark::Unclear => "unclear",
            Remark::Hotspot => "hotspot",
        }
    }

    /// The property that says it.
    pub const fn property(self) -> Name<'static> {
        match self {
            Remark::BadMove => Name::BM,
            Remark::DoubtfulMove => Name::DO,
            Remark::InterestingMove => Name::IT,
            Remark::GoodMove => Name::TE,
            Remark::GoodForBlack => Name::GB,
            Remark::GoodForWhite => Name::GW,
            Remark::Even => Name::DM,
            Remark::Unclear => Name::UC,
            Remark::Hotspot => Name::HO,
        }
    }

    /// The remarks of a node, each with its degree: 2 where the record says "very", else 1.
    pub fn read(node: Node<'_>) -> Vec<(Remark, u8)> {
        let degree = |remark: Remark| {
            let value = node.value(remark.property())?;
            Some((remark, if value.raw().trim() == "2" { 2 } else { 1 }))
        };
        Remark::ALL.into_iter().filter_map(degree).collect()
    }
}
