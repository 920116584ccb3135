//! What an answer tells beside its status, packed to be kept and told again.

use std::io::{Read as _, Write as _};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

/// How many bytes a body has at most that is kept. The cards of the largest class have two million, since each is a picture as well, and
/// two thousand records of a file some hundred thousand.
pub(super) const LONGEST_BODY: usize = 4 << 20;
/// How many bytes are kept of an answer at most. What is told of many things is much the same of each, and gets five to ten times
/// as short: the cards of the largest class have less than four hundred thousand.
const LONGEST_PACKED: usize = 512 << 10;
/// How many bytes an answer has at most when it is unpacked: each byte of a body has six letters at most, and the headers are short.
const LONGEST_UNPACKED: u64 = 6 * LONGEST_BODY as u64 + (64 << 10);

/// The headers of an answer, cookies included, and its body, which is a text.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    headers: Vec<(String, String)>,
    /// The body.
    pub(super) body: String,
}

impl Told {
    /// What an answer tells. Its length is told by whatever sends it.
    pub(super) fn new(headers: &HeaderMap, body: &[u8]) -> Self {
        let headers = headers.iter().filter(|(name, _)| **name != header::CONTENT_LENGTH);
        let headers = headers
            .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())));
        Self { headers: headers.collect(), body: String::from_utf8_lossy(body).into_owned() }
    }

    /// The headers, as they were.
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::with_capacity(self.headers.len());
        for (name, value) in &self.headers {
            if let (Ok(name), Ok(value)) =
                (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value))
            {
                headers.append(name, value);
            }
        }
        headers
    }

    /// The same in few bytes; nothing, if they are more than are kept.
    pub(super) fn pack(&self) -> Option<Vec<u8>> {
        let text = serde_json::to_vec(self).ok()?;
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&text).ok()?;
        packed.finish().ok().filter(|packed| packed.len() <= LONGEST_PACKED)
    }

    /// What was packed.
    pub(super) fn unpack(packed: &[u8]) -> Option<Self> {
        let mut text = Vec::new();
        DeflateDecoder::new(packed).take(LONGEST_UNPACKED).read_to_end(&mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_told_as_it_was() {
        let mut headers = HeaderMap::new();
        headers.append(header::SET_COOKIE, HeaderValue::from_static("one=1"));
        headers.append(header::SET_COOKIE, HeaderValue::from_static("two=2"));
        headers.append(header::CONTENT_LENGTH, HeaderValue::from_static("7"));
        let told = Told::new(&headers, "{\"a\":\"ä\"}".as_bytes());
        let again = Told::unpack(&told.pack().unwrap()).unwrap();
        assert_eq!(again, told);
        headers.remove(header::CONTENT_LENGTH);
        assert_eq!((again.headers(), again.body.as_str()), (headers, "{\"a\":\"ä\"}"));
    }

    #[test]
    fn a_long_answer_is_packed_and_one_that_does_not_get_short_is_not_kept() {
        let told = |body: &str| Told::new(&HeaderMap::new(), body.as_bytes());
        let long = told(&"{\"id\":1}".repeat(10_000));
        assert_eq!(Told::unpack(&long.pack().unwrap()).unwrap(), long);
        // Numbers without any order.
        let mut number = 1_u64;
        let mut next = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            format!("{:08x}", number >> 32)
        };
        let numbers: String = (0..LONGEST_PACKED / 3).map(|_| next()).collect();
        assert_eq!(told(&numbers).pack(), None);
    }
}
