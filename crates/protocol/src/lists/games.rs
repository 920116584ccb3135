//! Games as lists show them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Asked, GameId, Millis};
use tengen_rules::{Color, Vertex};

use crate::{Event, EventV2, PerColor, PlayerCard, ResultShape, SettingsShape, Text, WaitsShape};

/// A game as lists and the lobby show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// The game.
    pub id: Text<GameId>,
    /// The number of the last event.
    pub seq: u32,
    /// `open`, `playing`, `scoring` or `finished`.
    #[schemars(extend("enum" = crate::phases()))]
    pub phase: String,
    /// When the game was made.
    pub created_at: Millis,
    /// When the last event happened.
    pub updated_at: Millis,
    /// The agreements before the first move.
    pub settings: SettingsShape,
    /// The player who made the game.
    pub creator: PlayerCard,
    /// The players, once there are two.
    pub players: PerColor<Option<PlayerCard>>,
    /// Whose turn it is, while stones are played.
    pub to_move: Option<Text<Color>>,
    /// The number of moves that were made, in games that are being played.
    pub move_count: usize,
    /// The stones of a game that is being played.
    #[schemars(regex(pattern = crate::STONES))]
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
    /// The beginning of the next page, if there is one.
    pub next: Option<String>,
}
