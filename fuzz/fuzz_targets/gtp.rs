//! Any bytes are responses or one error, the same however they are cut; any text is an answer or an error.

#![no_main]

// The modules alone: with the whole bot, an HTTP client would be built for every target here.
#[path = "../../crates/bot/src/gtp/answer.rs"]
#[allow(dead_code)]
mod answer;
#[path = "../../crates/bot/src/gtp/response.rs"]
#[allow(dead_code)]
mod response;

use answer::{Answer, vertices};
use libfuzzer_sys::fuzz_target;
use response::{Response, ResponseError, ResponseReader};

fuzz_target!(|input: (u8, &[u8])| {
    let (cut, bytes) = input;
    let whole = read([bytes]);
    assert_eq!(read(bytes.chunks(usize::from(cut).max(1))), whole);
    assert!(whole.iter().rev().skip(1).all(Result::is_ok));
    for response in whole.into_iter().flatten() {
        let (Ok(text) | Err(text)) = response.outcome;
        assert_eq!(text, text.trim());
        if let Ok(Answer::Play(at)) = text.parse() {
            assert_eq!(vertices(&text), Ok(vec![at]));
        }
    }
});

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<Response, ResponseError>> {
    let mut reader = ResponseReader::default();
    let mut found = Vec::new();
    for piece in pieces {
        reader.read(piece);
        found.extend(std::iter::from_fn(|| reader.next()));
    }
    found
}
