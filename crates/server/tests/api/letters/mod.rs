//! Letters: addresses are shown to be a member's, and links in them sign in.

mod addresses;
mod changes;
mod links;
mod post;

use reqwest::Method;
use reqwest::header::ACCEPT_LANGUAGE;
use serde_json::{Value, json};
use tengen_testbed::{ReceivedLetter, SmtpSink};

use crate::by_hand::ServerByHand;
use crate::member::{PASSWORD, at_home};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server};

/// Where browsers find the server: not where the tests do.
const SITE: &str = "http://go.example.org";
const ANN: &str = "annabel@example.org";

/// The options of a server that gives its letters to a sink.
fn options(server: &str) -> [String; 6] {
    let words = ["--mail-server", server, "--mail-from", "Go club <go@example.org>", "--public-url", SITE];
    words.map(str::to_owned)
}

fn url(sink: &SmtpSink) -> String {
    format!("smtp://{}?tls=none", sink.address())
}

/// A server as a process of its own, with a mail server.
async fn server(database: Database, sink: &SmtpSink) -> Server {
    let options = options(&url(sink));
    Server::with_options(database, &options.each_ref().map(String::as_str)).await
}

/// A server on a clock that the test moves, with a mail server.
async fn by_hand(database: Database, sink: &SmtpSink) -> ServerByHand {
    let options = options(&url(sink));
    ServerByHand::launch(Data::new(database).await, &options.each_ref().map(String::as_str)).await
}

async fn register_with(visitor: &Visitor, name: &str, mail: &str) -> Answer {
    visitor.post("/accounts", json!({"name": name, "password": PASSWORD, "mail": mail})).await
}

/// The secrets of the links in a letter that lead to a page.
#[track_caller]
fn secrets(letter: &ReceivedLetter, page: &str) -> Vec<String> {
    let text = letter.text();
    let words = text.split_whitespace().filter(|word| word.contains("://"));
    let beginning = format!("{SITE}/{page}#");
    let secrets: Option<Vec<_>> =
        words.map(|word| word.strip_prefix(&beginning).map(str::to_owned)).collect();
    secrets.unwrap_or_else(|| panic!("another link: {text}"))
}

#[track_caller]
fn secret(letter: &ReceivedLetter, page: &str) -> String {
    let mut secrets = secrets(letter, page);
    assert_eq!(secrets.len(), 1, "{}", letter.text());
    secrets.remove(0)
}

/// The secret of the only link in a letter that asks whose address it is.
#[track_caller]
fn confirming(letter: &ReceivedLetter) -> String {
    secret(letter, "confirm-mail")
}

/// The same of one that signs in.
#[track_caller]
fn signing_in(letter: &ReceivedLetter) -> String {
    secret(letter, "sign-in/letter")
}

async fn confirm(stranger: &Visitor, secret: &str) -> Answer {
    stranger.post("/mail-confirmations", json!({"letter": secret})).await
}

/// Asks for a link by mail.
async fn ask(stranger: &Visitor, mail: &str) -> Answer {
    stranger.post("/mail-links", json!({"mail": mail})).await
}

async fn sign_in_by(stranger: &Visitor, secret: &str) -> Answer {
    stranger.post("/sessions", json!({"letter": secret})).await
}

/// The address to which letters have arrived, as the member is told.
async fn mail_of(member: &Visitor) -> Value {
    member.get("/me").await.ok()["account"]["mail"].clone()
}

/// The next letter: the one that comes after so many.
async fn letter_after(sink: &SmtpSink, letters: usize) -> ReceivedLetter {
    let all = sink.wait_for(letters + 1).await;
    assert_eq!(all.len(), letters + 1, "{:?}", all.iter().map(ReceivedLetter::subject).collect::<Vec<_>>());
    all.into_iter().next_back().unwrap()
}

/// A member with an address that was confirmed.
async fn with_mail(server: &Server, sink: &SmtpSink, name: &str, mail: &str) -> Visitor {
    let (stranger, before) = (Visitor::stranger(server), sink.letters().len());
    let member = at_home(&stranger, &register_with(&stranger, name, mail).await);
    let letter = letter_after(sink, before).await;
    assert_eq!(confirm(&stranger, &confirming(&letter)).await.status, 204);
    member
}

/// Has the server write one more letter, and makes sure that it is the only one that comes after so many: what was asked for before would
/// have come before.
async fn nothing_more(server: &Server, sink: &SmtpSink, letters: usize) {
    let stranger = Visitor::stranger(server);
    let mail = format!("last-{letters}@example.org");
    let request = stranger.request(Method::POST, "/api/v1/accounts").header(ACCEPT_LANGUAGE, "en");
    let body = json!({"name": format!("Last {letters}"), "password": PASSWORD, "mail": mail});
    assert_eq!(Answer::read(request.json(&body).send().await.unwrap()).await.status, 201);
    assert_eq!(letter_after(sink, letters).await.to, [mail]);
}
