//! Games of tests, as lists show them, that were never played.

use serde_json::json;
use tengen_game::{GameId, NewGame, Settings};
use tengen_protocol::{SettingsShape, Summary};
use tengen_rules::Preset;

const CREATOR: &str = "8k2q4w7m1x9c3v5b";

/// A game with the id and the moment of creation that a number stands for.
pub(super) fn game(number: u8, seq: u32, move_count: usize, phase: &str) -> Summary {
    let settings = Settings::new(CREATOR.parse().unwrap(), NewGame::with_preset(Preset::Japanese)).unwrap();
    serde_json::from_value(json!({
        "id": GameId::from_entropy([number; 10]).to_string(), "seq": seq, "phase": phase,
        "created_at": number, "updated_at": number, "settings": SettingsShape::from(&settings),
        "creator": {"id": CREATOR, "name": "Ann", "guest": true, "kind": "guest"},
        "players": {"black": null, "white": null}, "to_move": null, "move_count": move_count,
        "stones": null, "last_move": null, "result": null, "waits": null,
        "asked": {"black": null, "white": null},
    }))
    .unwrap()
}
