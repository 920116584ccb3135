//! A game in memory: its settings, its log, the state they add up to, and the names to show.

mod bytes;
mod seen;

use tengen_clock::Clock;
use tengen_game::{Event as GameEvent, EventKind, GameId, Millis, PlayerId, State};
use tengen_protocol::view::Audience;
use tengen_protocol::{PlayerCard, Rematch, Text};
use tengen_store::{GameRow, Store};

use super::RoomError;

/// A game in memory.
#[derive(Debug)]
pub struct LiveGame {
    clock: Clock,
    row: GameRow,
    cards: Vec<PlayerCard>,
    log: Vec<GameEvent>,
    state: State,
    /// The game that a player offers after this one.
    rematch: Option<Rematch>,
}

impl LiveGame {
    /// A new game of this player, as it is before its first event.
    pub fn new(clock: Clock, row: GameRow, creator: PlayerCard) -> Result<Self, RoomError> {
        let state = fresh(&row)?;
        Ok(Self { clock, row, cards: vec![creator], log: Vec::new(), state, rematch: None })
    }

    /// Reads a game from the database and plays its log through. A game that does not read back is named in the server's log.
    pub async fn load(store: &Store, id: GameId) -> Result<Self, RoomError> {
        let game = Self::read(store, id).await;
        name_damaged(store, id, &game);
        game
    }

    async fn read(store: &Store, id: GameId) -> Result<Self, RoomError> {
        let row = store.game(id).await?.ok_or(RoomError::NoSuchGame)?;
        let log = store.events(&row, 0).await?;
        let state = fresh(&row)?;
        let mut game = Self {
            clock: store.clock().clone(),
            row,
            cards: Vec::new(),
            log: Vec::with_capacity(log.len()),
            state,
            rematch: None,
        };
        game.add_card(store, game.row.settings.creator()).await?;
        if let Some(opponent) = game.row.settings.opponent() {
            game.add_card(store, opponent).await?;
        }
        for event in log {
            game.apply(store, event).await?;
        }
        if game.is_finished() {
            let offer = store.rematch(id).await?;
            game.rematch = offer.map(|(game, by)| Rematch { game: Text(game), by: Text(by) });
        }
        Ok(game)
    }

    /// A game out of its parts: the cards of its players, and the whole log.
    pub fn replay(
        clock: Clock,
        row: GameRow,
        cards: Vec<PlayerCard>,
        log: Vec<GameEvent>,
    ) -> Result<Self, RoomError> {
        let mut state = fresh(&row)?;
        for event in &log {
            state.apply(event).map_err(damaged)?;
        }
        Ok(Self { clock, row, cards, log, state, rematch: None })
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

    /// The events above a number as the database has them.
    pub(crate) async fn stored_above(&self, store: &Store, seq: u32) -> Result<Vec<GameEvent>, RoomError> {
        let stored = store.events(&self.row, seq).await.map_err(RoomError::from);
        name_damaged(store, self.id(), &stored);
        stored
    }

    /// The events above a number as they are here.
    pub(crate) fn above(&self, seq: u32) -> &[GameEvent] {
        self.log.get(seq as usize..).unwrap_or_default()
    }

    /// The event of a number, if the game is so far.
    pub(crate) fn numbered(&self, seq: u32) -> Option<&GameEvent> {
        self.log.get((seq as usize).checked_sub(1)?)
    }

    async fn add_card(&mut self, store: &Store, player: PlayerId) -> Result<(), RoomError> {
        if self.cards.iter().all(|card| card.id.0 != player)
            && let Some(player) = store.player(player).await?
        {
            self.cards.push(PlayerCard::from(&player));
        }
        Ok(())
    }

    /// Shows players by these cards from now on.
    pub(crate) fn rename(&mut self, cards: &[PlayerCard]) {
        for card in cards {
            for old in self.cards.iter_mut().filter(|old| old.id == card.id) {
                old.clone_from(card);
            }
        }
    }

    /// Adds the card of a player who is known already.
    #[must_use]
    pub fn with_card(mut self, card: PlayerCard) -> Self {
        self.cards.push(card);
        self
    }

    /// The game after which this one was offered.
    pub fn rematch_of(&self) -> Option<GameId> {
        self.row.rematch_of
    }

    /// Takes note of an offer of another game after this one, or of its end.
    pub(crate) fn offer_rematch(&mut self, rematch: Option<Rematch>) {
        self.rematch = rematch;
    }

    /// Whether everybody may find the game in lists. An open game with a kept seat concerns two players alone. A rematch of a
    /// delayed game looks open to others until they have seen the end of that game.
    pub fn is_public(&self) -> bool {
        let settings = &self.row.settings;
        let kept = self.visible(Audience::Spectator) == 0 && settings.opponent().is_some();
        !settings.private() && !kept
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.row.id
    }

    /// Whether only its players find the game in lists.
    pub fn is_private(&self) -> bool {
        self.row.settings.private()
    }

    /// The moment at which the game was made.
    pub fn created_at(&self) -> Millis {
        self.row.created_at
    }

    /// The state that the log adds up to.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The last event, whoever may see it.
    pub fn last_event(&self) -> Option<&GameEvent> {
        self.log.last()
    }

    /// The player who caused the last event.
    pub(crate) fn last_actor(&self) -> Option<PlayerId> {
        self.log.last().and_then(|event| event.actor)
    }

    /// Whether nothing more will happen.
    pub fn is_finished(&self) -> bool {
        self.state.result().is_some()
    }
}

/// A game before its first event.
fn fresh(row: &GameRow) -> Result<State, RoomError> {
    State::new(row.settings.clone(), row.created_at).map_err(damaged)
}

/// Names a game in the server's log that does not read back.
pub(super) fn name_damaged<T>(store: &Store, game: GameId, outcome: &Result<T, RoomError>) {
    if let Err(error) = outcome {
        error.name_game(store, game);
    }
}

/// The error of a log that does not read back.
pub(super) fn damaged(error: impl std::fmt::Display) -> RoomError {
    RoomError::Damaged(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_game::{Command, Moment, NewGame, Settings};
    use tengen_rules::Preset;

    use super::*;

    const BEGAN: Millis = 1_790_000_000_000;
    const DELAY: Millis = 60_000;

    #[tokio::test]
    async fn spectators_of_a_delayed_game_see_each_event_in_its_turn() {
        let [black, white] = [1, 2].map(|number| PlayerId::from_entropy([number; 10]));
        let wish = NewGame { delay: DELAY, ..NewGame::with_preset(Preset::Chinese) };
        let settings = Settings::new(black, wish).unwrap();
        let (mut state, mut log) = (State::new(settings.clone(), BEGAN).unwrap(), Vec::new());
        let mut does = |actor, id: &str, command: &Command, at| {
            let event = state.decide(actor, id.parse().ok(), command, Moment::at(at)).unwrap();
            state.apply(&event).unwrap();
            log.push(event);
        };
        does(white, "join", &Command::Join, BEGAN);
        does(black, "abort", &Command::Abort { reason: None }, BEGAN + 5_000);
        let (clock, hands) = Clock::by_hand(BEGAN + 5_000);
        let row = GameRow {
            id: GameId::from_entropy([1; 10]),
            created_at: BEGAN,
            settings,
            rematch_of: None,
            enclosed_in: None,
        };
        let game = LiveGame::replay(clock, row, Vec::new(), log).unwrap();
        // That somebody has sat down is no secret.
        let seen = || (game.visible(Audience::Spectator), game.next_visible_at());
        assert_eq!(seen(), (1, Some(BEGAN + 5_000 + DELAY)));
        assert_eq!(game.visible(Audience::Player(white)), 2);
        hands.pass(Duration::from_millis(DELAY.unsigned_abs() - 1)).await;
        assert_eq!(seen(), (1, Some(BEGAN + 5_000 + DELAY)));
        hands.pass(Duration::from_millis(1)).await;
        assert_eq!(seen(), (2, None));
    }
}
