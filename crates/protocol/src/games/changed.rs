//! Events of version 2: each carries the parts of the state that it has changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, PlayerId};
use tengen_rules::{Color, Vertex};

use crate::{
    ClockShape, Event, EventBody, IllegalPoint, PauseBudgetShape, PauseShape, PerColor, ResultShape, Scoring,
    Snapshot, StateAfter, Text, UndoShape, WaitsShape, told,
};

/// An event of version 2, and the parts of the state that it has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventV2 {
    /// The event's number: 1 for a game's first, without gaps.
    pub seq: u32,
    /// The version of the body's shape.
    pub v: u32,
    /// When.
    pub at: Millis,
    /// Whose doing it was; nobody's if only time has passed, or if the server's staff has ruled.
    pub actor: Option<Text<PlayerId>>,
    /// The event's own content.
    #[serde(flatten)]
    pub body: EventBody,
    /// The parts of the state that it has changed.
    pub changed: Changed,
}

impl EventV2 {
    /// The event in version 1, with the state that it has led to. The id of its command is not known here.
    pub fn with_state(self, state: StateAfter) -> Event {
        let Self { seq, v, at, actor, body, .. } = self;
        Event { seq, v, at, actor, command: None, body, state }
    }

    /// Whether it is the last event of its game.
    pub fn is_last(&self) -> bool {
        matches!(self.changed.result, Some(Some(_)))
    }
}

/// The members of a state that an event has changed. A member that is left out is as it was before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    /// `open`, `playing`, `scoring` or `finished`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", extend("enum" = crate::phases()))]
    pub phase: Option<String>,
    /// Counts every change of the position or of the player to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub turn: Option<u32>,
    /// Whose turn it is, while stones are played.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Text<Color>>")]
    pub to_move: Option<Option<Text<Color>>>,
    /// The prisoners of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PerColor<u32>")]
    pub prisoners: Option<PerColor<u32>>,
    /// The points where the player to move may not play, if there are any; for that player alone. They hold
    /// until `turn` or `to_move` changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub illegal: Vec<IllegalPoint>,
    /// The ko in which the player to move may not take back now.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Text<Vertex>>")]
    pub ko: Option<Option<Text<Vertex>>>,
    /// The clock as this left it, if time is measured.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ClockShape>")]
    pub clock: Option<Option<ClockShape>>,
    /// From when on either player may give the game a clock, if it has none and stones are played.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Millis>")]
    pub clock_givable_at: Option<Option<Millis>>,
    /// The thing that the game waits for.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<WaitsShape>")]
    pub waits: Option<Option<WaitsShape>>,
    /// The pause, while the game is paused.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<PauseShape>")]
    pub pause: Option<Option<PauseShape>>,
    /// The pauses that each player has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PerColor<PauseBudgetShape>")]
    pub pauses_left: Option<PerColor<PauseBudgetShape>>,
    /// The request to take back that waits for an answer.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<UndoShape>")]
    pub undo: Option<Option<UndoShape>>,
    /// The marks and the score they lead to.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Scoring>")]
    pub scoring: Option<Option<Scoring>>,
    /// The number of times that play may still be resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub resumptions_left: Option<u8>,
    /// The handicap stones that Black has still to place before White's first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub handicap_left: Option<u8>,
    /// The player who took the button, where there is one.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Text<Color>>")]
    pub button: Option<Option<Text<Color>>>,
    /// Whether a pass hands over a stone now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub pass_stones: Option<bool>,
    /// Whether a pass ends play now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub pass_ends: Option<bool>,
    /// The result, once there is one.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ResultShape>")]
    pub result: Option<Option<ResultShape>>,
}

impl Changed {
    /// The changes that lead from one state to another, but for the illegal points, which not everybody is
    /// told.
    pub fn between(before: &StateAfter, after: &StateAfter) -> Self {
        Self {
            phase: new(&before.phase, &after.phase),
            turn: new(&before.turn, &after.turn),
            to_move: new(&before.to_move, &after.to_move),
            prisoners: new(&before.prisoners, &after.prisoners),
            illegal: Vec::new(),
            ko: new(&before.ko, &after.ko),
            clock: new(&before.clock, &after.clock),
            clock_givable_at: new(&before.clock_givable_at, &after.clock_givable_at),
            waits: new(&before.waits, &after.waits),
            pause: new(&before.pause, &after.pause),
            pauses_left: new(&before.pauses_left, &after.pauses_left),
            undo: new(&before.undo, &after.undo),
            scoring: new(&before.scoring, &after.scoring),
            resumptions_left: new(&before.resumptions_left, &after.resumptions_left),
            handicap_left: new(&before.handicap_left, &after.handicap_left),
            button: new(&before.button, &after.button),
            pass_stones: new(&before.pass_stones, &after.pass_stones),
            pass_ends: new(&before.pass_ends, &after.pass_ends),
            result: new(&before.result, &after.result),
        }
    }

    /// Whether illegal points that were told before hold no more.
    pub fn ends_illegal_points(&self) -> bool {
        self.turn.is_some() || self.to_move.is_some()
    }
}

impl StateAfter {
    /// Takes up the changes of the next event. Whoever is not to move is not told the illegal points: they
    /// are empty then.
    pub fn apply(&mut self, changed: Changed) {
        let forgets = changed.ends_illegal_points() || !changed.illegal.is_empty();
        let Changed {
            phase,
            turn,
            to_move,
            prisoners,
            illegal,
            ko,
            clock,
            clock_givable_at,
            waits,
            pause,
            pauses_left,
            undo,
            scoring,
            resumptions_left,
            handicap_left,
            button,
            pass_stones,
            pass_ends,
            result,
        } = changed;
        if forgets {
            self.illegal = illegal;
        }
        take(&mut self.phase, phase);
        take(&mut self.turn, turn);
        take(&mut self.to_move, to_move);
        take(&mut self.prisoners, prisoners);
        take(&mut self.ko, ko);
        take(&mut self.clock, clock);
        take(&mut self.clock_givable_at, clock_givable_at);
        take(&mut self.waits, waits);
        take(&mut self.pause, pause);
        take(&mut self.pauses_left, pauses_left);
        take(&mut self.undo, undo);
        take(&mut self.scoring, scoring);
        take(&mut self.resumptions_left, resumptions_left);
        take(&mut self.handicap_left, handicap_left);
        take(&mut self.button, button);
        take(&mut self.pass_stones, pass_stones);
        take(&mut self.pass_ends, pass_ends);
        take(&mut self.result, result);
    }
}

impl From<&Snapshot> for StateAfter {
    /// The part of a snapshot from which the next event's changes lead on.
    fn from(snapshot: &Snapshot) -> Self {
        Self {
            phase: snapshot.phase.clone(),
            turn: snapshot.turn,
            to_move: snapshot.to_move,
            prisoners: snapshot.prisoners,
            illegal: snapshot.illegal.clone(),
            ko: snapshot.ko,
            clock: snapshot.clock,
            clock_givable_at: snapshot.clock_givable_at,
            waits: snapshot.waits.clone(),
            pause: snapshot.pause,
            pauses_left: snapshot.pauses_left,
            undo: snapshot.undo,
            scoring: snapshot.scoring.clone(),
            resumptions_left: snapshot.resumptions_left,
            handicap_left: snapshot.handicap_left,
            button: snapshot.button,
            pass_stones: snapshot.pass_stones,
            pass_ends: snapshot.pass_ends,
            result: snapshot.result.clone(),
        }
    }
}

/// The value after, if it is not that before.
fn new<T: PartialEq + Clone>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

fn take<T>(into: &mut T, changed: Option<T>) {
    if let Some(value) = changed {
        *into = value;
    }
}
