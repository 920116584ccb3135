//! Texts that are no collection, and the places of their mistakes.

use tengen_sgf::Collection;

#[test]
fn mistakes_have_a_code_and_a_place() {
    for (text, code, line, column) in [
        ("", "no_game", 1, 1),
        ("no game at all (really)", "no_game", 1, 1),
        ("()", "no_game", 1, 1),
        ("(;(;B[aa])()", "empty_tree", 1, 11),
        ("(;B[aa]((;W[bb])))", "empty_tree", 1, 8),
        ("(;B[aa]", "unclosed_tree", 1, 1),
        ("(;B[aa]\n  (;W[bb]\n(;B[cc])", "unclosed_tree", 2, 3),
        ("(;B[aa]\r\n;C[never\nclosed\\]", "unclosed_value", 2, 3),
        ("(;C[\\", "unclosed_value", 1, 4),
        ("(;B[aa](;W[bb]);B[cc])", "after_variation", 1, 16),
        ("(;B[aa](;W[bb])C[late])", "after_variation", 1, 16),
        ("(;(B[aa]))", "property_outside_node", 1, 4),
        ("(;B;W[aa])", "property_without_value", 1, 3),
        ("(;B)", "property_without_value", 1, 3),
        ("(;B", "property_without_value", 1, 3),
        ("(;B[aa]\r棋[bb])", "unexpected_character", 2, 1),
        ("(;black[aa])", "empty_name", 1, 3),
        ("(;b9[aa])", "empty_name", 1, 3),
        ("(;[aa])", "value_without_property", 1, 3),
        ("(;B[aa](;)[bb])", "value_without_property", 1, 11),
        ("(;B[aa]9[x])", "unexpected_character", 1, 8),
        ("(;B[aa],W[bb])", "unexpected_character", 1, 8),
        ("(;C[棋棋]!)", "unexpected_character", 1, 8),
        ("(;B[aa]))", "text_after_game", 1, 9),
        ("(;B[aa])\n\n-- \nme", "text_after_game", 3, 1),
        ("(;B[aa]);W[bb])", "text_after_game", 1, 9),
        ("(;B[aa])W[bb]", "text_after_game", 1, 9),
        ("(;B[aa])[bb]", "text_after_game", 1, 9),
    ] {
        let error = Collection::parse(text).expect_err(text);
        let found = (error.code(), error.position.line, error.position.column);
        assert_eq!(found, (code, line, column), "{text:?}");
        assert!(error.to_string().starts_with(&format!("line {line}, column {column}: ")), "{error}");
    }
}
