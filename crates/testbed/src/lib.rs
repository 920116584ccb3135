//! The ground for tests and measurements of a whole server: servers as processes of their own, and databases that nobody
//! else uses.
//!
//! Whoever starts a server says which program that is, so this crate depends on none of the others, and the tests of any of them
//! may use it. A [`Server`] has its data and can be killed and started again; a [`Process`] is any program that serves; a [`Cable`]
//! leads to either and can be cut; a [`Nats`] carries messages between servers. An [`Authority`] makes certificates, and a
//! [`Terminator`] encrypts for a server. An [`SmtpSink`] is a mail server that keeps its letters. An [`OpenIdProvider`] vouches
//! for people, and an [`Authenticator`] has their passkeys; both misbehave when they are told to.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::missing_panics_doc,
    reason = "the set-up of a test or a measurement fails it like a part of it"
)]

mod address;
mod authenticator;
mod authority;
mod cable;
mod data;
mod migrated;
mod nats;
mod openid_provider;
mod patience;
mod postgres;
mod process;
mod proxy;
mod received_letter;
mod scratch;
mod server;
mod smtp_kept;
mod smtp_session;
mod smtp_sink;
mod terminator;
mod waiting;

pub use address::lasting_address;
pub use authenticator::{Authenticator, NoCredential, PasskeyFault};
pub use authority::{Authority, Certified};
pub use cable::Cable;
pub use data::{Data, Database};
pub use nats::{Nats, NatsClient};
pub use openid_provider::{Fault, OpenIdProvider, Person};
pub use patience::{in_time, run};
pub use postgres::{Cluster, administrate};
pub use process::{NotServing, Process, now};
pub use proxy::{CADDY, HAPROXY, Kind as ProxyKind, NGINX, Proxy};
pub use received_letter::ReceivedLetter;
pub use server::{CONNECTIONS, Program, Server};
pub use smtp_kept::{Refusal, Shown};
pub use smtp_sink::SmtpSink;
pub use terminator::Terminator;
pub use waiting::{found, pause, until};
