//! Moves in games that lists show: the lobby's updates of version 2 tell them without the rest of the game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Asked, GameId, Millis};
use tengen_rules::{Color, Point, Vertex};

use crate::changed::told;
use crate::{PerColor, Summary, Text, WaitsShape};

/// A game that the reader knows, and the members of its [`Summary`] that moves change. All other members are as they were.
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
    /// How many moves were made.
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
    /// The moves that lead from one entry of a game to a later one; nothing if something else has happened between them.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn summary(stones: &str, move_count: usize) -> Summary {
        let settings = serde_json::to_value(crate::SettingsShape::from(&settings())).unwrap();
        serde_json::from_value(json!({
            "id": "4t9x2m7k1q8w3c6v", "seq": move_count + 1, "phase": "playing", "created_at": 1, "updated_at": move_count,
            "settings": settings, "creator": {"id": "8k2q4w7m1x9c3v5b", "name": "Ann", "guest": true, "kind": "guest"},
            "players": {"black": null, "white": null}, "to_move": "white", "move_count": move_count, "stones": stones,
            "last_move": "Q16", "result": null, "waits": {"for": "move", "until": move_count},
            "asked": {"black": null, "white": "move"},
        }))
        .unwrap()
    }

    fn settings() -> tengen_game::Settings {
        let creator = "8k2q4w7m1x9c3v5b".parse().unwrap();
        let wish = tengen_game::NewGame::with_preset(tengen_rules::Preset::Japanese);
        tengen_game::Settings::new(creator, wish).unwrap()
    }

    #[test]
    fn moves_are_told_by_the_points_that_they_change() {
        let (before, after) = (summary("B.W.", 2), summary("BB.W", 4));
        let moved = Moved::between(&before, &after).unwrap();
        let told = json!({
            "id": "4t9x2m7k1q8w3c6v", "seq": 5, "updated_at": 4, "to_move": "white", "move_count": 4,
            "stones": [{"at": 1, "is": "B"}, {"at": 2, "is": "."}, {"at": 3, "is": "W"}],
            "last_move": "Q16", "waits": {"for": "move", "until": 4},
        });
        assert_eq!(serde_json::to_value(&moved).unwrap(), told);
        let mut reached = before.clone();
        serde_json::from_value::<Moved>(told).unwrap().apply(&mut reached);
        assert_eq!(reached, after);
        // The end of waiting is a change, too.
        let after = Summary { waits: None, ..after };
        let told = serde_json::to_value(Moved::between(&before, &after).unwrap()).unwrap();
        assert!(told["waits"].is_null() && told.get("waits").is_some());
        serde_json::from_value::<Moved>(told).unwrap().apply(&mut reached);
        assert_eq!(reached, after);
    }

    #[test]
    fn whatever_else_happens_to_a_game_is_no_move() {
        let before = summary("B.W.", 2);
        for after in [
            Summary { phase: "scoring".to_owned(), ..before.clone() },
            Summary { stones: None, ..before.clone() },
            Summary { created_at: 2, ..before.clone() },
            summary("B.W..", 3),
        ] {
            assert_eq!(Moved::between(&before, &after), None, "{after:?}");
        }
    }
}
