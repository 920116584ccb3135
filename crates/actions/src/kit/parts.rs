//! The parts of a server with which use cases work.

use std::sync::Arc;

use serde_json::{Value, json};
use tengen_audit::{Aside, Kind};
use tengen_clock::Clock;
use tengen_game::PlayerId;
use tengen_limits::Limits;
use tengen_lists::Lists;
use tengen_live::Rooms;
use tengen_protocol::ProblemCode;
use tengen_store::{Noted, Store};
use tokio_util::sync::CancellationToken;

use super::announcements::Announcements;
use super::disk_quota::DiskQuota;
use super::enclosures::Enclosures;
use super::error::ActionError;
use super::estimates::Estimates;
use super::growing_trees::GrowingTrees;
use super::new_games::NewGames;
use super::record_grounds::RecordGrounds;
use super::record_locks::RecordLocks;
use super::rounds_under_way::RoundsUnderWay;
use super::tokens::Tokens;
use super::tree_ways::TreeWays;
use super::turns::AllTurns;
use crate::computer::Queue;

/// The parts of a server with which use cases work; cheap to clone.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The time.
    pub clock: Clock,
    /// The database.
    pub store: Store,
    /// The live games.
    pub rooms: Rooms,
    /// The lists of games.
    pub lists: Lists,
    /// The games in which the computer has something to do.
    pub house: Queue,
    /// How much one client may ask for.
    pub limits: Arc<Limits>,
    /// Who has made how many games.
    pub new_games: NewGames,
    /// The groups for which a call makes a round.
    pub rounds_under_way: RoundsUnderWay,
    /// The tokens in use.
    pub tokens: Tokens,
    /// The turns of work that takes a processor for a while.
    pub turns: Arc<AllTurns>,
    /// The estimates that were made last.
    pub estimates: Estimates,
    /// The ways to the nodes of trees that were made last.
    pub tree_ways: TreeWays,
    /// The positions of great records beside which moves were last tried.
    pub records_tried: Arc<RecordGrounds>,
    /// The records that are being changed.
    pub record_locks: Arc<RecordLocks>,
    /// The shared trees that grow and are followed.
    pub growing_trees: GrowingTrees,
    /// How much room there is for records from elsewhere.
    pub records: Arc<DiskQuota>,
    /// How much room there is for trees that are shown as they were.
    pub shares: Arc<DiskQuota>,
    /// The lines that stand on every page.
    pub announcements: Announcements,
    /// What closed classes hide.
    pub enclosures: Enclosures,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
}

impl Parts {
    /// An act of somebody as the audit log has it, done now, to what has this kind and this id.
    pub fn noted<'n>(
        &self,
        actor: PlayerId,
        kind: Kind,
        (subject_kind, subject): (&'static str, &'n str),
        facts: Value,
        aside: Option<Aside>,
    ) -> Noted<'n> {
        Noted { actor: Some(actor), kind, subject_kind, subject, facts, aside, at: self.clock.now() }
    }

    /// Refuses to begin anything whose time would be wrong.
    ///
    /// # Errors
    ///
    /// When the server's clock is wrong.
    pub fn clock_is_right(&self) -> Result<(), ActionError> {
        match self.store.wrong_clock() {
            Some(ahead_ms) => Err(ProblemCode::WrongClock.with(json!({"ahead_ms": ahead_ms})).into()),
            None => Ok(()),
        }
    }
}
