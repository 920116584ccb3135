//! Commands as players send them, with the colour for which they are.

use serde_json::Value;
use tengen_protocol::SentCommand;

#[test]
fn a_command_is_read_as_it_was_written_with_a_color_and_without() {
    for json in [
        r#"{"type":"resign","id":"c"}"#,
        r#"{"type":"play","id":"c","turn":3,"at":"C3","color":"black"}"#,
        r#"{"type":"propose","id":"c","version":3,"dead":["C3"],"color":"white"}"#,
    ] {
        let sent: SentCommand = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&sent).unwrap(), json);
    }
    for json in [
        r#"{"type":"resign","id":"c","color":"red"}"#,
        r#"{"type":"resign","id":"c","color":null}"#,
        r#"{"type":"resign","id":"c","color":"black","color":"black"}"#,
        r#"{"type":"resign","id":"c","turn":3}"#,
        r#"{"type":"resign","id":"c","id":"d"}"#,
        r#"["resign","c"]"#,
    ] {
        assert!(serde_json::from_str::<SentCommand>(json).is_err(), "{json}");
    }
}

#[test]
fn every_kind_of_command_is_described_with_a_color() {
    let schema = schemars::schema_for!(SentCommand);
    let kinds = schema.get("oneOf").and_then(Value::as_array).unwrap();
    assert!(kinds.len() > 10);
    assert!(kinds.iter().all(|kind| kind["properties"]["color"].is_object()), "{schema:?}");
}
