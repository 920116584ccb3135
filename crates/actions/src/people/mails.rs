//! Mail addresses of members: shown to be theirs by a letter, and a way in for those who have forgotten the password.

use std::collections::BTreeMap;
use std::sync::Arc;

use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId};
use tengen_limits::Client;
use tengen_mail::MailAddress;
use tengen_protocol::{Player, ProblemCode};
use tengen_store::{Home, MailPurpose};
use tengen_trouble as trouble;

use super::claimant::Claimant;
use super::fresh::{needs_fresh_sign_in, needs_other_ways, open_ways};
use super::letters::{Letters, Message};
use super::parts::People;
use crate::kit::{ActionError, AtHome, Parts};

/// For how long a link that shows that letters arrive is good, in milliseconds: a day.
const VERIFY: Millis = 86_400_000;
/// The same for one that signs in: twenty minutes.
const SIGN_IN: Millis = 1_200_000;

/// An address that somebody gives as the own one.
pub(super) fn wished(people: &People, text: &str) -> Result<MailAddress, ProblemCode> {
    people.letters.as_ref().ok_or(ProblemCode::NoMail)?;
    text.parse().map_err(|_| ProblemCode::InvalidMail)
}

/// The name of the budget of letters for a purpose and an address: whoever has others' addresses sent letters to verify keeps no
/// member from those to sign in.
pub(super) fn budget(purpose: MailPurpose, mail: &MailAddress) -> String {
    format!("{purpose:?} {}", mail.key())
}

/// Sends a link to an address by which its reader shows that letters arrive.
pub(super) async fn ask_to_verify(
    people: &People,
    home: Home<'_>,
    claimant: &Claimant,
    mail: &MailAddress,
) -> Result<(), ActionError> {
    let Some(letters) = &people.letters else { return Ok(()) };
    let (secret, now) = (entropy::token()?, people.clock.now());
    let hash = entropy::token_hash(&secret);
    people
        .store
        .add_mail_link(
            home.player,
            Some(home.session),
            MailPurpose::Verify,
            &mail.to_string(),
            &hash,
            (now, now + VERIFY),
        )
        .await?;
    letters.send(mail, claimant.language, &Message::Verify(secret));
    Ok(())
}

/// Tells a member by mail of a change, if there is an address.
pub(super) async fn tell(
    people: &People,
    player: PlayerId,
    claimant: &Claimant,
    message: Message,
) -> Result<(), ActionError> {
    let Some(letters) = &people.letters else { return Ok(()) };
    if let Some(mail) = people.store.mail_of(player).await?.and_then(|mail| mail.parse().ok()) {
        letters.send(&mail, claimant.language, &message);
    }
    Ok(())
}

/// Sends a link by which one signs in, if the address is any member's. The answer comes before anybody looks whose address it
/// is, so its time tells nothing.
pub async fn send_link(people: &People, claimant: &Claimant, mail: &str) -> Result<(), ActionError> {
    needs_other_ways(people)?;
    let mail = wished(people, mail)?;
    people.clock_is_right()?;
    people.limits.letter_to_sign_in(claimant.client, &budget(MailPurpose::SignIn, &mail))?;
    if let Some(letters) = people.letters.clone() {
        let (parts, claimant) = (people.actions.clone(), claimant.clone());
        tokio::spawn(async move {
            if let Err(error) = send_links(&parts, &letters, &claimant, &mail).await {
                trouble::log("a link can't be sent", error.told().code.name());
            }
        });
    }
    Ok(())
}

/// One letter with a link for each account that has the address. It goes to the address as the members gave it: some mail
/// servers tell small letters from capitals.
async fn send_links(
    parts: &Parts,
    letters: &Arc<dyn Letters>,
    claimant: &Claimant,
    mail: &MailAddress,
) -> Result<(), ActionError> {
    let mut members: BTreeMap<String, Vec<Player>> = BTreeMap::new();
    for (member, own) in parts.store.members_by_mail(&mail.key()).await? {
        members.entry(own).or_default().push(member);
    }
    for (own, members) in members {
        // Before there is a link: a new one may end an older one, whose letter has left.
        parts.limits.sign_in_leaves(claimant.client)?;
        let mut links = Vec::with_capacity(members.len());
        for member in members {
            let (secret, now) = (entropy::token()?, parts.clock.now());
            let (hash, id) = (entropy::token_hash(&secret), member.id.0);
            parts
                .store
                .add_mail_link(id, None, MailPurpose::SignIn, &own, &hash, (now, now + SIGN_IN))
                .await?;
            links.push((member.name, secret));
        }
        if let Ok(to) = own.parse() {
            letters.send(&to, claimant.language, &Message::SignIn(links));
        }
    }
    Ok(())
}

/// Whom the link of a letter signs in. Nothing is changed.
pub async fn player_of_letter(parts: &Parts, client: Client, letter: &str) -> Result<Player, ActionError> {
    parts.limits.way_in(client)?;
    let hash = entropy::token_hash(letter);
    let found = parts.store.mail_link(MailPurpose::SignIn, &hash, parts.clock.now()).await?;
    Ok(found.ok_or(ProblemCode::NoSuchLink)?.0)
}

/// Makes an address that of the member who was sent this link.
pub async fn confirm_mail(people: &People, claimant: &Claimant, letter: &str) -> Result<(), ActionError> {
    people.limits.way_in(claimant.client)?;
    let (hash, now) = (entropy::token_hash(letter), people.clock.now());
    let found = people.store.mail_link(MailPurpose::Verify, &hash, now).await?;
    let (player, mail) = found.ok_or(ProblemCode::NoSuchLink)?;
    let mail: MailAddress = mail.parse().map_err(|_| ProblemCode::NoSuchLink)?;
    let before = people.store.mail_of(player.id.0).await?;
    if !people.store.verify_mail(player.id.0, (&mail.to_string(), &mail.key()), &hash, now).await? {
        return Err(ProblemCode::NoSuchLink.into());
    }
    // The reader of the old address may not be the one who has changed it.
    if let (Some(letters), Some(before)) = (&people.letters, before.and_then(|before| before.parse().ok()))
        && MailAddress::key(&before) != mail.key()
    {
        letters.send(&before, claimant.language, &Message::MailChanged(player.name));
    }
    Ok(())
}

/// Forgets the mail address of a member.
pub async fn forget_mail(people: &People, claimant: &Claimant, home: &AtHome) -> Result<(), ActionError> {
    needs_fresh_sign_in(people, home).await?;
    let before = people.store.mail_of(home.id()).await?.and_then(|mail| mail.parse().ok());
    if !people.store.forget_mail(home.home(), &open_ways(people)).await? {
        return Err(ProblemCode::LastWayIn.into());
    }
    if let (Some(letters), Some(before)) = (&people.letters, before) {
        letters.send(&before, claimant.language, &Message::MailChanged(home.player.name.clone()));
    }
    Ok(())
}
