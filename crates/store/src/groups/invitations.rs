//! Invitations to groups: a leader asks somebody to join, who joins or declines.
//!
//! Nobody is asked again and again: an invitation that was declined is kept for a while, and another one is nothing meanwhile.
//! The leaders are not told who has declined. To them such an invitation waits like others: asked again, it stays as it is, and
//! they may take it back.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{GroupInvitation, GroupKind, InvitedPlayer};

use super::held_group::{GroupChanged, hold_group, hold_led_group};
use super::lists::{COLUMNS, OWN, Row as GroupRow, seen};
use super::requests::add_within;
use crate::people::home::Home;
use crate::players::enclosed::ENCLOSED_IN;
use crate::players::player_row::card;
use crate::pool::{Store, StoreError};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// How many invitations wait at a group at most: as many as requests do.
const MOST_AT_GROUP: u32 = 500;
/// How many invitations of a player wait at most: as many as requests do.
const MOST_OF_PLAYER: u32 = 60;
/// How many invitations of a leader's last day there are at most, to all groups together: a whole class. Those that were accepted
/// or taken back while they waited don't count.
const MOST_A_DAY: u32 = 200;
/// That day, in milliseconds.
const DAY: Millis = 86_400_000;
/// For how long nobody is asked again who has declined, in milliseconds: thirty days.
const DECLINED: Millis = 30 * DAY;

/// Neither of the two has blocked the other: a block that came in the same moment as the invitation has not ended it.
const NOT_BLOCKED: &str = "NOT EXISTS (SELECT 1 FROM blocks
    WHERE blocks.player_id = group_invitations.player_id AND blocks.other = group_invitations.inviter
       OR blocks.player_id = group_invitations.inviter AND blocks.other = group_invitations.player_id)";

/// The outcome of inviting somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitedToGroup {
    /// The player is asked, in the group, or has declined lately.
    Done,
    /// So many invitations may wait at the group or of the player, or come from the leader within a day. Nothing was changed.
    TooMany(u32),
    /// It could not be done otherwise. Nothing was changed.
    Not(GroupChanged),
}

struct Row {
    inviter_id: String,
    inviter_name: String,
    inviter_kind: Option<String>,
    invited_at: Millis,
    group: GroupRow,
}

from_row!(Row { inviter_id, inviter_name, inviter_kind, invited_at }, group);

impl Store {
    /// Invites a player with an account to a group, by a leader who is at home. Whoever has asked to be let in is let in: both agree.
    pub async fn invite_to_group(
        &self,
        home: Home<'_>,
        (group, kind): (GroupId, GroupKind),
        player: PlayerId,
        now: Millis,
    ) -> Result<InvitedToGroup, StoreError> {
        untangled(|| self.forget_declined(now - DECLINED)).await?;
        untangled(|| async {
            use InvitedToGroup::{Done, Not, TooMany};
            let mut tx = self.begin_at_home(home).await?;
            // Whoever leaves the server at this moment waits for this, or has gone first.
            let held = tx
                .query("UPDATE accounts SET created_at = created_at WHERE player_id = $1 AND owner IS NULL")
                .bind(player.as_str())
                .execute()
                .await?;
            if held != 1 {
                return tx.give_up(Not(GroupChanged::NotThere)).await;
            }
            if !hold_led_group(&mut tx, group, home.player).await? {
                return tx.give_up(Not(GroupChanged::Gone)).await;
            }
            let (is_in, asks): (bool, bool) = tx
                .query(
                    "SELECT EXISTS (SELECT 1 FROM group_members WHERE group_id = $1 AND player_id = $2),
                     EXISTS (SELECT 1 FROM group_requests WHERE group_id = $1 AND player_id = $2)",
                )
                .bind_all((group.as_str(), player.as_str()))
                .fetch_one()
                .await?;
            if asks {
                let has_room = add_within(&mut tx, group, kind, player, now).await?;
                if !has_room {
                    return tx.give_up(Not(GroupChanged::Full)).await;
                }
            } else if !is_in {
                tx.query(
                    "INSERT INTO group_invitations (group_id, player_id, inviter, invited_at, listed)
                     VALUES ($1, $2, $3, $4, TRUE)
                     ON CONFLICT (group_id, player_id) DO UPDATE
                     SET inviter = excluded.inviter, invited_at = excluded.invited_at, listed = TRUE
                     WHERE group_invitations.declined_at IS NOT NULL AND NOT group_invitations.listed",
                )
                .bind_all((group.as_str(), player.as_str(), home.player.as_str(), now))
                .execute()
                .await?;
                let (at_group, of_player, of_leader): (i64, i64, i64) = tx
                    .query(
                        "SELECT (SELECT count(*) FROM group_invitations WHERE group_id = $1 AND listed),
                         (SELECT count(*) FROM group_invitations
                         WHERE player_id = $2 AND declined_at IS NULL),
                         (SELECT count(*) FROM group_invitations
                         WHERE inviter = $3 AND invited_at > $4)",
                    )
                    .bind_all((group.as_str(), player.as_str(), home.player.as_str(), now - DAY))
                    .fetch_one()
                    .await?;
                for (count, most) in
                    [(at_group, MOST_AT_GROUP), (of_player, MOST_OF_PLAYER), (of_leader, MOST_A_DAY)]
                {
                    if count > i64::from(most) {
                        return tx.give_up(TooMany(most)).await;
                    }
                }
            }
            tx.commit().await?;
            Ok(Done)
        })
        .await
    }

    /// Forgets what was declined until then, by anybody.
    async fn forget_declined(&self, until: Millis) -> Result<(), StoreError> {
        self.write("DELETE FROM group_invitations WHERE declined_at <= $1").bind(until).execute().await?;
        Ok(())
    }

    /// The invitations of a player that wait, the latest first. Those of leaders whom nobody outside of a closed class sees any
    /// more are left out.
    pub async fn group_invitations_of(&self, player: PlayerId) -> Result<Vec<GroupInvitation>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, players.id AS inviter_id, players.name AS inviter_name, players.kind AS inviter_kind,
                    group_invitations.invited_at AS invited_at
             FROM group_invitations
             JOIN groups ON groups.id = group_invitations.group_id
             JOIN players ON players.id = group_invitations.inviter
             {OWN}
             WHERE group_invitations.player_id = $1 AND group_invitations.declined_at IS NULL AND groups.ended_at IS NULL
               AND {ENCLOSED_IN} IS NULL AND {NOT_BLOCKED}
             ORDER BY group_invitations.invited_at DESC, group_invitations.group_id LIMIT $2"
        );
        let rows: Vec<Row> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((player.as_str(), i64::from(MOST_OF_PLAYER)))
            .fetch_all()
            .await?;
        let read = |row: Row| {
            Ok(GroupInvitation {
                inviter: card(&row.inviter_id, row.inviter_name, row.inviter_kind.as_deref())?,
                invited_at: row.invited_at,
                group: seen(row.group)?.group,
            })
        };
        rows.into_iter().map(read).collect()
    }

    /// Those who are invited to a group, as its leaders see them, the first one first.
    pub async fn invited_to_group(&self, group: GroupId) -> Result<Vec<InvitedPlayer>, StoreError> {
        let since = self.clock.now() - DECLINED;
        let rows: Vec<(String, String, Option<String>, Millis)> = self
            .read(
                "SELECT players.id, players.name, players.kind, invited_at
                 FROM group_invitations JOIN players ON players.id = group_invitations.player_id
                 WHERE group_id = $1 AND listed AND (declined_at IS NULL OR declined_at > $2)
                 ORDER BY invited_at, players.id LIMIT $3",
            )
            .bind_all((group.as_str(), since, i64::from(MOST_AT_GROUP)))
            .fetch_all()
            .await?;
        let read = |(id, name, kind, invited_at): (String, String, Option<String>, Millis)| {
            Ok(InvitedPlayer { player: card(&id, name, kind.as_deref())?, invited_at })
        };
        rows.into_iter().map(read).collect()
    }

    /// Answers an invitation of a player who is at home. Nothing is there to be answered if the group has ended, or a leader has
    /// taken it back.
    pub async fn answer_group_invitation(
        &self,
        home: Home<'_>,
        (group, kind): (GroupId, GroupKind),
        accept: bool,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        let player = home.player;
        let sql = format!(
            "UPDATE group_invitations SET declined_at = $1
             WHERE group_id = $2 AND player_id = $3 AND declined_at IS NULL AND {NOT_BLOCKED}"
        );
        let mut tx = self.begin_at_home(home).await?;
        if !hold_group(&mut tx, group).await? {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        let answered = tx
            .query(sqlx::AssertSqlSafe(sql.as_str()))
            .bind_all((now, group.as_str(), player.as_str()))
            .execute()
            .await?;
        if answered != 1 {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        if accept {
            // With the membership the row goes.
            if !add_within(&mut tx, group, kind, player, now).await? {
                return tx.give_up(GroupChanged::Full).await;
            }
        }
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }

    /// Takes an invitation back, by a leader who is at home. One that was declined is only shown no more: nobody forgets a refusal by that.
    pub async fn take_group_invitation_back(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
    ) -> Result<GroupChanged, StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        if !hold_led_group(&mut tx, group, home.player).await? {
            return tx.give_up(GroupChanged::Gone).await;
        }
        let hidden = tx
            .query(
                "UPDATE group_invitations SET listed = FALSE
                 WHERE group_id = $1 AND player_id = $2 AND listed",
            )
            .bind_all((group.as_str(), player.as_str()))
            .execute()
            .await?;
        if hidden != 1 {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        tx.query(
            "DELETE FROM group_invitations
             WHERE group_id = $1 AND player_id = $2 AND declined_at IS NULL",
        )
        .bind_all((group.as_str(), player.as_str()))
        .execute()
        .await?;
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }
}
