//! Great answers, which are compressed by the thread that makes them: the compressor of all others works on the threads of
//! requests, where moves wait for some megabytes.

use std::io::{self, Write as _};
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use tengen_actions::kit::{ActionError, GREAT, WorkPlace};
use tengen_limits::{Client, Limits};

use super::accept::thousandths;
use super::error::WebError;
use super::fresh::encode;

/// The name of the compression.
const GZIP: &str = "gzip";

/// Its old name, by which the compressor of all others takes it, too.
const OLD_GZIP: &str = "x-gzip";

/// A mark beside an answer: it has many bytes and stays as it is, whatever the compressor of all others reads out of the request.
#[derive(Debug, Clone, Copy)]
pub(super) struct StaysBare;

/// The bytes of an answer, compressed if they are many and the client takes that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    is_compressed: bool,
}

impl Packed {
    /// Compresses an answer to a request with these headers. It takes some tens of milliseconds where the answer has megabytes.
    pub(super) fn new(asked: &HeaderMap, bytes: Vec<u8>) -> Self {
        if bytes.len() as u64 > GREAT
            && takes_gzip(asked)
            && let Ok(compressed) = compressed(&bytes)
        {
            return Self { bytes: compressed, is_compressed: true };
        }
        Self { bytes, is_compressed: false }
    }

    /// The same of a value as JSON. The value goes before its JSON is compressed: that of a great record takes several times as much.
    pub(super) fn json(asked: &HeaderMap, value: impl Serialize) -> Result<Self, ActionError> {
        let bytes = encode(&value)?;
        drop(value);
        Ok(Self::new(asked, bytes))
    }

    /// The same of bytes that only have to be read, with whatever else is read with them. They are those of a record that is so
    /// much work. What is great waits for a turn, whether it is compressed or not, and before it has it nothing is read.
    pub(super) async fn in_turn<T>(
        (limits, client, place): (&Arc<Limits>, Client, &WorkPlace),
        asked: &HeaderMap,
        work: u64,
        read: impl Future<Output = Result<(Vec<u8>, T), WebError>>,
    ) -> Result<(Self, T), WebError> {
        let turn = if work > GREAT { Some(place.turn_for(limits, client).await?) } else { None };
        let (bytes, beside) = read.await?;
        if bytes.len() as u64 <= GREAT || !takes_gzip(asked) {
            return Ok((Self { bytes, is_compressed: false }, beside));
        }
        // It may have become a great one meanwhile.
        let turn = match turn {
            Some(turn) => turn,
            None => place.turn_for(limits, client).await?,
        };
        let asked = asked.clone();
        let packed = turn.work_for(limits, client, move || Self::new(&asked, bytes)).await?;
        Ok((packed, beside))
    }

    /// Whether it is compressed.
    pub(super) fn is_compressed(&self) -> bool {
        self.is_compressed
    }

    /// Whether it is what a request with these headers would be answered, if there are as many bytes.
    pub(super) fn is_for(&self, asked: &HeaderMap) -> bool {
        self.is_compressed == takes_gzip(asked)
    }

    /// How many bytes it has.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The answer that is made of the bytes.
    pub(super) fn answer(self, make: impl FnOnce(Vec<u8>) -> Response) -> Response {
        let is_great = self.bytes.len() as u64 > GREAT;
        let mut answer = make(self.bytes);
        if self.is_compressed {
            // No layer compresses it again.
            answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(GZIP));
        } else if is_great {
            answer.extensions_mut().insert(StaysBare);
        }
        answer
    }
}

fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Whether a client names this compression, and not to refuse it.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let named = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|part| {
        let mut words = part.split(';').map(str::trim);
        let is_gzip =
            words.next().is_some_and(|name| [GZIP, OLD_GZIP].iter().any(|it| name.eq_ignore_ascii_case(it)));
        is_gzip && words.all(|word| word.strip_prefix("q=").and_then(thousandths) != Some(0))
    })
}

#[cfg(test)]
impl Packed {
    /// As if these bytes were compressed.
    pub(super) fn of_compressed(bytes: Vec<u8>) -> Self {
        Self { bytes, is_compressed: true }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::response::IntoResponse;
    use flate2::read::GzDecoder;

    use super::*;

    fn packed(encodings: &'static str, bytes: usize) -> Packed {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encodings));
        Packed::new(&headers, vec![b'a'; bytes])
    }

    #[test]
    fn many_bytes_are_compressed_for_whoever_takes_it() {
        let many = usize::try_from(GREAT).unwrap() + 1;
        for encodings in ["gzip", "br, GZIP;q=0.5", "deflate,gzip; q=1", "x-gzip", "br, X-Gzip;q=0.5"] {
            let packed = packed(encodings, many);
            assert!(packed.is_compressed, "{encodings}");
            let mut text = String::new();
            GzDecoder::new(packed.bytes.as_slice()).read_to_string(&mut text).unwrap();
            assert_eq!(text, "a".repeat(many));
        }
        for encodings in ["", "br", "gzip;q=0", "gzip; q=0.000, br", "x-gzip;q=0"] {
            assert_eq!(packed(encodings, many), Packed { bytes: vec![b'a'; many], is_compressed: false });
        }
        assert!(!packed("gzip", many - 1).is_compressed);
    }

    #[test]
    fn the_answer_says_how_it_is_compressed() {
        let encoding = |packed: Packed| {
            packed.answer(IntoResponse::into_response).headers().get(header::CONTENT_ENCODING).cloned()
        };
        assert_eq!(encoding(packed("gzip", 1 << 17)).unwrap(), "gzip");
        assert_eq!(encoding(packed("gzip", 3)), None);
        for (encodings, bytes, stays_bare) in
            [("gzip", 1 << 17, false), ("gzip", 3, false), ("br", 1 << 17, true)]
        {
            let answer = packed(encodings, bytes).answer(IntoResponse::into_response);
            assert_eq!(answer.extensions().get::<StaysBare>().is_some(), stays_bare, "{encodings} {bytes}");
        }
    }
}
