//! The crate `sgf-parse` reads the same trees and the same moves.

use std::fmt::Write as _;

use proptest::prelude::*;
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Move, Prop};
use tengen_rules::Color;
use tengen_sgf::go::{GameInfo, Step};
use tengen_sgf::{Collection, Node, Value};

use crate::trees::{collections_of, texts};

/// The other crate's reading of each game of a text.
fn other_games(text: &str) -> Vec<SgfNode<Prop>> {
    go::parse(text).unwrap()
}

/// Names, texts and children, in the words of the other crate, which keeps values without their escapes.
fn other_shape(node: &SgfNode<Prop>) -> String {
    let properties = node.properties().map(|property| match property {
        Prop::Unknown(name, values) => format!("{name}{values:?}"),
        other => panic!("{other:?} is known"),
    });
    let children = node.children().map(other_shape);
    format!("({}{})", properties.collect::<String>(), children.collect::<String>())
}

fn own_shape(node: Node<'_>) -> String {
    let properties = node.properties().map(|property| {
        let values: Vec<_> = property.values().map(Value::text).collect();
        format!("{}{values:?}", property.name())
    });
    let children = node.children().map(own_shape);
    format!("({}{})", properties.collect::<String>(), children.collect::<String>())
}

/// The points of a property, sorted, as the other crate has them.
fn other_points(node: &SgfNode<Prop>, name: &str) -> Vec<(usize, usize)> {
    let points = match node.get_property(name) {
        Some(Prop::AB(points) | Prop::AW(points) | Prop::AE(points)) => points.iter().collect(),
        _ => Vec::new(),
    };
    let mut points: Vec<_> = points.into_iter().map(|point| (point.x.into(), point.y.into())).collect();
    points.sort_unstable();
    points
}

proptest! {
    // The other crate knows no property that begins with X. It also keeps escaped line breaks, which the standard wants
    // removed, so this text has none.
    #[test]
    fn trees_are_the_same(collection in collections_of("X[A-Z]{1,3}", texts("[\\]\\[\\\\:;() a-c棋é]{0,8}"))) {
        let text = collection.to_string();
        let own: Vec<_> = collection.games().map(own_shape).collect();
        let other: Vec<_> = other_games(&text).iter().map(other_shape).collect();
        prop_assert_eq!(own, other);
    }

    #[test]
    fn moves_and_setup_are_the_same(
        moves in prop::collection::vec((any::<bool>(), prop::option::of(("[a-s]", "[a-s]"))), 0..30),
        // The other crate wants the corners of a rectangle in order, and no point twice.
        corner in (0u8..10, 0u8..10),
        extent in (1u8..9, 1u8..9),
    ) {
        let letter = |index: u8| char::from(b'a' + index);
        let far = (corner.0 + extent.0, corner.1 + extent.1);
        let rectangle = format!("{}{}:{}{}", letter(corner.0), letter(corner.1), letter(far.0), letter(far.1));
        let mut text = format!("(;GM[1]SZ[19]AB[{rectangle}][ss]AW[as]");
        for (black, at) in &moves {
            let at = at.as_ref().map_or(String::new(), |(column, row)| format!("{column}{row}"));
            let name = if *black { 'B' } else { 'W' };
            write!(text, ";{name}[{at}]").unwrap();
        }
        text += ")";
        let own = Collection::parse(text.as_str()).unwrap();
        let root = own.games().next().unwrap();
        let info = GameInfo::read(root).unwrap();
        let steps = root.main_line().map(|node| Step::read(node, &info).unwrap());
        let steps: Vec<_> = steps.collect();
        let other = other_games(&text);

        for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White))] {
            let placed = steps[0].setup.iter().filter(|placed| placed.stone == stone);
            let mut placed: Vec<_> = placed.map(|placed| (placed.at.column(), placed.at.row())).collect();
            placed.sort_unstable();
            prop_assert_eq!(placed, other_points(&other[0], name));
        }
        let own_moves: Vec<_> = steps.iter().flat_map(|step| &step.moves).collect();
        let other_moves: Vec<_> = other[0].main_variation().filter_map(SgfNode::get_move).collect();
        prop_assert_eq!(own_moves.len(), other_moves.len());
        for (own, other) in own_moves.into_iter().zip(other_moves) {
            let (color, made) = match other {
                Prop::B(made) => (Color::Black, made),
                Prop::W(made) => (Color::White, made),
                other => panic!("{other:?} is no move"),
            };
            let at = match made {
                Move::Pass => None,
                Move::Move(point) => Some((usize::from(point.x), usize::from(point.y))),
            };
            prop_assert_eq!((own.color, own.at.map(|place| (place.column(), place.row()))), (color, at));
        }
    }
}
