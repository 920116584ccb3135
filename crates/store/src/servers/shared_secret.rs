//! What the servers of a database share, and nobody else knows.

use std::fmt::{self, Debug, Formatter};

use crate::pool::{Pools, Store, StoreError};

/// By what the servers of a database know each other. Prints without the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SharedSecret {
    /// The name of the database among all others, also among those of other sites.
    pub name: String,
    /// Random bytes that only whoever reads the database knows.
    pub secret: Vec<u8>,
}

impl Debug for SharedSecret {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSecret").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Store {
    /// The number of this process among all that use the database.
    pub fn origin(&self) -> i64 {
        self.origin
    }

    /// By what the servers of this database know each other; nothing, if there can be only one.
    pub async fn shared_secret(&self) -> Result<Option<SharedSecret>, StoreError> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(None) };
        let (name, secret) = sqlx::query_as("SELECT name, secret FROM bus").fetch_one(pool).await?;
        Ok(Some(SharedSecret { name, secret }))
    }
}
