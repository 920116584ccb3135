//! A provider of OpenID Connect for the tests of the pages: it prints its issuer, the client's id and secret in JSON, and goes on until its
//! input ends. Each argument is somebody whom it knows, by a subject, or by a subject and a name: `ada` or `ada=Ada of the club`.

#![allow(clippy::print_stdout, reason = "whoever starts it reads where it is")]

use std::io::{self, Read};

use serde_json::json;
use tengen_testbed::{OpenIdProvider, Person};

fn main() -> io::Result<()> {
    let provider = OpenIdProvider::start();
    let person = |word: String| match word.split_once('=') {
        Some((subject, name)) => Person::new(subject).with("preferred_username", name),
        None => Person::new(&word),
    };
    let people: Vec<_> = std::env::args().skip(1).map(person).collect();
    if !people.is_empty() {
        provider.know(people);
    }
    let (id, secret) = (OpenIdProvider::CLIENT_ID, OpenIdProvider::CLIENT_SECRET);
    println!("{}", json!({"issuer": provider.issuer(), "client_id": id, "client_secret": secret}));
    io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
