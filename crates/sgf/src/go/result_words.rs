//! Results as people write them, in English, Chinese, Japanese and Korean.

use tengen_rules::{Color, HalfPoints};

use crate::go::plain::plain;
use crate::go::{RecordedResult, WonBy, amounts};

/// Words for a game that nobody won.
const DRAWS: [&str; 14] = [
    "和",
    "和棋",
    "和局",
    "平局",
    "持碁",
    "持ち碁",
    "持棋",
    "ジゴ",
    "引き分け",
    "引分",
    "무승부",
    "비김",
    "빅",
    "tie",
];

/// Words for a game without a result.
const VOIDS: [&str; 9] =
    ["noresult", "无胜负", "無勝負", "无结果", "無結果", "무효", "무효국", "cancelled", "canceled"];

/// Words for a result that nobody knows.
const UNKNOWN: [&str; 8] = ["unknown", "不明", "未知", "不详", "打掛", "打掛け", "打ち掛け", "打挂"];

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

/// Words that say that the player in front of them won.
const WINS: [&str; 8] = ["胜", "勝", "赢", "贏", "승", "wins", "won", "win"];

/// Words that say that the player in front of them lost.
const LOSSES: [&str; 13] = [
    "负",
    "負",
    "敗",
    "败",
    "輸",
    "输",
    "패",
    "loses",
    "lost",
    "resigns",
    "resigned",
    "forfeits",
    "forfeited",
];

/// Words that say so where nothing says that the player won by them: `黒投了`, but not `黒中押し勝ち`; `흑 기권`, but not
/// `흑 기권승`.
const LOSING_WAYS: [&str; 24] = [
    "认输",
    "認輸",
    "投了",
    "投子",
    "투석",
    "超时",
    "超時",
    "逾时",
    "逾時",
    "時間切れ",
    "切れ負け",
    "timedout",
    "outoftime",
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
    "disqualified",
];

/// All that stands between two players of whom the first one won.
const BEATS: [&str; 18] = [
    "胜",
    "勝",
    "赢",
    "贏",
    "击败",
    "擊敗",
    "打败",
    "打敗",
    "战胜",
    "戰勝",
    "beats",
    "beat",
    "defeats",
    "defeated",
    "winsagainst",
    "wonagainst",
    "winsover",
    "wonover",
];

/// All that stands between two players of whom the first one lost.
const LOSES_TO: [&str; 14] = [
    "负", "負", "输", "輸", "负于", "負於", "输给", "輸給", "败给", "敗給", "不敌", "不敵", "losesto",
    "lostto",
];

/// Words around those of winning and losing that say nothing more.
const AROUND: [&str; 17] =
    ["ち", "け", "で", "の", "が", "は", "by", "and", "以", "了", ",", "、", ";", ".", "。", "(", ")"];

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
        &[
            "timeout",
            "ontime",
            "bytime",
            "timedout",
            "outoftime",
            "超时",
            "超時",
            "逾时",
            "逾時",
            "时间",
            "時間",
            "切れ負け",
            "시간",
        ],
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
    let text = plain(text)?;
    let text = without_end(&text);
    if DRAWS.contains(&text) {
        return Some(RecordedResult::Draw);
    }
    if VOIDS.contains(&text) {
        return Some(RecordedResult::Void);
    }
    if UNKNOWN.contains(&text) {
        return Some(RecordedResult::Unknown);
    }
    let (rest, player) = PLAYERS.iter().find_map(|(word, color)| Some((text.strip_prefix(word)?, *color)))?;
    let (winner, by) = match rest.strip_prefix('+') {
        Some(way) => (player, short_way(way)?),
        None => match mention(rest, player.opponent()) {
            Some((between, behind)) => of_two(player, between, behind)?,
            None => alone(player, rest)?,
        },
    };
    Some(RecordedResult::Win { winner, by })
}

/// A text without the mark that ends a sentence.
fn without_end(text: &str) -> &str {
    text.trim_end_matches(['.', '。', '!'])
}

/// How a game was won, by what stands behind `B+` or a player and a plus.
pub(super) fn way_behind_plus(text: &str) -> Option<WonBy> {
    short_way(without_end(&plain(text)?))
}

fn short_way(text: &str) -> Option<WonBy> {
    match text {
        "r" | "res" => Some(WonBy::Resignation),
        "t" | "time" => Some(WonBy::Time),
        "f" => Some(WonBy::Forfeit),
        // A win by the words of a loss is none.
        _ => way(text).filter(|by| *by != WonBy::Unknown || !LOSSES.iter().any(|word| text.contains(word))),
    }
}

/// The text before and behind the first word for a player.
fn mention(text: &str, player: Color) -> Option<(&str, &str)> {
    let words = PLAYERS.iter().filter(|(_, color)| *color == player);
    // At one place the longer word stands first in the list.
    let found = words.filter_map(|(word, _)| text.find(word).map(|at| (at, word.len())));
    let (at, length) = found.min_by_key(|(at, length)| (*at, usize::MAX - length))?;
    Some((&text[..at], &text[at + length..]))
}

/// Whether the words behind a player say that this player won. `None` if they don't say, or say both.
fn has_won(text: &str) -> Option<bool> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match (has(&WINS), has(&LOSSES)) {
        (true, false) => Some(true),
        // A Japanese win by the other's loss on time: `切れ負け勝ち`.
        (true, true) => (text.contains("負け")
            && !has(&LOSSES.map(|word| if word == "負" { "敗" } else { word })))
        .then_some(true),
        (false, true) => Some(false),
        (false, false) => has(&LOSING_WAYS).then_some(false),
    }
}

/// The result of one player, the other being named nowhere.
fn alone(player: Color, text: &str) -> Option<(Color, WonBy)> {
    let won = if text.starts_with("by") { Some(true) } else { has_won(text) };
    let winner = if won? { player } else { player.opponent() };
    Some((winner, way(text)?))
}

/// The result of a player behind whom the other one is named. Either one beat the other, or each has words of their own, which have to
/// agree.
fn of_two(player: Color, between: &str, behind: &str) -> Option<(Color, WonBy)> {
    if mention(behind, player).is_some() {
        return None;
    }
    if has_won(behind).is_none() {
        let winner = if BEATS.contains(&between) {
            player
        } else if LOSES_TO.contains(&between) {
            player.opponent()
        } else {
            return None;
        };
        return Some((winner, way(behind)?));
    }
    let ((winner, by), (same, more)) = (alone(player, between)?, alone(player.opponent(), behind)?);
    let by = match (by, more) {
        (by, WonBy::Unknown) | (WonBy::Unknown, by) => by,
        (by, more) if by == more => by,
        _ => return None,
    };
    (winner == same).then_some((winner, by))
}

/// How a game was won, by the words behind a player. `None` of words that say something else.
fn way(text: &str) -> Option<WonBy> {
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
