//! How players become members of groups: they join, or wait to be let in.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{GroupKind, JoinRequest};

use super::held_group::{GroupChanged, MOST_IN_CLASS, MOST_IN_CLUB, hold_group, or_give_up};
use super::lists::word;
use crate::people::home::{Home, hold_home};
use crate::players::player_row::card;
use crate::pool::{Store, StoreError, on_reader, on_writer};
use crate::query::untangled::untangled;

/// How many requests of a person wait at most.
pub const MOST_ASKED: u32 = 60;
/// How many requests wait at a group at most.
pub const MOST_REQUESTS: u32 = 500;

/// How many members a group of a kind has at most.
pub const fn most_members(kind: GroupKind) -> u32 {
    match kind {
        GroupKind::Class => MOST_IN_CLASS,
        GroupKind::Club => MOST_IN_CLUB,
    }
}

/// Makes a player a member within a transaction, if there is room. Answers whether there is. Nothing is left to be answered then.
macro_rules! add_within {
    ($transaction:expr, $group:expr, $kind:expr, $player:expr, $now:expr) => {{
        for answered in [
            "DELETE FROM group_requests WHERE group_id = $1 AND player_id = $2",
            "DELETE FROM group_invitations WHERE group_id = $1 AND player_id = $2",
        ] {
            sqlx::query(answered)
                .bind($group.as_str())
                .bind($player.as_str())
                .execute(&mut *$transaction)
                .await?;
        }
        sqlx::query(
            "INSERT INTO group_members (group_id, player_id, role, joined_at, made_here) VALUES ($1, $2, 'member', $3, FALSE)
             ON CONFLICT DO NOTHING",
        )
        .bind($group.as_str())
        .bind($player.as_str())
        .bind($now)
        .execute(&mut *$transaction)
        .await?;
        let (members,): (i64,) = sqlx::query_as("SELECT count(*) FROM group_members WHERE group_id = $1")
            .bind($group.as_str())
            .fetch_one(&mut *$transaction)
            .await?;
        members <= i64::from($crate::groups::requests::most_members($kind))
    }};
}

pub(crate) use add_within;

impl Store {
    /// Those who wait to be let into a group, the first one first.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn join_requests(&self, group: GroupId) -> Result<Vec<JoinRequest>, StoreError> {
        let rows: Vec<(String, String, Option<String>, Millis)> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT players.id, players.name, players.kind, asked_at
                 FROM group_requests JOIN players ON players.id = group_requests.player_id
                 WHERE group_id = $1 ORDER BY asked_at, players.id LIMIT $2",
            )
            .bind(group.as_str())
            .bind(i64::from(MOST_REQUESTS))
            .fetch_all(pool)
            .await
        })?;
        let read = |(id, name, kind, asked_at): (String, String, Option<String>, Millis)| {
            Ok(JoinRequest { player: card(&id, name, kind.as_deref())?, asked_at })
        };
        rows.into_iter().map(read).collect()
    }

    /// Makes a player who is at home a member of a group that is open or has invited the player, or keeps that the player wants
    /// to be one of a group that lets in on request.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn join_group(
        &self,
        home: Home<'_>,
        group: GroupId,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| self.join_group_once(home, group, now)).await
    }

    async fn join_group_once(
        &self,
        home: Home<'_>,
        group: GroupId,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        let player = home.player;
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            or_give_up!(transaction, hold_group!(transaction, group), GroupChanged::Gone);
            // As it is now: a leader may have closed it meanwhile.
            let (kind, joining): (String, String) = sqlx::query_as("SELECT kind, joining FROM groups WHERE id = $1")
                .bind(group.as_str())
                .fetch_one(&mut *transaction)
                .await?;
            let kind = word(&GroupKind::ALL, &kind, GroupKind::name)?;
            let (invited,): (bool,) = sqlx::query_as(
                "SELECT EXISTS (SELECT 1 FROM group_invitations WHERE group_id = $1 AND player_id = $2 AND declined_at IS NULL)",
            )
            .bind(group.as_str())
            .bind(player.as_str())
            .fetch_one(&mut *transaction)
            .await?;
            // A leader and the player agree.
            let joining = if invited { "open" } else { joining.as_str() };
            match joining {
                "open" => {
                    or_give_up!(transaction, add_within!(transaction, group, kind, player, now), GroupChanged::Full);
                }
                "request" => {
                    sqlx::query(
                        "INSERT INTO group_requests (group_id, player_id, asked_at)
                         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = $1 AND player_id = $2)
                         ON CONFLICT DO NOTHING",
                    )
                    .bind(group.as_str())
                    .bind(player.as_str())
                    .bind(now)
                    .execute(&mut *transaction)
                    .await?;
                    for (count, id, most) in [
                        ("SELECT count(*) FROM group_requests WHERE player_id = $1", player.as_str(), MOST_ASKED),
                        ("SELECT count(*) FROM group_requests WHERE group_id = $1", group.as_str(), MOST_REQUESTS),
                    ] {
                        let (waiting,): (i64,) = sqlx::query_as(count).bind(id).fetch_one(&mut *transaction).await?;
                        or_give_up!(transaction, waiting <= i64::from(most), GroupChanged::TooMany);
                    }
                }
                _ => or_give_up!(transaction, false, GroupChanged::Gone),
            }
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// Takes a player's own request back. Nothing happens if there is none.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn take_join_request_back(&self, home: Home<'_>, group: GroupId) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            sqlx::query("DELETE FROM group_requests WHERE group_id = $1 AND player_id = $2")
                .bind(group.as_str())
                .bind(home.player.as_str())
                .execute(pool)
                .await?;
        });
        Ok(())
    }

    /// Answers the request of a player, by a leader who is at home.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn answer_join_request(
        &self,
        home: Home<'_>,
        (group, kind): (GroupId, GroupKind),
        player: PlayerId,
        accept: bool,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            or_give_up!(transaction, hold_group!(transaction, group, home.player), GroupChanged::Gone);
            let waited = sqlx::query("DELETE FROM group_requests WHERE group_id = $1 AND player_id = $2")
                .bind(group.as_str())
                .bind(player.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, waited.rows_affected() == 1, GroupChanged::NotThere);
            if accept {
                or_give_up!(transaction, add_within!(transaction, group, kind, player, now), GroupChanged::Full);
            }
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }
}
