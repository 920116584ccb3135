//! The database: SQLite in a file, or Postgres. All SQL is in this crate.
//!
//! Each query is one text with `$1` placeholders for both databases, and a value that is carried out by either driver
//! (`Store::read`, `Store::write`), as a transaction is (`Store::begin`). Those of lists are put together from pieces, the
//! same for both. Only the migrations, the inserts of many rows and the taking of jobs exist twice.

mod games;
mod groups;
mod journal;
mod lists;
mod people;
mod players;
mod pool;
mod query;
mod records;
mod requests;
mod servers;
mod staff;
mod transfer;
mod trees;

pub use games::changes::{Changed, Changes};
pub use games::checking::StoredGame;
pub use games::deadlines::DueGame;
pub use games::existing::Thing;
pub use games::game::GameRow;
pub use games::headline::Headline;
pub use games::job::{Job, JobChange, JobKind, RENEWED_EVERY, end_of_lease};
pub use games::opening::Opening;
pub use games::positions::{IndexedGame, IndexedPosition, Visit};
pub use games::shown_row::ShownRow;
pub use games::step::{Outcome, Step};
pub use games::unfinished::Unfinished;
pub use games::winner::Winner;
pub use groups::cards::{AccountsMade, CardHashes, CardsChanged, ClassAccountWish, MOST_ACCOUNTS};
pub use groups::held_group::{GroupChanged, MOST_LED};
pub use groups::invitations::InvitedToGroup;
pub use groups::life::Founding;
pub use groups::lists::{GroupsFor, SeenGroup};
pub use groups::members::Fellow;
pub use groups::requests::{MOST_ASKED, MOST_REQUESTS, most_members};
pub use groups::round_games::{PairKey, StoredPair};
pub use groups::rounds::{KeptPair, KeptRound, MOST_ROUNDS, Meeting, NewPair, NewlyPaired, RoundMade};
pub use groups::tasks::{MOST_TASKS, NewlySet};
pub use journal::Journal;
pub use journal::append::{Append, Appended};
pub use journal::commits::Commits;
pub use journal::feed::{Commit, Feed, Following, Position};
pub use journal::pulse::Outages;
pub use lists::filter::{GamesFilter, GamesOfGroup};
pub use lists::games::{Listed, Part};
pub use people::access_tokens::{NOTED_EVERY, NewAccessToken, ShownToken};
pub use people::accounts::{Registered, Registering, StoredAccount};
pub use people::acquaintances::Acquaintance;
pub use people::bots::NewBot;
pub use people::carries::Carrying;
pub use people::deleting::Deleted;
pub use people::home::Home;
pub use people::identities::{Linked, StoredIdentity};
pub use people::idle_guests::{GuestCursor, IdleGuests, IdleSince};
pub use people::left_behind::{LeftBehind, UnfinishedCursor};
pub use people::left_ways::{OpenWays, Removed};
pub use people::mails::MailPurpose;
pub use people::passkeys::{MembersPasskey, PasskeyAdded, UsedPasskey};
pub use people::renaming::{RENAME_PAUSE, Renamed};
pub use people::second_steps::Authenticator;
pub use people::sessions::{NewSession, Proved, SESSION_NOTED_EVERY, StoredSession, TOLD};
pub use people::vouchers::Voucher;
pub use players::computers;
pub use players::enclosed::Eyes;
pub use players::names::NameWish;
pub use players::player_row::Bearer;
pub use pool::connect::{Access, Database};
pub use pool::copy::{FileError, copy_sqlite, examine_sqlite};
pub use pool::directory::{Directory, beside};
pub use pool::failure::Failure;
pub use pool::missing_player::MissingPlayer;
pub use pool::open_error::OpenError;
pub use pool::permissions::Readers;
pub use pool::postgres_address::{check_address, with_authorities};
pub use pool::servers::Servers;
pub use pool::waits::with_waits;
pub use pool::{Store, StoreError};
pub use query::cursor::{PageCursor, PageCursorError};
pub use records::kept::{AboutRecord, Kept, MOST_WEIGHED, Removal, Rewritten, ShownRecord};
pub use records::originals::BroughtRecord;
pub use records::uploads::{Upload, UploadFacts};
pub use requests::kept_answers::{KeptAnswer, KeptContent, Keyed, MOST_KEYS};
pub use requests::key_holder::{Holder, KEYS_KEPT, KeyedRequest};
pub use servers::beat::Beat;
pub use servers::figures::{GamesIn, JobsOf, ServersOf};
pub use servers::presence::{Announcer, Elsewhere};
pub use servers::shared_secret::SharedSecret;
pub use staff::audit::{Checked, Entries, Erased, Noted, StoredLink};
pub use staff::cases::CasesFor;
pub use staff::members::{MemberCursor, MemberCursorError, MembersFilter, MembersFor};
pub use staff::networks::SeenFrom;
pub use staff::reports::{KEPT_OF_A_CASE, NewlyReported, Reported};
pub use staff::roles::{Granted, Revoked};
pub use staff::sanctions::{ChangedToken, NewSanction, Sanctioned, Unsettled};
pub use transfer::TransferError;
pub use trees::{
    Growth, KnownTree, MOST_OWN_BYTES, MOST_SHARED_BYTES, MOST_SHARES, MOST_TREES, NewSharing, Shared,
    Sharing, Showings, Shown, Snapshot, SnapshotContent, TreeChange, TreeChanged, TreeOf,
};
