//! A provider of OpenID Connect that vouches for people who need no password, and misbehaves when it is told to.
//!
//! It checks what a provider has to check: the client, its secret, the address that the browser is sent back to, the proof key, and that
//! a code is used once. It signs by ES256.

mod desk;
mod endpoints;
mod http;
mod keys;
#[cfg(test)]
mod tests;
mod token;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use desk::{Desk, State};
pub use desk::{Fault, Person};

/// A provider on a port of its own. It ends with this value.
pub struct OpenIdProvider {
    address: SocketAddr,
    desk: Arc<Desk>,
}

impl OpenIdProvider {
    /// The client whom each provider knows.
    pub const CLIENT_ID: &str = desk::CLIENT_ID;
    /// The secret of that client.
    pub const CLIENT_SECRET: &str = desk::CLIENT_SECRET;

    /// A provider that knows one person, whose subject is `ada`.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let desk = Desk {
            issuer: format!("http://{address}"),
            state: Mutex::new(State::new()),
            ended: AtomicBool::new(false),
        };
        let desk = Arc::new(desk);
        let of_listener = Arc::clone(&desk);
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                if of_listener.ended.load(Ordering::Relaxed) {
                    return;
                }
                let desk = Arc::clone(&of_listener);
                // A browser may leave in the middle of an answer.
                std::thread::spawn(move || connection.and_then(|stream| endpoints::serve(&desk, stream)));
            }
        });
        Self { address, desk }
    }

    /// Its name and address.
    pub fn issuer(&self) -> &str {
        &self.desk.issuer
    }

    /// The people whom it knows. One is signed in at once; several see a page with a button for each.
    pub fn know(&self, people: impl IntoIterator<Item = Person>) {
        self.desk.state().people = people.into_iter().collect();
    }

    /// Has it do something wrong from now on, besides what it does wrong already.
    pub fn misbehave(&self, fault: Fault) {
        self.desk.state().faults.push(fault);
    }

    /// Has it do nothing wrong from now on.
    pub fn behave(&self) {
        let mut state = self.desk.state();
        state.faults.clear();
        state.announced.clear();
        state.held.clear();
    }

    /// Has its document say this in a field. Null leaves the field out.
    pub fn announce(&self, field: &str, value: Value) {
        self.desk.state().announced.insert(field.to_owned(), value);
    }

    /// Has it sign by another key, of another name, and forget the one before.
    pub fn rotate(&self) {
        self.desk.state().keys.rotate();
    }

    /// Has it sign by another key of the same name, and forget the one before.
    pub fn replace_key(&self) {
        self.desk.state().keys.replace();
    }

    /// Sets its clock, in milliseconds since 1970. Until then it goes by the system's.
    pub fn set_time(&self, at: i64) {
        self.desk.state().time = Some(at);
    }

    /// How often a path was asked for.
    pub fn asked(&self, path: &str) -> usize {
        self.desk.state().asked.get(path).copied().unwrap_or_default()
    }
}

impl Drop for OpenIdProvider {
    fn drop(&mut self) {
        self.desk.ended.store(true, Ordering::Relaxed);
        self.desk.state().held.clear();
        // The listener looks up.
        let _ = TcpStream::connect(self.address);
    }
}
