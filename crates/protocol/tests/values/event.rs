//! Events and commands that have a reason.

use tengen_game::AbortReason;
use tengen_protocol::{Command, EventBody, Text};

#[test]
fn a_reason_of_a_later_release_is_none_to_a_reader_and_refused_from_a_player() {
    let aborted = |reason: &str| {
        let json = format!(r#"{{"type":"aborted","color":null{reason}}}"#);
        serde_json::from_str::<EventBody>(&json).unwrap()
    };
    let told = |reason| EventBody::Aborted { color: None, reason };
    assert_eq!(aborted(""), told(None));
    assert_eq!(aborted(r#","reason":"busy""#), told(Some(Text(AbortReason::Busy))));
    assert_eq!(aborted(r#","reason":"lunch""#), told(None));
    let abort = |reason: &str| {
        serde_json::from_str::<Command>(&format!(r#"{{"type":"abort","id":"c","reason":"{reason}"}}"#))
    };
    assert!(abort("busy").is_ok() && abort("lunch").is_err());
}
