//! The server under test: the program of the test itself.
//!
//! Started once more with [`RUN`] set, its only test is the server. So whatever is tested is tested against the server of
//! this source, whoever builds it. The tests of the bot use this file, too.

use std::ffi::OsString;
use std::process::Command;

use clap::Parser;
use tengen_server::options::{Arguments, Task};
pub(crate) use tengen_testbed::Database;
use tengen_testbed::Program;

/// The arguments of the server, each in a line, in the environment of the process that is the server.
const RUN: &str = "TENGEN_TEST_SERVER";

/// This program, as a server.
#[derive(Debug)]
pub(crate) struct ThisTest;

pub(crate) type Server = tengen_testbed::Server<ThisTest>;

impl Program for ThisTest {
    fn command(arguments: Vec<OsString>) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["server::serve", "--exact", "--nocapture"]);
        command.env(RUN, arguments.join("\n".as_ref()));
        command
    }
}

/// The program that [`Server`] starts; it does nothing in any other run.
#[test]
fn serve() {
    let Ok(arguments) = std::env::var(RUN) else { return };
    let words = std::iter::once("tengen").chain(arguments.lines());
    let Task::Serve(options) = Arguments::parse_from(words).task() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(tengen_server::serve::run(*options)).unwrap();
}
