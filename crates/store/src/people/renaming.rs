//! Other names for players.

use tengen_game::{Millis, PlayerId};

use crate::players::names::{NameWish, claim_name, database_time, give_guest_name};
use crate::pool::{Store, StoreError};
use crate::query::untangled::untangled;
use crate::staff::audit::{Noted, note_act};

/// How long a name stays before it may be changed again, in milliseconds: thirty days.
pub const RENAME_PAUSE: Millis = 30 * 86_400_000;

/// The outcome of a change of name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renamed {
    /// It is the name now.
    Done,
    /// Another member has it. Nothing was changed.
    Taken,
    /// The last change is too young. Nothing was changed.
    TooSoon,
    /// The staff has found no account of the player. Nothing was changed.
    NoAccount,
}

/// Who gives another name.
#[derive(Clone, Copy)]
enum ByWhom<'n> {
    Oneself,
    Staff(&'n Noted<'n>),
}

impl Store {
    /// Gives a member another name, or changes nothing. The old one is free for nobody else.
    pub async fn rename_member(
        &self,
        id: PlayerId,
        wish: &NameWish,
        now: Millis,
    ) -> Result<Renamed, StoreError> {
        untangled(|| self.rename(id, wish, now, ByWhom::Oneself)).await
    }

    /// The same by the staff, whenever the last change was, and writes that down. The member may change the name again at once.
    pub async fn rename_by_staff(
        &self,
        id: PlayerId,
        wish: &NameWish,
        noted: &Noted<'_>,
    ) -> Result<Renamed, StoreError> {
        untangled(|| self.rename(id, wish, noted.at, ByWhom::Staff(noted))).await
    }

    async fn rename(
        &self,
        id: PlayerId,
        wish: &NameWish,
        now: Millis,
        by: ByWhom<'_>,
    ) -> Result<Renamed, StoreError> {
        let (noted_at, not_after) = match by {
            ByWhom::Oneself => (Some(now), now - RENAME_PAUSE),
            ByWhom::Staff(_) => (None, Millis::MAX),
        };
        let moment = database_time(self);
        let rename =
            format!("UPDATE players SET name = $1, named = TRUE, renamed_at = {moment} WHERE id = $2");
        let mut tx = self.begin().await?;
        let in_time = tx
            .query(
                "UPDATE accounts SET renamed_at = $1
                 WHERE player_id = $2 AND (renamed_at IS NULL OR renamed_at <= $3)",
            )
            .bind_all((noted_at, id.as_str(), not_after))
            .execute()
            .await?;
        if in_time == 0 {
            let renamed = if matches!(by, ByWhom::Oneself) { Renamed::TooSoon } else { Renamed::NoAccount };
            return tx.give_up(renamed).await;
        }
        // A name that the staff has taken away is free for nobody, not even for the member.
        let (taken_away,): (bool,) = tx
            .query(
                "SELECT EXISTS (SELECT 1 FROM names
                 WHERE player_id = $1 AND ended_at = 0 AND (small = $2 OR written = $3))",
            )
            .bind_all((id.as_str(), &wish.looks.small, &wish.looks.written))
            .fetch_one()
            .await?;
        if taken_away && matches!(by, ByWhom::Oneself) {
            return tx.give_up(Renamed::Taken).await;
        }
        if !claim_name(&mut tx, id.as_str(), wish, true, now).await? {
            return tx.give_up(Renamed::Taken).await;
        }
        tx.query(sqlx::AssertSqlSafe(rename)).bind_all((&wish.name, id.as_str())).execute().await?;
        if let ByWhom::Staff(noted) = by {
            // The name was no good, so nobody is shown that it was there. It is free for nobody else.
            tx.query("UPDATE names SET ended_at = 0 WHERE player_id = $1 AND ended_at = $2")
                .bind_all((id.as_str(), now))
                .execute()
                .await?;
            note_act(&mut tx, noted).await?;
        }
        tx.commit().await?;
        Ok(Renamed::Done)
    }

    /// Gives a guest, by the staff, the first of these names that nobody has, and writes that down. Answers whether there is such
    /// a guest and such a name; otherwise nothing was changed.
    pub async fn rename_guest_by_staff(
        &self,
        id: PlayerId,
        wishes: &[NameWish],
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        untangled(|| async {
            let moment = database_time(self);
            let rename = format!(
                "UPDATE players SET name = $1, named = TRUE, renamed_at = {moment} WHERE id = $2 AND guest AND kind IS NULL"
            );
            let mut tx = self.begin().await?;
            tx.query("DELETE FROM names WHERE player_id = $1 AND guest").bind(id.as_str()).execute().await?;
            let given = give_guest_name(&mut tx, id.as_str(), wishes, noted.at).await?;
            let Some(wish) = given.and_then(|place: usize| wishes.get(place)) else {
                return tx.give_up(false).await;
            };
            let renamed =
                tx.query(sqlx::AssertSqlSafe(rename)).bind_all((&wish.name, id.as_str())).execute().await?;
            if renamed == 0 {
                return tx.give_up(false).await;
            }
            note_act(&mut tx, noted).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }
}
