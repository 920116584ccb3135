//! How much is kept of records, of one player and of all.

use serde_json::json;
use tengen_protocol::{Player, ProblemCode};
use tengen_records::Bounds;
use tengen_store::MOST_WEIGHED;

use super::bounds::bounds_of;
use crate::kit::{ActionError, GREAT, GREATEST, Parts};

// A kept record that is not great by its bytes is weighed by its text.
const _: () = assert!(MOST_WEIGHED >= GREAT);
// No file of a guest is among the greatest by its bytes alone.
const _: () = assert!(Bounds::SMALL.bytes as u64 <= GREATEST);

/// Refuses so many records and bytes more if that is more than one player may have, or than all may. Two that come at the same
/// moment may together go beyond the limit; it is there against abuse, and need not be exact.
pub(super) async fn check_quota(
    parts: &Parts,
    player: &Player,
    records: u64,
    bytes: u64,
) -> Result<(), ActionError> {
    let kept = parts.store.kept_records(player.id.0).await?;
    let most = bounds_of(player);
    if kept.records + records > most.records || kept.bytes + bytes > most.bytes {
        let limits = json!({"max": most.records, "max_bytes": most.bytes});
        return Err(ProblemCode::TooManyRecords.with(limits).into());
    }
    if !parts.records.take(bytes, parts.store.bytes_of_records()).await? {
        return Err(full(parts));
    }
    Ok(())
}

/// There is no room for more records of anybody.
pub(super) fn full(parts: &Parts) -> ActionError {
    ProblemCode::RecordsFull.with(json!({"max_bytes": parts.records.max_bytes()})).into()
}

#[cfg(test)]
mod tests {
    use tengen_records::work_of;

    use super::*;

    #[test]
    fn small_files_may_be_great_work() {
        let game = format!("(;SZ[19]PB[Ann]PW[Ben]{})", ";B[dd]C[00:12];W[pp]".repeat(150));
        assert!(work_of(game.as_bytes()) <= GREAT);
        let files = [
            format!("(;SZ[19]{})", ";".repeat(50_000)),
            format!("(;SZ[19]{})", ";AB[aa:ss];AE[aa:ss]".repeat(273)),
            // As many points as are ever shown.
            format!("(;SZ[25]{})", ";AB[aa:yy];AE[aa:yy]".repeat(209)),
        ];
        for file in files {
            assert!((file.len() as u64) < GREAT && work_of(file.as_bytes()) > GREAT, "{} bytes", file.len());
        }
    }
}
