//! What a mail server says to one client (RFC 5321, and RFC 4954 for logins).

use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

use crate::received_letter::ReceivedLetter;
use crate::smtp_kept::{Refusal, Shared, Shown};

/// The longest line in bytes, the end included. Commands and texts have the same bound here.
const LONGEST_LINE: u64 = 2_000;
/// The longest letter in bytes.
const LONGEST_LETTER: usize = 1024 * 1024;
/// How many recipients a letter has at most.
const MOST_RECIPIENTS: usize = 100;

/// One connection.
pub(crate) struct Session {
    shared: Arc<Shared>,
    /// Whether encryption is offered and still to come.
    offers_tls: bool,
    is_encrypted: bool,
    is_logged_in: bool,
    from: Option<String>,
    to: Vec<String>,
}

/// What is to come after a line.
enum Next {
    Answer(String),
    StartTls,
    Data,
    Ask(&'static str),
    Silence,
    End,
}

fn answer(line: &str) -> Next {
    Next::Answer(line.to_owned())
}

impl Session {
    pub(crate) fn new(shared: Arc<Shared>, offers_tls: bool) -> Self {
        Self { shared, offers_tls, is_encrypted: false, is_logged_in: false, from: None, to: Vec::new() }
    }

    /// Serves one client to its end. A client that breaks off has no more to say.
    pub(crate) async fn serve(mut self, stream: TcpStream, tls: Option<TlsAcceptor>) {
        let mut plain = BufReader::new(stream);
        if say(&mut plain, "220 sink").await.is_err() {
            return;
        }
        let Ok(true) = self.talk(&mut plain).await else { return };
        // What came along with the command was not encrypted, and is not heard.
        let Some(Ok(stream)) = (match tls {
            Some(tls) => Some(tls.accept(plain.into_inner()).await),
            None => None,
        }) else {
            return;
        };
        self = Self::new(self.shared, false);
        self.is_encrypted = true;
        let _ = self.talk(&mut BufReader::new(stream)).await;
    }

    /// Answers the lines of a client to the end, or until the connection is to be encrypted.
    async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        stream: &mut BufReader<S>,
    ) -> io::Result<bool> {
        while let Some(line) = line(stream).await? {
            match self.next(&line) {
                Next::Answer(text) => say(stream, &text).await?,
                Next::StartTls => {
                    say(stream, "220 go on").await?;
                    return Ok(true);
                }
                Next::Ask(mechanism) => {
                    let answer = self.login(stream, mechanism, &line).await?;
                    say(stream, answer).await?;
                }
                Next::Data => {
                    say(stream, "354 go on").await?;
                    let Some(raw) = data(stream).await? else {
                        return say(stream, "552 5.3.4 too long").await.map(|()| false);
                    };
                    let from = self.from.take().unwrap_or_default();
                    let letter = ReceivedLetter { from, to: std::mem::take(&mut self.to), raw };
                    let is_kept = self.shared.keep(letter);
                    say(stream, if is_kept { "250 2.0.0 taken" } else { "452 4.3.1 full" }).await?;
                }
                Next::Silence => {
                    // Until the client leaves.
                    tokio::io::copy(stream, &mut tokio::io::sink()).await?;
                    return Ok(false);
                }
                Next::End => return say(stream, "221 2.0.0 bye").await.map(|()| false),
            }
        }
        Ok(false)
    }

    fn next(&mut self, line: &str) -> Next {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "EHLO" => {
                let tls = if self.offers_tls { "250-STARTTLS\r\n" } else { "250-AUTH PLAIN LOGIN\r\n" };
                Next::Answer(format!("250-sink\r\n{tls}250 8BITMIME"))
            }
            "HELO" => answer("250 sink"),
            "STARTTLS" if self.offers_tls => Next::StartTls,
            "AUTH" if !self.offers_tls => match rest.split(' ').next().unwrap_or_default() {
                "PLAIN" => Next::Ask("PLAIN"),
                "LOGIN" => Next::Ask("LOGIN"),
                _ => answer("504 5.5.4 unknown"),
            },
            "MAIL" if self.offers_tls => answer("530 5.7.0 STARTTLS first"),
            "MAIL" if self.shared.asks_for_login() && !self.is_logged_in => answer("530 5.7.0 log in first"),
            "MAIL" => match path(rest, "FROM:") {
                Some(from) => {
                    self.reset();
                    self.from = Some(from);
                    answer("250 2.1.0 ok")
                }
                None => answer("501 5.5.4 MAIL FROM:<address>"),
            },
            "RCPT" if self.from.is_none() || self.to.len() >= MOST_RECIPIENTS => answer("503 5.5.1 not now"),
            "RCPT" => match path(rest, "TO:") {
                Some(to) => self.recipient(to),
                None => answer("501 5.5.4 RCPT TO:<address>"),
            },
            "DATA" if self.to.is_empty() => answer("503 5.5.1 not now"),
            "DATA" => Next::Data,
            "RSET" => {
                self.reset();
                answer("250 2.0.0 ok")
            }
            "NOOP" => answer("250 2.0.0 ok"),
            "QUIT" => Next::End,
            _ => answer("502 5.5.1 unknown"),
        }
    }

    fn recipient(&mut self, to: String) -> Next {
        match self.shared.next_refusal() {
            None => {
                self.to.push(to);
                answer("250 2.1.5 ok")
            }
            Some(Refusal::Later) => Next::Answer(format!("451 4.7.1 <{to}>: come back later")),
            Some(Refusal::Never) => Next::Answer(format!("550 5.1.1 <{to}>: no such user")),
            Some(Refusal::Silence) => Next::Silence,
        }
    }

    fn reset(&mut self) {
        self.from = None;
        self.to.clear();
    }

    async fn login<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        stream: &mut BufReader<S>,
        mechanism: &'static str,
        first: &str,
    ) -> io::Result<&'static str> {
        let mut given = first.splitn(3, ' ').nth(2).map(str::to_owned);
        let mut asks: Vec<&str> =
            if mechanism == "PLAIN" { vec![""] } else { vec!["Username:", "Password:"] };
        let mut answers = Vec::new();
        for ask in asks.drain(..) {
            let text = if let Some(given) = given.take() {
                given
            } else {
                say(stream, &format!("334 {}", STANDARD.encode(ask))).await?;
                line(stream).await?.ok_or(io::ErrorKind::UnexpectedEof)?
            };
            let Some(text) = STANDARD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok())
            else {
                return Ok("501 5.5.2 no base64");
            };
            // PLAIN has all in one: on whose behalf, the user, the password.
            answers.extend(text.split('\0').map(str::to_owned));
        }
        let [.., user, password] = answers.as_slice() else { return Ok("501 5.5.2 incomplete") };
        let encrypted = self.is_encrypted;
        let shown = Shown { mechanism, user: user.clone(), password: password.clone(), encrypted };
        self.is_logged_in = self.shared.login(shown);
        Ok(if self.is_logged_in { "235 2.7.0 welcome" } else { "535 5.7.8 wrong" })
    }
}

/// The address in angle brackets behind a word like `FROM:`.
fn path(rest: &str, word: &str) -> Option<String> {
    let (head, tail) = rest.split_at_checked(word.len())?;
    let (address, _) = tail.trim_start().strip_prefix('<')?.split_once('>')?;
    head.eq_ignore_ascii_case(word).then(|| address.to_owned())
}

async fn say(stream: &mut (impl AsyncWrite + Unpin), text: &str) -> io::Result<()> {
    stream.write_all(format!("{text}\r\n").as_bytes()).await?;
    stream.flush().await
}

/// The next line as bytes, without its end. Nothing at the end of all.
async fn bytes(stream: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    stream.take(LONGEST_LINE).read_until(b'\n', &mut line).await?;
    if line.is_empty() {
        return Ok(None);
    }
    match line.strip_suffix(b"\r\n") {
        Some(line) => Ok(Some(line.to_vec())),
        None => Err(io::ErrorKind::InvalidData.into()),
    }
}

async fn line(stream: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<String>> {
    let Some(bytes) = bytes(stream).await? else { return Ok(None) };
    String::from_utf8(bytes).map(Some).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// The bytes of a letter, without the dots that are doubled on the way (RFC 5321, 4.5.2). Nothing if there are too many.
async fn data(stream: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut raw = Vec::new();
    loop {
        let line = bytes(stream).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if line == b"." {
            return Ok(Some(raw));
        }
        raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        raw.extend_from_slice(b"\r\n");
        if raw.len() > LONGEST_LETTER {
            return Ok(None);
        }
    }
}
