//! Generated files under any changes, as both readers see them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::json;
use tengen_protocol::records::{RecordNode, Shown};
use tengen_records::{NotEdited, read_file};
use tengen_sgf::Collection;

use crate::edits::{numbers, plain, tried};
use crate::generated::{build, files};
use crate::oracle;

#[derive(Debug, Clone)]
enum Change {
    Comment(String),
    Name(String),
    Triangle(u16),
    Order(u32),
    Gone,
    Move(bool, u16),
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Change)>> {
    let change = prop_oneof![
        3 => "[\\]\\[\\\\:;() a-c棋\n]{0,8}".prop_map(Change::Comment),
        1 => "[\\]\\[\\\\:;() a-c棋]{0,8}".prop_map(Change::Name),
        2 => (0u16..361).prop_map(Change::Triangle),
        1 => (0u32..3).prop_map(Change::Order),
        1 => Just(Change::Gone),
        3 => (any::<bool>(), 0u16..361).prop_map(|(black, at)| Change::Move(black, at)),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), change), 1..10)
}

fn vertex(at: u16) -> String {
    format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[usize::from(at % 19)]), 19 - at / 19)
}

/// The nodes by their numbers, without their places in the list, which depend on others.
fn by_number(shown: &Shown) -> BTreeMap<u32, RecordNode> {
    let bare = |node: &RecordNode| RecordNode { node: None, parent: None, ..node.clone() };
    numbers(shown).into_iter().zip(shown.nodes.iter().map(bare)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(240))]

    /// Any changes of any file: each is there, all other nodes are shown as before, their text stands as it stood, and the other
    /// reader finds the same.
    #[test]
    fn changes_are_there_and_nothing_else((label, encoding, nodes) in files(), asked in changes()) {
        let text = build(label, &nodes).to_string();
        let kept = read_file(&encoding.encode(&text).0).unwrap().records.remove(0);
        let mut record = plain(&kept.sgf);
        let mut touched = BTreeSet::new();
        for (which, change) in asked {
            let before = record.show().unwrap();
            let all = numbers(&before);
            let number = all[which.index(all.len())];
            let place = all.iter().position(|other| *other == number).unwrap();
            let body = match &change {
                Change::Comment(words) => json!([{"node": number, "comment": words}]),
                Change::Name(words) => json!([{"node": number, "name": words}]),
                Change::Triangle(at) => {
                    let mut marks = serde_json::to_value(before.nodes[place].marks.clone().unwrap_or_default()).unwrap();
                    // The format has one mark on a point.
                    if ["square", "circle", "cross", "selected"].iter().any(|kind| marks[kind].to_string().contains(&format!("\"{}\"", vertex(*at)))) {
                        continue;
                    }
                    marks["triangle"] = json!([vertex(*at)]);
                    json!([{"node": number, "marks": marks}])
                }
                Change::Order(order) => json!([{"node": number, "order": order}]),
                Change::Gone => json!([{"node": number, "gone": true}]),
                Change::Move(black, at) => {
                    let color = if *black { "black" } else { "white" };
                    json!([{"id": "a", "from": {"node": number}, "move": format!("{color}:{}", vertex(*at))}])
                }
            };
            let edited = match tried(&record, json!({ "changes": body })) {
                Ok(edited) => edited,
                Err(NotEdited::Illegal { .. }) => continue,
                Err(NotEdited::Invalid { field: "gone", .. }) if number == 0 => continue,
                Err(other) => return Err(TestCaseError::fail(format!("{other}: {body}"))),
            };
            prop_assert_eq!(&edited.file.show().unwrap(), &edited.shown);
            prop_assert_eq!(edited.shown.board, before.board);
            let (then, now) = (by_number(&before), by_number(&edited.shown));
            for (other, node) in &now {
                match then.get(other) {
                    Some(same) if *other != number => prop_assert_eq!(node, same, "{}", body),
                    Some(_) | None => {}
                }
            }
            match &change {
                Change::Comment(words) => {
                    let words = Some(words.trim_end().to_owned()).filter(|words| !words.is_empty());
                    prop_assert_eq!(&now[&number].comment, &words);
                }
                Change::Name(words) => {
                    let words = Some(words.trim().to_owned()).filter(|words| !words.is_empty());
                    prop_assert_eq!(&now[&number].name, &words);
                }
                Change::Triangle(at) => {
                    let marks = serde_json::to_value(now[&number].marks.clone().unwrap()).unwrap();
                    prop_assert_eq!(&marks["triangle"], &json!([vertex(*at)]));
                }
                Change::Gone => prop_assert!(!now.contains_key(&number) && now.len() < then.len()),
                Change::Order(_) => prop_assert_eq!(now.len(), then.len()),
                Change::Move(..) => prop_assert!(now.len() <= then.len() + 1),
            }
            if !matches!(change, Change::Order(_) | Change::Move(..)) {
                touched.insert(number);
            }
            record = edited.file;
        }
        // The text of nodes that nobody touched, which are there still.
        let file = Collection::parse(kept.sgf.as_str()).unwrap();
        let whole = tengen_sgf::Manuscript::read(kept.sgf.as_str(), &tengen_sgf::Limits::DEFAULT).unwrap();
        let left = numbers(&record.show().unwrap());
        let mut waiting: Vec<_> = file.games().collect();
        let mut place = 0;
        while let Some(node) = waiting.pop() {
            if left.contains(&place) && !touched.contains(&place) {
                prop_assert!(record.sgf.contains(whole.read_text(node.id()).unwrap()));
            }
            place += 1;
            let first = waiting.len();
            waiting.extend(node.children());
            waiting[first..].reverse();
        }
        // Both readers find the same, and a file that was changed comes back as it is.
        prop_assert_eq!(&oracle::own(&Collection::parse(record.sgf.as_str()).unwrap()), &oracle::other(&record.sgf));
        prop_assert_eq!(&read_file(record.sgf.as_bytes()).unwrap().records.remove(0).sgf, &record.sgf);
    }
}
