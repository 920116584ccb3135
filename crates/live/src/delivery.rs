//! Deliveries from rooms to connections: frames that are encoded once for all readers.

use std::sync::Arc;

use serde::Serialize;
use tengen_game::{CommandId, GameId};
use tengen_protocol::{Event, EventV2, Snapshot, Text, VersionedEventList};

use super::error::RoomError;
use super::shared_text::SharedText;

/// A frame on its way to connections. It was encoded once for all readers, and they share it. Each connection has room for
/// some deliveries.
#[derive(Debug)]
pub struct Delivery {
    /// The game.
    pub game: GameId,
    /// The frame of the socket.
    pub frame: SharedText,
    /// The event in the frame; nothing if the frame tells of something beside the game, such as presence.
    pub event: Option<DeliveredEvent>,
}

/// An event in a delivery.
#[derive(Debug)]
pub struct DeliveredEvent {
    /// The event's number.
    pub seq: u32,
    /// The event alone, as REST streams send it: a part of the frame.
    pub text: SharedText,
    /// Whether it is the last event of its game.
    pub last: bool,
}

impl Delivery {
    /// An event in version 1 as it goes out to connections.
    pub(crate) fn of_event(game: GameId, event: &Event) -> Result<Arc<Self>, RoomError> {
        Self::encode(game, event, event.seq, event.state.result.is_some())
    }

    /// An event in version 1 as it goes out to the player behind it, made from the same event as it goes out to all others, who are not
    /// told the command's id. The rest is not encoded again.
    pub(crate) fn with_command(&self, command: &CommandId) -> Result<Arc<Self>, RoomError> {
        const NONE: &str = r#""command":null"#;
        let event = self.event.as_ref().ok_or_else(|| damaged("a delivery has no event"))?;
        // The members before it are numbers and the actor's id.
        let (head, tail) =
            event.text.as_str().split_once(NONE).ok_or_else(|| damaged("an event names a command"))?;
        let command = serde_json::to_string(&Text(command)).map_err(damaged)?;
        Self::of_json(self.game, &[head, r#""command":"#, &command, tail].concat(), event.seq, event.last)
    }

    /// An event in version 2 as it goes out to connections.
    pub(crate) fn of_event_v2(game: GameId, event: &EventV2) -> Result<Arc<Self>, RoomError> {
        Self::encode(game, event, event.seq, event.is_last())
    }

    fn encode(game: GameId, event: &impl Serialize, seq: u32, last: bool) -> Result<Arc<Self>, RoomError> {
        Self::of_json(game, &serde_json::to_string(event).map_err(damaged)?, seq, last)
    }

    fn of_json(game: GameId, json: &str, seq: u32, last: bool) -> Result<Arc<Self>, RoomError> {
        let head = format!(r#"{{"type":"event","game":"{game}","event":"#);
        let (start, end) = (head.len(), head.len() + json.len());
        let frame = SharedText::from(head + json + "}");
        // Both ends lie between ASCII characters.
        let text = frame.part(start..end).ok_or_else(|| damaged("an event does not encode"))?;
        let event = DeliveredEvent { seq, text, last };
        Ok(Arc::new(Self { game, frame, event: Some(event) }))
    }

    /// The number of the event, if it is one.
    pub fn seq(&self) -> Option<u32> {
        self.event.as_ref().map(|event| event.seq)
    }
}

fn damaged(error: impl std::fmt::Display) -> RoomError {
    RoomError::Damaged(error.to_string())
}

/// The events that a reader has missed, in their order.
#[derive(Debug)]
pub enum Missed {
    /// They were read from the log.
    Read(VersionedEventList),
    /// They were still there, encoded.
    Kept(Vec<Arc<Delivery>>),
}

impl Missed {
    /// The events as they go out to a connection.
    pub fn encode(self, game: GameId) -> Result<Vec<Arc<Delivery>>, RoomError> {
        match self {
            Self::Read(VersionedEventList::V1(list)) => {
                list.events.iter().map(|event| Delivery::of_event(game, event)).collect()
            }
            Self::Read(VersionedEventList::V2(list)) => {
                list.events.iter().map(|event| Delivery::of_event_v2(game, event)).collect()
            }
            Self::Kept(deliveries) => Ok(deliveries),
        }
    }
}

/// The part of a game that a new subscriber has missed.
#[derive(Debug)]
pub enum CatchUp {
    /// All of the game, for a subscriber that knew nothing.
    Snapshot(Box<Snapshot>),
    /// The events above the number that the subscriber knew.
    Events {
        /// In their order.
        events: Missed,
        /// The number of the last one.
        seq: u32,
        /// Whether no more will come.
        finished: bool,
    },
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_player_behind_an_event_is_told_the_command_and_nothing_else_differs() {
        let event = json!({
            "seq": 7, "v": 4, "at": 1_790_000_000_000_i64, "actor": "8k2q4w7m1x9c3v5b", "command": null,
            "type": "passed", "color": "black", "lag": 0,
            "state": {
                "phase": "playing", "turn": 7, "to_move": "white", "prisoners": {"black": 0, "white": 0},
                "illegal": [], "clock": null, "clock_givable_at": null, "waits": null, "pause": null,
                "pauses_left": {"black": {"times": 0, "millis": 0}, "white": {"times": 0, "millis": 0}},
                "undo": null, "scoring": null, "resumptions_left": 0, "handicap_left": 0, "button": null,
                "pass_stones": false, "pass_ends": false, "result": null,
            },
        });
        let event: Event = serde_json::from_value(event).unwrap();
        let (game, id) = (GameId::from_entropy([1; 10]), "a-1".parse::<CommandId>().unwrap());
        let told = Delivery::of_event(game, &event).unwrap().with_command(&id).unwrap();
        let with_command = Event { command: Some(Text(id)), ..event };
        assert_eq!(told.frame, Delivery::of_event(game, &with_command).unwrap().frame);
        let told = told.event.as_ref().unwrap();
        let text: Value = serde_json::from_str(told.text.as_str()).unwrap();
        assert_eq!((told.seq, told.last, &text["command"]), (7, false, &json!("a-1")));
    }
}
