//! How players become members of groups: they join, or wait to be let in.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{GroupKind, JoinRequest};

use super::held_group::{GroupChanged, MOST_IN_CLASS, MOST_IN_CLUB, hold_group, hold_led_group};
use super::lists::word;
use crate::people::home::Home;
use crate::players::player_row::card;
use crate::pool::{Store, StoreError, Tx};
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
pub(crate) async fn add_within(
    tx: &mut Tx,
    group: GroupId,
    kind: GroupKind,
    player: PlayerId,
    now: Millis,
) -> Result<bool, StoreError> {
    for answered in [
        "DELETE FROM group_requests WHERE group_id = $1 AND player_id = $2",
        "DELETE FROM group_invitations WHERE group_id = $1 AND player_id = $2",
    ] {
        tx.query(answered).bind_all((group.as_str(), player.as_str())).execute().await?;
    }
    tx.query(
        "INSERT INTO group_members (group_id, player_id, role, joined_at, made_here)
         VALUES ($1, $2, 'member', $3, FALSE)
         ON CONFLICT DO NOTHING",
    )
    .bind_all((group.as_str(), player.as_str(), now))
    .execute()
    .await?;
    let (members,): (i64,) = tx
        .query("SELECT count(*) FROM group_members WHERE group_id = $1")
        .bind(group.as_str())
        .fetch_one()
        .await?;
    Ok(members <= i64::from(most_members(kind)))
}

impl Store {
    /// Those who wait to be let into a group, the first one first.
    pub async fn join_requests(&self, group: GroupId) -> Result<Vec<JoinRequest>, StoreError> {
        let rows: Vec<(String, String, Option<String>, Millis)> = self
            .read(
                "SELECT players.id, players.name, players.kind, asked_at
                 FROM group_requests JOIN players ON players.id = group_requests.player_id
                 WHERE group_id = $1 ORDER BY asked_at, players.id LIMIT $2",
            )
            .bind_all((group.as_str(), i64::from(MOST_REQUESTS)))
            .fetch_all()
            .await?;
        let read = |(id, name, kind, asked_at): (String, String, Option<String>, Millis)| {
            Ok(JoinRequest { player: card(&id, name, kind.as_deref())?, asked_at })
        };
        rows.into_iter().map(read).collect()
    }

    /// Makes a player who is at home a member of a group that is open or has invited the player, or keeps that the player wants
    /// to be one of a group that lets in on request.
    pub async fn join_group(
        &self,
        home: Home<'_>,
        group: GroupId,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        untangled(|| async {
            let player = home.player;
            let mut tx = self.begin_at_home(home).await?;
            if !hold_group(&mut tx, group).await? {
                return tx.give_up(GroupChanged::Gone).await;
            }
            // As it is now: a leader may have closed it meanwhile.
            let (kind, joining): (String, String) = tx
                .query("SELECT kind, joining FROM groups WHERE id = $1")
                .bind(group.as_str())
                .fetch_one()
                .await?;
            let kind = word(&GroupKind::ALL, &kind, GroupKind::name)?;
            let (invited,): (bool,) = tx
                .query(
                    "SELECT EXISTS (SELECT 1 FROM group_invitations
                     WHERE group_id = $1 AND player_id = $2 AND declined_at IS NULL)",
                )
                .bind_all((group.as_str(), player.as_str()))
                .fetch_one()
                .await?;
            // A leader and the player agree.
            let joining = if invited { "open" } else { joining.as_str() };
            match joining {
                "open" => {
                    if !add_within(&mut tx, group, kind, player, now).await? {
                        return tx.give_up(GroupChanged::Full).await;
                    }
                }
                "request" => {
                    tx.query(
                        "INSERT INTO group_requests (group_id, player_id, asked_at)
                         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM group_members
                         WHERE group_id = $1 AND player_id = $2)
                         ON CONFLICT DO NOTHING",
                    )
                    .bind_all((group.as_str(), player.as_str(), now))
                    .execute()
                    .await?;
                    for (count, id, most) in [
                        (
                            "SELECT count(*) FROM group_requests WHERE player_id = $1",
                            player.as_str(),
                            MOST_ASKED,
                        ),
                        (
                            "SELECT count(*) FROM group_requests WHERE group_id = $1",
                            group.as_str(),
                            MOST_REQUESTS,
                        ),
                    ] {
                        let (waiting,): (i64,) = tx.query(count).bind(id).fetch_one().await?;
                        if waiting > i64::from(most) {
                            return tx.give_up(GroupChanged::TooMany).await;
                        }
                    }
                }
                _ => return tx.give_up(GroupChanged::Gone).await,
            }
            tx.commit().await?;
            Ok(GroupChanged::Done)
        })
        .await
    }

    /// Takes a player's own request back. Nothing happens if there is none.
    pub async fn take_join_request_back(&self, home: Home<'_>, group: GroupId) -> Result<(), StoreError> {
        self.write("DELETE FROM group_requests WHERE group_id = $1 AND player_id = $2")
            .bind_all((group.as_str(), home.player.as_str()))
            .execute()
            .await?;
        Ok(())
    }

    /// Answers the request of a player, by a leader who is at home.
    pub async fn answer_join_request(
        &self,
        home: Home<'_>,
        (group, kind): (GroupId, GroupKind),
        player: PlayerId,
        accept: bool,
        now: Millis,
    ) -> Result<GroupChanged, StoreError> {
        let mut tx = self.begin_at_home(home).await?;
        if !hold_led_group(&mut tx, group, home.player).await? {
            return tx.give_up(GroupChanged::Gone).await;
        }
        let waited = tx
            .query("DELETE FROM group_requests WHERE group_id = $1 AND player_id = $2")
            .bind_all((group.as_str(), player.as_str()))
            .execute()
            .await?;
        if waited != 1 {
            return tx.give_up(GroupChanged::NotThere).await;
        }
        if accept && !add_within(&mut tx, group, kind, player, now).await? {
            return tx.give_up(GroupChanged::Full).await;
        }
        tx.commit().await?;
        Ok(GroupChanged::Done)
    }
}
