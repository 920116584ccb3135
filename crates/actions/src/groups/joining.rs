//! New members of a group: they join, ask to be let in, or are invited.
//!
//! A group that is closed is not there for anybody else, so whoever is invited answers without any right in the group.

use serde_json::json;
use tengen_game::{GroupId, PlayerId};
use tengen_limits::Client;
use tengen_protocol::{
    Group, GroupInvitationList, GroupKind, InvitedPlayerList, JoinAnswer, JoinRequestList, Joining,
    PlayerKind, ProblemCode,
};
use tengen_roles::GroupAct;
use tengen_store::{GroupChanged, Home, InvitedToGroup, MOST_ASKED, Thing};

use super::acting::{AtHomeActing, done};
use crate::kit::{ActionError, Parts, after_making};

/// Joins a group, asks to be let in, or, as a leader, invites this player.
pub async fn bring_in(
    parts: &Parts,
    actor: &AtHomeActing,
    client: Client,
    id: GroupId,
    player: Option<PlayerId>,
) -> Result<Group, ActionError> {
    let right = if player.is_some() { GroupAct::Invite } else { GroupAct::Join };
    let group = actor.group(parts, id, right).await?.group;
    parts.clock_is_right()?;
    match player {
        Some(player) => invite(parts, client, actor, (id, group.kind), player).await?,
        // Whoever is in it joins nothing.
        None if group.role.is_some() => {}
        None => {
            let waiting = if group.joining == Joining::Request { MOST_ASKED } else { 0 };
            let joined = parts.store.join_group(actor.home(), id, parts.clock.now()).await?;
            done(joined, group.kind, waiting)?;
        }
    }
    Ok(actor.group(parts, id, GroupAct::See).await.map_err(after_making)?.group)
}

/// Invites a player to a group. Whoever has asked to be let in is let in.
async fn invite(
    parts: &Parts,
    client: Client,
    actor: &AtHomeActing,
    (group, kind): (GroupId, GroupKind),
    player: PlayerId,
) -> Result<(), ActionError> {
    may_come(parts, actor, group, player).await?;
    let found = parts.store.player(player).await?;
    found.filter(|found| found.kind == PlayerKind::Member).ok_or(ProblemCode::NoSuchPlayer)?;
    if parts.store.is_blocked_between(actor.id(), player).await? {
        return Err(ProblemCode::Blocked.into());
    }
    // It comes to somebody who has not asked for it, as a game does that is offered.
    parts.limits.offer(client, player)?;
    match parts.store.invite_to_group(actor.home(), (group, kind), player, parts.clock.now()).await? {
        InvitedToGroup::Done => Ok(()),
        InvitedToGroup::TooMany(max) => {
            Err(ProblemCode::TooManyGroupInvitations.with(json!({"max": max})).into())
        }
        InvitedToGroup::Not(changed) => done(changed, kind, 0),
    }
}

/// Refuses a player whom the actor does not see, and a pupil of a closed class.
async fn may_come(
    parts: &Parts,
    actor: &AtHomeActing,
    group: GroupId,
    player: PlayerId,
) -> Result<(), ActionError> {
    parts.enclosures.sees(parts.enclosures.eyes(actor.id()).await?, Thing::Player(player)).await?;
    parts.enclosures.stays_in_class(group, player).await
}

/// Those who are invited to a group, the first one first.
pub async fn invited(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
) -> Result<InvitedPlayerList, ActionError> {
    actor.group(parts, id, GroupAct::Invite).await?;
    Ok(InvitedPlayerList { invitations: parts.store.invited_to_group(id).await? })
}

/// Takes an invitation to a group back.
pub async fn take_invitation_back(
    parts: &Parts,
    actor: &AtHomeActing,
    group: GroupId,
    player: PlayerId,
) -> Result<(), ActionError> {
    let kind = actor.group(parts, group, GroupAct::Invite).await?.group.kind;
    invited_so(parts.store.take_group_invitation_back(actor.home(), group, player).await?, kind)
}

/// The groups to which a player is invited, the latest invitation first.
pub async fn invitations_of(parts: &Parts, player: PlayerId) -> Result<GroupInvitationList, ActionError> {
    let mut invitations = parts.store.group_invitations_of(player).await?;
    let class = parts.store.enclosed_in(player).await?;
    // The class may have been closed at the moment in which somebody else invited.
    invitations.retain(|invitation| class.is_none_or(|class| class == invitation.group.id.0));
    Ok(GroupInvitationList { invitations })
}

/// Joins a group to which one is invited, or does not.
pub async fn answer_invitation(
    parts: &Parts,
    home: Home<'_>,
    id: GroupId,
    accept: bool,
) -> Result<(), ActionError> {
    let kind = kind_of_inviting(parts, id, home.player).await?;
    parts.clock_is_right()?;
    let now = parts.clock.now();
    invited_so(parts.store.answer_group_invitation(home, (id, kind), accept, now).await?, kind)
}

/// The kind of a group that invites a player, if it does: pupils of a closed class are invited by that class alone.
async fn kind_of_inviting(parts: &Parts, id: GroupId, player: PlayerId) -> Result<GroupKind, ActionError> {
    let seen = parts.store.group(id, Some(player)).await?.filter(|seen| seen.group.invited);
    let class = parts.store.enclosed_in(player).await?.filter(|class| *class != id);
    match (seen, class) {
        (Some(seen), None) => Ok(seen.group.kind),
        _ => Err(ProblemCode::NoSuchGroupInvitation.into()),
    }
}

/// Whether a change was made for which there has to be an invitation.
fn invited_so(changed: GroupChanged, kind: GroupKind) -> Result<(), ActionError> {
    match changed {
        GroupChanged::NotThere => Err(ProblemCode::NoSuchGroupInvitation.into()),
        changed => done(changed, kind, 0),
    }
}

/// Those who wait to be let into a group, the first one first.
pub async fn requests(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
) -> Result<JoinRequestList, ActionError> {
    actor.group(parts, id, GroupAct::AnswerRequests).await?;
    Ok(JoinRequestList { requests: parts.store.join_requests(id).await? })
}

/// Lets somebody in who has asked, or does not.
pub async fn answer_request(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    JoinAnswer { player, accept }: JoinAnswer,
) -> Result<(), ActionError> {
    let kind = actor.group(parts, id, GroupAct::AnswerRequests).await?.group.kind;
    parts.clock_is_right()?;
    if accept {
        // The class of somebody who asked may have been closed since.
        may_come(parts, actor, id, player.0).await?;
    }
    let now = parts.clock.now();
    let changed = parts.store.answer_join_request(actor.home(), (id, kind), player.0, accept, now).await?;
    done(changed, kind, 0)
}

/// Takes one's own request back.
pub async fn take_request_back(parts: &Parts, actor: &AtHomeActing, id: GroupId) -> Result<(), ActionError> {
    actor.group(parts, id, GroupAct::See).await?;
    parts.store.take_join_request_back(actor.home(), id).await?;
    Ok(())
}
