//! Any bytes are games or an error; games are written and read again as they were, and each can be checked.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_check::{DeadChoice, Options, check};
use tengen_sgf::{Collection, decode};

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = Collection::parse(decode(bytes).text) else { return };
    let written = collection.to_string();
    let again = Collection::parse(written.as_str()).expect("what is written can be read");
    assert_eq!(again, collection);
    assert_eq!(again.to_string(), written);
    for game in collection.games() {
        for rules in ["japanese", "tromp-taylor"] {
            let rules = Some(rules.parse().expect("a preset"));
            let Ok(report) = check(game, &Options { rules, dead: DeadChoice::None }) else { continue };
            // The last row of a figure may be shorter.
            let points = report.width * report.height;
            assert!(report.stones.len() == points || report.board.is_some() && report.stones.len() < points);
            assert_eq!(report.owners.len(), report.stones.len());
        }
    }
});
