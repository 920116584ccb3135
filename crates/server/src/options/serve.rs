//! The options of the server.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use tengen_limits as limits;
use tengen_store::Database;
use tengen_traces::Collector;

use super::door::DoorOptions;
use super::post::PostOptions;
use super::public_url::public_url;
use super::tls::TlsOptions;
use super::ways::WaysOptions;
use crate::proxies;

/// The limits where the operator sets none.
const USUAL: limits::Options = limits::Options::USUAL;

/// The options of `tengen serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeOptions {
    /// File with options in TOML, each by its name without the hyphens in front. What the command line or a variable says goes before it.
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "TENGEN_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Address and port of the figures for the operator at /metrics, in the text form of Prometheus; without it there are none.
    #[arg(long, env = "TENGEN_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<SocketAddr>,

    /// Directory of the SQLite file, made if it is missing. Not used with Postgres.
    #[arg(long, env = "TENGEN_DATA_DIR", value_name = "DIR", default_value = "tengen-data")]
    pub data_dir: PathBuf,

    /// Let the group of that directory read it, for copies by another user of the machine; otherwise its owner alone may.
    #[arg(long, env = "TENGEN_DATA_GROUP_READS")]
    pub data_group_reads: bool,

    /// Postgres to use instead of the SQLite file, as `postgres://user:password@host/database`.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// File with that address in place of the address itself, as for all options with passwords: then it stands neither in the list of
    /// processes nor in the environment.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE")]
    pub database_url_file: Option<PathBuf>,

    /// Connections to Postgres at most, beside three that store events and one that says that the server is there.
    #[arg(long, env = "TENGEN_DATABASE_CONNECTIONS", value_name = "N", default_value_t = Database::CONNECTIONS,
          value_parser = clap::value_parser!(u16).range(i64::from(Database::LEAST_CONNECTIONS)..=1_000))]
    pub database_connections: u16,

    /// File with certificate authorities, in the form of PEM, that are trusted beside the system's: for a Postgres that proves itself
    /// (sslmode=verify-full in its address), and for NATS by tls://.
    #[arg(long, env = "TENGEN_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// NATS, by which servers of one Postgres hear at once what another one stores, such as `nats://user:password@host:4222`; several
    /// addresses with commas. Without it they find it within a second or two.
    #[arg(long, env = "NATS_URL", value_name = "URL", hide_env_values = true)]
    pub nats_url: Option<String>,

    /// File with that address.
    #[arg(long, env = "NATS_URL_FILE", value_name = "FILE")]
    pub nats_url_file: Option<PathBuf>,

    /// The beginning of the subject in NATS. Servers of a copied database need another one than those of the original.
    #[arg(long, env = "TENGEN_NATS_SUBJECT", value_name = "WORD", default_value = "tengen", value_parser = subject)]
    pub nats_subject: String,

    /// Where browsers find the server, if there is a proxy in front of it, such as `https://go.example.org`: no path belongs to
    /// it. With https, cookies are marked secure.
    #[arg(long, env = "TENGEN_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,

    /// By what the server encrypts, without a proxy in front of it.
    #[command(flatten)]
    pub tls: TlsOptions,

    /// Where somebody tells the operator of a weakness of the server, for /.well-known/security.txt: an address such as
    /// `mailto:security@example.org`, or one that begins with https. Without it there is no such file.
    #[arg(long, env = "TENGEN_SECURITY_CONTACT", value_name = "URL", value_parser = contact)]
    pub security_contact: Option<String>,

    /// Another origin whose pages may use the server in a browser as its own pages do; may be given several times.
    #[arg(
        long = "allowed-origin",
        env = "TENGEN_ALLOWED_ORIGINS",
        value_name = "ORIGIN",
        value_delimiter = ',',
        value_parser = allowed_origin
    )]
    pub allowed_origins: Vec<String>,

    /// Whether the pages of any origin may read what strangers see, without the visitor's cookie. On, unless something is said. Where
    /// registration or viewing is not open none may, whatever stands here. Say off on a server that only a network reaches.
    #[arg(long, env = "TENGEN_ANY_ORIGIN", value_name = "on|off")]
    pub any_origin: Option<AnyOrigin>,

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

    /// Who may come in.
    #[command(flatten)]
    pub door: DoorOptions,

    /// The ways in.
    #[command(flatten)]
    pub ways: WaysOptions,

    /// The way to members' mail boxes.
    #[command(flatten)]
    pub post: PostOptions,

    /// A collector of traces that speaks OpenTelemetry's protocol over HTTP, such as `http://127.0.0.1:4318`. Headers for it may be in
    /// `OTEL_EXPORTER_OTLP_HEADERS`.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", hide_env_values = true)]
    pub traces_url: Option<Collector>,

    /// File with that address.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT_FILE", value_name = "FILE")]
    pub traces_url_file: Option<PathBuf>,

    /// The share of requests and commands that are traced, from 0 to 1.
    #[arg(long, env = "TENGEN_TRACES_SHARE", value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub traces_share: f64,

    /// Requests a second from one address; ten times as many may come at once.
    #[arg(long, env = "TENGEN_REQUESTS_PER_SECOND", value_name = "N", default_value_t = USUAL.requests_per_second)]
    pub requests_per_second: NonZeroU32,

    /// New guests a minute from one address.
    #[arg(long, env = "TENGEN_GUESTS_PER_MINUTE", value_name = "N", default_value_t = USUAL.guests_per_minute)]
    pub guests_per_minute: NonZeroU32,

    /// Letters an hour for all clients together: so many that verify addresses, and so many that sign in.
    #[arg(long, env = "TENGEN_LETTERS_PER_HOUR", value_name = "N", default_value_t = USUAL.letters_per_hour)]
    pub letters_per_hour: NonZeroU32,

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

    /// How many bytes all trees of variations together may have that players show as they were; 0: none are shown so.
    #[arg(long, env = "TENGEN_MAX_SHARES_BYTES", value_name = "N", default_value = "1073741824")]
    pub max_shares_bytes: u64,

    /// Frames a second on one socket, and a tenth of those of one address; ten times as many may come at once.
    #[arg(long, env = "TENGEN_FRAMES_PER_SECOND", value_name = "N", default_value_t = USUAL.frames_per_second)]
    pub frames_per_second: NonZeroU32,

    /// Sockets and streams open at once from one address.
    #[arg(long, env = "TENGEN_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value_t = USUAL.connections_per_address)]
    pub connections_per_address: NonZeroU32,

    /// Games followed at once from one address, over all its sockets and streams.
    #[arg(long, env = "TENGEN_SUBSCRIPTIONS_PER_ADDRESS", value_name = "N", default_value_t = USUAL.subscriptions_per_address)]
    pub subscriptions_per_address: NonZeroU32,

    /// How much of one processor is for one address, in percent: half of it for the computer's thinking and exports, a tenth for
    /// lists, two fifths for all else that is done for it. Some more may be taken at once.
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

    /// The options that have a password and stand on the command line, where every user of the machine can read it.
    #[arg(skip)]
    pub shown_secrets: Vec<String>,

    /// The credentials of systemd that say nothing, because the command line or a variable goes before them.
    #[arg(skip)]
    pub unheard_credentials: Vec<String>,
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
            letters_per_hour: self.letters_per_hour,
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

/// An origin as browsers write it, whose pages act with the visitor's cookie: `null`, which any page may be, is none, and neither
/// is a pattern.
fn allowed_origin(text: &str) -> Result<String, String> {
    let origin = public_url(text).ok().filter(|origin| !origin.contains('*'));
    origin.ok_or_else(|| {
        "an origin is like https://app.example.org: scheme, host and perhaps a port".to_owned()
    })
}

/// An address at which people are reached, in a line of its own (RFC 9116, section 2.5.3).
fn contact(text: &str) -> Result<String, String> {
    let is_known = ["mailto:", "https://", "tel:"].iter().any(|begin| {
        text.strip_prefix(begin)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic()))
    });
    if is_known {
        Ok(text.to_owned())
    } else {
        Err("a contact is like mailto:security@example.org or https://example.org/contact".to_owned())
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

/// Whether the pages of any origin may read what strangers see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnyOrigin {
    /// They may.
    On,
    /// They may not.
    Off,
}

/// The form of the log, which goes to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object a line for programs.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_allowed_origin_is_as_browsers_write_it() {
        for (text, origin) in [
            ("https://app.example.org/", "https://app.example.org"),
            ("https://App.example.org:443", "https://app.example.org"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://[::1]:3000", "http://[::1]:3000"),
        ] {
            assert_eq!(allowed_origin(text).as_deref(), Ok(origin), "{text}");
        }
        for text in
            ["", "null", "*", "app.example.org", "https://*.example.org", "https://app.example.org/game"]
        {
            assert!(allowed_origin(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_contact_is_an_address_in_one_line() {
        for text in ["mailto:go@example.org", "https://example.org/contact", "tel:+49-30-1234567"] {
            assert_eq!(contact(text).as_deref(), Ok(text));
        }
        for text in
            ["", "go@example.org", "mailto:", "http://example.org", "mailto:a b", "mailto:a\nExpires: x"]
        {
            assert!(contact(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_subject_is_words() {
        assert_eq!(subject("go.test-1"), Ok("go.test-1".to_owned()));
        for text in ["", "a b", "a..b", ".a", "a.", "*", "a.>", "ä", &"a".repeat(101)] {
            assert!(subject(text).is_err(), "{text}");
        }
    }
}
