//! Any bytes are changes of a tree, or an error. A tree that they make can be sent again, and is the same then; beside a record
//! it becomes a file that reads.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tengen_game::{NewGame, PlayerId, Settings};
use tengen_protocol::records::Shown;
use tengen_protocol::{MOST_CHANGES, VariationChange, VariationChanges, VariationNode, object};
use tengen_records::{RecordFile, show, with_tree_of_record};
use tengen_rules::Preset;
use tengen_trying::variations::{Ground, Plan};

static GAME: LazyLock<Settings> = LazyLock::new(|| {
    let wish = NewGame::with_preset(Preset::Chinese);
    Settings::new(PlayerId::from_entropy([1; 10]), wish).expect("the settings of a game")
});
/// A record with a ko, setup, a move that is illegal, and a node of several moves.
const SGF: &str = "(;CA[UTF-8]SZ[4:3];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb](;W[bb];B[cb];PL[W])(;AB[aa]W[ac]B[da];W[]))\n";
static RECORD: LazyLock<Shown> = LazyLock::new(|| show(SGF).expect("a record"));

fuzz_target!(|bytes: &[u8]| {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let Ok(VariationChanges { changes }) = object(&mut text) else { return };
    if changes.len() > MOST_CHANGES {
        return;
    }
    made(&Ground::of_game(&GAME, &[]).expect("the beginning of a game"), changes.clone());
    let ground = Ground::of_record(RECORD.clone()).expect("the board of a record");
    let Some(tree) = made(&ground, changes) else { return };
    let file = with_tree_of_record(&RecordFile { sgf: SGF.to_owned(), ..RecordFile::default() }, &tree).expect("a record takes a tree");
    let shown = show(&file).expect("a record with a tree is one");
    assert!(shown.nodes.len() >= RECORD.nodes.len() + tree.len());
});

/// The tree of these changes, if they fit.
fn made(ground: &Ground, changes: Vec<VariationChange>) -> Option<Vec<VariationNode>> {
    let made = |known, changes| {
        let mut plan = Plan::new(known, changes, ground.topology())?;
        plan.judge(ground).map(|()| plan.written())
    };
    let first = made(Vec::new(), changes).ok()?;
    assert!(first.gone.is_empty() && first.changed.is_empty());
    let again: Vec<_> = first.new.iter().cloned().map(VariationChange::from).collect();
    let anew = made(Vec::new(), again.clone()).expect("what was told can be sent");
    assert_eq!(anew, first);
    let same = made(first.new.clone(), again).expect("what is there can be sent again");
    assert_eq!((same.new.len(), &same.changed), (0, &first.new));
    Some(first.new)
}
