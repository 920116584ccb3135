//! From which networks players come, so that the staff can see who else came from there. No address is written down: hashes with
//! a key of this database stand for the address and for the networks around it, and go thirty days after their last use.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tengen_clock::Clock;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId};
use tengen_store::{SeenFrom, Store, StoreError};
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

/// For how long a network is kept after the last use, in milliseconds: thirty days.
pub(crate) const KEPT: Millis = 30 * 86_400_000;
/// How often it is written down that the same player came from the same address, in milliseconds.
const NOTED_EVERY: Millis = 3_600_000;
/// How often what is new is written down.
const NOTE: Duration = Duration::from_secs(15);
/// How often what is too old is forgotten.
const FORGET: Duration = Duration::from_hours(1);
/// How many pairs of players and addresses are known at once. Those beyond wait until others are forgotten.
const MOST: usize = 100_000;
/// How many are written down at once: on SQLite moves wait for the same writer.
const AT_ONCE: usize = 100;
/// How many bytes of a hash are kept.
const BYTES: usize = 16;

/// In place of the number of bits: the hash is a name for the network of strangers. No network of a player has this number.
const OF_STRANGERS: u8 = 0;

/// The players and their networks; cheap to clone.
#[derive(Debug, Clone)]
pub struct Networks {
    clock: Clock,
    key: Arc<OnceLock<Vec<u8>>>,
    seen: Arc<Mutex<HashMap<(PlayerId, IpAddr), Seen>>>,
}

/// When a player came from an address.
#[derive(Debug, Clone, Copy)]
struct Seen {
    at: Millis,
    noted_at: Option<Millis>,
}

impl Networks {
    /// Nobody yet.
    pub fn new(clock: Clock) -> Self {
        Self { clock, key: Arc::default(), seen: Arc::default() }
    }

    /// Takes note that a player came from an address.
    pub fn note(&self, player: PlayerId, address: IpAddr) {
        let (key, at) = ((player, address.to_canonical()), self.clock.now());
        let mut seen = self.lock();
        if let Some(known) = seen.get_mut(&key) {
            known.at = at;
        } else if seen.len() < MOST {
            seen.insert(key, Seen { at, noted_at: None });
        }
    }

    /// A name for a network, which tells it from others and not where it is, and is found nowhere among those of players. Nothing, if
    /// the system has no random bits.
    pub(crate) async fn name(&self, store: &Store, network: IpAddr) -> Result<Option<String>, StoreError> {
        let Some(key) = self.key(store).await? else { return Ok(None) };
        Ok(hash(&key, OF_STRANGERS, &bytes_of(network)))
    }

    /// Writes down what is new, and forgets what is too old, until the server stops.
    pub async fn watch(self, store: Store, stop: CancellationToken) {
        let (mut notes, mut forgets) = (self.clock.ticks(NOTE), self.clock.ticks(FORGET));
        loop {
            let done = tokio::select! {
                () = notes.tick() => self.write_down(&store).await,
                () = forgets.tick() => self.forget(&store).await,
                () = stop.cancelled() => return,
            };
            if let Err(error) = done {
                trouble::log("networks of players can't be written down", error);
            }
        }
    }

    async fn forget(&self, store: &Store) -> Result<(), StoreError> {
        // Nobody forgets anything by a clock that is wrong.
        if store.wrong_clock().is_some() {
            return Ok(());
        }
        while store.forget_networks(self.clock.now() - KEPT).await? {}
        Ok(())
    }

    async fn write_down(&self, store: &Store) -> Result<(), StoreError> {
        let Some(key) = self.key(store).await? else { return Ok(()) };
        if store.wrong_clock().is_some() {
            return Ok(());
        }
        loop {
            let due = self.due();
            if due.is_empty() {
                return Ok(());
            }
            let rows: Vec<SeenFrom> = due.iter().flat_map(|(seen, at)| rows_of(&key, *seen, *at)).collect();
            store.note_networks(&rows).await?;
            let mut seen = self.lock();
            for (key, at) in due {
                if let Some(known) = seen.get_mut(&key) {
                    known.noted_at = Some(at);
                }
            }
        }
    }

    /// Some of those that are to be written down. Those that were, and were not used since, are forgotten.
    fn due(&self) -> Vec<((PlayerId, IpAddr), Millis)> {
        let now = self.clock.now();
        let mut seen = self.lock();
        seen.retain(|_, Seen { at, noted_at }| {
            noted_at.is_none_or(|noted_at| *at > noted_at || now - noted_at < NOTED_EVERY)
        });
        let is_due = |seen: &Seen| {
            seen.noted_at.is_none_or(|noted_at| seen.at > noted_at && now - noted_at >= NOTED_EVERY)
        };
        seen.iter()
            .filter(|(_, seen)| is_due(seen))
            .map(|(key, seen)| (*key, seen.at))
            .take(AT_ONCE)
            .collect()
    }

    /// The key of the database, which is drawn where there is none yet. Nothing, if the system has no random bits.
    async fn key(&self, store: &Store) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(key) = self.key.get() {
            return Ok(Some(key.clone()));
        }
        let Ok(drawn) = entropy::bytes::<32>() else { return Ok(None) };
        let key = store.network_key(&drawn).await?;
        Ok(Some(self.key.get_or_init(|| key).clone()))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(PlayerId, IpAddr), Seen>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written down of a player who came from an address.
fn rows_of(key: &[u8], (player, address): (PlayerId, IpAddr), at: Millis) -> Vec<SeenFrom> {
    let row = |(prefix, bytes): (u8, Vec<u8>)| {
        Some(SeenFrom { player, prefix, hash: hash(key, prefix, &bytes)?, at })
    };
    networks(address).into_iter().filter_map(row).collect()
}

/// The networks of an address, each by the number of its bits and the bytes that have these.
fn networks(address: IpAddr) -> Vec<(u8, Vec<u8>)> {
    match address {
        IpAddr::V4(address) => {
            let bytes = address.octets();
            vec![(32, bytes.to_vec()), (24, bytes[..3].to_vec())]
        }
        IpAddr::V6(address) => {
            let bytes = address.octets();
            vec![(128, bytes.to_vec()), (64, bytes[..8].to_vec()), (48, bytes[..6].to_vec())]
        }
    }
}

/// The bytes of an address.
fn bytes_of(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    }
}

/// The hash of a network with a key, in hexadecimal digits.
fn hash(key: &[u8], prefix: u8, network: &[u8]) -> Option<String> {
    // It takes a key of any length.
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).ok()?;
    mac.update(&[prefix]);
    mac.update(network);
    let digest = mac.finalize().into_bytes();
    Some(digest.iter().take(BYTES).fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(key: &[u8], address: &str) -> Vec<(u8, String)> {
        let networks = networks(address.parse::<IpAddr>().unwrap().to_canonical());
        networks.into_iter().map(|(prefix, bytes)| (prefix, hash(key, prefix, &bytes).unwrap())).collect()
    }

    #[test]
    fn neighbours_share_the_networks_around_them_and_nothing_else() {
        let (one, two) = (hashes(b"key", "192.0.2.7"), hashes(b"key", "192.0.2.8"));
        assert_eq!((one[0].0, one[1].0), (32, 24));
        assert_ne!(one[0], two[0]);
        assert_eq!(one[1], two[1]);
        let (one, two) = (hashes(b"key", "2001:db8:1:2::7"), hashes(b"key", "2001:db8:1:3::7"));
        assert_eq!(one.iter().map(|(prefix, _)| *prefix).collect::<Vec<_>>(), [128, 64, 48]);
        assert!(one[0] != two[0] && one[1] != two[1]);
        assert_eq!(one[2], two[2]);
    }

    #[test]
    fn another_key_makes_other_hashes_and_both_writings_of_an_address_the_same() {
        assert_ne!(hashes(b"key", "192.0.2.7"), hashes(b"other", "192.0.2.7"));
        assert_eq!(hashes(b"key", "::ffff:192.0.2.7"), hashes(b"key", "192.0.2.7"));
    }

    #[test]
    fn an_address_is_due_once_an_hour() {
        let (clock, hands) = Clock::by_hand(0);
        let networks = Networks::new(clock);
        let player = PlayerId::from_entropy([1; 10]);
        let address: IpAddr = "192.0.2.7".parse().unwrap();
        networks.note(player, address);
        assert_eq!(networks.due().len(), 1);
        networks.lock().values_mut().for_each(|seen| seen.noted_at = Some(seen.at));
        hands.set(NOTED_EVERY - 1);
        networks.note(player, address);
        assert!(networks.due().is_empty());
        hands.set(NOTED_EVERY);
        assert_eq!(networks.due(), [((player, address), NOTED_EVERY - 1)]);
        networks.lock().values_mut().for_each(|seen| seen.noted_at = Some(seen.at));
        hands.set(3 * NOTED_EVERY);
        assert!(networks.due().is_empty() && networks.lock().is_empty(), "it was not used since");
    }
}
