//! Whoever wants to act as staff, and those to whom it is done.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tengen_game::PlayerId;
use tengen_protocol::{Player, PlayerKind, ProblemCode, Role, Scope};
use tengen_roles::{Act, Actor, Person, Proof, may};

use super::refused::{FRESH, refused};
use crate::app::App;
use crate::web::caller::Anyone;
use crate::web::error::WebError;
use crate::web::suspended::suspended;

/// Somebody who wants to do something for which there is a right.
#[derive(Debug, Clone)]
pub(in crate::web) struct Acting {
    pub(in crate::web) player: Player,
    role: Option<Role>,
    proof: Proof,
}

impl FromRequestParts<App> for Acting {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let Anyone(identity) = Anyone::from_request_parts(parts, app).await?;
        let identity = identity.ok_or(ProblemCode::Unauthenticated)?;
        // Staff that may not play keeps no order either.
        if let Some(sanction) = identity.suspension() {
            return Err(suspended(sanction));
        }
        let proof = match identity.own_hash() {
            Some(hash) => {
                let signed_in_at = app.store.signed_in_at(hash).await?;
                let fresh = signed_in_at.is_some_and(|at| app.clock.now() - at < FRESH);
                Proof::Session { fresh }
            }
            None => Proof::Token { staff: identity.permit(Scope::Staff).is_ok() },
        };
        let role = highest_role(app, identity.player.id.0).await?;
        Ok(Self { player: identity.player, role, proof })
    }
}

impl Acting {
    /// Refuses what the actor may not do.
    pub(in crate::web) fn may(&self, act: Act) -> Result<(), WebError> {
        let actor = Actor::Player { kind: self.player.kind, role: self.role, proof: self.proof };
        may(actor, act).map_err(refused)
    }

    /// The highest role of the actor.
    pub(super) fn role(&self) -> Option<Role> {
        self.role
    }

    /// A player as the rights see one who is to be acted on. One who is not there is nobody.
    pub(super) async fn person(&self, app: &App, player: Option<&Player>) -> Result<Person, WebError> {
        let Some(player) = player else {
            let kind = PlayerKind::Deleted;
            return Ok(Person { kind, role: None, is_actor: false, is_last_owner: false });
        };
        let id = player.id.0;
        let owner = match player.kind {
            PlayerKind::Bot => app.store.owner_of(id).await?.map(|owner| owner.id.0),
            _ => None,
        };
        let role = highest_role(app, owner.unwrap_or(id)).await?;
        let own = self.player.id.0;
        let is_last_owner = role == Some(Role::Owner) && app.store.is_last(id, Role::Owner).await?;
        Ok(Person { kind: player.kind, role, is_actor: id == own || owner == Some(own), is_last_owner })
    }
}

async fn highest_role(app: &App, player: PlayerId) -> Result<Option<Role>, WebError> {
    Ok(app.store.roles(player).await?.first().copied())
}
