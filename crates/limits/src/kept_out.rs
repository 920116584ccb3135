//! Refusals by the limits, for the log: an operator has to see that somebody asks for too much, and from
//! where.

use std::collections::HashMap;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

/// The time in which refusals are gathered after the first one, and then between two lines of the log.
const GATHER: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_mins(1);
/// The most addresses that are counted between two lines. Later ones are counted together.
const ADDRESSES: usize = 1_024;
/// The most addresses that a line names.
const NAMED: usize = 5;

/// The kind of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All places for connections are taken.
    Place,
    /// Too many connections of one address, or too many a second.
    Connections,
    /// Too many requests a second.
    Requests,
    /// Too many requests that are being answered.
    Answers,
    /// Too many bytes of answers that are not read.
    Unread,
    /// Too many guests a minute.
    Guests,
    /// Too many games a minute, or too many that are not over.
    Games,
    /// Too many bytes of records an hour.
    Records,
    /// Too many sockets and streams.
    Sockets,
    /// Too many frames a second.
    Frames,
    /// Too many games that are followed, or too many that are in memory for those who watch.
    Subscriptions,
    /// Too many commands an hour.
    Commands,
    /// Too much work that takes long.
    Work,
    /// Too many wrong passwords or codes, or too many that are to be looked at.
    SignIns,
    /// Too many new accounts.
    Accounts,
    /// Too many letters an hour, of one client or to one address.
    Letters,
    /// Too many letters an hour, of all clients together.
    AllLetters,
    /// More of a processor's time than one address may have: a step of it had to wait for a moment.
    Rests,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 18] = [
        Self::Place,
        Self::Connections,
        Self::Requests,
        Self::Answers,
        Self::Unread,
        Self::Guests,
        Self::Games,
        Self::Records,
        Self::Sockets,
        Self::Frames,
        Self::Subscriptions,
        Self::Commands,
        Self::Work,
        Self::SignIns,
        Self::Accounts,
        Self::Letters,
        Self::AllLetters,
        Self::Rests,
    ];

    /// The name in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Place => "connections without a place",
            Self::Connections => "connections",
            Self::Requests => "requests",
            Self::Answers => "requests at once",
            Self::Unread => "unread answers",
            Self::Guests => "guests",
            Self::Games => "games",
            Self::Records => "records",
            Self::Sockets => "sockets",
            Self::Frames => "frames",
            Self::Subscriptions => "subscriptions",
            Self::Commands => "commands",
            Self::Work => "work",
            Self::SignIns => "sign-ins",
            Self::Accounts => "accounts",
            Self::Letters => "letters",
            Self::AllLetters => "letters of all",
            Self::Rests => "rests",
        }
    }
}

/// Counts what was kept out, since the last line of the log and in all.
#[derive(Debug, Default)]
pub struct KeptOut {
    counted: Mutex<Counted>,
    in_all: [AtomicU64; Kind::ALL.len()],
    noted: Notify,
}

#[derive(Debug, Default)]
struct Counted {
    kinds: [u64; Kind::ALL.len()],
    addresses: HashMap<IpAddr, u64>,
    others: u64,
}

impl KeptOut {
    /// Counts one that was kept out, by its address or network.
    pub fn note(&self, kind: Kind, address: IpAddr) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.add(kind, address);
        self.in_all[kind as usize].fetch_add(1, Relaxed);
        drop(counted);
        self.noted.notify_one();
    }

    /// The number of refusals since the start.
    pub fn in_all(&self, kind: Kind) -> u64 {
        self.in_all[kind as usize].load(Relaxed)
    }

    /// Writes a line into the log soon after somebody was kept out, and no more than one a minute.
    pub async fn tell(&self) {
        loop {
            self.noted.notified().await;
            sleep(GATHER).await;
            let counted = std::mem::take(&mut *self.counted.lock().unwrap_or_else(PoisonError::into_inner));
            if let Some((what, from)) = counted.summed_up() {
                tracing::warn!(what, from, "too much was asked for, and kept out or made to wait");
                sleep(BETWEEN).await;
            }
        }
    }
}

impl Counted {
    fn add(&mut self, kind: Kind, address: IpAddr) {
        self.kinds[kind as usize] += 1;
        if self.addresses.len() < ADDRESSES || self.addresses.contains_key(&address) {
            *self.addresses.entry(address).or_insert(0) += 1;
        } else {
            self.others += 1;
        }
    }

    /// The refusals, with the addresses from which most came, each with its count.
    fn summed_up(&self) -> Option<(String, String)> {
        let kinds = Kind::ALL.into_iter().map(|kind| (kind.name(), self.kinds[kind as usize]));
        let what: Vec<_> =
            kinds.filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name} {count}")).collect();
        let mut addresses: Vec<_> = self.addresses.iter().collect();
        addresses.sort_by_key(|(address, count)| (std::cmp::Reverse(**count), **address));
        let named: Vec<_> =
            addresses.iter().take(NAMED).map(|(address, count)| format!("{address} {count}")).collect();
        let mut from = named.join(", ");
        let rest = addresses.iter().skip(NAMED).map(|(_, count)| **count).sum::<u64>() + self.others;
        if rest > 0 {
            // Writing to a text can't fail.
            let _ = write!(from, ", others {rest}");
        }
        (!what.is_empty()).then(|| (what.join(", "), from))
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 + number))
    }

    #[test]
    fn the_most_frequent_addresses_are_named() {
        assert_eq!(Counted::default().summed_up(), None);
        let mut counted = Counted::default();
        for number in 0..7 {
            for _ in 0..=number {
                counted.add(Kind::Requests, address(number));
            }
        }
        counted.add(Kind::Place, address(6));
        let (what, from) = counted.summed_up().unwrap();
        assert_eq!(what, "connections without a place 1, requests 28");
        assert_eq!(from, "10.0.0.6 8, 10.0.0.5 6, 10.0.0.4 5, 10.0.0.3 4, 10.0.0.2 3, others 3");
    }

    #[test]
    fn very_many_addresses_take_no_more_room() {
        let mut counted = Counted::default();
        for number in 0..5_000 {
            counted.add(Kind::Connections, address(number));
        }
        assert_eq!(counted.addresses.len(), ADDRESSES);
        assert!(counted.summed_up().unwrap().1.ends_with("others 4995"));
    }
}
