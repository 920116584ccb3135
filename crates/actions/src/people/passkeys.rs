//! Passkeys as ways in of members: made, shown and removed.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tengen_entropy::passkey_id;
use tengen_game::{PasskeyId, PlayerId};
use tengen_passkeys::{
    Assertion, Begun as Challenge, Kept, MOST_PASSKEYS, PENDING_LASTS, PasskeyError, Passkeys,
    PendingConfirmation, PendingRegistration, PendingSignIn, Person, Verified,
};
use tengen_protocol::{ByPasskey, PasskeyChallenge, PasskeyList, PasskeyPurpose, Player, ProblemCode};
use tengen_store::{PasskeyAdded, Removed};
use tengen_trouble as trouble;

use super::claimant::Claimant;
use super::fresh::{may_add_way_in, needs_account, needs_fresh_sign_in, open_ways};
use super::letters::Message;
use super::mails::tell;
use super::own_account::passkeys_of;
use super::parts::People;
use super::pending::{self, Begun};
use crate::kit::{ActionError, AtHome, Identified, after_making};

fn passkeys(people: &People) -> Result<&Passkeys, ProblemCode> {
    people.ways.passkeys().ok_or(ProblemCode::NoPasskeys)
}

/// Begins what the device of a passkey answers, for whoever asks, if that is anybody in particular.
pub async fn challenge_passkey(
    people: &People,
    claimant: &Claimant,
    caller: Option<Identified>,
    purpose: PasskeyPurpose,
) -> Result<Begun<PasskeyChallenge>, ActionError> {
    let passkeys = passkeys(people)?;
    people.clock_is_right()?;
    let own = caller.map(Identified::at_home).transpose()?;
    let now = people.clock.now();
    if purpose == PasskeyPurpose::SignIn {
        people.limits.way_in(claimant.client)?;
        return told(people, passkeys.begin_sign_in(now)).await;
    }
    let home = own.ok_or(ProblemCode::Unauthenticated)?;
    needs_account(&home.player)?;
    if purpose == PasskeyPurpose::Register {
        may_add_way_in(people, &home).await?;
    }
    let id = home.id();
    let there = people.store.passkeys(id).await?;
    let there: Vec<_> = there.iter().map(|passkey| passkey.credential_id.as_str()).collect();
    people.limits.way_in(claimant.client)?;
    if purpose == PasskeyPurpose::Confirm {
        return told(people, passkeys.begin_confirmation(id.as_str(), &there, now)).await;
    }
    let person = Person { id: id.as_str(), name: &home.player.name, display_name: &home.player.name };
    told(people, passkeys.begin_registration(person, &there, now)).await
}

/// Tells a device what has begun, and keeps what the answer has to fit.
async fn told<P: Serialize>(
    people: &People,
    begun: Result<Challenge<P>, PasskeyError>,
) -> Result<Begun<PasskeyChallenge>, ActionError> {
    let begun = begun.map_err(|error| match error {
        PasskeyError::TooMany => too_many(),
        PasskeyError::NoPasskey => ProblemCode::NoSuchPasskey.into(),
        other => ActionError::internal(other),
    })?;
    let Value::Object(options) = begun.options else {
        return Err(ActionError::internal("a challenge is no object"));
    };
    let (secret, expires_at) = pending::keep(people, &begun.pending, PENDING_LASTS).await?;
    let next = PasskeyChallenge { options: options.into_iter().collect(), expires_at };
    Ok(Begun { next, secret, lasts: PENDING_LASTS })
}

fn too_many() -> ActionError {
    ProblemCode::TooManyPasskeys.with(json!({"max": MOST_PASSKEYS})).into()
}

/// Makes a passkey one of the ways in. Answers all of them.
pub async fn add_passkey(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    ByPasskey { passkey }: &ByPasskey,
) -> Result<PasskeyList, ActionError> {
    let passkeys = passkeys(people)?;
    may_add_way_in(people, home).await?;
    people.clock_is_right()?;
    let (id, now) = (home.id(), people.clock.now());
    let pending: PendingRegistration =
        pending::take(people, claimant).await?.ok_or(ProblemCode::WrongPasskey)?;
    let stored = passkeys.finish_registration(&pending, id.as_str(), &text(passkey), now);
    let stored = stored.map_err(|error| {
        tracing::info!(%error, "a passkey was not taken");
        match error {
            PasskeyError::AlreadyThere => ProblemCode::PasskeyTaken.into(),
            error @ (PasskeyError::NotVerified
            | PasskeyError::NotPresent
            | PasskeyError::NotDiscoverable
            | PasskeyError::Unsupported) => {
                ActionError::from(ProblemCode::PasskeyRefused.with(json!({"reason": error.word()})))
            }
            _ => ProblemCode::WrongPasskey.into(),
        }
    })?;
    let kept = (stored.credential_id.as_str(), stored.passkey.as_str());
    let most = u32::try_from(MOST_PASSKEYS).unwrap_or(u32::MAX);
    match people.store.add_passkey(home.home(), kept, claimant.device.as_deref(), most, now).await? {
        PasskeyAdded::Done => {}
        PasskeyAdded::Taken => return Err(ProblemCode::PasskeyTaken.into()),
        PasskeyAdded::TooMany => return Err(too_many()),
    }
    let told = tell(people, id, claimant, Message::WaysInChanged(home.player.name.clone())).await;
    told.map_err(after_making)?;
    Ok(PasskeyList { passkeys: passkeys_of(&people.store, id).await.map_err(after_making)? })
}

/// Removes a passkey as a way in.
pub async fn remove_passkey(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    id: PasskeyId,
) -> Result<(), ActionError> {
    needs_fresh_sign_in(people, home).await?;
    let all = people.store.passkeys(home.id()).await?;
    let named = all.into_iter().find(|passkey| passkey_id(&passkey.credential_id) == id);
    let named = named.ok_or(ProblemCode::NoSuchPasskey)?;
    match people.store.remove_passkey(home.home(), &named.credential_id, &open_ways(people)).await? {
        Removed::Done => {}
        Removed::NotThere => return Err(ProblemCode::NoSuchPasskey.into()),
        Removed::LastWayIn => return Err(ProblemCode::LastWayIn.into()),
    }
    tell(people, home.id(), claimant, Message::WaysInChanged(home.player.name.clone())).await
}

/// A passkey that was shown, and what has to be kept of it: the proof holds if it is kept.
pub(super) struct Proof {
    pub(super) member: Player,
    pub(super) credential_id: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// Who signs in by what a device says. Of what proves nothing nobody learns why.
pub(super) async fn prove(
    people: &People,
    claimant: &Claimant,
    ByPasskey { passkey }: &ByPasskey,
) -> Result<Proof, ActionError> {
    let passkeys = passkeys(people)?;
    let pending: PendingSignIn = pending::take(people, claimant).await?.ok_or(ProblemCode::WrongPasskey)?;
    let now = people.clock.now();
    check(people, passkey, |assertion, kept| passkeys.finish_sign_in(&pending, assertion, kept, now)).await
}

/// The same for a member who is known already.
pub(super) async fn confirm(
    people: &People,
    claimant: &Claimant,
    ByPasskey { passkey }: &ByPasskey,
    player: PlayerId,
) -> Result<Proof, ActionError> {
    let passkeys = passkeys(people)?;
    let pending: PendingConfirmation =
        pending::take(people, claimant).await?.ok_or(ProblemCode::WrongPasskey)?;
    let now = people.clock.now();
    let finish =
        |assertion: &Assertion, kept: Kept<'_>| passkeys.finish_confirmation(&pending, assertion, kept, now);
    let proof = check(people, passkey, finish).await?;
    if proof.member.id.0 == player { Ok(proof) } else { Err(ProblemCode::WrongPasskey.into()) }
}

async fn check(
    people: &People,
    said: &BTreeMap<String, Value>,
    finish: impl FnOnce(&Assertion, Kept<'_>) -> Result<Verified, PasskeyError>,
) -> Result<Proof, ActionError> {
    let assertion = Assertion::parse(&text(said)).map_err(|error| refused(&error))?;
    let found = people.store.passkey(assertion.credential_id()).await?;
    let (member, before) = found.ok_or(ProblemCode::WrongPasskey)?;
    let kept = Kept { owner: member.id.0.as_str(), passkey: &before };
    let verified = finish(&assertion, kept).map_err(|error| refused(&error))?;
    let after = verified.changed.unwrap_or_else(|| before.clone());
    Ok(Proof { member, credential_id: verified.credential_id, before, after })
}

fn refused(error: &PasskeyError) -> ActionError {
    match error {
        // The member has to hear of it, and the operator is the one who can tell.
        PasskeyError::Cloned => trouble::log("a passkey was copied", error),
        PasskeyError::BadlyKept => trouble::log("a passkey does not read back", error),
        _ => tracing::info!(%error, "a passkey proved nothing"),
    }
    ProblemCode::WrongPasskey.into()
}

fn text(said: &BTreeMap<String, Value>) -> String {
    json!(said).to_string()
}
