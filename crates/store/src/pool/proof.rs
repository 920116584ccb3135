//! Proof that the database stores rows.

use super::error::StoreError;
use super::store::Store;

impl Store {
    /// Changes the row that is there for this. That the database answers does not say that it can: its disk may be full, or
    /// it may only be read.
    pub async fn prove(&self) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        tx.query("UPDATE proof SET number = number + 1 WHERE id = 1").execute().await?;
        tx.commit().await
    }
}
