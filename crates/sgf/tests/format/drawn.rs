//! Marks and remarks, and stones that are moved about.

use std::sync::Arc;

use proptest::prelude::*;
use tengen_rules::{Board, Color, Point, Topology};
use tengen_sgf::go::{Diagram, GameInfo, MarkKind, Marks, Remark};
use tengen_sgf::{Collection, Name, Raw};

/// The marks of the root, as `KIND:POINTS`, labels as `POINT=TEXT`, lines as `A-B`, arrows as `A>B`.
fn marks(text: &str) -> String {
    let collection = Collection::parse(text).unwrap();
    let root = collection.games().next().unwrap();
    let marks = Marks::read(root, &GameInfo::read(root).unwrap());
    let points = marks.points.iter().map(|(kind, points)| {
        let points: Vec<_> = points.iter().map(ToString::to_string).collect();
        format!("{}:{}", kind.name(), points.join(","))
    });
    let labels = marks.labels.iter().map(|(at, text)| format!("{at}={text}"));
    let lines = marks.lines.iter().map(|(from, to)| format!("{from}-{to}"));
    let arrows = marks.arrows.iter().map(|(from, to)| format!("{from}>{to}"));
    points.chain(labels).chain(lines).chain(arrows).collect::<Vec<_>>().join(" ")
}

#[test]
fn marks_are_read_as_far_as_they_mean_something() {
    for (text, expected) in [
        ("(;TR[bb][aa])", "triangle:aa,bb"),
        ("(;SZ[9]SQ[aa:cb][ab])", "square:aa,ba,ca,ab,bb,cb"),
        ("(;SZ[9]CR[jj][aa][x][])", "circle:aa"),
        ("(;M[aa]MA[bb]SL[cc])", "cross:aa cross:bb selected:cc"),
        ("(;DD[]VW[aa])", "dim: view:aa"),
        ("(;TB[aa]TW[bb])", "black_territory:aa white_territory:bb"),
        ("(;LB[aa:1][bb:x\\:y][cc][dd:][zz:9])", "aa=1 bb=x:y dd="),
        ("(;L[cc][aa][bb])", "cc=a aa=b bb=c"),
        ("(;LN[aa:bb][cc:cc]AR[bb:aa][aa])", "aa-bb bb>aa"),
        // On a board with a name, points have names, and properties an X.
        ("(;XSZ[torus 9x9]XTB[A1][Z9]TB[aa]XTR[B2])", "black_territory:ai triangle:bh"),
    ] {
        assert_eq!(marks(text), expected, "{text}");
    }
    for kind in MarkKind::ALL {
        assert_eq!(marks(&format!("(;{}[cc])", kind.property())), format!("{}:cc", kind.name()));
    }
}

#[test]
fn a_node_marks_no_more_points_than_there_may_be() {
    let many = format!("(;SZ[52]TR{}SQ[aa]LB[aa:x])", "[aa:ZZ]".repeat(100));
    let collection = Collection::parse(many).unwrap();
    let root = collection.games().next().unwrap();
    let marks = Marks::read(root, &GameInfo::read(root).unwrap());
    assert_eq!(marks.points[0].1.len(), 52 * 52);
    assert_eq!((marks.points[1].1.len(), marks.size), (0, (1 << 14) + 1));
}

#[test]
fn remarks_have_degrees() {
    let collection = Collection::parse("(;BM[2]TE[1]DO[]HO[2 ]GB[x])").unwrap();
    let remarks = Remark::read(collection.games().next().unwrap());
    let expected = [
        (Remark::BadMove, 2),
        (Remark::DoubtfulMove, 1),
        (Remark::GoodMove, 1),
        (Remark::GoodForBlack, 1),
        (Remark::Hotspot, 2),
    ];
    assert_eq!(remarks, expected);
    for remark in Remark::ALL {
        let mut collection = Collection::new();
        let root = collection.add_game();
        collection.add_property(root, remark.property(), [Raw::simple_text("1")]);
        assert_eq!(Remark::read(collection.games().next().unwrap()), [(remark, 1)]);
    }
}

#[test]
fn what_can_not_be_shown_is_all_that_is_refused() {
    let show = |text: &str| {
        let collection = Collection::parse(text).unwrap();
        GameInfo::read(collection.games().next().unwrap()).map_err(|misfit| misfit.code())
    };
    let read = show("(;KM[much]HA[-1]RU[mine]RE[who knows])").unwrap();
    assert_eq!((read.komi, read.handicap), (None, 0));
    assert_eq!(show("(;SZ[99])").unwrap_err(), "bad_size");
    assert_eq!(show("(;GM[2])").unwrap_err(), "not_go");
}

#[test]
fn a_game_alone_is_what_it_was_among_others() {
    let text = "From (me):\n( ;CA[x] [y]Black[aa]\n( ;B[bb](;C[\\]]) (;W[cc]))(;B[dd])\t)\x1a(;W[ee] )\n";
    let file = Collection::parse(text).unwrap();
    let alone: Vec<_> = file.games().filter_map(Collection::text_of_game).collect();
    assert_eq!(alone[0], "( ;CA[UTF-8]Black[aa]\n( ;B[bb](;C[\\]]) (;W[cc]))(;B[dd])\t)\n");
    assert_eq!(alone[1], "(;CA[UTF-8]W[ee] )\n");
    let again = Collection::parse(alone[0].as_str()).unwrap();
    assert_eq!(Collection::text_of_game(again.games().next().unwrap()).as_ref(), Some(&alone[0]));
    assert_eq!(again.games().next().unwrap().value(Name::CA).unwrap().raw(), "UTF-8");
    let mut built = Collection::new();
    built.add_game();
    assert_eq!(Collection::text_of_game(built.games().next().unwrap()), None, "it has no text yet");
}

proptest! {
    /// Where the rules have nothing to say but captures, both boards agree.
    #[test]
    fn moves_take_off_what_they_take_off_in_a_game(
        shape in prop::sample::select(vec![(5, 5), (3, 7), (9, 9)]),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..150),
    ) {
        let topology = Arc::new(Topology::grid(shape.0, shape.1).unwrap());
        let points: Vec<Point> = topology.points().collect();
        let mut board = Board::new(Arc::clone(&topology));
        let mut diagram = Diagram::new(Arc::clone(&topology));
        let mut captured = Vec::new();
        for (at, black) in moves {
            let (at, color) = (*at.get(&points), if black { Color::Black } else { Color::White });
            if board.place(at, color, &mut captured) {
                captured.sort_unstable();
                prop_assert_eq!(diagram.play(at, color), captured.clone());
            }
            prop_assert_eq!(diagram.stones(), &board.stones());
        }
        // Equal arrangements have equal hashes, however they came about.
        let mut again = Diagram::new(topology);
        for &at in &points {
            again.set(at, diagram.stones().get(at));
        }
        prop_assert_eq!(again.hash(), diagram.hash());
    }
}
