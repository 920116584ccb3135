//! Rules as one word.

use tengen_protocol::RulesChoice;
use tengen_rules::Preset;

#[test]
fn choices_round_trip() {
    for (text, printed) in [
        ("japanese", "japanese"),
        ("aga,pass_stones=false", "aga,pass_stones=false"),
        ("japanese, tax = none , resumptions=5", "japanese,resumptions=5,tax=none"),
        ("tromp-taylor,repetition=situational_superko", "tromp-taylor,repetition=situational_superko"),
        ("japanese,tax=none,tax=seki", "japanese"),
    ] {
        let choice: RulesChoice = text.parse().unwrap();
        assert_eq!(choice.to_string(), printed);
        assert_eq!(printed.parse(), Ok(choice));
    }
    for preset in Preset::ALL {
        assert_eq!(preset.name().parse(), Ok(RulesChoice::from(*preset)));
    }
}

#[test]
fn other_texts_are_refused_with_a_reason() {
    for (text, reason) in [
        ("", "no preset \"\""),
        ("klingon", "no preset \"klingon\"; there are "),
        ("japanese,tax", "\"tax\" is not of the form"),
        ("japanese,taxes=none", "no axis \"taxes\"; there are"),
        ("japanese,preset=aga", "no axis \"preset\""),
        ("japanese,tax=some", "the axis tax has no value \"some\""),
        ("japanese,pass_stones=yes", "the axis pass_stones has no value \"yes\""),
        ("japanese,button=first_pass", "a button needs area scoring"),
        ("japanese,resumptions=-1", "the axis resumptions has no value \"-1\""),
    ] {
        let error = text.parse::<RulesChoice>().unwrap_err().to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
}
