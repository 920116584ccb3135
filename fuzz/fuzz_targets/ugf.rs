//! Any bytes in UGF, the format of PandaNet, are a record that can be kept, shown and checked, or an error, and an import and a check agree which.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_check::{Options, check};
use tengen_formats::Format;
use tengen_records::{read_file, show};
use tengen_sgf::Collection;

/// Before the bytes, so that most of them are read as lines of this format.
const HEAD: &[u8] = b"[Header]\nSize=19\n[Data]\n";

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    read(&[HEAD, bytes].concat());
});

fn read(bytes: &[u8]) {
    let kept = read_file(bytes);
    let read = match tengen_check::read(bytes) {
        Ok(read) => read,
        Err(failure) => {
            let unreadable = kept.expect_err("what a check can't read is not kept");
            assert_eq!((unreadable.reason, Some(unreadable.position)), (failure.code, failure.position));
            return;
        }
    };
    for game in read.games() {
        let _ = check(game, &Options::default());
    }
    let Ok(mut kept) = kept else { return };
    let record = kept.records.swap_remove(0);
    show(&record.sgf).expect("what is kept can be shown");
    let original = record.original.as_deref().unwrap_or(record.sgf.as_bytes());
    if std::str::from_utf8(original).is_ok_and(|text| Format::of(text) == Format::Ugf) {
        assert_eq!(original, bytes, "the file stays as it came");
        assert_eq!(Collection::parse(record.sgf).expect("it is SGF now"), read);
    }
}
