//! The names of players.

use tengen_protocol::{PlayerName, PlayerNameError};

#[test]
fn names_are_trimmed_and_bounded() {
    assert_eq!(" 吴清源 ".parse::<PlayerName>().map(|name| name.to_string()), Ok("吴清源".to_owned()));
    assert!("é".repeat(32).parse::<PlayerName>().is_ok());
    let blank_first = format!("\n{}", "x".repeat(32));
    for text in ["", "  ", "a\nb", "a\u{0}", "\u{202e}evil", &"x".repeat(33), &blank_first] {
        assert_eq!(text.parse::<PlayerName>(), Err(PlayerNameError), "{text:?}");
    }
}
