//! Any bytes, as they are and as the rest of a file in UGF, the format of PandaNet.

#![no_main]

mod foreign;

use foreign::try_both;
use libfuzzer_sys::fuzz_target;
use tengen_formats::Format;

/// The beginning of a file.
const HEAD: &[u8] = b"[Header]\nSize=19\n[Data]\n";

fuzz_target!(|bytes: &[u8]| try_both(bytes, HEAD, Format::Ugf));
