//! Any bytes are a record and changes of it, with a zero byte between them, or an error. A record that was changed shows what it
//! tells, and without changes stays as it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_protocol::object;
use tengen_protocol::records::RecordEdit;
use tengen_records::{Edited, RecordFile, edit, read_file};
use tengen_sgf::{Limits, Manuscript};

/// Where no record is given: a ko, setup, a node of several moves, and a variation.
const SGF: &str = "(;CA[UTF-8]SZ[4:3]GN[x];B[ba];W[ca]TR[aa:bb];B[ab];W[db];B[bc];W[cc];B[cb](;W[bb];B[cb]W[ac]C[y])(;AB[aa]LB[bb:1]))\n";

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(game) = Manuscript::read(text, &Limits::DEFAULT)
    {
        // Brackets are added, and a `;` where a node has nothing else.
        let written = game.to_string();
        let mut rest = text.chars().peekable();
        assert!(written.chars().all(|letter| rest.next_if_eq(&letter).is_some() || "()];".contains(letter)));
        assert_eq!(rest.next(), None);
    }
    let (file, changes) = match bytes.iter().position(|byte| *byte == 0) {
        Some(place) => (&bytes[..place], &bytes[place + 1..]),
        None => (SGF.as_bytes(), bytes),
    };
    let Ok(read) = read_file(file) else { return };
    let Some(record) = read.records.into_iter().next() else { return };
    let record = RecordFile { sgf: record.sgf, ..RecordFile::default() };
    let unchanged =
        edit(&record, &RecordEdit::default(), "UTF-8").expect("a kept record can be left as it is");
    assert_eq!(unchanged.file, record);
    let mut text = serde_json::Deserializer::from_slice(changes);
    let Ok(asked) = object::<_, RecordEdit>(&mut text) else { return };
    let Ok(Edited { file, headline, shown, before }) = edit(&record, &asked, "UTF-8") else { return };
    assert_eq!(file.show().expect("a changed record can be shown"), shown);
    assert!(before.is_none_or(|before| before.board == shown.board));
    assert_eq!(headline.node_count as usize, shown.nodes.len());
    let numbers = file.numbers.to_string();
    assert!(file.numbers.are_places() || numbers.parse() == Ok(file.numbers.clone()));
    let kept = read_file(file.sgf.as_bytes()).expect("a changed record can be brought").records;
    assert_eq!((kept.len(), &kept[0].sgf), (1, &file.sgf));
});
