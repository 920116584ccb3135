//! Lines on every page.

use std::collections::BTreeMap;

use tengen_game::{AnnouncementId, Millis};
use tengen_protocol::{Announcement, Text};

use super::audit::{Noted, note_act};
use crate::pool::{Store, StoreError, unreadable};

impl Store {
    /// The lines that are shown at this moment, the latest first.
    pub async fn announcements(&self, now: Millis) -> Result<Vec<Announcement>, StoreError> {
        let rows: Vec<(String, String, Millis, Millis)> = self
            .read(
                "SELECT id, texts, until, created_at FROM announcements
                 WHERE until > $1 ORDER BY created_at DESC, id",
            )
            .bind(now)
            .fetch_all()
            .await?;
        let read =
            |texts: &str, id: &str| -> Result<(BTreeMap<String, String>, AnnouncementId), StoreError> {
                Ok((serde_json::from_str(texts).map_err(unreadable)?, id.parse().map_err(unreadable)?))
            };
        let announcement = |(id, texts, until, created_at): (String, String, Millis, Millis)| {
            let (texts, id) = self.readable("announcement", &id, read(&texts, &id))?;
            Some(Announcement { id: Text(id), texts, until, created_at })
        };
        Ok(rows.into_iter().filter_map(announcement).collect())
    }

    /// Keeps a line, of which so many may be shown at once, and writes that down. Those that are over are forgotten. Answers
    /// whether there was room.
    pub async fn announce(
        &self,
        new: &Announcement,
        most: u32,
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        let texts = serde_json::to_string(&new.texts).map_err(unreadable)?;
        let mut tx = self.begin().await?;
        // Two owners at the same moment would both find room.
        tx.query("UPDATE audit_head SET seq = seq").execute().await?;
        tx.query("DELETE FROM announcements WHERE until <= $1").bind(noted.at).execute().await?;
        let (shown,): (i64,) = tx.query("SELECT count(*) FROM announcements").fetch_one().await?;
        if shown >= i64::from(most) {
            return tx.give_up(false).await;
        }
        tx.query("INSERT INTO announcements (id, texts, until, created_at) VALUES ($1, $2, $3, $4)")
            .bind_all((new.id.0.as_str(), &texts, new.until, new.created_at))
            .execute()
            .await?;
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Forgets a line, and writes that down. Answers whether there was one.
    pub async fn take_announcement_back(
        &self,
        id: AnnouncementId,
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let gone = tx.query("DELETE FROM announcements WHERE id = $1").bind(id.as_str()).execute().await?;
        if gone == 0 {
            return tx.give_up(false).await;
        }
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(true)
    }
}
