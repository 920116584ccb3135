//! The server as browsers and authenticators know it.

use url::{Host, Url};

/// The longest name of a server, in bytes. Authenticators may cut what is longer: Web Authentication, section
/// 6.4.1.
const LONGEST_NAME: usize = 64;

/// Why there is no way by passkeys.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPasskeys {
    /// The server's address is none of http or https.
    #[error("browsers find no server at this address: {0}")]
    Address(String),
    /// The server's address has an IP address in place of a name. Passkeys belong to a name.
    #[error("passkeys belong to a name, and this address has none: {0}")]
    NoName(String),
    /// The server's address is not encrypted, and browsers have no passkeys there. They make an exception of
    /// `localhost`.
    #[error("browsers have passkeys for https alone, or for http://localhost: {0}")]
    NotEncrypted(String),
    /// The server's own name is empty or longer than 64 bytes.
    #[error("the server's name has to have 1 to {LONGEST_NAME} bytes")]
    BadTitle,
    /// The library refuses the address.
    #[error("passkeys can't belong to this address: {0}")]
    Refused(String),
}

/// The address of a server, as far as passkeys know it.
#[derive(Debug)]
pub(crate) struct Site {
    /// The name of the host, to which passkeys belong.
    pub(crate) rp_id: String,
    /// The scheme, the host and the port, from which browsers come.
    pub(crate) origin: Url,
}

impl Site {
    /// The site of a server that browsers find at `public_url`.
    pub(crate) fn new(public_url: &str) -> Result<Self, NoPasskeys> {
        let address = || NoPasskeys::Address(public_url.to_owned());
        let url = Url::parse(public_url).map_err(|_| address())?;
        let rp_id = match url.host() {
            Some(Host::Domain(name)) => name.to_owned(),
            Some(Host::Ipv4(_) | Host::Ipv6(_)) => return Err(NoPasskeys::NoName(public_url.to_owned())),
            None => return Err(address()),
        };
        match url.scheme() {
            "https" => {}
            "http" if rp_id == "localhost" || rp_id.ends_with(".localhost") => {}
            "http" => return Err(NoPasskeys::NotEncrypted(public_url.to_owned())),
            _ => return Err(address()),
        }
        let origin = Url::parse(&url.origin().ascii_serialization()).map_err(|_| address())?;
        Ok(Self { rp_id, origin })
    }
}

/// Whether a server may have this name.
pub(crate) fn is_title(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_the_host_and_come_from_the_origin() {
        for (address, rp_id, origin) in [
            ("https://go.example.org", "go.example.org", "https://go.example.org/"),
            ("https://GO.example.org:443/club/", "go.example.org", "https://go.example.org/"),
            ("https://go.example.org:8443", "go.example.org", "https://go.example.org:8443/"),
            ("https://bücher.example", "xn--bcher-kva.example", "https://xn--bcher-kva.example/"),
            ("http://localhost:8080", "localhost", "http://localhost:8080/"),
            ("http://go.localhost", "go.localhost", "http://go.localhost/"),
            ("https://user@go.example.org?a=1#b", "go.example.org", "https://go.example.org/"),
        ] {
            let site = Site::new(address).unwrap();
            assert_eq!((site.rp_id.as_str(), site.origin.as_str()), (rp_id, origin), "{address}");
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        type Refusal = fn(String) -> NoPasskeys;
        for (address, refusal) in [
            ("", NoPasskeys::Address as Refusal),
            ("go.example.org", NoPasskeys::Address),
            ("ftp://go.example.org", NoPasskeys::Address),
            ("wss://go.example.org", NoPasskeys::Address),
            ("mailto:ada@example.org", NoPasskeys::Address),
            ("http://127.0.0.1:8080", NoPasskeys::NoName),
            ("https://192.0.2.1", NoPasskeys::NoName),
            ("https://[2001:db8::1]", NoPasskeys::NoName),
            ("https://3221225985", NoPasskeys::NoName),
            ("http://go.example.org", NoPasskeys::NotEncrypted),
            ("http://localhost.example.org", NoPasskeys::NotEncrypted),
            ("http://notlocalhost", NoPasskeys::NotEncrypted),
        ] {
            assert_eq!(Site::new(address).unwrap_err(), refusal(address.to_owned()), "{address}");
        }
    }

    #[test]
    fn a_title_is_short_and_not_empty() {
        assert!(is_title("T") && is_title(&"t".repeat(64)));
        assert!(!is_title("") && !is_title(&"t".repeat(65)));
    }
}
