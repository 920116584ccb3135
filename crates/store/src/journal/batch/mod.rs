//! What one transaction of the journal does: rows of the log, and what follows from them in the table of games.

mod postgres;
mod sqlite;
mod stored;

use super::append::Append;
use super::lane::Lane;
use crate::pool::StoreError;

pub(crate) use stored::Stored;

/// Stores those events of a sorted batch whose numbers are still free, all in one transaction, and answers which those
/// were. A conflict fails its own event only, not the batch.
pub(crate) async fn write_batch(lane: &mut Lane, appends: &[&Append]) -> Result<Stored, StoreError> {
    match lane {
        Lane::Postgres(lane) => {
            let mut connection = lane.take().await?;
            let stored = postgres::write(&mut connection, lane.origin, appends).await?;
            lane.keep(connection);
            Ok(stored)
        }
        Lane::Sqlite(pool) => sqlite::write(pool, appends).await,
    }
}
