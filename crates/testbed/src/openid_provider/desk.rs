//! What a provider knows, and what it does wrong.

use std::collections::{BTreeMap, HashMap};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use serde_json::{Map, Value};

use super::keys::Keys;
use crate::process::now;

/// The client whom each provider knows.
pub(super) const CLIENT_ID: &str = "tengen of a test";
/// The secret of that client.
pub(super) const CLIENT_SECRET: &str = "a secret: of & with %";

/// Somebody whom the provider knows.
#[derive(Debug, Clone)]
pub struct Person {
    /// The word by which the provider knows the person.
    pub subject: String,
    /// What else it tells about the person, by the names of the claims.
    pub claims: Map<String, Value>,
}

/// What the provider does wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// Tokens say this in a claim, whatever is true.
    Claim(&'static str, Value),
    /// Tokens leave a claim out.
    NoClaim(&'static str),
    /// Tokens are signed by a key that nobody knows, under the name of the right one.
    ForeignKey,
    /// Tokens are not signed, and say so.
    Unsigned,
    /// Tokens are signed by HS256, with the public key as the secret.
    SharedPublicKey,
    /// Tokens are signed by HS256, with the client's secret.
    SharedSecret,
    /// The answer has no token for the identity.
    NoToken,
    /// The token is this text.
    Token(String),
    /// The browser comes back with this error in place of a code.
    Error(String),
    /// The browser comes back with this as the issuer.
    IssuerInAnswer(String),
    /// The browser comes back without the issuer.
    NoIssuerInAnswer,
    /// Each connection is closed at once.
    Away,
    /// Requests of these paths are not answered, and their connections stay open.
    Silent(&'static str),
    /// Requests of these paths are answered by this status.
    Status(&'static str, u16),
    /// Requests of these paths are answered by a body of this many bytes.
    LongBody(&'static str, usize),
    /// Requests of these paths are sent on to another path.
    Redirect(&'static str, String),
}

/// What the threads of the provider share.
pub(super) struct Desk {
    pub(super) issuer: String,
    pub(super) state: Mutex<State>,
    pub(super) ended: AtomicBool,
}

pub(super) struct State {
    pub(super) people: Vec<Person>,
    pub(super) faults: Vec<Fault>,
    /// What the document says differently.
    pub(super) announced: BTreeMap<String, Value>,
    pub(super) keys: Keys,
    /// What the browsers were sent back with, and no client has shown yet.
    pub(super) codes: HashMap<String, Issued>,
    /// How many codes there were.
    pub(super) issued: u64,
    /// How often each path was asked for.
    pub(super) asked: HashMap<String, usize>,
    /// The time, in milliseconds since 1970, if it is not that of the system.
    pub(super) time: Option<i64>,
    /// Connections that are not answered.
    pub(super) held: Vec<TcpStream>,
}

/// What belongs to a code.
pub(super) struct Issued {
    pub(super) subject: String,
    pub(super) redirect_uri: String,
    pub(super) challenge: String,
    pub(super) nonce: Option<String>,
    /// When the person signed in, in milliseconds since 1970.
    pub(super) at: i64,
}

impl Person {
    /// Somebody of whom nothing else is known.
    pub fn new(subject: &str) -> Self {
        Self { subject: subject.to_owned(), claims: Map::new() }
    }

    /// The same person with a claim besides.
    #[must_use]
    pub fn with(mut self, claim: &str, value: impl Into<Value>) -> Self {
        self.claims.insert(claim.to_owned(), value.into());
        self
    }
}

impl Desk {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl State {
    /// That of a provider that has just begun.
    pub(super) fn new() -> Self {
        Self {
            people: vec![Person::new("ada")],
            faults: Vec::new(),
            announced: BTreeMap::new(),
            keys: Keys::new(),
            codes: HashMap::new(),
            issued: 0,
            asked: HashMap::new(),
            time: None,
            held: Vec::new(),
        }
    }

    pub(super) fn now(&self) -> i64 {
        self.time.unwrap_or_else(now)
    }

    /// The text of the first fault that has one of a kind.
    pub(super) fn said<'s>(&'s self, text: impl Fn(&'s Fault) -> Option<&'s String>) -> Option<String> {
        self.faults.iter().find_map(text).cloned()
    }

    pub(super) fn does(&self, fault: &Fault) -> bool {
        self.faults.contains(fault)
    }
}
