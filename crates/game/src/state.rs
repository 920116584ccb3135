//! A game as its events have left it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tengen_rules::{
    ByColor, Color, DeadError, Game, Illegal, Move, Point, Proposal, Score, SetupError, Stones, score,
};

use crate::{CommandId, Event, EventKind, GameResult, Millis, PlayerId, ResultBy, Settings};

/// How many times each player may mark dead stones in one scoring phase, so that marking can't go on for ever.
pub const PROPOSALS_EACH: u8 = 10;

/// The phases of a game, in their order; from scoring it may go back to playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Waits for an opponent.
    Open,
    /// Stones are played.
    Playing,
    /// The players agree on dead stones.
    Scoring,
    /// There is a result; nothing happens any more.
    Finished,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 4] = [Self::Open, Self::Playing, Self::Scoring, Self::Finished];

    /// The name in JSON and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Playing => "playing",
            Self::Scoring => "scoring",
            Self::Finished => "finished",
        }
    }
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMade {
    /// By whom.
    pub color: Color,
    /// A stone or a pass.
    pub made: Move,
    /// The stones that it took off the board.
    pub captured: Vec<Point>,
}

/// The marks on dead stones and who has accepted them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// Counts every change of the marks over the whole game and never starts again.
    pub version: u32,
    /// Stones marked as dead: whole chains, in the order of the board.
    pub dead: Vec<Point>,
    /// Stones about which the server had no opinion when play stopped.
    pub unsettled: Vec<Point>,
    /// Who has accepted this version.
    pub accepted: ByColor<bool>,
    /// How many times each player may still mark in this scoring phase.
    pub proposals_left: ByColor<u8>,
}

/// An event that does not continue the game: the log is damaged or belongs to another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The number is not the next one.
    #[error("event {found} where {expected} is next")]
    Number {
        /// The next number.
        expected: u32,
        /// The event's number.
        found: u32,
    },
    /// The rules refuse the move.
    #[error("event {seq}: {rule}")]
    Illegal {
        /// The event's number.
        seq: u32,
        /// The rule.
        rule: Illegal,
    },
    /// The event can't happen in this phase.
    #[error("event {seq} does not belong in the phase {}", .phase.name())]
    Phase {
        /// The event's number.
        seq: u32,
        /// The phase of the game.
        phase: Phase,
    },
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
    pub(crate) turn: u32,
    pub(crate) version: u32,
    pub(crate) agreement: Option<Agreement>,
    pub(crate) resumptions: u8,
    pub(crate) result: Option<GameResult>,
    /// The server's opinion about dead stones in the present position, once somebody has asked for it.
    pub(crate) proposal: OnceLock<Proposal>,
    pub(crate) commands: HashMap<(PlayerId, CommandId), (u64, u32)>,
}

impl State {
    /// A game that waits for an opponent.
    ///
    /// # Errors
    ///
    /// When stored settings put a handicap stone where none can stand; [`Settings::new`] never does.
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let game = Game::new(Arc::clone(settings.topology()), *settings.rules(), settings.setup())?;
        Ok(Self {
            settings: Arc::new(settings),
            seq: 0,
            at: Millis::MIN,
            phase: Phase::Open,
            players: None,
            game,
            moves: Vec::new(),
            turn: 0,
            version: 0,
            agreement: None,
            resumptions: 0,
            result: None,
            proposal: OnceLock::new(),
            commands: HashMap::new(),
        })
    }

    /// Folds the next event into the state.
    ///
    /// # Errors
    ///
    /// When the event does not continue this game. The state is then good for nothing but the error message.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        if event.seq != self.seq + 1 {
            return Err(ReplayError::Number { expected: self.seq + 1, found: event.seq });
        }
        let misplaced = ReplayError::Phase { seq: event.seq, phase: self.phase };
        let refused = |rule| ReplayError::Illegal { seq: event.seq, rule };
        match &event.kind {
            EventKind::Joined { players } => {
                self.players = Some(*players);
            }
            EventKind::Played { color, at, .. } => {
                let play = self.game.play(*at).map_err(refused)?;
                self.moves.push(MoveMade { color: *color, made: Move::Play(*at), captured: play.captured });
                self.turn += 1;
            }
            EventKind::Passed { color, proposal } => {
                self.game.pass().map_err(refused)?;
                self.moves.push(MoveMade { color: *color, made: Move::Pass, captured: Vec::new() });
                self.turn += 1;
                match (proposal, &event.result) {
                    (Some(proposal), _) => self.begin_scoring(proposal.clone()),
                    // Nobody is asked: every stone on the board is alive.
                    (None, Some(GameResult { by: ResultBy::Score, .. })) => self.settle_as_played(),
                    (None, _) => {}
                }
            }
            EventKind::Proposed { color, dead } => {
                self.version += 1;
                let agreement = self.agreement.as_mut().ok_or(misplaced)?;
                agreement.version = self.version;
                agreement.dead.clone_from(dead);
                agreement.accepted = ByColor::default();
                agreement.proposals_left[*color] = agreement.proposals_left[*color].saturating_sub(1);
            }
            EventKind::Accepted { color, .. } => {
                self.agreement.as_mut().ok_or(misplaced)?.accepted[*color] = true;
            }
            EventKind::Resumed { to_move, .. } => {
                self.agreement.take().ok_or(misplaced)?;
                self.version += 1;
                self.turn += 1;
                self.resumptions += 1;
                self.game.resume(*to_move);
            }
            // What the players had agreed on before does not decide the game.
            EventKind::Resigned { .. } | EventKind::Aborted { .. } => self.agreement = None,
        }
        self.phase = event.begins().unwrap_or(self.phase);
        self.result = event.result;
        if let Some(command) = &event.command {
            self.commands.insert((event.actor, command.id.clone()), (command.fingerprint, event.seq));
        }
        self.proposal = OnceLock::new();
        self.seq = event.seq;
        self.at = event.at;
        Ok(())
    }

    fn begin_scoring(&mut self, Proposal { dead, unsettled, .. }: Proposal) {
        self.version += 1;
        self.agreement = Some(Agreement {
            version: self.version,
            dead,
            unsettled,
            accepted: ByColor::default(),
            proposals_left: ByColor { black: PROPOSALS_EACH, white: PROPOSALS_EACH },
        });
    }

    fn settle_as_played(&mut self) {
        self.begin_scoring(Proposal::default());
        if let Some(agreement) = &mut self.agreement {
            agreement.accepted = ByColor { black: true, white: true };
        }
    }

    /// The score of the position with these stones taken off as dead, under the game's rules and komi.
    ///
    /// # Errors
    ///
    /// When a point has no stone or its chain is marked in part.
    pub fn score_with(&self, dead: &[Point]) -> Result<Score, DeadError> {
        self.score_of(&self.game, dead)
    }

    pub(crate) fn score_of(&self, game: &Game, dead: &[Point]) -> Result<Score, DeadError> {
        let settings = &self.settings;
        score(game.board(), dead, game.prisoners(), settings.rules(), settings.komi(), settings.handicap())
    }

    /// What was agreed before the first move.
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

    /// Who plays which colour, once the game has started.
    pub fn players(&self) -> Option<ByColor<PlayerId>> {
        self.players
    }

    /// A player's colour, if the player has a seat.
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        self.players.and_then(|players| players.iter().find(|(_, id)| **id == player).map(|(color, _)| color))
    }

    /// Counts every change of the position or of the player to move, and never goes back.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whose turn it is, while stones are played.
    pub fn to_move(&self) -> Option<Color> {
        (self.phase == Phase::Playing).then(|| self.game.to_move())
    }

    /// The stones on the board.
    pub fn stones(&self) -> Stones {
        self.game.board().stones()
    }

    /// What each player holds, pass stones included.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.game.prisoners()
    }

    /// The moves in their order.
    pub fn moves(&self) -> &[MoveMade] {
        &self.moves
    }

    /// The empty points where the player to move may not play, and why; none unless stones are played.
    pub fn illegal_points(&self) -> Vec<(Point, Illegal)> {
        if self.phase == Phase::Playing { self.game.illegal_points() } else { Vec::new() }
    }

    /// The marks on dead stones: in the scoring phase, and afterwards those that decided the score.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.agreement.as_ref()
    }

    /// How often play may still be resumed.
    pub fn resumptions_left(&self) -> u8 {
        self.settings.rules().resumptions.saturating_sub(self.resumptions)
    }

    /// The result, once there is one.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }
}
