//! Moves in games that lists show: the lobby's updates of version 2 tell them without the rest of the game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Asked, GameId, Millis};
use tengen_rules::{Color, Point, Vertex};

use crate::{PerColor, Summary, Text, WaitsShape, told};

/// A game that the reader knows, and the members of its [`Summary`] that moves change. All other members are
/// as they were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// The game.
    pub id: Text<GameId>,
    /// The number of the last event.
    pub seq: u32,
    /// When the last event happened.
    pub updated_at: Millis,
    /// Whose turn it is, while stones are played.
    pub to_move: Option<Text<Color>>,
    /// The number of moves that were made.
    pub move_count: usize,
    /// The points of the board that have changed.
    pub stones: Vec<ChangedPoint>,
    /// The last stone that was played, if it was the last move.
    pub last_move: Option<Text<Vertex>>,
    /// The thing that the game waits for, if that has changed.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<WaitsShape>")]
    pub waits: Option<Option<WaitsShape>>,
    /// The next task of each player, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PerColor<Option<Text<Asked>>>")]
    pub asked: Option<PerColor<Option<Text<Asked>>>>,
}

/// A point of the board that has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangedPoint {
    /// Its place in `stones`, from 0.
    pub at: usize,
    /// The character there now: `B`, `W` or `.`.
    #[schemars(with = "String", extend("enum" = ["B", "W", "."]))]
    pub is: char,
}

impl ChangedPoint {
    /// A point with its stone.
    pub(crate) fn of(point: Point, stone: Option<Color>) -> Self {
        let is = match stone {
            None => '.',
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
        };
        Self { at: point.index(), is }
    }
}

impl Moved {
    /// The moves that lead from one entry of a game to a later one; nothing if something else has happened
    /// between them.
    pub fn between(before: &Summary, after: &Summary) -> Option<Self> {
        let (Some(old), Some(new)) = (&before.stones, &after.stones) else { return None };
        let changed_points = old.chars().zip(new.chars()).enumerate().filter(|(_, (old, new))| old != new);
        let moved = Self {
            id: after.id,
            seq: after.seq,
            updated_at: after.updated_at,
            to_move: after.to_move,
            move_count: after.move_count,
            stones: changed_points.map(|(at, (_, is))| ChangedPoint { at, is }).collect(),
            last_move: after.last_move,
            waits: (before.waits != after.waits).then(|| after.waits.clone()),
            asked: (before.asked != after.asked).then_some(after.asked),
        };
        let mut reached = before.clone();
        moved.apply(&mut reached);
        (reached == *after).then_some(moved)
    }

    /// Brings the entry of the game before these moves up to date.
    pub fn apply(&self, summary: &mut Summary) {
        summary.seq = self.seq;
        summary.updated_at = self.updated_at;
        summary.to_move = self.to_move;
        summary.move_count = self.move_count;
        summary.last_move = self.last_move;
        if let Some(stones) = &mut summary.stones {
            for ChangedPoint { at, is } in &self.stones {
                // Each point is one letter of ASCII; anything else is not of this board.
                if stones.get(*at..=*at).is_some() && is.is_ascii() {
                    stones.replace_range(*at..=*at, is.encode_utf8(&mut [0; 4]));
                }
            }
        }
        if let Some(waits) = &self.waits {
            summary.waits.clone_from(waits);
        }
        if let Some(asked) = &self.asked {
            summary.asked = *asked;
        }
    }
}
