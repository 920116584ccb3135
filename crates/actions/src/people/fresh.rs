//! Sign-ins of the last minutes, which some changes need: whoever finds an open browser must not take the account over.

use serde_json::json;
use tengen_game::Millis;
use tengen_protocol::{Player, PlayerKind, ProblemCode};
use tengen_store::OpenWays;

use super::parts::People;
use crate::kit::{ActionError, AtHome, Parts};

/// For how long a sign-in is fresh, in milliseconds.
pub(super) const FRESH: Millis = 300_000;

/// Refuses whoever has no account.
pub(super) fn needs_account(player: &Player) -> Result<(), ProblemCode> {
    if player.kind == PlayerKind::Member { Ok(()) } else { Err(ProblemCode::AccountNeeded) }
}

/// Refuses a way in that is none of this server's: members come in by providers alone.
pub(super) fn needs_other_ways(people: &People) -> Result<(), ProblemCode> {
    if people.ways.has_others() { Ok(()) } else { Err(ProblemCode::WayClosed) }
}

/// Whether a member has come by a link to an account which can be proved by nothing else: the first password may be set in that
/// session, or the first passkey or person of a provider added, at any time.
async fn has_nothing_to_prove(people: &People, home: &AtHome) -> Result<bool, ActionError> {
    let account = people.store.account(home.id()).await?;
    let has_password = account.is_none_or(|account| account.has_password);
    if has_password || people.store.has_way_in(home.id(), &open_ways(people)).await? {
        return Ok(false);
    }
    Ok(people.store.signed_in_at(&home.session).await?.is_some())
}

/// Refuses to add a way in, but for whoever has proved in the last minutes who is here, or has nothing to prove it by.
pub(super) async fn may_add_way_in(people: &People, home: &AtHome) -> Result<(), ActionError> {
    needs_account(&home.player)?;
    if has_nothing_to_prove(people, home).await? { Ok(()) } else { needs_fresh_sign_in(people, home).await }
}

/// The ways in that are open here.
pub(super) fn open_ways(people: &People) -> OpenWays {
    let passwords = people.ways.has_others();
    OpenWays {
        passwords,
        letters: passwords && people.letters.is_some(),
        passkeys: people.ways.passkeys().is_some(),
        issuers: people.ways.issuers().into_iter().map(str::to_owned).collect(),
    }
}

/// Until when the session of this hash is fresh, if it is.
pub async fn fresh_until(parts: &Parts, session: &str) -> Result<Option<Millis>, ActionError> {
    let until = parts.store.signed_in_at(session).await?.map(|at| at + FRESH);
    Ok(until.filter(|until| *until > parts.clock.now()))
}

/// Refuses a session in which nobody has proved in the last minutes who is there.
pub async fn needs_fresh_sign_in(parts: &Parts, home: &AtHome) -> Result<(), ActionError> {
    needs_account(&home.player)?;
    match fresh_until(parts, &home.session).await? {
        Some(_) => Ok(()),
        None => Err(ProblemCode::SignInAgain.with(json!({"within_ms": FRESH})).into()),
    }
}
