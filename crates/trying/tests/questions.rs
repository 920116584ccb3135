//! Questions about single moves.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};
use tengen_protocol::TryMove;
use tengen_trying::{NotTried, try_move};

fn asked(question: Value) -> Result<Value, NotTried> {
    let question: TryMove = serde_json::from_value(question).unwrap();
    try_move(&question).map(|tried| serde_json::to_value(tried).unwrap())
}

fn question(moves: &str, last: &str) -> Value {
    json!({"board": {"width": 3, "height": 3}, "rules": "japanese", "moves": moves, "move": last})
}

#[test]
fn a_stone_is_captured() {
    let tried = asked(question("B3,A3,C1", "C3")).unwrap();
    assert_eq!(
        tried,
        json!({"stones": "WBW.....B", "to_move": "black", "captured": [], "prisoners": {"black": 0, "white": 0}})
    );
    let tried = asked(question("B3,A3", "A2")).unwrap();
    assert_eq!(
        tried,
        json!({"stones": ".B.B.....", "to_move": "white", "captured": ["A3"], "prisoners": {"black": 1, "white": 0}})
    );
}

#[test]
fn a_move_that_the_rules_forbid_changes_nothing() {
    for (moves, last, rule) in [
        ("B3", "B3", "occupied"),
        ("B3", "T19", "off_board"),
        ("B3,pass,A2", "A3", "suicide"),
        ("B3", "black:A1", "out_of_turn"),
    ] {
        let tried = asked(question(moves, last)).unwrap();
        assert_eq!((&tried["illegal"], &tried["captured"]), (&json!(rule), &json!([])), "{moves} {last}");
        assert_eq!(tried["to_move"], "white");
    }
}

#[test]
fn a_ko_is_known_by_the_moves_before() {
    let ko = json!({"board": {"width": 4, "height": 3}, "rules": "japanese",
                    "moves": "B3,C3,A2,D2,B1,C1,C2,B2", "move": "C2"});
    assert_eq!(asked(ko.clone()).unwrap()["illegal"], "ko");
    let mut without = ko;
    without["setup"] = json!({"stones": asked(json!({"board": {"width": 4, "height": 3}, "rules": "japanese",
        "moves": "B3,C3,A2,D2,B1,C1,C2", "move": "B2"})).unwrap()["stones"]});
    without["moves"] = json!("");
    assert_eq!(without["setup"]["stones"].as_str().map(str::len), Some(12));
    assert_eq!(asked(without).unwrap()["captured"], json!(["B2"]));
}

#[test]
fn play_that_passes_have_ended_goes_on() {
    let tried = asked(question("B2,pass", "pass")).unwrap();
    assert_eq!(tried["to_move"], Value::Null);
    for (last, next) in [("black:A1", "white"), ("white:A1", "black")] {
        assert_eq!(asked(question("B2,pass,pass", last)).unwrap()["to_move"], next);
    }
}

#[test]
fn a_line_that_is_impossible_is_refused_with_its_first_fault() {
    let refused = asked(question("B2,pass,B2,B2", "A1")).unwrap_err();
    assert!(
        matches!(&refused, NotTried::NotPossible { number: 3, why, .. } if why.rule() == "occupied"),
        "{refused:?}"
    );
    assert_eq!(refused.to_string(), "move 3: the point is occupied");
}

#[test]
fn a_beginning_that_is_none_is_refused() {
    let with = |setup: Value| {
        let mut question = question("", "A1");
        question["setup"] = setup;
        asked(question)
    };
    assert!(matches!(with(json!({"stones": "BBB"})), Err(NotTried::Stones(_))));
    assert!(matches!(with(json!({"stones": "BBBBBBBBB"})), Err(NotTried::NoLiberties(_))));
    assert_eq!(with(json!({"handicap": 2})), Err(NotTried::Placement), "japanese handicap is fixed");
    let free = |setup: Value| {
        let rules = json!({"preset": "chinese", "placement": "free"});
        asked(json!({"board": {"width": 3, "height": 3}, "rules": rules, "move": "A1", "setup": setup}))
    };
    assert_eq!(free(json!({"handicap": 2})).unwrap()["to_move"], "black");
    assert!(matches!(free(json!({"handicap": 9})), Err(NotTried::Handicap { .. })));
    assert_eq!(free(json!({"handicap": 2, "to_move": "white"})), Err(NotTried::Placement));
    assert_eq!(free(json!({"handicap": 2, "stones": "........."})), Err(NotTried::Placement));
    let large = json!({"board": {"width": 19, "height": 19}, "move": "A1", "setup": {"handicap": 10},
                       "rules": {"preset": "chinese", "placement": "free"}});
    assert_eq!(asked(large), Err(NotTried::Handicap { max: 9 }), "as in a game");
    let contradicts = json!({"board": {"width": 3, "height": 3}, "move": "A1",
                             "rules": {"preset": "japanese", "button": "first_pass"}});
    assert!(matches!(asked(contradicts), Err(NotTried::Settings(_))));
    for (moves, last) in [("A1,", "B1"), ("A1 B1", "C1"), ("", ""), ("", "A1,B1"), ("", "red:A1")] {
        let refused = asked(question(moves, last)).unwrap_err();
        assert!(matches!(refused, NotTried::Moves(_) | NotTried::Move(_)), "{moves:?} {last:?}: {refused:?}");
    }
    let long = asked(question(&vec!["pass"; 2_001].join(","), "A1")).unwrap_err();
    assert_eq!(long.to_string(), "moves: more than 2000 moves");
}

#[test]
fn a_line_that_repeats_itself_again_and_again_is_refused() {
    let cycle = |rounds: usize| {
        let passes = vec!["pass"; 4 * rounds].join(",");
        let rules = json!({"preset": "japanese", "repetition": "basic_ko"});
        asked(json!({"board": {"width": 3, "height": 3}, "rules": rules, "moves": passes, "move": "A1"}))
    };
    assert_eq!(cycle(10).unwrap()["to_move"], "white");
    let refused = cycle(400).unwrap_err();
    assert!(
        matches!(&refused, NotTried::NotPossible { number: 143, why, .. } if why.rule() == "superko"),
        "{refused:?}"
    );
}

#[test]
fn other_characters_and_longer_texts_are_no_moves() {
    for moves in ["B2,\tA1", "B2,\u{2003}A1", "\nB2", &" ".repeat(12_001)] {
        let asked = asked(question(moves, "C3"));
        assert!(matches!(asked, Err(NotTried::Moves(_))), "{moves:?}: {asked:?}");
    }
}
