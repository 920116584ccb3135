//! An engine that knows a game: it is told the moves, and told all of them again when it has to be started anew.

use std::time::Duration;

use tengen_game::GameId;
use tengen_protocol::{PerColor, PlayerTimeShape, TimeSystemShape};
use tengen_rules::{Color, Vertex};
use tokio::time::sleep;

use crate::engine::{Engine, EngineCommand, EngineError, PATIENCE};
use crate::gtp::{Answer, AnswerError, vertices};
use crate::position::{Made, Position};
use crate::setting_up::{allowed_to_refuse, play, rules_command, set_up};

/// How often an engine is started anew for one question; never in a game by days, whose clock allows to give the place to others
/// first and to ask again later.
const STARTS: u32 = 5;
/// The first pause before it is started anew; each is twice as long as the last.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Why an engine has no answer.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// It failed again and again; this was the last time.
    #[error("given up: {0}")]
    GivenUp(EngineError),
    /// It refuses a demand of the game, such as a move that it thinks illegal.
    #[error(transparent)]
    CannotFollow(EngineError),
    /// Its answer means nothing.
    #[error(transparent)]
    Nonsense(#[from] AnswerError),
}

/// The course of one game, as far as a bot has to remember it from thought to thought.
#[derive(Debug, Default)]
pub struct Course {
    /// Where the engine wants its handicap stones, the next one last.
    handicap: Vec<Vertex>,
    to_the_end: bool,
}

impl Course {
    /// From now on dead stones are taken off the board before passing, where the engine knows how.
    pub fn play_to_the_end(&mut self) {
        self.to_the_end = true;
    }
}

/// An engine process, or none yet, and the facts that it was told.
#[derive(Debug)]
pub struct Mirror {
    command: EngineCommand,
    engine: Option<Engine>,
    told: Option<Told>,
    told_time: Option<TimeSystemShape>,
    /// Whether it was told of a clock, perhaps of another game.
    timed: bool,
    /// Whether it was told rules, perhaps those of another game.
    ruled: bool,
    /// How many times its process was told a game from the beginning.
    set_ups: u32,
}

/// The game on an engine's board.
#[derive(Debug)]
struct Told {
    game: GameId,
    moves: Vec<Made>,
}

impl Mirror {
    /// An engine that is started when it is first asked.
    pub fn new(command: EngineCommand) -> Self {
        Self { command, engine: None, told: None, told_time: None, timed: false, ruled: false, set_ups: 0 }
    }

    /// An engine that has been started by this command, and has no game yet.
    pub(crate) fn of(command: EngineCommand, engine: Engine) -> Self {
        Self { engine: Some(engine), ..Self::new(command) }
    }

    /// How it is started.
    pub(crate) fn command(&self) -> &EngineCommand {
        &self.command
    }

    /// The game on its board.
    pub(crate) fn game(&self) -> Option<GameId> {
        self.told.as_ref().map(|told| told.game)
    }

    /// Whether there is a process.
    pub(crate) fn is_running(&self) -> bool {
        self.engine.is_some()
    }

    /// The game on its board is over.
    pub(crate) fn forget(&mut self) {
        self.told = None;
    }

    /// Asks for a move.
    pub async fn choose(
        &mut self,
        course: &mut Course,
        position: &Position,
        color: Color,
        left: Option<PerColor<PlayerTimeShape>>,
        patience: Duration,
    ) -> Result<Answer, MirrorError> {
        let mut starts = 0;
        loop {
            match self.choose_once(course, position, color, left, patience).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => self.recover(failure, &mut starts, position).await?,
            }
        }
    }

    /// Asks which stones are dead; nothing if the engine does not tell.
    pub async fn dead(&mut self, position: &Position) -> Result<Option<Vec<Vertex>>, MirrorError> {
        let mut starts = 0;
        loop {
            match self.dead_once(position).await {
                Ok(dead) => return Ok(dead),
                // It has the game on its board, so this is nothing that another game has left.
                Err(Failure::Engine(error)) if !error.is_broken() && self.told.is_some() => return Ok(None),
                Err(failure) => match self.recover(failure, &mut starts, position).await {
                    Err(MirrorError::CannotFollow(_)) => return Ok(None),
                    recovered => recovered?,
                },
            }
        }
    }

    /// Makes ready for asking again, if that is of any use.
    async fn recover(
        &mut self,
        failure: Failure,
        starts: &mut u32,
        position: &Position,
    ) -> Result<(), MirrorError> {
        let error = match failure {
            Failure::Answer(error) => return Err(error.into()),
            // A process that has had another game may refuse what a new one takes.
            Failure::Engine(error) if error.is_broken() || self.set_ups > 1 => error,
            Failure::Engine(error) => return Err(MirrorError::CannotFollow(error)),
        };
        // Dropping the engine ends its process.
        *self = Self::new(self.command.clone());
        if position.by_days || *starts >= STARTS {
            return Err(MirrorError::GivenUp(error));
        }
        let pause = FIRST_PAUSE * 2_u32.pow(*starts);
        *starts += 1;
        tracing::warn!(%error, pause_ms = pause.as_millis(), "the engine is started anew");
        sleep(pause).await;
        Ok(())
    }

    async fn dead_once(&mut self, position: &Position) -> Result<Option<Vec<Vertex>>, Failure> {
        let engine = self.follow(position).await?;
        if !engine.has("final_status_list") {
            return Ok(None);
        }
        let text = engine.ask("final_status_list dead", PATIENCE).await?;
        Ok(Some(vertices(&text)?))
    }

    async fn choose_once(
        &mut self,
        course: &mut Course,
        position: &Position,
        color: Color,
        left: Option<PerColor<PlayerTimeShape>>,
        patience: Duration,
    ) -> Result<Answer, Failure> {
        let to_the_end = course.to_the_end || position.to_the_end;
        let planned = course.handicap.pop();
        if position.handicap_left > 0
            && let Some(stone) = planned
        {
            return Ok(Answer::Play(stone));
        }
        let engine = self.follow(position).await?;
        if position.handicap_left >= 2 && position.moves.is_empty() && engine.has("place_free_handicap") {
            let command = format!("place_free_handicap {}", position.handicap_left);
            let placed = engine.ask(&command, PATIENCE).await?;
            // They come as moves, one after the other; what the engine has put on its board goes first.
            course.handicap = vertices(&placed)?;
            self.told = None;
            let first = course.handicap.pop().map(Answer::Play);
            return first.ok_or_else(|| AnswerError::new(&placed).into());
        }
        if let (Some(system), Some(left)) = (&position.system, left) {
            for color in [Color::Black, Color::White] {
                if let Some(command) = engine.time_commands().left(system, color, *left.get(color)) {
                    allowed_to_refuse(engine.ask(&command, PATIENCE).await)?;
                }
            }
        }
        let genmove =
            if to_the_end && engine.has("kgs-genmove_cleanup") { "kgs-genmove_cleanup" } else { "genmove" };
        let answer = engine.ask(&format!("{genmove} {color}"), patience).await?.parse()?;
        if let Some(told) = &mut self.told {
            match answer {
                Answer::Play(at) => told.moves.push((color, Some(at))),
                Answer::Pass => told.moves.push((color, None)),
                Answer::Resign => {}
            }
        }
        Ok(answer)
    }

    /// The engine, after it was told the missing part of the position.
    async fn follow(&mut self, position: &Position) -> Result<&mut Engine, Failure> {
        let told = self
            .told
            .as_ref()
            .filter(|told| told.game == position.game && position.moves.starts_with(&told.moves));
        let told = told.map(|told| told.moves.len());
        let engine = self.engine.as_ref().filter(|_| told.is_none() && self.ruled);
        if engine.is_some_and(|engine| rules_command(engine, position).is_none()) {
            // Nothing takes back the rules of another game. This process ends before the next one starts: there is room for one.
            *self = Self::new(self.command.clone());
        }
        if self.engine.is_none() {
            self.engine = Some(Engine::start(&self.command).await?);
        }
        let Some(engine) = &mut self.engine else {
            return Err(EngineError::Ended("start".to_owned()).into());
        };
        // If anything goes wrong on the way, the board is set up anew next time.
        self.told = None;
        let told = if let Some(told) = told {
            told
        } else {
            let (rules, ruled_before) = (rules_command(engine, position), self.ruled);
            self.ruled |= rules.is_some();
            self.set_ups += 1;
            let taken = set_up(engine, position, rules.as_deref(), ruled_before).await?;
            self.ruled = ruled_before || taken;
            if self.timed && position.system.is_none() {
                if let Some(command) = engine.time_commands().no_clock() {
                    allowed_to_refuse(engine.ask(&command, PATIENCE).await)?;
                }
                self.timed = false;
            }
            self.told_time = None;
            0
        };
        for (color, at) in position.moves.iter().skip(told) {
            play(engine, *color, *at).await?;
        }
        self.told = Some(Told { game: position.game, moves: position.moves.clone() });
        if self.told_time != position.system {
            self.told_time = position.system;
            let commands = engine.time_commands();
            let settings = position.system.and_then(|system| commands.settings(&system));
            // One that has no word for this clock must not go by the clock of another game.
            let none = if self.timed { commands.no_clock() } else { None };
            self.timed = settings.is_some();
            if let Some(command) = settings.or(none) {
                allowed_to_refuse(engine.ask(&command, PATIENCE).await)?;
            }
        }
        Ok(engine)
    }
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

#[cfg(test)]
impl Mirror {
    /// As if a game were on its board.
    pub(crate) fn remember(&mut self, game: GameId) {
        self.told = Some(Told { game, moves: Vec::new() });
    }
}
