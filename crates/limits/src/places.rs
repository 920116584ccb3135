//! Places of which all clients together have few, each with some megabytes in it: neither a client nor a
//! network around it has all of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::by_distance::LOOPBACK;
use crate::client::Network;
use crate::networks::of_all;
use crate::share::Share;
use crate::{Client, TooMany};

/// The most places of one client.
const OF_CLIENT: u64 = 2;
/// The most places of all clients of a network around it: fewer than there are of any kind, which are four
/// and more.
const OF_NETWORK: u64 = 3;
/// When to ask again: what has such a place takes some seconds.
const LATER: TooMany = TooMany { retry_after: Duration::from_secs(5) };

/// The number of places that each network has taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places(Arc<Mutex<HashMap<Network, u64>>>);

impl Places {
    /// Takes a place until the ticket is dropped.
    pub(crate) fn take(&self, client: Client, share: &Share) -> Result<PlaceTicket, TooMany> {
        let of_client = if client.near { OF_CLIENT * u64::from(LOOPBACK) } else { OF_CLIENT };
        let household = client.household();
        let networks: Vec<_> = of_all(client).collect();
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |network: &Network| {
            let most = if *network == household { of_client } else { OF_NETWORK };
            taken.get(network).is_some_and(|count| *count >= share.of(most))
        };
        if networks.iter().any(is_full) {
            return Err(LATER);
        }
        for network in &networks {
            *taken.entry(*network).or_insert(0) += 1;
        }
        drop(taken);
        Ok(PlaceTicket { networks, places: self.clone() })
    }
}

/// A place that is taken.
#[derive(Debug)]
pub struct PlaceTicket {
    networks: Vec<Network>,
    places: Places,
}

impl Drop for PlaceTicket {
    fn drop(&mut self) {
        let mut taken = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        for network in &self.networks {
            if let Some(count) = taken.get_mut(network) {
                *count -= 1;
                if *count == 0 {
                    taken.remove(network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::new(address.parse().unwrap(), false)
    }

    /// The places that clients get, one after the other.
    fn taken(places: &Places, addresses: impl IntoIterator<Item = String>) -> Vec<PlaceTicket> {
        let share = Share::default();
        addresses.into_iter().filter_map(|address| places.take(client(&address), &share).ok()).collect()
    }

    #[test]
    fn a_client_has_two_places_and_its_neighbours_have_three_with_it() {
        for (neighbours, other) in [
            ((0..9).map(|number| format!("192.0.2.{number}")).collect::<Vec<_>>(), "192.0.3.1"),
            ((0..9).map(|number| format!("2001:db8:1:20{number}::1")).collect(), "2001:db8:2:200::1"),
            ((0..9).map(|number| format!("2001:db8:1:{number}00::1")).collect(), "2001:db8:2:200::1"),
        ] {
            let places = Places::default();
            let own = taken(&places, vec![neighbours[0].clone(); 9]);
            assert_eq!(own.len(), 2);
            let around = taken(&places, neighbours.clone());
            assert_eq!(around.len(), 1, "{neighbours:?}");
            assert_eq!(taken(&places, [other.to_owned()]).len(), 1);
            drop((own, around));
            assert_eq!(taken(&places, neighbours).len(), 3);
            assert!(places.0.lock().unwrap().is_empty(), "nothing is kept of places that are free");
        }
    }

    #[test]
    fn clients_on_this_machine_have_their_own_and_one_of_several_servers_has_a_part() {
        let (places, share) = (Places::default(), Share::default());
        let near = Client::new("127.0.0.1".parse().unwrap(), true);
        let all: Vec<_> = (0..9).map(|_| places.take(near, &share).unwrap()).collect();
        assert_eq!(all.len(), 9);
        share.set(5);
        let far = client("192.0.2.1");
        let _one = places.take(far, &share).unwrap();
        assert_eq!(places.take(far, &share).map(|_| ()), Err(LATER));
    }
}
