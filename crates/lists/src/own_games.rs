//! The players who listen for changes of their own games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{AbortReason, Event, EventKind, GameId, Millis, Phase, PlayerId};
use tengen_live::{LiveGame, RoomError};
use tengen_protocol::view::Audience;
use tengen_protocol::{OwnNews, Text};
use tokio::sync::broadcast;

/// How many changes may wait for a slow reader. A reader that falls further behind reads from the database.
const WAITING: usize = 64;

/// The players who listen on this server; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct OwnGames(Arc<Mutex<Listening>>);

#[derive(Debug, Default)]
struct Listening {
    players: HashMap<PlayerId, Listeners>,
    progress: Progress,
}

/// How far the listeners have been told of what other servers have stored.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Progress {
    /// All that could be read at this moment was told.
    pub(super) told_until: Millis,
    /// How many times something may have been left out.
    pub(super) gaps: u64,
}

/// The listeners for one player. They are counted here, because a receiver still counts for its sender while it is dropped.
#[derive(Debug)]
struct Listeners {
    count: usize,
    /// How many of them leave a game out.
    except: HashMap<GameId, usize>,
    sender: broadcast::Sender<Arc<OwnChange>>,
}

impl Listeners {
    /// Whether one of them wants to hear of this game.
    fn want(&self, game: GameId) -> bool {
        self.except.get(&game).is_none_or(|count| *count < self.count)
    }
}

/// Something that has happened in one of a player's games.
#[derive(Debug, Clone)]
pub struct OwnChange {
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: u32,
    /// The moment of that event.
    pub at: Millis,
    /// The event as the player is told of it.
    pub news: OwnNews,
}

impl OwnChange {
    /// The news that the last event of a game is for one of its players.
    pub(super) fn of(live: &LiveGame, player: PlayerId) -> Result<Self, RoomError> {
        let summary = live.summary_for(Audience::Player(player))?;
        let (seq, at, game) = (summary.seq, summary.updated_at, Box::new(summary));
        let (state, last) = (live.state(), live.last_event());
        let settings = state.settings();
        let news = match state.phase() {
            Phase::Open if settings.creator() == player => OwnNews::Opened { game },
            Phase::Open => OwnNews::Offered { game },
            Phase::Finished if state.players().is_none() => {
                let by = last.and_then(|event| event.actor);
                match by.filter(|_| by == settings.opponent()) {
                    Some(_) => OwnNews::Declined { game, reason: last.and_then(told_reason).map(Text) },
                    None => OwnNews::Withdrawn { game },
                }
            }
            Phase::Finished => OwnNews::Finished { game },
            _ if last.is_some_and(|event| matches!(event.kind, EventKind::Joined { .. })) => {
                OwnNews::Started { game }
            }
            _ => OwnNews::Changed { game },
        };
        Ok(Self { game: live.id(), seq, at, news })
    }
}

/// Why whoever called a game off did so, if that was told.
fn told_reason(event: &Event) -> Option<AbortReason> {
    match event.kind {
        EventKind::Aborted { reason, .. } => reason,
        _ => None,
    }
}

/// A listener.
#[derive(Debug)]
pub(super) struct Listener {
    own_games: OwnGames,
    player: PlayerId,
    except: Option<GameId>,
    pub(super) changes: broadcast::Receiver<Arc<OwnChange>>,
}

impl OwnGames {
    /// Tells the players of a game of its last event.
    pub fn tell(&self, game: &LiveGame) -> Result<(), RoomError> {
        for player in game.participants() {
            // Hardly anybody listens, and news that nobody hears need not be made.
            let wanted = |listeners: &&Listeners| listeners.want(game.id());
            let sender =
                self.lock().players.get(&player).filter(wanted).map(|listeners| listeners.sender.clone());
            let Some(sender) = sender else { continue };
            // A listener who has left meanwhile misses nothing.
            let _ = sender.send(Arc::new(OwnChange::of(game, player)?));
        }
        Ok(())
    }

    /// Hears of everything that happens in a player's games from now on. One game may be left out; news of it may come all
    /// the same.
    pub(super) fn listen(&self, player: PlayerId, except: Option<GameId>) -> Listener {
        let mut listening = self.lock();
        let nobody =
            || Listeners { count: 0, except: HashMap::new(), sender: broadcast::Sender::new(WAITING) };
        let listeners = listening.players.entry(player).or_insert_with(nobody);
        listeners.count += 1;
        if let Some(game) = except {
            *listeners.except.entry(game).or_default() += 1;
        }
        Listener { own_games: self.clone(), player, except, changes: listeners.sender.subscribe() }
    }

    /// Whether anybody listens.
    pub(super) fn has_listeners(&self) -> bool {
        !self.lock().players.is_empty()
    }

    /// Whether anybody wants to hear of this game of a player's.
    pub(super) fn is_wanted(&self, game: GameId, player: PlayerId) -> bool {
        self.lock().players.get(&player).is_some_and(|listeners| listeners.want(game))
    }

    /// Takes note that the listeners were told of all that could be read at this moment.
    pub(super) fn note_told(&self, until: Millis) {
        self.lock().progress.told_until = until;
    }

    /// Takes note that something may have been left out.
    pub(super) fn note_gap(&self) {
        self.lock().progress.gaps += 1;
    }

    /// How far the listeners have been told.
    pub(super) fn progress(&self) -> Progress {
        self.lock().progress
    }

    fn lock(&self) -> MutexGuard<'_, Listening> {
        // The parts are whole even if a holder of the lock panicked: each change of them is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listening = self.own_games.lock();
        let Some(listeners) = listening.players.get_mut(&self.player) else { return };
        listeners.count -= 1;
        if let Some(game) = self.except
            && let Some(count) = listeners.except.get_mut(&game)
        {
            *count -= 1;
            if *count == 0 {
                listeners.except.remove(&game);
            }
        }
        if listeners.count == 0 {
            listening.players.remove(&self.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_kept_for_whom_nobody_listens() {
        let own_games = OwnGames::default();
        let (ann, ben) = (PlayerId::from_entropy([1; 10]), PlayerId::from_entropy([2; 10]));
        let (one, other, bens) =
            (own_games.listen(ann, None), own_games.listen(ann, None), own_games.listen(ben, None));
        drop(one);
        assert!(own_games.lock().players.contains_key(&ann));
        drop(other);
        assert!(!own_games.lock().players.contains_key(&ann));
        // Listeners who go at the same moment leave nothing behind.
        let many: Vec<_> = (0..64).map(|_| own_games.listen(ben, None)).collect();
        std::thread::scope(|scope| {
            for listener in many {
                scope.spawn(move || drop(listener));
            }
        });
        drop(bens);
        assert!(!own_games.has_listeners());
    }

    #[test]
    fn a_game_that_all_leave_out_is_told_to_nobody() {
        let own_games = OwnGames::default();
        let ann = PlayerId::from_entropy([1; 10]);
        let [open, other] = [3, 4].map(|number| GameId::from_entropy([number; 10]));
        let wants = |game| own_games.is_wanted(game, ann);
        let page = own_games.listen(ann, Some(open));
        assert_eq!((wants(open), wants(other)), (false, true));
        let home = own_games.listen(ann, None);
        assert!(wants(open));
        drop(home);
        assert!(!wants(open));
        let second = own_games.listen(ann, Some(other));
        drop(page);
        assert_eq!((wants(open), wants(other)), (true, false));
        drop(second);
        assert!(!own_games.has_listeners());
    }
}
