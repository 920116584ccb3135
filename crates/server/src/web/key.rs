//! The name that a sender gives a request, `Idempotency-Key`.

use axum::http::{HeaderMap, HeaderName};
use serde_json::json;
use tengen_protocol::ProblemCode;

use super::error::WebError;

/// The header.
const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// How many characters a key has at most: libraries send 36.
pub(super) const LONGEST_KEY: usize = 64;

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
}
