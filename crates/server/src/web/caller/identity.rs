//! The player behind a token, and what the token is good for.

use std::sync::Arc;

use futures_util::future::{BoxFuture, FutureExt};
use serde_json::json;
use tengen_actions::kit::tokens::{Kind, Lease};
use tengen_clock::Clock;
use tengen_entropy::{ACCESS_TOKEN, token_hash};
use tengen_game::{GroupId, Millis};
use tengen_protocol::view::Audience;
use tengen_protocol::{Player, ProblemCode, Sanction, Scope};
use tengen_store::{Bearer, Eyes, ShownToken};

use crate::app::App;
use crate::web::error::WebError;
use crate::web::suspended::suspended;

/// No token of this server is longer.
const LONGEST_TOKEN: usize = 128;

/// A player who has shown a token.
#[derive(Debug, Clone)]
pub(in crate::web) struct Identity {
    /// The player.
    pub(in crate::web) player: Player,
    /// The sanction that keeps the player from playing, if there is one.
    suspension: Option<Arc<Sanction>>,
    /// Whether there is a warning that the player has not read.
    is_warned: bool,
    /// The closed class of which the player is a pupil.
    enclosed_in: Option<GroupId>,
    grant: Grant,
    clock: Clock,
}

/// The scopes of a token.
#[derive(Debug, Clone)]
enum Grant {
    /// The player's own, of a session: for everything.
    Own { hash: String, lease: Lease },
    /// A personal access token, as long as it holds.
    Personal { scopes: Arc<[Scope]>, expires_at: Option<Millis>, lease: Lease },
}

impl Identity {
    /// Refuses a scope that the token does not have.
    pub(in crate::web) fn permit(&self, scope: Scope) -> Result<(), WebError> {
        match &self.grant {
            Grant::Personal { scopes, .. } if !scopes.contains(&scope) => {
                Err(ProblemCode::InsufficientScope.with(json!({"scope": scope})).into())
            }
            _ => Ok(()),
        }
    }

    /// The hash of the player's own token, if it was shown.
    pub(in crate::web) fn own_hash(&self) -> Option<&str> {
        match &self.grant {
            Grant::Own { hash, .. } => Some(hash),
            Grant::Personal { .. } => None,
        }
    }

    /// The sanction that keeps the player from playing, if there is one.
    pub(in crate::web) fn suspension(&self) -> Option<&Sanction> {
        self.suspension.as_deref()
    }

    /// What the staff has to say to the player: why there is no playing, or a warning that was not read.
    pub(in crate::web) async fn sanction(&self, app: &App) -> Result<Option<Sanction>, WebError> {
        match &self.suspension {
            Some(sanction) => Ok(Some(Sanction::clone(sanction))),
            None if self.is_warned => Ok(app.store.unread_warning(self.player.id.0).await?),
            None => Ok(None),
        }
    }

    /// The player as games see one who may play; nobody, if the player is suspended.
    pub(super) fn at_the_board(&self) -> Option<&Player> {
        self.suspension.is_none().then_some(&self.player)
    }

    /// The audience to which the player belongs: a suspended player looks on.
    pub(in crate::web) fn audience(&self) -> Audience {
        self.at_the_board().map_or(Audience::Spectator, |player| Audience::Player(player.id.0))
    }

    /// The player as one who looks.
    pub(super) fn eyes(&self) -> Eyes {
        Eyes { player: Some(self.player.id.0), enclosed_in: self.enclosed_in }
    }

    /// Refuses a player who may not play.
    pub(super) fn plays(&self) -> Result<(), WebError> {
        self.suspension().map_or(Ok(()), |sanction| Err(suspended(sanction)))
    }

    /// Whether the token has ended since it was shown, or the player may do something else.
    pub(super) fn has_ended(&self) -> bool {
        match &self.grant {
            Grant::Own { lease, .. } | Grant::Personal { lease, .. } => lease.is_revoked(),
        }
    }

    /// Waits until the token is good for nothing any more, or the player may do something else than before: connections that stay open end
    /// then.
    pub(in crate::web) fn ended(&self) -> BoxFuture<'static, ()> {
        let (lease, expires_at) = match &self.grant {
            Grant::Own { lease, .. } => (lease.clone(), None),
            Grant::Personal { expires_at, lease, .. } => (lease.clone(), *expires_at),
        };
        let plays_from = self.suspension().and_then(|sanction| sanction.until);
        let clock = self.clock.clone();
        let Some(at) = expires_at.into_iter().chain(plays_from).min() else {
            return async move { lease.revoked().await }.boxed();
        };
        async move {
            tokio::select! {
                () = lease.revoked() => {}
                () = clock.sleep_until(clock.instant_at(at)) => {}
            }
        }
        .boxed()
    }
}

/// The player to whom a token belongs, and the token's scopes.
pub(in crate::web) async fn identify(app: &App, token: &str) -> Result<Option<Identity>, WebError> {
    if token.is_empty() || token.len() > LONGEST_TOKEN {
        return Ok(None);
    }
    let (hash, now) = (token_hash(token), app.clock.now());
    let kind = if token.starts_with(ACCESS_TOKEN) { Kind::Personal } else { Kind::Own };
    // Held before it is looked up: a revocation in between is heard of.
    let mut lease = app.tokens.hold(kind, &hash);
    let found = match kind {
        Kind::Own => app.store.player_of_session(&hash, now).await?.map(|bearer| (bearer, None)),
        Kind::Personal => {
            let shown = app.store.access_token(&hash, now).await?;
            shown.map(|ShownToken { bearer, token }| (bearer, Some((token.scopes, token.expires_at))))
        }
    };
    let Some((Bearer { player, suspended_until, is_warned, enclosed_in, changed_at }, token)) = found else {
        app.tokens.forget(&hash, lease);
        return Ok(None);
    };
    lease.used(now, changed_at);
    let suspension = match suspended_until {
        Some(until) if until > now => app.store.sanction_in_force(player.id.0, now).await?.map(Arc::new),
        _ => None,
    };
    let grant = match token {
        None => Grant::Own { hash, lease },
        Some((scopes, expires_at)) => Grant::Personal { scopes: scopes.into(), expires_at, lease },
    };
    Ok(Some(Identity { player, suspension, is_warned, enclosed_in, grant, clock: app.clock.clone() }))
}
