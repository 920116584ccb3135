//! What an operator may set: as a flag, in the environment, or not at all.

use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use tengen_check::{DeadChoice, RulesChoice};
use tengen_limits as limits;
use tengen_mail::Sender;
use tengen_protocol::{Registration, Viewing};
use tengen_traces::Collector;

use crate::admin::Deed;
use crate::proxies;

/// The limits where the operator sets none.
const USUAL: limits::Options = limits::Options::USUAL;

/// A server for the game of Go.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, about, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    serve: ServeOptions,
}

/// What the program does.
#[derive(Debug, Clone, Subcommand)]
pub enum Task {
    /// Run the server (also what happens without any word).
    Serve(Box<ServeOptions>),
    /// Ask a running server whether it is ready; the exit status tells.
    Health(HealthOptions),
    /// Print the figures of a running server that has --metrics-listen; the exit status tells whether its database answers.
    Status(StatusOptions),
    /// Replay game records: judge every move, count the end, print a line of JSON for each.
    Check(CheckOptions),
    /// Write a copy of the SQLite database into a file, also while a server runs on it.
    Backup(BackupOptions),
    /// Make a copy the SQLite database of a data directory.
    Restore(RestoreOptions),
    /// Replay every game of a database, and name those that do not read back; the exit status tells.
    CheckDatabase(CheckDatabaseOptions),
    /// Copy all of an SQLite database into an empty Postgres.
    Transfer(TransferOptions),
    /// Work on players: name an owner, show or change a player, invite. Also while a server runs.
    Admin(AdminOptions),
}

impl Arguments {
    /// The command line and the environment of this process. A list whose variable is empty, as a file of settings leaves it, is none.
    pub fn read() -> Self {
        let matches = without_empty_lists(Self::command()).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// The task that was named, or to serve.
    pub fn task(self) -> Task {
        self.task.unwrap_or_else(|| Task::Serve(Box::new(self.serve)))
    }
}

/// The same command, without the variables of lists that are empty.
fn without_empty_lists(command: Command) -> Command {
    let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    let read = move |argument: Arg| {
        let is_list = matches!(argument.get_action(), ArgAction::Append);
        let is_none = is_list && argument.get_env().is_some_and(is_empty);
        if is_none { argument.env(None::<&str>) } else { argument }
    };
    command.mut_args(read).mut_subcommands(move |task| task.mut_args(read))
}

/// The options of `tengen serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeOptions {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "TENGEN_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Address and port of the figures for the operator at /metrics, in the text form of Prometheus; without it there are none.
    #[arg(long, env = "TENGEN_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<SocketAddr>,

    /// Directory of the SQLite file, made if it is missing. Not used with Postgres.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data")]
    pub data_dir: PathBuf,

    /// Postgres to use instead of the SQLite file, as `postgres://user:password@host/database`.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// File with certificate authorities, in the form of PEM, that are trusted beside the system's: for a Postgres that proves itself
    /// (sslmode=verify-full in its address), and for NATS by tls://.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// NATS, by which servers of one Postgres hear at once what another one stores, such as `nats://user:password@host:4222`; several
    /// addresses with commas. Without it they find it within a second or two.
    #[arg(long, env = "NATS_URL", value_name = "URL", hide_env_values = true)]
    pub nats_url: Option<String>,

    /// The beginning of the subject in NATS. Servers of a copied database need another one than those of the original.
    #[arg(long, env = "TENGEN_NATS_SUBJECT", value_name = "WORD", default_value = "tengen", value_parser = subject)]
    pub nats_subject: String,

    /// Where browsers find the server, if there is a proxy in front of it. With https, cookies are marked secure.
    #[arg(long, env = "TENGEN_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,

    /// Another origin whose pages may use the server in a browser; may be given several times.
    #[arg(
        long = "allowed-origin",
        env = "TENGEN_ALLOWED_ORIGINS",
        value_name = "ORIGIN",
        value_delimiter = ','
    )]
    pub allowed_origins: Vec<String>,

    /// An origin whose pages may show games in a frame; may be given several times. Without any, none may.
    #[arg(
        long = "embed-origin",
        env = "TENGEN_EMBED_ORIGINS",
        value_name = "ORIGIN",
        value_delimiter = ',',
        value_parser = origin
    )]
    pub embed_origins: Vec<String>,

    /// A network or an address of proxies in front of the server, such as 10.0.0.0/8; may be given several times. Of a
    /// connection from there the client is the last entry of X-Forwarded-For that is in none of these networks.
    #[arg(
        long = "trusted-proxy",
        env = "TENGEN_TRUSTED_PROXIES",
        value_name = "NET",
        value_delimiter = ',',
        value_parser = proxies::network
    )]
    pub trusted_proxies: Vec<IpNet>,

    /// Older than --trusted-proxy: take a client's address from the end of X-Forwarded-For, whoever sends it. Only where
    /// nobody but a proxy that sets it reaches the server.
    #[arg(long, env = "TENGEN_TRUST_FORWARDED_FOR")]
    pub trust_forwarded_for: bool,

    /// With --trust-forwarded-for: how many proxies stand before the server, one behind the other, each of which adds an entry
    /// to X-Forwarded-For: the client's is that of the first of them. One, if nothing is said.
    #[arg(long, env = "TENGEN_PROXIES", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub proxies: Option<u8>,

    /// Who may register: everybody, those with an invitation, or nobody.
    #[arg(long, env = "TENGEN_REGISTRATION", value_name = "WHO", default_value = "open")]
    pub registration: RegistrationWish,

    /// Whether guests may play, who have no account. On, unless only members may look.
    #[arg(long, env = "TENGEN_GUESTS", value_name = "on|off")]
    pub guests: Option<GuestsWish>,

    /// Who may look at games, players and records. With `members` a stranger sees the door and nothing else.
    #[arg(long, env = "TENGEN_VIEWING", value_name = "WHO", default_value = "everybody")]
    pub viewing: ViewingWish,

    /// A text file that is shown at the door, such as whose server it is.
    #[arg(long, env = "TENGEN_NOTICE_FILE", value_name = "FILE")]
    pub notice_file: Option<PathBuf>,

    /// A text file with the terms to which whoever registers has to agree.
    #[arg(long, env = "TENGEN_TERMS_FILE", value_name = "FILE")]
    pub terms_file: Option<PathBuf>,

    /// The mail server that takes the server's letters, such as `smtps://user:password@mail.example.org`, or `smtp://...` with STARTTLS. With
    /// it members can sign in by a link. It needs --mail-from and --public-url.
    #[arg(long, env = "TENGEN_MAIL_SERVER", value_name = "URL", hide_env_values = true)]
    pub mail_server: Option<String>,

    /// From whom the letters are, such as `Go club <go@example.org>`.
    #[arg(long, env = "TENGEN_MAIL_FROM", value_name = "SENDER")]
    pub mail_from: Option<Sender>,

    /// A collector of traces that speaks OpenTelemetry's protocol over HTTP, such as `http://127.0.0.1:4318`. Headers for it may be in
    /// `OTEL_EXPORTER_OTLP_HEADERS`.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", hide_env_values = true)]
    pub traces_url: Option<Collector>,

    /// The share of requests and commands that are traced, from 0 to 1.
    #[arg(long, env = "TENGEN_TRACES_SHARE", value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub traces_share: f64,

    /// Requests a second from one address; ten times as many may come at once.
    #[arg(long, env = "TENGEN_REQUESTS_PER_SECOND", value_name = "N", default_value_t = USUAL.requests_per_second)]
    pub requests_per_second: NonZeroU32,

    /// New guests a minute from one address.
    #[arg(long, env = "TENGEN_GUESTS_PER_MINUTE", value_name = "N", default_value_t = USUAL.guests_per_minute)]
    pub guests_per_minute: NonZeroU32,

    /// New games a minute of one player.
    #[arg(long, env = "TENGEN_GAMES_PER_MINUTE", value_name = "N", default_value_t = USUAL.games_per_minute)]
    pub games_per_minute: NonZeroU32,

    /// Moves and other commands an hour from one address; so many may come at once.
    #[arg(long, env = "TENGEN_COMMANDS_PER_HOUR", value_name = "N", default_value_t = USUAL.commands_per_hour)]
    pub commands_per_hour: NonZeroU32,

    /// Records an hour from one address, in MiB; so many may come at once.
    #[arg(long, env = "TENGEN_RECORD_MIB_PER_HOUR", value_name = "N", default_value_t = USUAL.record_mib_per_hour)]
    pub record_mib_per_hour: NonZeroU32,

    /// How many bytes all records together may have that players bring from elsewhere; 0: none are taken.
    #[arg(long, env = "TENGEN_MAX_RECORDS_BYTES", value_name = "N", default_value = "8589934592")]
    pub max_records_bytes: u64,

    /// Frames a second on one socket, and a tenth of those of one address; ten times as many may come at once.
    #[arg(long, env = "TENGEN_FRAMES_PER_SECOND", value_name = "N", default_value_t = USUAL.frames_per_second)]
    pub frames_per_second: NonZeroU32,

    /// Sockets and streams open at once from one address.
    #[arg(long, env = "TENGEN_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value_t = USUAL.connections_per_address)]
    pub connections_per_address: NonZeroU32,

    /// Games followed at once from one address, over all its sockets and streams.
    #[arg(long, env = "TENGEN_SUBSCRIPTIONS_PER_ADDRESS", value_name = "N", default_value_t = USUAL.subscriptions_per_address)]
    pub subscriptions_per_address: NonZeroU32,

    /// How much of one processor is for one address, in percent: half of it for the computer's thinking and exports, two fifths for all
    /// else that is done for it. Some more may be taken at once.
    #[arg(long, env = "TENGEN_PROCESSOR_PERCENT_PER_ADDRESS", value_name = "N", default_value_t = USUAL.processor_percent_per_address,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub processor_percent_per_address: u32,

    /// How many bytes of memory the games take that are open, about; beyond that no further game can be watched that none of
    /// its players has opened.
    #[arg(long, env = "TENGEN_MAX_ROOMS_BYTES", value_name = "N", default_value = "268435456")]
    pub max_rooms_bytes: usize,

    /// Hold clients on this machine to the same limits; otherwise theirs are a thousand times as wide.
    #[arg(long, env = "TENGEN_LIMIT_LOOPBACK")]
    pub limit_loopback: bool,

    /// How many games the computer thinks about at the same time, each on a thread of its own; 0: it does not play.
    #[arg(long, env = "TENGEN_HOUSE_THREADS", value_name = "N", default_value = "1")]
    pub house_threads: u8,

    /// How long after the opponent's move the computer's own comes at the earliest, in milliseconds; 0: at once.
    #[arg(long, env = "TENGEN_HOUSE_PAUSE", value_name = "MS", default_value = "400",
          value_parser = clap::value_parser!(u32).range(..=60_000))]
    pub house_pause: u32,

    /// How many seconds the server takes to leave when it is asked to stop, of several servers behind a proxy: it says that it is not
    /// ready, and asks the open sockets, one after the other, to come back to another server; 0: it stops at once.
    #[arg(long, env = "TENGEN_DRAIN", value_name = "SECONDS", default_value = "0",
          value_parser = clap::value_parser!(u16).range(..=300))]
    pub drain: u16,

    /// Serve the pages from this folder instead of those in the program, as they are now, while somebody works on them.
    #[arg(long, env = "TENGEN_STATIC_DIR", value_name = "DIR")]
    pub static_dir: Option<PathBuf>,

    /// What to log, for example `info` or `tengen=debug,sqlx=warn`.
    #[arg(long, env = "TENGEN_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,

    /// The form of the log.
    #[arg(long, env = "TENGEN_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

impl ServeOptions {
    /// Whether proxies are trusted in two ways at once, which might name two clients.
    pub fn trusts_twice(&self) -> bool {
        !self.trusted_proxies.is_empty() && (self.trust_forwarded_for || self.proxies.is_some())
    }

    /// Whether an address is that of a proxy, and may say for whom it speaks.
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.trust_forwarded_for || proxies::is_in(&self.trusted_proxies, peer)
    }

    /// The limits of one client.
    pub fn limits(&self) -> limits::Options {
        limits::Options {
            requests_per_second: self.requests_per_second,
            guests_per_minute: self.guests_per_minute,
            games_per_minute: self.games_per_minute,
            commands_per_hour: self.commands_per_hour,
            record_mib_per_hour: self.record_mib_per_hour,
            frames_per_second: self.frames_per_second,
            connections_per_address: self.connections_per_address,
            subscriptions_per_address: self.subscriptions_per_address,
            processor_percent_per_address: self.processor_percent_per_address,
            limit_loopback: self.limit_loopback,
        }
    }
}

/// Scheme, host and perhaps a port, and nothing that would mean something else in a header.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let place = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    // What the header takes as a host: no address of IPv6 is among it.
    let is_place = |place: &str| {
        let (host, port) = place.split_once(':').unwrap_or((place, "80"));
        let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
        !host.is_empty() && host.bytes().all(is_host) && port.parse::<u16>().is_ok_and(|port| port > 0)
    };
    if place.is_some_and(is_place) {
        Ok(text.to_owned())
    } else {
        Err("an origin is like https://club.example.org".to_owned())
    }
}

/// A part of a whole.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is from 0 to 1, such as 0.25".to_owned())
}

/// Words with dots between them, none of which means anything to NATS.
fn subject(text: &str) -> Result<String, String> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if text.len() <= 100 && text.split('.').all(is_word) {
        Ok(text.to_owned())
    } else {
        Err("a subject is like tengen or go.test: letters, digits, - and _, with dots between words"
            .to_owned())
    }
}

/// Who may register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RegistrationWish {
    /// Everybody.
    Open,
    /// Whoever has an invitation.
    Invited,
    /// Nobody.
    Closed,
}

impl From<RegistrationWish> for Registration {
    fn from(wish: RegistrationWish) -> Self {
        match wish {
            RegistrationWish::Open => Self::Open,
            RegistrationWish::Invited => Self::Invited,
            RegistrationWish::Closed => Self::Closed,
        }
    }
}

/// Whether guests may play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GuestsWish {
    /// They may.
    On,
    /// They may not.
    Off,
}

/// Who may look at games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ViewingWish {
    /// Everybody.
    Everybody,
    /// Members alone.
    Members,
}

impl From<ViewingWish> for Viewing {
    fn from(wish: ViewingWish) -> Self {
        match wish {
            ViewingWish::Everybody => Self::Everybody,
            ViewingWish::Members => Self::Members,
        }
    }
}

/// The form of the log, which goes to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object a line for programs.
    Json,
}

/// The options of `tengen health`.
#[derive(Debug, Clone, Args)]
pub struct HealthOptions {
    /// Address and port of the server.
    #[arg(long, env = "TENGEN_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
}

/// The options of `tengen status`.
#[derive(Debug, Clone, Args)]
pub struct StatusOptions {
    /// Where the server tells its figures: its --metrics-listen, with http:// or without.
    #[arg(long, env = "TENGEN_METRICS_LISTEN", value_name = "http://ADDR:PORT", default_value = "127.0.0.1:8090",
          value_parser = metrics_address)]
    pub metrics: SocketAddr,
}

/// An address and a port, perhaps as the beginning of a URL.
fn metrics_address(text: &str) -> Result<SocketAddr, std::net::AddrParseError> {
    let text = text.strip_prefix("http://").unwrap_or(text);
    text.strip_suffix("/metrics").unwrap_or(text).trim_end_matches('/').parse()
}

/// The options of `tengen check`.
#[derive(Debug, Clone, Args)]
pub struct CheckOptions {
    /// Records in SGF, or folders in which all *.sgf files are checked, also in folders below them; - is standard
    /// input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The rules for all records [default: the record's own, or japanese where it names none that are known].
    #[arg(long, value_name = "PRESET[,AXIS=VALUE...]")]
    pub rules: Option<RulesChoice>,

    /// Dead stones: none, auto (what the engine proposes), or points such as D4,Q16, one or more of each chain.
    #[arg(long, value_name = "none|auto|POINTS", default_value = "none")]
    pub dead: DeadChoice,
}

/// The options of `tengen backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupOptions {
    /// The file to be written. One that is there stays as it is.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Directory of the SQLite file, with or without a running server.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data")]
    pub data_dir: PathBuf,

    /// Postgres of the server, if it uses one. It is backed up by its own programs.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide = true)]
    pub database_url: Option<String>,
}

/// The options of `tengen restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreOptions {
    /// The copy, as `tengen backup` has made it. It stays as it is.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Directory of the SQLite file, made if it is missing. No server may run on it.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR")]
    pub data_dir: PathBuf,

    /// Take the place of a database that is there, which is kept as tengen.sqlite.before-restore-N.
    #[arg(long)]
    pub replace: bool,
}

/// The options of `tengen check-database`.
#[derive(Debug, Clone, Args)]
pub struct CheckDatabaseOptions {
    /// Directory of the SQLite file. Not used with Postgres.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data")]
    pub data_dir: PathBuf,

    /// Postgres to check instead of the SQLite file.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// File with certificate authorities that are trusted beside the system's, as for the server.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// Write anew what lists show of a game where it is not what its log says. On SQLite no server may run.
    #[arg(long)]
    pub repair: bool,
}

/// The options of `tengen admin`.
#[derive(Debug, Clone, Args)]
pub struct AdminOptions {
    /// Directory of the SQLite file, with or without a running server. Not used with Postgres.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data", global = true)]
    pub data_dir: PathBuf,

    /// Postgres of the server instead of the SQLite file.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,

    /// File with certificate authorities that are trusted beside the system's, as for the server.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE", global = true)]
    pub ca_file: Option<PathBuf>,

    /// Where browsers find the server, for links. A running server knows it.
    #[arg(long, env = "TENGEN_PUBLIC_URL", value_name = "URL", global = true)]
    pub public_url: Option<String>,

    #[command(subcommand)]
    work: AdminWork,
}

/// What is done to players.
#[derive(Debug, Clone, Subcommand)]
enum AdminWork {
    /// Let a member run the server: the member may invite.
    Owner {
        /// The name of the member.
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Show a player, and change what is asked for.
    Player {
        /// The name of a member, or the id of any player.
        #[arg(value_name = "NAME")]
        name: String,
        /// Give the member another name, whenever the last change was.
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
        /// Forget the password, the authenticator, the recovery codes and the mail address, end all sessions, and print a link by which the
        /// member comes in again.
        #[arg(long)]
        reset: bool,
        /// End all sessions.
        #[arg(long)]
        end_sessions: bool,
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
}

impl AdminOptions {
    /// What is to be done.
    pub fn deed(&self) -> Deed {
        match self.work.clone() {
            AdminWork::Owner { name } => Deed::Owner { name },
            AdminWork::Player { name, rename, reset, end_sessions } => {
                Deed::Player { name, rename, reset, end_sessions }
            }
            AdminWork::Invite { places, days, note } => Deed::Invite { places, days, note },
        }
    }
}

/// The options of `tengen transfer`.
#[derive(Debug, Clone, Args)]
pub struct TransferOptions {
    /// Directory of the SQLite file. No server may run on it. It stays as it is.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR")]
    pub from: PathBuf,

    /// Postgres without tables, or with empty ones of this release.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub to: String,

    /// File with certificate authorities that are trusted beside the system's, as for the server.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn origins_are_nothing_but_origins() {
        assert_eq!(origin("https://club.example.org/"), Ok("https://club.example.org".to_owned()));
        assert_eq!(origin("http://127.0.0.1:8081"), Ok("http://127.0.0.1:8081".to_owned()));
        for text in [
            "",
            "club.example.org",
            "https://",
            "https://:::",
            "https://]",
            "https://[::1]:80",
            "https://a.example:99999",
            "https://a.example; script-src *",
            "https://*.example/x",
        ] {
            assert!(origin(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_subject_is_words() {
        assert_eq!(subject("go.test-1"), Ok("go.test-1".to_owned()));
        for text in ["", "a b", "a..b", ".a", "a.", "*", "a.>", "ä", &"a".repeat(101)] {
            assert!(subject(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_address_of_metrics_may_be_a_url() {
        let address: SocketAddr = "127.0.0.1:8090".parse().unwrap();
        for text in [
            "127.0.0.1:8090",
            "http://127.0.0.1:8090",
            "http://127.0.0.1:8090/",
            "http://127.0.0.1:8090/metrics",
        ] {
            assert_eq!(metrics_address(text), Ok(address), "{text}");
        }
        assert!(metrics_address("https://127.0.0.1:8090").is_err() && metrics_address("localhost").is_err());
    }

    #[test]
    fn serving_is_the_default() {
        let plain = Arguments::parse_from(["tengen", "--listen", "127.0.0.1:1"]).task();
        assert!(matches!(plain, Task::Serve(options) if options.listen.port() == 1));
        let named = Arguments::parse_from(["tengen", "serve", "--data-dir", "x"]).task();
        assert!(matches!(named, Task::Serve(options) if options.data_dir.ends_with("x")));
    }
}
