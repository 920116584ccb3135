//! A mail server that keeps what it is given.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;

use crate::authority::Certified;
use crate::received_letter::ReceivedLetter;
use crate::smtp_kept::{Refusal, Shared, Shown};
use crate::smtp_session::Session;
use crate::terminator::acceptor;

/// A mail server at an address of this machine that delivers nothing: it keeps the letters for the test. It ends with its handle.
#[derive(Debug)]
pub struct SmtpSink {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl SmtpSink {
    /// A mail server that encrypts nothing and takes all letters.
    pub async fn start() -> Self {
        Self::start_at(SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// The same at an address that is free.
    pub async fn start_at(address: SocketAddr) -> Self {
        Self::listen(address, None).await
    }

    /// A mail server that offers STARTTLS with this certificate, and takes no letters without it.
    pub async fn with_starttls(certified: &Certified) -> Self {
        Self::listen(SocketAddr::from(([127, 0, 0, 1], 0)), Some(acceptor(certified))).await
    }

    async fn listen(address: SocketAddr, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::<Shared>::default();
        let of_all = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            // They end with the sink.
            let mut sessions = JoinSet::new();
            loop {
                tokio::select! {
                    Ok((stream, _)) = listener.accept() => {
                        of_all.state.send_modify(|state| state.connections += 1);
                        sessions.spawn(Session::new(Arc::clone(&of_all), tls.is_some()).serve(stream, tls.clone()));
                    }
                    Some(_) = sessions.join_next() => of_all.state.send_modify(|state| state.left += 1),
                }
            }
        });
        Self { address, shared, task }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no letter from now on without this login.
    pub fn ask_for_login(&self, user: &str, password: &str) {
        let member = Some((user.to_owned(), password.to_owned()));
        self.shared.state.send_modify(|state| state.member = member);
    }

    /// Refuses so many letters that come after those that it was told to refuse before.
    pub fn refuse(&self, letters: usize, refusal: Refusal) {
        self.shared.state.send_modify(|state| {
            state.refusals.extend(std::iter::repeat_n(refusal, letters));
        });
    }

    /// How many letters it is still to refuse.
    pub fn refusals_left(&self) -> usize {
        self.shared.state.borrow().refusals.len()
    }

    /// The letters so far, in the order in which they came.
    pub fn letters(&self) -> Vec<ReceivedLetter> {
        self.shared.state.borrow().letters.clone()
    }

    /// Waits until there are so many letters, and answers all.
    pub async fn wait_for(&self, letters: usize) -> Vec<ReceivedLetter> {
        let mut state = self.shared.state.subscribe();
        state.wait_for(|state| state.letters.len() >= letters).await.unwrap().letters.clone()
    }

    /// What was logged in with, in the order of the attempts, the refused ones included.
    pub fn shown(&self) -> Vec<Shown> {
        self.shared.state.borrow().shown.clone()
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.shared.state.borrow().connections
    }

    /// Waits until there was a client, and all have left.
    pub async fn wait_for_no_clients(&self) {
        let mut state = self.shared.state.subscribe();
        state.wait_for(|state| state.connections > 0 && state.left == state.connections).await.unwrap();
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpStream;

    use super::*;

    /// Says each line and answers the code of what comes back.
    async fn talk(sink: &SmtpSink, lines: &[&str]) -> Vec<String> {
        let mut stream = BufReader::new(TcpStream::connect(sink.address()).await.unwrap());
        let mut codes = Vec::new();
        for line in [""].iter().chain(lines) {
            if !line.is_empty() {
                stream.write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
            }
            let mut answer = String::new();
            while answer.as_bytes().get(3) != Some(&b' ') {
                answer.clear();
                stream.read_line(&mut answer).await.unwrap();
            }
            codes.push(answer[..3].to_owned());
        }
        codes
    }

    #[tokio::test]
    async fn it_speaks_like_a_mail_server() {
        let sink = SmtpSink::start().await;
        sink.ask_for_login("go", "secret");
        let (from, to) = ("MAIL FROM:<go@example.org>", "rcpt to:<alice@example.org>");
        let lines = ["HELO me", from, "AUTH LOGIN", "Z28=", "c2VjcmV0", "DATA", from, to, "RSET", "DATA"];
        let expected = ["220", "250", "530", "334", "334", "235", "503", "250", "250", "250", "503"];
        assert_eq!(talk(&sink, &lines).await, expected);
        let whole = "Subject: a\r\n\r\n..\r\n..b\r\n.";
        let lines =
            ["EHLO me", "AUTH PLAIN AGdvAHNlY3JldA==", from, to, "DATA", whole, "NOOP", "VRFY x", "QUIT"];
        let expected = ["220", "250", "235", "250", "250", "354", "250", "250", "502", "221"];
        assert_eq!(talk(&sink, &lines).await, expected);
        assert_eq!(sink.letters()[0].raw, b"Subject: a\r\n\r\n.\r\n.b\r\n");
        assert_eq!(sink.shown().iter().map(|shown| shown.mechanism).collect::<Vec<_>>(), ["LOGIN", "PLAIN"]);
        let lines = ["AUTH PLAIN AGdvAHdyb25n", "AUTH PLAIN !", "MAIL go@example.org", "STARTTLS"];
        assert_eq!(talk(&sink, &lines).await, ["220", "535", "501", "530", "502"]);
        sink.wait_for_no_clients().await;
        assert_eq!(sink.connections(), 3);
    }
}
