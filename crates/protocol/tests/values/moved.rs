//! Moves in games that lists show.

use serde_json::json;
use tengen_protocol::{Moved, SettingsShape, Summary};

fn summary(stones: &str, move_count: usize) -> Summary {
    let settings = serde_json::to_value(SettingsShape::from(&settings())).unwrap();
    serde_json::from_value(json!({
        "id": "4t9x2m7k1q8w3c6v", "seq": move_count + 1, "phase": "playing", "created_at": 1, "updated_at": move_count,
        "settings": settings, "creator": {"id": "8k2q4w7m1x9c3v5b", "name": "Ann", "guest": true, "kind": "guest"},
        "players": {"black": null, "white": null}, "to_move": "white", "move_count": move_count, "stones": stones,
        "last_move": "Q16", "result": null, "waits": {"for": "move", "until": move_count},
        "asked": {"black": null, "white": "move"},
    }))
    .unwrap()
}

fn settings() -> tengen_game::Settings {
    let creator = "8k2q4w7m1x9c3v5b".parse().unwrap();
    let wish = tengen_game::NewGame::with_preset(tengen_rules::Preset::Japanese);
    tengen_game::Settings::new(creator, wish).unwrap()
}

#[test]
fn moves_are_told_by_the_points_that_they_change() {
    let (before, after) = (summary("B.W.", 2), summary("BB.W", 4));
    let moved = Moved::between(&before, &after).unwrap();
    let told = json!({
        "id": "4t9x2m7k1q8w3c6v", "seq": 5, "updated_at": 4, "to_move": "white", "move_count": 4,
        "stones": [{"at": 1, "is": "B"}, {"at": 2, "is": "."}, {"at": 3, "is": "W"}],
        "last_move": "Q16", "waits": {"for": "move", "until": 4},
    });
    assert_eq!(serde_json::to_value(&moved).unwrap(), told);
    let mut reached = before.clone();
    serde_json::from_value::<Moved>(told).unwrap().apply(&mut reached);
    assert_eq!(reached, after);
    // The end of waiting is a change, too.
    let after = Summary { waits: None, ..after };
    let told = serde_json::to_value(Moved::between(&before, &after).unwrap()).unwrap();
    assert!(told["waits"].is_null() && told.get("waits").is_some());
    serde_json::from_value::<Moved>(told).unwrap().apply(&mut reached);
    assert_eq!(reached, after);
}

#[test]
fn whatever_else_happens_to_a_game_is_no_move() {
    let before = summary("B.W.", 2);
    for after in [
        Summary { phase: "scoring".to_owned(), ..before.clone() },
        Summary { stones: None, ..before.clone() },
        Summary { created_at: 2, ..before.clone() },
        summary("B.W..", 3),
    ] {
        assert_eq!(Moved::between(&before, &after), None, "{after:?}");
    }
}
