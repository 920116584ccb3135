//! What has begun on a device and ends there: a way to a provider and back, or the answer of a passkey. The device is known by a
//! secret, so whoever is sent somebody else's answer can't bring it back.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_entropy::{token, token_hash};
use tengen_game::Millis;

use super::claimant::Claimant;
use crate::kit::{ActionError, Parts};

/// What a device is told of what has begun there.
#[derive(Debug)]
pub struct Begun<T> {
    /// What it does next.
    pub next: T,
    /// The secret that it shows with the answer.
    pub secret: String,
    /// For how long an answer is read, in milliseconds.
    pub lasts: Millis,
}

/// Keeps what an answer has to fit. Answers the secret of the device, and until when an answer is read.
pub(super) async fn keep(
    parts: &Parts,
    pending: &impl Serialize,
    lasts: Millis,
) -> Result<(String, Millis), ActionError> {
    let state = serde_json::to_string(pending).map_err(ActionError::internal)?;
    let (secret, now) = (token()?, parts.clock.now());
    let expires_at = now + lasts;
    parts.store.add_pending_sign_in(&token_hash(&secret), &state, (now, expires_at)).await?;
    Ok((secret, expires_at))
}

/// What an answer has to fit that comes from this device; nothing, if nothing has begun there, or something else. It is
/// forgotten.
pub(super) async fn take<T: DeserializeOwned>(
    parts: &Parts,
    claimant: &Claimant,
) -> Result<Option<T>, ActionError> {
    let Some(secret) = &claimant.began else { return Ok(None) };
    let state = parts.store.take_pending_sign_in(&token_hash(secret), parts.clock.now()).await?;
    Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
}
