//! How many people have registered of late: where there are very many, the next one has to pay with some work of the own machine.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use serde_json::json;
use sha2::{Digest, Sha256};
use tengen_entropy::{NoEntropy, bytes};
use tengen_game::Millis;
use tengen_limits::{Challenge, Client, Kind, Limits, Payment, Toll, bits_for};
use tengen_protocol::{PaidToll, ProblemCode};

use crate::kit::ActionError;

/// The time over which registrations are counted, in milliseconds.
const WINDOW: Millis = 600_000;
/// Those from one address count as so many: a class that registers behind one may be half of what is no flood.
const OF_ADDRESS: u32 = 2;
/// How many addresses are counted at once; beyond that all count as one.
const ADDRESSES: usize = 10_000;

/// The registrations of late.
#[derive(Debug)]
pub struct Registrations {
    toll: Toll,
    counted: Mutex<Counted>,
}

#[derive(Debug, Default)]
struct Counted {
    since: Millis,
    in_all: u32,
    by_address: HashMap<IpAddr, u32>,
}

impl Registrations {
    /// None yet. Servers with the same secret take the answers to each other's tasks.
    ///
    /// # Errors
    ///
    /// When the system has no random bits, which are needed where no secret is shared.
    pub fn new(secret: Option<&[u8]>) -> Result<Self, NoEntropy> {
        let key = match secret {
            Some(secret) => Sha256::new_with_prefix("toll").chain_update(secret).finalize().into(),
            None => bytes()?,
        };
        Ok(Self { toll: Toll::new(key), counted: Mutex::default() })
    }

    /// Lets somebody register, at once or for the answer to a task.
    ///
    /// # Errors
    ///
    /// The task, where one is due that was not done.
    pub fn admit(
        &self,
        limits: &Limits,
        client: Client,
        paid: Option<&PaidToll>,
        now: Millis,
    ) -> Result<(), ActionError> {
        let bits = self.bits(client, now);
        if bits == 0 {
            return Ok(());
        }
        if let Some(PaidToll { challenge, answer }) = paid {
            let payment = Payment { challenge: challenge.clone(), answer: answer.clone() };
            // Whoever has paid an earlier challenge, when they were easier, is let in.
            if self.toll.take(&payment, 1, now).is_ok() {
                return Ok(());
            }
        }
        limits.keep_out(client, Kind::Accounts);
        let Challenge { text, bits, .. } = self.toll.ask(bytes()?, bits, now);
        Err(ProblemCode::TollNeeded.with(json!({"challenge": text, "bits": bits})).into())
    }

    /// Counts somebody who has registered.
    pub fn note(&self, client: Client, now: Millis) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.begin_anew(now);
        counted.in_all = counted.in_all.saturating_add(1);
        if let Some(network) = client.far_network()
            && (counted.by_address.len() < ADDRESSES || counted.by_address.contains_key(&network))
        {
            *counted.by_address.entry(network).or_insert(0) += 1;
        }
    }

    fn bits(&self, client: Client, now: Millis) -> u8 {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.begin_anew(now);
        let of_address =
            client.far_network().and_then(|network| counted.by_address.get(&network)).copied().unwrap_or(0);
        bits_for(counted.in_all.max(of_address.saturating_mul(OF_ADDRESS)))
    }
}

impl Counted {
    fn begin_anew(&mut self, now: Millis) {
        if now - self.since >= WINDOW || now < self.since {
            *self = Self { since: now, ..Self::default() };
        }
    }
}
