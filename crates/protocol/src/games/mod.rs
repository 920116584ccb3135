//! A game: its settings, its commands and events, and the whole of it.

mod aids;
mod beginning;
mod board;
mod changed;
mod clock;
mod command;
mod event;
mod event_lists;
mod new_game;
mod rules;
mod rules_choice;
mod rules_wish;
mod score;
mod sent_command;
mod settings;
mod snapshot;

pub use aids::{AidsShape, AidsWish};
pub use beginning::{BeginningShape, PositionShape};
pub use board::{BoardAnswer, BoardShape, BoardWish, CopyShape, PointShape};
pub use changed::{Changed, EventV2};
pub use clock::{
    ClockShape, PauseBudgetShape, PauseShape, PlayerTimeShape, Presence, Rematch, TimeSystemShape, UndoShape,
    WaitsShape, Whereabouts,
};
pub use command::{ClaimWish, Command};
pub use event::{EVENT_VERSION, Event, EventBody, Seated, StateAfter};
pub use event_lists::{EventAnswer, EventList, EventListV2, VersionedEvent, VersionedEventList};
pub(crate) use new_game::MOST_KOMI;
pub use new_game::{ColorWish, NewGame};
pub use rules::{PresetShape, RulesAnswer, RulesShape};
pub use rules_choice::{RulesChoice, RulesChoiceError};
pub use rules_wish::RulesWish;
pub use score::{NeutralPoint, ResultShape, ResultWord, ScoreLine, ScoreShape, Scoring};
pub use sent_command::SentCommand;
pub use settings::SettingsShape;
pub use snapshot::{IllegalPoint, MoveShape, Snapshot};
