//! Numbers of points in words: `6目半`, `3又3/4子`, `三目半`, `6.5 points`.

use tengen_rules::HalfPoints;

use crate::go::parse_points;

/// A number of points, and whether the text counts in stones of one side, of which each is two points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) points: HalfPoints,
    pub(super) in_stones: bool,
}

/// Words for points, the longer ones first.
const POINTS: [&str; 14] =
    ["points", "point", "pts.", "pts", "pt", "moku", "もく", "モク", "目", "点", "點", "점", "집", "호"];

/// Words for stones.
const STONES: [&str; 3] = ["子", "stones", "stone"];

/// Fractions, each in quarters.
const FRACTIONS: [(&str, i32); 15] = [
    ("半", 2),
    ("반", 2),
    ("ahalf", 2),
    ("halfa", 2),
    ("half", 2),
    ("1/4", 1),
    ("¼", 1),
    ("四分之一", 1),
    ("1/2", 2),
    ("2/4", 2),
    ("½", 2),
    ("二分之一", 2),
    ("3/4", 3),
    ("¾", 3),
    ("四分之三", 3),
];

/// Reads a number of points with a word for them, as it stands alone, of a text that is [`plain`](super::plain::plain). `None` of anything
/// else.
pub(super) fn read(text: &str) -> Option<Amount> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    // The half stands behind the word, or in front of it.
    let (rest, half) = match rest.strip_suffix('半').or_else(|| rest.strip_suffix('반')) {
        Some(before) if unit(before).is_some() => (before, 2),
        _ => (rest, 0),
    };
    let (number, in_stones) = unit(rest).unwrap_or((rest, false));
    let number = quarters(number, half)?;
    // A quarter is one of a stone in any case.
    let in_stones = in_stones || number % 2 != 0;
    let size = if in_stones { number } else { number / 2 };
    Some(Amount { points: HalfPoints::new(if negative { -size } else { size }), in_stones })
}

/// What stands before a word for points or stones, and whether it is one for stones.
fn unit(text: &str) -> Option<(&str, bool)> {
    let before = |words: &[&str]| words.iter().find_map(|word| text.strip_suffix(word));
    let stones = before(&STONES).map(|number| (number, true));
    stones.or_else(|| before(&POINTS).map(|number| (number, false)))
}

/// A number in quarters, with a half that stands elsewhere: a whole number, a fraction, or both. No number has two fractions.
fn quarters(text: &str, half: i32) -> Option<i32> {
    let fraction = |text: &str| FRACTIONS.iter().find(|(word, _)| *word == text).map(|(_, part)| *part);
    let (whole, part) = if let Some(part) = fraction(text) {
        ("", part)
    } else if let Some((whole, rest)) = text.split_once(['又', ' ']) {
        (whole, fraction(rest)?)
    } else {
        let joined = |letter: char| text.strip_suffix(letter).zip(fraction(letter.encode_utf8(&mut [0; 4])));
        ['半', '반', '¼', '½', '¾'].into_iter().find_map(joined).unwrap_or((text, 0))
    };
    let whole = match whole {
        "" if part != 0 => 0,
        whole => number(whole)?,
    };
    let parts = [whole % 4, part, half].into_iter().filter(|part| *part != 0).count();
    (parts <= 1).then(|| whole.checked_add(part + half)).flatten()
}

/// A number without a sign in quarters: with digits, or in Chinese numerals.
fn number(text: &str) -> Option<i32> {
    if !text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
        return numeral(text)?.checked_mul(4);
    }
    let points = parse_points(text).ok()?;
    // It takes quarters for those of stones, and doubles them.
    let fraction = text.split_once(['.', ',']).map_or("", |(_, fraction)| fraction).trim_end_matches('0');
    let factor = if matches!(fraction, "25" | "75") { 1 } else { 2 };
    points.half_points().checked_mul(factor)
}

/// A number below a thousand in Chinese numerals: digits, each before its place, in places that fall. A zero stands alone, or for the tens.
fn numeral(text: &str) -> Option<i32> {
    let (mut sum, mut digit, mut last) = (0, None, 1000);
    for letter in text.chars() {
        let place = match letter {
            '十' => 10,
            '百' => 100,
            _ => {
                if digit.is_some_and(|before| before != 0 || last != 100) {
                    return None;
                }
                digit = Some(digit_of(letter)?);
                continue;
            }
        };
        let count = digit.take().unwrap_or(1);
        if place >= last || count == 0 {
            return None;
        }
        (sum, last) = (sum + place * count, place);
    }
    match digit {
        Some(0) if sum != 0 => None,
        None if sum == 0 => None,
        digit => Some(sum + digit.unwrap_or(0)),
    }
}

fn digit_of(letter: char) -> Option<i32> {
    match letter {
        '零' => Some(0),
        '两' | '兩' => Some(2),
        _ => (0..)
            .zip("〇一二三四五六七八九".chars())
            .find(|(_, known)| *known == letter)
            .map(|(value, _)| value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::plain::plain;

    #[test]
    fn amounts_in_words() {
        for (text, points, in_stones) in [
            ("6.5目", "6.5", false),
            ("６．５目", "6.5", false),
            ("6目半", "6.5", false),
            ("-6目半", "-6.5", false),
            ("六目半", "6.5", false),
            ("两目半", "2.5", false),
            ("二十三目", "23", false),
            ("百二目", "102", false),
            ("一百零二目", "102", false),
            ("三百二十目", "320", false),
            ("零目", "0", false),
            ("半目", "0.5", false),
            ("6半目", "6.5", false),
            ("반집", "0.5", false),
            ("半子", "1", true),
            ("half a point", "0.5", false),
            ("a half point", "0.5", false),
            ("half a stone", "1", true),
            ("1 stone", "2", true),
            ("6.5 points", "6.5", false),
            ("0目", "0", false),
            ("三又四分之三子", "7.5", true),
            ("3.75子", "7.5", true),
            ("3 3/4", "7.5", true),
            ("3 3/4子", "7.5", true),
            ("3¾", "7.5", true),
            ("7½", "7.5", false),
            ("½", "0.5", false),
            ("3.75", "7.5", true),
            ("2子", "4", true),
            ("2子半", "5", true),
            ("1/4子", "0.5", true),
        ] {
            let read = read(&plain(text).unwrap());
            let told = read.map_or(String::new(), |amount| amount.points.to_string());
            assert_eq!(
                (told.as_str(), read.is_some_and(|amount| amount.in_stones)),
                (points, in_stones),
                "{text}"
            );
        }
        for text in [
            "",
            "目",
            "much",
            "6目半目",
            "六目七",
            "6.3目",
            "6半半目",
            "6半目半",
            "6.5半",
            "1又1又1",
            "1又",
            "又",
            "--6目",
            "+-6目",
            // Numerals that mean nothing.
            "二三目",
            "二二目",
            "十十十",
            "十百",
            "二〇十",
            "〇〇",
            "百〇",
            "百十百",
            "〇五",
        ] {
            assert_eq!(read(&plain(text).unwrap()), None, "{text}");
        }
    }
}
