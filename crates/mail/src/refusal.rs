//! Why a mail server did not take a letter, for the log.

use std::error::Error as _;

use lettre::transport::smtp::Error;

/// The cause of a failure, without the words of the server: these repeat the address, and differ from one
/// letter to the next. Its numbers say the same (RFC 5321, 4.2, and RFC 3463).
pub(crate) fn cause(error: &Error) -> String {
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    match error.status() {
        Some(code) => match enhanced(&words) {
            Some(enhanced) => format!("the mail server answered {code} {enhanced}"),
            None => format!("the mail server answered {code}"),
        },
        // The library quotes the answer.
        None if error.is_response() => "the mail server gave an answer that is none".to_owned(),
        None if words.is_empty() => error.to_string(),
        None => words,
    }
}

/// The enhanced status code at the beginning of an answer, like `5.1.1`.
fn enhanced(words: &str) -> Option<&str> {
    let first = words.split(' ').next()?;
    let is_number =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = first.split('.');
    (parts.clone().count() == 3 && parts.into_iter().all(is_number)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enhanced_code_is_told_from_words() {
        for (words, expected) in [
            ("5.1.1 <bob@example.org>: no such user", Some("5.1.1")),
            ("4.7.500", Some("4.7.500")),
            ("", None),
            ("no such user", None),
            ("127.0.0.1 is blocked", None),
            ("5.1.1000 x", None),
            ("5..1 x", None),
            ("bob@example.org 5.1.1", None),
        ] {
            assert_eq!(enhanced(words), expected, "{words}");
        }
    }
}
