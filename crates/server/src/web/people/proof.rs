//! Passwords, looked at: who somebody is.

use serde_json::json;
use tengen_credentials::{BadPassword, Checked, HashError, Password, PasswordRefusal, judge};
use tengen_entropy::token_hash;
use tengen_game::PlayerId;
use tengen_limits::{Client, Guess, TooMany};
use tengen_names::looks;
use tengen_protocol::{Player, PlayerName, ProblemCode, Refused};
use tengen_trouble as trouble;

use super::claimant::Claimant;
use super::{known_device, second_step};
use crate::app::App;
use crate::web::error::WebError;

/// A player whose id is nobody's, so that an unknown name costs as many queries as a known one.
const NOBODY: [u8; 10] = [0xff; 10];

/// The member of this name and password, with the hash of that password. Of a wrong one nobody learns whether there is such a
/// name, neither by the answer nor by its time.
pub(super) async fn member_by_password(
    app: &App,
    claimant: &Claimant<'_>,
    name: &str,
    password: &str,
    code: Option<&str>,
) -> Result<(Player, String), WebError> {
    // What can't be a name is nobody's, and is not looked at any closer.
    let name = name.parse::<PlayerName>().map(|name| name.to_string()).unwrap_or_default();
    let name = name.as_str();
    let found = app.store.member_named(name).await?;
    let (member, hash) = found.map_or((None, None), |(player, hash)| (Some(player), hash));
    // Several looks may lead to one account, and each has the budget of that account.
    let account = member.as_ref().map_or_else(|| looks(name).small, |player| player.id.0.to_string());
    let id = member.as_ref().map_or_else(|| PlayerId::from_entropy(NOBODY), |player| player.id.0);
    let proved = is_right(app, claimant, id, &account, (password, code), hash).await?;
    member.zip(proved).ok_or(ProblemCode::WrongCredentials.into())
}

/// Makes sure that this is the password of a member who is known already.
pub(super) async fn confirm(
    app: &App,
    claimant: &Claimant<'_>,
    player: PlayerId,
    password: &str,
    code: Option<&str>,
) -> Result<(), WebError> {
    let hash = app.store.password_of(player).await?;
    is_right(app, claimant, player, player.as_str(), (password, code), hash).await.map(|_| ())
}

/// Makes sure that somebody who came by a link in a letter has taken the second step, if the account asks for one.
pub(super) async fn second_step(
    app: &App,
    claimant: &Claimant<'_>,
    player: PlayerId,
    code: Option<&str>,
) -> Result<(), WebError> {
    let shown = known_device::shown(claimant.headers).map(|secret| token_hash(&secret)).unwrap_or_default();
    let is_known = app.store.knows_device(player, &shown).await?;
    let guess = Guess { account: player.as_str(), device: is_known.then_some(shown.as_str()) };
    second_step::take(app, claimant, player, guess, code).await
}

/// Makes sure that this is the password, and takes the second step. Answers the hash that the password has.
async fn is_right(
    app: &App,
    claimant: &Claimant<'_>,
    id: PlayerId,
    account: &str,
    (password, code): (&str, Option<&str>),
    mut hash: Option<String>,
) -> Result<Option<String>, WebError> {
    let Claimant { client, headers } = claimant;
    let shown = known_device::shown(headers).map(|secret| token_hash(&secret)).unwrap_or_default();
    let is_known = app.store.knows_device(id, &shown).await?;
    let guess = Guess { account, device: is_known.then_some(shown.as_str()) };
    let _look = app.limits.may_guess(*client, guess)?;
    let wrong = || {
        app.limits.guessed_wrong(*client, guess);
        WebError::from(ProblemCode::WrongCredentials)
    };
    let Ok(password) = Password::parse(password) else { return Err(wrong()) };
    match app.passwords.check(client.far_network(), password.clone(), hash.clone()).await {
        Ok(Checked::Right) => {}
        Ok(Checked::RightButOld) => {
            let new = app.passwords.hash(client.far_network(), password).await;
            if let (Some(old), Ok(new)) = (&hash, new)
                && app.store.renew_password(id, old, &new).await?
            {
                hash = Some(new);
            }
        }
        Ok(Checked::Wrong) => return Err(wrong()),
        Err(error @ HashError::Unreadable) => {
            trouble::log("an account's password does not read back", error);
            return Err(wrong());
        }
        Err(error) => return Err(refused(error)),
    }
    second_step::take(app, claimant, id, guess, code).await?;
    Ok(hash)
}

/// A password that somebody chooses for an account about which one may know these words, if it may be chosen.
pub(super) fn chosen(password: &str, about: &[&str]) -> Result<Password, Refused> {
    let password = Password::parse(password).map_err(unreadable)?;
    judge(&password, about).map_err(|refusal| weak(&refusal))?;
    Ok(password)
}

/// The hash of a password.
pub(super) async fn hash_of(app: &App, client: Client, password: Password) -> Result<String, WebError> {
    app.passwords.hash(client.far_network(), password).await.map_err(refused)
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

/// The answer where no hash could be made.
pub(super) fn refused(error: HashError) -> WebError {
    match error {
        HashError::Busy { retry_after } => TooMany { retry_after }.into(),
        other => WebError::internal(other),
    }
}
