//! A game as its events have left it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tengen_rules::{
    ByColor, Color, Game, Illegal, MarkError, Marks, Move, Point, Proposal, Score, SetupError, Stones,
};

use crate::actor::Actor;
use crate::pause::PauseBudget;
use crate::{
    Agreement, Clock, CommandId, GameResult, Millis, Pause, Phase, PlayerId, PlayerTime, Refusal, Settings,
    UndoRequest,
};

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMade {
    /// By whom.
    pub color: Color,
    /// A stone or a pass.
    pub made: Move,
    /// The stones that it took off the board.
    pub captured: Vec<Point>,
    /// The time that it left the player, if time is measured.
    pub time_left: Option<PlayerTime>,
}

/// A game as its events have left it. See the [crate's front page](crate) for how it moves on.
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) settings: Arc<Settings>,
    pub(crate) seq: u32,
    pub(crate) at: Millis,
    pub(crate) phase: Phase,
    pub(crate) players: Option<ByColor<PlayerId>>,
    pub(crate) game: Game,
    pub(crate) moves: Vec<MoveMade>,
    /// The resumptions of play: after how many moves, and with which player to move.
    pub(crate) resumed: Vec<(usize, Color)>,
    pub(crate) turn: u32,
    pub(crate) version: u32,
    pub(crate) agreement: Option<Agreement>,
    pub(crate) result: Option<GameResult>,
    /// Whether each player has made a move once, or play has ended by passes, so that clocks run and nobody
    /// can just call the game off.
    pub(crate) begun: bool,
    /// Until when the next of the first moves has to come.
    pub(crate) first_move_by: Millis,
    /// When the position last changed, or play began; later by the time without a server since then.
    pub(crate) moved_at: Millis,
    pub(crate) clock: Option<Clock>,
    pub(crate) pause: Option<Pause>,
    pub(crate) pauses_left: ByColor<PauseBudget>,
    pub(crate) undo: Option<UndoRequest>,
    /// Until when nobody can claim that the player is away.
    pub(crate) present_until: ByColor<Millis>,
    /// The turn in which each player has last asked to take back.
    pub(crate) undo_asked: ByColor<Option<u32>>,
    /// The number of requests of each player to take back.
    pub(crate) undos_asked: ByColor<u32>,
    /// The server's opinion about dead stones in the present position, once somebody has asked for it.
    pub(crate) proposal: OnceLock<Proposal>,
    pub(crate) commands: HashMap<(PlayerId, CommandId), (u64, u32)>,
}

impl State {
    /// A game that was made at this time and waits for an opponent.
    ///
    /// # Errors
    ///
    /// When stored settings put a handicap stone where none can stand; [`Settings::new`] never does.
    pub fn new(settings: Settings, created_at: Millis) -> Result<Self, SetupError> {
        let game = settings.game()?;
        let budget = PauseBudget::new(settings.patience().pauses);
        Ok(Self {
            seq: 0,
            at: created_at,
            phase: Phase::Open,
            players: None,
            game,
            moves: Vec::new(),
            resumed: Vec::new(),
            turn: 0,
            version: 0,
            agreement: None,
            result: None,
            begun: false,
            first_move_by: Millis::MAX,
            moved_at: created_at,
            clock: settings.clock().copied().map(Clock::new),
            pause: None,
            pauses_left: ByColor { black: budget, white: budget },
            undo: None,
            present_until: ByColor::default(),
            undo_asked: ByColor::default(),
            undos_asked: ByColor::default(),
            proposal: OnceLock::new(),
            commands: HashMap::new(),
            settings: Arc::new(settings),
        })
    }

    /// The score of the position with these marks, under the game's rules and komi.
    ///
    /// # Errors
    ///
    /// When the marks do not fit the position.
    pub fn score_with(&self, marks: &Marks) -> Result<Score, MarkError> {
        self.score_of(&self.game, marks)
    }

    pub(crate) fn score_of(&self, game: &Game, marks: &Marks) -> Result<Score, MarkError> {
        let settings = &self.settings;
        game.score(marks, settings.komi(), settings.handicap())
    }

    /// The agreements before the first move.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of the last event, 0 before the first.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The players by their colours, once the game has started.
    pub fn players(&self) -> Option<ByColor<PlayerId>> {
        self.players
    }

    /// A player's colour, if the player has a seat; Black's, if both are the player's.
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        self.players.and_then(|players| players.iter().find(|(_, id)| **id == player).map(|(color, _)| color))
    }

    /// A player's colour. The creator of an open game is a player whose game has not begun.
    ///
    /// In a local game both seats are the creator's, and the command says whose it is.
    pub(crate) fn seat(&self, actor: Actor) -> Result<Color, Refusal> {
        let otherwise = if self.phase == Phase::Open && actor.player == self.settings.creator() {
            Refusal::WrongPhase(Phase::Open)
        } else {
            Refusal::NotAPlayer
        };
        let own = self.color_of(actor.player).ok_or(otherwise)?;
        match actor.color {
            None if self.settings.local() => Err(Refusal::ColorNeeded),
            Some(color) if self.settings.local() => Ok(color),
            Some(color) if color != own => Err(Refusal::NotYourColor),
            _ => Ok(own),
        }
    }

    /// Counts every change of the position or of the player to move, and never goes back.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whose turn it is, while stones are played.
    pub fn to_move(&self) -> Option<Color> {
        (self.phase == Phase::Playing).then(|| self.game.to_move())
    }

    /// The position and all that led to it, as the rules see it.
    pub fn position(&self) -> &Game {
        &self.game
    }

    /// The stones on the board.
    pub fn stones(&self) -> Stones {
        self.game.board().stones()
    }

    /// The prisoners of each player, pass stones included.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.game.prisoners()
    }

    /// The handicap stones that Black has still to place before White's first move, where placement is free.
    pub fn handicap_left(&self) -> u8 {
        self.game.handicap_left()
    }

    /// The player who took the button, where there is one.
    pub fn button(&self) -> Option<Color> {
        self.game.button()
    }

    /// Whether a pass hands over a stone now.
    pub fn passes_cost_a_stone(&self) -> bool {
        self.phase == Phase::Playing && self.game.passes_cost_a_stone()
    }

    /// Whether a pass ends play now.
    pub fn pass_ends_play(&self) -> bool {
        self.phase == Phase::Playing && self.game.check_pass().is_ok_and(|pass| pass.ends.is_some())
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[MoveMade] {
        &self.moves
    }

    /// The empty points where the player to move may not play, and why; none unless stones are played.
    pub fn illegal_points(&self) -> Vec<(Point, Illegal)> {
        if self.phase == Phase::Playing { self.game.illegal_points() } else { Vec::new() }
    }

    /// The point where the player to move may not take back now: a ko in which the last move has taken a
    /// stone.
    pub fn ko(&self) -> Option<Point> {
        let captured = match self.moves.last() {
            Some(last) => &last.captured,
            None => self.settings.beginning()?.captured(),
        };
        let [taken] = captured[..] else { return None };
        (self.phase == Phase::Playing && self.game.check(taken) == Err(Illegal::Ko)).then_some(taken)
    }

    /// The marks on dead stones: in the scoring phase, and afterwards those that decided the score.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.agreement.as_ref()
    }

    /// The number of times that play may still be resumed.
    pub fn resumptions_left(&self) -> u8 {
        let resumed = u8::try_from(self.resumed.len()).unwrap_or(u8::MAX);
        self.settings.rules().resumptions.saturating_sub(resumed)
    }

    /// The clock, if time is measured.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Refuses commands that would save a player whose time is up and whose flag is about to fall.
    pub(crate) fn in_time(&self, at: Millis) -> Result<(), Refusal> {
        match self.clock.as_ref().and_then(Clock::flag) {
            Some((_, due)) if at > due => Err(Refusal::TimeIsUp),
            _ => Ok(()),
        }
    }

    /// The pause, while the game is paused.
    pub fn pause(&self) -> Option<&Pause> {
        self.pause.as_ref()
    }

    /// The pauses that a player has left.
    pub fn pauses_left(&self, color: Color) -> PauseBudget {
        self.pauses_left[color]
    }

    /// The request to take back that waits for an answer.
    pub fn undo_request(&self) -> Option<&UndoRequest> {
        self.undo.as_ref()
    }

    /// When the last event happened, or when the game was made.
    pub fn at(&self) -> Millis {
        self.at
    }

    /// The result, once there is one.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }
}
