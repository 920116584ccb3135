//! The members of a group: changed and taken out.

use serde_json::json;
use tengen_audit::Kind;
use tengen_game::{GroupId, PlayerId};
use tengen_protocol::{GroupKind, GroupMemberChange, GroupRole, ProblemCode};
use tengen_roles::{FellowAct, GroupAct};
use tengen_store::Renamed;

use super::acting::{AtHomeActing, done};
use crate::kit::{ActionError, Parts};
use crate::people::names;

/// Leaves a group, or, as a leader, takes a member out.
pub async fn take_out(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
) -> Result<(), ActionError> {
    let (kind, is_ruled) = if player == actor.id() {
        (actor.group(parts, id, GroupAct::Leave).await?.group.kind, false)
    } else {
        let (seen, fellow) = actor.fellow(parts, id, player, FellowAct::Remove).await?;
        (seen.group.kind, fellow.is_ruled)
    };
    parts.clock_is_right()?;
    let facts = json!({"players": [player.as_str()], "taken_out": true});
    let noted = parts.noted(actor.id(), Kind::RevokeCards, ("group", id.as_str()), facts, None);
    // The only way in of the account ends with it.
    let noted = is_ruled.then_some(&noted);
    let (changed, ended) = parts.store.take_out_of_group(actor.home(), id, player, noted).await?;
    parts.tokens.revoke_all(&ended);
    done(changed, kind, 0)?;
    see_anew(parts, kind, player).await
}

/// Ends what a player has open: in a class, or out of it, others are seen.
async fn see_anew(parts: &Parts, kind: GroupKind, player: PlayerId) -> Result<(), ActionError> {
    if kind == GroupKind::Class {
        parts.tokens.change_everywhere(&parts.store.changed_tokens_of(player).await?);
    }
    Ok(())
}

/// Changes the role of a member in the group, the name, or whether the member takes part in rounds.
pub async fn change_member(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    wish: &GroupMemberChange,
) -> Result<(), ActionError> {
    if let Some(role) = wish.role {
        change_role(parts, actor, id, player, role).await?;
    }
    if let Some(name) = &wish.name {
        rename(parts, actor, id, player, name).await?;
    }
    if let Some(plays) = wish.plays {
        take_part(parts, actor, id, player, plays).await?;
    }
    Ok(())
}

async fn change_role(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    role: GroupRole,
) -> Result<(), ActionError> {
    let kind = match role {
        GroupRole::Member if player == actor.id() => {
            actor.group(parts, id, GroupAct::Resign).await?.group.kind
        }
        // Whoever is no leader stays what one is, and leaders are each other's equals.
        GroupRole::Member => {
            let (_, fellow) = actor.fellow(parts, id, player, FellowAct::MakeLeader).await?;
            return match fellow.role {
                GroupRole::Member => Ok(()),
                GroupRole::Leader => Err(ProblemCode::EqualOrHigher.into()),
            };
        }
        GroupRole::Leader => actor.fellow(parts, id, player, FellowAct::MakeLeader).await?.0.group.kind,
    };
    done(parts.store.change_group_role(actor.home(), id, player, role).await?, kind, 0)?;
    see_anew(parts, kind, player).await
}

/// Only the player says so, whatever others are in the group.
async fn take_part(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    plays: bool,
) -> Result<(), ActionError> {
    let kind = actor.group(parts, id, GroupAct::TakePart).await?.group.kind;
    if player != actor.id() {
        return Err(ProblemCode::NotAllowed.into());
    }
    done(parts.store.set_plays(actor.home(), id, plays).await?, kind, 0)
}

async fn rename(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    player: PlayerId,
    name: &str,
) -> Result<(), ActionError> {
    let (_, fellow) = actor.fellow(parts, id, player, FellowAct::RuleAccount).await?;
    let wish = names::of_member(name)?;
    parts.clock_is_right()?;
    if wish.name == fellow.card.name {
        return Ok(());
    }
    let facts = json!({"group": id.as_str()});
    let noted = parts.noted(actor.id(), Kind::Rename, ("player", player.as_str()), facts, None);
    match parts.store.rename_by_staff(player, &wish, &noted).await? {
        Renamed::Done => Ok(()),
        Renamed::Taken => Err(ProblemCode::NameTaken.into()),
        Renamed::TooSoon | Renamed::NoAccount => Err(ProblemCode::NoSuchPlayer.into()),
    }
}
