//! A player who leaves for good: everything goes but the games, which belong to the opponents as well.

use tengen_game::PlayerId;
use tengen_protocol::Role;

use super::sessions::end_tokens_within;
use crate::players::names::database_time;
use crate::players::player_row::DELETED;
use crate::pool::{Store, StoreError, Tx, unreadable};
use crate::query::untangled::giving_way;
use crate::staff::audit::{Noted, note_act};
use crate::staff::roles::{LAST_WITH_ROLE, LOCK_ROLE};

/// The name that is shown to programs in place of a player's who has left. Pages have a text of their own.
const NAME: &str = "Deleted player";
/// What is forgotten of a player.
pub(crate) const FORGOTTEN: [&str; 31] = [
    "DELETE FROM names WHERE player_id = $1",
    "DELETE FROM accounts WHERE player_id = $1",
    "DELETE FROM known_devices WHERE player_id = $1",
    "DELETE FROM authenticators WHERE player_id = $1",
    "DELETE FROM recovery_codes WHERE player_id = $1",
    // Links go first: whoever uses one at the moment is waited for, and has brought an address then.
    "DELETE FROM mail_links WHERE player_id = $1",
    "DELETE FROM mails WHERE player_id = $1",
    "DELETE FROM passkeys WHERE player_id = $1",
    "DELETE FROM identities WHERE player_id = $1",
    "DELETE FROM grants WHERE player_id = $1",
    // Their nodes and links go with them.
    "DELETE FROM variation_trees WHERE player_id = $1",
    "DELETE FROM records WHERE owner = $1",
    "UPDATE cases SET reports = reports - 1 WHERE id IN (SELECT case_id FROM reports WHERE reporter = $1)",
    "DELETE FROM reports WHERE reporter = $1",
    "DELETE FROM kept_answers WHERE player_id = $1",
    // The answer that made the player tells a token.
    "DELETE FROM strangers_answers WHERE player_id = $1",
    "DELETE FROM networks WHERE player_id = $1",
    "DELETE FROM sanctions WHERE player_id = $1",
    "DELETE FROM cards WHERE player_id = $1",
    "DELETE FROM replayed_tasks WHERE player_id = $1",
    "DELETE FROM group_requests WHERE player_id = $1",
    "DELETE FROM group_invitations WHERE player_id = $1",
    // A refusal outlives whoever had asked: nobody is asked again by another leader because of that.
    "UPDATE group_invitations SET inviter = player_id WHERE inviter = $1 AND declined_at IS NOT NULL",
    "DELETE FROM group_invitations WHERE inviter = $1",
    "DELETE FROM group_members WHERE player_id = $1",
    // Why a pair had no game may tell that somebody was suspended, or has blocked the other one. This is the code `not_made`.
    "UPDATE round_pairs SET problem = 'not_made' WHERE problem IS NOT NULL AND (black = $1 OR white = $1)",
    "DELETE FROM follows WHERE player_id = $1",
    "DELETE FROM follows WHERE other = $1",
    "DELETE FROM blocks WHERE player_id = $1",
    "DELETE FROM blocks WHERE other = $1",
    "UPDATE invitations SET inviter = NULL WHERE inviter = $1",
];

/// What a deletion holds on Postgres before anything else, of the player and then of each bot, in the order of others who change an
/// account: whoever makes something for the player at this moment is waited for, and whoever comes later waits. What is made for the
/// player holds the row of the player (migration 0040), and nothing but this lock keeps it waiting. A file has one writer.
pub(crate) const HELD: [&str; 3] = [
    "SELECT 1 FROM accounts WHERE player_id = $1 FOR UPDATE",
    "SELECT 1 FROM tokens WHERE player_id = $1 ORDER BY hash FOR UPDATE",
    "SELECT 1 FROM players WHERE id = $1 FOR UPDATE",
];
/// How a deletion waits. For each row half a second: whoever holds one may wait for the player, so the deletion gives way and
/// begins anew. That is mostly before Postgres (`deadlock_timeout`, a second) undoes what the other one does; not where the other
/// one has waited for the player while the deletion waited for other rows. And five seconds for its own server, which may have frozen
/// in the middle: Postgres ends the deletion then, for whoever makes something for the player waits for it, with a connection of
/// all requests.
pub(crate) const PATIENCE: &str = "SELECT set_config('lock_timeout', '500', TRUE), set_config('idle_in_transaction_session_timeout', '5000', TRUE)";

/// The bots of player $1, which belong to nobody else. Nobody names a bot an owner or the leader of a group, so all of them go.
const BOTS: &str = "SELECT player_id FROM accounts WHERE owner = $1 ORDER BY player_id";
/// Locks the groups that player $1 leads.
const LOCK_LED: &str = "UPDATE groups SET made_at = made_at WHERE id IN (
    SELECT group_id FROM group_members WHERE player_id = $1 AND role = 'leader')";
/// Whether player $1 leads a group that nobody else leads.
const LEADS_ALONE: &str = "SELECT EXISTS (SELECT 1 FROM group_members AS own
    WHERE own.player_id = $1 AND own.role = 'leader' AND NOT EXISTS (
        SELECT 1 FROM group_members AS others
        WHERE others.group_id = own.group_id AND others.role = 'leader' AND others.player_id <> $1))";

/// The statement by which a player is one who has left: also whether the player was suspended is forgotten.
pub(crate) fn leave(store: &Store) -> String {
    let moment = database_time(store);
    format!(
        "UPDATE players SET name = '{NAME}', guest = FALSE, kind = '{DELETED}', named = TRUE, renamed_at = {moment}, suspended_until = NULL
         WHERE id = $1 AND (kind IS NULL OR kind <> '{DELETED}')"
    )
}

/// Holds a player who is to be deleted, within a transaction that may be tried again.
pub(crate) async fn hold_to_delete(store: &Store, tx: &mut Tx, player: &str) -> Result<(), StoreError> {
    if store.is_shared() {
        tx.query(PATIENCE).execute().await?;
        for statement in HELD {
            tx.query(statement).bind(player).execute().await?;
        }
    }
    Ok(())
}

/// Forgets a player but for the games, within a transaction that holds the player. Answers the hashes of the tokens that ended;
/// nothing, if the player has left before.
pub(crate) async fn forget_within(
    store: &Store,
    tx: &mut Tx,
    player: &str,
) -> Result<Option<Vec<String>>, StoreError> {
    if tx.query(sqlx::AssertSqlSafe(leave(store))).bind(player).execute().await? == 0 {
        return Ok(None);
    }
    for statement in FORGOTTEN {
        tx.query(statement).bind(player).execute().await?;
    }
    end_tokens_within(store, tx, player, "").await.map(Some)
}

/// The outcome of a deletion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deleted {
    /// Nothing is left but the games.
    Done {
        /// The hashes of the tokens that ended, also of the bots.
        ended: Vec<String>,
        /// The bots of the player, which have gone as well.
        bots: Vec<PlayerId>,
    },
    /// There was no such player any more.
    Gone,
    /// Nobody else runs the server. Nothing was changed.
    LastOwner,
    /// Nobody else leads a group of the player. Nothing was changed.
    LastLeader,
}

impl Store {
    /// Forgets a player and the player's bots but for the games, all or nothing. The names are free for others then.
    pub async fn delete_player(&self, player: PlayerId) -> Result<Deleted, StoreError> {
        giving_way(|| self.delete_once(player, None)).await
    }

    /// The same by the staff. The entry that says so is there whenever the player is gone, and only then.
    pub async fn delete_player_by_staff(
        &self,
        player: PlayerId,
        noted: &Noted<'_>,
    ) -> Result<Deleted, StoreError> {
        giving_way(|| self.delete_once(player, Some(noted))).await
    }

    async fn delete_once(&self, player: PlayerId, noted: Option<&Noted<'_>>) -> Result<Deleted, StoreError> {
        let id = player.as_str();
        let mut tx = self.begin().await?;
        hold_to_delete(self, &mut tx, id).await?;
        // Whoever makes one at this moment holds the player, so none is made any more. Somebody may hold a bot and wait for the
        // player, so the bots are held before anything else is looked at, and all of them in the order of their ids.
        let bots: Vec<(String,)> = tx.query(BOTS).bind(id).fetch_all().await?;
        let bots = bots.iter().map(|(bot,)| bot.parse::<PlayerId>().map_err(unreadable));
        let bots: Vec<PlayerId> = bots.collect::<Result<_, _>>()?;
        for bot in &bots {
            hold_to_delete(self, &mut tx, bot.as_str()).await?;
        }
        // Of two owners who leave at once the second waits here for the first, as long as it gives way, and then is the last one.
        tx.query(LOCK_ROLE).bind_all((Role::Owner.name(), id)).execute().await?;
        let (is_last,): (bool,) =
            tx.query(LAST_WITH_ROLE).bind_all((Role::Owner.name(), id)).fetch_one().await?;
        if is_last {
            return tx.give_up(Deleted::LastOwner).await;
        }
        // Of two leaders who leave at once the second waits here for the first in the same way.
        tx.query(LOCK_LED).bind(id).execute().await?;
        let (leads_alone,): (bool,) = tx.query(LEADS_ALONE).bind(id).fetch_one().await?;
        if leads_alone {
            return tx.give_up(Deleted::LastLeader).await;
        }
        let Some(mut ended) = forget_within(self, &mut tx, id).await? else {
            return tx.give_up(Deleted::Gone).await;
        };
        for bot in &bots {
            // One that somebody deletes at the same moment has gone by itself.
            let of_bot: Option<Vec<String>> = forget_within(self, &mut tx, bot.as_str()).await?;
            ended.extend(of_bot.unwrap_or_default());
        }
        if let Some(noted) = noted {
            note_act(&mut tx, noted).await?;
        }
        tx.commit().await?;
        Ok(Deleted::Done { ended, bots })
    }
}
