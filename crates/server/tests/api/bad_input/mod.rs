//! Bad input: a table of malformed and forbidden requests, commands and frames. Each is answered by its problem, and
//! changes nothing.

mod accounts;
mod addresses;
mod commands;
mod frames;
mod hosts;
mod limits;
mod personal_tokens;
mod records;
mod requests;
mod sessions;
mod settings;
mod stage;

use std::collections::BTreeSet;

use tengen_protocol::ProblemCode;
use tokio_tungstenite::tungstenite::Message;

use crate::server::{Database, on_sqlite_and_long_on_postgres};
use stage::{Stage, Who};

on_sqlite_and_long_on_postgres! {
    requests_of_the_table
    records_of_the_table
    commands_of_the_table
    frames_of_the_table
}

/// One row: the attempt, and the problem that answers it.
struct Row {
    name: &'static str,
    attempt: Attempt,
    status: u16,
    code: &'static str,
}

/// The attempt. Words in braces stand for ids of the [`Stage`].
enum Attempt {
    /// Any request.
    Request(Request),
    /// The JSON of a command, over REST and over the socket.
    Command { by: Who, game: &'static str, json: String },
    /// Frames, all but the last of which are fine.
    Frames { by: Who, frames: Vec<Message>, closes_with: Option<u16> },
}

struct Request {
    by: Who,
    method: reqwest::Method,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

fn all_rows() -> Vec<Row> {
    let rows = requests::rows().into_iter().chain(records::rows());
    rows.chain(commands::rows()).chain(frames::rows()).collect()
}

async fn run(database: Database, rows: Vec<Row>) {
    let stage = Stage::set(database).await;
    let before = stage.games().await;
    for row in &rows {
        match &row.attempt {
            Attempt::Request(request) => stage.request(row, request).await,
            Attempt::Command { by, game, json } => {
                stage.command_over_rest(row, *by, game, json).await;
                stage.command_over_socket(row, *by, game, json).await;
            }
            Attempt::Frames { by, frames, closes_with } => {
                stage.frames(row, *by, frames, *closes_with).await;
            }
        }
        let after = stage.games().await;
        assert!(before == after, "{}: a game has changed:\n{before:?}\n{after:?}", row.name);
    }
    println!("bad input: {} rows held on {database:?}", rows.len());
}

async fn requests_of_the_table(database: Database) {
    run(database, requests::rows()).await;
}

async fn records_of_the_table(database: Database) {
    run(database, records::rows()).await;
}

async fn commands_of_the_table(database: Database) {
    run(database, commands::rows()).await;
}

async fn frames_of_the_table(database: Database) {
    run(database, frames::rows()).await;
}

/// Codes that take more than a request: a log that was tampered with (`restarts`), a database that is away
/// (`database_away`), a body that does not come on for seconds (`door`), a flag that is about to fall (`clocks`),
/// a hundred requests to take back (`undo`), more devices (`sessions`) and more games than one may have (`new_games`), a memory that
/// is full (`after_end`), a clock that is wrong (`wrong_clock`), a server of a later release (`later_release`), one that is about
/// to stop (`draining`), and one with a background task that has ended (`duties`); or members, and servers with another door (`accounts`, `signing_in`, `names`, `invitations`,
/// `members_only`, `letters`, `second_step`, `acquaintances`, `leaving_for_good`, `no_bots`), a tree of variations (`variations`), a
/// game that forbids estimates (`estimates`), or a key (`keys`). The problem of a pair of a round refuses no request (`groups`).
const ELSEWHERE: &[ProblemCode] = &[
    ProblemCode::Internal,
    ProblemCode::Unavailable,
    ProblemCode::TimeIsUp,
    ProblemCode::TooSlow,
    ProblemCode::ColorNeeded,
    ProblemCode::NoUndosLeft,
    ProblemCode::TooManySessions,
    ProblemCode::TooManyOpenGames,
    ProblemCode::TooManyComputerGames,
    ProblemCode::TooManyUnfinishedGames,
    ProblemCode::ComputerBusy,
    ProblemCode::TooManyWatched,
    ProblemCode::WrongClock,
    ProblemCode::LaterRelease,
    ProblemCode::Draining,
    ProblemCode::DutyDown,
    ProblemCode::MembersOnly,
    ProblemCode::CodeNeeded,
    ProblemCode::WrongCode,
    ProblemCode::SignInAgain,
    ProblemCode::RegistrationClosed,
    ProblemCode::InvitationNeeded,
    ProblemCode::TollNeeded,
    ProblemCode::NoGuests,
    ProblemCode::NoAuthenticator,
    ProblemCode::HasAuthenticator,
    ProblemCode::NameTaken,
    ProblemCode::AlreadyRegistered,
    ProblemCode::RenamedLately,
    ProblemCode::TooManyInvitations,
    ProblemCode::TermsNotAgreed,
    ProblemCode::InvalidPreferences,
    ProblemCode::InvalidInvitation,
    ProblemCode::InvalidMail,
    ProblemCode::Blocked,
    ProblemCode::Oneself,
    ProblemCode::NotBlockable,
    ProblemCode::ListFull,
    ProblemCode::LastOwner,
    ProblemCode::TooManyBots,
    ProblemCode::WayClosed,
    ProblemCode::NotVouched,
    ProblemCode::ProviderAway,
    ProblemCode::NoSuchProvider,
    ProblemCode::NoSuchVoucher,
    ProblemCode::NoSuchIdentity,
    ProblemCode::IdentityTaken,
    ProblemCode::TooManyIdentities,
    ProblemCode::LastWayIn,
    ProblemCode::NoBots,
    ProblemCode::WrongPasskey,
    ProblemCode::NoPasskeys,
    ProblemCode::NoSuchPasskey,
    ProblemCode::PasskeyTaken,
    ProblemCode::TooManyPasskeys,
    ProblemCode::PasskeyRefused,
    ProblemCode::EqualOrHigher,
    ProblemCode::NoSuchEntry,
    ProblemCode::InvalidAct,
    ProblemCode::NotAMember,
    ProblemCode::NoSuchCase,
    ProblemCode::NoSuchSanction,
    ProblemCode::NoSuchAnnouncement,
    ProblemCode::TooManyAnnouncements,
    ProblemCode::Suspended,
    ProblemCode::NotInClass,
    ProblemCode::NoSuchGroup,
    ProblemCode::NoSuchCard,
    ProblemCode::LastLeader,
    ProblemCode::NotAClass,
    ProblemCode::OwnWayIn,
    ProblemCode::TooManyGroups,
    ProblemCode::GroupFull,
    ProblemCode::TooManyJoinRequests,
    ProblemCode::TooManyGroupInvitations,
    ProblemCode::NoSuchGroupInvitation,
    ProblemCode::InvalidGroup,
    ProblemCode::InvalidAccounts,
    ProblemCode::NotDuringTheGame,
    ProblemCode::NoSuchNode,
    ProblemCode::NoSuchPlace,
    ProblemCode::NodeDiffers,
    ProblemCode::TreeFull,
    ProblemCode::NoSuchShare,
    ProblemCode::NothingToShare,
    ProblemCode::TooManyShares,
    ProblemCode::InvalidNode,
    ProblemCode::InvalidTask,
    ProblemCode::TooManyTasks,
    ProblemCode::TaskOver,
    ProblemCode::NoSuchTask,
    ProblemCode::InvalidRound,
    ProblemCode::NotPlaying,
    ProblemCode::TooManyRounds,
    ProblemCode::NotMade,
    ProblemCode::AlreadyReported,
    ProblemCode::AlreadyAnswered,
    ProblemCode::TooManyReports,
    ProblemCode::InvalidReport,
    ProblemCode::KeyRefused,
    ProblemCode::KeyReused,
    ProblemCode::TooManyKeys,
    ProblemCode::RequestUnderWay,
    ProblemCode::OutcomeUnknown,
    ProblemCode::AnswerNotKept,
];

#[test]
fn the_table_reaches_every_code_and_is_long_enough() {
    let rows = all_rows();
    let names: BTreeSet<&str> =
        rows.iter().map(|row| row.name).chain(limits::ROWS.map(|row| row.0)).collect();
    let count = rows.len() + limits::ROWS.len();
    assert_eq!(names.len(), count, "two rows have the same name");
    assert!(count >= 80, "{count} rows");

    let reached: BTreeSet<(u16, &str)> =
        rows.iter().map(|row| (row.status, row.code)).chain(limits::ROWS.map(|row| (row.1, row.2))).collect();
    let provoked = |code: &&ProblemCode| !ELSEWHERE.contains(code);
    let all: BTreeSet<(u16, &str)> =
        ProblemCode::ALL.iter().filter(provoked).map(|code| (code.status(), code.name())).collect();
    assert_eq!(reached, all);
    println!("bad input: {count} rows, {} codes", reached.len());
}
