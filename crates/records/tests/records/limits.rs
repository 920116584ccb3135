//! The limits of one file. They hold for all of its games together, and for the shown tree, not for the file's length.

use tengen_records::{
    Bounds, NotEdited, ReadFile, RecordFile, Unreadable, edit, look_through, open_game, read_collection,
    read_file, read_file_within, show,
};

use crate::collections::{book, dictionary};

const NODES: usize = Bounds::SMALL.nodes;

fn read(file: &str) -> Result<ReadFile, Unreadable> {
    read_file_within(file.as_bytes(), None, &Bounds::SMALL)
}

/// Why a file is refused, and the column of its one line where it went too far.
fn refused(file: &str) -> (&'static str, usize) {
    match read(file) {
        Err(error) => (error.reason, error.position.column),
        Ok(read) => panic!("{} records were read", read.records.len()),
    }
}

/// Each bound is that of all games of the file together.
#[test]
fn each_bound_is_reached_and_passed() {
    let tight = Bounds { bytes: 40, games: 3, nodes: 8, points: 10, searched: 40, parts: 6 };
    for (bounds, part, most, reason) in [
        (Bounds { games: 3, ..Bounds::SMALL }, "(;SZ[9])", 3, "too_many_games"),
        (Bounds { nodes: 8, ..Bounds::SMALL }, "(;SZ[9];)", 4, "too_many_nodes"),
        (Bounds { nodes: 8, ..Bounds::SMALL }, "(;SZ[9]B[][])", 4, "too_many_nodes"),
        (Bounds { points: 10, ..Bounds::SMALL }, "(;SZ[9]AB[aa:ea])", 2, "too_many_points"),
        (Bounds { points: 10, ..Bounds::SMALL }, "(;SZ[9]TR[aa:ea])", 2, "too_many_points"),
        (Bounds { parts: 6, ..Bounds::SMALL }, "(;SZ[9]B[])", 3, "too_many_properties"),
        (Bounds { parts: 6, ..Bounds::SMALL }, "(;TR[aa][bb])", 3, "too_many_values"),
        (Bounds { bytes: 16, ..Bounds::SMALL }, "(;SZ[9])", 2, "too_large"),
        (tight, "(;SZ[9])", 3, "too_many_games"),
    ] {
        let within = |count: usize| read_file_within(part.repeat(count).as_bytes(), None, &bounds);
        assert_eq!(within(most).map(|read| read.records.len()), Ok(most), "{part} {bounds:?}");
        assert_eq!(within(most + 1).map_err(|error| error.reason).err(), Some(reason), "{part} {bounds:?}");
    }
    let searching = Bounds { searched: 40, ..Bounds::SMALL };
    let moves = format!("(;SZ[9]{})", ";B[aa];W[ba];B[ca]".repeat(40));
    let error = read_file_within(moves.as_bytes(), None, &searching).unwrap_err();
    assert_eq!(error.reason, "too_many_points");
    // The bytes of a file count, and not those that come of it when it is decoded.
    let file = b"(;C[\xe9\xd7\xc1\xce])";
    let within = |bytes: usize| {
        let bounds = Bounds { bytes, ..Bounds::SMALL };
        read_file_within(file, "KOI8-R".parse().ok(), &bounds).map_err(|error| error.reason)
    };
    assert_eq!(within(file.len()).map(|read| read.records.len()), Ok(1));
    assert_eq!(within(file.len() - 1).map(|read| read.records.len()), Err("too_large"));
}

#[test]
fn members_have_room_for_books_and_dictionaries() {
    let book = book(900);
    assert_eq!(refused(&book).0, "too_many_games");
    let read = read_file(book.as_bytes()).unwrap();
    assert_eq!((read.records.len(), read.refused.len(), read.more_warnings), (900, 0, 0));
    assert!(read.records.iter().all(|record| record.warnings.is_empty()));

    let dictionary = dictionary(70_000);
    assert!(dictionary.len() > 3_600_000 && dictionary.len() < Bounds::GREAT.bytes, "{}", dictionary.len());
    // It has too many bytes for others, and too many nodes.
    assert_eq!(refused(&dictionary).0, "too_large");
    let bounds = Bounds { bytes: Bounds::GREAT.bytes, ..Bounds::SMALL };
    let error = read_file_within(dictionary.as_bytes(), None, &bounds).unwrap_err();
    assert_eq!(error.reason, "too_many_nodes");
    let record = read_file(dictionary.as_bytes()).unwrap().records.remove(0);
    assert_eq!(record.headline.node_count, 70_000);
    // It is shown, changed in one place, and numbered like any other.
    let file = RecordFile { sgf: record.sgf, ..RecordFile::default() };
    let change = r#"{"changes": [{"node": 69999, "comment": "Seldom played."}, {"node": 9, "gone": true}]}"#;
    let edited = edit(&file, &serde_json::from_str(change).unwrap(), "UTF-8").unwrap();
    let (before, after) = (edited.before.unwrap().nodes.len(), edited.shown.nodes.len());
    assert!(before == 70_000 && after < before && after > 69_000, "{before} {after}");
    let numbers = edited.file.numbers.to_string();
    assert_eq!(numbers.parse(), Ok(edited.file.numbers));
}

#[test]
fn a_node_of_many_moves_counts_as_many() {
    let moves = |count| format!("(;SZ[9]B{})", "[]".repeat(count));
    let kept = read(&moves(NODES)).unwrap().records.remove(0);
    assert_eq!(kept.headline.node_count as usize, NODES);
    assert_eq!(show(&kept.sgf).unwrap().nodes.len(), NODES);
    assert_eq!(refused(&moves(NODES + 1)).0, "too_many_nodes");
    // A file that was kept when there was no such limit is not shown either.
    assert_eq!(show(&moves(400_000)).unwrap_err().reason, "too_many_nodes");
}

#[test]
fn nodes_are_counted_over_all_games() {
    let game = format!("(;B{})", "[]".repeat(1_000));
    assert_eq!(read(&game.repeat(50)).unwrap().records.len(), 50);
    let (reason, column) = refused(&game.repeat(51));
    assert_eq!((reason, column / game.len()), ("too_many_nodes", 50));
}

#[test]
fn points_are_counted_over_all_games() {
    // 62,500 points each.
    let game = format!("(;SZ[25]{})", ";TR[aa:yy]".repeat(100));
    assert_eq!(read(&game.repeat(4)).unwrap().records.len(), 4);
    let (reason, column) = refused(&game.repeat(5));
    assert_eq!((reason, column / game.len()), ("too_many_points", 4));
    // Each of them opens alone.
    let collection = |games: usize| read_collection(game.repeat(games).as_bytes(), &Bounds::SMALL).unwrap();
    assert_eq!(look_through(&collection(4), &Bounds::SMALL), Ok(()));
    let five = collection(5);
    assert_eq!(look_through(&five, &Bounds::SMALL).unwrap_err().reason, "too_many_points");
    assert!(five.games().all(|root| open_game(root, &Bounds::SMALL).is_ok()));
}

/// Handicap stones that are counted and not placed are looked for within the bounds, too.
#[test]
fn points_are_counted_where_handicap_stones_are_missing() {
    let game = |nodes: usize| format!("(;SZ[25]HA[2];W[aa]{})", ";AB[aa:yy];AE[aa:yy]".repeat(nodes));
    assert_eq!(read(&game(100)).unwrap().records.len(), 1);
    assert_eq!(refused(&game(1_000)).0, "too_many_points");
}

/// A record stays open that was kept before faults were told of its setup and of its handicap stones.
#[test]
fn faults_that_are_only_told_refuse_no_file() {
    let chain = "AB[aa:yx][ay:xy]";
    let setups = format!("(;SZ[25]{chain}{})", ";AE[yy]".repeat(20));
    let handicap = format!("(;SZ[25]HA[9];W[aa];{chain}AE[yy]{})", ";AE[yy]".repeat(20));
    for game in [setups, handicap] {
        let bounds = Bounds { searched: 1_000, ..Bounds::SMALL };
        assert_eq!(read_file_within(game.as_bytes(), None, &bounds).map(|read| read.records.len()), Ok(1));
    }
}

#[test]
fn searches_are_counted_over_all_games() {
    // A chain of some 600 stones is searched for its last liberty before each move.
    let game = format!("(;SZ[25]AB[aa:yx][ay:xy]AE[ya]{})", ";W[yy]".repeat(2_000));
    assert_eq!(read(&game).unwrap().records.len(), 1);
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
    let kept = read(&file(1_000, 10)).unwrap().records.remove(0);
    let shown = show(&kept.sgf).unwrap();
    let last = shown.nodes.last().and_then(|node| node.made.as_ref()).unwrap();
    assert_eq!((last.captured.len(), last.illegal.as_deref()), (1, Some("superko")));
    assert_eq!(refused(&file(20_000, 20_000)).0, "too_many_points");
}

/// Each move of a node may be a property. Whoever looks through all properties for each of them looks at two and a half thousand million.
#[test]
fn a_node_of_many_properties_is_read_and_changed_in_one_pass() {
    let record = |properties: &str| RecordFile {
        sgf: format!("(;SZ[9]{};W[aa])\n", properties.repeat(NODES / 2)),
        ..RecordFile::default()
    };
    let moves = record("B[]");
    assert_eq!(show(&moves.sgf).unwrap().nodes.len(), NODES / 2 + 1);
    let change = r#"{"changes": [{"node": 9, "comment": "here"}]}"#;
    let refused = edit(&moves, &serde_json::from_str(change).unwrap(), "UTF-8").unwrap_err();
    assert!(matches!(refused, NotEdited::Unreadable(why) if why.reason == "too_many_parts"));
    // Every second property goes.
    let facts = record("PB[x]C[]");
    let change = r#"{"info": {"players": {"black": {"name": ""}}}}"#;
    let edited = edit(&facts, &serde_json::from_str(change).unwrap(), "UTF-8").unwrap();
    assert_eq!(edited.file.sgf, facts.sgf.replace("PB[x]", ""));
}
