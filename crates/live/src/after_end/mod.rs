//! Games that have ended: finished, and spectators have seen the end. Nothing more happens in them, so they need no room. They
//! are read from the log, a few are kept in memory, and the followers of one are [told](gatherings) of each other.

mod gatherings;
mod kept;

use std::sync::Arc;

use tengen_game::{GameId, PlayerId, Ruling};
use tengen_protocol::view::Audience;
use tengen_protocol::{Rematch, Snapshot, Text, Version};
use tengen_store::Store;
use tengen_trouble as trouble;

use super::live_game::damaged;
use super::request::Request;
use super::{CatchUp, LiveGame, Missed, OfGame, Outbox, RoomError, Rooms, Sent};

pub(super) use gatherings::Gatherings;
pub(super) use kept::KeptGames;

impl Rooms {
    /// Answers a request for a game that has ended.
    pub(super) async fn answer_after_end(&self, id: GameId, request: Request) {
        // If the asker waits no more, the answer is dropped, and nothing is lost.
        match request {
            Request::Command { sent, answer, .. } => {
                self.note_visit_after_end(id, Some(sent.actor));
                let seq =
                    self.ended_game(id).await.and_then(|game| known_as(&self.shared.store, &game, &sent));
                let _ = answer.send(seq);
            }
            Request::Rule { ruling, answer, .. } => {
                let refused = self.ended_game(id).await.and_then(|game| self.ruled_after_end(&game, ruling));
                let _ = answer.send(refused);
            }
            Request::Event { seq, audience, answer } => {
                let event = self.ended_game(id).await.and_then(|game| game.event(seq, audience));
                let _ = answer.send(event);
            }
            Request::Snapshot { audience, version, answer } => {
                self.note_visit_after_end(id, audience.player());
                let _ = answer.send(self.snapshot_after_end(id, audience, version).await);
            }
            Request::Events { since, audience, version, answer } => {
                self.note_visit_after_end(id, audience.player());
                let events = self.ended_game(id).await.and_then(|game| {
                    let content = game.event_list(since, audience, version)?;
                    Ok(OfGame { content, private: game.is_private() })
                });
                let _ = answer.send(events);
            }
            Request::Record { audience, answer } => {
                let record = self.ended_game(id).await.and_then(|game| {
                    let content = game.record(audience, self.shared.site.as_deref())?;
                    Ok(OfGame { content, private: game.is_private() })
                });
                let _ = answer.send(record);
            }
            Request::Subscribe { outbox, since, answer } => {
                let connection = outbox.connection;
                let missed = self.subscribe_after_end(id, outbox, since).await;
                if missed.is_err() {
                    self.shared.gatherings.leave(id, connection);
                }
                let _ = answer.send(missed);
            }
            Request::Unsubscribe { connection } => self.shared.gatherings.leave(id, connection),
            Request::State { read } => read.read(None),
            Request::Game { read } => match self.ended_game(id).await {
                Ok(game) => read.read(Ok(game.as_ref())),
                Err(error) => read.read(Err(error)),
            },
            Request::LookAt { answer } => drop(answer.send(self.put_off_for_ever(id).await)),
            Request::Rematch { rematch, answer } => {
                self.shared.gatherings.tell_of_rematch(id, rematch);
                let _ = answer.send(Ok(()));
            }
            Request::CatchUp { .. } => self.tell_of_end(id).await,
            // Nothing comes after the end.
            Request::Heard { .. }
            | Request::SeenElsewhere { .. }
            | Request::Renamed { .. }
            | Request::WatchedElsewhere
            | Request::Close => {}
        }
    }

    /// Refuses a ruling, for the game has ended.
    fn ruled_after_end(&self, game: &LiveGame, ruling: Ruling) -> Result<u32, RoomError> {
        game.state().rule(ruling, self.shared.clock.now())?;
        Err(goes_on(&self.shared.store, game))
    }

    /// A game that has ended, from memory or from its log.
    async fn ended_game(&self, id: GameId) -> Result<Arc<LiveGame>, RoomError> {
        if let Some(game) = self.shared.kept.find(id) {
            return Ok(game);
        }
        let game = Arc::new(LiveGame::load(&self.shared.store, id).await?);
        self.shared.kept.keep(&game);
        Ok(game)
    }

    /// Tells the readers of an end that another server has stored. A room that found it in the log has told nobody.
    async fn tell_of_end(&self, id: GameId) {
        let readers = &self.shared.readers;
        let outcomes = match self.ended_game(id).await {
            // Spectators hear of it whatever comes of the players' news.
            Ok(game) => [readers.stored(&game), readers.shown(&game)],
            Err(error) => [Err(error), Ok(())],
        };
        for error in outcomes.into_iter().filter_map(Result::err) {
            trouble::log_in_game(id, "somebody is not told of an end", error);
        }
    }

    fn note_visit_after_end(&self, id: GameId, player: Option<PlayerId>) {
        if let Some(player) = player {
            self.shared.gatherings.seen(id, player);
        }
    }

    async fn snapshot_after_end(
        &self,
        id: GameId,
        audience: Audience,
        version: Version,
    ) -> Result<Snapshot, RoomError> {
        let game = self.ended_game(id).await?;
        let presence = self.shared.gatherings.presence(id, game.state().players());
        let mut snapshot = game.snapshot(audience, presence, version)?;
        // Of such a game the rematch alone still changes, and whether it counts.
        let offer = self.shared.store.rematch(id).await?;
        snapshot.voided_at = self.shared.store.voided_at(id).await?;
        snapshot.rematch = offer.map(|(game, by)| Rematch { game: Text(game), by: Text(by) });
        Ok(snapshot)
    }

    async fn subscribe_after_end(
        &self,
        id: GameId,
        outbox: Outbox,
        since: Option<u32>,
    ) -> Result<CatchUp, RoomError> {
        let game = self.ended_game(id).await?;
        let (audience, version) = (outbox.audience(), outbox.version);
        // Added before the game is read, so that no offer of a rematch falls between reading and listening.
        self.shared.gatherings.join(id, game.state().players(), outbox);
        match since {
            None => Ok(CatchUp::Snapshot(Box::new(self.snapshot_after_end(id, audience, version).await?))),
            Some(since) => {
                let events = Missed::Read(game.event_list(since, audience, version)?);
                Ok(CatchUp::Events { events, seq: game.visible(audience), finished: true })
            }
        }
    }

    /// An ended game has no deadline, whatever the table says.
    async fn put_off_for_ever(&self, id: GameId) -> Result<(), RoomError> {
        let seen = self.shared.store.deadline(id).await?;
        if seen.is_some() {
            self.shared.store.put_off(id, seen, None).await?;
        }
        Ok(())
    }
}

/// The number of the event to which a command led when it was sent before. Any other command is refused.
fn known_as(store: &Store, game: &LiveGame, sent: &Sent) -> Result<u32, RoomError> {
    let state = game.state();
    if let Some(id) = &sent.id
        && let Some(seq) = state.accepted_as(sent.actor, id, &sent.command)?
    {
        return Ok(seq);
    }
    state.decide(sent.actor, sent.id.clone(), &sent.command, sent.moment)?;
    Err(goes_on(store, game))
}

/// The error of a game that has ended and would accept something.
fn goes_on(store: &Store, game: &LiveGame) -> RoomError {
    let error = "a game that has ended would go on";
    store.name_damaged(game.id(), error);
    damaged(error)
}
