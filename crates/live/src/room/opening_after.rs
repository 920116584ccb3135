//! A game's first moves after an event. Games are searched by them.

use tengen_game::{Event, EventKind, Phase, State};

use tengen_store::Opening;

/// The moves that an event leaves.
pub(super) struct OpeningAfter<'a> {
    state: &'a State,
    event: &'a Event,
    before: usize,
    /// How many moves there are after the event.
    pub(super) after: usize,
}

impl<'a> OpeningAfter<'a> {
    /// The moves of a state after an event that has yet to be applied to it.
    pub(super) fn new(state: &'a State, event: &'a Event) -> Self {
        let before = state.moves().len();
        let after = match &event.kind {
            EventKind::UndoAccepted { moves, .. } => *moves as usize,
            _ => before + usize::from(event.is_move()),
        };
        Self { state, event, before, after }
    }

    /// Whether the row of the game changes: the last move of the opening is made or taken back.
    pub(super) fn changes(&self) -> bool {
        (self.before < Opening::MOVES) != (self.after < Opening::MOVES)
    }

    /// The opening, unless moves that belong to it may still come.
    pub(super) fn settled(&self, phase: Phase) -> Option<Opening> {
        let settled = self.after >= Opening::MOVES || matches!(phase, Phase::Scoring | Phase::Finished);
        settled.then(|| {
            let topology = self.state.settings().topology();
            let before = self.state.moves().iter().take(self.after).map(|made| Opening::part(topology, made));
            let now = match &self.event.kind {
                EventKind::Played { color, at, .. } => Some((*color, Some(topology.vertex(*at)))),
                EventKind::Passed { color, .. } => Some((*color, None)),
                _ => None,
            };
            Opening::new(before.chain(now))
        })
    }
}
