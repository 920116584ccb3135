//! Sessions: ended, and carried to another device.

use tengen_entropy::{self as entropy, session_id};
use tengen_game::{Millis, SessionId};
use tengen_limits::Client;
use tengen_protocol::{Player, ProblemCode};

use super::fresh::needs_other_ways;
use super::parts::People;
use crate::kit::{ActionError, AtHome, Parts, before_making};

/// How long a link to another device is good, in milliseconds.
const LINK: Millis = 600_000;

/// Ends a session of the player, and everything that is open in it.
pub async fn end_session(parts: &Parts, home: &AtHome, id: SessionId) -> Result<(), ActionError> {
    let sessions = parts.store.sessions(home.id(), parts.clock.now()).await?;
    let named = sessions.into_iter().find(|session| session_id(&session.hash) == Some(id));
    let hash = named.ok_or(ProblemCode::NoSuchSession)?.hash;
    if !parts.store.end_session(home.id(), &hash).await? {
        return Err(ProblemCode::NoSuchSession.into());
    }
    parts.tokens.revoke_everywhere(&hash);
    forget_programs(parts, &home.player).await
}

/// Ends the session in which the player is here.
pub async fn sign_out(parts: &Parts, home: &AtHome) -> Result<(), ActionError> {
    parts.store.end_session(home.id(), &home.session).await?;
    parts.tokens.revoke_everywhere(&home.session);
    forget_programs(parts, &home.player).await
}

/// Ends all sessions but the one in which the player is here.
pub async fn end_other_sessions(parts: &Parts, home: &AtHome) -> Result<(), ActionError> {
    let ended = parts.store.end_other_sessions(home.id(), &home.session).await?;
    parts.tokens.revoke_all(&ended);
    Ok(())
}

/// Ends the personal access tokens of a guest who is at home nowhere any more: nobody could revoke them.
async fn forget_programs(parts: &Parts, player: &Player) -> Result<(), ActionError> {
    if player.guest && parts.store.sessions(player.id.0, parts.clock.now()).await?.is_empty() {
        parts.tokens.revoke_all(&parts.store.revoke_access_tokens(player.id.0).await?);
    }
    Ok(())
}

/// Makes a link to another device, which takes the place of an earlier one: `shows` makes what is shown of its secret. Answers
/// the secret, what is shown, and when the link ends.
pub async fn carry<T>(
    people: &People,
    home: &AtHome,
    shows: impl FnOnce(&str) -> Result<T, ActionError>,
) -> Result<(String, T, Millis), ActionError> {
    if !home.player.guest {
        needs_other_ways(people)?;
    }
    people.clock_is_right()?;
    let (secret, now) = (entropy::token().map_err(before_making)?, people.clock.now());
    let (shown, expires_at) = (shows(&secret)?, now + LINK);
    people.store.add_carry(home.home(), &entropy::token_hash(&secret), now, expires_at).await?;
    Ok((secret, shown, expires_at))
}

/// Whose place the link with a secret carries. Nothing is changed.
pub async fn carried_player(parts: &Parts, client: Client, link: &str) -> Result<Player, ActionError> {
    parts.limits.way_in(client)?;
    let player = parts.store.carried(&entropy::token_hash(link), parts.clock.now()).await?;
    Ok(player.ok_or(ProblemCode::NoSuchLink)?)
}
