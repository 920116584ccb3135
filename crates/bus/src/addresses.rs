//! Where NATS is, and what it asks of those who connect.

use std::borrow::Cow;
use std::fmt::{self, Debug, Formatter};
use std::str::FromStr;

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;

/// The addresses of the servers of one NATS, such as `nats://user:password@host:4222`, with commas between them. A token stands
/// in the place of the user: `nats://token@host`. `tls://` asks for encryption. The secrets are kept apart from the addresses,
/// because the library writes addresses into its log.
#[derive(Clone, PartialEq, Eq)]
pub struct Addresses {
    pub(crate) servers: Vec<ServerAddr>,
    pub(crate) credentials: Option<Credentials>,
}

/// The proof that a client may connect.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Credentials {
    User { name: String, password: String },
    Token(String),
}

/// Texts that are no addresses of NATS. None of these errors tells a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is no address, or of something else.
    #[error("an address of NATS is like nats://host:4222 or tls://user:password@host:4222")]
    NotNats,
    /// The servers of one NATS know the same users.
    #[error("all addresses of NATS need the same user and password, or the same token")]
    Credentials,
}

impl Addresses {
    /// Whether any of them asks for encryption.
    pub fn encrypt(&self) -> bool {
        self.servers.iter().any(ServerAddr::tls_required)
    }
}

impl FromStr for Addresses {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let (mut servers, mut known) = (Vec::new(), Vec::new());
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (server, credentials) = address(part)?;
            servers.push(server);
            known.extend(credentials);
        }
        known.dedup();
        match known.len() {
            _ if servers.is_empty() => Err(AddressError::NotNats),
            0 | 1 => Ok(Self { servers, credentials: known.pop() }),
            _ => Err(AddressError::Credentials),
        }
    }
}

/// One address without its secrets, and these.
fn address(text: &str) -> Result<(ServerAddr, Option<Credentials>), AddressError> {
    let mut url = text.parse::<ServerAddr>().map_err(|_| AddressError::NotNats)?.into_inner();
    if !matches!(url.scheme(), "nats" | "tls") || url.host_str().is_none_or(str::is_empty) {
        return Err(AddressError::NotNats);
    }
    let decoded = |text: &str| {
        percent_decode_str(text).decode_utf8().map(Cow::into_owned).map_err(|_| AddressError::NotNats)
    };
    let name = decoded(url.username())?;
    let credentials = match url.password() {
        Some(password) => Some(Credentials::User { name, password: decoded(password)? }),
        None => Some(name).filter(|name| !name.is_empty()).map(Credentials::Token),
    };
    url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| AddressError::NotNats)?;
    let server = ServerAddr::from_url(url).map_err(|_| AddressError::NotNats)?;
    Ok((server, credentials))
}

impl Debug for Addresses {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let servers = self.servers.iter().map(|server| format!("{}:{}", server.host(), server.port()));
        f.debug_list().entries(servers).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_kept_apart_from_addresses() {
        let user = Credentials::User { name: "go".to_owned(), password: "a:b".to_owned() };
        for (text, servers, credentials) in [
            ("nats://host:4223", "[\"host:4223\"]", None),
            ("host", "[\"host:4222\"]", None),
            ("tls://go:a%3Ab@one, tls://two", "[\"one:4222\", \"two:4222\"]", Some(user)),
            ("nats://s3cret@host", "[\"host:4222\"]", Some(Credentials::Token("s3cret".to_owned()))),
        ] {
            let addresses: Addresses = text.parse().unwrap();
            assert_eq!(format!("{addresses:?}"), servers);
            assert!(addresses.credentials == credentials, "{text}");
            assert!(!format!("{:?}", addresses.servers).contains("s3cret"));
        }
        let tls: Addresses = "tls://host".parse().unwrap();
        assert!(tls.servers[0].tls_required() && tls.encrypt());
        assert!(!"nats://host".parse::<Addresses>().unwrap().encrypt());
    }

    #[test]
    fn other_texts_are_refused_without_a_word_of_them() {
        for text in ["", ",", "http://host", "ws://host", "nats://", "nats://:x", "postgres://a:s3cret@b/c"] {
            let error = text.parse::<Addresses>().unwrap_err();
            assert!(error == AddressError::NotNats && !error.to_string().contains("s3cret"), "{text}");
        }
        let two = "nats://a:b@one,nats://a:c@two".parse::<Addresses>();
        assert_eq!(two, Err(AddressError::Credentials));
    }
}
