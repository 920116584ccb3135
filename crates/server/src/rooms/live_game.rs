//! A game in memory: its settings, its log, the state they add up to, and the names to show.

use axum::extract::ws::Utf8Bytes;
use tengen_game::{Event as GameEvent, EventKind, GameId, Millis, PlayerId, State};
use tengen_protocol::view::{self, Audience, Subject};
use tengen_protocol::{Event, PlayerCard, Snapshot, Summary, sgf};

use super::{Delivery, RoomError};
use crate::store::{GameRow, Store};

/// A game in memory.
#[derive(Debug)]
pub struct LiveGame {
    row: GameRow,
    cards: Vec<PlayerCard>,
    log: Vec<GameEvent>,
    state: State,
}

impl LiveGame {
    /// A new game of this player, as it is before its first event.
    pub fn new(row: GameRow, creator: PlayerCard) -> Result<Self, RoomError> {
        let state = State::new(row.settings.clone()).map_err(damaged)?;
        Ok(Self { row, cards: vec![creator], log: Vec::new(), state })
    }

    /// Reads a game from the database and plays its log through.
    pub async fn load(store: &Store, id: GameId) -> Result<Self, RoomError> {
        let row = store.game(id).await?.ok_or(RoomError::NoSuchGame)?;
        let log = store.events(&row, 0).await?;
        let state = State::new(row.settings.clone()).map_err(damaged)?;
        let mut game = Self { row, cards: Vec::new(), log: Vec::with_capacity(log.len()), state };
        game.add_card(store, game.row.settings.creator()).await?;
        for event in log {
            game.apply(store, event).await?;
        }
        Ok(game)
    }

    /// Takes up the next event. If that fails, the game is as it was before.
    pub async fn apply(&mut self, store: &Store, event: GameEvent) -> Result<(), RoomError> {
        if let EventKind::Joined { players } = &event.kind {
            self.add_card(store, players.black).await?;
            self.add_card(store, players.white).await?;
        }
        self.state.apply(&event).map_err(damaged)?;
        self.log.push(event);
        Ok(())
    }

    /// Takes up the events that somebody else has stored meanwhile, and answers how many there were.
    pub async fn catch_up(&mut self, store: &Store) -> Result<usize, RoomError> {
        let missed = store.events(&self.row, self.state.seq()).await?;
        let count = missed.len();
        for event in missed {
            self.apply(store, event).await?;
        }
        Ok(count)
    }

    async fn add_card(&mut self, store: &Store, player: PlayerId) -> Result<(), RoomError> {
        if self.cards.iter().all(|card| card.id.0 != player)
            && let Some(player) = store.player(player).await?
        {
            self.cards.push(PlayerCard::from(&player));
        }
        Ok(())
    }

    /// When the game was made.
    pub fn created_at(&self) -> Millis {
        self.row.created_at
    }

    /// The state that the log adds up to.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whose doing the last event was.
    pub fn last_actor(&self) -> Option<PlayerId> {
        self.log.last().map(|event| event.actor)
    }

    /// The whole game.
    pub fn snapshot(&self) -> Snapshot {
        view::snapshot(&self.subject(&self.state))
    }

    /// The game as lists show it.
    pub fn summary(&self) -> Summary {
        view::summary(&self.subject(&self.state))
    }

    /// The record of the game in SGF.
    pub fn record(&self) -> String {
        sgf::record(&self.subject(&self.state))
    }

    /// The events above a number as an audience sees them. Each tells the state that it left behind, so the log is
    /// played through once more.
    pub fn events(&self, since: u32, audience: Audience) -> Result<Vec<Event>, RoomError> {
        if since >= self.state.seq() {
            return Ok(Vec::new());
        }
        if since + 1 == self.state.seq()
            && let Some(last) = self.log.last()
        {
            return Ok(vec![view::event(&self.subject(&self.state), last, audience)]);
        }
        let mut state = State::new(self.row.settings.clone()).map_err(damaged)?;
        let mut events = Vec::new();
        for event in &self.log {
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

    /// The last event, encoded for an audience.
    pub fn delivery(&self, audience: Audience) -> Result<Delivery, RoomError> {
        let event = self.event(self.state.seq(), audience)?;
        let json = serde_json::to_string(&event).map_err(damaged)?;
        let head = format!(r#"{{"type":"event","game":"{}","event":"#, self.row.id);
        let (start, end) = (head.len(), head.len() + json.len());
        let frame = Utf8Bytes::from(head + &json + "}");
        // Slices of the frame share its memory. Both ends lie between ASCII characters.
        let event = Utf8Bytes::try_from(axum::body::Bytes::from(frame.clone()).slice(start..end));
        let event = event.map_err(damaged)?;
        Ok(Delivery { game: self.row.id, seq: self.state.seq(), frame, event, last: self.is_finished() })
    }

    /// Whether nothing more will happen.
    pub fn is_finished(&self) -> bool {
        self.state.result().is_some()
    }

    fn subject<'a>(&'a self, state: &'a State) -> Subject<'a> {
        let created_at = self.row.created_at;
        let updated_at: Millis = match state.seq() {
            0 => created_at,
            seq => self.log.get(seq as usize - 1).map_or(created_at, |event| event.at),
        };
        Subject { id: self.row.id, created_at, updated_at, cards: &self.cards, state }
    }
}

/// The error of a log that does not read back.
pub(super) fn damaged(error: impl std::fmt::Display) -> RoomError {
    RoomError::Damaged(error.to_string())
}
