//! Two players at a board: a game under test with short words for its commands.

use tengen_game::{
    ClaimOutcome, Clock, Colors, Command, Event, EventKind, Millis, Moment, NewGame, Outage, Phase, PlayerId,
    PlayerTime, Refusal, Ruling, Settings, State, TimeSystem,
};
use tengen_rules::{BoardName, Color, Preset, Vertex};

pub(crate) const SECOND: Millis = 1_000;
pub(crate) const MINUTE: Millis = 60 * SECOND;
pub(crate) const HOUR: Millis = 60 * MINUTE;
pub(crate) const DAY: Millis = 24 * HOUR;

/// A game, its two players, and its clock.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) state: State,
    pub(crate) log: Vec<Event>,
    pub(crate) now: Millis,
    created_at: Millis,
}

pub(crate) fn black() -> PlayerId {
    PlayerId::from_entropy([1; 10])
}

pub(crate) fn white() -> PlayerId {
    PlayerId::from_entropy([2; 10])
}

pub(crate) fn stranger() -> PlayerId {
    PlayerId::from_entropy([3; 10])
}

pub(crate) fn player(color: Color) -> PlayerId {
    match color {
        Color::Black => black(),
        Color::White => white(),
    }
}

pub(crate) fn at(vertex: &str) -> Vertex {
    vertex.parse().unwrap()
}

/// Everything that a state shows, as text.
pub(crate) fn visible(state: &State) -> String {
    let clock = state.clock();
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        (
            state.seq(),
            state.at(),
            state.phase(),
            state.players(),
            state.turn(),
            state.to_move(),
            state.result()
        ),
        (state.stones(), state.prisoners(), state.handicap_left(), state.button(), state.illegal_points()),
        (state.passes_cost_a_stone(), state.pass_ends_play(), state.moves(), state.agreement()),
        (clock, clock.map(Clock::flag), state.pause(), state.undo_request()),
        (
            Color::ALL.map(|color| (state.pauses_left(color), state.claimable_at(color, 0))),
            state.resumptions_left(),
            state.waits(),
            state.due()
        ),
    )
}

impl Table {
    /// An open game made by Black.
    pub(crate) fn open(wish: NewGame) -> Self {
        let settings = Settings::new(black(), NewGame { color: Colors::Black, ..wish }).unwrap();
        Self { state: State::new(settings, 0).unwrap(), log: Vec::new(), now: 0, created_at: 0 }
    }

    /// A game on a square board in which White has taken the other seat.
    pub(crate) fn playing(preset: Preset, side: usize) -> Self {
        let wish =
            NewGame { board: BoardName::Grid { width: side, height: side }, ..NewGame::with_preset(preset) };
        let mut table = Self::open(wish);
        table.does(white(), Command::Join);
        table
    }

    /// A 9x9 game with this clock whose players have each made a move in no time, so that Black's time runs from
    /// `now` on: Black on E5, White on C3.
    pub(crate) fn timed(clock: TimeSystem) -> Self {
        let mut table = Self::unbegun(Some(clock));
        let at = table.now;
        for (actor, vertex) in [(black(), "E5"), (white(), "C3")] {
            table.plays(at, actor, vertex).unwrap();
        }
        table
    }

    /// A 9x9 game in which White has just taken the other seat, a second after it was made.
    pub(crate) fn unbegun(clock: Option<TimeSystem>) -> Self {
        let board = BoardName::Grid { width: 9, height: 9 };
        let mut table = Self::open(NewGame { board, clock, ..NewGame::with_preset(Preset::Japanese) });
        table.does(white(), Command::Join);
        table
    }

    /// A command at a moment. If it is refused, nothing has changed.
    pub(crate) fn tries_at(
        &mut self,
        moment: impl Into<Moment>,
        actor: PlayerId,
        command: &Command,
    ) -> Result<EventKind, Refusal> {
        let moment = moment.into();
        let before = visible(&self.state);
        match self.state.decide(actor, None, command, moment) {
            Ok(event) => Ok(self.takes(event)),
            Err(refusal) => {
                assert_eq!(visible(&self.state), before, "a refused {command} changes nothing");
                Err(refusal)
            }
        }
    }

    /// A ruling of the staff at a moment. If it is refused, nothing has changed.
    pub(crate) fn is_ruled(&mut self, at: Millis, ruling: Ruling) -> Result<EventKind, Refusal> {
        let before = visible(&self.state);
        match self.state.rule(ruling, at) {
            Ok(event) => Ok(self.takes(event)),
            Err(refusal) => {
                assert_eq!(visible(&self.state), before, "a refused {ruling:?} changes nothing");
                Err(refusal)
            }
        }
    }

    /// Applies an event and notes it.
    pub(crate) fn takes(&mut self, event: Event) -> EventKind {
        self.state.apply(&event).unwrap();
        self.now = self.now.max(event.at);
        self.log.push(event.clone());
        event.kind
    }

    /// Both players pass until play ends, which it does at the latest with the second pass of each.
    pub(crate) fn passes_to_the_end(&mut self) {
        for _ in 0..4 {
            if self.phase() == Phase::Playing {
                self.pass().unwrap();
            }
        }
        assert_ne!(self.phase(), Phase::Playing);
    }

    pub(crate) fn plays(
        &mut self,
        moment: impl Into<Moment>,
        actor: PlayerId,
        vertex: &str,
    ) -> Result<EventKind, Refusal> {
        let turn = self.state.turn();
        self.tries_at(moment, actor, &Command::Play { turn, at: at(vertex) })
    }

    pub(crate) fn passes(
        &mut self,
        moment: impl Into<Moment>,
        actor: PlayerId,
    ) -> Result<EventKind, Refusal> {
        let turn = self.state.turn();
        self.tries_at(moment, actor, &Command::Pass { turn, confirm: false })
    }

    pub(crate) fn claims(&mut self, moment: Moment, actor: PlayerId) -> Result<EventKind, Refusal> {
        self.tries_at(moment, actor, &Command::Claim { outcome: ClaimOutcome::Win })
    }

    /// Asks to take back.
    pub(crate) fn asks_back(&mut self, moment: Millis, actor: PlayerId) -> Result<EventKind, Refusal> {
        let turn = self.state.turn();
        self.tries_at(moment, actor, &Command::Undo { turn })
    }

    /// Lets the opponent take back.
    pub(crate) fn gives_back(&mut self, moment: Millis, actor: PlayerId) -> Result<EventKind, Refusal> {
        let request = self.state.undo_request().map_or(0, |request| request.seq);
        self.tries_at(moment, actor, &Command::UndoAccept { request })
    }

    /// The event that the passing of time has led to, if any.
    pub(crate) fn waits_until(&mut self, at: Millis) -> Option<EventKind> {
        let event = self.state.lapse(at)?;
        Some(self.takes(event))
    }

    /// The server is back after these outages.
    pub(crate) fn is_made_good(&mut self, outages: &[(Millis, Millis)], at: Millis) -> Option<Millis> {
        let outages: Vec<Outage> = outages.iter().map(|(from, to)| Outage { from: *from, to: *to }).collect();
        let event = self.state.make_good(&outages, at)?;
        match self.takes(event) {
            EventKind::Credited { millis } => Some(millis),
            other => panic!("{other:?}"),
        }
    }

    /// A player's time at a moment: main, period, periods, stones.
    pub(crate) fn time(&self, color: Color, at: Millis) -> (Millis, Millis, u32, u32) {
        let PlayerTime { main, period, periods, stones } = self.state.clock().unwrap().time(color, at);
        (main, period, periods, stones)
    }

    /// When the flag is due.
    pub(crate) fn flag(&self) -> Option<(Color, Millis)> {
        self.state.clock().unwrap().flag()
    }

    /// The game as the log alone tells it.
    pub(crate) fn replayed(&self) -> State {
        let mut state = State::new(self.state.settings().clone(), self.created_at).unwrap();
        for event in &self.log {
            state.apply(event).unwrap();
        }
        state
    }

    /// The log alone gives the same game.
    pub(crate) fn must_replay(&self) {
        assert_eq!(visible(&self.replayed()), visible(&self.state));
    }

    /// A command that must be accepted.
    pub(crate) fn does(&mut self, actor: PlayerId, command: Command) -> EventKind {
        match self.tries(actor, &command) {
            Ok(kind) => kind,
            Err(refusal) => panic!("{command} is refused: {refusal:?}"),
        }
    }

    /// A command that may be refused; then nothing has changed.
    pub(crate) fn tries(&mut self, actor: PlayerId, command: &Command) -> Result<EventKind, Refusal> {
        self.now += 1_000;
        let event = self.state.decide(actor, None, command, self.now)?;
        self.state.apply(&event).unwrap();
        self.log.push(event.clone());
        Ok(event.kind)
    }

    /// The player to move plays each vertex, or passes.
    pub(crate) fn moves(&mut self, moves: &str) {
        for made in moves.split_whitespace() {
            let mover = player(self.state.to_move().unwrap());
            let turn = self.state.turn();
            let command = match made {
                "pass" => Command::Pass { turn, confirm: false },
                vertex => Command::Play { turn, at: at(vertex) },
            };
            self.does(mover, command);
        }
    }

    pub(crate) fn pass(&mut self) -> Result<EventKind, Refusal> {
        let mover = player(self.state.to_move().unwrap());
        self.tries(mover, &Command::Pass { turn: self.state.turn(), confirm: false })
    }

    pub(crate) fn version(&self) -> u32 {
        self.state.agreement().unwrap().version
    }

    pub(crate) fn proposes(&mut self, actor: PlayerId, dead: &str) -> Result<EventKind, Refusal> {
        let dead = dead.split_whitespace().map(at).collect();
        self.tries(actor, &Command::Propose { version: self.version(), dead, neutral: None })
    }

    pub(crate) fn accepts(&mut self, actor: PlayerId) -> Result<EventKind, Refusal> {
        self.tries(actor, &Command::Accept { version: self.version() })
    }

    pub(crate) fn resumes(&mut self, actor: PlayerId) -> Result<EventKind, Refusal> {
        self.tries(actor, &Command::Resume { version: self.version() })
    }

    pub(crate) fn phase(&self) -> Phase {
        self.state.phase()
    }

    pub(crate) fn result(&self) -> Option<String> {
        self.state.result().map(|result| result.to_string())
    }

    /// The marked stones as text.
    pub(crate) fn dead(&self) -> String {
        let topology = self.state.settings().topology();
        let dead = &self.state.agreement().unwrap().marks.dead;
        dead.iter().map(|point| topology.vertex(*point).to_string()).collect::<Vec<_>>().join(" ")
    }
}
