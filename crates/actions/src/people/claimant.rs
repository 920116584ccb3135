//! Somebody who says who it is, as far as a request tells.

use tengen_entropy::{NoEntropy, token, token_hash};
use tengen_limits::Client;
use tengen_pages::Language;

/// Where a request comes from, by its client and by what its device shows.
#[derive(Debug, Clone)]
pub struct Claimant {
    /// The client.
    pub client: Client,
    /// The name of the device, if it says one.
    pub device: Option<String>,
    /// The secret by which accounts know the device, if it has one. It opens nothing: wrong passwords that others try elsewhere
    /// slow such a device down less.
    pub known_by: Option<String>,
    /// The secret of what has begun there and ends there ([`Begun`](super::Begun)), if there is one.
    pub began: Option<String>,
    /// The language in which letters are written.
    pub language: Language,
}

impl Claimant {
    /// The hash of the secret by which accounts know the device; of a device without one, a hash that is nobody's.
    pub(super) fn known_hash(&self) -> String {
        self.known_by.as_deref().map(token_hash).unwrap_or_default()
    }

    /// The secret by which accounts know the device from now on.
    pub(super) fn remembered(&self) -> Result<String, NoEntropy> {
        self.known_by.clone().map_or_else(token, Ok)
    }
}
