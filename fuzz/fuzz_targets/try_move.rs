//! Any bytes are a line and a move, or an error; where the rules forbid the move nothing has changed, and a move that they allow is
//! possible within a line, too.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_protocol::{TryMove, object};
use tengen_trying::{NotTried, try_move};

fuzz_target!(|bytes: &[u8]| {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let Ok(question) = object::<_, TryMove>(&mut text) else { return };
    let Ok(tried) = try_move(&question) else { return };
    assert!(tried.illegal.is_none() || tried.captured.is_empty());
    let moves = match question.moves.trim() {
        "" => question.next.clone(),
        moves => format!("{moves},{}", question.next),
    };
    let line = TryMove { moves, next: "pass".to_owned(), ..question };
    match try_move(&line) {
        Ok(_) => assert_eq!(tried.illegal, None),
        Err(NotTried::NotPossible { why, .. }) => assert_eq!(tried.illegal.as_deref(), Some(why.rule())),
        Err(NotTried::Moves(_)) => {}
        Err(other) => panic!("{other}"),
    }
});
