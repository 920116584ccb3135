//! The events that time alone causes.

use crate::clock::FLAG_GRACE;
use crate::given_clock::NO_MOVE_BEFORE_CLOCK;
use crate::time_system::OPEN_GAME_WAITS;
use crate::{Event, EventKind, GameResult, Millis, Phase, ResultBy, State};

/// The thing that a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Waiting {
    /// An opponent. Then the game is called off.
    Opponent,
    /// One of the first moves. Then the game is called off.
    FirstMove,
    /// A move, while time runs. Then the player has lost.
    Move,
    /// The end of a pause. Then time runs again.
    Pause,
    /// Agreement on dead stones. Then play goes on.
    Agreement,
}

impl Waiting {
    /// Everything a game may wait for.
    pub const ALL: [Self; 5] = [Self::Opponent, Self::FirstMove, Self::Move, Self::Pause, Self::Agreement];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opponent => "opponent",
            Self::FirstMove => "first_move",
            Self::Move => "move",
            Self::Pause => "pause",
            Self::Agreement => "agreement",
        }
    }
}

/// A time during which no server was there for the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last seen.
    pub from: Millis,
    /// When one was there again.
    pub to: Millis,
}

impl State {
    /// The thing that the game waits for, and until when. A game without a clock waits for ever once it has
    /// begun.
    pub fn waits(&self) -> Option<(Waiting, Millis)> {
        match self.phase {
            // The seat is the creator's wish; no event is newer than it.
            Phase::Open => Some((Waiting::Opponent, self.at + OPEN_GAME_WAITS)),
            Phase::Playing | Phase::Scoring if let Some(pause) = &self.pause => {
                Some((Waiting::Pause, pause.until))
            }
            Phase::Playing => {
                if !self.begun {
                    // A local game keeps nobody waiting.
                    return (!self.settings.local()).then_some((Waiting::FirstMove, self.first_move_by));
                }
                let (_, flag) = self.clock.as_ref()?.flag()?;
                Some((Waiting::Move, flag))
            }
            Phase::Scoring => Some((Waiting::Agreement, self.agreement.as_ref()?.deadline)),
            Phase::Finished => None,
        }
    }

    /// When [`lapse`](Self::lapse) has an event, if no other comes before. That is a little after the time of
    /// [`waits`](Self::waits), so that a command that came in time wins.
    pub fn due(&self) -> Option<Millis> {
        let (waiting, until) = self.waits()?;
        match waiting {
            Waiting::Move => self.clock.as_ref()?.flag_falls().map(|(_, at)| at),
            _ => Some(until + FLAG_GRACE),
        }
    }

    /// When the server has to look at the game again, if no event comes before. That is when the game is due.
    /// A game that waits for nothing is looked at when outages cease to cost its players anything, since
    /// until then the server has to take note of outages.
    pub fn look_again_at(&self, now: Millis) -> Option<Millis> {
        self.due().or_else(|| self.clock_givable_at().filter(|at| *at > now))
    }

    /// A time by which the game has to be looked at again, if this event happens now and none comes after it.
    /// It is never later than the answer of [`look_again_at`](Self::look_again_at) after the event, and
    /// perhaps earlier. `None` if the game will wait for nothing.
    pub fn due_after(&self, event: &Event) -> Option<Millis> {
        match (&event.kind, &event.result) {
            (_, Some(_)) => None,
            // The one kind that comes in masses: it is not worth a copy of the game.
            (EventKind::Played { color, lag, .. }, None) => {
                let first = event.at + self.settings.patience().first_move;
                let flag = self.clock.as_ref().map(|clock| clock.earliest_flag(*color, event.at, *lag));
                let givable = self.clock.is_none().then(|| event.at + NO_MOVE_BEFORE_CLOCK);
                [(!self.begun && !self.settings.local()).then_some(first), flag, givable]
                    .into_iter()
                    .flatten()
                    .min()
            }
            _ => {
                let mut next = self.clone();
                next.apply(event).ok()?;
                next.look_again_at(event.at)
            }
        }
    }

    /// The event that the passing of time alone has led to at the time `at`, if any.
    pub fn lapse(&self, at: Millis) -> Option<Event> {
        if at < self.due()? {
            return None;
        }
        let (kind, result) = match self.waits()?.0 {
            Waiting::Opponent | Waiting::FirstMove => (
                EventKind::Aborted { color: None, reason: None },
                Some(GameResult::without_winner(ResultBy::Abort)),
            ),
            Waiting::Move => {
                let (color, _) = self.clock.as_ref()?.flag()?;
                (EventKind::TimedOut { color }, Some(GameResult::lost(color, ResultBy::Time)))
            }
            Waiting::Pause => (EventKind::Unpaused { color: None }, None),
            Waiting::Agreement => (self.agreement_lapses(), None),
        };
        Some(self.servers_event(kind, result, at))
    }

    /// Gives back the time in which the game could not go on because no server was there. Each outage is
    /// given back once: only the part after the game's last event counts, because the part before was given
    /// back with that event, or cost no player anything.
    pub fn make_good(&self, outages: &[Outage], at: Millis) -> Option<Event> {
        let counts_until = self.time_counts_until()?;
        let mut outages = outages.to_vec();
        outages.sort_unstable_by_key(|outage| outage.from);
        // Two servers may have seen the same outage, each a little differently.
        let mut counted = self.at;
        let mut millis = 0;
        for Outage { from, to } in outages {
            let from = from.max(counted);
            if from >= counts_until.saturating_add(millis) {
                break;
            }
            millis += (to.min(at) - from).max(0);
            counted = counted.max(to.min(at));
        }
        (millis > 0).then(|| self.servers_event(EventKind::Credited { millis }, None, at))
    }

    /// Until when an outage costs a player something: as long as the game waits for something, and in a game
    /// without a clock until it may be given one. `None` where an outage costs nothing, and while the game is
    /// open.
    ///
    /// In a pause of the staff it costs nothing. All times stand still until the event that ends the pause,
    /// however late that comes, so nobody's deadline passes meanwhile; and a credit would make the pause
    /// longer than it was ruled.
    pub fn time_counts_until(&self) -> Option<Millis> {
        match self.phase {
            Phase::Open => None,
            _ if self.staff_pause().is_some() => None,
            _ if self.waits().is_some() => Some(Millis::MAX),
            _ => self.clock_givable_at(),
        }
    }

    pub(crate) fn credit(&mut self, millis: Millis) {
        if self.staff_pause().is_some() {
            return;
        }
        self.first_move_by = self.first_move_by.saturating_add(millis);
        self.moved_at = self.moved_at.saturating_add(millis);
        if let Some(clock) = &mut self.clock {
            clock.credit(millis);
        }
        if let Some(pause) = &mut self.pause {
            pause.since += millis;
            pause.until += millis;
        }
        if let Some(agreement) = &mut self.agreement {
            agreement.deadline += millis;
        }
    }

    fn servers_event(&self, kind: EventKind, result: Option<GameResult>, at: Millis) -> Event {
        Event { seq: self.seq + 1, at: at.max(self.at), actor: None, command: None, kind, result }
    }
}
