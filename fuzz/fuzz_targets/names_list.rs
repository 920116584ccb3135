//! Any file as a list of names: it is read or refused, and never more is read than may be.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_groups::read_names;

fuzz_target!(|list: &[u8]| {
    if let Ok(rows) = read_names(list, 200) {
        assert!(!rows.is_empty() && rows.len() <= 200);
        assert!(rows.windows(2).all(|pair| pair[0].line < pair[1].line));
    }
});
