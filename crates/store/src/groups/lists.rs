//! Groups as they are seen: one of them, lists of them, and who leads them.

use std::collections::HashMap;

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{Group, GroupKind, GroupRole, Joining, PlayerCard, StaffGroup, Text};

use crate::players::player_row::card;
use crate::pool::{Store, StoreError, unreadable};
use crate::query::cursor::{PageCursor, begin_of_minute};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

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

pub(crate) struct Row {
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
    invited: bool,
    plays: bool,
}

from_row!(Row {
    id,
    kind,
    name,
    words,
    joining,
    made_at,
    ended_at,
    members,
    leaders,
    role,
    asked,
    invited,
    plays
});

/// The columns of a group with the place of player $1 in it, which is `own`.
pub(crate) const COLUMNS: &str = "groups.id, groups.kind, groups.name, groups.words, groups.joining, groups.made_at, groups.ended_at,
        (SELECT count(*) FROM group_members WHERE group_id = groups.id) AS members,
        (SELECT count(*) FROM group_members WHERE group_id = groups.id AND role = 'leader') AS leaders,
        own.role AS role,
        EXISTS (SELECT 1 FROM group_requests WHERE group_id = groups.id AND player_id = $1) AS asked,
        EXISTS (SELECT 1 FROM group_invitations WHERE group_id = groups.id AND player_id = $1 AND declined_at IS NULL) AS invited,
        (own.role IS NOT NULL AND (own.plays OR (groups.kind = 'class' AND own.role = 'member'))) AS plays";
/// What is joined to `groups` for them.
pub(crate) const OWN: &str =
    "LEFT JOIN group_members AS own ON own.group_id = groups.id AND own.player_id = $1";

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
    /// A group, with the place of a viewer in it.
    pub async fn group(
        &self,
        id: GroupId,
        viewer: Option<PlayerId>,
    ) -> Result<Option<SeenGroup>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM groups {OWN} WHERE groups.id = $2");
        let row: Option<Row> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((viewer.as_ref().map(PlayerId::as_str), id.as_str()))
            .fetch_optional()
            .await?;
        row.map(seen).transpose()
    }

    /// Groups, the newest first, behind a place and so many at most, and the place behind which there may be more. Of very many groups that
    /// are not for this viewer only the next ones are looked at.
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
        // Not the group at which it stopped, which may be closed: its id is told to nobody.
        let stop = floor.map(|created_at| PageCursor { created_at, id: GroupId::from_entropy([0; 10]) });
        Ok((groups, last.or(stop)))
    }

    /// The minute in which the last of the groups was made that are looked at for a page, if there are more.
    async fn floor_of_groups(
        &self,
        after: Option<PageCursor<GroupId>>,
    ) -> Result<Option<Millis>, StoreError> {
        let (made_at, id) = place(after);
        let last = self
            .read(
                "SELECT made_at FROM groups WHERE (made_at, id) < ($1, $2)
                 ORDER BY made_at DESC, id DESC LIMIT 1 OFFSET $3",
            )
            .bind_all((made_at, id, LOOKED_AT));
        let floor: Option<(Millis,)> = self.among_lists(last.fetch_optional()).await?;
        Ok(floor.map(|(made_at,)| begin_of_minute(made_at)))
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
            "SELECT {COLUMNS} FROM groups {OWN} WHERE (groups.made_at, groups.id) < ($2, $3) AND groups.made_at >= $5{which}
             ORDER BY groups.made_at DESC, groups.id DESC LIMIT $4"
        );
        let (made_at, id) = place(after);
        let rows: Vec<Row> = self
            .among_lists(
                self.read(sqlx::AssertSqlSafe(sql))
                    .bind_all((
                        viewer.as_ref().map(PlayerId::as_str),
                        made_at,
                        id,
                        i64::from(most),
                        floor.unwrap_or(Millis::MIN),
                    ))
                    .fetch_all(),
            )
            .await?;
        rows.into_iter().map(seen).collect()
    }

    /// Groups with their leaders, as the staff sees them.
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
        let rows: Vec<(String, String, String, Option<String>)> = pieces.read(self).fetch_all().await?;
        for (group, id, name, kind) in rows {
            leaders.entry(group).or_default().push(card(&id, name, kind.as_deref())?);
        }
        Ok(leaders)
    }
}

pub(crate) fn seen(row: Row) -> Result<SeenGroup, StoreError> {
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
        invited: row.invited,
        plays: row.plays,
    };
    Ok(SeenGroup { group, ended_at: row.ended_at, leaders: number(row.leaders)? })
}

/// The one of these for which the table has this word.
pub(crate) fn word<T: Copy>(all: &[T], word: &str, name: fn(T) -> &'static str) -> Result<T, StoreError> {
    let known = all.iter().copied().find(|known| name(*known) == word);
    known.ok_or_else(|| unreadable(format_args!("{word} is nothing of groups")))
}
