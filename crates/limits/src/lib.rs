//! Limits of the wishes of one client, and of the share of the machine that they take.
//!
//! A [`Client`] is an address, or the network of one household. [`Limits`] counts what each asks for by the
//! second, the minute or the hour, what it has open, and the time of a processor that its work takes. What is
//! scarce counts for the networks around it as well. Whoever asks for too much is told when to ask again
//! ([`TooMany`]), and counted for the log ([`KeptOut`]).
//!
//! Of several servers of one database each lets a part through ([`Limits::share`]), so that all together
//! allow at most twice what one does.
//!
//! When very many want to register, a page pays for it by computing ([`Toll`]).
//!
//! The limits know no server's clock: they guard the machine, which is slow in its own time.

mod attention;
mod by_distance;
mod client;
mod counter;
mod guesses;
mod kept_out;
mod letters;
mod limits;
mod look;
mod looks;
mod networks;
mod open;
mod options;
mod pace;
mod places;
mod rate;
mod scarce;
mod scarce_wishes;
mod share;
mod socket;
mod toll;
mod under_way;

pub use client::Client;
pub use counter::{Ticket, TooMany};
pub use guesses::Guess;
pub use kept_out::{KeptOut, Kind};
pub use limits::Limits;
pub use look::{ListTurn, Look, LookPlace};
pub use open::Open;
pub use options::Options;
pub use places::PlaceTicket;
pub use socket::SocketLimits;
pub use toll::{Challenge, Payment, Toll, TollError, bits_for};
pub use under_way::GuessUnderWay;
