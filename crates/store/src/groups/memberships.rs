//! Changes of a membership: its end, its role, and the part in rounds.

use tengen_game::{GroupId, PlayerId};
use tengen_protocol::GroupRole;

use super::cards::end_cards_within;
use super::held_group::{GroupChanged, MOST_LED, hold_group, or_give_up};
use crate::people::home::{Home, hold_home};
use crate::pool::{Store, StoreError, on_writer};
use crate::query::untangled::untangled;
use crate::staff::audit::{Noted, note_act};

impl Store {
    /// Takes a member out of a group, by the member or by a leader, who is at home. The card goes with the membership, and so do
    /// the sessions begun by it. Answers the hashes of the tokens that ended, too.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn take_out_of_group(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
        noted: Option<&Noted<'_>>,
    ) -> Result<(GroupChanged, Vec<String>), StoreError> {
        untangled(|| self.take_out_once(home, group, player, noted)).await
    }

    async fn take_out_once(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
        noted: Option<&Noted<'_>>,
    ) -> Result<(GroupChanged, Vec<String>), StoreError> {
        let ended = on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            let may = if player == home.player {
                hold_group!(transaction, group)
            } else {
                hold_group!(transaction, group, home.player)
            };
            or_give_up!(transaction, may, (GroupChanged::Gone, Vec::new()));
            let ended = end_cards_within!(self, transaction, group, player.as_str());
            let gone = sqlx::query("DELETE FROM group_members WHERE group_id = $1 AND player_id = $2")
                .bind(group.as_str())
                .bind(player.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, gone.rows_affected() == 1, (GroupChanged::NotThere, Vec::new()));
            let (is_led,): (bool,) =
                sqlx::query_as("SELECT EXISTS (SELECT 1 FROM group_members WHERE group_id = $1 AND role = 'leader')")
                    .bind(group.as_str())
                    .fetch_one(&mut *transaction)
                    .await?;
            or_give_up!(transaction, is_led, (GroupChanged::LastLeader, Vec::new()));
            if let Some(noted) = noted {
                note_act!(transaction, noted);
            }
            transaction.commit().await?;
            ended
        });
        Ok((GroupChanged::Done, ended))
    }

    /// Keeps whether a member who is at home takes part in the rounds of a group.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn set_plays(
        &self,
        home: Home<'_>,
        group: GroupId,
        plays: bool,
    ) -> Result<GroupChanged, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            // A round that is made in the same moment comes before this, or pairs by it.
            or_give_up!(transaction, hold_group!(transaction, group), GroupChanged::NotThere);
            let done = sqlx::query("UPDATE group_members SET plays = $1 WHERE group_id = $2 AND player_id = $3")
                .bind(plays)
                .bind(group.as_str())
                .bind(home.player.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, done.rows_affected() == 1, GroupChanged::NotThere);
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }

    /// Gives a member another role in a group, by a leader who is at home.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn change_group_role(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
        role: GroupRole,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| self.change_role_once(home, group, player, role)).await
    }

    async fn change_role_once(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
        role: GroupRole,
    ) -> Result<GroupChanged, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            hold_home!(transaction, home);
            sqlx::query("UPDATE accounts SET created_at = created_at WHERE player_id = $1")
                .bind(player.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, hold_group!(transaction, group, home.player), GroupChanged::Gone);
            let done = sqlx::query("UPDATE group_members SET role = $1 WHERE group_id = $2 AND player_id = $3")
                .bind(role.name())
                .bind(group.as_str())
                .bind(player.as_str())
                .execute(&mut *transaction)
                .await?;
            or_give_up!(transaction, done.rows_affected() == 1, GroupChanged::NotThere);
            let (leaders, led): (i64, i64) = sqlx::query_as(
                "SELECT (SELECT count(*) FROM group_members WHERE group_id = $1 AND role = 'leader'),
                        (SELECT count(*) FROM group_members WHERE player_id = $2 AND role = 'leader')",
            )
            .bind(group.as_str())
            .bind(player.as_str())
            .fetch_one(&mut *transaction)
            .await?;
            or_give_up!(transaction, leaders > 0, GroupChanged::LastLeader);
            or_give_up!(transaction, led <= i64::from(MOST_LED), GroupChanged::TooMany);
            transaction.commit().await?;
        });
        Ok(GroupChanged::Done)
    }
}
