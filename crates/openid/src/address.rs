//! Addresses by which secrets may travel.

use url::{Host, Url};

/// Whether what is sent there stays secret: by `https`, or by `http` on this machine.
pub(crate) fn is_safe(address: &Url) -> bool {
    let is_own_machine = match address.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_secret = address.scheme() == "https" || address.scheme() == "http" && is_own_machine;
    is_secret && address.has_host() && address.username().is_empty() && address.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_travel_encrypted_or_not_at_all() {
        for (address, expected) in [
            ("https://example.org/a", true),
            ("http://example.org/a", false),
            ("http://localhost:8080", true),
            ("http://127.0.0.2", true),
            ("http://[::1]:1", true),
            ("http://localhost.example.org", false),
            ("http://10.0.0.1", false),
            ("https://user@example.org", false),
            ("https://user:password@example.org", false),
            ("javascript:alert(1)", false),
            ("ftp://localhost/", false),
        ] {
            assert_eq!(is_safe(&Url::parse(address).unwrap()), expected, "{address}");
        }
    }
}
