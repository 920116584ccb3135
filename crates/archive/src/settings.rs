//! The settings of a game.

use std::ops::Not;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tengen_game::{Aids, Colors, Millis, NewGame, PlayerId, Settings, SettingsError, TimeSystem};
use tengen_rules::{BoardName, Vertex};

use crate::StoredError;
use crate::keeps::Keeps;
use crate::points::StoredPoints;
use crate::position::Position;
use crate::rules::StoredRules;
use crate::word::Word;

/// The revision of the rules engine, kept with each game: it grows when the engine would decide an old game
/// otherwise.
const ENGINE_REVISION: u32 = 2;
/// The revision of games that begin in a position, and of those with one player: the engine did not know them
/// before.
const LATER_KINDS: u32 = 3;

/// Settings as they are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSettings {
    board: Board,
    rules: StoredRules,
    komi: StoredPoints,
    handicap: u8,
    /// Games that begin as usual say nothing of it, as those from before they could begin elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    #[serde(with = "ColorWord")]
    color: Colors,
    private: bool,
    /// Games that take bots say nothing of it, as those from before there was a choice.
    #[serde(default, skip_serializing_if = "Not::not")]
    no_bots: bool,
    /// Games of two players say nothing of it, as those from before there were others.
    #[serde(default, skip_serializing_if = "Not::not")]
    local: bool,
    /// Games without any say nothing of them, as those from before there were aids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aids: Option<Help>,
    /// Games from before there were clocks have none.
    #[serde(default)]
    clock: Option<Clock>,
    #[serde(default)]
    delay: Millis,
    #[serde(default)]
    opponent: Option<Word<PlayerId>>,
    setup: Vec<Word<Vertex>>,
    engine: u32,
}

impl StoredSettings {
    /// The JSON of a game's settings.
    ///
    /// # Errors
    ///
    /// None in practice: all settings have a JSON.
    pub fn write(settings: &Settings) -> Result<String, StoredError> {
        let topology = settings.topology();
        let shape = Self {
            board: Board {
                width: topology.width(),
                height: topology.height(),
                name: Some(Word(settings.board())),
            },
            rules: StoredRules::new(settings.preset(), *settings.rules()),
            komi: StoredPoints(settings.komi()),
            handicap: settings.handicap(),
            position: settings.beginning().map(|beginning| beginning.wish().into()),
            color: settings.color(),
            private: settings.private(),
            no_bots: settings.no_bots(),
            local: settings.local(),
            aids: Help::of(settings.aids()),
            clock: settings.clock().copied().map(Clock),
            delay: settings.delay(),
            opponent: settings.opponent().map(Word),
            setup: settings.setup().iter().map(|point| Keeps::keep(point, topology)).collect(),
            engine: if settings.beginning().is_some() || settings.local() {
                LATER_KINDS
            } else {
                ENGINE_REVISION
            },
        };
        Ok(serde_json::to_string(&shape)?)
    }

    /// The aids of a game alone, out of its settings.
    ///
    /// # Errors
    ///
    /// A text that is not the JSON of settings.
    pub fn aids(json: &str) -> Result<Aids, StoredError> {
        let helped: Helped = serde_json::from_str(json)?;
        Ok(Help::aids(helped.aids))
    }

    /// Reads the settings of a game of `creator` back.
    ///
    /// # Errors
    ///
    /// A text that is not the JSON of settings, settings that no game can have, and those
    /// [of a later release](StoredError::is_of_later_release).
    pub fn read(creator: PlayerId, json: &str) -> Result<Settings, StoredError> {
        let shape: Self = serde_json::from_str(json).map_err(|error| unread(json, error))?;
        if shape.engine > LATER_KINDS {
            return Err(StoredError::Engine(shape.engine));
        }
        let board = shape.board.name();
        let topology = board.topology().map_err(SettingsError::Board)?;
        let setup = shape.setup.give_back(&topology)?;
        let komi = shape.komi.0;
        let wish = NewGame {
            board,
            preset: shape.rules.preset,
            rules: shape.rules.rules,
            komi: Some(komi),
            handicap: shape.handicap,
            position: shape.position.map(Into::into),
            color: shape.color,
            private: shape.private,
            no_bots: shape.no_bots,
            local: shape.local,
            aids: Help::aids(shape.aids).into(),
            clock: shape.clock.map(|clock| clock.0),
            delay: shape.delay,
            opponent: shape.opponent.map(|opponent| opponent.0),
        };
        Ok(Settings::stored(creator, Arc::new(topology), wish, komi, setup)?)
    }
}

/// The shape of [`Aids`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Help {
    variations: bool,
    estimate: bool,
}

impl Help {
    fn of(Aids { variations, estimate }: Aids) -> Option<Self> {
        (variations || estimate).then_some(Self { variations, estimate })
    }

    fn aids(kept: Option<Self>) -> Aids {
        let Self { variations, estimate } = kept.unwrap_or_default();
        Aids { variations, estimate }
    }
}

/// The part of settings that tells the aids.
#[derive(Deserialize)]
struct Helped {
    #[serde(default)]
    aids: Option<Help>,
}

/// Why settings can't be read: those of a later engine may have any shape.
fn unread(json: &str, error: serde_json::Error) -> StoredError {
    #[derive(Deserialize)]
    struct Made {
        engine: u32,
    }
    match serde_json::from_str(json) {
        Ok(Made { engine }) if engine > LATER_KINDS => StoredError::Engine(engine),
        _ => StoredError::Json(error),
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Board {
    width: usize,
    height: usize,
    /// Games from before there were names are on grids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Word<BoardName>>,
}

impl Board {
    fn name(&self) -> BoardName {
        self.name.map_or(BoardName::Grid { width: self.width, height: self.height }, |name| name.0)
    }
}

/// The words for [`Colors`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Colors", rename_all = "snake_case")]
enum ColorWord {
    Black,
    White,
    Random,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Clock(#[serde(with = "System")] TimeSystem);

/// The shape of a [`TimeSystem`], in milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeSystem", tag = "system", rename_all = "kebab-case", deny_unknown_fields)]
enum System {
    Absolute {
        main: Millis,
    },
    Fischer {
        main: Millis,
        increment: Millis,
        #[serde(default = "most_main")]
        max: Millis,
    },
    ByoYomi {
        main: Millis,
        periods: u32,
        period: Millis,
    },
    Canadian {
        main: Millis,
        stones: u32,
        period: Millis,
    },
    Simple {
        period: Millis,
    },
}

fn most_main() -> Millis {
    TimeSystem::MAX_MAIN
}
