//! Komi as people write it, in English, Chinese, Japanese and Korean.

use tengen_rules::HalfPoints;

use crate::go::amounts::{self, Amount};
use crate::go::plain::plain;

/// Words in front of a komi.
const BEFORE: [&str; 9] = ["komi", "コミ", "こみ", "덤", "黑贴", "黑貼", "黒コミ", "贴", "貼"];

/// Words in front of a komi that Black gets.
const REVERSED: [&str; 4] = ["倒贴", "倒貼", "逆コミ", "역덤"];

/// Words behind a komi, the longer ones first.
const BEHIND: [&str; 6] = ["コミ出し", "コミだし", "こみだし", "コミ", "こみ", "komi"];

/// Words for no komi at all.
const NONE: [&str; 25] = [
    "none",
    "no",
    "nokomi",
    "不贴目",
    "不貼目",
    "不贴子",
    "不貼子",
    "不贴",
    "不貼",
    "无贴目",
    "無貼目",
    "无贴",
    "無貼",
    "没有",
    "沒有",
    "没有贴目",
    "沒有貼目",
    "无",
    "無",
    "なし",
    "無し",
    "ナシ",
    "없음",
    "없다",
    "없이",
];

/// The komi that a text in words tells; `None` of others.
pub(super) fn read(text: &str) -> Option<Amount> {
    let text = plain(text)?;
    let is_none =
        |text: &str| NONE.contains(&text).then_some(Amount { points: HalfPoints::ZERO, in_stones: false });
    if let Some(none) = is_none(&text) {
        return Some(none);
    }
    let mut rest = text.as_str();
    let reversed = REVERSED.iter().find_map(|word| rest.strip_prefix(word));
    let is_reversed = reversed.is_some();
    rest = reversed.unwrap_or(rest);
    while let Some(behind) = BEFORE.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = behind.trim_start_matches(['还', '還', ':', '=']);
    }
    while let Some(before) = BEHIND.iter().find_map(|word| rest.strip_suffix(word)) {
        rest = before;
    }
    if let Some(none) = is_none(rest) {
        return Some(none);
    }
    let amount = amounts::read(rest)?;
    match is_reversed {
        false => Some(amount),
        // Nobody gives less than nothing in reverse.
        true if amount.points < HalfPoints::ZERO => None,
        true => Some(Amount { points: -amount.points, ..amount }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_in_words() {
        for (text, points) in [
            ("コミ6目半", "6.5"),
            ("6目半コミ出し", "6.5"),
            ("5目半コミ", "5.5"),
            ("덤 6집반", "6.5"),
            ("黑贴3又3/4子", "7.5"),
            ("黑贴还3又3/4子", "7.5"),
            ("贴3又3/4子", "7.5"),
            ("两目半", "2.5"),
            ("Komi: 6.5 points", "6.5"),
            ("不贴目", "0"),
            ("なし", "0"),
            ("コミなし", "0"),
            ("덤 없음", "0"),
            ("没有", "0"),
            ("零", "0"),
            ("no komi", "0"),
            ("倒贴6.5目", "-6.5"),
            ("逆コミ5目半", "-5.5"),
        ] {
            let read = read(text).map(|amount| amount.points.to_string());
            assert_eq!(read.as_deref(), Some(points), "{text}");
        }
        for text in ["", "コミ", "much", "倒贴-6目", "komi komi"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
