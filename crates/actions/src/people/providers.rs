//! Providers that vouch for people: the way there and back, and their persons as ways in of members.

use serde_json::json;
use tengen_entropy::{self as entropy, identity_id, token_hash};
use tengen_game::{IdentityId, Millis};
use tengen_openid::{Answer as Came, OpenIdError, PENDING_LASTS, Pending};
use tengen_protocol::{IdentityList, ProblemCode, ProviderAnswer, ProviderWish, Vouched, WayToProvider};
use tengen_store::{Linked, Removed, StoredIdentity, Voucher};
use tengen_trouble as trouble;

use super::claimant::Claimant;
use super::fresh::{may_add_way_in, needs_fresh_sign_in, open_ways};
use super::letters::Message;
use super::mails::tell;
use super::own_account::identities_of;
use super::parts::People;
use super::pending::{self, Begun};
use super::ways::Ways;
use crate::kit::{ActionError, AtHome, after_making};

/// How far the clocks of a provider and of this server may be apart, in milliseconds.
const LEEWAY: Millis = 30_000;
/// For how long a voucher is good, in milliseconds: who registers by it has a name to choose and terms to read.
const VOUCHER: Millis = 1_200_000;
/// How many persons of providers a member may have.
const MOST: u32 = 16;

/// Begins a sign-in at a provider.
pub async fn go_to_provider(
    people: &People,
    claimant: &Claimant,
    ProviderWish { provider, fresh }: ProviderWish,
) -> Result<Begun<WayToProvider>, ActionError> {
    let openid = people.ways.openid().ok_or(ProblemCode::NoSuchProvider)?;
    people.limits.way_in(claimant.client)?;
    people.clock_is_right()?;
    let now = people.clock.now();
    let begun = openid.begin(&provider, fresh, now).await.map_err(|error| refused(&provider, error))?;
    let (secret, expires_at) = pending::keep(people, &begun.pending, PENDING_LASTS).await?;
    let next = WayToProvider { address: begun.address.into(), expires_at };
    Ok(Begun { next, secret, lasts: PENDING_LASTS })
}

/// Takes the answer of a provider, which is good once. Nobody is signed in yet.
pub async fn come_from_provider(
    people: &People,
    claimant: &Claimant,
    ProviderAnswer { provider, answer }: ProviderAnswer,
) -> Result<Vouched, ActionError> {
    let openid = people.ways.openid().ok_or(ProblemCode::NoSuchProvider)?;
    openid.redirect_address(&provider).ok_or(ProblemCode::NoSuchProvider)?;
    people.clock_is_right()?;
    let now = people.clock.now();
    let pending: Option<Pending> = pending::take(people, claimant).await?;
    // Nothing for the log: anybody may say this as often as one likes.
    let nothing_begun = || ProblemCode::NotVouched.with(json!({"reason": OpenIdError::WrongState.word()}));
    let pending = pending.ok_or_else(nothing_begun)?;
    let came = Came::from_query(&answer).map_err(|error| refused(&provider, error))?;
    let identity =
        openid.finish(&provider, &pending, &came, now).await.map_err(|error| refused(&provider, error))?;
    let settings = people.ways.of_issuer(&identity.issuer).ok_or(ProblemCode::NoSuchProvider)?;
    let voucher = Voucher {
        roles: Ways::roles(settings, &identity.groups),
        // A time that is still to come would stay fresh until then.
        signed_in_at: identity.auth_time.filter(|at| *at <= now + LEEWAY),
        issuer: identity.issuer,
        subject: identity.subject,
    };
    let (secret, now) = (entropy::token()?, people.clock.now());
    let expires_at = now + VOUCHER;
    people.store.add_voucher(&token_hash(&secret), &voucher, (now, expires_at)).await?;
    let player = people.store.member_of_identity(&voucher.issuer, &voucher.subject).await?;
    // A name is suggested to those who need one.
    let suggested_name = identity.suggested_name.filter(|_| player.is_none());
    Ok(Vouched { voucher: secret, expires_at, player, suggested_name })
}

/// A voucher, by the hash of its secret, of a provider that the operator's settings have.
pub(super) async fn vouched(people: &People, hash: &str) -> Result<Voucher, ActionError> {
    let found = people.store.voucher(hash, people.clock.now()).await?;
    let is_known = |voucher: &Voucher| people.ways.of_issuer(&voucher.issuer).is_some();
    Ok(found.filter(is_known).ok_or(ProblemCode::NoSuchVoucher)?)
}

/// What people are told of it. The operator reads the rest in the log.
fn refused(provider: &str, error: OpenIdError) -> ActionError {
    let reason = error.word();
    match error {
        OpenIdError::UnknownProvider => ProblemCode::NoSuchProvider.into(),
        OpenIdError::NoEntropy(error) => error.into(),
        OpenIdError::ProviderAway(_) => {
            trouble::log("a provider can't be reached", error);
            ProblemCode::ProviderAway.into()
        }
        // Somebody has changed her mind, or has come back too late or twice.
        OpenIdError::RefusedByProvider(_) | OpenIdError::WrongState | OpenIdError::Expired(_) => {
            tracing::info!(provider, %error, "a sign-in at a provider came to nothing");
            ProblemCode::NotVouched.with(json!({"reason": reason})).into()
        }
        error => {
            trouble::log("a provider's answer is not good", error);
            ProblemCode::NotVouched.with(json!({"reason": reason})).into()
        }
    }
}

/// Makes the person of a provider one of the ways in. Answers all of them.
pub async fn link_identity(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    voucher: &str,
) -> Result<IdentityList, ActionError> {
    may_add_way_in(people, home).await?;
    people.clock_is_right()?;
    let (id, voucher) = (home.id(), token_hash(voucher));
    vouched(people, &voucher).await?;
    match people.store.link_identity(home.home(), &voucher, MOST, people.clock.now()).await? {
        Linked::Done => {}
        Linked::Taken => return Err(ProblemCode::IdentityTaken.into()),
        Linked::TooMany => return Err(ProblemCode::TooManyIdentities.with(json!({"max": MOST})).into()),
        Linked::NoVoucher => return Err(ProblemCode::NoSuchVoucher.into()),
    }
    let told = tell(people, id, claimant, Message::WaysInChanged(home.player.name.clone())).await;
    told.map_err(after_making)?;
    let identities = identities_of(&people.store, Some(&people.ways), id).await.map_err(after_making)?;
    Ok(IdentityList { identities })
}

/// Gives the person of a provider up as a way in.
pub async fn unlink_identity(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    id: IdentityId,
) -> Result<(), ActionError> {
    needs_fresh_sign_in(people, home).await?;
    let identities = people.store.identities(home.id()).await?;
    let named =
        identities.into_iter().find(|identity| identity_id(&identity.issuer, &identity.subject) == id);
    let StoredIdentity { issuer, subject, .. } = named.ok_or(ProblemCode::NoSuchIdentity)?;
    match people.store.unlink_identity(home.home(), &issuer, &subject, &open_ways(people)).await? {
        Removed::Done => {}
        Removed::NotThere => return Err(ProblemCode::NoSuchIdentity.into()),
        Removed::LastWayIn => return Err(ProblemCode::LastWayIn.into()),
    }
    tell(people, home.id(), claimant, Message::WaysInChanged(home.player.name.clone())).await
}
