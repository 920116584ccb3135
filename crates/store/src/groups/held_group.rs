//! Changes of groups come one after the other: each holds its group first.

use tengen_game::{GroupId, PlayerId};

use crate::pool::{StoreError, Tx};

/// How many groups a member leads at most.
pub const MOST_LED: u32 = 5;
/// How many members a class has at most, and a club.
pub(crate) const MOST_IN_CLASS: u32 = 200;
pub(crate) const MOST_IN_CLUB: u32 = 5_000;

/// The outcome of a change of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupChanged {
    /// It is done.
    Done,
    /// The group has ended meanwhile, or the one who wants it leads it no more. Nothing was changed.
    Gone,
    /// The group has as many members as it may have, or as many accounts as may be made in it. Nothing was changed.
    Full,
    /// The leader leads as many groups as one may, or as many requests wait as may be. Nothing was changed.
    TooMany,
    /// Nobody else leads the group. Nothing was changed.
    LastLeader,
    /// The one to whom it was to be done is not there, or not in the group. Nothing was changed.
    NotThere,
}

/// Holds a group that goes on within a transaction: changes of a group come one after the other. Answers whether there is such a
/// group.
pub(crate) async fn hold_group(tx: &mut Tx, group: GroupId) -> Result<bool, StoreError> {
    let held = tx.query("UPDATE groups SET made_at = made_at WHERE id = $1 AND ended_at IS NULL");
    Ok(held.bind(group.as_str()).execute().await? == 1)
}

/// The same for a group that is to be led by this player.
pub(crate) async fn hold_led_group(
    tx: &mut Tx,
    group: GroupId,
    leader: PlayerId,
) -> Result<bool, StoreError> {
    let is_held = hold_group(tx, group).await?;
    let (leads,): (bool,) = tx
        .query(
            "SELECT EXISTS (SELECT 1 FROM group_members
             WHERE group_id = $1 AND player_id = $2 AND role = 'leader')",
        )
        .bind_all((group.as_str(), leader.as_str()))
        .fetch_one()
        .await?;
    Ok(is_held && leads)
}
