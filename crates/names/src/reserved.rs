//! Words that are nobody's name.

use super::looks::{Looks, looks};

/// Words for the server, for those who run it, and for its own players, in the languages of the pages.
const WORDS: [&str; 43] = [
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

/// Whether a name looks like one of these words, alone or with a number.
pub(super) fn is_reserved(name: &str) -> bool {
    let whole = looks(name);
    let word: String =
        name.chars().filter(|letter| !letter.is_numeric() && !letter.is_ascii_punctuation()).collect();
    let word = looks(&word);
    WORDS
        .iter()
        .map(|word| looks(word))
        .any(|reserved: Looks| reserved.intersects(&whole) || reserved.intersects(&word))
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
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Tengenfan", "Modest", "Ann", "Computerkid", "系统学习者"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
