//! Everything that the server keeps of a player, as it is taken along: by the player, by an owner, and from the command line.

use serde_json::{Value, json};
use tengen_game::{Millis, PlayerId};
use tengen_protocol::Player;
use tengen_store::{Acquaintance, GroupsFor, Store, StoreError, StoredIdentity, StoredSession};

use super::own_account::account_of;
use super::ways::Ways;

/// How many of a player's reports are in an export: more than anybody brings in a year.
const REPORTS: u32 = 10_000;
/// How many of a player's groups are in an export.
const GROUPS: u32 = 1_000;

/// What the server knows of a player, as JSON, but for the games, the records and the trees. Where the ways in are not known,
/// providers are named by their issuers. `fresh_until` is when a fresh sign-in of whoever asks ends. For somebody of the staff,
/// `asked_by`, it leaves out what the player has reported of that one, and the blocks of that one, and says so whether there are
/// any or not.
///
/// # Errors
///
/// When the database failed.
pub async fn known_of(
    store: &Store,
    ways: Option<&Ways>,
    player: &Player,
    fresh_until: Option<Millis>,
    asked_by: Option<PlayerId>,
) -> Result<Value, StoreError> {
    let (id, now) = (player.id.0, store.clock().now());
    let account = account_of(store, ways, player, fresh_until).await?;
    let shown = |session: StoredSession| {
        json!({
            "device": session.device,
            "created_at": session.created_at,
            "last_used_at": session.last_used_at,
        })
    };
    let sessions: Vec<Value> = store.sessions(id, now).await?.into_iter().map(shown).collect();
    let shown = |identity: StoredIdentity| {
        json!({
            "issuer": identity.issuer,
            "subject": identity.subject,
            "linked_at": identity.linked_at,
            "used_at": identity.used_at,
        })
    };
    let identities: Vec<Value> = store.identities(id).await?.into_iter().map(shown).collect();
    let tokens: Vec<_> = store.access_tokens(id, now).await?.into_iter().map(|(token, _)| token).collect();
    let (groups, _) = store.groups(GroupsFor::Mine, Some(id), None, GROUPS).await?;
    let groups: Vec<_> = groups.into_iter().map(|seen| seen.group).collect();
    let cards: Vec<Value> = store
        .card_of(id)
        .await?
        .into_iter()
        .map(|(group, made_at, used_at)| json!({"group": group, "made_at": made_at, "used_at": used_at}))
        .collect();
    let replayed = store.replayed_by(id).await?;
    let replayed: Vec<Value> =
        replayed.into_iter().map(|(task, at)| json!({"task": task.as_str(), "replayed_at": at})).collect();
    let mut blocks = store.acquaintances(Acquaintance::Blocked, id).await?;
    if let Some(asking) = asked_by {
        let bots = store.bots_of(asking).await?;
        blocks.retain(|blocked| blocked.id.0 != asking && bots.iter().all(|bot| bot.id != blocked.id));
    }
    let mut known = json!({
        "player": player,
        "account": account,
        "former_names": store.former_names(id, now).await?,
        "sessions": sessions,
        "identities": identities,
        "tokens": tokens,
        "bots": store.bots_of(id).await?,
        "follows": store.acquaintances(Acquaintance::Followed, id).await?,
        "reports": store.reports_of(id, asked_by, REPORTS).await?,
        "groups": groups,
        "group_invitations": store.group_invitations_of(id).await?,
        "cards": cards,
        "replayed_tasks": replayed,
        "blocks": blocks,
    });
    if let Some(asking) = asked_by {
        known["left_out"] = json!({"concerning": asking.as_str(), "of": ["reports", "blocks"]});
    }
    Ok(known)
}
