//! Texts that are no collection, and texts with mistakes that are forgiven, with their places.

use tengen_sgf::go::{GameInfo, Step};
use tengen_sgf::{Collection, Warnings};

use crate::trees::shape;

/// What is forgiven on the main line of the first game: each code with its line and column.
fn forgiven(text: &str) -> String {
    let collection = Collection::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let root = collection.games().next().unwrap();
    let mut warnings = Warnings::default();
    let info = GameInfo::read_noting(root, &mut warnings).unwrap();
    for node in root.main_line() {
        Step::read_noting(node, &info, &mut warnings).unwrap();
    }
    let warnings = collection.warnings(root, &warnings);
    let words = warnings.iter().map(|warning| {
        let (line, column) = (warning.position.line, warning.position.column);
        format!("{} {line}:{column}", warning.code())
    });
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_text_without_a_game_is_refused() {
    for text in ["", "no game at all (really)", "()", "(see [x])", "(PB)", ";", "so; PB[x]"] {
        let error = Collection::parse(text).expect_err(text);
        let found = (error.code(), error.position.line, error.position.column);
        assert_eq!(found, ("no_game", 1, 1), "{text:?}");
        assert!(error.to_string().starts_with("line 1, column 1: "), "{error}");
    }
}

#[test]
fn mistakes_of_the_form_are_forgiven() {
    for (text, tree, warnings) in [
        // Brackets.
        ("(;(;B[aa])())", "((B[aa]))", "empty_tree 1:11"),
        ("(;B[aa]((;W[bb])))", "(B[aa](W[bb]))", "empty_tree 1:8"),
        ("(;B[aa]()(;W[bb]))", "(B[aa](W[bb]))", "empty_tree 1:8"),
        ("(;B[aa];W[bb]", "(B[aa](W[bb]))", "unclosed_tree 1:1"),
        ("(;B[aa]\n  (;W[bb]\n(;B[cc])", "(B[aa](W[bb](B[cc])))", "unclosed_tree 2:3"),
        (
            "(;B[aa]\r\n;C[never\nclosed\\]",
            "(B[aa](C[never\nclosed\\]]))",
            "unclosed_tree 1:1, unclosed_value 2:3",
        ),
        ("(;C[\\", "(C[])", "unclosed_tree 1:1, unclosed_value 1:4"),
        ("(;B[aa];W[b", "(B[aa]())", "unclosed_tree 1:1, unclosed_value 1:10"),
        ("(;B[aa]))", "(B[aa])", "text_after_game 1:9"),
        ("\n;SZ[9];B[aa](;W[bb])(;W[cc]))", "(SZ[9](B[aa](W[bb])(W[cc])))", "unopened_tree 2:1"),
        ("\u{feff};B[aa];W[bb]", "(B[aa](W[bb]))", "unopened_tree 1:2, unclosed_tree 1:2"),
        ("GM[1]SZ[9]\n;B[aa])", "(GM[1]SZ[9](B[aa]))", "unopened_tree 1:1, property_outside_node 1:1"),
        (";B[aa])\n(;W[bb])", "(B[aa])(W[bb])", "unopened_tree 1:1"),
        // What follows a variation.
        ("(;B[aa](;W[bb]);B[cc];W[dd])", "(B[aa](W[bb])(B[cc](W[dd])))", "after_variation 1:16"),
        ("(;B[aa](;W[bb])C[late])", "(B[aa]C[late](W[bb]))", "after_variation 1:16"),
        // A `)` too many.
        ("(;B[aa]);W[bb];B[cc])", "(B[aa](W[bb](B[cc])))", "node_after_game 1:9"),
        ("(;B[aa])\n) ;W[bb])x", "(B[aa](W[bb]))", "node_after_game 2:3, text_after_game 2:10"),
        ("(;B[aa](;W[bb]));W[cc])", "(B[aa](W[bb])(W[cc]))", "node_after_game 1:17, after_variation 1:17"),
        ("(;B[aa]);W[bb]", "(B[aa](W[bb]))", "node_after_game 1:9, unclosed_tree 1:1"),
        // A game inside of another that does not close.
        ("(;SZ[9];B[ee]\n(;SZ[9]PB[x];B[aa])", "(SZ[9](B[ee]))(SZ[9]PB[x](B[aa]))", "unclosed_tree 1:1"),
        (
            "(;B[ee](;W[aa]\n \u{feff}(\n;GM[1])",
            "(B[ee](W[aa]))(GM[1])",
            "unclosed_tree 1:8, byte_order_mark 2:2",
        ),
        // A `)` is missing, and one too many stands behind a later game.
        ("(;SZ[9]\n(;SZ[9];B[aa]))", "(SZ[9](SZ[9](B[aa])))", "game_inside 2:1"),
        (
            "(;SZ[9];B[ee]\n(;SZ[9];B[aa])\n (;GM[1];B[bb]))\n(;SZ[9])",
            "(SZ[9](B[ee](SZ[9](B[aa]))(GM[1](B[bb]))))(SZ[9])",
            "game_inside 2:1, game_inside 3:2",
        ),
        ("(;SZ[9]\n(;SZ[9];B[aa])", "(SZ[9])(SZ[9](B[aa]))", "unclosed_tree 1:1"),
        ("(;SZ[9] (;SZ[9];B[aa])", "(SZ[9](SZ[9](B[aa])))", "unclosed_tree 1:1"),
        // A missing `;`.
        ("(\r\nPB[a]\r\n;B[pd])", "(PB[a](B[pd]))", "property_outside_node 2:1"),
        ("(PB[a]PW[b];B[pd])", "(PB[a]PW[b](B[pd]))", "property_outside_node 1:2"),
        ("( \t\u{feff}GM[1];B[pd])", "(GM[1](B[pd]))", "byte_order_mark 1:4, property_outside_node 1:5"),
        ("(\u{feff};GM[1];B[pd])", "(GM[1](B[pd]))", "byte_order_mark 1:2"),
        ("(\u{a0}\u{3000};B[pd])", "(B[pd])", "unexpected_character 1:2"),
        ("(;(B[aa];W[bb]))", "((B[aa](W[bb])))", "property_outside_node 1:4"),
        // Names and values.
        ("(;B;W[aa])", "((W[aa]))", "property_without_value 1:3"),
        ("(;C)", "()", "property_without_value 1:3"),
        ("(;C", "()", "unclosed_tree 1:1, property_without_value 1:3"),
        ("(;b[aa];w[bb])", "(B[aa](W[bb]))", "empty_name 1:3, empty_name 1:9"),
        ("(;[aa]B[bb])", "(B[bb])", "value_without_property 1:3"),
        ("(;B[aa](;)[bb])", "(B[aa]())", "value_without_property 1:11"),
        ("(;B[aa]9;W[bb])", "(B[aa](W[bb]))", "unexpected_character 1:8"),
        ("(;B[aa],W[bb])", "(B[aa]W[bb])", "unexpected_character 1:8"),
        ("(;B[aa]\r棋[bb])", "(B[aa])", "unexpected_character 2:1, value_without_property 2:2"),
        // Words around.
        ("(;B[aa])\n\n-- \nme", "(B[aa])", "text_after_game 3:1"),
        ("(;B[aa]); and so on", "(B[aa])", "text_after_game 1:9"),
        ("(;B[aa])W[bb]", "(B[aa])", "text_after_game 1:9"),
        ("(;B[aa])\n(really)\n(;B[cc])", "(B[aa])(B[cc])", "text_after_game 2:1"),
        ("(;B[aa])\r\n\u{feff}(;B[bb])", "(B[aa])(B[bb])", "byte_order_mark 2:1"),
    ] {
        assert_eq!(shape(&Collection::parse(text).unwrap()), tree, "{text:?}");
        let mut found: Vec<_> = warnings.split(", ").collect();
        let mut told = forgiven(text);
        let mut told: Vec<_> = std::mem::take(&mut told).split(", ").map(str::to_owned).collect();
        told.sort_unstable();
        found.sort_unstable();
        assert_eq!(told, found, "{text:?}");
    }
}

#[test]
fn mistakes_of_the_meaning_are_forgiven() {
    for (text, warnings) in [
        ("(;SZ[9]AB[];B[ee])", "no_point 1:11"),
        ("(;SZ[9]AB[][aa];B[ee])", "no_point 1:11"),
        ("(;SZ[19]AB[tt][dd];W[pp])", "off_board 1:12"),
        ("(;SZ[20]AB[tt][uu];W[pp])", "off_board 1:16"),
        ("(;SZ[9]AB[aa:tt])", "off_board 1:11"),
        ("(;SZ[9]AB[?];B[ee])", "bad_point 1:11"),
        ("(;SZ[19]AB[Q16]AW[Z99];B[dd])", "point_as_vertex 1:12, bad_point 1:19"),
        ("(;SZ[9]PL[2];B[ee])", "bad_color 1:11"),
        ("(;SZ[9];B[zz])", "pass_as_letters 1:11"),
        ("(;SZ[19];B[R16];W[Pass])", "point_as_vertex 1:12, pass_as_word 1:19"),
        ("(;SZ[19x19];B[pd])", "bad_size 1:6"),
        ("(;SZ[nine];B[ee])", "bad_size 1:6"),
        ("(;SZ[0];B[tt])", "bad_size 1:6"),
        ("(;SZ[9]KM[much]HA[four])", "bad_komi 1:11, bad_handicap 1:19"),
        ("(;SZ[9]KM[375])", "komi_in_hundredths 1:11"),
        ("(;SZ[9]RU[house rules];B[ee])", "unknown_rules 1:11"),
        ("(;SZ[9]RU[中国规则];B[ee])", ""),
        ("(;GM[Go]SZ[9];B[tt];W[])", ""),
    ] {
        assert_eq!(forgiven(text), warnings, "{text:?}");
    }
}

#[test]
fn a_game_has_its_own_warnings_and_not_too_many() {
    let text = "(;B[aa])(PB[x];B[bb]!)(;B[cc])";
    let collection = Collection::parse(text).unwrap();
    let counts = collection.games().map(|root| collection.warnings(root, &Warnings::default()).len());
    assert_eq!(counts.collect::<Vec<_>>(), [0, 2, 0]);
    // Before its first node, too.
    let text = "(;SZ[9];B[ee])(\u{3000};SZ[9];B[ee])(\u{feff}PB[x])";
    let collection = Collection::parse(text).unwrap();
    let counts = collection.games().map(|root| collection.warnings(root, &Warnings::default()).len());
    assert_eq!(counts.collect::<Vec<_>>(), [0, 1, 2]);
    let text = format!("(;{})", "!;".repeat(3 * Warnings::MOST));
    let collection = Collection::parse(text).unwrap();
    let root = collection.games().next().unwrap();
    assert_eq!(collection.warnings(root, &Warnings::default()).len(), Warnings::MOST);
}

#[test]
fn a_game_alone_keeps_its_mistakes() {
    for (text, alone) in [
        (
            "x (\r\nPB[(;]\r\n;B[pd])y",
            "(CA[UTF-8]\r\nPB[(;]\r\n;B[pd])\n".replace("(CA[UTF-8]\r\n", "(\r\nCA[UTF-8]"),
        ),
        ("(;SZ[9];B[aa](;W[bb] \n", "(;CA[UTF-8]SZ[9];B[aa](;W[bb]\n".to_owned()),
        ("(;SZ[9];C[so \\\n\n", "(;CA[UTF-8]SZ[9];C[so \\\n".to_owned()),
    ] {
        let text_of = |text: &str| {
            Collection::text_of_game(Collection::parse(text).unwrap().games().next().unwrap()).unwrap()
        };
        assert_eq!(text_of(text), alone, "{text:?}");
        assert_eq!(text_of(&alone), alone, "{text:?}");
        let [one, two] = [text, &alone].map(|text| Collection::parse(text).unwrap().node_count());
        assert_eq!(one, two);
    }
}
