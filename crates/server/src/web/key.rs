//! The name that a sender gives a request, `Idempotency-Key`, and to whom its answer is told again.

use std::collections::BTreeSet;

use axum::http::{HeaderMap, HeaderName};
use serde_json::json;
use tengen_game::Millis;
use tengen_protocol::ProblemCode;
use tengen_store::KEYS_KEPT;

use super::error::WebError;

/// To whom an answer is told again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// The player, with whatever token: it tells no secret.
    Player,
    /// The player with the same token, and a key that nobody guesses: it tells a secret.
    Token,
    /// Whoever asks from the same network, and knows a key that nobody guesses: it tells the token of a player who was nobody before,
    /// and may have it in a cookie by now. So nobody is asked for a token.
    Stranger,
}

/// The header.
const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// How many characters a key has at most: libraries send 36.
pub(super) const LONGEST_KEY: usize = 64;

/// The key that the documents show. It is nobody's own.
pub(super) const EXAMPLE: &str = "8e03978e-40d5-43dd-bc93-6894a57f9324";

/// How many characters a key has at least where the answer tells a secret: 64 bits of the shortest letters that libraries draw, those
/// of hexadecimal digits.
pub(super) const SHORTEST_OF_SECRETS: usize = 16;
/// How many different characters it has at least. Fewer come once in some ten thousand times among 16 digits
/// that are drawn by lot, and never among the 32 of a UUID.
const DIFFERENT: usize = 6;
/// How many there are at least among the 32 digits of a key that was drawn. Fewer come once in some thousands of times, and such a key
/// is taken for a counter with zeros in front, which has nine.
const DIFFERENT_OF_DRAWN: usize = 10;
/// How many letters of 64 kinds have 128 bits.
const DRAWN: usize = 22;
/// How long a stranger's answer is kept whose key may be a word or a number, in milliseconds: a lost answer is asked for within
/// seconds, and whoever tries words or finds a copy of the database has no more than these minutes.
const BRIEFLY: Millis = 600_000;

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

/// Refuses a key, where the answer tells a secret, that somebody else could guess, or choose as well. Among strangers whoever knows it
/// and sends the same request from the same network is taken for the same one; of a player it is whoever finds an open browser.
pub(super) fn nobody_guesses(key: &str) -> Result<(), WebError> {
    let is_example = key.eq_ignore_ascii_case(EXAMPLE);
    if key.len() >= SHORTEST_OF_SECRETS && different(key) >= DIFFERENT && !is_example {
        Ok(())
    } else {
        let why = json!({"reason": "guessable", "min_length": SHORTEST_OF_SECRETS});
        Err(ProblemCode::KeyRefused.with(why).into())
    }
}

/// How long a stranger's key is kept: a day, if it was drawn by lot, as far as its form tells.
pub(super) fn kept_of_stranger(key: &str) -> Millis {
    if is_drawn(key) { KEYS_KEPT } else { BRIEFLY }
}

/// Whether a key has the form of what is drawn by lot: a UUID of such a version, 32 hexadecimal digits, or letters of all kinds
/// that have as many bits.
fn is_drawn(key: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts: Vec<&str> = key.split('-').collect();
    let is_uuid = parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
        && parts.iter().all(|part| is_hex(part))
        && parts[2].starts_with(['4', '7'])
        && parts[3].starts_with(['8', '9', 'a', 'b', 'A', 'B']);
    let is_number = key.len() >= 32 && is_hex(key);
    if is_uuid || is_number { different(key) >= DIFFERENT_OF_DRAWN } else { is_mixed(key) }
}

/// Whether small and capital letters and digits follow each other without order, as they do in no word, date or counter. Among 22
/// letters that are drawn by lot some 13 are of another kind than the one before, and hardly ever less than six.
fn is_mixed(key: &str) -> bool {
    let kind = |byte: u8| (byte.is_ascii_lowercase(), byte.is_ascii_uppercase());
    let letters: Vec<_> = key.bytes().filter(u8::is_ascii_alphanumeric).map(kind).collect();
    let kinds: BTreeSet<_> = letters.iter().collect();
    let changes = letters.windows(2).filter(|pair| pair[0] != pair[1]).count();
    key.len() >= DRAWN && kinds.len() == 3 && 4 * changes > key.len()
}

/// How many different characters a key has.
fn different(key: &str) -> usize {
    key.bytes().collect::<BTreeSet<u8>>().len()
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
    fn a_key_of_secrets_can_not_be_guessed() {
        for good in ["3f2b6c1e-9d54-4a7b-8c1f-6e0d2a9b7c35", "01JDXK3V5R8W2N7Q", "0123456789abcdef"] {
            assert!(nobody_guesses(good).is_ok(), "{good}");
        }
        for bad in [
            "1",
            "guest",
            "0123456789abcde",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "0000-0000-0000-0001",
            EXAMPLE,
            "8E03978E-40D5-43DD-BC93-6894A57F9324",
        ] {
            assert!(nobody_guesses(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_key_that_was_drawn_is_kept_for_a_day_and_a_word_for_minutes() {
        for drawn in [
            "3f2b6c1e-9d54-4a7b-8c1f-6e0d2a9b7c35",
            "01936b0e-7c1a-7d52-9f3e-2b6a8c40d715",
            "9F86D081884C7D659A2FEAA0C55AD015",
            "2jmj7l5rSw0yVb_vlWAYkK",
            "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k",
        ] {
            assert_eq!(kept_of_stranger(drawn), KEYS_KEPT, "{drawn}");
        }
        for word in [
            "0123456789abcdef",
            "my-own-guest-request-of-today",
            "Guest-2026-11-30-0001-Request",
            "new-guest-request-number-000001",
            "00000000000000000000000012345678",
            // A UUID of a clock and a machine.
            "5b3f1c6e-aef1-11ef-9cd2-0242ac120002",
        ] {
            assert_eq!(kept_of_stranger(word), BRIEFLY, "{word}");
        }
    }
}
