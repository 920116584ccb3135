//! Proof that the database stores rows.

use super::error::StoreError;
use super::store::{Store, on_writer};

impl Store {
    /// Changes the row that is there for this. That the database answers does not say that it can: its disk may be full, or
    /// it may only be read.
    pub async fn prove(&self) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            sqlx::query("UPDATE proof SET number = number + 1 WHERE id = 1").execute(&mut *transaction).await?;
            transaction.commit().await?;
        });
        Ok(())
    }
}
