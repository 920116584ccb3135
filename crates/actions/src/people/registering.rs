//! New accounts: strangers and guests become members, and strangers become guests.

use serde_json::json;
use tengen_credentials::Password;
use tengen_entropy::{self as entropy, token_hash};
use tengen_protocol::{
    GuestAnswer, LONGEST_SECRET, NewAccount, NewGuest, Player, PlayerKind, ProblemCode, Registration, Text,
};
use tengen_store::{Home, MailPurpose, NewSession, Registered, Registering};

use super::claimant::Claimant;
use super::fresh::needs_other_ways;
use super::parts::People;
use super::providers::vouched;
use super::signing_in::{SignedIn, note_device};
use super::{mails, names, proof};
use crate::kit::{ActionError, Beginning, Identified, after_making, before_making, malformed};

/// Makes an account: a stranger, or the guest who asks, becomes a member. A guest keeps the token.
pub async fn register(
    people: &People,
    claimant: &Claimant,
    beginning: &Beginning,
    caller: Option<Identified>,
    wish: NewAccount,
) -> Result<SignedIn, ActionError> {
    if people.door.registration() == Registration::Closed {
        return Err(ProblemCode::RegistrationClosed.into());
    }
    let guest = caller.map(Identified::at_home).transpose()?;
    if guest.as_ref().is_some_and(|guest| guest.player.kind != PlayerKind::Guest) {
        return Err(ProblemCode::AlreadyRegistered.into());
    }
    let name = names::of_member(&wish.name)?;
    let terms = agreed(people, wish.terms.as_deref())?;
    let invitation = match (people.door.registration(), wish.invitation.as_deref()) {
        (Registration::Invited, None) => return Err(ProblemCode::InvitationNeeded.into()),
        (_, Some(secret)) if secret.chars().count() > LONGEST_SECRET => {
            return Err(malformed("invitation is longer than any"));
        }
        (Registration::Invited, Some(secret)) => Some(token_hash(secret)),
        // Where everybody may register, an invitation stays for somebody else.
        (_, _) => None,
    };
    let mail = wish.mail.as_deref().map(|mail| mails::wished(people, mail)).transpose()?;
    people.limits.guest(claimant.client)?;
    people.clock_is_right()?;
    if let Some(hash) = &invitation {
        // Whoever has none learns nothing here, such as which names there are, and has nothing done.
        let found = people.store.invitation(hash, people.clock.now()).await?;
        found.ok_or(ProblemCode::InvitationNeeded)?;
    }
    let way = way(people, &wish).await?;
    // Whoever will be refused in any case need not pay for it.
    if people.store.member_named(&name.name).await?.is_some() {
        return Err(ProblemCode::NameTaken.into());
    }
    // Before a task that was done is taken, which is good once.
    beginning.begin(people).await?;
    let client = claimant.client;
    people.registrations.admit(&people.limits, client, wish.toll.as_ref(), people.clock.now())?;
    if let Some(mail) = &mail {
        people.limits.letter_to_newcomer(client, &mails::budget(MailPurpose::Verify, mail))?;
    }
    let (password, voucher) = match way {
        Way::Password(password) => {
            let hash = proof::hash_of(people, client, password).await.map_err(before_making)?;
            (Some(hash), None)
        }
        Way::Voucher(hash) => (None, Some(hash)),
    };

    let now = people.clock.now();
    let (player, created_at, hash, token) = if let Some(guest) = guest {
        (guest.player.id, guest.player.created_at, guest.session, None)
    } else {
        let token = entropy::token()?;
        (Text(entropy::player_id()?), now, token_hash(&token), Some(token))
    };
    let registering = Registering {
        player: player.0,
        is_guest: token.is_none(),
        wish: &name,
        password: password.as_deref(),
        voucher: voucher.as_deref(),
        terms: terms.as_deref(),
        invitation: invitation.as_deref(),
        session: NewSession { hash: &hash, device: claimant.device.as_deref(), signed_in_at: Some(now) },
        now,
    };
    match people.store.register(registering).await? {
        Registered::Done { ended } => people.tokens.revoke_all(&ended),
        Registered::NameTaken => return Err(ProblemCode::NameTaken.into()),
        Registered::NoInvitation => return Err(ProblemCode::InvitationNeeded.into()),
        Registered::NotAGuest => return Err(ProblemCode::AlreadyRegistered.into()),
        Registered::NoVoucher => return Err(ProblemCode::NoSuchVoucher.into()),
        Registered::IdentityTaken => return Err(ProblemCode::IdentityTaken.into()),
    }
    people.registrations.note(client, now);
    if let Some(mail) = mail {
        let home = Home { player: player.0, session: &hash };
        mails::ask_to_verify(people, home, claimant, &mail).await.map_err(after_making)?;
    }
    let known_by = Some(note_device(people, claimant, player.0).await.map_err(after_making)?);
    let player = Player { id: player, name: name.name, guest: false, kind: PlayerKind::Member, created_at };
    Ok(SignedIn { player, token, known_by })
}

/// How a member-to-be will come in.
enum Way {
    Password(Password),
    /// The hash of a voucher.
    Voucher(String),
}

/// The way in that somebody wishes, if it may be.
async fn way(people: &People, wish: &NewAccount) -> Result<Way, ActionError> {
    match (&wish.password, &wish.voucher) {
        (Some(password), None) => {
            needs_other_ways(people)?;
            let about = [wish.name.as_str(), wish.mail.as_deref().unwrap_or_default(), "tengen"];
            Ok(Way::Password(proof::chosen(password, &about)?))
        }
        (None, Some(voucher)) => {
            let hash = token_hash(voucher);
            let found = vouched(people, &hash).await?;
            if people.store.member_of_identity(&found.issuer, &found.subject).await?.is_some() {
                return Err(ProblemCode::IdentityTaken.into());
            }
            Ok(Way::Voucher(hash))
        }
        (None, None) => proof::chosen("", &[]).map(Way::Password).map_err(ActionError::from),
        (Some(_), Some(_)) => Err(ProblemCode::PasswordRefused.with(json!({"reason": "not_needed"})).into()),
    }
}

/// The version of the terms to which somebody has agreed, if there are any.
pub(super) fn agreed(people: &People, version: Option<&str>) -> Result<Option<String>, ActionError> {
    if version.is_some_and(|version| version.chars().count() > LONGEST_SECRET) {
        return Err(malformed("terms is longer than any version"));
    }
    match people.door.terms() {
        None => Ok(None),
        Some(terms) if version == Some(terms.version.as_str()) => Ok(Some(terms.version.clone())),
        Some(terms) => Err(ProblemCode::TermsNotAgreed.with(json!({"version": terms.version})).into()),
    }
}

/// Makes a guest.
pub async fn come_in(
    people: &People,
    claimant: &Claimant,
    beginning: &Beginning,
    wish: NewGuest,
) -> Result<GuestAnswer, ActionError> {
    if !people.door.guests() {
        return Err(ProblemCode::NoGuests.into());
    }
    people.limits.guest(claimant.client)?;
    people.clock_is_right()?;
    let wishes = match wish.name {
        Some(name) => names::of_guest(&name)?,
        None => names::wishes(&names::of_nameless_guest(entropy::name_number()?))?,
    };
    let (id, now) = (Text(entropy::player_id()?), people.clock.now());
    let name = wishes.first().map(|wish| wish.name.clone()).unwrap_or_default();
    let player = Player { id, name, guest: true, kind: PlayerKind::Guest, created_at: now };
    let token = entropy::token()?;
    let hash = token_hash(&token);
    let session = NewSession { hash: &hash, device: claimant.device.as_deref(), signed_in_at: None };
    beginning.begin(people).await?;
    let player = people.store.add_guest(player, &wishes, session).await?;
    Ok(GuestAnswer { player, token })
}
