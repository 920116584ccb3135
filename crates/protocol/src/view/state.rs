//! The part of a game's state that an event may change, as clients see it.

use tengen_game::{Millis, State};
use tengen_rules::{Color, Point, Topology};

use crate::{
    ClockShape, IllegalPoint, NeutralPoint, PerColor, ResultShape, ScoreShape, Scoring, StateAfter, Text,
    WaitsShape, vertices,
};

/// The points where the player to move may not play.
pub(super) fn illegal_points(state: &State) -> Vec<IllegalPoint> {
    let topology = state.settings().topology();
    let illegal = state
        .illegal_points()
        .into_iter()
        .map(|(at, rule)| IllegalPoint { at: Text(topology.vertex(at)), rule: rule.rule().to_owned() });
    illegal.collect()
}

/// The state with its clock as it is at this moment, and with these illegal points.
pub(super) fn state_after(state: &State, at: Millis, illegal: Vec<IllegalPoint>) -> StateAfter {
    StateAfter {
        phase: state.phase().name().to_owned(),
        turn: state.turn(),
        to_move: state.to_move().map(Text),
        prisoners: PerColor::from(state.prisoners()),
        illegal,
        ko: state.ko().map(|at| Text(state.settings().topology().vertex(at))),
        clock: state.clock().map(|clock| ClockShape::new(clock, at)),
        clock_givable_at: state.clock_givable_at(),
        waits: waits(state),
        pause: state.pause().map(Into::into),
        pauses_left: PerColor {
            black: state.pauses_left(Color::Black).into(),
            white: state.pauses_left(Color::White).into(),
        },
        undo: state.undo_request().map(Into::into),
        scoring: scoring(state),
        resumptions_left: state.resumptions_left(),
        handicap_left: state.handicap_left(),
        button: state.button().map(Text),
        pass_stones: state.passes_cost_a_stone(),
        pass_ends: state.pass_ends_play(),
        result: state.result().as_ref().map(ResultShape::from),
    }
}

pub(super) fn waits(state: &State) -> Option<WaitsShape> {
    state.waits().map(|(what, until)| WaitsShape { what: what.name().to_owned(), until })
}

fn scoring(state: &State) -> Option<Scoring> {
    let agreement = state.agreement()?;
    let topology = state.settings().topology();
    // The marks were checked before they were stored, so there is a score.
    let score = state.score_with(&agreement.marks).ok()?;
    Some(Scoring {
        version: agreement.version,
        dead: vertices(topology, &agreement.marks.dead),
        neutral: vertices(topology, &agreement.marks.neutral),
        proposed_neutral: NeutralPoint::of(topology, &agreement.proposed_neutral),
        unsettled: vertices(topology, &agreement.unsettled),
        accepted: PerColor::from(agreement.accepted),
        proposals_left: PerColor::from(agreement.proposals_left),
        deadline: agreement.deadline,
        owners: owners(topology, |point| score.owners[point.index()]),
        open_borders: vertices(topology, &score.open_borders),
        score: ScoreShape::from(&score),
    })
}

fn owners(topology: &Topology, owner: impl Fn(Point) -> Option<Color>) -> String {
    let letter = |point| match owner(point) {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => '.',
    };
    topology.points().map(letter).collect()
}
