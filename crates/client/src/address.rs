//! Where a server is.

use reqwest::Url;
use tengen_protocol::Version;

use crate::Error;

/// The address of a server, of which both interfaces' addresses are made.
#[derive(Debug, Clone)]
pub(crate) struct Address(Url);

impl Address {
    /// Reads `http://host:port` or `https://host:port`, with or without a path in front of the server's own.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let refuse = |why: &str| Error::Address { address: text.to_owned(), why: why.to_owned() };
        let mut url = Url::parse(text.trim_end_matches('/')).map_err(|error| refuse(&error.to_string()))?;
        match url.scheme() {
            "http" | "https" => {}
            _ => return Err(refuse("it must begin with http:// or https://")),
        }
        if url.host_str().is_none() {
            return Err(refuse("it names no host"));
        }
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// The error of an address that turns out to be of no use.
    pub(crate) fn refused(&self, why: &str) -> Error {
        Error::Address { address: self.0.to_string(), why: why.to_owned() }
    }

    /// Whether connections are encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The address of something below `/api/v1/`.
    pub(crate) fn of(&self, path: &str) -> Url {
        let mut url = self.0.clone();
        let before = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("{before}/api/v1/{path}"));
        url
    }

    /// The address of the WebSocket in this version of the protocol, the host and the port to connect to.
    pub(crate) fn socket(&self, version: Version) -> (String, String, u16) {
        let mut url = self.of("ws");
        url.query_pairs_mut().append_pair("protocol", &version.to_string());
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let port = url.port_or_known_default().unwrap_or(80);
        (url.as_str().replacen("http", "ws", 1), host, port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_both_interfaces() {
        let address = Address::parse("http://127.0.0.1:8080/").unwrap();
        assert_eq!(address.of("games/x/join").as_str(), "http://127.0.0.1:8080/api/v1/games/x/join");
        let (url, host, port) = address.socket(Version::V2);
        assert_eq!(
            (url.as_str(), host.as_str(), port),
            ("ws://127.0.0.1:8080/api/v1/ws?protocol=2", "127.0.0.1", 8080)
        );
        let behind = Address::parse("http://[::1]/go").unwrap();
        assert_eq!(behind.of("me").as_str(), "http://[::1]/go/api/v1/me");
        assert_eq!(
            behind.socket(Version::V2),
            ("ws://[::1]/go/api/v1/ws?protocol=2".to_owned(), "::1".to_owned(), 80)
        );
        assert!(!address.is_encrypted() && !behind.is_encrypted());
        let encrypted = Address::parse("HTTPS://go.example.org").unwrap();
        assert!(encrypted.is_encrypted());
        assert_eq!(encrypted.of("me").as_str(), "https://go.example.org/api/v1/me");
        assert_eq!(
            encrypted.socket(Version::V2),
            ("wss://go.example.org/api/v1/ws?protocol=2".to_owned(), "go.example.org".to_owned(), 443)
        );
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in ["", "localhost:8080", "ftp://example.com", "http://", "https://"] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }
}
