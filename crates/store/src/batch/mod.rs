//! What one transaction of the journal does: rows of the log, and what follows from them in the table of games.

mod headline_row;
mod postgres;
mod sqlite;
mod stored;

use super::StoreError;
use super::append::Append;
use super::lane::Lane;

pub(super) use headline_row::HeadlineRow;
pub(super) use stored::Stored;

/// Stores those events of a sorted batch whose numbers are still free, all in one transaction, and answers which those
/// were. A conflict fails its own event only, not the batch.
pub(super) async fn write_batch(lane: &mut Lane, appends: &[&Append]) -> Result<Stored, StoreError> {
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
