//! What lists show of a game after an event.

use tengen_game::{Event, EventKind, State};
use tengen_store::Headline;

use super::opening_after::OpeningAfter;

/// The headline after an event that has yet to be applied to the state, if the event changes it: a phase begins, or the first moves
/// become others.
pub fn headline_after(state: &State, event: &Event) -> Option<Headline> {
    let opening = OpeningAfter::new(state, event);
    let phase = event.begins().or_else(|| opening.changes().then(|| state.phase()))?;
    let players = match &event.kind {
        EventKind::Joined { players } => Some(*players),
        _ => state.players(),
    };
    Some(Headline {
        phase,
        players,
        move_count: opening.after,
        result: event.result,
        opening: opening.settled(phase),
        delay: state.settings().delay(),
    })
}
