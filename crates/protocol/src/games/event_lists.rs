//! Events in the answers of REST, in the version that was asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Event, EventV2};

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
