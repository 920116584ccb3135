//! Who has which name. Two names are the same if one of their looks is; a guest's name gives way to a member's.

use tengen_game::{Millis, PlayerId};
use tengen_names::{Looks, looks};
use tengen_protocol::{FormerName, Player, PlayerCard};

use super::enclosed::{ENCLOSED_IN, Eyes};
use super::player_row::{PlayerRow, card, player};
use crate::pool::{Pools, Store, StoreError, Tx, unreadable};

/// How many players without a place in the table of names get one at once: on SQLite moves wait for the same writer.
const AT_ONCE: u32 = 100;
/// For how long the names are shown that a player had before, in milliseconds: half a year.
const SHOWN: Millis = 182 * 86_400_000;
/// How many of them are shown.
const FORMER: u32 = 10;
/// How many names that begin in the same way a search looks at. Those of closed classes are left out of it, and there may be very many.
const LOOKED_AT: u32 = 1_000;

/// A name for somebody, with its looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameWish {
    /// The name as it is shown.
    pub name: String,
    pub(crate) looks: Looks,
}

impl NameWish {
    /// The wish for this name.
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { looks: looks(&name), name }
    }
}

/// How a member's own names give way to a new one of these looks: the same one goes, and of others the look that both have. What stands in
/// its place begins with a character that no name has.
pub(crate) const GIVE_WAY: [&str; 3] = [
    "DELETE FROM names WHERE player_id = $1 AND small = $2 AND written = $3",
    "UPDATE names SET small = '\u{1}' || written WHERE player_id = $1 AND small = $2 AND $3 = $3",
    "UPDATE names SET written = '\u{1}' || small WHERE player_id = $1 AND written = $3 AND $2 = $2",
];

/// Gives a guest the first of some names that nobody has, within a transaction. Answers its place among them, if there is such a one.
pub(crate) async fn give_guest_name(
    tx: &mut Tx,
    player: &str,
    wishes: &[NameWish],
    now: Millis,
) -> Result<Option<usize>, StoreError> {
    let mut given = None;
    for (place, wish) in wishes.iter().enumerate() {
        let done = tx
            .query(
                "INSERT INTO names (small, written, player_id, name, guest, begun_at, plain)
                 VALUES ($1, $2, $3, $4, TRUE, $5, $6)
                 ON CONFLICT DO NOTHING",
            )
            .bind_all((&wish.looks.small, &wish.looks.written, player, &wish.name, now, &wish.looks.plain))
            .execute()
            .await?;
        if done == 1 {
            given = Some(place);
            break;
        }
    }
    Ok(given)
}

/// Gives a player a name that no other member has, within a transaction. Guests who have it are looked after later, and get a number. The
/// player's name until now is kept as an old one if `$keeps_old`. Answers whether the name was free; if it was not, the transaction has to
/// be taken back.
pub(crate) async fn claim_name(
    tx: &mut Tx,
    player: &str,
    wish: &NameWish,
    keeps_old: bool,
    now: Millis,
) -> Result<bool, StoreError> {
    let guests: Vec<(String,)> = tx
        .query(
            "DELETE FROM names WHERE (small = $1 OR written = $2) AND guest AND player_id <> $3
             RETURNING player_id",
        )
        .bind_all((&wish.looks.small, &wish.looks.written, player))
        .fetch_all()
        .await?;
    for (guest,) in guests {
        tx.query("UPDATE players SET named = FALSE WHERE id = $1").bind(guest).execute().await?;
    }
    if keeps_old {
        // The member's own names give way, and keep the look in which they differ from the new one.
        for statement in GIVE_WAY {
            tx.query(statement).bind_all((player, &wish.looks.small, &wish.looks.written)).execute().await?;
        }
    } else {
        tx.query("DELETE FROM names WHERE player_id = $1").bind(player).execute().await?;
    }
    tx.query("UPDATE names SET ended_at = $1 WHERE player_id = $2 AND ended_at IS NULL")
        .bind_all((now, player))
        .execute()
        .await?;
    let done = tx
        .query(
            "INSERT INTO names (small, written, player_id, name, guest, begun_at, plain)
             VALUES ($1, $2, $3, $4, FALSE, $5, $6)
             ON CONFLICT DO NOTHING",
        )
        .bind_all((&wish.looks.small, &wish.looks.written, player, &wish.name, now, &wish.looks.plain))
        .execute()
        .await?;
    Ok(done == 1)
}

/// The names that begin in a way: from $1 on and before $2.
const BEGINNING: &str = "plain >= $1 AND plain < $2 AND NOT guest AND ended_at IS NULL";

/// The search of somebody who may know of everybody but of those whom a class of others has enclosed: among the next names that begin like
/// that, however many there are. It finds $3, and $4 is who looks.
fn of_everybody() -> String {
    format!(
        "SELECT players.id, players.name, players.kind, players.created_at
         FROM (SELECT player_id, plain, small FROM names WHERE {BEGINNING} ORDER BY plain LIMIT {LOOKED_AT}) AS named
         JOIN players ON players.id = named.player_id
         WHERE ({ENCLOSED_IN} IS NULL OR EXISTS (SELECT 1 FROM group_members
                    WHERE group_members.group_id = {ENCLOSED_IN} AND group_members.player_id = $4))
         ORDER BY named.plain, named.small LIMIT $3"
    )
}

/// The search of a pupil, of whom others see nothing and who sees the class $4 alone: among the names of its members, of whom a class has
/// so many at most. It does not go through the names of everybody else, whatever the database takes for the shorter way.
fn of_class() -> String {
    format!(
        "WITH fellows AS MATERIALIZED (SELECT player_id FROM group_members WHERE group_id = $4),
              named AS MATERIALIZED (SELECT names.player_id, names.plain, names.small FROM fellows
                                     CROSS JOIN names WHERE names.player_id = fellows.player_id AND {BEGINNING})
         SELECT players.id, players.name, players.kind, players.created_at
         FROM named JOIN players ON players.id = named.player_id
         ORDER BY named.plain, named.small LIMIT $3"
    )
}

/// The database's time in milliseconds, as SQL, by which servers find who was renamed.
pub(crate) fn database_time(store: &Store) -> &'static str {
    match store.pools {
        Pools::Postgres(_) => "(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT",
        Pools::Sqlite { .. } => "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    }
}

impl Store {
    /// Gives some players a place in the table of names that have none: those of earlier releases, and guests who had to give way. Where
    /// somebody has the name, the player gets the first of `others` that nobody has. The computers of the server have their names in any
    /// case. Answers the players, the oldest first, and whether each has another name than before; none if all have a place.
    pub async fn name_players(
        &self,
        now: Millis,
        others: impl Fn(&str) -> Vec<NameWish>,
    ) -> Result<Vec<(PlayerCard, bool)>, StoreError> {
        let (now, moment) = (self.right_time(now), database_time(self));
        // Of several servers each takes others.
        let lock = if self.is_shared() { " FOR UPDATE SKIP LOCKED" } else { "" };
        let select = format!(
            "SELECT id, name, kind FROM players WHERE NOT named ORDER BY created_at, id LIMIT {AT_ONCE}{lock}"
        );
        let rename =
            format!("UPDATE players SET name = $1, named = TRUE, renamed_at = {moment} WHERE id = $2");
        // Nobody has to wait for the writer of SQLite if there is nothing to do.
        let (waiting,): (bool,) =
            self.read("SELECT EXISTS (SELECT 1 FROM players WHERE NOT named)").fetch_one().await?;
        if !waiting {
            return Ok(Vec::new());
        }
        let mut cards = Vec::new();
        let mut tx = self.begin().await?;
        let rows: Vec<(String, String, Option<String>)> =
            tx.query(sqlx::AssertSqlSafe(select)).fetch_all().await?;
        for (id, name, kind) in rows {
            let mut card = card(&id, name, kind.as_deref())?;
            let wishes = if card.guest { others(&card.name) } else { vec![NameWish::new(card.name.clone())] };
            let place = if card.guest {
                give_guest_name(&mut tx, &id, &wishes, now).await?
            } else {
                claim_name(&mut tx, &id, &wishes[0], false, now).await?.then_some(0)
            };
            let Some(place) = place else { return Err(unreadable(format_args!("no name is free for {id}"))) };
            let is_another = place > 0;
            if let Some(wish) = wishes.get(place).filter(|_| is_another) {
                card.name.clone_from(&wish.name);
                tx.query(sqlx::AssertSqlSafe(rename.clone())).bind_all((&card.name, &id)).execute().await?;
            } else {
                tx.query("UPDATE players SET named = TRUE WHERE id = $1").bind(&id).execute().await?;
            }
            cards.push((card, is_another));
        }
        tx.commit().await?;
        Ok(cards)
    }

    /// The names that a player had in the last half year, the latest first.
    pub async fn former_names(&self, id: PlayerId, now: Millis) -> Result<Vec<FormerName>, StoreError> {
        let rows: Vec<(String, Millis)> = self
            .read(
                "SELECT name, ended_at FROM names
                 WHERE player_id = $1 AND ended_at > $2 ORDER BY ended_at DESC LIMIT $3",
            )
            .bind_all((id.as_str(), now - SHOWN, i64::from(FORMER)))
            .fetch_all()
            .await?;
        Ok(rows.into_iter().map(|(name, until)| FormerName { name, until }).collect())
    }

    /// The cards of those whose names or kinds have changed since a moment, by the database's clock and in its milliseconds, and the moment
    /// of this look.
    pub async fn renamed_since(&self, since: Millis) -> Result<(Vec<PlayerCard>, Millis), StoreError> {
        let moment = format!("SELECT {}", database_time(self));
        let (now,): (Millis,) = self.read(sqlx::AssertSqlSafe(moment)).fetch_one().await?;
        let rows: Vec<(String, String, Option<String>)> = self
            .read(
                "SELECT id, name, kind FROM players
                 WHERE renamed_at >= $1 ORDER BY renamed_at DESC LIMIT 1000",
            )
            .bind(since)
            .fetch_all()
            .await?;
        let cards = rows.into_iter().map(|(id, name, kind)| card(&id, name, kind.as_deref()));
        Ok((cards.collect::<Result<_, _>>()?, now))
    }

    /// The members, bots and computers whose names begin with this text in any case and width and with any marks, in the order of
    /// their names, and so many at most. They are looked for among the next thousand names.
    pub async fn find_players(
        &self,
        beginning: &str,
        most: u32,
        eyes: Eyes,
    ) -> Result<Vec<Player>, StoreError> {
        let plain = looks(beginning).plain;
        if plain.is_empty() {
            return Ok(Vec::new());
        }
        // No text that begins like that comes behind it.
        let end = format!("{plain}\u{10ffff}");
        let sql = if eyes.enclosed_in.is_some() { of_class() } else { of_everybody() };
        let own =
            eyes.enclosed_in.map(|group| group.to_string()).or(eyes.player.map(|player| player.to_string()));
        let rows: Vec<PlayerRow> = self
            .among_lists(
                self.read(sqlx::AssertSqlSafe(sql)).bind_all((plain, end, i64::from(most), own)).fetch_all(),
            )
            .await?;
        rows.into_iter().map(player).collect()
    }
}

#[cfg(test)]
mod tests {
    use tengen_clock::Clock;

    use super::*;
    use crate::pool::connect::Database;

    #[tokio::test]
    async fn the_search_of_a_pupil_goes_through_the_class_alone() {
        let directory = tempfile::tempdir().unwrap();
        let (clock, _hands) = Clock::by_hand(1_000);
        let store = Database::open(None, directory.path(), clock).await.unwrap().store;
        let Pools::Sqlite { reader, .. } = &store.pools else { panic!("this is SQLite") };
        let plan = async |sql: String| -> Vec<String> {
            let sql = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let query = sqlx::query_as(sql).bind("a").bind("b").bind(10).bind("0000000000000000");
            let steps: Vec<(i64, i64, i64, String)> = query.fetch_all(reader).await.unwrap();
            steps.into_iter().map(|(.., step)| step).collect()
        };
        let uses = |plan: &[String], index: &str| plan.iter().any(|step| step.contains(index));
        let everybody = plan(of_everybody()).await;
        assert!(uses(&everybody, "names_to_find"), "{everybody:?}");
        let of_class = plan(of_class()).await;
        assert!(uses(&of_class, "names_by_player") && !uses(&of_class, "names_to_find"), "{of_class:?}");
        assert!(!uses(&of_class, "SCAN names"), "{of_class:?}");
    }
}
