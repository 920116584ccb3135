//! The views of a game: for each audience, as far as it may see the game now.

use tengen_game::{Earlier, Event as GameEvent, EventKind, Millis, PlayerId, State};
use tengen_protocol::view::{self, Audience, Subject};
use tengen_protocol::{
    Event, EventList, EventListV2, EventV2, Moved, Presence, Snapshot, StateAfter, Summary, Version,
    VersionedEventList,
};
use tengen_store::Opening;

use super::{LiveGame, damaged, fresh};
use crate::{Delay, RoomError, aside};

/// A log of more events than this is long.
const LONG: usize = 100;

impl LiveGame {
    /// The number of the last event that an audience may see now. Spectators of a delayed game are behind.
    pub fn visible(&self, audience: Audience) -> u32 {
        if self.behind(audience) == 0 {
            return self.state.seq();
        }
        let (delay, now) = (Delay::of(&self.row), self.clock.now());
        let visible = self.log.partition_point(|event| delay.is_over(event, now));
        u32::try_from(visible).unwrap_or(u32::MAX)
    }

    /// The events that an audience may see now.
    pub fn seen_log(&self, audience: Audience) -> &[GameEvent] {
        self.log.get(..self.visible(audience) as usize).unwrap_or_default()
    }

    /// By how many milliseconds an audience is behind.
    pub fn behind(&self, audience: Audience) -> Millis {
        match audience {
            Audience::Player(player)
                if self.state.color_of(player).is_some() || player == self.row.settings.creator() =>
            {
                0
            }
            _ => self.row.settings.delay(),
        }
    }

    /// The moment at which spectators may see the next event that is hidden from them.
    pub fn next_visible_at(&self) -> Option<Millis> {
        self.visible_after(self.visible(Audience::Spectator))
    }

    /// The moment from which on spectators may see the event after this number.
    pub(crate) fn visible_after(&self, seq: u32) -> Option<Millis> {
        self.log.get(seq as usize).map(|event| Delay::of(&self.row).until(event))
    }

    /// The whole game as an audience may see it.
    pub fn snapshot(
        &self,
        audience: Audience,
        presence: Presence,
        version: Version,
    ) -> Result<Snapshot, RoomError> {
        self.snapshot_until(self.visible(audience), audience, presence, version)
    }

    /// The whole game up to a number, for an audience that may see it so far.
    pub(crate) fn snapshot_until(
        &self,
        seq: u32,
        audience: Audience,
        presence: Presence,
        version: Version,
    ) -> Result<Snapshot, RoomError> {
        let presence = if self.behind(audience) > 0 { presence.without_claims() } else { presence };
        self.as_seen_until(seq, audience, |subject| {
            let subject = Subject { presence, ..subject };
            match version {
                Version::V1 => view::snapshot(&subject),
                Version::V2 => view::snapshot_v2(&subject, audience),
            }
        })
    }

    /// The game as lists show it, the same to everybody.
    pub fn summary(&self) -> Result<Summary, RoomError> {
        self.summary_for(Audience::Spectator)
    }

    /// The game in short as an audience sees it.
    pub fn summary_for(&self, audience: Audience) -> Result<Summary, RoomError> {
        self.as_seen_by(audience, |subject| view::summary(&subject))
    }

    /// The last event for an [entry](Self::summary) of the game before it, if it was a move, and nothing else has changed that everybody
    /// may see.
    pub fn moved(&self) -> Option<Moved> {
        let last = self.log.last()?;
        let is_move = matches!(last.kind, EventKind::Played { .. } | EventKind::Passed { .. });
        let fits = is_move && self.row.settings.delay() == 0;
        fits.then(|| view::moved(self.row.id, &self.state, last.at)).flatten()
    }

    /// The players; before both are there, the player who made the game, and the player to whom it is offered.
    pub fn participants(&self) -> impl Iterator<Item = PlayerId> {
        let settings = self.state.settings();
        let both = match self.state.players() {
            Some(players) => [Some(players.black), Some(players.white)],
            None => [Some(settings.creator()), settings.opponent()],
        };
        both.into_iter().flatten()
    }

    /// The first moves, as far as everybody may see them.
    pub fn opening(&self) -> Result<Opening, RoomError> {
        self.as_seen_by(Audience::Spectator, |subject| {
            Opening::of(subject.state.settings().topology(), subject.state.moves())
        })
    }

    /// The position after so many moves, or after the last one, if the audience may see so many.
    pub fn position_after(
        &self,
        moves: Option<usize>,
        audience: Audience,
    ) -> Result<Option<Earlier>, RoomError> {
        self.as_seen_by(audience, |subject| {
            subject.state.position_after(moves.unwrap_or(subject.state.moves().len()))
        })
    }

    /// The record of the game in SGF, with the address of the game if the server knows its own.
    pub fn record(&self, audience: Audience, site: Option<&str>) -> Result<String, RoomError> {
        self.as_seen_by(audience, |subject| tengen_records::record(&subject, site))
    }

    fn as_seen_by<T>(&self, audience: Audience, show: impl FnOnce(Subject<'_>) -> T) -> Result<T, RoomError> {
        self.as_seen_until(self.visible(audience), audience, show)
    }

    fn as_seen_until<T>(
        &self,
        seq: u32,
        audience: Audience,
        show: impl FnOnce(Subject<'_>) -> T,
    ) -> Result<T, RoomError> {
        let behind = self.behind(audience);
        if seq == self.state.seq() {
            return Ok(show(Subject { behind, ..self.subject(&self.state) }));
        }
        let mut state = fresh(&self.row)?;
        for event in self.log.iter().take(seq as usize) {
            state.apply(event).map_err(damaged)?;
        }
        Ok(show(Subject { behind, ..self.subject(&state) }))
    }

    /// The events above a number as an audience sees them. Each event carries the state after it, so the log is
    /// played through once more.
    pub fn events(&self, since: u32, audience: Audience) -> Result<Vec<Event>, RoomError> {
        self.events_until(self.visible(audience), since, audience)
    }

    /// The events above a number and up to another one.
    fn events_until(&self, until: u32, since: u32, audience: Audience) -> Result<Vec<Event>, RoomError> {
        if since >= until {
            return Ok(Vec::new());
        }
        if since + 1 == self.state.seq() {
            return Ok(vec![self.last_event_v1(audience)?]);
        }
        let mut state = fresh(&self.row)?;
        let mut events = Vec::new();
        for event in self.log.iter().take(until as usize) {
            state.apply(event).map_err(damaged)?;
            if event.seq > since {
                events.push(view::event(&self.subject(&state), event, audience));
            }
        }
        Ok(events)
    }

    /// The event of this number as an audience sees it.
    pub fn event(&self, seq: u32, audience: Audience) -> Result<Event, RoomError> {
        let events = self.events(seq.saturating_sub(1), audience)?;
        events.into_iter().next().ok_or_else(|| damaged(format_args!("event {seq} is missing")))
    }

    /// The last event in version 1 as an audience sees it, which may hear of it already.
    pub(crate) fn last_event_v1(&self, audience: Audience) -> Result<Event, RoomError> {
        let last = self.log.last().ok_or_else(|| damaged("an event is missing"))?;
        Ok(view::event(&self.subject(&self.state), last, audience))
    }

    /// The last event in version 2, and the state after it. `before` is the state before it.
    pub(crate) fn last_event_v2(&self, before: &StateAfter) -> Result<(EventV2, StateAfter), RoomError> {
        let last = self.log.last().ok_or_else(|| damaged("an event is missing"))?;
        let after = view::standing(&self.state);
        Ok((view::event_v2(&self.subject(&self.state), last, before, &after), after))
    }

    /// The state that the event of this number left, or the state of the game before its first event.
    pub(crate) fn standing_after(&self, seq: u32) -> Result<StateAfter, RoomError> {
        let mut state = fresh(&self.row)?;
        for event in self.log.iter().take(seq as usize) {
            state.apply(event).map_err(damaged)?;
        }
        Ok(view::standing(&state))
    }

    /// The events above a number in version 2 as an audience sees them. If the player to move is that audience, the last one
    /// has the illegal points.
    pub fn events_v2(&self, since: u32, audience: Audience) -> Result<Vec<EventV2>, RoomError> {
        self.events_v2_until(self.visible(audience), since, audience)
    }

    fn events_v2_until(&self, until: u32, since: u32, audience: Audience) -> Result<Vec<EventV2>, RoomError> {
        if since >= until {
            return Ok(Vec::new());
        }
        let mut state = fresh(&self.row)?;
        let mut before = if since == 0 { Some(view::standing(&state)) } else { None };
        let mut events = Vec::new();
        for event in self.log.iter().take(until as usize) {
            state.apply(event).map_err(damaged)?;
            if event.seq < since {
                continue;
            }
            let after = view::standing(&state);
            if let Some(before) = &before {
                events.push(view::event_v2(&self.subject(&state), event, before, &after));
            }
            before = Some(after);
        }
        if let Some(last) = events.last_mut() {
            last.changed.illegal = view::illegal_for(&state, audience);
        }
        Ok(events)
    }

    /// The events above a number as an audience sees them now, and the number of the last one.
    pub(crate) fn event_list(
        &self,
        since: u32,
        audience: Audience,
        version: Version,
    ) -> Result<VersionedEventList, RoomError> {
        self.event_list_until(self.visible(audience), since, audience, version)
    }

    /// The events above a number as an audience sees them, and the number of the last one, in a version of the protocol. The
    /// audience may see the game up to that number: time goes on meanwhile, and whoever is told a number is told no more than
    /// that. A long log takes some milliseconds, in which other tasks do not wait for this thread.
    pub(crate) fn event_list_until(
        &self,
        seq: u32,
        since: u32,
        audience: Audience,
        version: Version,
    ) -> Result<VersionedEventList, RoomError> {
        let list = || {
            Ok(match version {
                Version::V1 => {
                    let events = self.events_until(seq, since, audience)?;
                    VersionedEventList::V1(EventList { events, seq })
                }
                Version::V2 => {
                    let events = self.events_v2_until(seq, since, audience)?;
                    VersionedEventList::V2(EventListV2 { events, seq })
                }
            })
        };
        if self.log.len() > LONG { aside(list) } else { list() }
    }

    fn subject<'a>(&'a self, state: &'a State) -> Subject<'a> {
        let created_at = self.row.created_at;
        let updated_at: Millis = match state.seq() {
            0 => created_at,
            seq => self.log.get(seq as usize - 1).map_or(created_at, |event| event.at),
        };
        Subject {
            id: self.row.id,
            created_at,
            updated_at,
            cards: &self.cards,
            state,
            now: self.clock.now(),
            behind: 0,
            presence: Presence::default(),
            rematch: self.rematch.filter(|_| state.result().is_some()),
        }
    }
}
