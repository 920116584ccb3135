//! Classes and clubs: founded, found, changed and ended. Their members are a matter of [`group_members`](super::group_members).

use std::collections::HashMap;

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{Group, GroupKind, GroupRole, Joining, PlayerCard, StaffGroup, Text};

use super::audit::{Noted, note_act};
use super::from_row::from_row;
use super::group_cards::end_cards_within;
use super::held_group::{GroupChanged, MOST_LED, hold_group, or_give_up};
use super::home::{Home, hold_home};
use super::pieces::{Pieces, assemble};
use super::player_row::card;
use super::sanctions::{ChangedToken, changed_tokens};
use super::untangled::untangled;
use super::{PageCursor, Store, StoreError, on_lists, on_reader, on_writer, unreadable};

/// Whose tokens change with a class that is closed or opened: those of the accounts that were made there, and of their bots.
const PUPILS: &str = "(player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here)
    OR player_id IN (SELECT accounts.player_id FROM accounts JOIN group_members ON group_members.player_id = accounts.owner WHERE group_id = $1 AND made_here))";
/// What pupils have no more when their class is closed: places in other groups, and requests for one. Those that they lead stay.
const ELSEWHERE: [&str; 2] = [
    "DELETE FROM group_members WHERE group_id <> $1 AND role = 'member'
     AND player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here AND role = 'member')",
    "DELETE FROM group_requests WHERE player_id IN (SELECT player_id FROM group_members WHERE group_id = $1 AND made_here AND role = 'member')",
];

/// What the tables know of a group for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenGroup {
    /// The group.
    pub group: Group,
    /// When it ended, if it has.
    pub ended_at: Option<Millis>,
    /// How many members lead it.
    pub leaders: u32,
}

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

struct Row {
    id: String,
    kind: String,
    name: String,
    words: String,
    joining: String,
    made_at: Millis,
    ended_at: Option<Millis>,
    members: i64,
    leaders: i64,
    role: Option<String>,
    asked: bool,
}

from_row!(Row { id, kind, name, words, joining, made_at, ended_at, members, leaders, role, asked });

/// A group with the place of player $1 in it.
const SELECT: &str = "SELECT groups.id, groups.kind, groups.name, groups.words, groups.joining, groups.made_at, groups.ended_at,
        (SELECT count(*) FROM group_members WHERE group_id = groups.id) AS members,
        (SELECT count(*) FROM group_members WHERE group_id = groups.id AND role = 'leader') AS leaders,
        own.role AS role,
        EXISTS (SELECT 1 FROM group_requests WHERE group_id = groups.id AND player_id = $1) AS asked
     FROM groups LEFT JOIN group_members AS own ON own.group_id = groups.id AND own.player_id = $1";

/// How many groups a page is looked for among.
const LOOKED_AT: i64 = 2_000;

/// A place in the list, as the table has it.
fn place(after: Option<PageCursor<GroupId>>) -> (Millis, String) {
    after.map_or((Millis::MAX, String::new()), |after| (after.created_at, after.id.as_str().to_owned()))
}

/// Which groups a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupsFor {
    /// Those that anybody may see, and those of the viewer.
    Everybody,
    /// Those of the viewer alone.
    Mine,
    /// All, also those that have ended.
    Staff,
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

    /// A group, with the place of a viewer in it.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn group(
        &self,
        id: GroupId,
        viewer: Option<PlayerId>,
    ) -> Result<Option<SeenGroup>, StoreError> {
        let sql = format!("{SELECT} WHERE groups.id = $2");
        let row: Option<Row> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(viewer.as_ref().map(PlayerId::as_str))
                .bind(id.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(seen).transpose()
    }

    /// Groups, the newest first, behind a place and so many at most, and the place behind which there may be more. Of very many groups that
    /// are not for this viewer only the next ones are looked at.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn groups(
        &self,
        groups_for: GroupsFor,
        viewer: Option<PlayerId>,
        after: Option<PageCursor<GroupId>>,
        most: u32,
    ) -> Result<(Vec<SeenGroup>, Option<PageCursor<GroupId>>), StoreError> {
        let floor = match groups_for {
            GroupsFor::Everybody => self.floor_of_groups(after).await?,
            GroupsFor::Mine | GroupsFor::Staff => None,
        };
        // One more than is shown tells whether there is a next one.
        let mut groups = self.groups_above(groups_for, viewer, after, floor, most.saturating_add(1)).await?;
        let is_full = groups.len() > most as usize;
        groups.truncate(most as usize);
        let last = groups.last().filter(|_| is_full).map(|seen| &seen.group);
        let last = last.map(|group| PageCursor { created_at: group.made_at, id: group.id.0 });
        // Not the group at which it stopped, which may be closed.
        let stop = floor.map(|created_at| PageCursor { created_at, id: GroupId::from_entropy([0; 10]) });
        Ok((groups, last.or(stop)))
    }

    /// When the last of the groups was made that are looked at for a page, if there are more.
    async fn floor_of_groups(
        &self,
        after: Option<PageCursor<GroupId>>,
    ) -> Result<Option<Millis>, StoreError> {
        let (made_at, id) = place(after);
        Ok(on_lists!(self, pool => {
            sqlx::query_scalar(
                "SELECT made_at FROM groups WHERE (made_at, id) < ($1, $2)
                 ORDER BY made_at DESC, id DESC LIMIT 1 OFFSET $3",
            )
            .bind(made_at)
            .bind(id)
            .bind(LOOKED_AT)
            .fetch_optional(pool)
            .await
        })?)
    }

    async fn groups_above(
        &self,
        groups_for: GroupsFor,
        viewer: Option<PlayerId>,
        after: Option<PageCursor<GroupId>>,
        floor: Option<Millis>,
        most: u32,
    ) -> Result<Vec<SeenGroup>, StoreError> {
        let which = match groups_for {
            GroupsFor::Everybody => {
                " AND groups.ended_at IS NULL AND (groups.joining <> 'closed' OR own.role IS NOT NULL)"
            }
            GroupsFor::Mine => {
                " AND groups.ended_at IS NULL AND groups.id IN (SELECT group_id FROM group_members WHERE player_id = $1)"
            }
            GroupsFor::Staff => "",
        };
        let sql = format!(
            "{SELECT} WHERE (groups.made_at, groups.id) < ($2, $3) AND groups.made_at >= $5{which}
             ORDER BY groups.made_at DESC, groups.id DESC LIMIT $4"
        );
        let (made_at, id) = place(after);
        let rows: Vec<Row> = on_lists!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(viewer.as_ref().map(PlayerId::as_str))
                .bind(made_at)
                .bind(id)
                .bind(i64::from(most))
                .bind(floor.unwrap_or(Millis::MIN))
                .fetch_all(pool)
                .await
        })?;
        rows.into_iter().map(seen).collect()
    }

    /// Groups with their leaders, as the staff sees them.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn groups_for_staff(
        &self,
        after: Option<PageCursor<GroupId>>,
        most: u32,
    ) -> Result<Vec<StaffGroup>, StoreError> {
        let groups = self.groups_above(GroupsFor::Staff, None, after, None, most).await?;
        let ids: Vec<&str> = groups.iter().map(|seen| seen.group.id.0.as_str()).collect();
        let mut leaders = self.leaders_of_all(&ids).await?;
        let shown = groups.into_iter().map(|SeenGroup { group, ended_at, .. }| {
            let leaders = leaders.remove(group.id.0.as_str()).unwrap_or_default();
            StaffGroup { group, leaders, ended_at }
        });
        Ok(shown.collect())
    }

    /// The leaders of a group, the first one first.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn leaders_of(&self, group: GroupId) -> Result<Vec<PlayerCard>, StoreError> {
        let id = group.as_str();
        Ok(self.leaders_of_all(&[id]).await?.remove(id).unwrap_or_default())
    }

    /// The same for many groups, by their ids. A group without leaders is not there.
    async fn leaders_of_all(&self, groups: &[&str]) -> Result<HashMap<String, Vec<PlayerCard>>, StoreError> {
        let mut leaders: HashMap<String, Vec<PlayerCard>> = HashMap::new();
        if groups.is_empty() {
            return Ok(leaders);
        }
        let mut pieces = Pieces::default();
        pieces
            .sql(
                "SELECT group_id, players.id, players.name, players.kind FROM (
                     SELECT group_id, player_id, joined_at,
                         ROW_NUMBER() OVER (PARTITION BY group_id ORDER BY joined_at, player_id) AS place
                     FROM group_members WHERE role = 'leader' AND group_id IN ",
            )
            .texts(groups.iter().copied())
            .sql(") AS led JOIN players ON players.id = led.player_id WHERE place <= 100 ORDER BY group_id, place");
        let rows: Vec<(String, String, String, Option<String>)> = on_reader!(self, pool => {
            assemble!(pieces).build_query_as().fetch_all(pool).await
        })?;
        for (group, id, name, kind) in rows {
            leaders.entry(group).or_default().push(card(&id, name, kind.as_deref())?);
        }
        Ok(leaders)
    }

    /// Changes the name, the words and the way of joining of a group. Where a class is closed or opened, its pupils may see something else than before: their
    /// tokens are answered.
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

    /// Ends a group: its cards, the sessions begun by them, its requests and its memberships. By a leader who is at home, or by the staff; it is
    /// written down if that is wanted. Answers the hashes of the tokens that ended; nothing, if there is no such group, or it is not the
    /// leader's.
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
        const STATEMENTS: [&str; 4] = [
            "DELETE FROM replayed_tasks WHERE task_id IN (SELECT id FROM group_tasks WHERE group_id = $1)",
            "DELETE FROM group_tasks WHERE group_id = $1",
            "DELETE FROM group_requests WHERE group_id = $1",
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

fn seen(row: Row) -> Result<SeenGroup, StoreError> {
    let number = |number: i64| u32::try_from(number).map_err(unreadable);
    let group = Group {
        id: Text(row.id.parse().map_err(unreadable)?),
        kind: word(&GroupKind::ALL, &row.kind, GroupKind::name)?,
        name: row.name,
        words: row.words,
        joining: word(&Joining::ALL, &row.joining, Joining::name)?,
        made_at: row.made_at,
        members: number(row.members)?,
        role: row.role.map(|role| word(&GroupRole::ALL, &role, GroupRole::name)).transpose()?,
        asked: row.asked,
    };
    Ok(SeenGroup { group, ended_at: row.ended_at, leaders: number(row.leaders)? })
}

/// The one of these for which the table has this word.
pub(super) fn word<T: Copy>(all: &[T], word: &str, name: fn(T) -> &'static str) -> Result<T, StoreError> {
    let known = all.iter().copied().find(|known| name(*known) == word);
    known.ok_or_else(|| unreadable(format_args!("{word} is nothing of groups")))
}
