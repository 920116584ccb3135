//! Events on their way to the disk.

use tengen_archive::StoredEvent;
use tengen_game::{GameId, Millis, Phase, PlayerId};
use tengen_rules::ByColor;
use tokio::sync::oneshot;

use crate::games::headline::Headline;
use crate::games::job::JobChange;
use crate::pool::StoreError;

/// An event to be stored.
#[derive(Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The event.
    pub event: StoredEvent,
    /// What lists show from now on, if that changes.
    pub headline: Option<Headline>,
    /// When the game has to be looked at again, if that is earlier than before.
    pub deadline: Option<Millis>,
    /// The jobs of the game that begin or end with the event, each kind at most once.
    pub jobs: Vec<JobChange>,
    /// How many [outages](super::Journal::outages) were known when the event was decided.
    pub outages: u64,
    /// Whether the event does no more than give back time: nobody waits for it.
    pub gives_back: bool,
    /// Events of the same game by which this one was decided, although nobody has read them in the log: another server has told of them. It
    /// is stored only if the log has each of these rows.
    pub premise: Vec<StoredEvent>,
    /// The players who sit down by the event. It is stored only if both are there: a deletion at the same moment waits for it, or
    /// has come first.
    pub seats: Option<ByColor<PlayerId>>,
}

impl Append {
    /// What decides between two writers.
    pub(crate) fn key(&self) -> (GameId, u32) {
        (self.game, self.event.seq)
    }

    /// When the game has to be looked at from now on, if the event changes that: earlier, or never again.
    pub(crate) fn new_deadline(&self) -> Option<NewDeadline> {
        let ends = self.headline.as_ref().is_some_and(|headline| headline.phase == Phase::Finished);
        if ends { Some(NewDeadline::None) } else { self.deadline.map(NewDeadline::At) }
    }

    /// Whether it is a row of the log and nothing else.
    pub(crate) fn is_plain(&self) -> bool {
        self.headline.is_none()
            && self.new_deadline().is_none()
            && self.jobs.is_empty()
            && self.seats.is_none()
    }

    /// The fingerprint of the command, as it is stored.
    pub(crate) fn fingerprint(&self) -> Option<i64> {
        self.event.command.as_ref().map(|command| command.fingerprint.cast_signed())
    }
}

/// When a game has to be looked at from an event on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NewDeadline {
    /// At this time.
    At(Millis),
    /// Never again.
    None,
}

impl NewDeadline {
    /// As a column has it.
    pub(crate) fn at(self) -> Option<Millis> {
        match self {
            Self::At(at) => Some(at),
            Self::None => None,
        }
    }
}

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk.
    Stored,
    /// Its number was there before: somebody else was faster. Or there was an outage that it does not know of, or its premise is not
    /// in the log, or one of those who sit down by it has been deleted. Nothing was changed.
    Conflict,
}

/// An event that waits for the writer.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) append: Append,
    /// Since when.
    pub(crate) since: Millis,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Waiting {
    pub(crate) fn new(
        append: Append,
        since: Millis,
        answer: oneshot::Sender<Result<Appended, StoreError>>,
    ) -> Self {
        Self { append, since, answer }
    }

    /// Tells the room. One that no longer waits will read the log when it is needed again.
    pub(crate) fn answer(self, outcome: Result<Appended, StoreError>) {
        let _ = self.answer.send(outcome);
    }
}
