//! The options of the work on players, members, reports, games, announcements and groups.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use tengen_groups::read_names;
use tengen_protocol::{CaseOutcome, Ground, LARGEST_CLASS, Role, SanctionKind};

use super::members::MembersOptions;
use super::public_url::public_url;
use crate::admin::{Answered, Deed, GroupDeed, Mark, Measure, names_of};

/// The options of `tengen admin`.
#[derive(Debug, Clone, Args)]
pub struct AdminOptions {
    /// File with the server's options in TOML, of which this task takes what concerns it.
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,

    /// Directory of the SQLite file, with or without a running server. Not used with Postgres.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data", global = true)]
    pub data_dir: PathBuf,

    /// Postgres of the server instead of the SQLite file.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,

    /// File with that address.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE", global = true)]
    pub database_url_file: Option<PathBuf>,

    /// File with certificate authorities that are trusted beside the system's, as for the server.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE", global = true)]
    pub ca_file: Option<PathBuf>,

    /// Where browsers find the server, for links. A running server knows it.
    #[arg(long, env = "TENGEN_PUBLIC_URL", value_name = "URL", value_parser = public_url, global = true)]
    pub public_url: Option<String>,

    #[command(subcommand)]
    work: AdminWork,
}

/// What is done.
#[derive(Debug, Clone, Subcommand)]
enum AdminWork {
    /// Let a member run the server: the member may invite, and name others.
    Owner {
        /// The name of the member.
        #[arg(value_name = "NAME")]
        name: String,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Give a member a role, or take it away. The last owner stays.
    Role {
        /// The name of the member.
        #[arg(value_name = "NAME")]
        name: String,
        /// The role.
        #[arg(value_name = "ROLE", value_parser = ["owner", "moderator"])]
        role: String,
        /// Take the role away.
        #[arg(long)]
        revoke: bool,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Show a player, and change what is asked for.
    Player {
        /// The name of a member, or the id of any player.
        #[arg(value_name = "NAME")]
        name: String,
        /// Give the member another name, whenever the last change was.
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
        /// Forget every way in (the password, the authenticator, the recovery codes, the mail address, the passkeys and the persons of
        /// providers), end all sessions and tokens, those of the member's bots as well, and print a link by which the member comes in
        /// again.
        #[arg(long)]
        reset: bool,
        /// End all sessions.
        #[arg(long)]
        end_sessions: bool,
        /// The reason for what is changed, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// List the members, or those whom a search finds, those who registered last first.
    Members(MembersOptions),
    /// Write everything that the server keeps of a member into a file, as members download it themselves.
    Export {
        /// The name of the member, or the id.
        #[arg(value_name = "NAME")]
        name: String,
        /// The file to be written, an archive (zip). One that is there stays as it is.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Delete a member for good, with bots, records, sessions and tokens. Open games are called off and running ones resigned;
    /// finished games stay.
    Delete {
        /// The name of the member, or the id.
        #[arg(value_name = "NAME")]
        name: String,
        /// The name of the member once more, as it is written.
        #[arg(long, value_name = "NAME")]
        confirm: String,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Tell a player that a rule was broken, and nothing more.
    Warn(Sanction),
    /// Keep a player, and the player's bots, from playing for some days.
    Suspend {
        #[command(flatten)]
        sanction: Sanction,
        /// For how many days.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=366))]
        days: u32,
    },
    /// Keep a player, and the player's bots, from playing.
    Ban(Sanction),
    /// End all suspensions and bans of a player.
    Lift {
        /// The name of a member, or the id of any player.
        #[arg(value_name = "NAME")]
        name: String,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Print a link by which people may register.
    Invite {
        /// For how many people it is.
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1_000))]
        places: u32,
        /// For how many days it is good.
        #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u32).range(1..=366))]
        days: u32,
        /// A note for the list of invitations.
        #[arg(long, value_name = "TEXT", default_value = "")]
        note: String,
    },
    /// Go through the log of the acts of the staff, and print whether anything in it was changed or taken out.
    Audit,
    /// List the reports that wait, the oldest first, those of the same thing together.
    Cases,
    /// Show a case with its reports, or answer all of them.
    Case {
        /// The id.
        #[arg(value_name = "ID")]
        id: String,
        /// Answer them with this outcome.
        #[arg(long, value_name = "OUTCOME", value_parser = ["acted", "dismissed"])]
        answer: Option<String>,
        /// Words to those who reported it.
        #[arg(long, value_name = "TEXT", default_value = "", requires = "answer")]
        words: String,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Declare a game void that has ended, or have it count again.
    #[command(group = ArgGroup::new("mark").required(true))]
    Game {
        /// The id.
        #[arg(value_name = "ID")]
        id: String,
        /// Lists and sums leave it out.
        #[arg(long, group = "mark")]
        void: bool,
        /// It counts again.
        #[arg(long, group = "mark")]
        restore: bool,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Have a line stand on every page for some days.
    Announce {
        /// The line in a language of the pages, as in en=TEXT; once for each language.
        #[arg(value_name = "TAG=TEXT", required = true, value_parser = tagged)]
        texts: Vec<(String, String)>,
        /// For how many days.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=366))]
        days: u32,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// List the lines that stand on every page, or take one back.
    Announcements {
        /// Take the line with this id back.
        #[arg(long, value_name = "ID")]
        take_back: Option<String>,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// List all classes and clubs, the newest first.
    Groups,
    /// Show a class or a club, and change what is asked for.
    #[command(group = ArgGroup::new("deed"))]
    Group {
        /// The id.
        #[arg(value_name = "ID")]
        id: String,
        /// Give it another name.
        #[arg(long, value_name = "NAME", group = "deed")]
        rename: Option<String>,
        /// End it: its members, requests and cards go, and its games stay.
        #[arg(long, group = "deed")]
        end: bool,
        /// Make accounts in a class from a table (CSV, UTF-8: a name a line, or a column `name`), and print a table of them with
        /// the addresses of their cards.
        #[arg(long, value_name = "FILE", group = "deed", value_parser = names)]
        accounts: Option<Names>,
        /// The reason, for the audit log.
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
}

/// The names of a table, each with its line.
#[derive(Debug, Clone)]
struct Names(Vec<(u32, String)>);

/// Reads the names of a file.
fn names(file: &str) -> Result<Names, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    read_names(&bytes, LARGEST_CLASS).map(|rows| Names(names_of(rows))).map_err(|bad| bad.to_string())
}

/// Reads a text with the tag of its language.
fn tagged(text: &str) -> Result<(String, String), String> {
    let (tag, text) = text.split_once('=').ok_or("a line has the tag of its language, as in en=TEXT")?;
    Ok((tag.to_owned(), text.to_owned()))
}

/// The whole path of a file: a running server is in another directory. Without a directory of one's own it stays as it is.
fn whole(file: PathBuf) -> PathBuf {
    std::path::absolute(&file).unwrap_or(file)
}

/// What is said of a sanction.
#[derive(Debug, Clone, Args)]
struct Sanction {
    /// The name of a member, or the id of any player.
    #[arg(value_name = "NAME")]
    name: String,
    /// The rule that was broken.
    #[arg(long, value_name = "RULE", value_parser = ["cheating", "stalling", "abuse", "content", "other"])]
    ground: String,
    /// Words to the player.
    #[arg(long, value_name = "TEXT", default_value = "")]
    words: String,
    /// The reason, for the audit log.
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
}

impl Sanction {
    fn deed(self, kind: SanctionKind, days: u32) -> Deed {
        // The options take no other words.
        let ground = Ground::ALL.into_iter().find(|known| known.name() == self.ground);
        let ground = ground.unwrap_or(Ground::Other);
        let measure = Measure::Sanction { kind, ground, days, words: self.words };
        Deed::Sanction { name: self.name, measure, reason: self.reason }
    }
}

impl AdminOptions {
    /// What is to be done.
    pub fn deed(&self) -> Deed {
        match self.work.clone() {
            AdminWork::Owner { name, reason } => {
                Deed::Role { name, role: Role::Owner, revoke: false, reason }
            }
            AdminWork::Role { name, role, revoke, reason } => {
                // The options take no other words.
                let role =
                    Role::ALL.into_iter().find(|known| known.name() == role).unwrap_or(Role::Moderator);
                Deed::Role { name, role, revoke, reason }
            }
            AdminWork::Player { name, rename, reset, end_sessions, reason } => {
                Deed::Player { name, rename, reset, end_sessions, reason }
            }
            AdminWork::Members(options) => Deed::Members(options.wish()),
            AdminWork::Export { name, file, reason } => Deed::Export { name, file: whole(file), reason },
            AdminWork::Delete { name, confirm, reason } => Deed::Delete { name, confirm, reason },
            AdminWork::Warn(sanction) => sanction.deed(SanctionKind::Warning, 0),
            AdminWork::Suspend { sanction, days } => sanction.deed(SanctionKind::Suspension, days),
            AdminWork::Ban(sanction) => sanction.deed(SanctionKind::Ban, 0),
            AdminWork::Lift { name, reason } => Deed::Sanction { name, measure: Measure::Lift, reason },
            AdminWork::Invite { places, days, note } => Deed::Invite { places, days, note },
            AdminWork::Audit => Deed::CheckAudit,
            AdminWork::Cases => Deed::Cases,
            AdminWork::Case { id, answer, words, reason } => {
                let outcome = |word: String| CaseOutcome::ALL.into_iter().find(|known| known.name() == word);
                let answer = answer.and_then(outcome).map(|outcome| Answered { outcome, words });
                Deed::Case { id, answer, reason }
            }
            AdminWork::Game { id, void, reason, .. } => {
                Deed::Game { id, mark: if void { Mark::Void } else { Mark::Restore }, reason }
            }
            AdminWork::Announce { texts, days, reason } => {
                Deed::Announce { texts: texts.into_iter().collect(), days, reason }
            }
            AdminWork::Announcements { take_back, reason } => Deed::Announcements { take_back, reason },
            AdminWork::Groups => Deed::Groups,
            AdminWork::Group { id, rename, end, accounts, reason } => {
                let deed = match (rename, accounts) {
                    (Some(name), _) => GroupDeed::Rename(name),
                    (None, Some(Names(names))) => GroupDeed::Accounts(names),
                    (None, None) if end => GroupDeed::End,
                    (None, None) => GroupDeed::Show,
                };
                Deed::Group { id, deed, reason }
            }
        }
    }
}
