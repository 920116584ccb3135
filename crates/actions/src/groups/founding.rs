//! Groups themselves: founded, changed and ended.

use serde_json::json;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::GroupId;
use tengen_limits::Client;
use tengen_protocol::{Group, GroupChange, GroupKind, Joining, NewGroup, ProblemCode};
use tengen_roles::{Act, GroupAct, ServerAct};
use tengen_store::Founding;

use super::acting::{AtHomeActing, done};
use super::words::{group_name, group_words};
use crate::kit::{ActionError, Parts, after_making};

/// Founds a club, or, for an owner of the server, a class.
pub async fn found(
    parts: &Parts,
    actor: &AtHomeActing,
    client: Client,
    wish: &NewGroup,
) -> Result<Group, ActionError> {
    let (right, usual) = match wish.kind {
        GroupKind::Club => (ServerAct::FoundClub, Joining::Request),
        GroupKind::Class => (ServerAct::FoundClass, Joining::Closed),
    };
    actor.acting.may(Act::ToServer(right))?;
    if wish.kind == GroupKind::Club && wish.leader.is_some() {
        return Err(ProblemCode::InvalidGroup.with(json!({"field": "leader"})).into());
    }
    let name = group_name(&wish.name)?;
    let words = group_words(wish.words.as_deref().unwrap_or_default())?;
    parts.limits.rare_act(client)?;
    parts.clock_is_right()?;
    let id = entropy::group_id()?;
    let leader = wish.leader.map_or(actor.id(), |leader| leader.0);
    let facts = json!({"leader": leader.as_str()});
    let noted = parts.noted(actor.id(), Kind::FoundClass, ("group", id.as_str()), facts, None);
    let (kind, joining, now) = (wish.kind, wish.joining.unwrap_or(usual), noted.at);
    let founding = Founding { id, kind, name, words, joining, leader, now };
    // Clubs are everybody's matter, and a class is one of those who run the server.
    let noted = (kind == GroupKind::Class).then_some(&noted);
    done(parts.store.found_group(actor.home(), founding, noted).await?, kind, 0)?;
    let seen = parts.store.group(id, Some(actor.id())).await.map_err(after_making)?;
    Ok(seen.ok_or_else(|| after_making(ProblemCode::NoSuchGroup))?.group)
}

/// Changes the name, the words, or how one becomes a member.
pub async fn change(
    parts: &Parts,
    actor: &AtHomeActing,
    id: GroupId,
    wish: &GroupChange,
) -> Result<Group, ActionError> {
    let group = actor.group(parts, id, GroupAct::Change).await?.group;
    let name = wish.name.as_deref().map_or(Ok(group.name.as_str()), group_name)?;
    let words = wish.words.as_deref().map_or(Ok(group.words.as_str()), group_words)?;
    let joining = wish.joining.unwrap_or(group.joining);
    let (outcome, changed) = parts.store.change_group(actor.home(), id, (name, words, joining)).await?;
    done(outcome, group.kind, 0)?;
    parts.tokens.change_everywhere(&changed);
    Ok(actor.group(parts, id, GroupAct::See).await?.group)
}

/// Ends a group, and with a class its cards.
pub async fn end(parts: &Parts, actor: &AtHomeActing, id: GroupId) -> Result<(), ActionError> {
    let group = actor.group(parts, id, GroupAct::End).await?.group;
    parts.clock_is_right()?;
    let facts = json!({"kind": group.kind, "members": group.members});
    let noted = parts.noted(actor.id(), Kind::EndGroup, ("group", id.as_str()), facts, None);
    // With a class ways in end, which are others'.
    let of_class = (group.kind == GroupKind::Class).then_some(&noted);
    let ended = parts.store.end_group(Some(actor.home()), id, noted.at, of_class).await?;
    parts.tokens.revoke_all(&ended.ok_or(ProblemCode::NoSuchGroup)?);
    Ok(())
}
