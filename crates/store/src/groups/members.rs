//! The members of groups, as they are read.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{ClassAccount, GroupMember, GroupRole, PlayerCard};

use super::lists::word;
use crate::players::player_row::card;
use crate::players::ruled::OWN_WAY_IN;
use crate::pool::{Store, StoreError};
use crate::query::cursor::PageCursor;
use crate::query::from_row::from_row;

/// A member of a group, as far as rights ask for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fellow {
    /// The player.
    pub card: PlayerCard,
    /// The role in the group.
    pub role: GroupRole,
    /// Whether the member has a role on the server.
    pub has_server_role: bool,
    /// Whether the account was made in the group, and has no way in of its own.
    pub is_ruled: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a column, on its own")]
struct Row {
    id: String,
    name: String,
    player_kind: Option<String>,
    role: String,
    joined_at: Millis,
    plays: bool,
    made_here: bool,
    own_way_in: bool,
    server_role: bool,
    card_made_at: Option<Millis>,
    card_used_at: Option<Millis>,
}

from_row!(Row {
    id,
    name,
    player_kind,
    role,
    joined_at,
    plays,
    made_here,
    own_way_in,
    server_role,
    card_made_at,
    card_used_at
});

fn select() -> String {
    format!(
        "SELECT players.id, players.name, players.kind AS player_kind, group_members.role, group_members.joined_at,
                (group_members.plays OR (groups.kind = 'class' AND group_members.role = 'member')) AS plays, group_members.made_here, {OWN_WAY_IN} AS own_way_in,
                EXISTS (SELECT 1 FROM grants WHERE grants.player_id = group_members.player_id) AS server_role,
                cards.made_at AS card_made_at, cards.used_at AS card_used_at
         FROM group_members
         JOIN groups ON groups.id = group_members.group_id
         JOIN players ON players.id = group_members.player_id
         LEFT JOIN cards ON cards.group_id = group_members.group_id AND cards.player_id = group_members.player_id
         WHERE group_members.group_id = $1"
    )
}

impl Store {
    /// A member of a group.
    pub async fn fellow(&self, group: GroupId, player: PlayerId) -> Result<Option<Fellow>, StoreError> {
        let sql = format!("{} AND group_members.player_id = $2", select());
        let row: Option<Row> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((group.as_str(), player.as_str()))
            .fetch_optional()
            .await?;
        let read = |row: Row| {
            Ok(Fellow {
                role: word(&GroupRole::ALL, &row.role, GroupRole::name)?,
                has_server_role: row.server_role,
                is_ruled: row.made_here && !row.own_way_in,
                card: card(&row.id, row.name, row.player_kind.as_deref())?,
            })
        };
        row.map(read).transpose()
    }

    /// The members of a group, those who have been in it for the longest time first, behind a place and so many at most.
    pub async fn members_of_group(
        &self,
        group: GroupId,
        with_accounts: bool,
        after: Option<PageCursor<PlayerId>>,
        most: u32,
    ) -> Result<Vec<GroupMember>, StoreError> {
        let sql = format!(
            "{} AND (group_members.joined_at, group_members.player_id) > ($2, $3)
             ORDER BY group_members.joined_at, group_members.player_id LIMIT $4",
            select()
        );
        let (joined_at, id) = after
            .map_or((Millis::MIN, String::new()), |after| (after.created_at, after.id.as_str().to_owned()));
        let rows: Vec<Row> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((group.as_str(), joined_at, id, i64::from(most)))
            .fetch_all()
            .await?;
        let read = |row: Row| {
            let account = ClassAccount {
                made_here: row.made_here,
                ruled: row.made_here && !row.own_way_in,
                card_made_at: row.card_made_at,
                card_used_at: row.card_used_at,
            };
            Ok(GroupMember {
                role: word(&GroupRole::ALL, &row.role, GroupRole::name)?,
                joined_at: row.joined_at,
                plays: row.plays,
                account: with_accounts.then_some(account),
                player: card(&row.id, row.name, row.player_kind.as_deref())?,
            })
        };
        rows.into_iter().map(read).collect()
    }
}
