//! Whoever looks at a group, or wants to do something there.

use serde_json::json;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::{GroupKind, GroupRole, Player, PlayerKind, ProblemCode};
use tengen_roles::{Act, Actor, Fellow, FellowAct, GroupAct, Membership, Proof, may};
use tengen_store::{Fellow as StoredFellow, GroupChanged, Home, MOST_LED, SeenGroup, most_members};

use crate::kit::{Acting, ActionError, Parts};

/// Whoever looks, a stranger as well.
#[derive(Debug, Clone)]
pub struct Looking(pub Option<Acting>);

impl Looking {
    /// Who, if anybody in particular.
    pub fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|acting| &acting.player)
    }

    /// The group, if one may do this there.
    pub async fn group(&self, parts: &Parts, id: GroupId, act: GroupAct) -> Result<SeenGroup, ActionError> {
        let seen = found(parts, id, self.player().map(|player| player.id.0)).await?;
        let act = Act::InGroup(act, membership(&seen));
        if let Some(acting) = &self.0 {
            acting.may(act)?;
        } else {
            // A stranger has no more rights than a guest.
            let proof = Proof::Session { fresh: false };
            may(Actor::Player { kind: PlayerKind::Guest, role: None, proof }, act)?;
        }
        Ok(seen)
    }
}

/// Whoever does something, in a session of the own: a program does nothing in groups.
#[derive(Debug, Clone)]
pub struct AtHomeActing {
    /// Who.
    pub acting: Acting,
    /// The hash of the token of the session.
    pub session: String,
}

impl AtHomeActing {
    /// The player's id.
    pub fn id(&self) -> PlayerId {
        self.acting.player.id.0
    }

    /// The player's session, as the store asks for it.
    pub fn home(&self) -> Home<'_> {
        Home { player: self.id(), session: &self.session }
    }

    /// The group, if one may do this there.
    pub async fn group(&self, parts: &Parts, id: GroupId, act: GroupAct) -> Result<SeenGroup, ActionError> {
        let seen = found(parts, id, Some(self.id())).await?;
        self.acting.may(Act::InGroup(act, membership(&seen)))?;
        Ok(seen)
    }

    /// The group and the member, if one may do this to the member.
    pub async fn fellow(
        &self,
        parts: &Parts,
        id: GroupId,
        player: PlayerId,
        act: FellowAct,
    ) -> Result<(SeenGroup, StoredFellow), ActionError> {
        let seen = found(parts, id, Some(self.id())).await?;
        let fellow = parts.store.fellow(id, player).await?;
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
async fn found(parts: &Parts, id: GroupId, viewer: Option<PlayerId>) -> Result<SeenGroup, ActionError> {
    let found = parts.store.group(id, viewer).await?.filter(|seen| seen.ended_at.is_none());
    found.ok_or(ProblemCode::NoSuchGroup.into())
}

fn membership(seen: &SeenGroup) -> Membership {
    let role = seen.group.role;
    let is_last_leader = role == Some(GroupRole::Leader) && seen.leaders == 1;
    Membership { kind: seen.group.kind, joining: seen.group.joining, role, is_last_leader }
}

/// Whether a change was made. `most_waiting` is said of requests.
pub fn done(changed: GroupChanged, kind: GroupKind, most_waiting: u32) -> Result<(), ActionError> {
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
