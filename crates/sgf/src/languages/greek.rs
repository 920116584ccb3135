//! Greek.

use encoding_rs::{ISO_8859_7, WINDOWS_1253};

use super::language::Language;

/// Greek.
pub(super) const GREEK: Language = Language {
    encodings: &[WINDOWS_1253, ISO_8859_7],
    letters: "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    parts: &[
        "ος",
        "ης",
        "ας",
        "ου",
        "ιος",
        "άκης",
        "πουλος",
        "και",
        "του",
        "γιώργ",
        "νίκ",
        "κώστ",
        "αθήν",
        "μαύρ",
        "λευκ",
    ],
};
