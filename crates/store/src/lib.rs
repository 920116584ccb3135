//! The database: SQLite in a file, or Postgres. All SQL is in this crate.
//!
//! Each query is one text with `$1` placeholders, compiled for both drivers by `on_reader!`; those of lists are put
//! together from pieces, the same for both. Only the migrations, the inserts of many rows and the taking of jobs exist twice.

mod access_tokens;
mod accounts;
mod acquaintances;
mod announcements;
mod append;
mod audit;
mod away;
mod batch;
mod beat;
mod bots;
mod carries;
mod cases;
mod changes;
mod checking;
mod commits;
pub mod computers;
mod connect;
mod copy;
mod cursor;
mod damage;
mod deadlines;
mod deleting;
mod directory;
mod enclosed;
mod existing;
mod feed;
mod figures;
mod filter;
mod from_row;
mod games;
mod group_cards;
mod group_invitations;
mod group_lists;
mod group_members;
mod group_memberships;
mod group_requests;
mod group_tasks;
mod groups;
mod held_group;
mod home;
mod identities;
mod idle_guests;
mod invitations;
mod job;
mod jobs;
mod journal;
mod kept_answers;
mod key_holder;
mod keys;
mod known_devices;
mod lane;
mod left_behind;
mod left_ways;
mod lists;
mod losses;
mod mails;
mod members;
mod missing_player;
mod names;
mod networks;
mod open_error;
mod opening;
mod originals;
mod outages;
mod passkeys;
mod pending_sign_ins;
mod permissions;
mod pieces;
mod player_row;
mod players;
mod positions;
mod postgres_address;
mod presence;
mod proof;
mod pulse;
mod records;
mod renaming;
mod reports;
mod results;
mod roles;
mod round_games;
mod rounds;
mod ruled;
mod sanctions;
mod second_steps;
mod servers;
mod sessions;
mod shared_secret;
mod shown_row;
mod step;
mod tables;
mod task_counts;
mod task_games;
mod transfer;
mod unaided;
mod undone;
mod unfinished;
mod untangled;
mod uploads;
mod variations;
mod voided;
mod vouchers;
mod waits;
mod ways_in;
mod writer;

pub use access_tokens::{NOTED_EVERY, NewAccessToken, ShownToken};
pub use accounts::{Registered, Registering, StoredAccount};
pub use acquaintances::Acquaintance;
pub use append::{Append, Appended, Headline};
pub use audit::{Checked, Entries, Erased, Noted, StoredLink};
pub use beat::Beat;
pub use bots::NewBot;
pub use carries::Carrying;
pub use cases::CasesFor;
pub use changes::{Changed, Changes};
pub use checking::StoredGame;
pub use commits::Commits;
pub use connect::{Access, Database};
pub use copy::{FileError, copy_sqlite, examine_sqlite};
pub use cursor::{PageCursor, PageCursorError};
pub use deadlines::DueGame;
pub use deleting::Deleted;
pub use directory::{Directory, beside};
pub use enclosed::Eyes;
pub use existing::Thing;
pub use feed::{Commit, Feed, Following, Position};
pub use figures::{GamesIn, JobsOf, ServersOf};
pub use filter::{GamesFilter, GamesOfGroup, Winner};
pub use games::GameRow;
pub use group_cards::{AccountsMade, CardHashes, CardsChanged, ClassAccountWish, MOST_ACCOUNTS};
pub use group_invitations::InvitedToGroup;
pub use group_lists::{GroupsFor, SeenGroup};
pub use group_members::Fellow;
pub use group_requests::{MOST_ASKED, MOST_REQUESTS, most_members};
pub use group_tasks::{MOST_TASKS, NewlySet};
pub use groups::Founding;
pub use held_group::{GroupChanged, MOST_LED};
pub use home::Home;
pub use identities::{Linked, StoredIdentity};
pub use idle_guests::{GuestCursor, IdleGuests, IdleSince};
pub use job::{Job, JobChange, JobKind, RENEWED_EVERY, end_of_lease};
pub use journal::Journal;
pub use kept_answers::{KeptAnswer, KeptContent, Keyed, MOST_KEYS};
pub use key_holder::{Holder, KEYS_KEPT, KeyedRequest};
pub use left_behind::{LeftBehind, UnfinishedCursor};
pub use left_ways::{OpenWays, Removed};
pub use lists::{Listed, Part};
pub use mails::MailPurpose;
pub use members::{MemberCursor, MemberCursorError, MembersFilter, MembersFor};
pub use missing_player::MissingPlayer;
pub use names::NameWish;
pub use networks::SeenFrom;
pub use open_error::OpenError;
pub use opening::Opening;
pub use originals::BroughtRecord;
pub use passkeys::{MembersPasskey, PasskeyAdded, UsedPasskey};
pub use permissions::Readers;
pub use player_row::Bearer;
pub use positions::{IndexedGame, IndexedPosition, Visit};
pub use postgres_address::{check_address, with_authorities};
pub use presence::{Announcer, Elsewhere};
pub use pulse::Outages;
pub use records::{AboutRecord, Kept, MOST_WEIGHED, Removal, Rewritten, ShownRecord};
pub use renaming::{RENAME_PAUSE, Renamed};
pub use reports::{KEPT_OF_A_CASE, NewlyReported, Reported};
pub use roles::{Granted, Revoked};
pub use round_games::{PairKey, StoredPair};
pub use rounds::{MOST_ROUNDS, Meeting, NewPair, NewlyPaired, RoundMade, SeesGames};
pub use sanctions::{ChangedToken, NewSanction, Sanctioned, Unsettled};
pub use second_steps::Authenticator;
pub use servers::Servers;
pub use sessions::{NewSession, Proved, SESSION_NOTED_EVERY, StoredSession, TOLD};
pub use shared_secret::SharedSecret;
pub use shown_row::ShownRow;
pub use step::{Outcome, Step};
pub use transfer::TransferError;
pub use unfinished::Unfinished;
pub use uploads::{Upload, UploadFacts};
pub use variations::{
    Growth, KnownTree, MOST_OWN_BYTES, MOST_SHARED_BYTES, MOST_SHARES, MOST_TREES, NewSharing, Shared,
    Sharing, Showings, Shown, Snapshot, SnapshotContent, TreeChange, TreeChanged, TreeOf,
};
pub use vouchers::Voucher;
pub use waits::with_waits;

use std::fmt::Display;
use std::sync::Arc;

use sqlx::{PgPool, SqlitePool};
use tengen_archive::StoredError;
use tengen_game::GameId;
use tokio::sync::{Semaphore, watch};

use damage::Damage;
use tengen_clock::Clock;

/// Why the store could not do something. Nothing was changed, unless the caller is told otherwise.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database can't be reached or failed.
    #[error("database: {0}")]
    Database(#[source] sqlx::Error),
    /// A row can't be read back: it was damaged.
    #[error("unreadable row: {0}")]
    Unreadable(String),
    /// Too many lists are looked through already. Nothing was looked at.
    #[error("too many lists are looked through")]
    Crowded,
    /// The session in whose name something was to be changed has ended. Nothing was changed.
    #[error("the session has ended")]
    SignedOut,
    /// A player is not there, or was deleted before something was made in the player's name or for the player. Nothing was changed.
    #[error("no such player: {0:?}")]
    NoPlayer(MissingPlayer),
    /// A row can't be read back: a server of a later release has written it.
    #[error("row of a later release: {0}")]
    LaterRelease(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        missing_player::missing_player(&error).map_or(Self::Database(error), Self::NoPlayer)
    }
}

/// A handle on the database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    /// The rows that this process has stored carry this number, which is another one in each process.
    origin: i64,
    damage: Damage,
    clock: Clock,
    servers: watch::Sender<Servers>,
    /// One for each query that may look through many rows now.
    lists: Arc<Semaphore>,
}

/// One pool for Postgres; for SQLite one connection that writes and a pool that reads.
#[derive(Debug, Clone)]
enum Pools {
    Postgres(PgPool),
    Sqlite { reader: SqlitePool, writer: SqlitePool },
}

/// Compiles an expression for the reading pool of either database.
macro_rules! on_reader {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pools {
            $crate::Pools::Postgres($pool) => $body,
            $crate::Pools::Sqlite { reader: $pool, .. } => $body,
        }
    };
}

/// The same for what looks through many rows: half of the connections are for this at most, so that what is small never waits for it.
macro_rules! on_lists {
    ($store:expr, $pool:ident => $body:expr) => {{
        let _place = $store.place_among_lists().await?;
        $crate::on_reader!($store, $pool => $body)
    }};
}

/// Compiles an expression for the writing pool of either database.
macro_rules! on_writer {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pools {
            $crate::Pools::Postgres($pool) => $body,
            $crate::Pools::Sqlite { writer: $pool, .. } => $body,
        }
    };
}

use {on_lists, on_reader, on_writer};

impl Store {
    /// Whether other servers may write to the database, too.
    pub fn is_shared(&self) -> bool {
        matches!(self.pools, Pools::Postgres(_))
    }

    /// The clock of the server to which this handle belongs.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Names a game in the log that does not read back, once.
    pub fn name_damaged(&self, game: GameId, error: impl Display) {
        self.damage.name("game", game.as_str(), error);
    }

    /// Names a game in the log that only servers of a later release can read, once.
    pub fn name_of_later_release(&self, game: GameId, error: impl Display) {
        self.damage.name_later("game", game.as_str(), error);
    }

    /// The content of a row, unless it does not read back. Then the row, which is that of a `kind` with this id, is named in the
    /// log, once.
    fn readable<T>(&self, kind: &'static str, id: &str, read: Result<T, StoreError>) -> Option<T> {
        match read {
            Ok(read) => return Some(read),
            Err(StoreError::LaterRelease(error)) => self.damage.name_later(kind, id, error),
            Err(error) => self.damage.name(kind, id, error),
        }
        None
    }

    /// Closes every connection, once those in use are done.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Postgres(pool) => pool.close().await,
            Pools::Sqlite { reader, writer } => {
                reader.close().await;
                writer.close().await;
            }
        }
    }
}

/// The error of a row that does not read back.
fn unreadable(error: impl Display) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// The error of settings or an event that do not read back.
#[allow(clippy::needless_pass_by_value)] // it is what `map_err` hands over
fn unread(error: StoredError) -> StoreError {
    if error.is_of_later_release() {
        StoreError::LaterRelease(error.to_string())
    } else {
        StoreError::Unreadable(error.to_string())
    }
}
