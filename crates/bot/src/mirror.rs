//! An engine that knows a game: it is told the moves, and told all of them again when it has to be started anew.

use std::time::Duration;

use tengen_protocol::{
    BoardShape, PerColor, PlayerTimeShape, PositionShape, SettingsShape, Snapshot, TimeSystemShape,
};
use tengen_rules::{Color, Dead, Preset, Vertex};
use tokio::time::sleep;

use crate::engine::{Engine, EngineCommand, EngineError, PATIENCE};
use crate::gtp::{Answer, AnswerError, vertices};

/// How often an engine is started anew for one question.
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

/// A move: a vertex, or a pass.
type Made = (Color, Option<Vertex>);

/// The facts about a game that an engine has to know.
#[derive(Debug, Clone)]
pub struct Position {
    settings: SettingsShape,
    setup: Vec<Vertex>,
    moves: Vec<Made>,
    handicap_left: u8,
    system: Option<TimeSystemShape>,
    to_the_end: bool,
}

impl Position {
    /// The position of a game.
    pub fn new(snapshot: &Snapshot) -> Self {
        let rules = &snapshot.settings.rules;
        Self {
            settings: snapshot.settings.clone(),
            setup: snapshot.setup.iter().map(|vertex| vertex.0).collect(),
            moves: snapshot.moves.iter().map(|made| (made.color.0, made.at.parse().ok())).collect(),
            handicap_left: snapshot.handicap_left,
            system: snapshot.clock.as_ref().map(|clock| clock.system),
            to_the_end: rules.dead.0 == Dead::AsPlayed || snapshot.resumptions_left < rules.resumptions,
        }
    }
}

/// An engine process, or none yet, and the facts that it was told.
#[derive(Debug)]
pub struct Mirror {
    command: EngineCommand,
    engine: Option<Engine>,
    told: Option<Vec<Made>>,
    told_time: Option<TimeSystemShape>,
    /// Where the engine wants its handicap stones, the next one last.
    handicap: Vec<Vertex>,
    to_the_end: bool,
}

impl Mirror {
    /// An engine that is started when it is first asked.
    pub fn new(command: EngineCommand) -> Self {
        Self { command, engine: None, told: None, told_time: None, handicap: Vec::new(), to_the_end: false }
    }

    /// From now on dead stones are taken off the board before passing, where the engine knows how.
    pub fn play_to_the_end(&mut self) {
        self.to_the_end = true;
    }

    /// Asks for a move.
    pub async fn choose(
        &mut self,
        position: &Position,
        color: Color,
        left: Option<PerColor<PlayerTimeShape>>,
        patience: Duration,
    ) -> Result<Answer, MirrorError> {
        let mut starts = 0;
        loop {
            match self.choose_once(position, color, left, patience).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => self.recover(failure, &mut starts).await?,
            }
        }
    }

    /// Asks which stones are dead; nothing if the engine does not tell.
    pub async fn dead(&mut self, position: &Position) -> Result<Option<Vec<Vertex>>, MirrorError> {
        let mut starts = 0;
        loop {
            match self.dead_once(position).await {
                Ok(dead) => return Ok(dead),
                Err(failure) => match self.recover(failure, &mut starts).await {
                    Err(MirrorError::CannotFollow(_)) => return Ok(None),
                    recovered => recovered?,
                },
            }
        }
    }

    /// Makes ready for asking again, if that is of any use.
    async fn recover(&mut self, failure: Failure, starts: &mut u32) -> Result<(), MirrorError> {
        let error = match failure {
            Failure::Answer(error) => return Err(error.into()),
            Failure::Engine(error) if error.is_broken() => error,
            Failure::Engine(error) => return Err(MirrorError::CannotFollow(error)),
        };
        // Dropping the engine ends its process.
        (self.engine, self.told, self.told_time) = (None, None, None);
        if *starts >= STARTS {
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
        position: &Position,
        color: Color,
        left: Option<PerColor<PlayerTimeShape>>,
        patience: Duration,
    ) -> Result<Answer, Failure> {
        let to_the_end = self.to_the_end || position.to_the_end;
        let planned = self.handicap.pop();
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
            (self.told, self.handicap) = (None, vertices(&placed)?);
            let first = self.handicap.pop().map(Answer::Play);
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
                Answer::Play(at) => told.push((color, Some(at))),
                Answer::Pass => told.push((color, None)),
                Answer::Resign => {}
            }
        }
        Ok(answer)
    }

    /// The engine, after it was told the missing part of the position.
    async fn follow(&mut self, position: &Position) -> Result<&mut Engine, Failure> {
        if self.engine.is_none() {
            let engine = Engine::start(&self.command).await?;
            tracing::info!(process = engine.process_id(), "an engine has started");
            self.engine = Some(engine);
        }
        let Some(engine) = &mut self.engine else {
            return Err(EngineError::Ended("start".to_owned()).into());
        };
        // If anything goes wrong on the way, the board is set up anew next time.
        let told = match self.told.take() {
            Some(told) if position.moves.starts_with(&told) => told.len(),
            _ => {
                set_up(engine, position).await?;
                self.told_time = None;
                0
            }
        };
        for (color, at) in position.moves.iter().skip(told) {
            play(engine, *color, *at).await?;
        }
        self.told = Some(position.moves.clone());
        if self.told_time != position.system {
            self.told_time = position.system;
            if let Some(command) = position.system.and_then(|system| engine.time_commands().settings(&system))
            {
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

async fn set_up(engine: &mut Engine, position: &Position) -> Result<(), EngineError> {
    let settings = &position.settings;
    engine.ask(&format!("boardsize {}", settings.board.width), PATIENCE).await?;
    engine.ask("clear_board", PATIENCE).await?;
    engine.ask(&format!("komi {}", settings.komi.0), PATIENCE).await?;
    if let Some(command) = rules_command(engine, settings.rules.preset.0) {
        allowed_to_refuse(engine.ask(&command, PATIENCE).await)?;
    }
    if let Some(beginning) = &position.settings.position {
        return begin(engine, settings.board, beginning).await;
    }
    if position.setup.is_empty() {
        return Ok(());
    }
    if engine.has("set_free_handicap") {
        let stones: Vec<_> = position.setup.iter().map(ToString::to_string).collect();
        engine.ask(&format!("set_free_handicap {}", stones.join(" ")), PATIENCE).await?;
    } else if engine.has("fixed_handicap") {
        let placed = engine.ask(&format!("fixed_handicap {}", position.setup.len()), PATIENCE).await?;
        let mut placed = vertices(&placed).unwrap_or_default();
        let mut wanted = position.setup.clone();
        placed.sort_unstable();
        wanted.sort_unstable();
        if placed != wanted {
            let answer = "its stones are on other points than the server's".to_owned();
            return Err(EngineError::Refused { command: "fixed_handicap".to_owned(), answer });
        }
    } else {
        for &stone in &position.setup {
            play(engine, Color::Black, Some(stone)).await?;
        }
    }
    Ok(())
}

async fn play(engine: &mut Engine, color: Color, at: Option<Vertex>) -> Result<(), EngineError> {
    let at = at.map_or_else(|| "pass".to_owned(), |at| at.to_string());
    engine.ask(&format!("play {color} {at}"), PATIENCE).await?;
    Ok(())
}

/// Puts the stones of a position on the board, and makes the moves that led on from them.
async fn begin(engine: &mut Engine, board: BoardShape, beginning: &PositionShape) -> Result<(), EngineError> {
    // Any part of a legal position is legal, so no stone takes another, in whatever order they come.
    let rows = beginning.stones.as_bytes().chunks(board.width.max(1)).rev();
    for (row, stones) in (1..).zip(rows) {
        for (column, stone) in (0..).zip(stones) {
            let color = match stone {
                b'B' => Color::Black,
                b'W' => Color::White,
                _ => continue,
            };
            if let Some(at) = Vertex::new(column, row) {
                play(engine, color, Some(at)).await?;
            }
        }
    }
    let mut to_move = beginning.to_move.0;
    for (color, at) in &beginning.moves.0.0 {
        let color = color.unwrap_or(to_move);
        play(engine, color, *at).await?;
        to_move = color.opponent();
    }
    Ok(())
}

/// The command that names the rules, where engine and rules have one.
fn rules_command(engine: &Engine, preset: Preset) -> Option<String> {
    let (kgs, kata) = match preset {
        Preset::Japanese | Preset::Korean | Preset::Core | Preset::Tournament => ("japanese", "japanese"),
        Preset::Chinese | Preset::ChineseSuperko | Preset::CoreArea => ("chinese", "chinese"),
        Preset::Aga => ("aga", "aga"),
        Preset::Bga | Preset::French => ("aga", "bga"),
        Preset::AgaButton => ("aga", "aga-button"),
        Preset::NewZealand => ("new_zealand", "new-zealand"),
        Preset::Logical | Preset::TrompTaylor => ("new_zealand", "tromp-taylor"),
        Preset::StoneScoring => ("chinese", "stone-scoring"),
        _ => return None,
    };
    if engine.has("kata-set-rules") {
        Some(format!("kata-set-rules {kata}"))
    } else {
        engine.has("kgs-rules").then(|| format!("kgs-rules {kgs}"))
    }
}

/// Some engines list a command and refuse arguments that they don't know; the game goes on without the command.
fn allowed_to_refuse(answer: Result<String, EngineError>) -> Result<(), EngineError> {
    match answer {
        Err(error) if error.is_broken() => Err(error),
        Err(error) => {
            tracing::debug!(%error, "passed over");
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}
