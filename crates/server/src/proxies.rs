//! The proxies in front of the server, and the clients that they speak for.
//!
//! Each proxy adds the address of its own client to the end of `X-Forwarded-For`, so the entries of that header are read from the
//! last one on: from the server outwards. What stands before the entries of trusted proxies, a client can invent.

use std::net::{IpAddr, SocketAddr};

use ipnet::{IpNet, Ipv4Net};

/// Where an address of IPv4 begins within one of IPv6 that maps it, in bits.
const MAPPED_BITS: u8 = 96;

/// A network as an operator writes it: `10.0.0.0/8`, `fd00::/8`, or one address.
///
/// # Errors
///
/// When it is no network, or the network of all addresses: then everybody would be a trusted proxy and could invent an address.
pub fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    let network = network.map_err(|_| "a network is like 10.0.0.0/8, fd00::/8 or 192.168.1.7".to_owned())?;
    if network.prefix_len() == 0 {
        return Err("this is every address, and whoever is trusted can invent a client's".to_owned());
    }
    Ok(unmapped(network))
}

/// The network of IPv4 that one of IPv6 maps: addresses are compared in their plain form.
fn unmapped(network: IpNet) -> IpNet {
    let IpAddr::V4(address) = network.addr().to_canonical() else { return network };
    let bits = match network {
        IpNet::V4(_) => return network,
        IpNet::V6(_) => network.prefix_len().checked_sub(MAPPED_BITS),
    };
    bits.and_then(|bits| Ipv4Net::new(address, bits).ok()).map_or(network, IpNet::V4)
}

/// Whether an address is in one of these networks.
pub fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// The client behind proxies that are trusted by their networks: the first address on the way outwards, from the peer on, that is
/// in none of them. The way ends early where the entries do, and at one that does not read; then the client is the last proxy
/// before that.
pub fn client_behind<'a>(
    networks: &[IpNet],
    peer: IpAddr,
    outwards: impl Iterator<Item = &'a [u8]>,
) -> IpAddr {
    let mut client = peer.to_canonical();
    for entry in outwards {
        if !is_in(networks, client) {
            break;
        }
        let Some(next) = address(entry) else { break };
        client = next;
    }
    client
}

/// The client behind so many proxies, by the entry of the outermost; the first entry of all, if there are fewer. Nothing if
/// there is none, or if it does not read.
pub fn client_behind_number<'a>(proxies: u8, outwards: impl Iterator<Item = &'a [u8]>) -> Option<IpAddr> {
    address(outwards.take(proxies.into()).last()?)
}

/// The address of an entry, which may come with a port.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let entry = std::str::from_utf8(entry).ok()?.trim();
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
    let address = bare.parse().ok().or_else(|| entry.parse().ok().map(|address: SocketAddr| address.ip()));
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries of one line, from the last on.
    fn outwards(line: &str) -> impl Iterator<Item = &[u8]> {
        line.as_bytes().rsplit(|byte| *byte == b',')
    }

    /// The client of this line behind so many proxies.
    fn numbered(line: &str, proxies: u8) -> Option<String> {
        client_behind_number(proxies, outwards(line)).map(|address| address.to_string())
    }

    #[test]
    fn each_proxy_adds_an_entry_and_clients_can_invent_the_others() {
        for (line, proxies, expected) in [
            ("203.0.113.7", 1, Some("203.0.113.7")),
            ("1.1.1.1, 203.0.113.7", 1, Some("203.0.113.7")),
            ("1.1.1.1, 203.0.113.7, 192.0.2.1", 2, Some("203.0.113.7")),
            // Past the outer proxy.
            ("203.0.113.7", 2, Some("203.0.113.7")),
            ("203.0.113.7, unknown", 1, None),
            ("1.1.1.1,", 1, None),
            ("käse, 203.0.113.7", 1, Some("203.0.113.7")),
        ] {
            assert_eq!(numbered(line, proxies).as_deref(), expected, "{line} behind {proxies}");
        }
        assert_eq!(client_behind_number(1, std::iter::empty()), None);
    }

    #[test]
    fn an_entry_may_have_a_port() {
        for (entry, expected) in [
            ("203.0.113.7:50123", Some("203.0.113.7")),
            ("2001:db8::7", Some("2001:db8::7")),
            ("[2001:db8::7]", Some("2001:db8::7")),
            ("[2001:db8::7]:50123", Some("2001:db8::7")),
            ("::ffff:203.0.113.7", Some("203.0.113.7")),
            ("[::ffff:203.0.113.7]:50123", Some("203.0.113.7")),
            ("203.0.113.7:", None),
            ("203.0.113.7:70000", None),
            ("fe80::1%eth0", None),
            ("club.example.org", None),
        ] {
            assert_eq!(numbered(entry, 1).as_deref(), expected, "{entry}");
        }
    }

    #[test]
    fn a_network_is_an_address_with_or_without_a_length() {
        for (text, expected) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            (" ::1", "::1/128"),
            ("192.168.1.7", "192.168.1.7/32"),
            ("fd00::/8", "fd00::/8"),
            ("::ffff:10.0.0.0/104", "10.0.0.0/8"),
            ("::ffff:192.168.1.7", "192.168.1.7/32"),
        ] {
            assert_eq!(network(text).map(|network| network.to_string()).as_deref(), Ok(expected), "{text}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0/8", "proxy.example.org", "10.0.0.1:80", "0.0.0.0/0", "::/0"] {
            assert!(network(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_client_is_the_first_address_outwards_that_is_not_trusted() {
        let networks =
            ["10.0.0.5/8", "::1", "192.168.1.7", "fd00::/8"].map(|text| network(text).expect("a network"));
        for (peer, line, expected) in [
            // A stranger says what it likes.
            ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
            ("192.168.1.8", "198.51.100.1", "192.168.1.8"),
            ("203.0.113.7", "", "203.0.113.7"),
            ("::ffff:203.0.113.7", "198.51.100.1", "203.0.113.7"),
            // One proxy, by any of the networks.
            ("10.200.0.1", "203.0.113.7", "203.0.113.7"),
            ("::ffff:10.200.0.1", "203.0.113.7", "203.0.113.7"),
            ("::1", "203.0.113.7:4711", "203.0.113.7"),
            ("192.168.1.7", "[2001:db8::7]:4711", "2001:db8::7"),
            ("fd12::1", "1.1.1.1, ::ffff:203.0.113.7", "203.0.113.7"),
            // Several.
            ("10.0.0.1", "1.1.1.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
            ("10.0.0.1", "1.1.1.1, 203.0.113.7, 10.0.0.2,::1", "203.0.113.7"),
            ("10.0.0.1", "1.1.1.1, 203.0.113.7, [::ffff:10.0.0.2]:80, 10.0.0.3:80", "203.0.113.7"),
            // Somebody who seems to be behind a proxy that is not trusted.
            ("10.0.0.1", "1.1.1.1, 192.168.1.8", "192.168.1.8"),
            // Nobody but proxies.
            ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
            ("10.0.0.1", "10.9.9.9, 10.0.0.2", "10.9.9.9"),
            // What does not read ends the way.
            ("10.0.0.1", "203.0.113.7, unknown", "10.0.0.1"),
            ("10.0.0.1", "203.0.113.7, unknown, 10.0.0.2", "10.0.0.2"),
            ("10.0.0.1", "203.0.113.7,", "10.0.0.1"),
            ("10.0.0.1", "käse, 203.0.113.7", "203.0.113.7"),
        ] {
            let client = client_behind(&networks, peer.parse().unwrap(), outwards(line));
            assert_eq!(client.to_string(), expected, "{line} from {peer}");
        }
        assert_eq!(client_behind(&networks, networks[1].addr(), std::iter::empty()), networks[1].addr());
    }
}
