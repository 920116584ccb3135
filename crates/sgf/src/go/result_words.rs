//! Results as people write them, in English, Chinese, Japanese and Korean.

use tengen_rules::{Color, HalfPoints};

use crate::go::amounts::{self, plain};
use crate::go::{RecordedResult, WonBy};

/// Words for a game that nobody won.
const DRAWS: [&str; 9] = ["和棋", "平局", "持碁", "持棋", "ジゴ", "引き分け", "引分", "무승부", "tie"];

/// Words for a game without a result.
const VOIDS: [&str; 9] =
    ["noresult", "无胜负", "無勝負", "无结果", "無結果", "무효", "무효국", "cancelled", "canceled"];

/// Words for a result that nobody knows.
const UNKNOWN: [&str; 5] = ["unknown", "不明", "未知", "不详", "打ち掛け"];

/// The players, the longer words first.
const PLAYERS: [(&str, Color); 15] = [
    ("black", Color::Black),
    ("white", Color::White),
    ("黑棋", Color::Black),
    ("白棋", Color::White),
    ("黑方", Color::Black),
    ("白方", Color::White),
    ("黒番", Color::Black),
    ("白番", Color::White),
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("白", Color::White),
    ("흑번", Color::Black),
    ("백번", Color::White),
    ("흑", Color::Black),
    ("백", Color::White),
];

/// Words that say that the player in front of them lost.
const LOSSES: [&str; 13] =
    ["负", "負", "敗", "败", "輸", "输", "투석", "패", "resigns", "resigned", "loses", "lost", "投了"];

/// Words that say that the player in front of them won.
const WINS: [&str; 8] = ["胜", "勝", "赢", "贏", "승", "wins", "won", "win"];

/// Words around those of winning and losing that say nothing more.
const AROUND: [&str; 7] = ["ち", "け", "で", "by", "以", "了", ","];

/// Ways to win, the first that is found.
const WAYS: &[(&[&str], WonBy)] = &[
    (
        &[
            "illegal",
            "forfeit",
            "disqualif",
            "不战",
            "不戰",
            "不戦",
            "弃权",
            "棄權",
            "棄権",
            "犯规",
            "犯規",
            "反則",
            "失格",
            "반칙",
            "실격",
            "기권",
            "부전",
        ],
        WonBy::Forfeit,
    ),
    (
        &["timeout", "ontime", "bytime", "超时", "超時", "逾时", "逾時", "時間切れ", "切れ負け", "시간"],
        WonBy::Time,
    ),
    (
        &[
            "resign", "中盘", "中盤", "中押", "不计", "不計", "투석", "불계", "投了", "投子", "认输", "認輸",
            "认负",
        ],
        WonBy::Resignation,
    ),
];

/// The result that a text in words tells; `None` of others.
pub(super) fn read(text: &str) -> Option<RecordedResult> {
    let text = plain(text);
    let text = text.trim_end_matches(['.', '。', '!', '！']);
    if DRAWS.contains(&text) || text == "和" || text == "빅" {
        return Some(RecordedResult::Draw);
    }
    if VOIDS.contains(&text) {
        return Some(RecordedResult::Void);
    }
    if UNKNOWN.contains(&text) {
        return Some(RecordedResult::Unknown);
    }
    let (rest, player) = PLAYERS.iter().find_map(|(word, color)| Some((text.strip_prefix(word)?, *color)))?;
    let lost = LOSSES.iter().any(|word| rest.contains(word));
    let won = WINS.iter().any(|word| rest.contains(word));
    // Of a Japanese win by the other's loss on time both words are there.
    let winner = match (won, lost) {
        (true, _) => player,
        (false, true) => player.opponent(),
        (false, false) => return None,
    };
    way(rest).map(|by| RecordedResult::Win { winner, by })
}

/// How a game was won, by the words behind the winner. `None` of words that say something else.
pub(super) fn way(text: &str) -> Option<WonBy> {
    let found = WAYS.iter().find(|(words, _)| words.iter().any(|word| text.contains(word)));
    if let Some((_, by)) = found {
        return Some(*by);
    }
    let mut rest = text;
    while let Some(shorter) = without_word(rest) {
        rest = shorter;
    }
    if rest.is_empty() {
        return Some(WonBy::Unknown);
    }
    let margin = amounts::read(rest)?.points;
    (margin >= HalfPoints::ZERO).then_some(WonBy::Score(margin))
}

/// A text without a word of winning or losing at its beginning or end.
fn without_word(text: &str) -> Option<&str> {
    let mut words = WINS.iter().chain(&LOSSES).chain(&AROUND);
    words.find_map(|word| text.strip_prefix(word).or_else(|| text.strip_suffix(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words() {
        for (text, result) in [
            ("黑中盘胜", "B+R"),
            ("白中盤勝", "W+R"),
            ("黒中押し勝ち", "B+R"),
            ("白番中押し勝ち", "W+R"),
            ("흑 불계승", "B+R"),
            ("백불계승", "W+R"),
            ("흑 불계패", "W+R"),
            ("黑认输", "W+R"),
            ("白投了", "B+R"),
            ("白胜43.5目", "W+43.5"),
            ("黑胜1又3/4子", "B+3.5"),
            ("黑胜2子", "B+4"),
            ("黒3目半勝ち", "B+3.5"),
            ("白 半目勝", "W+0.5"),
            ("흑 3집반 승", "B+3.5"),
            ("黑三目半胜", "B+3.5"),
            ("黑胜", "B+"),
            ("백승", "W+"),
            ("黑超时负", "W+T"),
            ("白超時勝", "W+T"),
            ("黒時間切れ負け", "W+T"),
            ("백 시간승", "W+T"),
            ("黒反則負け", "W+F"),
            ("흑 기권승", "B+F"),
            ("Black wins by resignation", "B+R"),
            ("Black wins by resignation.", "B+R"),
            ("White wins by 3.5 points", "W+3.5"),
            ("White won by 12", "W+12"),
            ("Black wins on time", "B+T"),
            ("Black loses on time", "W+T"),
            ("White wins by forfeit", "W+F"),
            ("White resigns", "B+R"),
            ("Black wins", "B+"),
            ("和棋", "0"),
            ("ジゴ", "0"),
            ("무승부", "0"),
            ("無勝負", "Void"),
            ("No result", "Void"),
            ("不明", "?"),
        ] {
            assert_eq!(read(text).map(|result| result.to_string()).as_deref(), Some(result), "{text}");
        }
        for text in
            ["", "黑", "Black", "Black played well", "黑胜很多", "Black wins by a lot", "the winner is white"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
