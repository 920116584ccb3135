//! When no server was there: signs of life, and the gaps between them.

use tengen_game::{Millis, Outage};

use crate::pool::{Store, StoreError};

impl Store {
    /// Leaves a sign of life. If the last one is older than `quiet` milliseconds, the time between was an outage, and is
    /// kept as one, whichever server notices first. Whoever could not store anything since `failing` was in one since
    /// then, however often the database seemed to be back. The answer is whether there was an outage.
    pub async fn beat(
        &self,
        now: Millis,
        quiet: Millis,
        failing: Option<Millis>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let silent = tx
            .query(
                "INSERT INTO outages (began_at, ended_at)
                 SELECT alive_at, $1 FROM service WHERE alive_at < $2
                 ON CONFLICT (began_at) DO UPDATE SET ended_at = $1",
            )
            .bind_all((now, now - quiet))
            .execute()
            .await?;
        let failed = tx
            .query(
                "INSERT INTO outages (began_at, ended_at) SELECT $1, $2 WHERE $1 < $2
                 ON CONFLICT (began_at) DO UPDATE SET ended_at = $2",
            )
            .bind_all((failing.unwrap_or(now), now))
            .execute()
            .await?;
        tx.query(
            "INSERT INTO service (id, alive_at) VALUES (1, $1)
             ON CONFLICT (id) DO UPDATE SET alive_at = $1 WHERE service.alive_at < $1",
        )
        .bind(now)
        .execute()
        .await?;
        tx.commit().await?;
        Ok(silent + failed > 0)
    }

    /// The outages that ended after this time.
    pub async fn outages(&self, after: Millis) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(Millis, Millis)> = self
            .read("SELECT began_at, ended_at FROM outages WHERE ended_at > $1 ORDER BY began_at")
            .bind(after)
            .fetch_all()
            .await?;
        Ok(rows.into_iter().map(|(from, to)| Outage { from, to }).collect())
    }
}
