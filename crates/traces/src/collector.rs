//! Where traces go.

use std::fmt::{self, Debug, Formatter};
use std::str::FromStr;

use url::Url;

/// The path behind a collector's address, by the protocol.
const PATH: &str = "v1/traces";

/// The address of a collector. It may hold a password, and prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Collector(Url);

/// A text is no address of a collector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a collector is like http://127.0.0.1:4318 or https://user:password@traces.example.org")]
pub struct AddressError;

impl FromStr for Collector {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let mut url: Url = text.trim().parse().map_err(|_| AddressError)?;
        if !matches!(url.scheme(), "http" | "https") || url.query().is_some() || url.fragment().is_some() {
            return Err(AddressError);
        }
        let path = format!("{}/{PATH}", url.path().trim_end_matches('/'));
        url.set_path(&path);
        Ok(Self(url))
    }
}

impl Debug for Collector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Collector")
    }
}

impl Collector {
    /// Whether the way there is encrypted.
    pub fn encrypts(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Where traces are posted.
    pub(crate) fn url(&self) -> &str {
        self.0.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_protocol() {
        for (text, expected) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            (" http://127.0.0.1:4318/ ", "http://127.0.0.1:4318/v1/traces"),
            (
                "https://user:word@traces.example.org/otlp/",
                "https://user:word@traces.example.org/otlp/v1/traces",
            ),
        ] {
            assert_eq!(text.parse::<Collector>().unwrap().url(), expected);
        }
        for text in [
            "",
            "127.0.0.1:4318",
            "collector",
            "grpc://127.0.0.1:4317",
            "http://",
            "http://a/?b",
            "http://a/#b",
        ] {
            assert_eq!(text.parse::<Collector>(), Err(AddressError), "{text}");
        }
    }

    #[test]
    fn a_password_is_not_printed() {
        let collector: Collector = "http://user:word@127.0.0.1:4318".parse().unwrap();
        assert_eq!(format!("{collector:?}"), "Collector");
    }
}
