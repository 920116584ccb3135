//! What the passing of time alone leads to.

use crate::clock::FLAG_GRACE;
use crate::time_system::OPEN_GAME_WAITS;
use crate::{Event, EventKind, GameResult, Millis, Phase, ResultBy, State};

/// What a game waits for.
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
    /// What the game waits for, and until when. A game without a clock waits for ever once it has begun.
    pub fn waits(&self) -> Option<(Waiting, Millis)> {
        match self.phase {
            // The seat is the creator's wish; no event is newer than it.
            Phase::Open => Some((Waiting::Opponent, self.at + OPEN_GAME_WAITS)),
            Phase::Playing => {
                if !self.begun {
                    return Some((Waiting::FirstMove, self.first_move_by));
                }
                if let Some(pause) = &self.pause {
                    return Some((Waiting::Pause, pause.until));
                }
                let (_, flag) = self.clock.as_ref()?.flag()?;
                Some((Waiting::Move, flag))
            }
            Phase::Scoring => Some((Waiting::Agreement, self.agreement.as_ref()?.deadline)),
            Phase::Finished => None,
        }
    }

    /// When [`lapse`](Self::lapse) has something to say if nothing happens before: a little after what
    /// [`waits`](Self::waits) says, so that a command that came in time wins.
    pub fn due(&self) -> Option<Millis> {
        let (waiting, until) = self.waits()?;
        match waiting {
            Waiting::Move => self.clock.as_ref()?.flag_falls().map(|(_, at)| at),
            _ => Some(until + FLAG_GRACE),
        }
    }

    /// A time by which the game has to be looked at again if this event happens now, and nothing after it: never later
    /// than [`due`](Self::due) will say, and perhaps earlier. `None` if there is nothing to wait for.
    pub fn due_after(&self, event: &Event) -> Option<Millis> {
        match (&event.kind, &event.result) {
            (_, Some(_)) => None,
            // The one kind that comes in masses: it is not worth a copy of the game.
            (EventKind::Played { color, lag, .. }, None) => {
                let first = event.at + self.settings.patience().first_move;
                let flag = self.clock.as_ref().map(|clock| clock.earliest_flag(*color, event.at, *lag));
                [(!self.begun).then_some(first), flag].into_iter().flatten().min()
            }
            _ => {
                let mut next = self.clone();
                next.apply(event).ok()?;
                next.due()
            }
        }
    }

    /// The event that the passing of time alone has led to at the time `at`, if any.
    pub fn lapse(&self, at: Millis) -> Option<Event> {
        if at < self.due()? {
            return None;
        }
        let (kind, result) = match self.waits()?.0 {
            Waiting::Opponent | Waiting::FirstMove => {
                (EventKind::Aborted { color: None }, Some(GameResult::without_winner(ResultBy::Abort)))
            }
            Waiting::Move => {
                let (color, _) = self.clock.as_ref()?.flag()?;
                (EventKind::TimedOut { color }, Some(GameResult::lost(color, ResultBy::Time)))
            }
            Waiting::Pause => (EventKind::Unpaused { color: None }, None),
            Waiting::Agreement => (self.agreement_lapses(), None),
        };
        Some(self.servers_event(kind, result, at))
    }

    /// Gives back the time in which the game could not go on because no server was there, each outage once: what lies
    /// before the last event was given back before, or was nobody's loss.
    pub fn make_good(&self, outages: &[Outage], at: Millis) -> Option<Event> {
        if self.phase == Phase::Open {
            return None;
        }
        self.waits()?;
        let mut outages = outages.to_vec();
        outages.sort_unstable_by_key(|outage| outage.from);
        // Two servers may have seen the same outage, each a little differently.
        let mut counted = self.at;
        let mut millis = 0;
        for Outage { from, to } in outages {
            millis += (to.min(at) - from.max(counted)).max(0);
            counted = counted.max(to.min(at));
        }
        (millis > 0).then(|| self.servers_event(EventKind::Credited { millis }, None, at))
    }

    pub(crate) fn credit(&mut self, millis: Millis) {
        self.first_move_by = self.first_move_by.saturating_add(millis);
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
