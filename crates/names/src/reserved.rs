//! Words that are nobody's name.

use unicode_normalization::UnicodeNormalization;

use super::looks::{Looks, looks};

/// Words for the server, for those who run it, and for its own players, in the languages of the pages.
const WORDS: [&str; 44] = [
    "Tengen",
    "Admin",
    "Administrator",
    "Moderator",
    "Mod",
    "Owner",
    "Operator",
    "Staff",
    "Support",
    "Root",
    "System",
    "Server",
    "Referee",
    "Deleted player",
    "Nobody",
    "Everybody",
    "Computer",
    "House",
    "管理者",
    "運営",
    "モデレーター",
    "システム",
    "サーバー",
    "コンピュータ",
    "コンピューター",
    "관리자",
    "운영자",
    "운영진",
    "시스템",
    "서버",
    "컴퓨터",
    "管理员",
    "版主",
    "系统",
    "服务器",
    "电脑",
    "官方",
    "客服",
    "管理員",
    "板主",
    "系統",
    "伺服器",
    "電腦",
    "裁判",
];

/// Whether a name looks like one of these words, alone or with numbers and signs around it.
pub(super) fn is_reserved(name: &str) -> bool {
    let plain: String = name.nfkc().collect();
    let around = |letter: char| !letter.is_alphabetic();
    // A digit at an end may be a letter of the word, or a number beside it.
    let start = plain.trim_start_matches(around);
    let shown = [&plain, start, plain.trim_end_matches(around), start.trim_end_matches(around)].map(spelled);
    WORDS
        .iter()
        .map(|word| spelled(word))
        .any(|reserved| shown.iter().any(|shown| shown.intersects(&reserved)))
}

/// The looks of a word in which i, l and 1 are one letter: `adm1n` is read as it is meant.
fn spelled(word: &str) -> Looks {
    let Looks { plain, small, written } = looks(word);
    Looks { plain, small: small.replace('i', "l"), written: written.replace('i', "l") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_server_are_nobodys_name_in_any_look() {
        for name in [
            "Tengen",
            "t e n g e n",
            "Αdmin",
            "Admin-1",
            "[Mod]",
            "COMPUTER3",
            "컴퓨터 3",
            "電腦 1",
            "deleted player",
            "0wner",
            "0wner 1",
            "C0mputer 3",
            "Adm1n 2",
            "（管理者）",
            "【Mod】",
            "「官方」",
            "Computer・3",
            "Computer–3",
            "1 Computer",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Tengenfan", "Modest", "Ann", "Computerkid", "系统学习者"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
