//! Changes of a membership: its end, its role, and the part in rounds.

use tengen_game::{GroupId, PlayerId};
use tengen_protocol::GroupRole;

use super::cards::end_cards_within;
use super::held_group::{GroupChanged, MOST_LED, hold_group, hold_led_group};
use crate::people::home::Home;
use crate::pool::{Store, StoreError};
use crate::query::untangled::untangled;
use crate::staff::audit::{Noted, note_act};

impl Store {
    /// Takes a member out of a group, by the member or by a leader, who is at home. The card goes with the membership, and so do
    /// the sessions begun by it. Answers the hashes of the tokens that ended, too.
    pub async fn take_out_of_group(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
        noted: Option<&Noted<'_>>,
    ) -> Result<(GroupChanged, Vec<String>), StoreError> {
        untangled(|| async {
            let mut tx = self.begin_at_home(home).await?;
            let may = if player == home.player {
                hold_group(&mut tx, group).await?
            } else {
                hold_led_group(&mut tx, group, home.player).await?
            };
            if !may {
                return tx.give_up((GroupChanged::Gone, Vec::new())).await;
            }
            let ended = end_cards_within(self, &mut tx, group, player.as_str()).await?;
            let gone = tx
                .query("DELETE FROM group_members WHERE group_id = $1 AND player_id = $2")
                .bind_all((group.as_str(), player.as_str()))
                .execute()
                .await?;
            if gone != 1 {
                return tx.give_up((GroupChanged::NotThere, Vec::new())).await;
            }
            let (is_led,): (bool,) = tx
                .query("SELECT EXISTS (SELECT 1 FROM group_members WHERE group_id = $1 AND role = 'leader')")
                .bind(group.as_str())
                .fetch_one()
                .await?;
            if !is_led {
                return tx.give_up((GroupChanged::LastLeader, Vec::new())).await;
            }
            if let Some(noted) = noted {
                note_act(&mut tx, noted).await?;
            }
            tx.commit().await?;
            Ok((GroupChanged::Done, ended))
        })
        .await
    }

    /// Keeps whether a member who is at home takes part in the rounds of a group.
    pub async fn set_plays(
        &self,
        home: Home<'_>,
        group: GroupId,
        plays: bool,
    ) -> Result<GroupChanged, StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        // A round that is made in the same moment comes before this, or pairs by it.
        if !hold_group(&mut tx, group).await? {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        let done = tx
            .query("UPDATE group_members SET plays = $1 WHERE group_id = $2 AND player_id = $3")
            .bind_all((plays, group.as_str(), home.player.as_str()))
            .execute()
            .await?;
        if done != 1 {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }

    /// Gives a member another role in a group, by a leader who is at home.
    pub async fn change_group_role(
        &self,
        home: Home<'_>,
        group: GroupId,
        player: PlayerId,
        role: GroupRole,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| async {
            let mut tx = self.begin_at_home(home).await?;
            tx.query("UPDATE accounts SET created_at = created_at WHERE player_id = $1")
                .bind(player.as_str())
                .execute()
                .await?;
            if !hold_led_group(&mut tx, group, home.player).await? {
                return tx.give_up(GroupChanged::Gone).await;
            }
            let done = tx
                .query("UPDATE group_members SET role = $1 WHERE group_id = $2 AND player_id = $3")
                .bind_all((role.name(), group.as_str(), player.as_str()))
                .execute()
                .await?;
            if done != 1 {
                return tx.give_up(GroupChanged::NotThere).await;
            }
            let (leaders, led): (i64, i64) = tx
                .query(
                    "SELECT (SELECT count(*) FROM group_members WHERE group_id = $1 AND role = 'leader'),
                     (SELECT count(*) FROM group_members WHERE player_id = $2 AND role = 'leader')",
                )
                .bind_all((group.as_str(), player.as_str()))
                .fetch_one()
                .await?;
            if leaders <= 0 {
                return tx.give_up(GroupChanged::LastLeader).await;
            }
            if led > i64::from(MOST_LED) {
                return tx.give_up(GroupChanged::TooMany).await;
            }
            tx.commit().await?;
            Ok(GroupChanged::Done)
        })
        .await
    }
}
