//! The limits of one file. They hold for all of its games together, and for the shown tree, not for the file's length.

use tengen_records::{NotEdited, RecordFile, edit, read_file, show};

const MAX_NODES: usize = 50_000;

/// Why a file is refused, and the column of its one line where it went too far.
fn refused(file: &str) -> (&'static str, usize) {
    match read_file(file.as_bytes()) {
        Err(error) => (error.reason, error.position.column),
        Ok(read) => panic!("{} records were read", read.records.len()),
    }
}

#[test]
fn a_node_of_many_moves_counts_as_many() {
    let moves = |count| format!("(;SZ[9]B{})", "[]".repeat(count));
    let kept = read_file(moves(MAX_NODES).as_bytes()).unwrap().records.remove(0);
    assert_eq!(kept.headline.node_count as usize, MAX_NODES);
    assert_eq!(show(&kept.sgf).unwrap().nodes.len(), MAX_NODES);
    assert_eq!(refused(&moves(MAX_NODES + 1)).0, "too_many_nodes");
    // A file that was kept when there was no such limit is not shown either.
    assert_eq!(show(&moves(400_000)).unwrap_err().reason, "too_many_nodes");
}

#[test]
fn nodes_are_counted_over_all_games() {
    let game = format!("(;B{})", "[]".repeat(1_000));
    assert_eq!(read_file(game.repeat(50).as_bytes()).unwrap().records.len(), 50);
    let (reason, column) = refused(&game.repeat(51));
    assert_eq!((reason, column / game.len()), ("too_many_nodes", 50));
}

#[test]
fn points_are_counted_over_all_games() {
    // 62,500 points each.
    let game = format!("(;SZ[25]{})", ";TR[aa:yy]".repeat(100));
    assert_eq!(read_file(game.repeat(4).as_bytes()).unwrap().records.len(), 4);
    let (reason, column) = refused(&game.repeat(5));
    assert_eq!((reason, column / game.len()), ("too_many_points", 4));
}

#[test]
fn searches_are_counted_over_all_games() {
    // A chain of some 600 stones is searched for its last liberty before each move.
    let game = format!("(;SZ[25]AB[aa:yx][ay:xy]AE[ya]{})", ";W[yy]".repeat(2_000));
    assert_eq!(read_file(game.as_bytes()).unwrap().records.len(), 1);
    let (reason, column) = refused(&game.repeat(24));
    assert_eq!(reason, "too_many_points");
    assert!(column > game.len(), "one game alone is refused");
}

#[test]
fn positions_that_come_again_are_counted() {
    // White passes again and again, so that one position stands there often, with Black to move. Each variation makes
    // the same position with White to move, and is compared with all the earlier ones.
    let file = |passes: usize, variations: usize| {
        let (passes, variations) = (";W[]".repeat(passes), "(;B[aa])".repeat(variations));
        format!("(;SZ[2:1]RU[AGA]AB[aa]{passes};W[ba];W[]{variations})")
    };
    let kept = read_file(file(1_000, 10).as_bytes()).unwrap().records.remove(0);
    let shown = show(&kept.sgf).unwrap();
    let last = shown.nodes.last().and_then(|node| node.made.as_ref()).unwrap();
    assert_eq!((last.captured.len(), last.illegal.as_deref()), (1, Some("superko")));
    assert_eq!(refused(&file(20_000, 20_000)).0, "too_many_points");
}

/// Each move of a node may be a property. Whoever looks through all properties for each of them looks at two and a half thousand million.
#[test]
fn a_node_of_many_properties_is_read_and_changed_in_one_pass() {
    let record = |properties: &str| RecordFile {
        sgf: format!("(;SZ[9]{};W[aa])\n", properties.repeat(MAX_NODES / 2)),
        ..RecordFile::default()
    };
    let moves = record("B[]");
    assert_eq!(show(&moves.sgf).unwrap().nodes.len(), MAX_NODES / 2 + 1);
    let change = r#"{"changes": [{"node": 9, "comment": "here"}]}"#;
    let refused = edit(&moves, &serde_json::from_str(change).unwrap(), "UTF-8").unwrap_err();
    assert!(matches!(refused, NotEdited::Unreadable(why) if why.reason == "too_many_parts"));
    // Every second property goes.
    let facts = record("PB[x]C[]");
    let change = r#"{"info": {"players": {"black": {"name": ""}}}}"#;
    let edited = edit(&facts, &serde_json::from_str(change).unwrap(), "UTF-8").unwrap();
    assert_eq!(edited.file.sgf, facts.sgf.replace("PB[x]", ""));
}
