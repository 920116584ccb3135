//! The way by passkeys.

use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use serde_json::Value;
use webauthn_rs::prelude::{Webauthn, WebauthnBuilder};

use crate::site::{NoPasskeys, Site, is_title};

/// The time for which a browser waits for a person. Web Authentication, section 15.1, recommends 5 to 10
/// minutes where the person is verified; these 5 leave time on the way.
const BROWSER_WAITS: Duration = Duration::from_mins(5);

/// The passkeys of one server.
///
/// Nothing is kept in it: a ceremony may begin at one server of a cluster and end at another.
pub struct Passkeys {
    pub(crate) webauthn: Webauthn,
    rp_id: String,
}

/// A ceremony that has begun.
#[derive(Debug)]
pub struct Begun<P> {
    /// The request to the browser, for `PublicKeyCredential.parseCreationOptionsFromJSON` or
    /// `parseRequestOptionsFromJSON`.
    pub options: Value,
    /// The state that the caller keeps until the browser has answered.
    pub pending: P,
}

impl Passkeys {
    /// The passkeys of a server of this name, such as `Go club`, that browsers find at `public_url`, such as
    /// `https://go.example.org`.
    ///
    /// Passkeys belong to the host of that address for good: under another host they are of no use. They are
    /// taken from that scheme, host and port alone.
    ///
    /// # Errors
    ///
    /// When browsers have no passkeys for such an address, and when the name is empty or longer than 64
    /// bytes.
    pub fn new(public_url: &str, name: &str) -> Result<Self, NoPasskeys> {
        let site = Site::new(public_url)?;
        if !is_title(name) {
            return Err(NoPasskeys::BadTitle);
        }
        let webauthn = WebauthnBuilder::new(&site.rp_id, &site.origin)
            .and_then(|builder| builder.rp_name(name).timeout(BROWSER_WAITS).build())
            .map_err(|_| NoPasskeys::Refused(public_url.to_owned()))?;
        Ok(Self { webauthn, rp_id: site.rp_id })
    }

    /// The name to which the passkeys belong: the host of the server's address.
    pub fn rp_id(&self) -> &str {
        &self.rp_id
    }
}

impl Debug for Passkeys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passkeys").field("rp_id", &self.rp_id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_has_an_address_and_a_name() {
        let passkeys = Passkeys::new("https://go.example.org:8443/club", "Go club").unwrap();
        assert_eq!(passkeys.rp_id(), "go.example.org");
        assert_eq!(format!("{passkeys:?}"), r#"Passkeys { rp_id: "go.example.org", .. }"#);
        for name in ["", &"t".repeat(65)] {
            assert_eq!(Passkeys::new("https://go.example.org", name).unwrap_err(), NoPasskeys::BadTitle);
        }
        let error = Passkeys::new("http://127.0.0.1:8080", "Go club").unwrap_err();
        assert_eq!(
            error.to_string(),
            "passkeys belong to a name, and this address has none: http://127.0.0.1:8080"
        );
    }
}
