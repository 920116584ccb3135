//! The open and live games of the moment, for home pages and waiting programs.

mod games;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_duties::Repeat;
use tengen_game::{GameId, Millis};
use tengen_live::LiveGame;
use tengen_protocol::{Moved, PlayerCard, Summary};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::numbered::{Line, Numbered};
use super::reveals::Reveals;
use games::Games;

pub(super) use games::{KINDS, LeftOut, SHOWN};

/// Changes within this time go out together, so that a fast game costs its watchers no more than a slow one.
const TICK: Duration = Duration::from_millis(500);
/// How many updates may wait for a slow reader. A reader that falls further behind gets one update with all that it missed.
const WAITING: usize = 16;

/// The lobby of this process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Lobby {
    games: Arc<Mutex<Games>>,
    updates: broadcast::Sender<Line>,
    /// When spectators see more of delayed games.
    pub(super) reveals: Reveals,
}

/// The lobby is being filled, until this is dropped: then it takes note of the kinds of which games are left out.
#[derive(Debug)]
pub(super) struct Filling<'l> {
    lobby: &'l Lobby,
    /// As it was before, unless whoever fills the lobby knows better.
    pub(super) left_out: LeftOut,
}

impl Drop for Filling<'_> {
    fn drop(&mut self) {
        self.lobby.note_left_out(self.left_out);
    }
}

impl Lobby {
    /// An empty lobby.
    pub fn new() -> Self {
        let (updates, reveals) = (broadcast::Sender::new(WAITING), Reveals::default());
        Self { games: Arc::new(Mutex::new(Games::new())), updates, reveals }
    }

    /// Takes note of a public game as it is now. It shows from the next tick on.
    pub fn changed(&self, game: Summary) {
        self.lock().note(game);
    }

    /// Shows players by these cards from the next tick on.
    pub(super) fn rename(&self, cards: &[PlayerCard]) {
        self.lock().rename(cards);
    }

    /// Takes note of a move, the last event of a public game: in the game's entry, or not at all where the lobby has no room for the
    /// game. Answers whether that is done; otherwise the lobby has to be told of the [whole game](Self::changed).
    pub(super) fn moved(&self, game: &LiveGame) -> bool {
        self.lock().note_move(game)
    }

    /// The live games as they are now.
    pub(super) fn live(&self) -> Vec<Summary> {
        self.lock().live()
    }

    /// Every game, and the number of the last event that is shown of it.
    pub(super) fn numbers(&self) -> Vec<(GameId, u32)> {
        self.lock().numbers()
    }

    /// Whether a game is shown.
    pub(super) fn shows(&self, game: GameId) -> bool {
        self.lock().key(game).is_some()
    }

    /// Takes up a move that was made at another server. Answers whether the game is shown and its entry has the move now; otherwise the
    /// game has to be read.
    pub(super) fn take_up(&self, moved: &Moved) -> bool {
        let mut games = self.lock();
        games.key(moved.id.0).is_some_and(|key| games.take_up(key, moved))
    }

    /// A game as it was shown last, if it is shown.
    pub(super) fn entry(&self, game: GameId) -> Option<Summary> {
        let games = self.lock();
        games.key(game).and_then(|key| games.find(key))
    }

    /// A game as it was shown last, if it is shown.
    pub fn find(&self, created_at: Millis, id: GameId) -> Option<Summary> {
        self.lock().find((created_at, id))
    }

    /// Whether there is room again for games that had to be left out.
    pub fn has_room(&self) -> bool {
        self.lock().has_room()
    }

    /// Begins to fill the lobby: from now on it takes note of games that are left out.
    pub(super) fn begin_filling(&self) -> Filling<'_> {
        let left_out = self.lock().begin_filling();
        Filling { lobby: self, left_out }
    }

    /// Takes note of kinds of which games are left out.
    pub(super) fn note_left_out(&self, left_out: LeftOut) {
        self.lock().note_left_out(left_out);
    }

    /// Sends the changes out, twice a second, until the server stops.
    pub async fn run(self, clock: Clock, stop: CancellationToken) {
        let mut ticks = Repeat::every(TICK, &clock, &stop);
        while ticks.tick().await {
            self.send_changes();
        }
    }

    fn send_changes(&self) {
        let mut games = self.lock();
        if let Some(update) = games.tick() {
            // Without subscribers there is nobody to miss it.
            let _ = self.updates.send(update);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Lobby {
    fn default() -> Self {
        Self::new()
    }
}

impl Numbered for Lobby {
    fn since(&self, number: Option<u64>) -> Option<Line> {
        self.lock().since(number)
    }

    fn lines(&self) -> broadcast::Receiver<Line> {
        self.updates.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tengen_protocol::Version;

    use super::*;
    use crate::made_up::{game, live_game};

    const OLDEST: u8 = 1;

    /// What the next tick tells: how many games have changed, and how many have left.
    fn told(lobby: &Lobby) -> Option<(usize, usize)> {
        let line: Value = serde_json::from_str(lobby.lock().tick()?.text.as_str()).unwrap();
        let count = |list: &str| line[list].as_array().unwrap().len();
        Some((count("games"), count("removed")))
    }

    fn live(numbers: impl IntoIterator<Item = u8>) -> Lobby {
        let lobby = Lobby::new();
        for number in numbers {
            lobby.changed(game(number, 2, 0, "playing"));
        }
        lobby
    }

    #[test]
    fn an_old_game_that_is_not_shown_does_not_leave() {
        let lobby = live(OLDEST..=130);
        assert_eq!(told(&lobby), Some((100, 0)));
        for number in OLDEST..=20 {
            lobby.changed(game(number, 3, 1, "playing"));
            assert_eq!(told(&lobby), None);
        }
        // An open game that begins is gone if it is older than those shown.
        lobby.changed(game(OLDEST, 1, 0, "open"));
        assert_eq!(told(&lobby), Some((1, 0)));
        lobby.changed(game(OLDEST, 2, 0, "playing"));
        assert_eq!(told(&lobby), Some((0, 1)));
        // The newest take the places of the oldest.
        lobby.changed(game(200, 1, 0, "playing"));
        assert_eq!(told(&lobby), Some((1, 1)));
    }

    #[test]
    fn a_move_changes_the_entry_of_its_game_as_if_it_was_made_anew() {
        let lobby = Lobby::new();
        let moves = ["Q16", "D4", "pass", "Q4", "pass", "pass"];
        lobby.changed(live_game(1, &[]).summary().unwrap());
        for count in 1..moves.len() {
            assert_eq!(told(&lobby), Some((1, 0)));
            let game = live_game(1, &moves[..count]);
            assert!(lobby.moved(&game), "{count}");
            assert_eq!(lobby.find(1, game.id()), Some(game.summary().unwrap()));
        }
        assert!(!lobby.moved(&live_game(1, &moves)), "its phase has changed");
        let before = lobby.live();
        assert!(lobby.moved(&live_game(1, &moves[..1])), "that was long ago");
        assert_eq!(lobby.live(), before);
        assert!(!lobby.moved(&live_game(2, &moves[..1])), "it is not shown yet");
        let full = live(101..=200);
        assert!(full.moved(&live_game(OLDEST, &moves[..1])), "there are enough newer ones");
        assert_eq!(told(&full), Some((100, 0)));
        full.changed(game(101, 3, 2, "finished"));
        assert!(full.has_room() && !full.moved(&live_game(OLDEST, &moves[..2])));
    }

    #[test]
    fn a_move_at_another_server_changes_the_entry_of_its_game_as_if_it_was_read() {
        let moves = ["Q16", "D4", "pass", "Q4"];
        let moved = |count: usize| live_game(1, &moves[..count]).moved().unwrap();
        let lobby = Lobby::new();
        assert!(!lobby.take_up(&moved(1)), "the game is not shown");
        lobby.changed(live_game(1, &[]).summary().unwrap());
        assert!(!lobby.take_up(&moved(2)), "the move before it is missing");
        for count in 1..=moves.len() {
            // News may come twice.
            assert!(lobby.take_up(&moved(count)) && lobby.take_up(&moved(count)), "{count}");
            assert_eq!(lobby.live(), [live_game(1, &moves[..count]).summary().unwrap()]);
        }
        assert!(lobby.take_up(&moved(1)), "that was long ago");
        assert_eq!(lobby.live(), [live_game(1, &moves).summary().unwrap()]);
        let other = Moved { updated_at: 7, ..moved(moves.len()) };
        assert!(!lobby.take_up(&other), "it is another move than the one that is shown");
        // No move tells the end of play.
        assert_eq!(live_game(1, &["Q16", "pass", "pass"]).moved(), None);
        assert_eq!(live_game(1, &[]).moved(), None);
    }

    #[test]
    fn version_2_tells_moves_without_the_rest_of_their_game() {
        let lobby = Lobby::new();
        let tick = |version| -> Value {
            serde_json::from_str(lobby.lock().tick().unwrap().text(version).as_str()).unwrap()
        };
        lobby.changed(live_game(1, &[]).summary().unwrap());
        lobby.changed(game(2, 1, 0, "open"));
        let whole = tick(Version::V2);
        assert_eq!((whole["games"].as_array().unwrap().len(), whole.get("moved")), (2, None));

        for game in [live_game(1, &["Q16"]), live_game(1, &["Q16", "D4"])] {
            assert!(lobby.moved(&game));
        }
        lobby.changed(game(2, 2, 0, "playing"));
        let both = tick(Version::V2);
        assert_eq!(both["games"][0]["phase"], "playing");
        let moved: Vec<Moved> = serde_json::from_value(both["moved"].clone()).unwrap();
        let [moved] = moved.as_slice() else { panic!("{both}") };
        let mut reached = live_game(1, &[]).summary().unwrap();
        moved.apply(&mut reached);
        assert_eq!(reached, live_game(1, &["Q16", "D4"]).summary().unwrap());

        assert!(lobby.moved(&live_game(1, &["Q16", "D4", "pass"])));
        let old = tick(Version::V1);
        assert_eq!((&old["games"][0]["move_count"], old.get("moved")), (&Value::from(3), None));
        // A reader who has missed a line gets whole games in either version.
        let since = whole["seq"].as_u64();
        let missed = lobby.since(since).unwrap();
        assert_eq!(missed.text(Version::V1), missed.text(Version::V2));
    }

    #[test]
    fn a_reader_who_catches_up_between_two_ticks_can_add_up_the_next_one() {
        let lobby = Lobby::new();
        lobby.changed(live_game(1, &[]).summary().unwrap());
        let first = lobby.lock().tick().unwrap().seq;
        // White's stone in the corner is there between two ticks alone.
        let moves = ["A2", "A1", "B1"];
        assert!(lobby.moved(&live_game(1, &moves[..1])));
        lobby.lock().tick().unwrap();
        assert!(lobby.moved(&live_game(1, &moves[..2])));
        let read = |line: Line| -> Value { serde_json::from_str(line.text(Version::V2).as_str()).unwrap() };
        let mut known: Summary =
            serde_json::from_value(read(lobby.since(Some(first)).unwrap())["games"][0].take()).unwrap();
        assert!(lobby.moved(&live_game(1, &moves)));
        let next = read(lobby.lock().tick().unwrap());
        serde_json::from_value::<Moved>(next["moved"][0].clone()).unwrap().apply(&mut known);
        assert_eq!(known, live_game(1, &moves).summary().unwrap());
    }

    #[test]
    fn there_is_room_where_games_of_a_kind_were_left_out_and_others_are_over() {
        let lobby = live(OLDEST..=101);
        for number in 102..=201 {
            lobby.changed(game(number, 1, 0, "open"));
        }
        assert!(!lobby.has_room());
        lobby.changed(game(200, 2, 0, "finished"));
        assert!(!lobby.has_room(), "no open game was left out");
        lobby.changed(game(100, 3, 9, "finished"));
        assert!(lobby.has_room());
        let filling = lobby.begin_filling();
        assert!(!lobby.has_room());
        // It was not filled, since there was a fault.
        drop(filling);
        assert!(lobby.has_room());
        let mut filling = lobby.begin_filling();
        filling.left_out = LeftOut::default();
        drop(filling);
        assert!(!lobby.has_room());
    }

    #[test]
    fn a_game_that_is_told_again_is_no_news() {
        let lobby = live([1, 2]);
        assert_eq!(told(&lobby), Some((2, 0)));
        lobby.changed(game(1, 3, 1, "playing"));
        assert_eq!(told(&lobby), Some((1, 0)));
        lobby.changed(game(1, 3, 1, "playing"));
        assert_eq!(told(&lobby), None);
    }

    #[test]
    fn a_game_that_is_over_does_not_come_back() {
        let lobby = live([1, 2]);
        assert_eq!(told(&lobby), Some((2, 0)));
        lobby.changed(game(1, 3, 1, "finished"));
        lobby.changed(game(1, 2, 0, "playing"));
        assert_eq!(told(&lobby), Some((0, 1)));
    }

    #[test]
    fn a_reader_who_comes_back_hears_of_a_game_that_left_and_may_return() {
        let lobby = live(OLDEST..=100);
        let before = lobby.lock().tick().unwrap().seq;
        lobby.changed(game(200, 1, 0, "playing"));
        told(&lobby);
        // The oldest has left, and returns for less than a tick.
        lobby.changed(game(200, 2, 0, "finished"));
        lobby.changed(game(OLDEST, 3, 0, "playing"));
        let line: Value = serde_json::from_str(lobby.since(Some(before)).unwrap().text.as_str()).unwrap();
        assert_eq!(line["removed"].as_array().unwrap().len(), 1);
    }
}
