//! The meaning of texts, one row for each corner of the standard.

use tengen_sgf::{Collection, Limits, Name, Node, Raw};

use crate::trees::shape;

#[test]
fn texts_and_the_trees_they_mean() {
    for (text, tree) in [
        ("(;)", "()"),
        ("(;;;)", "(())".replace("()", "(())").as_str()),
        ("(;B[aa])", "(B[aa])"),
        ("(;B[aa];W[bb])", "(B[aa](W[bb]))"),
        ("(;B[aa](;W[bb]))", "(B[aa](W[bb]))"),
        ("(;B[aa](;W[bb])(;W[cc];B[dd]))", "(B[aa](W[bb])(W[cc](B[dd])))"),
        ("(;B[aa])(;W[bb])", "(B[aa])(W[bb])"),
        // Several values, white space and control characters between everything.
        ("(;AB[aa][bb]AW[cc])", "(AB[aa][bb]AW[cc])"),
        (" ( ; AB [aa]\n[bb]\t\r\nAW\u{0}[cc] ; ) \u{1a}", "(AB[aa][bb]AW[cc]())"),
        // The same property twice stays two properties.
        ("(;AB[aa]AB[bb])", "(AB[aa]AB[bb])"),
        // Values stay as they are.
        ("(;C[a\\]b\\\\c])", "(C[a\\]b\\\\c])"),
        ("(;C[(;)[x])", "(C[(;)[x])"),
        ("(;C[line\\\nbreak\r\n ])", "(C[line\\\nbreak\r\n ])"),
        ("(;C[])", "(C[])"),
        ("(;LB[aa:1][bb:x\\:y])", "(LB[aa:1][bb:x\\:y])"),
        ("(;C[棋\\]])", "(C[棋\\]])"),
        // Before FF[4] names had small letters, which never counted; some had digits.
        ("(;CoPyright[x]GaMe[1]L9[y])", "(CP[x]GM[1]L9[y])"),
        ("(;Black[aa];White[bb])", "(B[aa](W[bb]))"),
        // Text before the first game.
        ("From: me (at home)\n\n(;B[aa])", "(B[aa])"),
        ("(\n ;B[aa])", "(B[aa])"),
        ("((;B[aa])", "(B[aa])"),
        ("\u{feff}(;B[aa])", "(B[aa])"),
    ] {
        let read = Collection::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(shape(&read), tree, "{text:?}");
    }
}

#[test]
fn what_is_written_is_laid_out_by_nodes() {
    for (text, written) in [
        ("(;GM[1]FF[4];B[aa];W[bb])", "(;GM[1]FF[4]\n;B[aa]\n;W[bb])\n"),
        ("(;B[aa](;W[bb];B[cc])(;W[dd]))", "(;B[aa]\n(;W[bb]\n;B[cc])\n(;W[dd]))\n"),
        ("(;)(;C[a\\]])", "(;)\n(;C[a\\]])\n"),
        ("(;B[aa](;W[bb]))", "(;B[aa]\n;W[bb])\n"),
    ] {
        assert_eq!(Collection::parse(text).unwrap().to_string(), written);
    }
    assert_eq!(Collection::new().to_string(), "");
}

#[test]
fn values_say_what_they_mean() {
    let read = Collection::parse("(;C[two\r\nlines\tand \\\nmore\\]]LB[aa\\:a:b\\:c]PB[a\nb])").unwrap();
    let root = read.games().next().unwrap();
    let comment = root.value(Name::C).unwrap();
    assert_eq!(comment.text(), "two\nlines and more]");
    assert_eq!(comment.raw(), "two\r\nlines\tand \\\nmore\\]");
    assert_eq!(root.value(Name::PB).unwrap().simple_text(), "a b");
    let label = root.property(Name::new("LB").unwrap()).unwrap().values().next().unwrap();
    let (point, text) = label.composed().unwrap();
    assert_eq!((point.simple_text().as_str(), text.simple_text().as_str()), ("aa:a", "b:c"));
    assert_eq!(comment.composed(), None);
}

#[test]
fn trees_are_built_in_any_order() {
    let mut built = Collection::new();
    let first = built.add_game();
    let second = built.add_game();
    let (b, w) = (built.add_child(first), built.add_child(first));
    let raw = |text: &str| Raw::verbatim(text).unwrap();
    built.add_property(w, Name::W, [raw("bb")]);
    built.add_property(second, Name::C, [Raw::text("a]\n\\")]);
    built.add_property(b, Name::B, [raw("aa")]);
    built.add_property(b, Name::AB, [raw("aa"), raw("bb:cc")]);
    built.add_property(b, Name::AW, []);
    assert_eq!(shape(&built), "((B[aa]AB[aa][bb:cc])(W[bb]))(C[a\\]\n\\\\])");
    let read = Collection::parse(built.to_string()).unwrap();
    assert_eq!(read, built);
    assert_ne!(read, Collection::parse("(;)").unwrap());
    let node = built.node(w).unwrap();
    assert_eq!(node.parent().map(Node::id), Some(first));
    assert_eq!(built.position(node.value(Name::W).unwrap()), None, "it stands in no text");
}

#[test]
fn a_tree_that_was_read_can_grow() {
    let mut read = Collection::parse("(;B[aa])").unwrap();
    let root = read.games().next().unwrap().id();
    let node = read.add_child(root);
    read.add_property(node, Name::W, [Raw::verbatim("bb").unwrap()]);
    assert_eq!(read.to_string(), "(;B[aa]\n;W[bb])\n");
    let values: Vec<_> = read.games().next().unwrap().main_line().flat_map(Node::properties).collect();
    let positions: Vec<_> =
        values.iter().map(|property| read.position(property.values().next().unwrap())).collect();
    assert_eq!(positions[0].map(|position| (position.line, position.column)), Some((1, 5)));
    assert_eq!(positions[1], None);
}

#[test]
fn equality_is_of_trees_not_of_texts() {
    let one = Collection::parse("(;B[aa](;W[bb]))").unwrap();
    for (text, same) in [
        ("mail ( ;B[aa] ;W[bb] ) ", true),
        ("(;Black[aa];W[bb])", true),
        ("(;B[aa])", false),
        ("(;B[aa];W[bc])", false),
        ("(;B[aa];W[bb][bb])", false),
        ("(;B[aa];W[bb]C[])", false),
        ("(;B[aa])(;W[bb])", false),
    ] {
        assert_eq!(one == Collection::parse(text).unwrap(), same, "{text}");
    }
    let forked = Collection::parse("(;(;B[aa];W[bb])(;))").unwrap();
    assert_ne!(forked, Collection::parse("(;(;B[aa])(;W[bb]))").unwrap());
}

#[test]
fn limits_hold() {
    let limits = Limits { bytes: 20, nodes: 2, properties: 2, values: 3 };
    for (text, code) in [
        ("(;B[aa][bb]W[cc];)", None),
        ("(;;;)", Some("too_many_nodes")),
        ("(;A[]B[]C[])", Some("too_many_properties")),
        ("(;A[][][][])", Some("too_many_values")),
        ("(;C[0123456789012345])", Some("too_large")),
    ] {
        let error = Collection::parse_within(text, &limits).err();
        assert_eq!(error.map(|error| error.code()), code, "{text}");
    }
}
