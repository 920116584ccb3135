//! Objects that are written as objects.

use tengen_protocol::{FromClient, NewGame, object};

#[test]
fn lists_are_no_objects() {
    let read = |json: &str| object::<_, NewGame>(&mut serde_json::Deserializer::from_str(json));
    assert!(read(r#"{"board": {"width": 9, "height": 9}}"#).is_ok());
    assert!(read("[]").is_err());
    assert!(read(r#"{"board": [9, 9]}"#).is_err());
    let frame = |command: &str| {
        let frame = format!(r#"{{"type": "command", "game": "0000000000000000", "command": {command}}}"#);
        serde_json::from_str::<FromClient>(&frame)
    };
    assert!(frame(r#"{"type": "resign", "id": "x"}"#).is_ok());
    assert!(frame(r#"["resign", "x"]"#).is_err());
    assert!(frame(r#"{"type": 2, "id": "x"}"#).is_err());
    assert!(frame(r#"{"type": "resign", "id": "x", "id": "y"}"#).is_err());
}
