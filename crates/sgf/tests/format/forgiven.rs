//! Texts with mistakes that are changed in places: what was forgiven stays, byte for byte.

use proptest::prelude::*;
use tengen_sgf::{Collection, Limits, Manuscript, Name, Node, NodeId, Raw};

use crate::trees::shape;

fn read(text: &str) -> Manuscript {
    Manuscript::read(text, &Limits::DEFAULT).unwrap()
}

/// Whether a text is another one in which brackets were added, and a `;` where a node has nothing else.
fn has_brackets_more(more: &str, text: &str) -> bool {
    let mut rest = text.chars().peekable();
    let fits = |letter: char| rest.next_if_eq(&letter).is_some() || "()];".contains(letter);
    more.chars().all(fits) && rest.next().is_none()
}

#[test]
fn missing_brackets_are_added_and_nothing_else() {
    for (text, written) in [
        ("(;B[aa];W[bb] \n", "(;B[aa];W[bb]) \n"),
        ("(;B[aa](;W[bb](;C[x]", "(;B[aa](;W[bb](;C[x])))"),
        ("(;C[so", "(;C[so])"),
        ("(;C[so \\", "(;C[so ]\\)"),
        ("(;C[so \\\\ ", "(;C[so \\\\]) "),
        // Half a point stays none.
        ("(;AB[aa][b", "(;AB[aa]()[b])"),
        ("(;B[aa];W[b\\", "(;B[aa];W()[b]\\)"),
        ("(;B[aa];W [", "(;B[aa];W ()[])"),
        ("(;B[aa](()(", "(;B[aa](()()))"),
        ("(;B[aa]((;W[bb]", "(;B[aa]((;W[bb])))"),
        // One game inside of another.
        ("(;SZ[9];B[ee]\n(;SZ[9]PB[x]", "(;SZ[9];B[ee])\n(;SZ[9]PB[x]"),
        // Nothing is missing.
        ("(;C[he said [ok] and left];B[aa] 9[x]y)", "(;C[he said [ok] and left];B[aa] 9[x]y)"),
        ("(\nPB[a]\n;B[pd]()) \u{feff} words", "(\nPB[a]\n;B[pd]()) \u{feff} words"),
        ("(;B[ee]);W[aa]) ;B[bb])", "(;B[ee]);W[aa]) ;B[bb])"),
        ("(;B[aa](;W[bb])C[late];B[cc])", "(;B[aa](;W[bb])C[late];B[cc])"),
        ("(;B[aa]((;W[bb])(;W[cc]));W[dd])", "(;B[aa]((;W[bb])(;W[cc]));W[dd])"),
    ] {
        assert_eq!(read(text).to_string(), written, "{text:?}");
        let [one, two] = [text, written].map(|text| shape(&Collection::parse(text).unwrap()));
        assert_eq!(one, two, "{text:?}");
    }
}

#[test]
fn a_property_changes_between_things_that_were_forgiven() {
    let set = |text: &str, way: &[usize], name: &str, value: &[&str]| {
        let mut game = read(text);
        let node = way.iter().fold(game.root(), |node, place| game.children(node)[*place]);
        let name = Name::new(name).unwrap();
        game.set(node, &[name], name, value.iter().map(|value| Raw::text(value)));
        game.to_string()
    };
    for (text, way, name, value, written) in [
        ("(;C[a [b] c]N[d])", &[][..], "C", &["x"][..], "(;C[x] c]N[d])"),
        ("(;C[a [b] c]N[d])", &[], "N", &["x"], "(;C[a [b] c]N[x])"),
        ("(;GaMe[1]b[aa])", &[], "GM", &["2"], "(;GaMe[2]b[aa])"),
        ("(;GaMe[1]b[aa])", &[], "B", &["bb"], "(;GaMe[1]b[bb])"),
        // A property goes, and what was forgiven before it does not.
        ("(;SZ[9] C[d] ?N[x];B[aa])", &[], "C", &[], "(;SZ[9] ?N[x];B[aa])"),
        ("(;SZ[9] C[d] ?N[x];B[aa])", &[], "N", &[], "(;SZ[9] C[d] ?;B[aa])"),
        // A value without a name becomes none of another property.
        ("(;[aa];B[bb])", &[], "N", &["x"], "(;N[x]()[aa];B[bb])"),
        ("(;B[bb]N[x] y[a] 9[aa])", &[], "N", &["z"], "(;B[bb]N[z] y[a] 9[aa])"),
        // A missing `;` is added where no property stands in for it.
        ("(\nPB[a]\n;B[pd])", &[], "PB", &["b"], "(\nPB[b]\n;B[pd])"),
        ("(PB[a] PW[b];B[pd])", &[], "PB", &[], "( PW[b];B[pd])"),
        ("(PB[a] ?PW[b];B[pd])", &[], "PB", &[], "(; ?PW[b];B[pd])"),
        ("(PB[a];B[pd])", &[], "PB", &[], "(;;B[pd])"),
        // Behind a variation.
        ("(;B[aa](;W[bb])C[late](;W[cc]))", &[], "C", &["x"], "(;B[aa](;W[bb])C[x](;W[cc]))"),
        ("(;B[aa](;W[bb])C[late](;W[cc]))", &[], "N", &["x"], "(;B[aa]N[x](;W[bb])C[late](;W[cc]))"),
        ("(;B[aa]);W[bb])", &[0], "C", &["x"], "(;B[aa]);W[bb]C[x])"),
        ("(;B[aa]);W[bb];B[cc])", &[0], "W", &[], "(;B[aa];;B[cc])"),
    ] {
        assert_eq!(set(text, way, name, value), written, "{text:?} {name} {value:?}");
    }
}

#[test]
fn nodes_come_and_go_between_things_that_were_forgiven() {
    // A node behind a variation, and a property.
    let mut game = read("(;B[aa](;W[bb])C[late];W[cc];B[dd])");
    let root = game.root();
    let [first, second] = game.children(root)[..] else { panic!("two") };
    game.put(second, 0);
    assert_eq!(game.to_string(), "(;B[aa](;W[cc];B[dd])(;W[bb])C[late])");
    game.remove(first);
    assert_eq!(game.to_string(), "(;B[aa]C[late](;W[cc];B[dd]))");
    // Brackets of no node.
    let mut game = read("(;B[aa]((;W[bb])(;W[cc]));W[dd] ) \n");
    let new = game.add_child(game.root());
    game.set(new, &[], Name::W, [Raw::simple_text("ee")]);
    assert_eq!(game.to_string(), "(;B[aa](;W[bb])(;W[cc])(;W[dd])\n(;W[ee]) ) \n");
    let mut game = read("(;B[aa]((;W[bb]);W[cc])(;W[dd]");
    game.add_child(game.root());
    assert_eq!(game.to_string(), "(;B[aa](;W[bb])(;W[cc])(;W[dd])\n(;))");
    // A `)` too many.
    let mut game = read("(;B[aa]);W[bb])");
    game.add_child(game.root());
    assert_eq!(game.to_string(), "(;B[aa](;W[bb])\n(;))");
}

/// Pieces of texts, most of which fit badly.
const PIECES: [&str; 31] = [
    "(",
    "(",
    ")",
    ")",
    ";",
    ";",
    "(;",
    "(;",
    ")",
    "[",
    "]",
    "\\",
    " ",
    "\n",
    "B[aa]",
    "W[bb]",
    "C[a\\]b]",
    "C [x] [y]",
    "GaMe[1]",
    "b[cc]",
    "AB[aa",
    "AB[aa][",
    "()",
    "foo",
    "X",
    "9",
    "[lost (]",
    "\u{feff}",
    "\u{3000}",
    "\n(;SZ[9]",
    "PB[q]",
];

/// Names of properties in them.
const NAMES: [&str; 8] = ["B", "W", "C", "GM", "AB", "PB", "SZ", "N"];

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..20);
    pieces.prop_map(|pieces| format!("(;{}", pieces.concat()))
}

/// Whether a text is `start`, some values and `end`, but for brackets that were added.
fn is_replaced(text: &str, start: &str, values: &[String], end: &str) -> bool {
    let bare = |text: &str| text.replace(['[', ']', ' ', '\n', '\u{feff}', '\u{3000}'], "");
    let values = bare(&values.concat());
    let begins =
        text.match_indices('[').map(|(at, _)| at).filter(|at| has_brackets_more(start, &text[..*at]));
    begins.into_iter().any(|from| {
        let ends = text[from..].char_indices().map(|(at, _)| from + at).chain([text.len()]);
        ends.filter(|to| bare(&text[from..*to]) == values).any(|to| has_brackets_more(end, &text[to..]))
    })
}

type Written = Vec<(String, Vec<String>)>;

/// The properties of a node, each name with its values.
fn properties(node: Node<'_>) -> Written {
    let property = |property: tengen_sgf::Property<'_>| {
        (property.name().to_string(), property.values().map(|value| value.raw().to_owned()).collect())
    };
    node.properties().map(property).collect()
}

/// The nodes in the order of the tree: how deep each is, and its properties.
fn nodes(root: Node<'_>) -> Vec<(usize, NodeId, Written)> {
    let (mut nodes, mut waiting) = (Vec::new(), vec![(0, root)]);
    while let Some((depth, node)) = waiting.pop() {
        nodes.push((depth, node.id(), properties(node)));
        let first = waiting.len();
        waiting.extend(node.children().map(|child| (depth + 1, child)));
        waiting[first..].reverse();
    }
    nodes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, max_global_rejects: 1 << 16, ..ProptestConfig::default() })]

    /// Nothing changes but brackets that are added, and the tree is the same.
    #[test]
    fn any_text_stays_as_it_is(text in texts()) {
        let written = read(&text).to_string();
        prop_assert!(has_brackets_more(&written, &text), "{}", written);
        // Only the first game is that of the manuscript.
        let first = |text: &str| nodes(Collection::parse(text).unwrap().games().next().unwrap());
        prop_assert_eq!(first(&text), first(&written), "{}", &written);
        prop_assert_eq!(read(&written).to_string(), written);
    }

    /// A property that is set is there, in its node, and every other byte is where it was.
    #[test]
    fn one_property_changes_no_other_byte(
        text in texts(),
        which in any::<prop::sample::Index>(),
        name in prop::sample::select(vec!["C", "B", "GM", "PB", "N"]),
    ) {
        let collection = Collection::parse(text.as_str()).unwrap();
        // A record is a file of one game.
        prop_assume!(collection.games().len() == 1);
        let before = nodes(collection.games().next().unwrap());
        let (_, id, own) = which.get(&before);
        let (name, value) = (Name::new(name).unwrap(), "~");
        let mut game = read(&text);
        game.set_one(*id, name, 0, &Raw::simple_text(value));
        let written = game.to_string();
        let (start, end) = written.split_once("[~]").unwrap();
        if let Some((_, values)) = own.iter().find(|(other, _)| other == name.as_str()) {
            prop_assert!(is_replaced(&text, start, values, end), "{}", written);
        } else {
            let start = start.strip_suffix(name.as_str()).unwrap();
            prop_assert!(has_brackets_more(&format!("{start}{end}"), &text), "{}", written);
        }
        // The tree is the same but for the property.
        let again = Collection::parse(written.as_str()).unwrap();
        let after = nodes(again.games().next().unwrap());
        prop_assert_eq!(before.len(), after.len(), "{}", &written);
        for ((depth, other, mut then), (same, _, now)) in before.clone().into_iter().zip(after) {
            prop_assert_eq!(depth, same);
            if other == *id {
                let own = then.iter_mut().find(|(other, _)| other == name.as_str());
                if let Some((_, values)) = own {
                    *values = vec![value.to_owned()];
                } else {
                    prop_assert!(now.contains(&(name.to_string(), vec![value.to_owned()])), "{}", &written);
                    prop_assert_eq!(now.len(), then.len() + 1);
                    continue;
                }
            }
            prop_assert_eq!(then, now, "{}", &written);
        }
    }

    /// Whatever happens to nodes, the text is one of the tree that comes of it.
    #[test]
    fn any_change_of_nodes_is_that_of_the_tree(
        text in texts(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize), 1..5),
    ) {
        // A record is a file of one game.
        prop_assume!(Collection::parse(text.as_str()).unwrap().games().len() == 1);
        let mut game = read(&text);
        for (which, change) in changes {
            let mut all = vec![game.root()];
            let mut next = 0;
            while next < all.len() {
                all.extend(game.children(all[next]).to_vec());
                next += 1;
            }
            let id = *which.get(&all);
            match change {
                0 => {
                    let new = game.add_child(id);
                    game.set(new, &[], Name::N, [Raw::simple_text("new")]);
                }
                1 => game.remove(id),
                2 => game.put(id, 0),
                _ => {
                    game.split(id, |name| name == Name::C);
                }
            }
        }
        let written = game.to_string();
        let (mut told, mut waiting) = (Vec::new(), vec![(0, game.root())]);
        while let Some((depth, id)) = waiting.pop() {
            let mut names: Vec<_> = NAMES.map(|name| Name::new(name).unwrap()).into_iter()
                .flat_map(|name| game.values(id, name).into_iter().map(move |value| format!("{name}[{value}]"))).collect();
            names.sort_unstable();
            told.push((depth, names));
            waiting.extend(game.children(id).iter().rev().map(|child| (depth + 1, *child)));
        }
        let again = Collection::parse(written.as_str()).unwrap();
        let found: Vec<_> = nodes(again.games().next().unwrap()).into_iter().map(|(depth, _, properties)| {
            let values = properties.into_iter().filter(|(name, _)| NAMES.contains(&name.as_str()));
            let mut names: Vec<_> = values.flat_map(|(name, values)| values.into_iter().map(move |value| format!("{name}[{value}]"))).collect();
            names.sort_unstable();
            (depth, names)
        }).collect();
        prop_assert_eq!(told, found, "{}", written);
    }
}
