//! The post before a mail server, by real connections.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::path::Path;
use std::time::Duration;

use tengen_clock::Clock;
use tengen_mail::{Figures, Full, Letter, MailServer, Options, Pace, Post};
use tengen_testbed::{Authority, Refusal, Shown, SmtpSink, Terminator, found, lasting_address};
use tengen_tls::CaFile;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const JAPANESE: &str = "ログインのためのリンク: 長い件名でも一行のままで、途中で切れることなく届くはずです";

/// Pauses that no test waits for, and limits that no test meets by chance.
fn pace() -> Pace {
    Pace {
        attempt: Duration::from_mins(5),
        first_pause: Duration::from_millis(20),
        longest_pause: Duration::from_millis(50),
        patience: Duration::from_mins(5),
        idle: Duration::from_mins(5),
        parting: Duration::from_mins(5),
        places: 256,
    }
}

struct Office {
    post: Post,
    task: JoinHandle<()>,
    stop: CancellationToken,
}

impl Office {
    fn with(server: &str, pace: Pace, ca_file: Option<CaFile>) -> Self {
        let sender = "囲碁クラブ <go@example.org>".parse().unwrap();
        let options = Options { server: server.parse().unwrap(), sender, ca_file, pace };
        let stop = CancellationToken::new();
        let (clock, _) = Clock::by_hand(1_790_000_000_000);
        let (post, mut round) = Post::open(options, clock, stop.clone()).unwrap();
        Self { post, task: tokio::spawn(async move { round.go().await }), stop }
    }

    fn before(sink: &SmtpSink, pace: Pace) -> Self {
        Self::with(&format!("smtp://{}?tls=none", sink.address()), pace, None)
    }

    fn send(&self, to: &str) {
        self.post.send(letter(to)).unwrap();
    }

    /// Waits until no letter waits.
    async fn done(&self) -> Figures {
        self.until(|figures| figures.waiting == 0).await
    }

    async fn until(&self, is_there: impl Fn(Figures) -> bool) -> Figures {
        found(async || Some(self.post.figures()).filter(|figures| is_there(*figures))).await
    }

    async fn end(self) -> Figures {
        self.stop.cancel();
        self.task.await.unwrap();
        self.post.figures()
    }
}

fn letter(to: &str) -> Letter {
    let text = "こんにちは。\n\nhttps://go.example.org/link?token=0123456789abcdefghijklmnopqrstuvwxyz0123456789\n.\n..\n";
    Letter::new(to.parse().unwrap(), JAPANESE, text, "ja").unwrap()
}

fn figures(sent: u64, failed: u64, waiting: usize) -> Figures {
    Figures { sent, failed, refused: 0, waiting }
}

tengen_testbed::once! {
    a_letter_arrives_as_it_was_written
    one_connection_serves_many_letters
    a_connection_that_nobody_needs_is_left
    what_is_refused_for_now_is_tried_again
    what_is_refused_for_ever_is_dropped
    a_letter_that_is_always_refused_is_given_up
    a_silent_server_does_not_stop_the_others
    a_server_that_comes_back_gets_what_has_waited
    more_letters_than_places_are_not_taken
    at_the_stop_letters_leave_that_wait
    at_the_stop_a_silent_server_is_not_waited_for
    without_handles_the_last_letter_ends_the_task
    a_login_is_shown
    a_wrong_login_is_no_fault_of_the_letter
    encryption_from_the_first_byte
    encryption_by_starttls
    without_starttls_nothing_is_said
}

async fn a_letter_arrives_as_it_was_written() {
    let sink = SmtpSink::start().await;
    let office = Office::before(&sink, pace());
    office.send("alice@example.org");
    let letter = sink.wait_for(1).await.remove(0);
    assert_eq!(
        (letter.from.as_str(), letter.to.as_slice()),
        ("go@example.org", &["alice@example.org".to_owned()][..])
    );
    assert_eq!(letter.subject(), JAPANESE);
    assert_eq!(letter.sender_name().as_deref(), Some("囲碁クラブ"));
    let link = "https://go.example.org/link?token=0123456789abcdefghijklmnopqrstuvwxyz0123456789";
    assert_eq!(letter.link().as_deref(), Some(link));
    assert_eq!(letter.text().trim_end(), format!("こんにちは。\n\n{link}\n.\n.."));
    assert_eq!(letter.header("Date"), ["Mon, 21 Sep 2026 14:13:20 +0000"]);
    assert_eq!(letter.header("Auto-Submitted"), ["auto-generated"]);
    assert_eq!(letter.header("Content-Language"), ["ja"]);
    assert_eq!(letter.header("To"), ["alice@example.org"]);
    let id = &letter.header("Message-ID")[0];
    assert!(id.starts_with('<') && id.ends_with(".1@example.org>"), "{id}");
    assert_eq!(office.done().await, figures(1, 0, 0));
}

async fn one_connection_serves_many_letters() {
    let sink = SmtpSink::start().await;
    let office = Office::before(&sink, pace());
    for number in 0..20 {
        office.send(&format!("member{number}@example.org"));
    }
    let letters = sink.wait_for(20).await;
    let expected: Vec<_> = (0..20).map(|number| format!("member{number}@example.org")).collect();
    assert_eq!(letters.iter().map(|letter| letter.to[0].clone()).collect::<Vec<_>>(), expected);
    let mut ids: Vec<_> = letters.iter().flat_map(|letter| letter.header("Message-ID")).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), sink.connections()), (20, 1));
}

async fn a_connection_that_nobody_needs_is_left() {
    let sink = SmtpSink::start().await;
    let office = Office::before(&sink, Pace { idle: Duration::from_millis(1), ..pace() });
    office.send("alice@example.org");
    sink.wait_for_no_clients().await;
    office.send("bob@example.org");
    sink.wait_for(2).await;
    assert_eq!(sink.connections(), 2);
}

async fn what_is_refused_for_now_is_tried_again() {
    let sink = SmtpSink::start().await;
    sink.refuse(3, Refusal::Later);
    let office = Office::before(&sink, pace());
    office.send("alice@example.org");
    office.send("bob@example.org");
    assert_eq!(office.done().await, figures(2, 0, 0));
    let mut to: Vec<_> = sink.letters().into_iter().flat_map(|letter| letter.to).collect();
    to.sort_unstable();
    assert_eq!(
        (to, sink.refusals_left()),
        (vec!["alice@example.org".to_owned(), "bob@example.org".to_owned()], 0)
    );
}

async fn what_is_refused_for_ever_is_dropped() {
    let sink = SmtpSink::start().await;
    sink.refuse(1, Refusal::Never);
    let office = Office::before(&sink, pace());
    office.send("nobody@example.org");
    office.send("alice@example.org");
    assert_eq!(office.done().await, figures(1, 1, 0));
    assert_eq!(sink.letters()[0].to, ["alice@example.org"]);
}

async fn a_letter_that_is_always_refused_is_given_up() {
    let sink = SmtpSink::start().await;
    sink.refuse(usize::MAX >> 44, Refusal::Later);
    let office = Office::before(&sink, Pace { patience: Duration::from_millis(100), ..pace() });
    office.send("alice@example.org");
    assert_eq!(office.done().await, figures(0, 1, 0));
}

async fn a_silent_server_does_not_stop_the_others() {
    let sink = SmtpSink::start().await;
    sink.refuse(1, Refusal::Silence);
    let long = Duration::from_mins(5);
    let office = Office::before(
        &sink,
        Pace { attempt: Duration::from_secs(1), first_pause: long, longest_pause: long, ..pace() },
    );
    office.send("slow@example.org");
    office.send("alice@example.org");
    assert_eq!(sink.wait_for(1).await[0].to, ["alice@example.org"]);
    // It counts as sent for a moment before it no longer waits.
    office.until(|seen| seen == figures(1, 0, 1)).await;
}

async fn a_server_that_comes_back_gets_what_has_waited() {
    let address = lasting_address();
    let office = Office::with(&format!("smtp://{address}?tls=none"), pace(), None);
    for number in 0..5 {
        office.send(&format!("member{number}@example.org"));
    }
    // Several attempts fail meanwhile, and count for none of the letters.
    let nobody = TcpListener::bind(address).await.unwrap();
    for _ in 0..3 {
        drop(nobody.accept().await.unwrap());
    }
    assert_eq!(office.post.figures(), figures(0, 0, 5));
    drop(nobody);
    let sink = SmtpSink::start_at(address).await;
    assert_eq!(office.done().await, figures(5, 0, 0));
    assert_eq!(sink.letters().len(), 5);
}

async fn more_letters_than_places_are_not_taken() {
    let sink = SmtpSink::start().await;
    sink.refuse(1, Refusal::Silence);
    let office = Office::before(&sink, Pace { places: 3, ..pace() });
    for _ in 0..3 {
        office.send("alice@example.org");
    }
    assert_eq!(office.post.send(letter("bob@example.org")), Err(Full));
    office.until(|_| sink.refusals_left() == 0).await;
    // One is on its way, and has its place still.
    assert_eq!(office.post.send(letter("bob@example.org")), Err(Full));
    assert_eq!(office.post.figures(), Figures { refused: 2, ..figures(0, 0, 3) });
}

async fn at_the_stop_letters_leave_that_wait() {
    let sink = SmtpSink::start().await;
    sink.refuse(2, Refusal::Later);
    let long = Duration::from_mins(5);
    let office = Office::before(&sink, Pace { first_pause: long, longest_pause: long, ..pace() });
    office.send("alice@example.org");
    office.send("bob@example.org");
    office.until(|_| sink.refusals_left() == 0).await;
    office.send("carol@example.org");
    let post = office.post.clone();
    assert_eq!(office.end().await, figures(3, 0, 0));
    assert_eq!(sink.letters().len(), 3);
    assert_eq!(post.send(letter("dave@example.org")), Err(Full));
    assert_eq!(post.figures(), Figures { refused: 1, ..figures(3, 0, 0) });
}

async fn at_the_stop_a_silent_server_is_not_waited_for() {
    let sink = SmtpSink::start().await;
    sink.refuse(1, Refusal::Silence);
    let office = Office::before(&sink, Pace { parting: Duration::from_millis(50), ..pace() });
    office.send("alice@example.org");
    office.send("bob@example.org");
    office.until(|_| sink.refusals_left() == 0).await;
    assert_eq!(office.end().await, figures(0, 2, 0));
}

async fn without_handles_the_last_letter_ends_the_task() {
    let sink = SmtpSink::start().await;
    sink.refuse(1, Refusal::Later);
    let Office { post, task, .. } = Office::before(&sink, pace());
    post.send(letter("alice@example.org")).unwrap();
    drop(post);
    task.await.unwrap();
    assert_eq!(sink.letters().len(), 1);
}

async fn a_login_is_shown() {
    let sink = SmtpSink::start().await;
    sink.ask_for_login("go@example.org", "geheim 碁:/@");
    let server = format!("smtp://go%40example.org:geheim%20%E7%A2%81:%2F%40@{}?tls=none", sink.address());
    let office = Office::with(&server, pace(), None);
    office.send("alice@example.org");
    sink.wait_for(1).await;
    let (user, password) = ("go@example.org".to_owned(), "geheim 碁:/@".to_owned());
    assert_eq!(sink.shown(), [Shown { mechanism: "PLAIN", user, password, encrypted: false }]);
}

async fn a_wrong_login_is_no_fault_of_the_letter() {
    let sink = SmtpSink::start().await;
    sink.ask_for_login("go", "right");
    let office = Office::with(&format!("smtp://go:wrong@{}?tls=none", sink.address()), pace(), None);
    office.send("alice@example.org");
    office.until(|_| sink.shown().len() > 1).await;
    assert_eq!(office.post.figures(), figures(0, 0, 1));
    sink.ask_for_login("go", "wrong");
    assert_eq!(office.done().await, figures(1, 0, 0));
}

fn ca_file(authority: &Authority) -> CaFile {
    CaFile::read(Path::new(&authority.file())).unwrap()
}

async fn encryption_from_the_first_byte() {
    let (authority, sink) = (Authority::new(), SmtpSink::start().await);
    let terminator = Terminator::before(sink.address(), &authority.issue(&["127.0.0.1"])).await;
    let server = format!("smtps://{}", terminator.address());
    let trusting = Office::with(&server, pace(), Some(ca_file(&authority)));
    trusting.send("alice@example.org");
    assert_eq!(trusting.done().await, figures(1, 0, 0));
    assert_eq!(sink.letters().len(), 1);
    let other = Office::with(&server, pace(), Some(ca_file(&Authority::new())));
    other.send("bob@example.org");
    assert_eq!(other.end().await, figures(0, 1, 0));
    assert_eq!(sink.letters().len(), 1);
}

async fn encryption_by_starttls() {
    let authority = Authority::new();
    let sink = SmtpSink::with_starttls(&authority.issue(&["127.0.0.1"])).await;
    let server = |parameter: &str| format!("smtp://go:secret@{}{parameter}", sink.address());
    for (number, parameter) in ["", "?tls=required", "?tls=opportunistic"].into_iter().enumerate() {
        let trusting = Office::with(&server(parameter), pace(), Some(ca_file(&authority)));
        trusting.send("alice@example.org");
        assert_eq!(trusting.done().await, figures(1, 0, 0));
        assert_eq!(sink.letters().len(), number + 1);
    }
    assert!(sink.shown().iter().all(|shown| shown.encrypted && shown.password == "secret"));
    for name in [&["127.0.0.2"], &["127.0.0.1"]] {
        // The right authority and another name, and the right name by another authority.
        let other = Authority::new();
        let (certified, trusted) = if name[0].ends_with('2') {
            (authority.issue(name), &authority)
        } else {
            (other.issue(name), &authority)
        };
        let sink = SmtpSink::with_starttls(&certified).await;
        let office =
            Office::with(&format!("smtp://go:secret@{}", sink.address()), pace(), Some(ca_file(trusted)));
        office.send("alice@example.org");
        assert_eq!(office.end().await, figures(0, 1, 0));
        assert_eq!((sink.letters().len(), sink.shown().len()), (0, 0));
    }
}

async fn without_starttls_nothing_is_said() {
    let sink = SmtpSink::start().await;
    let office = Office::with(
        &format!("smtp://go:secret@{}", sink.address()),
        pace(),
        Some(ca_file(&Authority::new())),
    );
    office.send("alice@example.org");
    office.until(|_| sink.connections() > 1).await;
    assert_eq!(office.end().await, figures(0, 1, 0));
    assert_eq!((sink.letters().len(), sink.shown().len()), (0, 0));
}

#[test]
fn a_server_prints_without_its_password() {
    let server: MailServer = "smtps://go:secret@mail.example.org".parse().unwrap();
    assert_eq!(format!("{server:?}"), "MailServer(mail.example.org:465, Wrapped)");
}
