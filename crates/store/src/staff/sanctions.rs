//! Sanctions: who may not play, until when and why.
//!
//! Whether a player may play is a column of the player, for each request asks for it. It follows from the sanctions of the
//! player, and for a bot from those of its owner as well, whenever one of these changes.

use tengen_game::{Millis, PlayerId, SanctionId};
use tengen_protocol::{Ground, Sanction, SanctionKind, Text};

use super::audit::{Noted, note_act};
use super::reports::ground;
use crate::players::player_row::DELETED;
use crate::pool::{Pools, Store, StoreError, Tx, unreadable};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// Stands in the column of a player for a ban: a moment that never comes.
pub(crate) const FOR_EVER: Millis = Millis::MAX;

/// A new sanction.
#[derive(Debug, Clone, Copy)]
pub struct NewSanction<'s> {
    /// Its id.
    pub id: SanctionId,
    /// Whom it concerns.
    pub player: PlayerId,
    /// Its kind.
    pub kind: SanctionKind,
    /// The rule that was broken.
    pub ground: Ground,
    /// Words to the player.
    pub words: &'s str,
    /// The end of a suspension.
    pub until: Option<Millis>,
}

/// A token whose player may do something else than before, or a token of a bot of that player: connections that were opened with
/// it have to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedToken {
    /// Its hash.
    pub hash: String,
    /// When the other servers of the database were told, by its clock; never, if there can be none.
    pub changed_at: Option<Millis>,
}

from_row!(ChangedToken { hash, changed_at });

/// The outcome of a change of somebody's sanctions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sanctioned {
    /// It holds.
    Done(Vec<ChangedToken>),
    /// There is no such player any more. Nothing was changed.
    Gone,
    /// Nothing keeps the player from playing. Nothing was changed.
    Nothing,
}

/// A sanction after which the games of its player are to be seen to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsettled {
    /// The sanction.
    pub sanction: Sanction,
    /// Whom it concerns: the player, and the bots of the player.
    pub players: Vec<PlayerId>,
}

struct Row {
    id: String,
    player_id: String,
    kind: String,
    ground: String,
    words: String,
    at: Millis,
    until: Option<Millis>,
    lifted_at: Option<Millis>,
    read_at: Option<Millis>,
}

from_row!(Row { id, player_id, kind, ground, words, at, until, lifted_at, read_at });

const SELECT: &str =
    "SELECT id, player_id, kind, ground, words, at, until, lifted_at, read_at FROM sanctions WHERE ";

/// The sanctions that keep player $1 from playing at moment $2: those of the player, and of the member to whom a bot belongs.
const IN_FORCE: &str = "lifted_at IS NULL AND kind <> 'warning' AND (until IS NULL OR until > $2)
    AND (player_id = $1 OR player_id IN (SELECT owner FROM accounts WHERE accounts.player_id = $1 AND owner IS NOT NULL))";

/// Brings the column of a player and of the player's bots up to date with the sanctions, within a transaction, and answers
/// all their tokens. The other servers of the database find those for a while.
async fn take_effect(store: &Store, tx: &mut Tx, player: &str) -> Result<Vec<ChangedToken>, StoreError> {
    tx.query(
        "UPDATE players SET suspended_until = (
            SELECT max(COALESCE(until, $2)) FROM sanctions
            WHERE lifted_at IS NULL AND kind <> 'warning' AND (sanctions.player_id = players.id
            OR sanctions.player_id IN
                (SELECT owner FROM accounts
                WHERE accounts.player_id = players.id AND owner IS NOT NULL)))
         WHERE id = $1 OR id IN (SELECT player_id FROM accounts WHERE owner = $1)",
    )
    .bind_all((player, FOR_EVER))
    .execute()
    .await?;
    changed_tokens(store, tx, OF_PLAYER, player).await
}

/// Whose tokens change with a player: the player's, and those of the player's bots.
const OF_PLAYER: &str = "(player_id = $1 OR player_id IN (SELECT player_id FROM accounts WHERE owner = $1))";

/// All tokens of some players, who may do something else than before, within a transaction. The other servers of the database
/// find them for a while.
pub(crate) async fn changed_tokens(
    store: &Store,
    tx: &mut Tx,
    whose: &str,
    id: &str,
) -> Result<Vec<ChangedToken>, StoreError> {
    tx.query(sqlx::AssertSqlSafe(tokens_of(store, whose))).bind(id).fetch_all().await
}

/// The statement that finds the tokens of some players. On Postgres it tells the other servers of them, each token at a later
/// moment than the time before.
pub(crate) fn tokens_of(store: &Store, whose: &str) -> String {
    let found = format!(
        "SELECT hash FROM tokens WHERE {whose} UNION ALL SELECT hash FROM access_tokens WHERE {whose}"
    );
    if !store.is_shared() {
        return format!("SELECT hash, NULL AS changed_at FROM ({found}) AS found");
    }
    format!(
        "WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS now),
         found AS ({found})
         INSERT INTO ended_sessions (hash, ended_at) SELECT hash, now FROM found, moment
         ON CONFLICT (hash) DO UPDATE SET ended_at = GREATEST(excluded.ended_at, ended_sessions.ended_at + 1)
         RETURNING hash, ended_at AS changed_at"
    )
}

/// The latest change of the token in a row of this table, as an expression. It is written with what it changes, so one statement
/// reads both or neither.
pub(crate) fn changed_at(store: &Store, table: &str) -> String {
    if store.is_shared() {
        format!("(SELECT ended_at FROM ended_sessions WHERE ended_sessions.hash = {table}.hash)")
    } else {
        "NULL".to_owned()
    }
}

impl Store {
    /// All tokens of a player and of the player's bots, who may see something else than before. The other servers of the database
    /// find them for a while.
    pub async fn changed_tokens_of(&self, player: PlayerId) -> Result<Vec<ChangedToken>, StoreError> {
        let mut tx = self.begin().await?;
        let changed = changed_tokens(self, &mut tx, OF_PLAYER, player.as_str()).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Keeps a sanction, lets it take effect, and writes it down.
    pub async fn sanction(&self, new: &NewSanction<'_>, noted: &Noted<'_>) -> Result<Sanctioned, StoreError> {
        untangled(|| async {
            let player = new.player.as_str();
            let is_warning = new.kind == SanctionKind::Warning;
            let mut tx = self.begin().await?;
            // Whoever leaves at this moment waits for this, or has gone first.
            let held = tx
                .query(
                    "UPDATE players SET created_at = created_at
                     WHERE id = $1 AND (kind IS NULL OR kind <> $2)",
                )
                .bind_all((player, DELETED))
                .execute()
                .await?;
            if held == 0 {
                return tx.give_up(Sanctioned::Gone).await;
            }
            tx.query(
                "INSERT INTO sanctions (id, player_id, kind, ground, words, at, until, settled)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind_all((
                new.id.as_str(),
                player,
                new.kind.name(),
                new.ground.name(),
                new.words,
                noted.at,
                new.until,
                is_warning,
            ))
            .execute()
            .await?;
            let changed = if is_warning { Vec::new() } else { take_effect(self, &mut tx, player).await? };
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(Sanctioned::Done(changed))
        })
        .await
    }

    /// Lifts all suspensions and bans of a player, and writes that down.
    pub async fn lift_sanctions(
        &self,
        player: PlayerId,
        noted: &Noted<'_>,
    ) -> Result<Sanctioned, StoreError> {
        untangled(|| async {
            let mut tx = self.begin().await?;
            let held = tx
                .query(
                    "UPDATE players SET created_at = created_at
                     WHERE id = $1 AND (kind IS NULL OR kind <> $2)",
                )
                .bind_all((player.as_str(), DELETED))
                .execute()
                .await?;
            if held == 0 {
                return tx.give_up(Sanctioned::Gone).await;
            }
            let lifted = tx
                .query(
                    "UPDATE sanctions SET lifted_at = $1, settled = FALSE
                     WHERE player_id = $2 AND lifted_at IS NULL AND kind <> 'warning'
                     AND (until IS NULL
                     OR until > $1)",
                )
                .bind_all((noted.at, player.as_str()))
                .execute()
                .await?;
            if lifted == 0 {
                return tx.give_up(Sanctioned::Nothing).await;
            }
            let changed = take_effect(self, &mut tx, player.as_str()).await?;
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(Sanctioned::Done(changed))
        })
        .await
    }

    /// The sanction that keeps a player from playing at this moment, if there is one: the one that lasts longest. For a bot it
    /// may be that of its owner.
    pub async fn sanction_in_force(
        &self,
        player: PlayerId,
        now: Millis,
    ) -> Result<Option<Sanction>, StoreError> {
        let sql = format!("{SELECT}{IN_FORCE} ORDER BY COALESCE(until, {FOR_EVER}) DESC, id LIMIT 1");
        let row: Option<Row> =
            self.read(sqlx::AssertSqlSafe(sql)).bind_all((player.as_str(), now)).fetch_optional().await?;
        row.map(sanction).transpose()
    }

    /// The latest warning of a player that was not read yet, if there is one.
    pub async fn unread_warning(&self, player: PlayerId) -> Result<Option<Sanction>, StoreError> {
        let sql = format!(
            "{SELECT}player_id = $1 AND kind = 'warning' AND read_at IS NULL ORDER BY at DESC, id LIMIT 1"
        );
        let row: Option<Row> =
            self.read(sqlx::AssertSqlSafe(sql)).bind(player.as_str()).fetch_optional().await?;
        row.map(sanction).transpose()
    }

    /// The sanctions of a player, the latest first, so many at most.
    pub async fn sanctions_of(&self, player: PlayerId, most: u32) -> Result<Vec<Sanction>, StoreError> {
        let sql = format!("{SELECT}player_id = $1 ORDER BY at DESC, id LIMIT $2");
        let rows: Vec<Row> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((player.as_str(), i64::from(most)))
            .fetch_all()
            .await?;
        rows.into_iter().map(sanction).collect()
    }

    /// A sanction of this player; nothing, if the player has no such one.
    pub async fn sanction_of(
        &self,
        player: PlayerId,
        id: SanctionId,
    ) -> Result<Option<Sanction>, StoreError> {
        let sql = format!("{SELECT}player_id = $1 AND id = $2");
        let row: Option<Row> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((player.as_str(), id.as_str()))
            .fetch_optional()
            .await?;
        row.map(sanction).transpose()
    }

    /// Keeps that a player has read a sanction. Answers whether the player has such a one.
    pub async fn read_sanction(
        &self,
        player: PlayerId,
        id: SanctionId,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let found = self
            .write("UPDATE sanctions SET read_at = COALESCE(read_at, $1) WHERE player_id = $2 AND id = $3")
            .bind_all((now, player.as_str(), id.as_str()))
            .execute()
            .await?;
        Ok(found == 1)
    }

    /// Sanctions after which the games of their players are still to be seen to, the oldest first, so many at most.
    pub async fn unsettled_sanctions(&self, most: u32) -> Result<Vec<Unsettled>, StoreError> {
        let sql = format!(
            "{SELECT}{} ORDER BY at, id LIMIT $1",
            match &self.pools {
                // The index is over exactly these.
                Pools::Postgres(_) => "NOT settled",
                Pools::Sqlite { .. } => "settled = 0",
            }
        );
        let rows: Vec<Row> = self.read(sqlx::AssertSqlSafe(sql)).bind(i64::from(most)).fetch_all().await?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            let player: PlayerId = row.player_id.parse().map_err(unreadable)?;
            let mut players = vec![player];
            players.extend(self.bots_of(player).await?.into_iter().map(|bot| bot.id.0));
            found.push(Unsettled { sanction: sanction(row)?, players });
        }
        Ok(found)
    }

    /// Keeps that the games are as this sanction wants them, unless it was lifted meanwhile.
    pub async fn settle_sanction(&self, seen: &Sanction) -> Result<(), StoreError> {
        self.write("UPDATE sanctions SET settled = TRUE WHERE id = $1 AND (lifted_at IS NULL) = $2")
            .bind_all((seen.id.0.as_str(), seen.lifted_at.is_none()))
            .execute()
            .await?;
        Ok(())
    }
}

/// A sanction as the table has it. A kind of a later release is as good as a warning.
fn sanction(row: Row) -> Result<Sanction, StoreError> {
    let kind = SanctionKind::ALL.into_iter().find(|kind| kind.name() == row.kind);
    Ok(Sanction {
        id: Text(row.id.parse().map_err(unreadable)?),
        kind: kind.unwrap_or(SanctionKind::Warning),
        ground: ground(&row.ground),
        words: row.words,
        at: row.at,
        until: row.until,
        lifted_at: row.lifted_at,
        read_at: row.read_at,
    })
}
