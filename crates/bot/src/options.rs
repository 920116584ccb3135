//! What an operator may set.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use tengen_game::PlayerId;
use tengen_protocol::ColorWish;
use tengen_rules::Preset;

use crate::decision::{Claim, Manners};
use crate::engine::EngineCommand;
use crate::fits::{ClockWish, Speed, Wanted};

/// Lets a program that speaks the Go Text Protocol play on a Tengen server.
///
/// Games that are offered to the bot's player are joined if they fit. With --join-open the bot joins games that wait for
/// anybody, with --create it offers games itself.
#[derive(Debug, Clone, Parser)]
#[command(name = "tengen-bot", version)]
pub struct Options {
    /// The server.
    #[arg(long, env = "TENGEN_BOT_SERVER", value_name = "URL", default_value = "http://localhost:8080")]
    pub server: String,

    /// File with certificate authorities, in the form of PEM, that are trusted beside the system's: for a server behind https whose
    /// certificate is of an authority of your own.
    #[arg(long, env = "TENGEN_BOT_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// The token of the bot's player, in place of one in a file.
    #[arg(long, env = "TENGEN_BOT_TOKEN", hide_env_values = true)]
    pub token: Option<String>,

    /// File with the token. If there is none, the bot becomes a guest and keeps its token there, for its user alone.
    #[arg(long, env = "TENGEN_BOT_TOKEN_FILE", value_name = "FILE", default_value = "tengen-bot-token")]
    pub token_file: PathBuf,

    /// The guest's name.
    #[arg(long, env = "TENGEN_BOT_NAME")]
    pub name: Option<String>,

    /// The engine: a program and its arguments, such as "gnugo --mode gtp --level 1". No shell reads it.
    #[arg(long, env = "TENGEN_BOT_ENGINE", value_name = "COMMAND")]
    pub engine: EngineCommand,

    /// Another engine, or the same with other arguments, for games that count area.
    #[arg(long, env = "TENGEN_BOT_ENGINE_AREA", value_name = "COMMAND")]
    pub engine_area: Option<EngineCommand>,

    /// How many engine processes there may be: each game in progress has one.
    #[arg(long, env = "TENGEN_BOT_ENGINES", value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub engines: u16,

    /// How many games there may be at once; no more than engines, and as many if it is left out.
    #[arg(long, env = "TENGEN_BOT_GAMES", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub games: Option<u16>,

    /// End after so many games, instead of never.
    #[arg(long, env = "TENGEN_BOT_MAX_GAMES", value_name = "N")]
    pub max_games: Option<u32>,

    /// Sizes of square boards to play on.
    #[arg(long, env = "TENGEN_BOT_SIZES", value_name = "N,...", value_delimiter = ',', default_value = "9,13,19", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub sizes: Vec<u8>,

    /// Rule systems to play [default: all].
    #[arg(long, env = "TENGEN_BOT_RULES", value_name = "NAME,...", value_delimiter = ',')]
    pub rules: Vec<Preset>,

    /// Speeds to play [default: all].
    #[arg(long, env = "TENGEN_BOT_SPEED", value_delimiter = ',')]
    pub speed: Vec<Speed>,

    /// The shortest games with a clock, in seconds for each player: main time and sixty moves.
    #[arg(long, env = "TENGEN_BOT_MIN_TIME", value_name = "SECONDS")]
    pub min_time: Option<u32>,

    /// The longest games with a clock, likewise.
    #[arg(long, env = "TENGEN_BOT_MAX_TIME", value_name = "SECONDS")]
    pub max_time: Option<u32>,

    /// Whether games with a handicap are played.
    #[arg(long, env = "TENGEN_BOT_HANDICAP", default_value = "yes")]
    pub handicap: YesOrNo,

    /// Play only games made by these players [default: everybody].
    #[arg(long, env = "TENGEN_BOT_ACCEPT_FROM", value_name = "ID,...", value_delimiter = ',')]
    pub accept_from: Vec<PlayerId>,

    /// Join games that wait for anybody.
    #[arg(long, env = "TENGEN_BOT_JOIN_OPEN")]
    pub join_open: bool,

    /// Offer games: sizes and rules in turn out of --sizes and --rules, with --clock, --color and --opponent.
    #[arg(long, env = "TENGEN_BOT_CREATE")]
    pub create: bool,

    /// The only player who may join the games that the bot offers.
    #[arg(long, env = "TENGEN_BOT_OPPONENT", value_name = "ID", requires = "create")]
    pub opponent: Option<PlayerId>,

    /// The bot's colour in games that it offers.
    #[arg(long, env = "TENGEN_BOT_COLOR", default_value = "random")]
    pub color: OwnColor,

    /// The clock of games that the bot offers: none, absolute:600, fischer:300+5, byo-yomi:600+3x30,
    /// canadian:600+20/300, simple:60; all in seconds.
    #[arg(long, env = "TENGEN_BOT_CLOCK", value_name = "CLOCK", default_value = "byo-yomi:600+3x30")]
    pub clock: ClockWish,

    /// Let opponents take moves back.
    #[arg(long, env = "TENGEN_BOT_ACCEPT_UNDO")]
    pub accept_undo: bool,

    /// How many times the engine's dead stones are proposed against the opponent's, before play goes on.
    #[arg(long, env = "TENGEN_BOT_PROPOSALS", value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=10))]
    pub proposals: u8,

    /// What happens to a game whose opponent has left for as long as the server asks.
    #[arg(long, env = "TENGEN_BOT_CLAIM", default_value = "win")]
    pub claim: Claim,

    /// How long the engine may think about one move, in seconds, however much time the clock shows.
    #[arg(long, env = "TENGEN_BOT_PATIENCE", value_name = "SECONDS", default_value = "600", value_parser = clap::value_parser!(u32).range(1..))]
    pub patience: u32,

    /// How often the bot looks for games, in seconds.
    #[arg(long, env = "TENGEN_BOT_POLL", value_name = "SECONDS", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub poll: u32,

    /// What to log to standard error, for example `info` or `tengen_bot=debug`.
    #[arg(long, env = "TENGEN_BOT_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,
}

/// Whether.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum YesOrNo {
    /// It is so.
    Yes,
    /// It is not.
    No,
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
    /// Which games are played.
    pub fn wanted(&self) -> Wanted {
        Wanted {
            sizes: self.sizes.clone(),
            rules: self.rules.clone(),
            speeds: self.speed.clone(),
            min_time: self.min_time,
            max_time: self.max_time,
            handicap: self.handicap == YesOrNo::Yes,
            from: self.accept_from.clone(),
        }
    }

    /// How they are played.
    pub fn manners(&self) -> Manners {
        Manners { accept_undo: self.accept_undo, proposals: self.proposals, claim: self.claim }
    }

    /// How many games there may be at once.
    pub fn places(&self) -> usize {
        usize::from(self.games.unwrap_or(u16::MAX).min(self.engines))
    }

    /// How long the engine may think.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(u64::from(self.patience))
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_option_is_documented() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");
        let page = std::fs::read_to_string(page).unwrap();
        for option in Options::command().get_arguments().filter_map(clap::Arg::get_long) {
            assert!(page.contains(&format!("`--{option}")), "docs/bots.md does not name --{option}");
        }
        for argument in Options::command().get_arguments() {
            let variable = argument
                .get_long()
                .map(|long| format!("TENGEN_BOT_{}", long.replace('-', "_").to_uppercase()));
            let named = argument.get_env().map(|name| name.to_string_lossy().into_owned());
            assert_eq!(named, variable, "as the page says");
        }
    }

    #[test]
    fn the_options_make_sense() {
        Options::command().debug_assert();
        let options = Options::parse_from(["tengen-bot", "--engine", "gnugo --mode gtp"]);
        assert_eq!((options.places(), options.sizes.as_slice()), (1, [9, 13, 19].as_slice()));
        let options = Options::try_parse_from([
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
        ]);
        let options = options.unwrap();
        assert_eq!((options.places(), options.rules.len(), options.clock), (2, 2, ClockWish(None)));
        for wrong in [&["--sizes", "26"][..], &["--rules", "chess"], &["--opponent", "8k2q4w7m1x9c3v5b"]] {
            let words = ["tengen-bot", "--engine", "x"].iter().chain(wrong);
            assert!(Options::try_parse_from(words).is_err(), "{wrong:?}");
        }
    }
}
