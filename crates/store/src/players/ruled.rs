//! Accounts that a teacher rules: they were made in the class, and have no way in but its card.

use crate::pool::{StoreError, Tx};

/// Whether a member of a group has a way in beside the card.
pub(crate) const OWN_WAY_IN: &str = "(EXISTS (SELECT 1 FROM accounts WHERE accounts.player_id = group_members.player_id AND accounts.password IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.player_id = group_members.player_id)
    OR EXISTS (SELECT 1 FROM identities WHERE identities.player_id = group_members.player_id)
    OR EXISTS (SELECT 1 FROM mails WHERE mails.player_id = group_members.player_id))";

/// Whether a member's account was made in the group and has no way in but the card, within a transaction.
pub(crate) async fn is_ruled(tx: &mut Tx, group: &str, player: &str) -> Result<bool, StoreError> {
    let sql = format!(
        "SELECT made_here AND NOT {OWN_WAY_IN} FROM group_members WHERE group_id = $1 AND player_id = $2"
    );
    let row: Option<(bool,)> =
        tx.query(sqlx::AssertSqlSafe(sql)).bind_all((group, player)).fetch_optional().await?;
    Ok(row.is_some_and(|(is,)| is))
}
