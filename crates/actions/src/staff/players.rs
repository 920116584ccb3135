//! Acts of the staff on players.

use serde_json::json;
use tengen_audit::Kind;
use tengen_game::PlayerId;
use tengen_protocol::{Player, PlayerAct, PlayerKind, ProblemCode, SanctionKind};
use tengen_roles::PersonAct;
use tengen_store::{ChangedToken, Deleted, Granted, Noted, Renamed, Revoked, Store};

use super::by::By;
use super::own_cause::{is_not_reported_by, plays_no_game_with};
use super::sanctions::{Measure, follow, lift, sanction};
use crate::kit::{Acting, ActionError, Parts};
use crate::people::{leave, names};

/// What came of an act on a player.
#[derive(Debug, Default)]
pub struct Acted {
    /// Whether it was not so before.
    pub is_new: bool,
    /// The tokens that are good for something else since then.
    pub changed: Vec<ChangedToken>,
    /// The hashes of the tokens that are good for nothing any more.
    pub ended: Vec<String>,
}

impl Acted {
    fn when(is_new: bool) -> Self {
        Self { is_new, ..Self::default() }
    }

    fn with(changed: Option<Vec<ChangedToken>>) -> Self {
        Self { is_new: changed.is_some(), changed: changed.unwrap_or_default(), ..Self::default() }
    }
}

/// Does something to a player for the staff of a server that runs, has everything follow, and writes it down.
pub async fn act_on_player(
    parts: &Parts,
    acting: &Acting,
    id: PlayerId,
    act: &PlayerAct,
) -> Result<(), ActionError> {
    let (store, by) = (&parts.store, By::staff(parts, acting).because(act.reason()));
    let player = by.allowed(store, right(act), id).await?;
    by.in_time(store)?;
    match act {
        // The present name is no act.
        PlayerAct::Rename { name, .. } if *name == player.name => Ok(()),
        PlayerAct::Delete { name, .. } => {
            by.reason()?;
            is_name_of(&player, name)?;
            let noted = by.noted(Kind::DeleteMember, ("player", id.as_str()), json!({}))?;
            delete(parts, id, acting.player.id.0, noted).await
        }
        act => {
            by.reason()?;
            let Acted { is_new, changed, .. } = do_to(store, by, &player, act).await?;
            if is_new && matches!(right(act), PersonAct::Warn | PersonAct::Suspend | PersonAct::Lift) {
                follow(parts, &changed);
            }
            Ok(())
        }
    }
}

/// Does something to a player for whoever has the database, be it without a server: what follows for games and connections is
/// left to the servers, which look for it.
pub async fn act_on_stored_player(
    store: &Store,
    by: By<'_>,
    id: PlayerId,
    act: &PlayerAct,
) -> Result<Acted, ActionError> {
    let player = by.allowed(store, right(act), id).await?;
    by.in_time(store)?;
    do_to(store, by.because(act.reason()), &player, act).await
}

/// The player, for whoever may see what the staff knows of the player.
pub async fn may_see_history(parts: &Parts, acting: &Acting, id: PlayerId) -> Result<Player, ActionError> {
    By::staff(parts, acting).allowed(&parts.store, PersonAct::SeeHistory, id).await
}

/// Takes note, before it is handed out, that everything the server keeps of a member is taken along, and answers the member.
pub async fn note_export(store: &Store, by: By<'_>, id: PlayerId) -> Result<Player, ActionError> {
    let player = by.allowed(store, PersonAct::Export, id).await?;
    by.in_time(store)?;
    if let Some(actor) = by.player() {
        // What the member has tried in that game is among the data.
        plays_no_game_with(store, actor, id).await?;
    }
    store.note(&by.noted(Kind::ExportMember, ("player", id.as_str()), json!({}))?).await?;
    Ok(player)
}

/// The right to an act.
fn right(act: &PlayerAct) -> PersonAct {
    match act {
        PlayerAct::Grant { role, .. } => PersonAct::Grant(*role),
        PlayerAct::Revoke { role, .. } => PersonAct::Revoke(*role),
        PlayerAct::Rename { .. } => PersonAct::Rename,
        PlayerAct::Warn { .. } => PersonAct::Warn,
        PlayerAct::Suspend { .. } | PlayerAct::Ban { .. } => PersonAct::Suspend,
        PlayerAct::Lift { .. } => PersonAct::Lift,
        PlayerAct::Delete { .. } => PersonAct::Delete,
    }
}

/// Does what is allowed, and writes it down.
async fn do_to(store: &Store, by: By<'_>, player: &Player, act: &PlayerAct) -> Result<Acted, ActionError> {
    let id = player.id.0;
    let noted = |kind, facts| by.noted(kind, ("player", id.as_str()), facts);
    let measure =
        |kind, ground, words, until| sanction(store, by, id, Measure { kind, ground, words, until });
    match act {
        PlayerAct::Grant { role, .. } => {
            match store.grant(id, *role, &noted(Kind::Grant, json!({"role": role}))?).await? {
                Granted::NoMember => Err(ProblemCode::NoSuchPlayer.into()),
                granted => Ok(Acted::when(granted == Granted::Done)),
            }
        }
        PlayerAct::Revoke { role, .. } => {
            match store.revoke(id, *role, &noted(Kind::Revoke, json!({"role": role}))?).await? {
                Revoked::LastOwner => Err(ProblemCode::LastOwner.into()),
                revoked => Ok(Acted::when(revoked == Revoked::Done)),
            }
        }
        // Names are words that somebody wrote, and may have to be removed: they are no facts.
        PlayerAct::Rename { name, .. } if player.kind == PlayerKind::Guest => {
            let wishes = names::of_guest(name)?;
            let given = store.rename_guest_by_staff(id, &wishes, &noted(Kind::Rename, json!({}))?).await;
            // Of the two it is the guest who may have been deleted.
            if given.map_err(|error| ActionError::from(error).of_others())? {
                Ok(Acted::when(true))
            } else {
                Err(ProblemCode::NameTaken.into())
            }
        }
        PlayerAct::Rename { name, .. } => {
            let wish = names::of_member(name)?;
            match store.rename_by_staff(id, &wish, &noted(Kind::Rename, json!({}))?).await? {
                Renamed::Done => Ok(Acted::when(true)),
                Renamed::Taken => Err(ProblemCode::NameTaken.into()),
                Renamed::TooSoon | Renamed::NoAccount => Err(ProblemCode::NoSuchPlayer.into()),
            }
        }
        PlayerAct::Warn { ground, words, .. } => {
            Ok(Acted::with(measure(SanctionKind::Warning, *ground, words, None).await?))
        }
        PlayerAct::Suspend { ground, until, words, .. } => {
            Ok(Acted::with(measure(SanctionKind::Suspension, *ground, words, Some(*until)).await?))
        }
        PlayerAct::Ban { ground, words, .. } => {
            Ok(Acted::with(measure(SanctionKind::Ban, *ground, words, None).await?))
        }
        PlayerAct::Lift { .. } => Ok(Acted::with(lift(store, by, id).await?)),
        PlayerAct::Delete { name, .. } => {
            is_name_of(player, name)?;
            let noted = noted(Kind::DeleteMember, json!({}))?;
            let ended = gone(store.delete_player_by_staff(id, &noted).await?)?;
            Ok(Acted { is_new: true, ended, ..Acted::default() })
        }
    }
}

/// Refuses to delete somebody by mistake.
fn is_name_of(player: &Player, name: &str) -> Result<(), ActionError> {
    if name.trim() == player.name {
        Ok(())
    } else {
        Err(ProblemCode::InvalidAct.with(json!({"field": "name"})).into())
    }
}

/// Deletes a member for good, and ends the games: to the end, also if whoever asked has gone.
async fn delete(parts: &Parts, member: PlayerId, by: PlayerId, noted: Noted<'_>) -> Result<(), ActionError> {
    // Behind the look at the name: whoever tries it to learn of reports would delete the member by that.
    plays_no_game_with(&parts.store, by, member).await?;
    is_not_reported_by(&parts.store, by, member).await?;
    let (parts, Noted { actor, kind, subject_kind, facts, aside, at, .. }) = (parts.clone(), noted);
    let deleting = tokio::spawn(async move {
        let noted = Noted { actor, kind, subject_kind, subject: member.as_str(), facts, aside, at };
        leave(&parts, member, Some(&noted)).await
    });
    gone(deleting.await.map_err(ActionError::internal)??).map(|_| ())
}

/// The tokens that have ended with a player.
fn gone(deleted: Deleted) -> Result<Vec<String>, ActionError> {
    match deleted {
        Deleted::Done { ended, .. } => Ok(ended),
        Deleted::Gone => Err(ProblemCode::NoSuchPlayer.into()),
        Deleted::LastOwner => Err(ProblemCode::LastOwner.into()),
        Deleted::LastLeader => Err(ProblemCode::LastLeader.into()),
    }
}
