//! The positions of great records beside which moves were last tried.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tengen_game::RecordId;
use tengen_records::Bounds;
use tengen_trying::variations::Ground;

/// How many nodes are kept of all records together, each with about half a kilobyte. One record has 97 hundredths of them at
/// most, and the greatest has 200,000 and points that weigh as much as 8,192 more.
const MOST: u64 = 215_000;
/// So many points that are set up and captured take as much as a node at most: each has two bytes, in lists that have room for
/// twice as many.
const POINTS_OF_NODE: u64 = 128;
/// Of how many records at about.
const RECORDS: usize = 16;
/// Records of fewer nodes are read anew, which takes a few milliseconds.
const FEWEST: usize = 1_000;

/// Whoever tries moves beside a record sends one every second. To read a great record for each of them takes a hundred times as
/// long as to judge it.
#[derive(Debug)]
pub struct RecordGrounds(Cache<RecordId, Laid, Nodes>);

/// The positions of a record as it is after so many changes.
#[derive(Debug, Clone)]
struct Laid {
    revision: u32,
    ground: Arc<Ground>,
}

#[derive(Debug, Clone)]
struct Nodes;

impl Weighter<RecordId, Laid> for Nodes {
    fn weight(&self, _: &RecordId, laid: &Laid) -> u64 {
        weight(&laid.ground)
    }
}

fn weight(ground: &Ground) -> u64 {
    ground.nodes() as u64 + ground.points() as u64 / POINTS_OF_NODE
}

impl Default for RecordGrounds {
    fn default() -> Self {
        Self(Cache::with_weighter(RECORDS, MOST, Nodes))
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
    let greatest = Bounds::GREAT.nodes as u64 + Bounds::GREAT.points as u64 / POINTS_OF_NODE;
    assert!(greatest * 100 <= MOST * 97);
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

    #[test]
    fn points_weigh_as_well() {
        let shown = tengen_records::show("(;SZ[19];AB[aa:ss];AE[aa:ss])").unwrap();
        let ground = Ground::of_record(shown).unwrap();
        assert_eq!((ground.nodes(), ground.points(), weight(&ground)), (3, 722, 8));
    }
}
