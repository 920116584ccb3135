//! Any bytes are changes of a tree, or an error. A tree that they make can be sent again, and is the same then.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tengen_game::{NewGame, PlayerId, Settings};
use tengen_protocol::{MOST_CHANGES, VariationChange, VariationChanges, object};
use tengen_rules::Preset;
use tengen_trying::variations::{Ground, Plan};

static GAME: LazyLock<Settings> = LazyLock::new(|| {
    let wish = NewGame::with_preset(Preset::Chinese);
    Settings::new(PlayerId::from_entropy([1; 10]), wish).expect("the settings of a game")
});

fuzz_target!(|bytes: &[u8]| {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let Ok(VariationChanges { changes }) = object(&mut text) else { return };
    if changes.len() > MOST_CHANGES {
        return;
    }
    let ground = Ground::of_game(&GAME, &[]).expect("the beginning of a game");
    let made = |known, changes| {
        let mut plan = Plan::new(known, changes, GAME.topology())?;
        plan.judge(&ground).map(|()| plan.written())
    };
    let Ok(first) = made(Vec::new(), changes) else { return };
    assert!(first.gone.is_empty() && first.changed.is_empty());
    let again: Vec<_> = first.new.iter().cloned().map(VariationChange::from).collect();
    let anew = made(Vec::new(), again.clone()).expect("what was told can be sent");
    assert_eq!(anew, first);
    let same = made(first.new.clone(), again).expect("what is there can be sent again");
    assert_eq!((same.new.len(), &same.changed), (0, &first.new));
});
