//! The second step of a sign-in: codes of an authenticator, and recovery codes for the day on which it is lost.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tengen_credentials::{CODES, Code, Secret, codes};
use tengen_entropy as entropy;
use tengen_game::PlayerId;
use tengen_limits::Guess;
use tengen_protocol::{ProblemCode, RecoveryCodes};
use tengen_store::Authenticator;

use super::claimant::Claimant;
use super::fresh::needs_fresh_sign_in;
use super::letters::Message;
use super::mails::tell;
use super::parts::People;
use crate::kit::{ActionError, AtHome, before_making};

/// Makes sure that a member has taken the second step, if the account asks for one. A code that is right is used up.
pub(super) async fn take(
    people: &People,
    claimant: &Claimant,
    player: PlayerId,
    guess: Guess<'_>,
    code: Option<&str>,
) -> Result<(), ActionError> {
    let found = people.store.authenticator(player).await?;
    let Some(authenticator) = found.filter(|found| found.confirmed_at.is_some()) else { return Ok(()) };
    let code = code.filter(|code| !code.trim().is_empty()).ok_or(ProblemCode::CodeNeeded)?;
    let _look = people.limits.may_guess(claimant.client, guess)?;
    if is_right(people, player, &authenticator, code).await? {
        return Ok(());
    }
    people.limits.guessed_wrong(claimant.client, guess);
    Err(ProblemCode::WrongCode.into())
}

async fn is_right(
    people: &People,
    player: PlayerId,
    authenticator: &Authenticator,
    code: &str,
) -> Result<bool, ActionError> {
    let secret = read(&authenticator.secret)?;
    if let Some(step) = secret.verify(code, people.clock.now(), authenticator.last_step) {
        return Ok(people.store.use_step(player, step).await?);
    }
    match Code::parse(code) {
        Some(code) => Ok(people.store.use_recovery_code(player, &code.hash()).await?),
        None => Ok(false),
    }
}

/// Makes a secret for an authenticator, which `shows` it to its owner. Answers the secret as a text, and what was made of it.
pub async fn offer_authenticator<T>(
    people: &People,
    home: &AtHome,
    shows: impl FnOnce(&Secret) -> Result<T, ActionError>,
) -> Result<(String, T), ActionError> {
    needs_fresh_sign_in(people, home).await.map_err(before_making)?;
    people.clock_is_right()?;
    let secret = Secret::from_entropy(entropy::bytes().map_err(before_making)?);
    let shown = shows(&secret)?;
    if !people.store.offer_authenticator(home.home(), &write(&secret), people.clock.now()).await? {
        return Err(ProblemCode::HasAuthenticator.into());
    }
    Ok((secret.text(), shown))
}

/// Asks for codes from now on, once one was shown. Answers the first recovery codes.
pub async fn take_up_authenticator(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
    code: &str,
) -> Result<RecoveryCodes, ActionError> {
    needs_fresh_sign_in(people, home).await?;
    people.clock_is_right()?;
    let id = home.id();
    let found = people.store.authenticator(id).await?.ok_or(ProblemCode::NoAuthenticator)?;
    if found.confirmed_at.is_some() {
        return Err(ProblemCode::HasAuthenticator.into());
    }
    let guess = Guess { account: id.as_str(), device: Some(&home.session) };
    let _look = people.limits.may_guess(claimant.client, guess)?;
    let Some(step) = read(&found.secret)?.verify(code, people.clock.now(), None) else {
        people.limits.guessed_wrong(claimant.client, guess);
        return Err(ProblemCode::WrongCode.into());
    };
    let (told, hashes) = new_codes()?;
    let now = people.clock.now();
    if !people.store.confirm_authenticator(home.home(), &found.secret, step, &hashes, now).await? {
        return Err(ProblemCode::HasAuthenticator.into());
    }
    tell(people, id, claimant, Message::AuthenticatorChanged(home.player.name.clone())).await?;
    Ok(told)
}

/// Asks for no codes any more.
pub async fn forget_authenticator(
    people: &People,
    claimant: &Claimant,
    home: &AtHome,
) -> Result<(), ActionError> {
    needs_fresh_sign_in(people, home).await?;
    let id = home.id();
    let found = people.store.authenticator(id).await?;
    if found.is_none_or(|found| found.confirmed_at.is_none())
        || !people.store.forget_authenticator(id).await?
    {
        return Err(ProblemCode::NoAuthenticator.into());
    }
    tell(people, id, claimant, Message::AuthenticatorChanged(home.player.name.clone())).await
}

/// Makes new recovery codes, in place of all others.
pub async fn renew_recovery_codes(people: &People, home: &AtHome) -> Result<RecoveryCodes, ActionError> {
    needs_fresh_sign_in(people, home).await.map_err(before_making)?;
    let found = people.store.authenticator(home.id()).await.map_err(before_making)?;
    if found.is_none_or(|found| found.confirmed_at.is_none()) {
        return Err(ProblemCode::NoAuthenticator.into());
    }
    let (told, hashes) = new_codes().map_err(before_making)?;
    people.store.replace_recovery_codes(home.home(), &hashes).await?;
    Ok(told)
}

/// New recovery codes, and their hashes.
fn new_codes() -> Result<(RecoveryCodes, Vec<String>), ActionError> {
    let mut bits = [[0; 10]; CODES];
    for each in &mut bits {
        *each = entropy::bytes()?;
    }
    let made = codes(&bits);
    let recovery_codes = made.iter().map(ToString::to_string).collect();
    Ok((RecoveryCodes { recovery_codes }, made.iter().map(Code::hash).collect()))
}

fn write(secret: &Secret) -> String {
    STANDARD_NO_PAD.encode(secret.bytes())
}

fn read(text: &str) -> Result<Secret, ActionError> {
    let bytes = STANDARD_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    let unreadable = || ActionError::internal("the secret of an authenticator does not read back");
    bytes.map(Secret::from_entropy).ok_or_else(unreadable)
}
