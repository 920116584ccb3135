//! A Tengen server as a process of its own, which can be killed and started again on the same address and data.

use std::ffi::OsString;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, ExitStatus};

use crate::address::lasting_address;
use crate::data::{Data, Database};
use crate::process::{NotServing, Process};

/// An address of which the system chooses the port.
const ANYWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
/// So many connections to Postgres a server of a test makes at most, beside those of its writer. A server makes all that it may have
/// while it starts, each costs some five milliseconds, and a test has few uses for them.
pub const CONNECTIONS: u16 = 4;

/// The program that is the server: each crate has its own way to it.
pub trait Program {
    /// The command that does what `tengen` does with these arguments, of which the first one is the task.
    fn command(arguments: Vec<OsString>) -> Command;
}

/// A server and its data, which go when this is dropped.
#[derive(Debug)]
pub struct Server<P> {
    process: Option<Process>,
    address: SocketAddr,
    options: Vec<String>,
    /// How many files the process may have open, if that is not up to the system.
    files: Option<u32>,
    data: Data,
    program: PhantomData<P>,
}

impl<P: Program> Server<P> {
    /// A new server with an empty database.
    pub async fn start(database: Database) -> Self {
        Self::with_options(database, &[]).await
    }

    /// A new server with an empty database, on an address that nobody takes while it is away.
    pub async fn start_to_come_back(database: Database) -> Self {
        Self::on(Data::new(database).await, lasting_address(), &[]).await
    }

    /// A new server with an empty database and these options besides.
    pub async fn with_options(database: Database, options: &[&str]) -> Self {
        Self::on(Data::new(database).await, ANYWHERE, options).await
    }

    /// A server on data that may be there before.
    pub async fn on(data: Data, listen: SocketAddr, options: &[&str]) -> Self {
        Self::launch(data, listen, options, None).await
    }

    /// A new server on SQLite that may have no more than so many files open.
    pub async fn with_files(files: u32, options: &[&str]) -> Self {
        Self::launch(Data::new(Database::Sqlite).await, ANYWHERE, options, Some(files)).await
    }

    /// A server in the test's own process, of which this is the address and the data.
    pub fn within(address: SocketAddr, data: Data) -> Self {
        Self { process: None, address, options: Vec::new(), files: None, data, program: PhantomData }
    }

    /// Starts a server on data that it should refuse, and answers how it ended and what it said.
    pub async fn refused_start(data: &Data) -> (ExitStatus, String) {
        Self::refused_options(data, &[]).await
    }

    /// Starts a server that should refuse its data or these options, and answers how it ended and what it said.
    pub async fn refused_options(data: &Data, options: &[&str]) -> (ExitStatus, String) {
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        match Process::start(command::<P>(data, ANYWHERE, &options, None)).await {
            Err(NotServing::Ended { status, log }) => (status, log),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("the server started"),
        }
    }

    async fn launch(data: Data, listen: SocketAddr, options: &[&str], files: Option<u32>) -> Self {
        data.prepare().await;
        let options = options.iter().map(ToString::to_string).collect();
        let mut server = Self { options, files, ..Self::within(listen, data) };
        let process = server.new_process().await;
        server.address = process.address();
        server.process = Some(process);
        server
    }

    async fn new_process(&self) -> Process {
        let command = command::<P>(&self.data, self.address, &self.options, self.files);
        Process::start(command).await.unwrap_or_else(|error| panic!("the server does not start: {error}"))
    }

    fn process(&self) -> &Process {
        self.process.as_ref().expect("a running server")
    }

    /// What the running process has written into its log.
    pub fn log(&self) -> String {
        self.process().log()
    }

    /// Where it listens, also while it is away.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of its pages.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where it keeps its games.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The number of the running process.
    pub fn process_id(&self) -> u32 {
        self.process().id()
    }

    /// When the running process was ready to serve, in milliseconds since 1970.
    pub fn ready_at(&self) -> i64 {
        self.process().ready_at()
    }

    /// Closes the pipe that the server's log goes to.
    pub async fn stop_reading_log(&mut self) {
        self.process.as_mut().expect("a running server").stop_reading_log().await;
    }

    /// Ends the server as a crash would.
    pub async fn kill(&mut self) {
        self.process.take().expect("a running server").kill().await;
    }

    /// Asks the server to stop and waits until it has.
    pub async fn stop(&mut self) -> ExitStatus {
        self.process.take().expect("a running server").stop().await
    }

    /// The same, and its whole log.
    pub async fn stop_and_tell(&mut self) -> (ExitStatus, String) {
        self.process.take().expect("a running server").stop_and_tell().await
    }

    /// Starts another program on the address and data of a server that has ended, with the same options.
    pub async fn start_as<Q: Program>(&self) -> Server<Q> {
        assert!(self.process.is_none(), "the server still runs");
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        Server::launch(self.data.clone(), self.address, &options, self.files).await
    }

    /// Starts a server that has ended, on the same address and data.
    pub async fn start_again(&mut self) {
        assert!(self.process.is_none(), "the server still runs");
        let process = self.new_process().await;
        assert_eq!(process.address(), self.address);
        self.process = Some(process);
    }
}

/// The command that serves these data.
fn command<P: Program>(data: &Data, listen: SocketAddr, options: &[String], files: Option<u32>) -> Command {
    let mut arguments: Vec<OsString> =
        vec!["serve".into(), "--listen".into(), listen.to_string().into(), "--data-dir".into()];
    arguments.push(data.directory().into());
    arguments.extend(options.iter().map(OsString::from));
    let program = P::command(arguments);

    // A process that ignores this signal sees a limit on its files as it would see a full disk: the write fails.
    // Without a path to search, the process is made without a copy of this one.
    let mut command = Command::new("/bin/sh");
    let files = files.map_or("unlimited".to_owned(), |files| files.to_string());
    let script = r#"trap '' XFSZ; [ "$0" = unlimited ] || ulimit -n "$0"; exec "$@""#;
    command.args(["-c", script, &files]).arg(program.get_program()).args(program.get_args());
    command.env_clear().env("NO_COLOR", "1");
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(url) = data.database_url() {
        command.env("DATABASE_URL", url).env("TENGEN_DATABASE_CONNECTIONS", CONNECTIONS.to_string());
    }
    command
}
