//! Lists, and the small answers of REST.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Asked, GameId, Millis};
use tengen_rules::{
    BoardName, Button, Color, Dead, HandicapBonus, LongCycle, Placement, Preset, Repetition, ResumeFirst,
    Scoring, Suicide, Tax, Ties, Vertex,
};

use crate::{
    Event, EventV2, PerColor, Player, PlayerCard, PlayerName, Points, ResultShape, RulesShape, SettingsShape,
    Text, WaitsShape,
};

/// A game as lists and the lobby show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// The game.
    pub id: Text<GameId>,
    /// The number of the last event.
    pub seq: u32,
    /// `open`, `playing`, `scoring` or `finished`.
    #[schemars(extend("enum" = crate::patterns::phases()))]
    pub phase: String,
    /// When the game was made.
    pub created_at: Millis,
    /// When the last event happened.
    pub updated_at: Millis,
    /// The agreements before the first move.
    pub settings: SettingsShape,
    /// Who made the game.
    pub creator: PlayerCard,
    /// The players, once there are two.
    pub players: PerColor<Option<PlayerCard>>,
    /// Whose turn it is, while stones are played.
    pub to_move: Option<Text<Color>>,
    /// How many moves were made, in games that are being played.
    pub move_count: usize,
    /// The stones of a game that is being played.
    #[schemars(regex(pattern = crate::patterns::STONES))]
    pub stones: Option<String>,
    /// The last stone that was played, if it was the last move.
    pub last_move: Option<Text<Vertex>>,
    /// The thing that the game waits for, while it is being played.
    pub waits: Option<WaitsShape>,
    /// The next task of each player.
    pub asked: PerColor<Option<Text<Asked>>>,
    /// The result, once there is one.
    pub result: Option<ResultShape>,
}

impl Summary {
    /// Shows a player by this card wherever the game shows the player. Answers whether that changed anything.
    pub fn rename(&mut self, card: &PlayerCard) -> bool {
        let PerColor { black, white } = &mut self.players;
        let shown = [Some(&mut self.creator), black.as_mut(), white.as_mut()];
        let mut changed = false;
        for old in shown.into_iter().flatten().filter(|old| old.id == card.id && *old != card) {
            old.clone_from(card);
            changed = true;
        }
        changed
    }
}

/// A game with its whole log, as a line of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameWithEvents {
    /// The game as lists show it.
    #[serde(flatten)]
    pub game: Summary,
    /// Its events.
    pub events: Vec<Event>,
}

/// A game with its whole log in version 2, as a line of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameWithEventsV2 {
    /// The game as lists show it.
    #[serde(flatten)]
    pub game: Summary,
    /// Its events.
    pub events: Vec<EventV2>,
}

/// A line of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum GameLine {
    /// The game as lists show it.
    Summary(Summary),
    /// The same with its whole log.
    WithEvents(GameWithEvents),
    /// The same with its whole log in version 2.
    WithEventsV2(GameWithEventsV2),
}

/// A page of a list of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameList {
    /// Newest first.
    pub games: Vec<Summary>,
    /// Where the next page begins, if there is one.
    pub next: Option<String>,
}

/// The events of a game above some number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventList {
    /// In their order.
    pub events: Vec<Event>,
    /// The number of the last event of the game.
    pub seq: u32,
}

/// The events of a game above some number, in version 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventListV2 {
    /// In their order.
    pub events: Vec<EventV2>,
    /// The number of the last event of the game.
    pub seq: u32,
}

/// The events of a game above some number, in the version that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum VersionedEventList {
    /// In version 1.
    V1(EventList),
    /// In version 2.
    V2(EventListV2),
}

/// An event in the version that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum VersionedEvent {
    /// In version 1.
    V1(Event),
    /// In version 2.
    V2(EventV2),
}

/// The answer to a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventAnswer {
    /// The event to which the command led.
    pub event: Event,
}

/// The body of `POST /guests`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewGuest {
    /// The name; the server makes one up when it is left out.
    #[schemars(length(min = 1, max = PlayerName::MAX))]
    pub name: Option<String>,
}

/// The answer to `POST /guests`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestAnswer {
    /// The new player.
    pub player: Player,
    /// Names the player in later requests. It is not told again.
    pub token: String,
}

/// The answer to `GET /me` and `GET /players/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerAnswer {
    /// The player.
    pub player: Player,
}

/// The answer to `GET /rules`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesAnswer {
    /// The presets.
    pub presets: Vec<PresetShape>,
    /// The values of each axis that has names for them.
    pub axes: BTreeMap<String, Vec<String>>,
    /// One board of each kind, by name.
    pub boards: Vec<Text<BoardName>>,
}

/// A preset and its defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PresetShape {
    /// The preset's name.
    pub preset: Text<Preset>,
    /// Points for White in an even game.
    pub komi: Points,
    /// Points for White in a handicap game.
    pub handicap_komi: Points,
    /// Every axis.
    pub rules: RulesShape,
}

impl RulesAnswer {
    /// The rules that this release knows.
    pub fn new() -> Self {
        let presets = Preset::ALL.iter().map(|preset| PresetShape {
            preset: Text(*preset),
            komi: Points(preset.komi()),
            handicap_komi: Points(preset.handicap_komi()),
            rules: RulesShape::new(*preset, &preset.rules()),
        });
        macro_rules! names {
            ($axis:ty) => {
                <$axis>::ALL.iter().map(|value| value.name().to_owned()).collect::<Vec<_>>()
            };
        }
        let axes = [
            ("repetition", names!(Repetition)),
            ("long_cycle", names!(LongCycle)),
            ("suicide", names!(Suicide)),
            ("scoring", names!(Scoring)),
            ("tax", names!(Tax)),
            ("dead", names!(Dead)),
            ("resume_first", names!(ResumeFirst)),
            ("handicap_bonus", names!(HandicapBonus)),
            ("placement", names!(Placement)),
            ("button", names!(Button)),
            ("ties", names!(Ties)),
        ];
        let axes = axes.into_iter().map(|(axis, values)| (axis.to_owned(), values)).collect();
        let boards = BoardName::EXAMPLES.iter().map(|name| Text(*name)).collect();
        Self { presets: presets.collect(), axes, boards }
    }
}

impl Default for RulesAnswer {
    fn default() -> Self {
        Self::new()
    }
}
