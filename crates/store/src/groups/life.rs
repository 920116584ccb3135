//! The life of classes and clubs: founded, changed and ended. Their members are a matter of [`members`](super::members).

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{GroupKind, Joining};

use super::cards::end_cards_within;
use super::held_group::{GroupChanged, MOST_LED, hold_group, or_give_up};
use crate::people::home::{Home, hold_home};
use crate::pool::{Store, StoreError, on_writer};
use crate::query::untangled::untangled;
use crate::staff::audit::{Noted, note_act};
use crate::staff::sanctions::{ChangedToken, changed_tokens};

/// Whose tokens change with a class that is closed or opened: those of the accounts that were made there, and of their bots.
const PUPILS: &str = "(player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here)
    OR player_id IN (SELECT accounts.player_id FROM accounts JOIN group_members ON group_members.player_id = accounts.owner WHERE group_id = $1 AND made_here))";
/// What pupils have no more when their class is closed: invitations, requests for a place in another group, and places there.
/// Those that they lead stay. Places are the last: whoever comes by an invitation or a request in the same moment holds its row,
/// is waited for, and has a place then.
const ELSEWHERE: [&str; 3] = [
    "DELETE FROM group_invitations WHERE player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here AND role = 'member')",
    "DELETE FROM group_requests WHERE player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here AND role = 'member')",
    "DELETE FROM group_members WHERE group_id <> $1 AND role = 'member'
     AND player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here AND role = 'member')",
];

/// A group that is founded.
#[derive(Debug, Clone, Copy)]
pub struct Founding<'f> {
    /// The id.
    pub id: GroupId,
    /// The kind.
    pub kind: GroupKind,
    /// The name.
    pub name: &'f str,
    /// Words about it.
    pub words: &'f str,
    /// How one becomes a member.
    pub joining: Joining,
    /// The first leader.
    pub leader: PlayerId,
    /// When.
    pub now: Millis,
}

impl Store {
    /// Keeps a new group with its first leader, who may lead so many, and writes it down if that is wanted.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn found_group(
        &self,
        home: Home<'_>,
        founding: Founding<'_>,
        noted: Option<&Noted<'_>>,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| self.found_group_once(home, founding, noted)).await
    }

    async fn found_group_once(
        &self,
        home: Home<'_>,
        founding: Founding<'_>,
        noted: Option<&Noted<'_>>,
    ) -> Result<GroupChanged, StoreError> {
        let Founding { id, kind, name, words, joining, leader, now } = founding;
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            // Two groups of one leader at the same moment would both find room.
            let held = sqlx::query("UPDATE accounts SET created_at = created_at WHERE player_id = $1 AND owner IS NULL")
                .bind(leader.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, held.rows_affected() == 1, GroupChanged::NotThere);
            let (led,): (i64,) = sqlx::query_as("SELECT count(*) FROM group_members WHERE player_id = $1 AND role = 'leader'")
                .bind(leader.as_str())
                .fetch_one(&mut *transaction)
                .await?;
            or_give_up!(transaction, led < i64::from(MOST_LED), GroupChanged::TooMany);
            sqlx::query(
                "INSERT INTO groups (id, kind, name, words, joining, made_at, accounts) VALUES ($1, $2, $3, $4, $5, $6, 0)",
            )
            .bind(id.as_str())
            .bind(kind.name())
            .bind(name)
            .bind(words)
            .bind(joining.name())
            .bind(now)
            .execute(&mut *transaction)
            .await?;
            sqlx::query(
                "INSERT INTO group_members (group_id, player_id, role, joined_at, made_here) VALUES ($1, $2, 'leader', $3, FALSE)",
            )
            .bind(id.as_str())
            .bind(leader.as_str())
            .bind(now)
            .execute(&mut *transaction)
            .await?;
            if let Some(noted) = noted {
                note_act!(transaction, noted);
            }
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// Changes the name, the words and the way of joining of a group. Where a class is closed or opened, its pupils may see
    /// something else than before: their tokens are answered.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn change_group(
        &self,
        home: Home<'_>,
        group: GroupId,
        (name, words, joining): (&str, &str, Joining),
    ) -> Result<(GroupChanged, Vec<ChangedToken>), StoreError> {
        untangled(|| self.change_group_once(home, group, (name, words, joining))).await
    }

    async fn change_group_once(
        &self,
        home: Home<'_>,
        group: GroupId,
        (name, words, joining): (&str, &str, Joining),
    ) -> Result<(GroupChanged, Vec<ChangedToken>), StoreError> {
        let (gone, closed) = ((GroupChanged::Gone, Vec::new()), Joining::Closed.name());
        let changed = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            or_give_up!(transaction, hold_group!(transaction, group, home.player), gone);
            let (before,): (String,) = sqlx::query_as("SELECT joining FROM groups WHERE id = $1")
                .bind(group.as_str())
                .fetch_one(&mut *transaction)
                .await?;
            sqlx::query("UPDATE groups SET name = $1, words = $2, joining = $3 WHERE id = $4")
                .bind(name)
                .bind(words)
                .bind(joining.name())
                .bind(group.as_str())
                .execute(&mut *transaction)
                .await?;
            if joining != Joining::Request {
                // Nobody would answer them.
                sqlx::query("DELETE FROM group_requests WHERE group_id = $1").bind(group.as_str()).execute(&mut *transaction).await?;
            }
            if before != closed && joining.name() == closed {
                for statement in ELSEWHERE {
                    sqlx::query(statement).bind(group.as_str()).execute(&mut *transaction).await?;
                }
            }
            let changed = if (before == closed) == (joining.name() == closed) {
                Vec::new()
            } else {
                changed_tokens!(self, transaction, PUPILS, group.as_str())
            };
            transaction.commit().await?;
            changed
        });
        Ok((GroupChanged::Done, changed))
    }

    /// Gives a group another name, by the staff, and writes that down.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn rename_group_by_staff(
        &self,
        group: GroupId,
        name: &str,
        noted: &Noted<'_>,
    ) -> Result<GroupChanged, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            or_give_up!(transaction, hold_group!(transaction, group), GroupChanged::Gone);
            sqlx::query("UPDATE groups SET name = $1 WHERE id = $2")
                .bind(name)
                .bind(group.as_str())
                .execute(&mut *transaction)
                .await?;
            note_act!(transaction, noted);
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// Ends a group: its cards, the sessions begun by them, its requests, its invitations and its memberships. By a leader who is
    /// at home, or by the staff; it is written down if that is wanted. Answers the hashes of the tokens that ended; nothing, if
    /// there is no such group, or it is not the leader's.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn end_group(
        &self,
        by: Option<Home<'_>>,
        group: GroupId,
        now: Millis,
        noted: Option<&Noted<'_>>,
    ) -> Result<Option<Vec<String>>, StoreError> {
        untangled(|| self.end_group_once(by, group, now, noted)).await
    }

    async fn end_group_once(
        &self,
        by: Option<Home<'_>>,
        group: GroupId,
        now: Millis,
        noted: Option<&Noted<'_>>,
    ) -> Result<Option<Vec<String>>, StoreError> {
        const STATEMENTS: [&str; 5] = [
            "DELETE FROM replayed_tasks WHERE task_id IN (SELECT id FROM group_tasks WHERE group_id = $1)",
            "DELETE FROM group_tasks WHERE group_id = $1",
            "DELETE FROM group_requests WHERE group_id = $1",
            "DELETE FROM group_invitations WHERE group_id = $1",
            "DELETE FROM group_members WHERE group_id = $1",
        ];
        let ended = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            if let Some(home) = by {
                hold_home!(transaction, home);
                or_give_up!(transaction, hold_group!(transaction, group, home.player), None);
            } else {
                or_give_up!(transaction, hold_group!(transaction, group), None);
            }
            let mut ended = Vec::new();
            let cards: Vec<(String,)> = sqlx::query_as("SELECT player_id FROM cards WHERE group_id = $1 ORDER BY player_id")
                .bind(group.as_str())
                .fetch_all(&mut *transaction)
                .await?;
            for (player,) in cards {
                ended.extend(end_cards_within!(self, transaction, group, player));
            }
            for statement in STATEMENTS {
                sqlx::query(statement).bind(group.as_str()).execute(&mut *transaction).await?;
            }
            sqlx::query("UPDATE groups SET ended_at = $1 WHERE id = $2")
                .bind(now)
                .bind(group.as_str())
                .execute(&mut *transaction)
                .await?;
            if let Some(noted) = noted {
                note_act!(transaction, noted);
            }
            transaction.commit().await?;
            ended
        });
        Ok(Some(ended))
    }
}
