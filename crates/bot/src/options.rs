//! What an operator may set.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgAction, ArgMatches, CommandFactory, Parser, ValueEnum};
use tengen_game::PlayerId;
use tengen_protocol::ColorWish;
use tengen_rules::{HalfPoints, Preset};
use tengen_settings::is_given;

use crate::decision::{Claim, Manners};
use crate::engine::EngineCommand;
use crate::fits::{ClockWish, Speed, Wanted};
use crate::places::Limits;

/// The longest thought in a game by days where a live game may have to wait for it: little enough for somebody who sits at the board.
const PATIENCE_BESIDE_LIVE: Duration = Duration::from_mins(1);

/// Lets a program that speaks the Go Text Protocol play on a Tengen server.
///
/// Games that are offered to the bot's player are joined if they fit. With --join-open the bot joins games that wait for
/// anybody, with --create it offers games itself.
#[derive(Debug, Clone, Parser)]
#[command(name = "tengen-bot", version)]
pub struct Options {
    /// File with options in TOML, each by its name without the hyphens in front. What the command line or the environment says
    /// goes before it.
    #[arg(long, env = "TENGEN_BOT_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The server, by http or https.
    #[arg(long, env = "TENGEN_BOT_SERVER", value_name = "URL", default_value = "http://localhost:8080")]
    pub server: String,

    /// File with certificate authorities, in the form of PEM, that are trusted beside the system's: for a server behind https whose
    /// certificate is of an authority of your own.
    #[arg(long, env = "TENGEN_BOT_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// The token of the bot's player, in place of one in a file. A personal access token needs both scopes. Other users of the
    /// machine can see command lines, so better put it into the environment.
    #[arg(long, env = "TENGEN_BOT_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub token: Option<String>,

    /// File with the token. If there is none, the bot becomes a guest and keeps its token there, with mode 0600.
    #[arg(long, env = "TENGEN_BOT_TOKEN_FILE", value_name = "FILE", default_value = "tengen-bot-token")]
    pub token_file: PathBuf,

    /// The name of the guest that the bot becomes [default: the server's choice].
    #[arg(long, env = "TENGEN_BOT_NAME", value_name = "NAME")]
    pub name: Option<String>,

    /// The engine: a program and its arguments, such as "gnugo --mode gtp --level 1". No shell reads it.
    #[arg(long, env = "TENGEN_BOT_ENGINE", value_name = "COMMAND")]
    pub engine: EngineCommand,

    /// Another engine, or the same with other arguments, for games that count area [default: that of --engine].
    #[arg(long, env = "TENGEN_BOT_ENGINE_AREA", value_name = "COMMAND")]
    pub engine_area: Option<EngineCommand>,

    /// How many engine processes there may be. Each live game has one as long as there are enough; others take turns.
    #[arg(long, env = "TENGEN_BOT_ENGINES", value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub engines: u16,

    /// Whether engines stay when a game is over, and play the next one. Otherwise one is started for each game.
    #[arg(long, env = "TENGEN_BOT_KEEP_ENGINES", value_name = "yes|no", default_value = "yes")]
    pub keep_engines: YesOrNo,

    /// How many live games there may be at once, and games without a clock whose opponent is playing; no more than engines
    /// [default: that of --engines].
    #[arg(long, env = "TENGEN_BOT_GAMES", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub games: Option<u16>,

    /// How many other games there may be besides, 0 to 1000: games by days, and games without a clock whose opponent has not moved
    /// for minutes.
    #[arg(long, env = "TENGEN_BOT_CORRESPONDENCE_GAMES", value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub correspondence_games: u16,

    /// How many games there may be with one player at once. Those who join games that the bot offers to anybody are not counted before.
    #[arg(long, env = "TENGEN_BOT_GAMES_PER_PLAYER", value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub games_per_player: u16,

    /// How long an offer to the bot waits for a place, in seconds, before it is declined.
    #[arg(long, env = "TENGEN_BOT_DECLINE_AFTER", value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub decline_after: u32,

    /// End after so many games [default: never].
    #[arg(long, env = "TENGEN_BOT_MAX_GAMES", value_name = "N")]
    pub max_games: Option<u32>,

    /// Sizes of square boards to play on. Games on others, and on boards that are no grids, are not joined.
    #[arg(long, env = "TENGEN_BOT_SIZES", value_name = "N,...", value_delimiter = ',', default_value = "9,13,19", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub sizes: Vec<u8>,

    /// Rule systems to play, such as japanese. Games with changed axes are not joined [default: all].
    #[arg(long, env = "TENGEN_BOT_RULES", value_name = "NAME,...", value_delimiter = ',')]
    pub rules: Vec<Preset>,

    /// Speeds to play [default: all].
    #[arg(long, env = "TENGEN_BOT_SPEED", value_name = "WORD,...", value_delimiter = ',')]
    pub speed: Vec<Speed>,

    /// The shortest games with a clock, in seconds for each player: main time and sixty moves [default: any].
    #[arg(long, env = "TENGEN_BOT_MIN_TIME", value_name = "SECONDS")]
    pub min_time: Option<u32>,

    /// The longest games with a clock, likewise [default: any].
    #[arg(long, env = "TENGEN_BOT_MAX_TIME", value_name = "SECONDS")]
    pub max_time: Option<u32>,

    /// Whether games with a handicap are played.
    #[arg(long, env = "TENGEN_BOT_HANDICAP", value_name = "yes|no", default_value = "yes")]
    pub handicap: YesOrNo,

    /// The smallest komi to play with, in points; half points and komi below zero count, too [default: any].
    #[arg(long, env = "TENGEN_BOT_MIN_KOMI", value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    pub min_komi: Option<HalfPoints>,

    /// The greatest komi to play with, likewise [default: any].
    #[arg(long, env = "TENGEN_BOT_MAX_KOMI", value_name = "POINTS", allow_negative_numbers = true, value_parser = komi)]
    pub max_komi: Option<HalfPoints>,

    /// Play only games made by these players [default: everybody].
    #[arg(long, env = "TENGEN_BOT_ACCEPT_FROM", value_name = "ID,...", value_delimiter = ',')]
    pub accept_from: Vec<PlayerId>,

    /// Play with none of these players, who are blocked on the server as well [default: nobody].
    #[arg(long, env = "TENGEN_BOT_BLOCK", value_name = "ID,...", value_delimiter = ',')]
    pub block: Vec<PlayerId>,

    /// Join games that wait for anybody.
    #[arg(long, env = "TENGEN_BOT_JOIN_OPEN", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value = "false", default_missing_value = "true", value_name = "BOOL")]
    pub join_open: bool,

    /// Offer games, one for each free engine: sizes and rules in turn out of --sizes and --rules (Japanese if there are none), with
    /// --clock and --color. With --opponent there are no more than --games-per-player. After one was declined, the next comes a
    /// minute later.
    #[arg(long, env = "TENGEN_BOT_CREATE", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value = "false", default_missing_value = "true", value_name = "BOOL")]
    pub create: bool,

    /// The only player who may join the games that the bot offers; with --create [default: anybody].
    #[arg(long, env = "TENGEN_BOT_OPPONENT", value_name = "ID")]
    pub opponent: Option<PlayerId>,

    /// The bot's colour in games that it offers.
    #[arg(long, env = "TENGEN_BOT_COLOR", value_name = "COLOR", default_value = "random")]
    pub color: OwnColor,

    /// The clock of games that the bot offers: none, absolute:600, fischer:300+5, byo-yomi:600+3x30,
    /// canadian:600+20/300, simple:60; all in seconds.
    #[arg(long, env = "TENGEN_BOT_CLOCK", value_name = "CLOCK", default_value = "byo-yomi:600+3x30")]
    pub clock: ClockWish,

    /// Let opponents take moves back.
    #[arg(long, env = "TENGEN_BOT_ACCEPT_UNDO", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value = "false", default_missing_value = "true", value_name = "BOOL")]
    pub accept_undo: bool,

    /// How many times the engine's dead stones are proposed against the opponent's before play goes on, 0 to 10.
    #[arg(long, env = "TENGEN_BOT_PROPOSALS", value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=10))]
    pub proposals: u8,

    /// What happens to a game whose opponent has left for as long as the server asks. Unless it goes on, a game without a clock
    /// whose opponent does not move for an hour gets one.
    #[arg(long, env = "TENGEN_BOT_CLAIM", value_name = "WHAT", default_value = "win")]
    pub claim: Claim,

    /// How long the opponent may take for the first move in a game without a clock before it is called off, in seconds. With a
    /// clock the server calls it off.
    #[arg(long, env = "TENGEN_BOT_FIRST_MOVE", value_name = "SECONDS", default_value = "900", value_parser = clap::value_parser!(u32).range(1..=604_800))]
    pub first_move: u32,

    /// How long the engine may think about one move, in seconds, however much time the clock shows.
    #[arg(long, env = "TENGEN_BOT_PATIENCE", value_name = "SECONDS", default_value = "600", value_parser = clap::value_parser!(u32).range(1..))]
    pub patience: u32,

    /// The same in games by days, in seconds. Left out it is a minute at most where live games may have to wait for it: unless
    /// --games is less than --engines, or --speed is correspondence alone [default: that of --patience].
    #[arg(long, env = "TENGEN_BOT_PATIENCE_BY_DAYS", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub patience_by_days: Option<u32>,

    /// How often the bot looks for games, in seconds. Of offers to it, it hears at once.
    #[arg(long, env = "TENGEN_BOT_POLL", value_name = "SECONDS", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub poll: u32,

    /// What to log to standard error, with the engine's own words, for example `info` or `tengen_bot=debug`.
    #[arg(long, env = "TENGEN_BOT_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,
}

/// Whether.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum YesOrNo {
    /// It is so.
    #[value(alias = "true")]
    Yes,
    /// It is not.
    #[value(alias = "false")]
    No,
}

fn komi(text: &str) -> Result<HalfPoints, &'static str> {
    let points = text.parse().ok().and_then(HalfPoints::from_f64);
    points.ok_or("points and half points, such as 6.5")
}

/// The bot's colour in games that it offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OwnColor {
    /// Black.
    Black,
    /// White.
    White,
    /// Drawn by lot.
    Random,
}

impl From<OwnColor> for ColorWish {
    fn from(color: OwnColor) -> Self {
        match color {
            OwnColor::Black => Self::Black,
            OwnColor::White => Self::White,
            OwnColor::Random => Self::Random,
        }
    }
}

impl Options {
    /// Reads the options of a command line, whose first word is the program; of the environment; and of the file that one of them
    /// names, as far as they do not say the same otherwise.
    ///
    /// # Errors
    ///
    /// For the terminal: help that was asked for, the first fault of the command line or the environment, or all those of the file.
    pub fn read(words: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        // What must be there may stand in the file.
        let given = Self::command().mut_arg("engine", |engine| engine.required(false));
        let given = given.try_get_matches_from(words.clone())?;
        let in_file = match given.get_one::<PathBuf>("config") {
            Some(file) => Self::in_file(file, &given)?,
            None => Vec::new(),
        };
        let options = Self::try_parse_from(words.into_iter().chain(in_file.into_iter().map(OsString::from)))?;
        if options.opponent.is_some() && !options.create {
            let told = "--opponent is for the games that --create offers";
            return Err(Self::command().error(ErrorKind::MissingRequiredArgument, told));
        }
        Ok(options)
    }

    /// The words of a command line that say the same as a file, without those options that the command line or the environment
    /// (`given`) has.
    fn in_file(file: &Path, given: &ArgMatches) -> Result<Vec<String>, clap::Error> {
        let command = Self::command();
        let text = fs::read_to_string(file).map_err(|error| faults_of(file, &[error]))?;
        let settings = tengen_settings::read(&command, &text).map_err(|faults| faults_of(file, &faults))?;
        let is_given = |name: &str| {
            let mut options = command.get_arguments();
            options.any(|option| option.get_long() == Some(name) && is_given(given, option.get_id().as_str()))
        };
        let said = settings.iter().filter(|setting| !is_given(&setting.name));
        Ok(said.flat_map(|setting| setting.words(&setting.name)).collect())
    }

    /// Which games are played.
    pub fn wanted(&self) -> Wanted {
        Wanted {
            sizes: self.sizes.clone(),
            rules: self.rules.clone(),
            speeds: self.speed.clone(),
            min_time: self.min_time,
            max_time: self.max_time,
            handicap: self.handicap == YesOrNo::Yes,
            min_komi: self.min_komi,
            max_komi: self.max_komi,
            from: self.accept_from.clone(),
            not_from: self.block.clone(),
        }
    }

    /// How they are played.
    pub fn manners(&self) -> Manners {
        Manners {
            accept_undo: self.accept_undo,
            proposals: self.proposals,
            claim: self.claim,
            first_move: i64::from(self.first_move) * 1000,
        }
    }

    /// How many games there may be at once.
    pub fn limits(&self) -> Limits {
        Limits {
            live: usize::from(self.games.unwrap_or(u16::MAX).min(self.engines)),
            correspondence: usize::from(self.correspondence_games),
            each: usize::from(self.games_per_player),
        }
    }

    /// Whether engines stay when a game is over.
    pub fn engines_stay(&self) -> bool {
        self.keep_engines == YesOrNo::Yes
    }

    /// How long an offer waits for a place.
    pub fn offers_wait(&self) -> Duration {
        Duration::from_secs(u64::from(self.decline_after))
    }

    /// How long the engine may think.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(u64::from(self.patience))
    }

    /// How long it may think in games by days.
    pub fn patience_by_days(&self) -> Duration {
        if let Some(seconds) = self.patience_by_days {
            return Duration::from_secs(u64::from(seconds));
        }
        let only_by_days = !self.speed.is_empty() && self.speed.iter().all(|it| *it == Speed::Correspondence);
        // Then games by days leave an engine to each live one.
        let nobody_waits = only_by_days || self.limits().live < usize::from(self.engines);
        if nobody_waits { self.patience() } else { self.patience().min(PATIENCE_BESIDE_LIVE) }
    }
}

/// The faults of a file, for the terminal.
fn faults_of(file: &Path, faults: &[impl Display]) -> clap::Error {
    let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", file.display())).collect();
    Options::command().error(ErrorKind::InvalidValue, lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_make_sense() {
        Options::command().debug_assert();
        let options = Options::read(["tengen-bot", "--engine", "gnugo --mode gtp"]).unwrap();
        assert_eq!((options.limits().live, options.sizes.as_slice()), (1, [9, 13, 19].as_slice()));
        assert_eq!((options.limits().each, options.patience_by_days()), (2, PATIENCE_BESIDE_LIVE));
        let only_by_days = ["tengen-bot", "--engine", "x", "--speed", "correspondence"];
        let only_by_days = Options::read(only_by_days).unwrap();
        assert_eq!(only_by_days.patience_by_days(), only_by_days.patience());
        let by_hand = Options::read(["tengen-bot", "--engine", "x", "--patience-by-days", "300"]).unwrap();
        assert_eq!(by_hand.patience_by_days(), Duration::from_mins(5));
        let options = Options::read([
            "tengen-bot",
            "--engine",
            "x",
            "--engines",
            "4",
            "--games",
            "2",
            "--rules",
            "japanese,aga",
            "--create",
            "--opponent",
            "8k2q4w7m1x9c3v5b",
            "--speed",
            "live,untimed",
            "--clock",
            "none",
            "--min-komi",
            "-6.5",
            "--join-open=false",
        ]);
        let options = options.unwrap();
        assert_eq!((options.limits().live, options.rules.len(), options.clock), (2, 2, ClockWish(None)));
        assert_eq!(options.patience_by_days(), options.patience(), "each live game has an engine");
        assert_eq!((options.min_komi, options.max_komi), (Some(HalfPoints::new(-13)), None));
        assert!(options.create && !options.join_open && !options.accept_undo && options.engines_stay());
        for wrong in [
            &["--sizes", "26"][..],
            &["--rules", "chess"],
            &["--opponent", "8k2q4w7m1x9c3v5b"],
            &["--max-komi", "6.4"],
            &["--config", "/no/such/file"],
        ] {
            let words = ["tengen-bot", "--engine", "x"].iter().chain(wrong);
            assert!(Options::read(words).is_err(), "{wrong:?}");
        }
        assert!(Options::read(["tengen-bot"]).is_err(), "there is no engine");
    }

    /// The example of the page, in a file of its own.
    fn example() -> (tempfile::TempDir, String) {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");
        let page = fs::read_to_string(page).unwrap();
        let (_, example) = page.split_once("```toml\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("bot.toml");
        fs::write(&file, example).unwrap();
        let file = file.display().to_string();
        (directory, file)
    }

    #[test]
    fn the_file_of_the_page_is_read() {
        let (_directory, file) = example();
        let options = Options::read(["tengen-bot", "--config", &file]).unwrap();
        assert_eq!(options.engine, "katago gtp -config gtp.cfg -model net.bin.gz".parse().unwrap());
        assert_eq!((options.engines, options.limits().each), (2, 1));
        assert_eq!(options.speed, [Speed::Live, Speed::Correspondence]);
        assert_eq!(options.max_komi, Some(HalfPoints::new(15)));
        assert!(options.join_open && options.handicap == YesOrNo::No);
        // The command line goes before it.
        let words =
            ["tengen-bot", "--config", &file, "--engine", "gnugo", "--join-open=false", "--speed", "live"];
        let options = Options::read(words).unwrap();
        assert_eq!((options.engine, options.speed), ("gnugo".parse().unwrap(), vec![Speed::Live]));
        assert!(!options.join_open && options.engines == 2);
    }

    #[test]
    fn a_fault_of_the_file_names_it() {
        let (_directory, file) = example();
        for (text, told) in [
            (
                "engine = 'x'\nsise = 9",
                "bot.toml: line 2: there is no option `sise`; the nearest one is `sizes`",
            ),
            ("engine = 'x'\nsizes = 26", "26"),
            ("engine", "bot.toml"),
        ] {
            fs::write(&file, text).unwrap();
            let fault = Options::read(["tengen-bot", "--config", &file]).unwrap_err().to_string();
            assert!(fault.contains(told), "{fault}");
        }
    }
}
