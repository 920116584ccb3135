//! `tengen check-config`: whether a server would start with its options.

use std::io::Write;

use crate::examine;
use crate::options::ServeOptions;
use crate::own_network;

/// Says what is wrong with the options, a line for each fault on standard error, or that nothing is, on standard output, with what the
/// operator may want to know of them. Answers whether all is well. Nothing is opened but the files that the options name: no database, no address, no other server.
pub fn run(options: &ServeOptions) -> bool {
    let faults = examine::faults(options);
    // A reader that has left needs no more.
    for fault in &faults {
        let _ = writeln!(std::io::stderr(), "tengen: {fault}");
    }
    if faults.is_empty() {
        let _ = writeln!(std::io::stdout(), "a server would start with these options");
        if let Some(words) = own_network::words(options) {
            let _ = writeln!(std::io::stdout(), "{words}");
        }
    }
    faults.is_empty()
}
