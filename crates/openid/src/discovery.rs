//! The document and the keys of a provider: fetched when they are first needed, and kept for an hour.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use openidconnect::{DiscoveryError, IssuerUrl};
use tengen_game::Millis;
use url::Url;

use crate::address::is_safe;
use crate::error::{OpenIdError, Told};
use crate::http::{Http, NoAnswer};
use crate::shapes::{Keys, Metadata};

/// The time for which a document and its keys are good, in milliseconds.
const KEPT: u64 = 60 * 60 * 1_000;
/// The shortest time between fetches for unknown keys, in milliseconds.
const APART: u64 = 60 * 1_000;

/// The knowledge of a provider.
#[derive(Debug)]
pub(crate) struct Discovery {
    issuer: IssuerUrl,
    http: Http,
    known: Mutex<Known>,
    /// One fetch at a time.
    fetching: tokio::sync::Mutex<()>,
    /// The number of fetches that have come to their end.
    fetches: AtomicU64,
}

#[derive(Debug, Default)]
struct Known {
    metadata: Option<Arc<Metadata>>,
    /// When the metadata was fetched.
    at: Millis,
    /// When keys were last fetched because of a token.
    keys_at: Option<Millis>,
}

impl Discovery {
    pub(crate) fn new(issuer: IssuerUrl, http: Http) -> Self {
        let fetching = tokio::sync::Mutex::default();
        Self { issuer, http, known: Mutex::default(), fetching, fetches: AtomicU64::new(0) }
    }

    /// The document with the keys.
    pub(crate) async fn metadata(&self, now: Millis) -> Result<Arc<Metadata>, OpenIdError> {
        if let Some(good) = self.known().good(now) {
            return Ok(good);
        }
        let before = self.fetches.load(Ordering::Relaxed);
        let _alone = self.fetching.lock().await;
        if let Some(good) = self.known().good(now) {
            return Ok(good);
        }
        // A caller that has waited for a fetch that failed does not wait for another one.
        if self.fetches.load(Ordering::Relaxed) != before {
            return Err(OpenIdError::ProviderAway(Told::new("it was away a moment ago")));
        }
        let fetched = self.fetch().await;
        self.fetches.fetch_add(1, Ordering::Relaxed);
        let metadata = Arc::new(fetched?);
        let mut known = self.known();
        known.metadata = Some(Arc::clone(&metadata));
        known.at = now;
        Ok(metadata)
    }

    /// The document with newer keys than these, for a token that none of these has signed. Nothing, if newer
    /// ones were fetched a moment ago.
    pub(crate) async fn with_newer_keys(
        &self,
        than: &Arc<Metadata>,
        now: Millis,
    ) -> Result<Option<Arc<Metadata>>, OpenIdError> {
        let _alone = self.fetching.lock().await;
        {
            let mut known = self.known();
            if let Some(newer) = known.good(now).filter(|known| !Arc::ptr_eq(known, than)) {
                return Ok(Some(newer));
            }
            if known.keys_at.is_some_and(|at| now.abs_diff(at) < APART) {
                return Ok(None);
            }
            // One that fails counts as well.
            known.keys_at = Some(now);
        }
        let keys =
            Keys::fetch_async(than.jwks_uri(), &self.http).await.map_err(|error| no_document(&error))?;
        let metadata = Arc::new(Metadata::clone(than).set_jwks(keys));
        self.known().metadata = Some(Arc::clone(&metadata));
        Ok(Some(metadata))
    }

    async fn fetch(&self) -> Result<Metadata, OpenIdError> {
        let metadata = Metadata::discover_async(self.issuer.clone(), &self.http)
            .await
            .map_err(|error| no_document(&error))?;
        let token_endpoint = metadata
            .token_endpoint()
            .ok_or_else(|| OpenIdError::unreadable("the document has no token_endpoint"))?;
        let addresses: [&Url; 3] =
            [metadata.authorization_endpoint().url(), token_endpoint.url(), metadata.jwks_uri().url()];
        // A provider that others reach by https has no endpoints on this machine.
        let is_encrypted = self.issuer.url().scheme() == "https";
        if addresses.iter().all(|address| is_safe(address) && (!is_encrypted || address.scheme() == "https"))
        {
            Ok(metadata)
        } else {
            Err(OpenIdError::unreadable("the document has an address that is not of https"))
        }
    }

    /// All of it is whole even if a holder panicked.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn good(&self, now: Millis) -> Option<Arc<Metadata>> {
        self.metadata.clone().filter(|_| now.abs_diff(self.at) < KEPT)
    }
}

fn no_document(error: &DiscoveryError<NoAnswer>) -> OpenIdError {
    match error {
        DiscoveryError::Request(why) => why.into(),
        DiscoveryError::Validation(_) => OpenIdError::WrongIssuer(Told::of(error)),
        _ => OpenIdError::Unreadable(Told::of(error)),
    }
}
