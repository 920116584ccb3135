//! The wishes of a session and its progress. They decide on the updates that are yielded, and on the questions that are sent,
//! once or again.

use std::collections::HashMap;
use std::time::Duration;

use tengen_game::{GameId, Millis};
use tengen_protocol::{
    Event, FromClient, Moved, OwnLine, Problem, Snapshot, StateAfter, Summary, Text, ToClient, VersionedEvent,
};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::following::{Following, Verdict};
use super::request::Request;
use super::update::Update;
use super::waiting::WaitingCommands;
use crate::Error;
use crate::error::retry_after;
use crate::whole_list::WholeList;

/// How soon something is sent again that the server had no time for, if it does not say when.
const AGAIN: Duration = Duration::from_secs(1);

/// The state that lasts over connections.
pub(crate) struct Wanted {
    updates: mpsc::Sender<Result<Update, Error>>,
    followed: HashMap<GameId, Followed>,
    lobby: bool,
    lobby_behind: bool,
    /// The games of the lobby, as far as the server has told them: it tells moves without the rest of their game.
    lobby_games: HashMap<GameId, Summary>,
    mine: Option<Mine>,
    waiting: WaitingCommands,
    /// When everything that is open is asked for once more, because the server was busy.
    again_at: Option<Instant>,
}

/// A game that is followed.
struct Followed {
    numbers: Following,
    /// The state that the last yielded event or snapshot left; none before the first snapshot. The server tells what changes.
    state: Option<StateAfter>,
}

impl Followed {
    fn new(known: Option<(u32, Box<StateAfter>)>) -> Self {
        let (seq, state) = known.map(|(seq, state)| (seq, *state)).unzip();
        Self { numbers: Following::new(seq), state }
    }

    /// The next event with the state that it leads to. Nothing, if it does not tell the state and there is none to begin with.
    fn whole(&self, event: VersionedEvent) -> Option<Event> {
        match event {
            VersionedEvent::V1(event) => Some(event),
            VersionedEvent::V2(mut event) => {
                let mut state = self.state.clone()?;
                state.apply(std::mem::take(&mut event.changed));
                Some(event.with_state(state))
            }
        }
    }
}

/// The player's own games, which are followed.
#[derive(Default)]
struct Mine {
    /// The number of the last line that was yielded.
    since: Option<Millis>,
    whole: WholeList,
    behind: bool,
}

impl Mine {
    /// The server is asked now.
    fn ask(&mut self) -> FromClient {
        self.behind = false;
        self.whole.begin();
        FromClient::SubscribeMine { since: self.since, except: None }
    }
}

impl Wanted {
    pub(crate) fn new(updates: mpsc::Sender<Result<Update, Error>>) -> Self {
        Self {
            updates,
            followed: HashMap::new(),
            lobby: false,
            lobby_behind: false,
            lobby_games: HashMap::new(),
            mine: None,
            waiting: WaitingCommands::default(),
            again_at: None,
        }
    }

    /// Whether another request may come.
    pub(crate) fn has_room(&mut self) -> bool {
        self.waiting.has_room()
    }

    /// Whether something was left out because there was no room.
    pub(crate) fn is_behind(&self) -> bool {
        self.lobby_behind
            || self.mine.as_ref().is_some_and(|mine| mine.behind)
            || self.followed.values().any(|game| game.numbers.is_behind())
    }

    /// When [`everything`](Self::everything) is to be asked for once more.
    pub(crate) fn again_at(&self) -> Option<Instant> {
        self.again_at
    }

    /// Remembers a wish, and answers the frame that asks for it.
    pub(crate) fn note(&mut self, request: Request) -> Option<FromClient> {
        match request {
            Request::Follow { game, known } => {
                let mut followed = Followed::new(known);
                let frame = subscribe(game, followed.numbers.ask());
                self.followed.insert(game, followed);
                Some(frame)
            }
            Request::Unfollow { game } => {
                self.followed.remove(&game).map(|_| FromClient::Unsubscribe { game: Text(game) })
            }
            Request::Lobby { follow } => {
                (self.lobby, self.lobby_behind) = (follow, false);
                self.lobby_games.clear();
                Some(if follow { FromClient::SubscribeLobby {} } else { FromClient::UnsubscribeLobby {} })
            }
            Request::FollowMine { since } => Some(self.mine.insert(Mine { since, ..Mine::default() }).ask()),
            Request::UnfollowMine => self.mine.take().map(|_| FromClient::UnsubscribeMine {}),
            Request::Command { game, command, answer } => Some(self.waiting.add(game, command, answer)),
        }
    }

    /// Takes a message, and answers the frames that have to be sent because of it.
    pub(crate) fn take(&mut self, message: ToClient<VersionedEvent>) -> Vec<FromClient> {
        let ask = match message {
            ToClient::Hello { now, player, .. } => {
                let _ = self.updates.try_send(Ok(Update::Connected { player, now }));
                return self.everything();
            }
            ToClient::Snapshot { game, snapshot } => self.begin(game.0, snapshot),
            ToClient::Event { game, event } => self.happened(game.0, *event),
            ToClient::Subscribed { game, seq } => {
                match self.followed.get_mut(&game.0).map(|followed| followed.numbers.subscribed(seq)) {
                    Some(Verdict::Ask(since)) => Some(subscribe(game.0, since)),
                    _ => None,
                }
            }
            ToClient::Lagged { game, .. } => {
                self.followed.get_mut(&game.0).map(|followed| subscribe(game.0, followed.numbers.ask()))
            }
            ToClient::Ack { game, id, seq } => {
                self.waiting.accepted(game.0, &id.0, seq);
                None
            }
            ToClient::Problem { game, id, problem } => {
                self.hear_problem(game.map(|game| game.0), id.as_ref(), problem);
                None
            }
            ToClient::Presence { game, presence } => {
                self.tell_if_followed(game.0, Update::Presence { game: game.0, presence });
                None
            }
            ToClient::Rematch { game, rematch } => {
                self.tell_if_followed(game.0, Update::Rematch { game: game.0, rematch });
                None
            }
            ToClient::Lobby { games, .. } => {
                self.lobby_games = games.iter().map(|game| (game.id.0, game.clone())).collect();
                self.tell_lobby(Update::Lobby { games });
                None
            }
            ToClient::LobbyUpdate { games, moved, removed, .. } => {
                let update = self.whole_update(games, &moved, &removed);
                self.tell_lobby(update);
                None
            }
            ToClient::Mine { line } => {
                self.tell_mine(*line);
                None
            }
            // No session asks for a move to be judged.
            ToClient::Authenticated { .. } | ToClient::Tried { .. } => None,
        };
        ask.into_iter().collect()
    }

    fn happened(&mut self, game: GameId, event: VersionedEvent) -> Option<FromClient> {
        let followed = self.followed.get_mut(&game)?;
        let seq = match &event {
            VersionedEvent::V1(event) => event.seq,
            VersionedEvent::V2(event) => event.seq,
        };
        match followed.numbers.event(seq) {
            Verdict::Leave => None,
            Verdict::Ask(since) => Some(subscribe(game, since)),
            Verdict::Yield => {
                // Without a state to add the change to, the game begins again.
                let Some(event) = followed.whole(event).map(Box::new) else {
                    return Some(subscribe(game, None));
                };
                let state = event.state.clone();
                match self.updates.try_send(Ok(Update::Event { game, event })) {
                    Ok(()) => {
                        followed.state = Some(state);
                        followed.numbers.yielded(seq);
                    }
                    Err(_) => followed.numbers.fall_behind(),
                }
                None
            }
        }
    }

    fn begin(&mut self, game: GameId, snapshot: Box<Snapshot>) -> Option<FromClient> {
        let followed = self.followed.get_mut(&game)?;
        if followed.numbers.snapshot() == Verdict::Yield {
            let (seq, state) = (snapshot.seq, StateAfter::from(snapshot.as_ref()));
            match self.updates.try_send(Ok(Update::Snapshot { game, snapshot })) {
                Ok(()) => {
                    followed.state = Some(state);
                    followed.numbers.began(seq);
                }
                Err(_) => followed.numbers.fall_behind(),
            }
        }
        None
    }

    fn hear_problem(
        &mut self,
        game: Option<GameId>,
        id: Option<&Text<tengen_game::CommandId>>,
        problem: Problem,
    ) {
        if matches!(problem.status, 429 | 503) && problem.code != "too_many_subscriptions" {
            let pause = retry_after(&problem).unwrap_or(AGAIN).max(AGAIN / 4);
            self.again_at = Some(Instant::now() + pause);
            return;
        }
        if let (Some(game), Some(id)) = (game, id) {
            self.waiting.refused(game, &id.0, problem);
            return;
        }
        if self.updates.try_send(Ok(Update::Problem { game, problem: Box::new(problem) })).is_ok() {
            game.map(|game| self.followed.remove(&game));
        } else if let Some(followed) = game.and_then(|game| self.followed.get_mut(&game)) {
            // It is asked for again when there is room, and so is the problem told.
            followed.numbers.fall_behind();
        }
    }

    fn tell_if_followed(&self, game: GameId, update: Update) {
        if self.followed.contains_key(&game) {
            let _ = self.updates.try_send(Ok(update));
        }
    }

    /// An update of the lobby with whole games, and these games as they are from now on.
    fn whole_update(&mut self, games: Vec<Summary>, moved: &[Moved], removed: &[Text<GameId>]) -> Update {
        let mut told = games;
        for moves in moved {
            // Of a game that was never told nothing is known.
            let known = self.lobby_games.get(&moves.id.0);
            if let Some(known) = known.filter(|known| known.seq < moves.seq) {
                let mut game = known.clone();
                moves.apply(&mut game);
                told.push(game);
            }
        }
        let removed: Vec<GameId> = removed.iter().map(|game| game.0).collect();
        for game in &removed {
            self.lobby_games.remove(game);
        }
        self.lobby_games.extend(told.iter().map(|game| (game.id.0, game.clone())));
        Update::LobbyUpdate { games: told, removed }
    }

    fn tell_lobby(&mut self, update: Update) {
        let whole = matches!(update, Update::Lobby { .. });
        if self.lobby && (whole || !self.lobby_behind) {
            self.lobby_behind = self.updates.try_send(Ok(update)).is_err();
        }
    }

    fn tell_mine(&mut self, line: OwnLine) {
        let Some(mine) = self.mine.as_mut().filter(|mine| !mine.behind) else { return };
        let told = match mine.whole.take(line) {
            Ok(None) => return,
            Ok(Some(line)) => {
                let seq = line.seq;
                let told = self.updates.try_send(Ok(Update::Mine { line: Box::new(line) }));
                told.map(|()| mine.since = Some(seq)).is_ok()
            }
            Err(_) => false,
        };
        mine.behind = !told;
    }

    /// Asks for the updates that were left out.
    pub(crate) fn catch_up(&mut self) -> Vec<FromClient> {
        let behind = self.followed.iter_mut().filter(|(_, followed)| followed.numbers.is_behind());
        let mut frames: Vec<_> =
            behind.map(|(game, followed)| subscribe(*game, followed.numbers.ask())).collect();
        if std::mem::take(&mut self.lobby_behind) {
            frames.push(FromClient::SubscribeLobby {});
        }
        frames.extend(self.mine.as_mut().filter(|mine| mine.behind).map(Mine::ask));
        frames
    }

    /// Asks for all that is wanted, and sends all commands that were not answered.
    pub(crate) fn everything(&mut self) -> Vec<FromClient> {
        self.again_at = None;
        let games = self.followed.iter_mut();
        let mut frames: Vec<_> =
            games.map(|(game, followed)| subscribe(*game, followed.numbers.ask())).collect();
        if self.lobby {
            self.lobby_behind = false;
            frames.push(FromClient::SubscribeLobby {});
        }
        frames.extend(self.mine.as_mut().map(Mine::ask));
        frames.extend(self.waiting.again());
        frames
    }
}

fn subscribe(game: GameId, since: Option<u32>) -> FromClient {
    FromClient::Subscribe { game: Text(game), since }
}
