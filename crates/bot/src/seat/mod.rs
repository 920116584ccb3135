//! One game of a bot, from the seat to the result.

mod commands;

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tengen_client::{Client, CommandIds, Session, Table, Update};
use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::{PerColor, PlayerTimeShape, Presence, ResultWord, Snapshot};
use tengen_rules::{Color, Vertex};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::decision::{
    ALLOWED_FOR, Action, Manners, Memory, called_off_at, decide, is_at_leisure, whole_chains,
};
use crate::engine::EngineCommand;
use crate::engines::Engines;
use crate::gtp::{Answer, MostTime, seconds_left};
use crate::mirror::{Course, MirrorError};
use crate::places::Standing;
use crate::position::Position;

/// How often a seat looks up although nothing has happened.
const LOOK_UP: Duration = Duration::from_secs(5);
/// How many commands may be refused in a row, other than for being late, before a game is left alone.
const REFUSALS: u32 = 20;
/// How long an engine that stays may still think about a game that is over: one that is stopped would have to be started anew.
const LAST_THOUGHT: Duration = Duration::from_secs(30);
/// The same while no other engine is free.
const LAST_THOUGHT_IN_THE_WAY: Duration = Duration::from_secs(5);
/// The pause after the engine was of no use in a game by days; each is twice as long as the last.
const FIRST_REST: Duration = Duration::from_secs(30);
/// After a longer one the game is given up: an hour has gone by in all.
const LONGEST_REST: Duration = Duration::from_mins(32);

/// The tools of a seat besides the game.
#[derive(Debug, Clone)]
pub struct Chair {
    /// The bot's player.
    pub client: Client,
    /// Who that is.
    pub me: PlayerId,
    /// The engines of all seats.
    pub engines: Arc<Engines>,
    /// The one for this game.
    pub engine: EngineCommand,
    /// How long the engine may think about a move, even with more time on the clock.
    pub patience: Duration,
    /// The same in games by days.
    pub patience_by_days: Duration,
    /// The operator's wishes.
    pub manners: Manners,
    /// What others are told of the game.
    pub standing: Arc<Standing>,
}

/// How a game ended for the bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// There is a result: as records write it, and whether the board was counted.
    Finished {
        /// The result.
        text: String,
        /// Whether it is a score.
        scored: bool,
    },
    /// Nobody came, it was declined, or it was called off before both had moved.
    NeverBegan,
    /// The bot has left it alone, and says why.
    Left(String),
}

/// The subject of an engine's thought.
enum Thought {
    Move(u32, Result<Answer, MirrorError>),
    Dead(u32, Result<Option<Vec<Vertex>>, MirrorError>),
}

impl Thought {
    /// Whether the engine was of no use, though it was started anew.
    fn is_given_up(&self) -> bool {
        matches!(
            self,
            Self::Move(_, Err(MirrorError::GivenUp(_))) | Self::Dead(_, Err(MirrorError::GivenUp(_)))
        )
    }
}

type Thinking = Pin<Box<dyn Future<Output = (Course, Thought)> + Send>>;

/// The course of the game, which is here, or with an engine that thinks.
enum Desk {
    Here(Course),
    /// With the turn about which it thinks.
    Thinking(u32, Thinking),
}

struct Seat {
    chair: Chair,
    game: GameId,
    session: Session,
    table: Table,
    ids: CommandIds,
    memory: Memory,
    desk: Desk,
    /// Told when a thought rests: the engine was of no use, and the position may be no more by then.
    rests: Arc<Notify>,
    /// The server's clock less the bot's.
    ahead: Millis,
    presence: Presence,
    /// The number of the event of the last command: nothing is decided before it is seen.
    wait_for: u32,
    /// The last command was too late: nothing is decided before something else has happened.
    held: bool,
    refusals: u32,
}

/// Plays a game, which may be at any point, to its end.
pub async fn play(chair: Chair, snapshot: Snapshot) -> Ending {
    let game = snapshot.id.0;
    let session = chair.client.session();
    if let Err(error) = session.follow(game, Some(&snapshot)).await {
        return Ending::Left(error.to_string());
    }
    let seat = Seat {
        game,
        session,
        ahead: snapshot.now - now(),
        presence: snapshot.presence,
        ids: CommandIds::new(),
        memory: Memory { here_since: snapshot.now, ..Memory::default() },
        desk: Desk::Here(Course::default()),
        rests: Arc::default(),
        wait_for: 0,
        held: false,
        refusals: 0,
        table: Table::new(snapshot),
        chair,
    };
    seat.play_and_leave().await
}

impl Seat {
    async fn play_and_leave(mut self) -> Ending {
        let ending = self.play().await;
        let (engines, game) = (self.chair.engines, self.game);
        match self.desk {
            Desk::Thinking(_, thinking) if engines.stay() && engines.think_about(game) => {
                tokio::spawn(async move {
                    let longest = if engines.has_free() { LAST_THOUGHT } else { LAST_THOUGHT_IN_THE_WAY };
                    if timeout(longest, thinking).await.is_err() {
                        tracing::warn!(%game, "the engine thinks on though the game is over, and is stopped");
                    }
                    engines.forget(game);
                });
            }
            // What waits for an engine waits no more, and an engine that thinks is stopped.
            Desk::Thinking(..) | Desk::Here(_) => engines.forget(game),
        }
        ending
    }

    async fn play(&mut self) -> Ending {
        let mut look_up = Instant::now() + LOOK_UP;
        loop {
            if let Some(result) = &self.table.snapshot().result {
                let moves = &self.table.snapshot().moves;
                let has_moved = |color: Color| moves.iter().any(|made| made.color.0 == color);
                let called_off =
                    result.by == ResultWord::Abort && !(has_moved(Color::Black) && has_moved(Color::White));
                let began = self.table.color_of(self.chair.me).is_some() && !called_off;
                let scored = result.by == ResultWord::Score;
                let text = result.text.clone();
                return if began { Ending::Finished { text, scored } } else { Ending::NeverBegan };
            }
            if self.refusals > REFUSALS {
                return Ending::Left("the server refuses everything".to_owned());
            }
            self.tell_standing();
            match self.decide() {
                Action::Send(wish) => {
                    if let Err(error) = self.send(wish).await {
                        return Ending::Left(error.to_string());
                    }
                    continue;
                }
                Action::ThinkOfMove => self.think(true),
                Action::ThinkOfDead => self.think(false),
                Action::Wait => {}
            }
            let wakes_at = self.wakes_at(look_up);
            tokio::select! {
                update = self.session.next() => match update {
                    Ok(update) => self.hear(update),
                    Err(error) => return Ending::Left(error.to_string()),
                },
                (course, thought) = thinking(&mut self.desk) => {
                    self.desk = Desk::Here(course);
                    self.remember(thought);
                }
                () = self.rests.notified() => self.give_up_old_thought(),
                () = sleep_until(wakes_at) => {
                    if look_up <= Instant::now() {
                        look_up = Instant::now() + LOOK_UP;
                        self.look_up().await;
                    }
                }
            }
        }
    }

    fn decide(&self) -> Action {
        let Some(color) = self.table.color_of(self.chair.me) else { return Action::Wait };
        if self.held || self.table.seq() < self.wait_for {
            return Action::Wait;
        }
        let opponent = match color {
            Color::Black => self.presence.white,
            Color::White => self.presence.black,
        };
        let away = opponent.claimable_at.filter(|_| !opponent.here).map(|at| at + ALLOWED_FOR);
        let action = decide(&self.table, color, &self.memory, self.chair.manners, away, self.server_now());
        // While it thinks, the engine can't be asked anything else.
        match (&action, &self.desk) {
            (Action::ThinkOfMove | Action::ThinkOfDead, Desk::Thinking(..)) => Action::Wait,
            _ => action,
        }
    }

    /// Tells others of the game as far as they count it.
    fn tell_standing(&self) {
        let standing = &self.chair.standing;
        standing.note_opponent(self.table.snapshot(), self.chair.me);
        let color = self.table.color_of(self.chair.me);
        standing
            .note_leisure(color.is_some_and(|color| is_at_leisure(&self.table, color, self.server_now())));
    }

    /// When the seat wakes by itself: to look up, or to call the game off.
    fn wakes_at(&self, look_up: Instant) -> Instant {
        let left =
            called_off_at(&self.table, &self.memory, self.chair.manners).map(|at| at - self.server_now());
        match left.and_then(|left| u64::try_from(left).ok()).filter(|left| *left > 0) {
            Some(left) => look_up.min(Instant::now() + Duration::from_millis(left)),
            None => look_up,
        }
    }

    fn think(&mut self, of_move: bool) {
        let Some(color) = self.table.color_of(self.chair.me) else { return };
        let (table, ahead, turn) = (self.table.clone(), self.ahead, self.table.turn());
        let Desk::Here(course) = &mut self.desk else { return };
        let mut course = std::mem::take(course);
        let mut position = Position::new(table.snapshot());
        let by_days = position.by_days;
        let longest = if by_days { self.chair.patience_by_days } else { self.chair.patience };
        let most = MostTime::within(longest, by_days);
        position.bound(most);
        let (engines, engine, game) = (Arc::clone(&self.chair.engines), self.chair.engine.clone(), self.game);
        let rests = Arc::clone(&self.rests);
        let thinking = async move {
            let mut rest = FIRST_REST;
            loop {
                let mut lent = engines.lend(&engine, game, by_days).await;
                let thought = if of_move {
                    // The clock has run while other games had the engines.
                    let left = time_left(&table, now() + ahead);
                    // When the flag has fallen, no move is of use any more.
                    let patience = left.map_or(longest, |left| {
                        let flag = Duration::from_secs(seconds_left(*left.get(color)).saturating_add(10));
                        flag.min(longest)
                    });
                    let left = left.map(|PerColor { black, white }| PerColor {
                        black: most.of_player(position.system, black),
                        white: most.of_player(position.system, white),
                    });
                    Thought::Move(
                        turn,
                        lent.mirror.choose(&mut course, &position, color, left, patience).await,
                    )
                } else {
                    Thought::Dead(turn, lent.mirror.dead(&position).await)
                };
                lent.give_back();
                if !by_days || !thought.is_given_up() || rest > LONGEST_REST {
                    return (course, thought);
                }
                // There is time, and others may have the engines meanwhile.
                tracing::warn!(%game, rest_s = rest.as_secs(), "the engine is of no use, and is asked again later");
                rests.notify_one();
                sleep(rest).await;
                rest *= 2;
            }
        };
        self.desk = Desk::Thinking(turn, Box::pin(thinking));
    }

    /// Gives a thought up about a position that is no more, as long as no engine is at it: it waits for one, or rests. An engine
    /// that is at it is not stopped, for it would have to be started anew.
    fn give_up_old_thought(&mut self) {
        if let Desk::Thinking(turn, _) = self.desk
            && turn != self.table.turn()
            && !self.chair.engines.think_about(self.game)
        {
            self.desk = Desk::Here(Course::default());
        }
    }

    fn remember(&mut self, thought: Thought) {
        match thought {
            Thought::Move(turn, Ok(answer)) => self.memory.chosen = Some((turn, answer)),
            Thought::Dead(turn, Ok(Some(dead))) => {
                self.memory.dead = Some((turn, whole_chains(&self.table, &dead)));
            }
            Thought::Dead(turn, Ok(None)) => {
                tracing::warn!(game = %self.game, "the engine does not say which stones are dead; the others' marks are accepted");
                self.memory.yields = Some(turn);
            }
            Thought::Dead(turn, Err(error)) => {
                tracing::error!(game = %self.game, %error, "no dead stones; the others' marks are accepted");
                self.memory.yields = Some(turn);
            }
            Thought::Move(_, Err(error)) => {
                tracing::error!(game = %self.game, %error, "no move: the bot resigns");
                self.memory.gives_up = true;
            }
        }
    }

    fn hear(&mut self, update: Update) {
        match update {
            Update::Event { event, .. } => {
                self.table.apply(&event);
                self.held = false;
                self.give_up_old_thought();
            }
            Update::Snapshot { snapshot, .. } => {
                self.presence = snapshot.presence;
                self.table = Table::new(*snapshot);
                (self.held, self.wait_for) = (false, 0);
                self.give_up_old_thought();
            }
            Update::Connected { now: theirs, .. } => {
                self.ahead = theirs - now();
                self.memory.here_since = theirs;
            }
            Update::Presence { presence, .. } => self.presence = presence,
            Update::Problem { problem, .. } => {
                tracing::error!(game = %self.game, code = problem.code, "the game can't be followed");
                self.refusals = REFUSALS + 1;
            }
            _ => {}
        }
    }

    /// Looks whether the game is still as the bot thinks: the event behind a refusal should have come long ago.
    async fn look_up(&mut self) {
        if !self.held {
            return;
        }
        if let Ok(snapshot) = self.chair.client.game(self.game).await
            && snapshot.seq >= self.table.seq()
        {
            self.hear(Update::Snapshot { game: self.game, snapshot: Box::new(snapshot) });
        }
    }

    fn server_now(&self) -> Millis {
        now() + self.ahead
    }
}

/// The engine's answer; never, while it is not thinking.
async fn thinking(desk: &mut Desk) -> (Course, Thought) {
    match desk {
        Desk::Thinking(_, thinking) => thinking.await,
        Desk::Here(_) => std::future::pending().await,
    }
}

/// The time that the players had left at a moment, if time is measured.
fn time_left(table: &Table, now: Millis) -> Option<PerColor<PlayerTimeShape>> {
    let (black, white) = table.time_left(Color::Black, now).zip(table.time_left(Color::White, now))?;
    Some(PerColor { black, white })
}

/// The bot's clock.
#[allow(clippy::disallowed_methods, reason = "only the server has a clock of its own")]
fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}
