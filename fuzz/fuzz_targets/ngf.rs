//! Any bytes, as they are and as the rest of a file in NGF, the format of WBaduk.

#![no_main]

mod foreign;

use foreign::try_both;
use libfuzzer_sys::fuzz_target;
use tengen_formats::Format;

/// The beginning of a file.
const HEAD: &[u8] = b"Game\n19\nBen 5D\nAnn 4D\nwww\n0\n0\n6\n20240604\n5\nWhite wins\n3\n";

fuzz_target!(|bytes: &[u8]| try_both(bytes, HEAD, Format::Ngf));
