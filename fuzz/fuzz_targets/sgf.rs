//! Any bytes are games or an error; games are written and read again as they were, each can be checked, and each can be kept
//! and shown. No text takes what follows it along, whatever its encoding. Words for komi, results and rules are read as often as
//! a file has room for them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_check::{Bounds, DeadChoice, Options, check, check_opened};
use tengen_protocol::records::{RecordNode, Shown};
use tengen_records::{joined, read_file, show};
use tengen_sgf::{Collection, Decoded, Limits, TextEncoding, decode, decode_as};

fuzz_target!(|bytes: &[u8]| {
    keep_and_show(bytes);
    agree(bytes);
    comment_on(bytes);
    repeat(bytes);
    let Ok(decoded) = decode(bytes) else { return };
    loses_nothing(bytes, &decoded);
    let Ok(collection) = Collection::read(decoded, &Limits::DEFAULT) else { return };
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

/// No character stands for bytes that were lost: in the encoding of the file all of them mean what the text says, or they are
/// stray in UTF-8.
fn loses_nothing(bytes: &[u8], decoded: &Decoded) {
    if !decoded.origin().is_of_one_encoding() {
        return;
    }
    let has_mark = bytes.starts_with(b"\xef\xbb\xbf");
    let named = decode_as(bytes, decoded.encoding).map(|named| named.text);
    if named.is_err() || has_mark {
        assert!(has_mark || decoded.encoding == TextEncoding::UTF_8);
        let there = bytes.windows(3).filter(|three| *three == "\u{fffd}".as_bytes()).count();
        assert!(has_mark || decoded.text.matches(char::REPLACEMENT_CHARACTER).count() == there);
    } else {
        assert_eq!(named.as_ref(), Ok(&decoded.text));
    }
}

/// Whatever a comment is guessed to say, it ends where it ends.
fn comment_on(bytes: &[u8]) {
    let comment: Vec<u8> =
        bytes.iter().copied().filter(|byte| !matches!(byte, b'[' | b'\\' | b']')).collect();
    let file = [&b"(;C["[..], &comment, b"];B[pd])"].concat();
    let Ok(decoded) = decode(&file) else { return };
    let collection = Collection::read(decoded, &Limits::DEFAULT).expect("the brackets are as they were");
    assert_eq!(collection.node_count(), 2);
}

/// Words that fill a file cost its letters once. More would take longer than a run may, and a call for each needs more stack than there is.
fn repeat(bytes: &[u8]) {
    let words: Vec<u8> =
        bytes.iter().copied().filter(|byte| !matches!(byte, b'[' | b'\\' | b']')).take(60).collect();
    if words.is_empty() {
        return;
    }
    for name in ["KM", "RE", "RU"] {
        let many = words.repeat((1 << 18) / words.len());
        let file = [&b"(;SZ[9]"[..], name.as_bytes(), b"[", &many, b"];B[ee])"].concat();
        let _ = read_file(&file);
    }
}

/// What a check says of a file is what an import says: what opens, why something does not, and what is forgiven, with the places.
fn agree(bytes: &[u8]) {
    let kept = read_file(bytes);
    let collection = match tengen_check::read(bytes) {
        Ok(collection) => collection,
        Err(failure) => {
            let unreadable = kept.expect_err("what a check can't read is not kept");
            assert_eq!((unreadable.reason, Some(unreadable.position)), (failure.code, failure.position));
            return;
        }
    };
    let games = match tengen_check::open_games(&collection, &Bounds::GREAT) {
        Ok(games) => games,
        Err(error) => return assert_eq!(kept, Err(error)),
    };
    let Ok(kept) = kept else { return assert!(games.iter().all(Result::is_err)) };
    let (mut records, mut refused) = (kept.records.iter(), kept.refused.iter());
    for (root, game) in collection.games().zip(games) {
        match game {
            Ok(game) => {
                let record = records.next().expect("a game that opens is kept");
                if kept.more_warnings == 0 {
                    let told: Vec<_> =
                        record.warnings.iter().map(|told| told.warning.code.as_str()).collect();
                    let forgiven: Vec<_> = game.warnings.iter().map(tengen_sgf::Warning::code).collect();
                    assert_eq!(told, forgiven);
                }
                check_opened(root, &game, &Options::default()).expect("what opens can be checked");
            }
            Err(error) => assert_eq!(error.reason, refused.next().expect("it is refused").reason),
        }
    }
    assert!(records.next().is_none() && refused.next().is_none());
}

/// No byte of a file is lost, and what is kept of it is read again as it is, and shows the same.
fn keep_and_show(bytes: &[u8]) {
    let Ok(file) = read_file(bytes) else { return };
    let around = file.around.clone().unwrap_or_default();
    let games = file.records.iter().map(|record| (record.place.behind, record.bytes()));
    assert_eq!(joined(&around.bytes, games), bytes);
    for record in file.records {
        let shown = show(&record.sgf).expect("what is kept can be shown");
        let again = read_file(record.sgf.as_bytes()).expect("what is kept can be read").records;
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].sgf, record.sgf);
        let mut headline = again[0].headline.clone();
        headline.encoding.clone_from(&record.headline.encoding);
        assert_eq!(headline, record.headline);
        assert_eq!(headline.node_count as usize, shown.nodes.len());
        follow(&shown);
    }
}

/// A page that knows no rules can follow every node: what is captured stood there.
fn follow(shown: &Shown) {
    let points = shown.board.width * shown.board.height;
    let index = |at: &str| {
        let column = at.as_bytes()[0] - b'A';
        let column = usize::from(column) - usize::from(at.as_bytes()[0] > b'I');
        let row: usize = at[1..].parse().expect("a row");
        (shown.board.height - row) * shown.board.width + column
    };
    let mut positions: Vec<Vec<u8>> = Vec::new();
    for (place, node) in shown.nodes.iter().enumerate().take(500) {
        let RecordNode { parent, made, setup, .. } = node;
        assert_eq!(parent.is_none(), place == 0);
        let mut stones =
            parent.map_or_else(|| vec![b'.'; points], |parent| positions[parent as usize].clone());
        if let Some(setup) = setup {
            for (list, stone) in [(&setup.black, b'B'), (&setup.white, b'W'), (&setup.empty, b'.')] {
                for at in list {
                    let before = std::mem::replace(&mut stones[index(&at.0.to_string())], stone);
                    assert_ne!(before, stone, "only what changes is told");
                }
            }
        }
        if let Some(made) =
            made.as_ref().filter(|made| made.at != "pass" && made.illegal.as_deref() != Some("off_board"))
        {
            let own = if made.color.0 == tengen_rules::Color::Black { b'B' } else { b'W' };
            let suicide = made.captured.iter().any(|at| at.0.to_string() == made.at);
            let taken = if suicide { own } else { b'B' + b'W' - own };
            stones[index(&made.at)] = own;
            for at in &made.captured {
                assert_eq!(std::mem::replace(&mut stones[index(&at.0.to_string())], b'.'), taken);
            }
        }
        positions.push(stones);
    }
}
