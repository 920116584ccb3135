//! What comes of an operator's work, and why it may not be done.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_actions::kit::ActionError;
use tengen_actions::people::{LONGEST_INVITATION, MOST_INVITATIONS, MOST_INVITED};
use tengen_actions::staff::By;
use tengen_audit::{Broken, Kind};
use tengen_entropy::NoEntropy;
use tengen_game::Millis;
use tengen_names::Refusal;
use tengen_protocol::{LONGEST_ANNOUNCEMENT, LONGEST_GROUP_NAME, LONGEST_REASON, ProblemCode};
use tengen_store::{Noted, StoreError};
use time::OffsetDateTime;

/// In milliseconds.
pub(super) const DAY: Millis = 86_400_000;

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// What the operator is told, line by line.
    pub lines: Vec<String>,
    /// The hashes of the tokens that are good for nothing any more: whoever serves has to close what is open by them.
    pub ended: Vec<String>,
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum DeedError {
    /// There is no such player.
    #[error("there is no member with the name {0}, and no player with this id")]
    NoSuchPlayer(String),
    /// The player has no account.
    #[error("{0} is no member: guests, bots and computers have no roles and no ways in of their own")]
    NoMember(String),
    /// Nobody else runs the server.
    #[error("nobody else runs the server: name somebody first")]
    LastOwner,
    /// Nobody else leads a group.
    #[error("nobody else leads a group of this member: name another leader first, or end the group")]
    LastLeader,
    /// It is done to members alone.
    #[error(
        "{0} is no member: guests, bots and computers have no account of their own to be taken along or deleted"
    )]
    NotOfMember(String),
    /// Another name was typed.
    #[error("nothing is deleted: --confirm has to be the name of the member, {0}")]
    OtherName(String),
    /// A list does not go on from there.
    #[error("{0} is no place in this list: it is told by the list before it, with the same options")]
    NoPlace(String),
    /// A file of that name is there.
    #[error("{} is there already, and stays as it is: name another file", .0.display())]
    FileExists(PathBuf),
    /// A file can't be made or named.
    #[error("{} can't be written: {error}", .path.display())]
    File {
        /// Where.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Somebody else is at it, or was.
    #[error(
        "{} is there already: another export is being written, or one was interrupted; if none is, remove that file",
        .0.display()
    )]
    PartExists(PathBuf),
    /// The data could not be read to their end.
    #[error("the data can't be read, and nothing was left behind: {0}")]
    Unread(String),
    /// The reason is too long for the log.
    #[error("reasons and words have {LONGEST_REASON} characters at most, and none that can't be printed")]
    InvalidReason,
    /// The name can't be.
    #[error("{0} can't be a name: it has 1 to 32 characters, and none that can't be printed")]
    InvalidName(String),
    /// The name may not be.
    #[error("nobody may have the name {name}: {reason}")]
    Refused {
        /// The name.
        name: String,
        /// Why, in the word of the protocol.
        reason: String,
    },
    /// Another member has the name.
    #[error("another member has the name {0}, or one that looks like it")]
    Taken(String),
    /// An invitation can't be like this.
    #[error(
        "an invitation is for 1 to {MOST_INVITED} people and for 1 to {LONGEST_INVITATION} days, with a note of 100 characters at most"
    )]
    InvalidInvitation,
    /// There are too many.
    #[error("{MOST_INVITATIONS} invitations are open, which is as many as there may be")]
    TooManyInvitations,
    /// There is no such thing.
    #[error("there is no {what} with the id {id}")]
    NoSuch {
        /// The thing.
        what: &'static str,
        /// The id.
        id: String,
    },
    /// The game has not ended, or spectators have not seen its end.
    #[error("the game {0} goes on, or spectators have not seen its end yet")]
    GoesOn(String),
    /// The case does not wait.
    #[error("the case {0} is answered already")]
    Answered(String),
    /// An announcement can't be like this.
    #[error(
        "an announcement has a line of 1 to {LONGEST_ANNOUNCEMENT} characters in one or more languages of the pages, as in en=TEXT"
    )]
    InvalidTexts,
    /// There are too many.
    #[error("as many announcements stand on the pages as there may be")]
    TooManyAnnouncements,
    /// The name of a group can't be.
    #[error("the name of a group has 1 to {LONGEST_GROUP_NAME} characters, and none that can't be printed")]
    InvalidGroupName,
    /// Accounts are made in classes alone.
    #[error("{0} is a club: accounts are made in classes")]
    NotAClass(String),
    /// There is no room in the class.
    #[error("there is no room for so many accounts in the class")]
    ClassFull,
    /// A line of the table has no name that can be one.
    #[error(
        "line {line}: {name} can't be a name: it has 1 to 32 characters, and does not begin with =, +, - or @"
    )]
    InvalidLine {
        /// The line, from 1 on.
        line: u32,
        /// What stands there.
        name: String,
    },
    /// The name of a line may not be.
    #[error("line {line}: nobody may have the name {name}: {}", reason.name())]
    RefusedInLine {
        /// The line, from 1 on.
        line: u32,
        /// What stands there.
        name: String,
        /// Why.
        reason: Refusal,
    },
    /// Another member has the name of a line, or it stands there twice.
    #[error(
        "line {line}: another member has the name {name}, or one that looks like it, or it stands there twice"
    )]
    TakenInLine {
        /// The line, from 1 on.
        line: u32,
        /// What stands there.
        name: String,
    },
    /// The audit log was changed by somebody else than the servers.
    #[error(
        "the audit log does not hold: {broken}. Entries before that hold: {entries}. The hash of the last of them: {head}"
    )]
    AuditBroken {
        /// Where it does not hold.
        broken: Broken,
        /// How many entries hold.
        entries: i64,
        /// The hash of the last one that holds.
        head: String,
    },
    /// It is refused for another reason, or failed.
    #[error(transparent)]
    Other(ActionError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no random bits.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

impl DeedError {
    /// The sentence for an act that failed on what has this name or id.
    pub(super) fn of(error: ActionError, name: &str) -> Self {
        let refused = match error {
            ActionError::Store(error) => return Self::Store(error),
            ActionError::Refused(refused) => refused,
            error => return Self::Other(error),
        };
        let word = |param: &str| refused.params.get(param).and_then(Value::as_str);
        let owned = name.to_owned();
        let none = |what| Self::NoSuch { what, id: name.to_owned() };
        match (refused.code, word("field"), word("reason")) {
            (ProblemCode::InvalidAct, Some("reason" | "words"), _) => Self::InvalidReason,
            (ProblemCode::InvalidAct, Some("texts"), _) => Self::InvalidTexts,
            (ProblemCode::InvalidAct, Some("name"), _) => Self::OtherName(owned),
            (ProblemCode::InvalidGroup, Some("name"), None) => Self::InvalidGroupName,
            (ProblemCode::InvalidName, ..) => Self::InvalidName(owned),
            (ProblemCode::InvalidGroup | ProblemCode::NameRefused, _, Some(reason)) => {
                Self::Refused { name: owned, reason: reason.to_owned() }
            }
            (ProblemCode::NameTaken, ..) => Self::Taken(owned),
            (ProblemCode::NoSuchPlayer, ..) => Self::NoSuchPlayer(owned),
            (ProblemCode::NotAMember, ..) => Self::NoMember(owned),
            (ProblemCode::LastOwner, ..) => Self::LastOwner,
            (ProblemCode::LastLeader, ..) => Self::LastLeader,
            (ProblemCode::NoSuchCase, ..) => none("case"),
            (ProblemCode::AlreadyAnswered, ..) => Self::Answered(owned),
            (ProblemCode::NoSuchGame, ..) => none("game"),
            (ProblemCode::WrongPhase, ..) => Self::GoesOn(owned),
            (ProblemCode::NoSuchGroup, ..) => none("group"),
            (ProblemCode::NoSuchAnnouncement, ..) => none("announcement"),
            (ProblemCode::TooManyAnnouncements, ..) => Self::TooManyAnnouncements,
            (ProblemCode::InvalidInvitation, ..) => Self::InvalidInvitation,
            (ProblemCode::TooManyInvitations, ..) => Self::TooManyInvitations,
            _ => Self::Other(ActionError::Refused(refused)),
        }
    }
}

/// The reason for what is done, and the moment.
pub(super) struct Reason<'r> {
    pub(super) words: &'r str,
    pub(super) now: Millis,
}

impl<'r> Reason<'r> {
    /// The operator, as use cases know whoever acts.
    pub(super) fn by(&self) -> By<'r> {
        By::operator(self.now).because(self.words)
    }

    /// An act on something as the log has it.
    pub(super) fn noted<'n>(
        &self,
        kind: Kind,
        of: (&'static str, &'n str),
        facts: Value,
    ) -> Result<Noted<'n>, DeedError> {
        self.by().noted(kind, of, facts).map_err(|error| DeedError::of(error, of.1))
    }
}

/// A moment as an operator reads it: day and minute in UTC.
pub(super) fn moment(at: Millis) -> String {
    match OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)) {
        Ok(at) => format!("{} {:02}:{:02} UTC", at.date(), at.hour(), at.minute()),
        Err(_) => format!("{at} ms"),
    }
}
