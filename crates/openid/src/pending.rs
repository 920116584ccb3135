//! A sign-in that has begun.

use std::fmt::{self, Debug, Formatter};

use serde::{Deserialize, Serialize};
use tengen_entropy::{token, token_hash};
use tengen_game::Millis;

use crate::error::{OpenIdError, Told};

/// The longest time of a sign-in from its beginning to the answer, in milliseconds: ten minutes.
pub const PENDING_LASTS: Millis = 10 * 60 * 1_000;
/// The largest difference between the clocks of a provider and of this server, in milliseconds.
pub(crate) const LEEWAY: Millis = 30 * 1_000;

/// A sign-in that has begun, and what its answer has to fit.
///
/// It holds secrets. The caller keeps it where the person can't read or exchange it, such as in the database
/// or in a sealed cookie, tied to the browser that began; and forgets it with the first answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The provider's id.
    pub(crate) provider: String,
    pub(crate) state: String,
    pub(crate) nonce: String,
    /// The proof at the end that the sign-in is ended by whoever began it: RFC 7636.
    pub(crate) verifier: String,
    pub(crate) begun_at: Millis,
    /// Whether the person has to sign in anew, even if the provider knows who it is.
    pub(crate) fresh: bool,
}

impl Pending {
    pub(crate) fn new(provider: &str, fresh: bool, now: Millis) -> Result<Self, OpenIdError> {
        let provider = provider.to_owned();
        Ok(Self { provider, state: token()?, nonce: token()?, verifier: token()?, begun_at: now, fresh })
    }

    /// The id of the provider.
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The `state` of the answer, by which a caller may find this again.
    pub fn state(&self) -> &str {
        &self.state
    }

    /// When it began, in milliseconds since 1970-01-01T00:00Z.
    pub fn begun_at(&self) -> Millis {
        self.begun_at
    }

    /// Whether an answer with this state, at the address of this provider, may belong to it.
    pub(crate) fn fits(&self, provider: &str, state: Option<&str>, now: Millis) -> Result<(), OpenIdError> {
        // Hashes, so that the time of a comparison tells nothing about the state.
        let is_same = state.is_some_and(|state| token_hash(state) == token_hash(&self.state));
        if !is_same || self.provider != provider {
            return Err(OpenIdError::WrongState);
        }
        let age = now.saturating_sub(self.begun_at);
        if (-LEEWAY..=PENDING_LASTS).contains(&age) {
            Ok(())
        } else {
            Err(OpenIdError::Expired(Told::new(&format!("it began {age} ms ago"))))
        }
    }
}

impl Debug for Pending {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending")
            .field("provider", &self.provider)
            .field("begun_at", &self.begun_at)
            .field("fresh", &self.fresh)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lasts_ten_minutes() {
        let pending = Pending::new("club", false, 1_000_000).unwrap();
        let state = Some(pending.state());
        for after in [-LEEWAY, 0, PENDING_LASTS] {
            assert!(pending.fits("club", state, 1_000_000 + after).is_ok(), "{after}");
        }
        for after in [-LEEWAY - 1, PENDING_LASTS + 1] {
            let error = pending.fits("club", state, 1_000_000 + after).unwrap_err();
            assert_eq!(error.word(), "expired", "{after}");
        }
        assert_eq!(pending.fits("club", state, Millis::MAX).unwrap_err().word(), "expired");
        assert_eq!(pending.fits("club", state, Millis::MIN).unwrap_err().word(), "expired");
    }

    #[test]
    fn it_fits_one_state_and_one_provider() {
        let pending = Pending::new("club", false, 0).unwrap();
        let other = Pending::new("club", false, 0).unwrap();
        for (provider, state) in [
            ("club", None),
            ("club", Some("")),
            ("club", Some(other.state())),
            ("other", Some(pending.state())),
        ] {
            assert_eq!(pending.fits(provider, state, 0).unwrap_err().word(), "wrong_state");
        }
    }

    #[test]
    fn its_secrets_are_new_each_time_long_and_not_shown() {
        let pending = Pending::new("club", true, 0).unwrap();
        let secrets = [&pending.state, &pending.nonce, &pending.verifier];
        for (at, secret) in secrets.iter().enumerate() {
            // RFC 7636, section 4.1.
            assert!((43..=128).contains(&secret.len()));
            assert!(!secrets[at + 1..].contains(secret));
            assert!(!format!("{pending:?}").contains(*secret));
        }
    }

    #[test]
    fn it_is_kept_as_json() {
        let pending = Pending::new("club", true, 7).unwrap();
        let text = serde_json::to_string(&pending).unwrap();
        let back: Pending = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        assert!(serde_json::from_str::<Pending>("{}").is_err());
    }
}
