//! Words for komi, results and rules: whatever stands there, reading them costs no more than their letters, and no stack.

use proptest::prelude::*;
use tengen_records::{Bounds, read_file, show};

/// Pieces of which words are made: numerals, fractions, players, ways to win, rules, and the signs between them.
const PIECES: [&str; 45] = [
    "又",
    "半",
    "반",
    "½",
    "1",
    "6",
    ".5",
    " 3/4",
    "三",
    "十",
    "百",
    "〇",
    "零",
    "两",
    "目",
    "子",
    "-",
    "+",
    "贴",
    "倒贴",
    "コミ",
    "komi",
    "不贴",
    "B+",
    "W+",
    "黑",
    "白",
    "Black ",
    "White ",
    "胜",
    "负",
    "勝ち",
    "負け",
    "resigns",
    "by",
    "时间",
    "(",
    ")",
    ",",
    "规则",
    "1989",
    "ruleskosimple",
    "sui1",
    "Japanese",
    "中国",
];

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 1..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Files of a megabyte of them. A step for each letter that looks at all letters would take an hour, and a call for each has no stack.
    #[test]
    fn a_file_full_of_words_is_read_and_means_nothing(
        name in prop::sample::select(vec!["KM", "RE", "RU", "OT", "HA", "SZ"]),
        text in texts(),
        end in texts(),
    ) {
        let count = (Bounds::SMALL.bytes - 1_000) / text.len();
        let file = format!("(;SZ[9]{name}[{}{end}];B[ee])", text.repeat(count));
        let kept = read_file(file.as_bytes()).unwrap().records.remove(0);
        let info = show(&kept.sgf).unwrap().info;
        prop_assert_eq!(info.preset, None);
        prop_assert_eq!(info.komi, None);
        prop_assert_eq!(info.result.and_then(|result| result.winner), None);
    }

    /// Short ones in any order.
    #[test]
    fn any_words_are_read(komi in texts(), result in texts(), rules in texts()) {
        let file = format!("(;SZ[9]KM[{komi}]RE[{result}]RU[{rules}];B[ee])");
        let kept = read_file(file.as_bytes()).unwrap().records.remove(0);
        prop_assert_eq!(kept.headline.moves, 1);
    }
}
