//! The members of groups, and those who want to be.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{ClassAccount, GroupKind, GroupMember, GroupRole, JoinRequest, PlayerCard};

use super::audit::{Noted, note_act};
use super::from_row::from_row;
use super::group_cards::end_cards_within;
use super::group_lists::word;
use super::held_group::{GroupChanged, MOST_IN_CLASS, MOST_IN_CLUB, MOST_LED, hold_group, or_give_up};
use super::home::{Home, hold_home};
use super::player_row::card;
use super::ruled::OWN_WAY_IN;
use super::untangled::untangled;
use super::{PageCursor, Store, StoreError, on_reader, on_writer};

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
        members <= i64::from($crate::group_members::most_members($kind))
    }};
}

pub(super) use add_within;

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
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn fellow(&self, group: GroupId, player: PlayerId) -> Result<Option<Fellow>, StoreError> {
        let sql = format!("{} AND group_members.player_id = $2", select());
        let row: Option<Row> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(group.as_str()).bind(player.as_str()).fetch_optional(pool).await
        })?;
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
    ///
    /// # Errors
    ///
    /// When the database failed.
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
        let rows: Vec<Row> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(group.as_str())
                .bind(joined_at)
                .bind(id)
                .bind(i64::from(most))
                .fetch_all(pool)
                .await
        })?;
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

    /// Makes a player who is at home a member of a group that is open or has invited the player, or keeps that the player wants to be one of a group that lets in on request.
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

    /// Takes a member out of a group, by the member or by a leader, who is at home. The card goes with the membership, and so do the sessions begun by it.
    /// Answers the hashes of the tokens that ended, too.
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
