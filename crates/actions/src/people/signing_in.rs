//! Signing in by each of the ways, and proving once more who is here.

use serde_json::json;
use tengen_credentials::ShortCode;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId};
use tengen_limits::{Client, Guess};
use tengen_protocol::{
    ByCard, ByLetter, ByPassword, ByVoucher, Carried, Confirmation, Credentials, Player, PlayerKind,
    ProblemCode, WayIn,
};
use tengen_store::{Carrying, MailPurpose, NewSession, Proved, UsedPasskey};

use super::claimant::Claimant;
use super::fresh::{FRESH, needs_account, needs_other_ways};
use super::parts::People;
use super::providers::vouched;
use super::{card_codes, passkeys, proof};
use crate::kit::{ActionError, AtHome};

/// How many sessions a player may have at once.
const MOST: u32 = 32;

/// A session that has begun.
#[derive(Debug)]
pub struct SignedIn {
    /// Whose it is.
    pub player: Player,
    /// The token that names the player from now on; nothing, where that of before does.
    pub token: Option<String>,
    /// The secret by which accounts know the device from now on, if it is known.
    pub known_by: Option<String>,
}

/// Begins a session by one of the ways in. Whoever was a guest there takes along what a guest keeps.
pub async fn sign_in(
    people: &People,
    claimant: &Claimant,
    before: Option<Player>,
    way: WayIn,
) -> Result<SignedIn, ActionError> {
    people.clock_is_right()?;
    if let WayIn::Link(carried) = way {
        return take_link(people, claimant, &carried).await;
    }
    let signed_in = by_proof(people, claimant, way).await?;
    if let Some(guest) = before.filter(|before| before.kind == PlayerKind::Guest)
        && let Err(error) = people.store.take_trees_along(guest.id.0, signed_in.player.id.0).await
    {
        tracing::warn!(%error, "the trees of a guest who has signed in stay where they were");
    }
    Ok(signed_in)
}

/// Begins a session of a member who proves who it is.
async fn by_proof(people: &People, claimant: &Claimant, way: WayIn) -> Result<SignedIn, ActionError> {
    match way {
        // Links are taken before: they prove nothing.
        WayIn::Link(_) => Err(ProblemCode::NoSuchLink.into()),
        WayIn::Password(Credentials { name, password, code }) => {
            needs_other_ways(people)?;
            let (member, proved) =
                proof::member_by_password(people, claimant, &name, &password, code.as_deref()).await?;
            let now = Some(people.clock.now());
            let session = begin(people, claimant, member, Proved::Password(&proved), now).await?;
            session.ok_or(ProblemCode::WrongCredentials.into())
        }
        WayIn::Letter(ByLetter { letter, code }) => {
            people.limits.way_in(claimant.client)?;
            let (hash, now) = (entropy::token_hash(&letter), people.clock.now());
            let found = people.store.mail_link(MailPurpose::SignIn, &hash, now).await?;
            let (member, _) = found.ok_or(ProblemCode::NoSuchLink)?;
            proof::second_step(people, claimant, member.id.0, code.as_deref()).await?;
            let session = begin(people, claimant, member, Proved::Letter(&hash), Some(now)).await?;
            session.ok_or(ProblemCode::NoSuchLink.into())
        }
        WayIn::Card(ByCard { card }) => {
            needs_other_ways(people)?;
            // Right cards cost nothing: a class comes in behind one address within a minute.
            let (member, hash) = match ShortCode::parse(&card) {
                Some(code) => card_codes::member_of(people, claimant.client, &code).await?,
                None => member_of_card(people, claimant.client, &card).await?,
            };
            let now = Some(people.clock.now());
            let session = begin(people, claimant, member, Proved::Card(&hash), now).await?;
            session.ok_or(ProblemCode::NoSuchCard.into())
        }
        WayIn::Passkey(shown) => {
            let passkeys::Proof { member, credential_id, before, after } =
                passkeys::prove(people, claimant, &shown).await?;
            let used = UsedPasskey { credential_id: &credential_id, before: &before, after: &after };
            // The device has verified the person, so this is both steps.
            let now = Some(people.clock.now());
            let session = begin(people, claimant, member, Proved::Passkey(used), now).await?;
            session.ok_or(ProblemCode::WrongPasskey.into())
        }
        WayIn::Voucher(ByVoucher { voucher, code }) => {
            let (hash, now) = (entropy::token_hash(&voucher), people.clock.now());
            let vouched = vouched(people, &hash).await?;
            let member = people.store.member_of_identity(&vouched.issuer, &vouched.subject).await?;
            let member = member.ok_or(ProblemCode::NoSuchIdentity)?;
            proof::second_step(people, claimant, member.id.0, code.as_deref()).await?;
            // A provider may have known for days who it is: only its own sign-in counts as one.
            let signed_in_at = vouched.signed_in_at.map(|at| at.min(now));
            let session = begin(people, claimant, member, Proved::Voucher(&hash), signed_in_at).await?;
            session.ok_or(ProblemCode::NoSuchVoucher.into())
        }
    }
}

/// The member whom the card with a secret lets in, and the hash of the secret.
async fn member_of_card(
    people: &People,
    client: Client,
    secret: &str,
) -> Result<(Player, String), ActionError> {
    let hash = entropy::token_hash(secret);
    let guess = Guess { account: &hash, device: None };
    let _looking = people.limits.may_guess(client, guess)?;
    let Some(member) = people.store.member_of_card(&hash).await? else {
        people.limits.guessed_wrong(client, guess);
        return Err(ProblemCode::NoSuchCard.into());
    };
    Ok((member, hash))
}

async fn take_link(
    people: &People,
    claimant: &Claimant,
    Carried { link }: &Carried,
) -> Result<SignedIn, ActionError> {
    people.limits.way_in(claimant.client)?;
    let (hash, now, token) = (entropy::token_hash(link), people.clock.now(), entropy::token()?);
    // Who it is is asked first: afterwards there is no link to ask about.
    let player = people.store.carried(&hash, now).await?.ok_or(ProblemCode::NoSuchLink)?;
    if !player.guest {
        needs_other_ways(people)?;
    }
    let token_hash = entropy::token_hash(&token);
    let session = NewSession { hash: &token_hash, device: claimant.device.as_deref(), signed_in_at: None };
    match people.store.take_carry(&hash, now, session, MOST).await? {
        Carrying::Taken => Ok(SignedIn { player, token: Some(token), known_by: None }),
        Carrying::NoLink => Err(ProblemCode::NoSuchLink.into()),
        Carrying::TooMany => Err(ProblemCode::TooManySessions.with(json!({"max": MOST})).into()),
    }
}

/// Begins a session of a member who has proved who it is; nothing, if the proof does not hold any more.
async fn begin(
    people: &People,
    claimant: &Claimant,
    player: Player,
    proved: Proved<'_>,
    signed_in_at: Option<Millis>,
) -> Result<Option<SignedIn>, ActionError> {
    let (now, token) = (people.clock.now(), entropy::token()?);
    let hash = entropy::token_hash(&token);
    let session = NewSession { hash: &hash, device: claimant.device.as_deref(), signed_in_at };
    let ended = people.store.sign_in(player.id.0, proved, session, now, MOST).await?;
    let Some(ended) = ended else { return Ok(None) };
    people.tokens.revoke_all(&ended);
    let known_by = Some(note_device(people, claimant, player.id.0).await?);
    Ok(Some(SignedIn { player, token: Some(token), known_by }))
}

/// Keeps the device as one on which the member has signed in. Answers the secret by which it is known again.
pub(super) async fn note_device(
    people: &People,
    claimant: &Claimant,
    player: PlayerId,
) -> Result<String, ActionError> {
    let secret = claimant.remembered()?;
    people.store.note_device(player, &entropy::token_hash(&secret), people.clock.now()).await?;
    Ok(secret)
}

/// Whether a member has a person of a provider by which one may come in. Who has none yet, where providers are the only way in,
/// still shows by the password of before who is here.
async fn has_open_person(people: &People, player: PlayerId) -> Result<bool, ActionError> {
    let issuers = people.ways.issuers();
    let identities = people.store.identities(player).await?;
    Ok(identities.iter().any(|identity| issuers.contains(&identity.issuer.as_str())))
}

/// The member proves once more who is here, for what needs a fresh sign-in.
pub async fn confirm(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    confirmation: Confirmation,
) -> Result<(), ActionError> {
    needs_account(&home.player)?;
    people.clock_is_right()?;
    let (id, session) = (home.id(), home.session.as_str());
    match confirmation {
        Confirmation::Password(ByPassword { password, code }) => {
            if !people.ways.has_others() && has_open_person(people, id).await? {
                return Err(ProblemCode::WayClosed.into());
            }
            proof::confirm(people, claimant, id, &password, code.as_deref()).await?;
            people.store.confirm_session(session, people.clock.now()).await?;
        }
        Confirmation::Passkey(shown) => {
            let passkeys::Proof { credential_id, before, after, .. } =
                passkeys::confirm(people, claimant, &shown, id).await?;
            let used = UsedPasskey { credential_id: &credential_id, before: &before, after: &after };
            if !people.store.confirm_by_passkey(id, session, used, people.clock.now()).await? {
                return Err(ProblemCode::WrongPasskey.into());
            }
        }
        Confirmation::Voucher(ByVoucher { voucher, code }) => {
            let (voucher, now) = (entropy::token_hash(&voucher), people.clock.now());
            let vouched = vouched(people, &voucher).await?;
            let member = people.store.member_of_identity(&vouched.issuer, &vouched.subject).await?;
            if member.is_none_or(|member| member.id.0 != id) {
                return Err(ProblemCode::NoSuchIdentity.into());
            }
            if vouched.signed_in_at.is_none_or(|at| at < now - FRESH) {
                return Err(ProblemCode::SignInAgain.into());
            }
            proof::second_step(people, claimant, id, code.as_deref()).await?;
            if !people.store.confirm_by_voucher(id, session, &voucher, (now - FRESH, now)).await? {
                return Err(ProblemCode::NoSuchVoucher.into());
            }
        }
    }
    Ok(())
}
