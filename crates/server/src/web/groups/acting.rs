//! Whoever looks at a group, or wants to do something there.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde_json::json;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::{GroupKind, GroupRole, Player, PlayerKind, ProblemCode};
use tengen_roles::{Act, Actor, Fellow, FellowAct, GroupAct, Membership, Proof, may};
use tengen_store::{self as store, GroupChanged, Home, MOST_LED, SeenGroup, most_members};

use crate::app::App;
use crate::web::caller::{AtHome, MaybeCaller};
use crate::web::error::WebError;
use crate::web::staff::{Acting, refused};

/// Whoever looks, a stranger as well.
#[derive(Debug, Clone)]
pub(in crate::web) struct Looking(Option<Acting>);

impl FromRequestParts<App> for Looking {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let MaybeCaller(identity) = MaybeCaller::from_request_parts(parts, app).await?;
        // Whoever is suspended looks on like a stranger.
        let acting = match identity.filter(|identity| identity.suspension().is_none()) {
            Some(_) => Some(Acting::from_request_parts(parts, app).await?),
            None => None,
        };
        Ok(Self(acting))
    }
}

impl Looking {
    /// Who, if anybody in particular.
    pub(super) fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|acting| &acting.player)
    }

    /// The group, if one may do this there.
    pub(super) async fn group(&self, app: &App, id: GroupId, act: GroupAct) -> Result<SeenGroup, WebError> {
        let seen = found(app, id, self.player().map(|player| player.id.0)).await?;
        let act = Act::InGroup(act, membership(&seen));
        if let Some(acting) = &self.0 {
            acting.may(act)?;
        } else {
            // A stranger has no more rights than a guest.
            let proof = Proof::Session { fresh: false };
            may(Actor::Player { kind: PlayerKind::Guest, role: None, proof }, act).map_err(refused)?;
        }
        Ok(seen)
    }
}

/// Whoever does something, in a session of the own: a program does nothing in groups.
#[derive(Debug, Clone)]
pub(in crate::web) struct AtHomeActing {
    at_home: AtHome,
    pub(super) acting: Acting,
}

impl FromRequestParts<App> for AtHomeActing {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let at_home = AtHome::from_request_parts(parts, app).await?;
        Ok(Self { at_home, acting: Acting::from_request_parts(parts, app).await? })
    }
}

impl AtHomeActing {
    pub(super) fn id(&self) -> PlayerId {
        self.at_home.player.id.0
    }

    pub(super) fn home(&self) -> Home<'_> {
        self.at_home.home()
    }

    /// The group, if one may do this there.
    pub(super) async fn group(&self, app: &App, id: GroupId, act: GroupAct) -> Result<SeenGroup, WebError> {
        let seen = found(app, id, Some(self.id())).await?;
        self.acting.may(Act::InGroup(act, membership(&seen)))?;
        Ok(seen)
    }

    /// The group and the member, if one may do this to the member.
    pub(super) async fn fellow(
        &self,
        app: &App,
        id: GroupId,
        player: PlayerId,
        act: FellowAct,
    ) -> Result<(SeenGroup, store::Fellow), WebError> {
        let seen = found(app, id, Some(self.id())).await?;
        let fellow = app.store.fellow(id, player).await?;
        let is_actor = player == self.id();
        let known = fellow.as_ref().map_or(
            Fellow { role: None, is_actor, has_server_role: false, is_ruled: false },
            |fellow| Fellow {
                role: Some(fellow.role),
                is_actor,
                has_server_role: fellow.has_server_role,
                is_ruled: fellow.is_ruled,
            },
        );
        self.acting.may(Act::ToFellow(act, membership(&seen), known))?;
        Ok((seen, fellow.ok_or(ProblemCode::NoSuchPlayer)?))
    }
}

/// A group that goes on, with the place of a player in it.
async fn found(app: &App, id: GroupId, viewer: Option<PlayerId>) -> Result<SeenGroup, WebError> {
    let found = app.store.group(id, viewer).await?.filter(|seen| seen.ended_at.is_none());
    found.ok_or(ProblemCode::NoSuchGroup.into())
}

fn membership(seen: &SeenGroup) -> Membership {
    let role = seen.group.role;
    let is_last_leader = role == Some(GroupRole::Leader) && seen.leaders == 1;
    Membership { kind: seen.group.kind, joining: seen.group.joining, role, is_last_leader }
}

/// The problem of a change that was not made, if it was not. `most_waiting` is said of requests.
pub(super) fn done(changed: GroupChanged, kind: GroupKind, most_waiting: u32) -> Result<(), WebError> {
    match changed {
        GroupChanged::Done => Ok(()),
        GroupChanged::Gone => Err(ProblemCode::NoSuchGroup.into()),
        GroupChanged::Full => Err(ProblemCode::GroupFull.with(json!({"max": most_members(kind)})).into()),
        GroupChanged::TooMany if most_waiting > 0 => {
            Err(ProblemCode::TooManyJoinRequests.with(json!({"max": most_waiting})).into())
        }
        GroupChanged::TooMany => Err(ProblemCode::TooManyGroups.with(json!({"max": MOST_LED})).into()),
        GroupChanged::LastLeader => Err(ProblemCode::LastLeader.into()),
        GroupChanged::NotThere => Err(ProblemCode::NoSuchPlayer.into()),
    }
}
