//! Generated files: any tree, with moves, stones, texts and drawings, in any encoding.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use proptest::prelude::*;
use tengen_sgf::{Collection, Name, Raw};

/// Encodings, each with its labels and some of its characters, among them characters with a second byte that looks like
/// a bracket or an escape.
const ENCODINGS: [(&str, &Encoding, &str); 6] = [
    ("UTF-8", UTF_8, "é棋囲𠮷"),
    ("GB18030", GB18030, "围棋乗俓僛"),
    ("Big5", BIG5, "圍棋功許蓋"),
    ("Shift_JIS", SHIFT_JIS, "囲碁表ソ能"),
    ("EUC-KR", EUC_KR, "바둑기"),
    ("ISO-8859-1", WINDOWS_1252, "éüñß"),
];

/// The content of a node of a generated tree.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    /// Which of the nodes before it is its parent.
    parent: prop::sample::Index,
    what: What,
    pub(crate) texts: Vec<(&'static str, String)>,
    marks: Vec<(&'static str, Vec<u16>)>,
    labels: Vec<(u16, String)>,
    pairs: Vec<(&'static str, u16, u16)>,
    degree: Option<(&'static str, u8)>,
}

#[derive(Debug, Clone)]
enum What {
    Nothing,
    Move(bool, Option<u16>, Option<u32>),
    Setup(Vec<(u8, u16)>),
}

fn texts(characters: &'static str) -> impl Strategy<Value = String> {
    let known: Vec<char> = characters.chars().chain("\\]:[();abc \n".chars()).collect();
    // The other reader may trim white space at the ends or not, in names as well.
    prop::collection::vec(prop::sample::select(known), 0..10)
        .prop_map(|characters| characters.into_iter().collect::<String>().trim().to_owned())
}

fn nodes(characters: &'static str) -> impl Strategy<Value = Vec<Said>> {
    let point = 0u16..361;
    let what = prop_oneof![
        Just(What::Nothing),
        (
            any::<bool>(),
            prop::option::weighted(0.9, point.clone()),
            prop::option::weighted(0.3, 0u32..100_000)
        )
            .prop_map(|(black, at, time)| What::Move(black, at, time)),
        prop::collection::btree_map(point.clone(), 0u8..3, 1..6)
            .prop_map(|points| What::Setup(points.into_iter().map(|(at, stone)| (stone, at)).collect())),
    ];
    let text = (prop::sample::select(vec!["C", "N", "XYZ", "GC"]), texts(characters));
    let mark = (
        prop::sample::select(vec!["TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW"]),
        prop::collection::btree_set(point.clone(), 1..4),
    );
    let node = (
        any::<prop::sample::Index>(),
        what,
        prop::collection::vec(text, 0..3),
        prop::collection::vec(mark, 0..3),
        prop::collection::btree_map(point.clone(), texts(characters), 0..3),
        prop::collection::vec((prop::sample::select(vec!["AR", "LN"]), point.clone(), point), 0..2),
        prop::option::weighted(0.2, (prop::sample::select(vec!["GB", "GW", "DM", "UC", "HO"]), 1u8..3)),
    );
    let said = node.prop_map(|(parent, what, texts, marks, labels, pairs, degree)| Said {
        parent,
        what,
        texts,
        marks: marks.into_iter().map(|(name, points)| (name, points.into_iter().collect())).collect(),
        labels: labels.into_iter().collect(),
        pairs: pairs.into_iter().filter(|(_, from, to)| from != to).collect(),
        degree,
    });
    prop::collection::vec(said, 1..25)
}

fn letters(at: u16) -> String {
    let letter = |place: u16| char::from(b'a' + u8::try_from(place).unwrap());
    [letter(at % 19), letter(at / 19)].iter().collect()
}

/// A game of these nodes, as the format wants it: no property twice in a node, no point marked twice.
pub(crate) fn build(label: &str, nodes: &[Said]) -> Collection {
    let mut collection = Collection::new();
    let root = collection.add_game();
    for (name, value) in [("FF", "4"), ("GM", "1"), ("CA", label), ("SZ", "19"), ("KM", "6.5")] {
        collection.add_property(root, Name::new(name).unwrap(), [Raw::simple_text(value)]);
    }
    let mut ids = vec![root];
    for said in nodes {
        let node = collection.add_child(*said.parent.get(&ids));
        ids.push(node);
        let mut names = std::collections::BTreeSet::new();
        let mut marked = std::collections::BTreeSet::new();
        let mut add = |name: &str, values: Vec<Raw>| {
            if !values.is_empty() && names.insert(name.to_owned()) {
                collection.add_property(node, Name::new(name).unwrap(), values);
            }
        };
        let point = |at: u16| Raw::simple_text(&letters(at));
        match &said.what {
            What::Nothing => {}
            What::Move(black, at, time) => {
                let (name, left) = if *black { ("B", "BL") } else { ("W", "WL") };
                add(name, vec![at.map_or(Raw::simple_text(""), point)]);
                if let Some(time) = time {
                    add(left, vec![Raw::simple_text(&(f64::from(*time) / 8.0).to_string())]);
                }
            }
            What::Setup(points) => {
                for (kind, name) in (0..).zip(["AB", "AW", "AE"]) {
                    add(
                        name,
                        points.iter().filter(|(stone, _)| *stone == kind).map(|(_, at)| point(*at)).collect(),
                    );
                }
            }
        }
        for (name, text) in &said.texts {
            // Information on the game belongs to one node of a line.
            let value = if *name == "N" { Raw::simple_text(text) } else { Raw::text(text) };
            if *name != "GC" && !text.is_empty() {
                add(name, vec![value]);
            }
        }
        for (name, points) in &said.marks {
            let shared = ["DD", "VW", "TB", "TW"].contains(name);
            let own: Vec<u16> = points.iter().copied().filter(|at| shared || marked.insert(*at)).collect();
            add(name, own.into_iter().map(point).collect());
        }
        // The other reader undoes escapes before it looks for the colon between the halves.
        let label = |(at, text): &(u16, String)| Raw::composed(&letters(*at), &text.replace(':', ""));
        let labels = said.labels.iter().filter(|(_, text)| !text.replace(':', "").is_empty());
        add("LB", labels.map(label).collect());
        for (name, from, to) in &said.pairs {
            add(name, vec![Raw::composed(&letters(*from), &letters(*to))]);
        }
        if let Some((name, degree)) = said.degree {
            add(name, vec![Raw::simple_text(&degree.to_string())]);
        }
    }
    collection
}

pub(crate) fn files() -> impl Strategy<Value = (&'static str, &'static Encoding, Vec<Said>)> {
    prop::sample::select(ENCODINGS.to_vec()).prop_flat_map(|(label, encoding, characters)| {
        nodes(characters).prop_map(move |nodes| (label, encoding, nodes))
    })
}
