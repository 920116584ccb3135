//! A count for each client of something that it has at the moment.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Client;

/// Too much was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// After this time it may be asked again.
    pub retry_after: Duration,
}

impl TooMany {
    /// There are too many at the moment, and nobody knows when one will end.
    pub(crate) const FOR_A_MOMENT: Self = Self { retry_after: Duration::from_secs(1) };
}

/// The count of each client.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counter(Arc<Mutex<HashMap<IpAddr, u64>>>);

impl Counter {
    /// Counts so much, if there is no more than `most` then. One of any size is let through where there is
    /// none.
    pub(crate) fn admit(&self, client: Client, size: u64, most: u64) -> Result<Ticket, TooMany> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = open.get(&client.network).copied().unwrap_or(0);
        if before > 0 && before.saturating_add(size) > most {
            return Err(TooMany::FOR_A_MOMENT);
        }
        open.insert(client.network, before.saturating_add(size));
        Ok(self.ticket(client, size))
    }

    /// Counts so much, whatever there is.
    pub(crate) fn add(&self, client: Client, size: u64) -> Ticket {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(client.network).or_insert(0) += size;
        self.ticket(client, size)
    }

    /// The count of all clients together.
    pub(crate) fn all(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    fn ticket(&self, client: Client, size: u64) -> Ticket {
        Ticket { network: client.network, size, counter: self.clone() }
    }

    pub(crate) fn of(&self, client: Client) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&client.network).copied().unwrap_or(0)
    }
}

/// One that is counted.
#[derive(Debug)]
pub struct Ticket {
    network: IpAddr,
    size: u64,
    counter: Counter,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = self.counter.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.network) {
            *count = count.saturating_sub(self.size);
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}
