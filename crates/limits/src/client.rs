//! Who counts as one client.

use std::net::{IpAddr, Ipv6Addr};

/// Who is asking, as far as limits care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    pub(crate) network: IpAddr,
    pub(crate) near: bool,
}

impl Client {
    /// Whoever asks from this address; `near` says that it is on this machine.
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
}

/// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, all of whose addresses one household has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}
