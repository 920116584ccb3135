//! What the log tells of letters. It is one for the whole process, so this is the only test of its file.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_mail::{Letter, Options, Pace, Post};
use tengen_testbed::{Refusal, SmtpSink, in_time, until};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_told_without_anybody_s_address_or_words() {
    let log = Log::default();
    let writer = log.clone();
    // All that the library says is heard as well, down to the finest.
    tracing_subscriber::fmt()
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .init();
    in_time(async {
        let sink = SmtpSink::start().await;
        sink.ask_for_login("operator", "password");
        sink.refuse(1, Refusal::Later);
        sink.refuse(1, Refusal::Never);
        let pause = Duration::from_millis(5);
        let options = Options {
            server: format!("smtp://operator:guess@{}?tls=none", sink.address()).parse().unwrap(),
            sender: "go@example.org".parse().unwrap(),
            ca_file: None,
            pace: Pace { first_pause: pause, longest_pause: pause, ..Pace::default() },
        };
        let stop = CancellationToken::new();
        let (post, mut round) = Post::open(options, Clock::by_hand(0).0, stop.clone()).unwrap();
        let task = tokio::spawn(async move { round.go().await });
        let to = "somebody@example.net".parse().unwrap();
        post.send(Letter::new(to, "subject-of-it", "words-of-it", "en").unwrap()).unwrap();
        until(async || !sink.shown().is_empty()).await;
        sink.ask_for_login("operator", "guess");
        until(async || post.figures().failed > 0).await;
        stop.cancel();
        task.await.unwrap();
    })
    .await;
    let text = log.text();
    for (what, cause) in [
        ("the mail server is not to be had", "the mail server answered 535 5.7.8"),
        ("a letter has to wait", "the mail server answered 451 4.7.1"),
        ("a letter was refused", "the mail server answered 550 5.1.1"),
    ] {
        let mut lines = text.lines();
        assert!(lines.any(|line| line.contains(what) && line.contains(cause)), "{what}: {text}");
    }
    for word in ["somebody", "subject-of-it", "words-of-it", "guess", "no such user"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}
