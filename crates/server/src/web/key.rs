//! The name that a sender gives a request, `Idempotency-Key`, and to whom its answer is told again.

use std::collections::BTreeSet;

use axum::http::{HeaderMap, HeaderName};
use serde_json::json;
use tengen_protocol::ProblemCode;

use super::error::WebError;

/// To whom an answer is told again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// The player, with whatever token: it tells no secret.
    Player,
    /// The player with the same token: it tells a secret.
    Token,
    /// Whoever asks from the same network, and knows a key that nobody guesses: it tells the token of a player who was nobody before,
    /// and may have it in a cookie by now. So nobody is asked for a token.
    Stranger,
}

/// The header.
const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// How many characters a key has at most: libraries send 36.
pub(super) const LONGEST_KEY: usize = 64;

/// How many characters a key of a stranger has at least: 64 bits of the shortest letters that libraries draw, those of hexadecimal digits.
pub(super) const SHORTEST_OF_STRANGERS: usize = 16;
/// How many different characters it has at least. Fewer come once in some ten thousand times among 16 digits
/// that are drawn by lot, and never among the 32 of a UUID.
const DIFFERENT: usize = 6;

/// The key of a request, if it has one. It may stand in quotes.
pub(super) fn key(headers: &HeaderMap) -> Result<Option<String>, WebError> {
    let mut keys = headers.get_all(HEADER).iter();
    let Some(key) = keys.next() else { return Ok(None) };
    let key = key.to_str().unwrap_or_default();
    let key = key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key);
    let is_of_key = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(is_of_key) && keys.next().is_none() {
        Ok(Some(key.to_owned()))
    } else {
        let detail = "Idempotency-Key is one key, of 1 to 64 characters of A-Z a-z 0-9 _ -";
        Err(ProblemCode::Malformed.with(json!({ "detail": detail })).into())
    }
}

/// Refuses a key of a stranger that somebody else could guess, or choose as well: whoever knows it and sends the same request from the same
/// network is taken for the same stranger, and told the same.
pub(super) fn nobody_guesses(key: &str) -> Result<(), WebError> {
    let different: BTreeSet<u8> = key.bytes().collect();
    if key.len() >= SHORTEST_OF_STRANGERS && different.len() >= DIFFERENT {
        Ok(())
    } else {
        let why = json!({"reason": "guessable", "min_length": SHORTEST_OF_STRANGERS});
        Err(ProblemCode::KeyRefused.with(why).into())
    }
}

/// Refuses a request with a key where none is taken: whoever gives one relies on it.
pub(super) fn takes_none(headers: &HeaderMap) -> Result<(), WebError> {
    if headers.contains_key(HEADER) { Err(ProblemCode::KeyRefused.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_key_is_one_word() {
        let read = |keys: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for key in keys {
                headers.append(HEADER, HeaderValue::from_static(key));
            }
            key(&headers).map_err(|_| ())
        };
        let found = |key: &str| Ok(Some(key.to_owned()));
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&["c9b1-4e"]), found("c9b1-4e"));
        assert_eq!(read(&["\"c9b1-4e\""]), found("c9b1-4e"));
        for none in [&[""][..], &["\"\""], &["\""], &["a b"], &["a", "a"]] {
            assert_eq!(read(none), Err(()), "{none:?}");
        }
    }

    #[test]
    fn a_key_of_strangers_can_not_be_guessed() {
        for good in ["8e03978e-40d5-43dd-bc93-6894a57f9324", "01JDXK3V5R8W2N7Q", "0123456789abcdef"] {
            assert!(nobody_guesses(good).is_ok(), "{good}");
        }
        for bad in
            ["1", "guest", "0123456789abcde", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "0000-0000-0000-0001"]
        {
            assert!(nobody_guesses(bad).is_err(), "{bad}");
        }
    }
}
