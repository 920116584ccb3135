//! Clients: addresses, and the networks of households.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The sender of a request, as far as limits care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    pub(crate) network: IpAddr,
    pub(crate) near: bool,
}

/// A network for which something counts: that of a household, or one around it. Whoever has one household's
/// often has many of it: a provider gives its customers 56 or 48 bits, and an office has some addresses of
/// IPv4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Network {
    address: IpAddr,
    pub(crate) size: Size,
}

/// The width of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Size {
    /// An address of IPv4, or 64 bits of IPv6.
    Household,
    /// 24 bits of IPv4. It may be that of a provider with very many people behind each address, and is not
    /// told from that of an office.
    V4Of24,
    /// 56 bits of IPv6, as a customer of a provider has them.
    V6Of56,
    /// 48 bits of IPv6, as an office or a school has them, and some customers.
    V6Of48,
}

/// The networks around a household.
const AROUND_V4: [(Size, u8); 1] = [(Size::V4Of24, 24)];
const AROUND_V6: [(Size, u8); 2] = [(Size::V6Of56, 56), (Size::V6Of48, 48)];
/// The bits of a household of IPv6.
const HOUSEHOLD_V6: u8 = 64;

impl Client {
    /// The client at this address; `near` says that it is on this machine.
    pub(crate) fn new(address: IpAddr, near: bool) -> Self {
        Self { network: network(address), near }
    }

    /// Whether it is on this machine, and not held to the limits of others.
    pub fn is_near(self) -> bool {
        self.near
    }

    /// The address, or the network that one household has.
    pub fn network(self) -> IpAddr {
        self.network
    }

    /// The same, unless it is on this machine.
    pub fn far_network(self) -> Option<IpAddr> {
        (!self.near).then_some(self.network)
    }

    /// The network of the household itself.
    pub(crate) fn household(self) -> Network {
        Network { address: self.network, size: Size::Household }
    }

    /// The networks around it, unless it is on this machine.
    pub(crate) fn around(self) -> impl Iterator<Item = Network> {
        let sizes = match self.network {
            _ if self.near => &[][..],
            IpAddr::V4(_) => &AROUND_V4,
            IpAddr::V6(_) => &AROUND_V6,
        };
        sizes.iter().map(move |&(size, bits)| Network { address: first(self.network, bits), size })
    }
}

/// The network of one client: an IPv4 address, or an IPv6 network of [`HOUSEHOLD_V6`] bits, all of whose
/// addresses one household has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        v6 @ IpAddr::V6(_) => first(v6, HOUSEHOLD_V6),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The first bits of an address, and nothing behind them.
fn first(address: IpAddr, bits: u8) -> IpAddr {
    let bits = u32::from(bits);
    match address {
        IpAddr::V4(v4) => {
            let behind = Ipv4Addr::BITS.saturating_sub(bits);
            IpAddr::V4(Ipv4Addr::from_bits(v4.to_bits() & u32::MAX.checked_shl(behind).unwrap_or(0)))
        }
        IpAddr::V6(v6) => {
            let behind = Ipv6Addr::BITS.saturating_sub(bits);
            IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & u128::MAX.checked_shl(behind).unwrap_or(0)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(address: &str) -> Vec<(String, Size)> {
        let client = Client::new(address.parse().unwrap(), false);
        client.around().map(|around| (around.address.to_string(), around.size)).collect()
    }

    #[test]
    fn a_client_is_a_household_with_networks_around_it() {
        let client = |address: &str| Client::new(address.parse().unwrap(), false).network().to_string();
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(client("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(
            around("2001:db8:1:2fe:3:4:5:6"),
            [("2001:db8:1:200::".to_owned(), Size::V6Of56), ("2001:db8:1::".to_owned(), Size::V6Of48)]
        );
        // The same bits are two networks.
        assert_eq!(
            around("2001:db8:1::7"),
            [("2001:db8:1::".to_owned(), Size::V6Of56), ("2001:db8:1::".to_owned(), Size::V6Of48)]
        );
        assert_eq!(around("::ffff:192.0.2.7"), [("192.0.2.0".to_owned(), Size::V4Of24)]);
        assert_eq!(Client::new(Ipv6Addr::LOCALHOST.into(), true).around().count(), 0);
    }
}
