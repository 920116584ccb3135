//! Any bytes are a frame, or a body, or an error; what was read is written so that it reads the same.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_game::{PlayerId, Settings};
use tengen_protocol::{EstimateWish, FromClient, NewGame, NewGuest, NewToken, SentCommand, ToClient, ToClientV2, object};

fuzz_target!(|bytes: &[u8]| {
    if let Some(FromClient::Command { command, .. }) = same_again::<FromClient>(bytes) {
        let alone = serde_json::to_vec(&command).expect("a command is written");
        assert_eq!(read(&alone), Some(command));
    }
    same_again::<SentCommand>(bytes);
    if let Some(wish) = same_again::<NewGame>(bytes)
        && let Ok(settings) = Settings::new(PlayerId::from_entropy([0; 10]), (&wish).into())
    {
        settings.game().expect("a game that may be made begins");
    }
    same_again::<EstimateWish>(bytes);
    same_again::<NewGuest>(bytes);
    same_again::<NewToken>(bytes);
    // What clients read comes from a server, but that may be any program.
    same_again::<ToClient>(bytes);
    same_again::<ToClientV2>(bytes);
});

/// As the server reads: an object and nothing behind it.
fn read<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    let mut text = serde_json::Deserializer::from_slice(json);
    object(&mut text).and_then(|value| text.end().map(|()| value)).ok()
}

fn same_again<T: DeserializeOwned + Serialize + PartialEq + Debug>(json: &[u8]) -> Option<T> {
    let value = read::<T>(json)?;
    let written = serde_json::to_vec(&value).expect("what was read is written");
    assert_eq!(read::<T>(&written).as_ref(), Some(&value), "{}", String::from_utf8_lossy(&written));
    Some(value)
}
