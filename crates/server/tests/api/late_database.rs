//! A server that is started before its Postgres, or whose Postgres never comes.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};

use tengen_testbed::Program;
use tokio::io::{AsyncBufReadExt, BufReader, Lines, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, ChildStderr, Command};
use tokio_util::task::AbortOnDropHandle;
use url::Url;

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, Tengen, lasting_address, once};

once! {
    a_server_waits_for_its_database
    a_server_that_waits_ends_when_it_is_told
    what_time_does_not_mend_is_told_at_once
}

const WAITS: &str = "the server waits for it";

/// A server that is about to start, and what it says.
struct Starting {
    child: Child,
    lines: Lines<BufReader<ChildStderr>>,
    said: String,
}

impl Starting {
    fn on(data: &Data, listen: &str) -> Self {
        let mut arguments = ["serve", "--listen", listen, "--data-dir"].map(OsString::from).to_vec();
        arguments.push(data.directory().into());
        let mut command = Tengen::command(arguments);
        command.env_clear().env("NO_COLOR", "1").env("DATABASE_URL", data.database_url().unwrap());
        let mut command = Command::from(command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, lines, said: String::new() }
    }

    /// Waits until it has said this.
    async fn says(&mut self, words: &str) {
        loop {
            let line = self.lines.next_line().await.unwrap();
            let line = line.unwrap_or_else(|| panic!("it ends without {words}:\n{}", self.said));
            self.said.push_str(&line);
            self.said.push('\n');
            if line.contains(words) {
                return;
            }
        }
    }

    /// Asks it to end, and answers how it did and all that it has said.
    async fn ends(mut self) -> (ExitStatus, String) {
        let id = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
        while let Some(line) = self.lines.next_line().await.unwrap() {
            self.said.push_str(&line);
            self.said.push('\n');
        }
        (self.child.wait().await.unwrap(), self.said)
    }
}

/// Leads whoever connects to an address on to another one, from now on.
async fn lead(from: SocketAddr, to: String) -> AbortOnDropHandle<()> {
    let listener = TcpListener::bind(from).await.unwrap();
    AbortOnDropHandle::new(tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let to = to.clone();
            tokio::spawn(async move {
                let mut server = TcpStream::connect(to).await.unwrap();
                // Either may hang up.
                let _ = copy_bidirectional(&mut client, &mut server).await;
            });
        }
    }))
}

async fn a_server_waits_for_its_database() {
    let data = Data::new(Database::Postgres).await;
    let (address, postgres) = (lasting_address(), lasting_address());
    let url = Url::parse(data.database_url().unwrap()).unwrap();
    let there = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    let later = url.as_str().replace(&there, &postgres.to_string());
    let data = data.with_url(&later);
    let mut starting = Starting::on(&data, &address.to_string());
    starting.says(WAITS).await;
    // Now its Postgres comes.
    let _leading = lead(postgres, there).await;
    starting.says(" is at http://").await;
    let server = Server::within(address, data);
    assert_eq!(Visitor::stranger(&server).get_page("/readyz").await.status, 200);
    let (status, said) = starting.ends().await;
    assert!(status.success(), "{said}");
    assert_eq!(said.matches(WAITS).count(), 1, "{said}");
    assert!(said.contains("the database is there"), "{said}");
}

async fn a_server_that_waits_ends_when_it_is_told() {
    let nowhere = format!("postgres://tengen:opensesame4711@{}/tengen", lasting_address());
    let data = Data::new(Database::Sqlite).await.with_url(&nowhere);
    let mut starting = Starting::on(&data, "127.0.0.1:0");
    starting.says(WAITS).await;
    let (status, said) = starting.ends().await;
    assert!(status.success() && said.contains("stopped"), "{said}");
    assert!(!said.contains(" is at http://") && !said.contains("ERROR"), "{said}");
    assert!(!said.contains("opensesame4711"), "{said}");
}

async fn what_time_does_not_mend_is_told_at_once() {
    let data = Data::new(Database::Postgres).await;
    let url = data.database_url().unwrap().to_owned();
    let (cluster, name) = url.rsplit_once('/').unwrap();
    for (wrong, reason) in [
        (format!("{cluster}/no_such_database"), "no_such_database"),
        (format!("{}/{name}", cluster.replace("tengen@", "nobody@")), "nobody"),
        (format!("{url}?sslmode=require"), "server does not support TLS"),
    ] {
        let (status, said) = Server::refused_start(&data.clone().with_url(&wrong)).await;
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(reason) && !said.contains(WAITS), "{said}");
    }
}
