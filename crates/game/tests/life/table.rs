//! Two players at a board: a game under test with short words for its commands.

use tengen_game::{Colors, Command, Event, EventKind, NewGame, Phase, PlayerId, Refusal, Settings, State};
use tengen_rules::{BoardName, Color, Preset, Vertex};

/// A game, its two players, and its clock.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) state: State,
    pub(crate) log: Vec<Event>,
    now: i64,
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

impl Table {
    /// An open game made by Black.
    pub(crate) fn open(wish: NewGame) -> Self {
        let settings = Settings::new(black(), NewGame { color: Colors::Black, ..wish }).unwrap();
        Self { state: State::new(settings, 0).unwrap(), log: Vec::new(), now: 0 }
    }

    /// A game on a square board in which White has taken the other seat.
    pub(crate) fn playing(preset: Preset, side: usize) -> Self {
        let wish =
            NewGame { board: BoardName::Grid { width: side, height: side }, ..NewGame::with_preset(preset) };
        let mut table = Self::open(wish);
        table.does(white(), Command::Join);
        table
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
        self.tries(actor, &Command::Propose { version: self.version(), dead })
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
        let dead = &self.state.agreement().unwrap().dead;
        dead.iter().map(|point| topology.vertex(*point).to_string()).collect::<Vec<_>>().join(" ")
    }
}
