//! What holds of any bytes in a format that is not SGF: they are a record that can be kept, shown and checked, or an error, and
//! an import and a check agree which.

use tengen_check::{Options, check};
use tengen_formats::Format;
use tengen_records::{read_file, show};
use tengen_sgf::Collection;

/// Reads the bytes as they are and behind the beginning of a file in a format, so that most of them are read as lines of that.
pub fn try_both(bytes: &[u8], head: &[u8], format: Format) {
    try_file(bytes, format);
    try_file(&[head, bytes].concat(), format);
}

fn try_file(file: &[u8], format: Format) {
    let kept = read_file(file);
    let read = match tengen_check::read(file) {
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
    if std::str::from_utf8(original).is_ok_and(|text| Format::of(text) == format) {
        assert_eq!(original, file, "the file stays as it came");
        assert_eq!(Collection::parse(record.sgf).expect("it is SGF now"), read);
    }
}
