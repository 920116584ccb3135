//! Numbers of points in words: `6目半`, `3又3/4子`, `三目半`, `6.5 points`.

use tengen_rules::HalfPoints;

use crate::go::parse_points;
use crate::go::rule_names::half_width;

/// A number of points, and whether the text counts in stones of one side, of which each is two points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) points: HalfPoints,
    pub(super) in_stones: bool,
}

/// Words for points, the longer ones first.
const POINTS: [&str; 12] =
    ["points", "point", "pts.", "pts", "pt", "moku", "目", "点", "點", "점", "집", "호"];

/// Words for stones.
const STONES: [&str; 2] = ["子", "stones"];

/// Words in front of a komi.
const BEFORE: [&str; 9] = ["komi", "コミ", "こみ", "덤", "黑贴", "黑貼", "黒コミ", "贴", "貼"];

/// A text in small letters, of half width and without white space.
pub(super) fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace()).map(half_width);
    letters.flat_map(char::to_lowercase).collect()
}

/// Reads a number of points with a word for them, as it stands alone. `None` of anything else.
pub(super) fn read(text: &str) -> Option<Amount> {
    let text = plain(text);
    let mut rest = text.as_str();
    while let Some(behind) = BEFORE.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = behind.trim_start_matches(['还', '還', ':', '=']);
    }
    // The half stands behind the word, or in front of it.
    let (rest, half) = match rest.strip_suffix('半').or_else(|| rest.strip_suffix('반')) {
        Some(before) if !before.is_empty() => (before, 2),
        _ => (rest, 0),
    };
    let stones = STONES.iter().find_map(|word| rest.strip_suffix(word));
    let points = || POINTS.iter().find_map(|word| rest.strip_suffix(word));
    let number = stones.or_else(points).unwrap_or(rest);
    let quarters = quarters(number)? + half;
    // A quarter is one of a stone in any case.
    let in_stones = stones.is_some() || quarters % 2 != 0;
    Some(Amount { points: HalfPoints::new(if in_stones { quarters } else { quarters / 2 }), in_stones })
}

/// A number in quarters: with digits, perhaps a fraction of quarters, or in Chinese numerals.
fn quarters(text: &str) -> Option<i32> {
    if let Some((whole, fraction)) = text.split_once('又') {
        return Some(quarters(whole)? + quarters(fraction)?);
    }
    if let Some(before) = text.strip_suffix('半').or_else(|| text.strip_suffix('반')) {
        return Some(2 + if before.is_empty() { 0 } else { quarters(before)? });
    }
    match text {
        "1/4" | "四分之一" => return Some(1),
        "1/2" | "2/4" | "二分之一" => return Some(2),
        "3/4" | "四分之三" => return Some(3),
        _ => {}
    }
    if let Ok(points) = parse_points(text) {
        // It takes quarters for those of stones, and doubles them.
        let fraction = text.split_once(['.', ',']).map_or("", |(_, fraction)| fraction).trim_end_matches('0');
        let factor = if matches!(fraction, "25" | "75") { 1 } else { 2 };
        return Some(points.half_points() * factor);
    }
    numeral(text).map(|number| 4 * number)
}

/// A number below a thousand in Chinese numerals.
fn numeral(text: &str) -> Option<i32> {
    let (mut sum, mut digit) = (0, None);
    for letter in text.chars() {
        let place = match letter {
            '十' => 10,
            '百' => 100,
            _ => {
                let value = "〇一二三四五六七八九".chars().position(|known| known == letter)?;
                digit = Some(i32::try_from(value).ok()?);
                continue;
            }
        };
        sum += place * digit.take().unwrap_or(1);
    }
    (!text.is_empty() && sum < 1000).then_some(sum + digit.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_words() {
        for (text, points, in_stones) in [
            ("6.5目", "6.5", false),
            ("６．５目", "6.5", false),
            ("6目半", "6.5", false),
            ("コミ6目半", "6.5", false),
            ("덤 6집반", "6.5", false),
            ("六目半", "6.5", false),
            ("二十三目", "23", false),
            ("百二目", "102", false),
            ("半目", "0.5", false),
            ("6半目", "6.5", false),
            ("반집", "0.5", false),
            ("半子", "1", true),
            ("6.5 points", "6.5", false),
            ("0目", "0", false),
            ("黑贴3又3/4子", "7.5", true),
            ("贴三又四分之三子", "7.5", true),
            ("3.75子", "7.5", true),
            ("3 3/4", "", false),
            ("3.75", "7.5", true),
            ("2子", "4", true),
            ("2子半", "5", true),
            ("1/4子", "0.5", true),
        ] {
            let read = read(text);
            let told = read.map_or(String::new(), |amount| amount.points.to_string());
            assert_eq!(
                (told.as_str(), read.is_some_and(|amount| amount.in_stones)),
                (points, in_stones),
                "{text}"
            );
        }
        for text in ["", "目", "much", "6目半目", "六目七", "half a stone", "6.3目"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
