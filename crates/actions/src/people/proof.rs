//! Passwords, looked at: who somebody is.

use serde_json::json;
use tengen_credentials::{BadPassword, Checked, HashError, Password, PasswordRefusal, judge};
use tengen_game::PlayerId;
use tengen_limits::{Client, Guess, TooMany};
use tengen_names::looks;
use tengen_protocol::{Player, PlayerName, ProblemCode, Refused};
use tengen_trouble as trouble;

use super::claimant::Claimant;
use super::parts::People;
use super::second_step;
use crate::kit::ActionError;

/// A player whose id is nobody's, so that an unknown name costs as many queries as a known one.
const NOBODY: [u8; 10] = [0xff; 10];

/// The member of this name and password, with the hash of that password. Of a wrong one nobody learns whether there is such a
/// name, neither by the answer nor by its time.
pub(super) async fn member_by_password(
    people: &People,
    claimant: &Claimant,
    name: &str,
    password: &str,
    code: Option<&str>,
) -> Result<(Player, String), ActionError> {
    // What can't be a name is nobody's, and is not looked at any closer.
    let name = name.parse::<PlayerName>().map(|name| name.to_string()).unwrap_or_default();
    let name = name.as_str();
    let found = people.store.member_named(name).await?;
    let (member, hash) = found.map_or((None, None), |(player, hash)| (Some(player), hash));
    // Several looks may lead to one account, and each has the budget of that account.
    let account = member.as_ref().map_or_else(|| looks(name).small, |player| player.id.0.to_string());
    let id = member.as_ref().map_or_else(|| PlayerId::from_entropy(NOBODY), |player| player.id.0);
    let proved = is_right(people, claimant, id, &account, (password, code), hash).await?;
    member.zip(proved).ok_or(ProblemCode::WrongCredentials.into())
}

/// Makes sure that this is the password of a member who is known already.
pub(super) async fn confirm(
    people: &People,
    claimant: &Claimant,
    player: PlayerId,
    password: &str,
    code: Option<&str>,
) -> Result<(), ActionError> {
    let hash = people.store.password_of(player).await?;
    is_right(people, claimant, player, player.as_str(), (password, code), hash).await.map(|_| ())
}

/// Makes sure that somebody who came by a link in a letter has taken the second step, if the account asks for one.
pub(super) async fn second_step(
    people: &People,
    claimant: &Claimant,
    player: PlayerId,
    code: Option<&str>,
) -> Result<(), ActionError> {
    let shown = claimant.known_hash();
    let is_known = people.store.knows_device(player, &shown).await?;
    let guess = Guess { account: player.as_str(), device: is_known.then_some(shown.as_str()) };
    second_step::take(people, claimant, player, guess, code).await
}

/// Makes sure that this is the password, and takes the second step. Answers the hash that the password has.
async fn is_right(
    people: &People,
    claimant: &Claimant,
    id: PlayerId,
    account: &str,
    (password, code): (&str, Option<&str>),
    mut hash: Option<String>,
) -> Result<Option<String>, ActionError> {
    let (client, shown) = (claimant.client, claimant.known_hash());
    let is_known = people.store.knows_device(id, &shown).await?;
    let guess = Guess { account, device: is_known.then_some(shown.as_str()) };
    let _look = people.limits.may_guess(client, guess)?;
    let wrong = || {
        people.limits.guessed_wrong(client, guess);
        ActionError::from(ProblemCode::WrongCredentials)
    };
    let Ok(password) = Password::parse(password) else { return Err(wrong()) };
    match people.passwords.check(client.far_network(), password.clone(), hash.clone()).await {
        Ok(Checked::Right) => {}
        Ok(Checked::RightButOld) => {
            let new = people.passwords.hash(client.far_network(), password).await;
            if let (Some(old), Ok(new)) = (&hash, new)
                && people.store.renew_password(id, old, &new).await?
            {
                hash = Some(new);
            }
        }
        Ok(Checked::Wrong) => return Err(wrong()),
        Err(error @ HashError::Unreadable) => {
            trouble::log("an account's password does not read back", error);
            return Err(wrong());
        }
        Err(error) => return Err(no_hash(error)),
    }
    second_step::take(people, claimant, id, guess, code).await?;
    Ok(hash)
}

/// A password that somebody chooses for an account about which one may know these words, if it may be chosen.
pub(super) fn chosen(password: &str, about: &[&str]) -> Result<Password, Refused> {
    let password = Password::parse(password).map_err(unreadable)?;
    judge(&password, about).map_err(|refusal| weak(&refusal))?;
    Ok(password)
}

/// The hash of a password.
pub(super) async fn hash_of(
    people: &People,
    client: Client,
    password: Password,
) -> Result<String, ActionError> {
    people.passwords.hash(client.far_network(), password).await.map_err(no_hash)
}

fn unreadable(error: BadPassword) -> Refused {
    let reason = error.name();
    ProblemCode::PasswordRefused.with(match error {
        BadPassword::Empty => json!({"reason": reason}),
        BadPassword::TooLong { most } => json!({"reason": reason, "max": most}),
    })
}

fn weak(refusal: &PasswordRefusal) -> Refused {
    let reason = refusal.name();
    ProblemCode::PasswordRefused.with(match refusal {
        PasswordRefusal::TooShort { min } => json!({"reason": reason, "min": min}),
        PasswordRefusal::Guessable { score, min } => json!({"reason": reason, "score": score, "min": min}),
    })
}

/// The error where no hash could be made.
pub(super) fn no_hash(error: HashError) -> ActionError {
    match error {
        HashError::Busy { retry_after } => TooMany { retry_after }.into(),
        other => ActionError::internal(other),
    }
}
