//! A real server as a process of its own, which a test can kill and start again on the same address and data.
//!
//! The program is the test itself: started once more with [`RUN`] set, its only test is the server. So whatever is
//! tested is tested against the server of this source, whoever builds it.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use tempfile::TempDir;
use tengen_server::options::{Arguments, Task};

/// Where the server keeps its data, in the environment of the process that is the server.
const RUN: &str = "TENGEN_CLIENT_TEST_SERVER";

pub(crate) struct Server {
    process: Option<Child>,
    address: SocketAddr,
    data: TempDir,
}

/// The program that [`Server`] starts; it does nothing in any other run.
#[test]
fn serve() {
    let Ok(words) = std::env::var(RUN) else { return };
    let Task::Serve(options) = Arguments::parse_from(words.split_whitespace()).task() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(tengen_server::serve::run(options)).unwrap();
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut server =
            Self { process: None, address: lasting_address(), data: tempfile::tempdir().unwrap() };
        server.start_again();
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// As a power cut would.
    pub(crate) fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    pub(crate) fn start_again(&mut self) {
        let data: &Path = self.data.path();
        let words =
            format!("tengen serve --log warn --listen {} --data-dir {}", self.address, data.display());
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["server::serve", "--exact", "--nocapture"]).env(RUN, words);
        self.process = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap());
        let began = Instant::now();
        while TcpStream::connect(self.address).is_err() {
            assert!(began.elapsed() < Duration::from_mins(1), "the server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// An address outside the range from which systems hand out ports by themselves, so that no other socket takes it
/// while the server is away.
fn lasting_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let offset = std::process::id().wrapping_mul(97) + u32::from(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + u16::try_from(offset % 18_000).unwrap();
        if let Ok(probe) = TcpListener::bind(("127.0.0.1", port)) {
            return probe.local_addr().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.kill();
        }
    }
}
