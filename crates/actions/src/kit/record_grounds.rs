//! The positions of great records beside which moves were last tried.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tengen_game::RecordId;
use tengen_records::Bounds;
use tengen_trying::variations::Ground;

/// How many bytes are kept of all records together. One record has 97 hundredths of them at most, and the greatest about half.
const MOST_BYTES: usize = 16 << 20;
/// A node takes so many bytes at most.
const BYTES_OF_NODE: usize = 24;
/// A point that a node changes takes so many: that of its move, and each of those that its record's bounds count.
const BYTES_OF_POINT: usize = 3;
/// The board of a record takes fewer.
const BYTES_OF_BOARD: usize = 16 << 10;
/// Of how many records at about.
const RECORDS: usize = 16;
/// Records of fewer nodes are read anew, which takes a few milliseconds.
const FEWEST: usize = 1_000;

/// Whoever tries moves beside a record sends one every second. To read a great record for each of them takes a hundred times as
/// long as to judge it.
#[derive(Debug)]
pub struct RecordGrounds(Cache<RecordId, Laid, Bytes>);

/// The positions of a record as it is after so many changes.
#[derive(Debug, Clone)]
struct Laid {
    revision: u32,
    ground: Arc<Ground>,
}

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<RecordId, Laid> for Bytes {
    fn weight(&self, _: &RecordId, laid: &Laid) -> u64 {
        (laid.ground.bytes() + BYTES_OF_BOARD) as u64
    }
}

impl Default for RecordGrounds {
    fn default() -> Self {
        Self(Cache::with_weighter(RECORDS, MOST_BYTES as u64, Bytes))
    }
}

impl RecordGrounds {
    /// The positions of a record as it is after so many changes, if they are kept.
    pub fn find(&self, id: &RecordId, revision: u32) -> Option<Arc<Ground>> {
        let laid = self.0.get(id).filter(|laid| laid.revision == revision)?;
        Some(laid.ground)
    }

    /// Keeps the positions of a record as it is after so many changes, if it is a great one.
    pub fn keep(&self, id: RecordId, revision: u32, ground: Arc<Ground>) {
        if ground.nodes() >= FEWEST {
            self.0.insert(id, Laid { revision, ground });
        }
    }
}

/// The greatest record is kept as well.
const _: () = {
    let Bounds { nodes, points, .. } = Bounds::GREAT;
    let greatest = nodes * BYTES_OF_NODE + (nodes + points) * BYTES_OF_POINT + BYTES_OF_BOARD;
    assert!(greatest * 100 <= MOST_BYTES * 97);
};

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(nodes: usize) -> Arc<Ground> {
        let shown = tengen_records::show(&format!("(;SZ[9]{})", ";".repeat(nodes - 1))).unwrap();
        Arc::new(Ground::of_record(shown).unwrap())
    }

    #[test]
    fn great_records_are_kept_as_they_are_after_a_change() {
        let (grounds, id) = (RecordGrounds::default(), RecordId::from_entropy([1; 10]));
        grounds.keep(id, 3, ground(FEWEST));
        assert!(grounds.find(&id, 3).is_some());
        assert!(grounds.find(&id, 4).is_none());
        grounds.keep(id, 4, ground(FEWEST));
        assert!(grounds.find(&id, 4).is_some());
        let other = RecordId::from_entropy([2; 10]);
        grounds.keep(other, 0, ground(FEWEST - 1));
        assert!(grounds.find(&other, 0).is_none());
    }

    /// The bytes that are said here: those of nodes with and without moves, points, and numbers of their own.
    #[test]
    fn nodes_and_points_take_no_more_than_is_said() {
        let game = format!("(;SZ[19]{})", ";B[dd];W[pp]".repeat(2_000));
        let stones = format!("(;SZ[19]{})", ";AB[aa:ss];AE[aa:ss]".repeat(50));
        for (sgf, points) in [(game, 4_000), (format!("(;SZ[9]{})", ";".repeat(5_000)), 0), (stones, 36_100)]
        {
            let shown = tengen_records::show(&sgf).unwrap();
            let mut others = shown.clone();
            for (number, node) in (1..).zip(&mut others.nodes) {
                node.node = Some(number);
            }
            for shown in [shown, others] {
                let ground = Ground::of_record(shown).unwrap();
                let most = ground.nodes() * BYTES_OF_NODE + points * BYTES_OF_POINT;
                assert!(ground.bytes() <= most, "{} of {most} bytes", ground.bytes());
            }
        }
    }
}
