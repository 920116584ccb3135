//! The life of classes and clubs: founded, changed and ended. Their members are a matter of [`members`](super::members).

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{GroupKind, Joining};

use super::cards::end_cards_within;
use super::held_group::{GroupChanged, MOST_LED, hold_group, hold_led_group};
use crate::people::home::Home;
use crate::pool::{Store, StoreError};
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
    pub async fn found_group(
        &self,
        home: Home<'_>,
        founding: Founding<'_>,
        noted: Option<&Noted<'_>>,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| async {
            let Founding { id, kind, name, words, joining, leader, now } = founding;
            let mut tx = self.begin_at_home(home).await?;
            // Two groups of one leader at the same moment would both find room.
            let held = tx
                .query("UPDATE accounts SET created_at = created_at WHERE player_id = $1 AND owner IS NULL")
                .bind(leader.as_str())
                .execute()
                .await?;
            if held != 1 {
                return tx.give_up(GroupChanged::NotThere).await;
            }
            let (led,): (i64,) = tx
                .query("SELECT count(*) FROM group_members WHERE player_id = $1 AND role = 'leader'")
                .bind(leader.as_str())
                .fetch_one()
                .await?;
            if led >= i64::from(MOST_LED) {
                return tx.give_up(GroupChanged::TooMany).await;
            }
            tx.query(
                "INSERT INTO groups (id, kind, name, words, joining, made_at, accounts)
                 VALUES ($1, $2, $3, $4, $5, $6, 0)",
            )
            .bind_all((id.as_str(), kind.name(), name, words, joining.name(), now))
            .execute()
            .await?;
            tx.query(
                "INSERT INTO group_members (group_id, player_id, role, joined_at, made_here)
                 VALUES ($1, $2, 'leader', $3, FALSE)",
            )
            .bind_all((id.as_str(), leader.as_str(), now))
            .execute()
            .await?;
            if let Some(noted) = noted {
                note_act(&mut tx, noted).await?;
            }
            tx.commit().await?;
            Ok(GroupChanged::Done)
        })
        .await
    }

    /// Changes the name, the words and the way of joining of a group. Where a class is closed or opened, its pupils may see
    /// something else than before: their tokens are answered.
    pub async fn change_group(
        &self,
        home: Home<'_>,
        group: GroupId,
        (name, words, joining): (&str, &str, Joining),
    ) -> Result<(GroupChanged, Vec<ChangedToken>), StoreError> {
        untangled(|| async {
            let (gone, closed) = ((GroupChanged::Gone, Vec::new()), Joining::Closed.name());
            let mut tx = self.begin_at_home(home).await?;
            if !hold_led_group(&mut tx, group, home.player).await? {
                return tx.give_up(gone).await;
            }
            let (before,): (String,) =
                tx.query("SELECT joining FROM groups WHERE id = $1").bind(group.as_str()).fetch_one().await?;
            tx.query("UPDATE groups SET name = $1, words = $2, joining = $3 WHERE id = $4")
                .bind_all((name, words, joining.name(), group.as_str()))
                .execute()
                .await?;
            if joining != Joining::Request {
                // Nobody would answer them.
                tx.query("DELETE FROM group_requests WHERE group_id = $1")
                    .bind(group.as_str())
                    .execute()
                    .await?;
            }
            if before != closed && joining.name() == closed {
                for statement in ELSEWHERE {
                    tx.query(statement).bind(group.as_str()).execute().await?;
                }
            }
            let changed = if (before == closed) == (joining.name() == closed) {
                Vec::new()
            } else {
                changed_tokens(self, &mut tx, PUPILS, group.as_str()).await?
            };
            tx.commit().await?;
            Ok((GroupChanged::Done, changed))
        })
        .await
    }

    /// Gives a group another name, by the staff, and writes that down.
    pub async fn rename_group_by_staff(
        &self,
        group: GroupId,
        name: &str,
        noted: &Noted<'_>,
    ) -> Result<GroupChanged, StoreError> {
        let mut tx = self.begin().await?;
        if !hold_group(&mut tx, group).await? {
            return tx.give_up(GroupChanged::Gone).await;
        }
        tx.query("UPDATE groups SET name = $1 WHERE id = $2")
            .bind_all((name, group.as_str()))
            .execute()
            .await?;
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }

    /// Ends a group: its cards, the sessions begun by them, its requests, its invitations and its memberships. By a leader who is
    /// at home, or by the staff; it is written down if that is wanted. Answers the hashes of the tokens that ended; nothing, if
    /// there is no such group, or it is not the leader's.
    pub async fn end_group(
        &self,
        by: Option<Home<'_>>,
        group: GroupId,
        now: Millis,
        noted: Option<&Noted<'_>>,
    ) -> Result<Option<Vec<String>>, StoreError> {
        untangled(|| async {
            const STATEMENTS: [&str; 5] = [
                "DELETE FROM replayed_tasks WHERE task_id IN (SELECT id FROM group_tasks WHERE group_id = $1)",
                "DELETE FROM group_tasks WHERE group_id = $1",
                "DELETE FROM group_requests WHERE group_id = $1",
                "DELETE FROM group_invitations WHERE group_id = $1",
                "DELETE FROM group_members WHERE group_id = $1",
            ];
            let mut tx = self.begin_by(by).await?;
            let is_held = match by {
                Some(home) => hold_led_group(&mut tx, group, home.player).await?,
                None => hold_group(&mut tx, group).await?,
            };
            if !is_held {
                return tx.give_up(None).await;
            }
            let mut ended = Vec::new();
            let cards: Vec<(String,)> = tx
                .query("SELECT player_id FROM cards WHERE group_id = $1 ORDER BY player_id")
                .bind(group.as_str())
                .fetch_all()
                .await?;
            for (player,) in cards {
                ended.extend(end_cards_within(self, &mut tx, group, &player).await?);
            }
            for statement in STATEMENTS {
                tx.query(statement).bind(group.as_str()).execute().await?;
            }
            tx.query("UPDATE groups SET ended_at = $1 WHERE id = $2")
                .bind_all((now, group.as_str()))
                .execute()
                .await?;
            if let Some(noted) = noted {
                note_act(&mut tx, noted).await?;
            }
            tx.commit().await?;
            Ok(Some(ended))
        })
        .await
    }
}
