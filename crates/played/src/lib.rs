//! Games and how they went, for the tests of every crate that writes games down: as rows, as JSON, as records.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "the set-up of a test fails the test like the test itself"
)]

use tengen_game::{
    BeginningWish, Colors, Command, CommandId, Event, NewGame, Outage, PlayerId, Ruling, Settings, State,
    TimeSystem,
};
use tengen_rules::{BoardName, Color, HalfPoints, Preset};

/// When each game was created, in milliseconds since 1970.
pub const CREATED: i64 = 1_790_000_000_000;

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000;

/// The creator of each game.
pub fn ann() -> PlayerId {
    PlayerId::from_entropy([1; 10])
}

/// The opponent.
pub fn ben() -> PlayerId {
    PlayerId::from_entropy([2; 10])
}

/// A stone on a point such as `C3`.
pub fn play(turn: u32, at: &str) -> Command {
    Command::Play { turn, at: at.parse().unwrap() }
}

/// A pass.
pub fn pass(turn: u32) -> Command {
    Command::Pass { turn, confirm: false }
}

/// A game and how it went.
#[derive(Debug, Clone)]
pub struct Played {
    /// What was agreed.
    pub settings: Settings,
    /// The game now.
    pub state: State,
    /// Each event, and the game after it.
    pub log: Vec<(Event, State)>,
}

impl Played {
    /// A game of Ann's and these commands, one a second. Their ids are `c-1`, `c-2`, and so on; to join has none.
    pub fn new(wish: NewGame, commands: &[(PlayerId, Command)]) -> Self {
        let settings = Settings::new(ann(), wish).unwrap();
        let state = State::new(settings.clone(), CREATED).unwrap();
        let mut played = Self { settings, state, log: Vec::new() };
        for (number, (actor, command)) in (1..).zip(commands) {
            let id: CommandId = format!("c-{number}").parse().unwrap();
            let id = Some(id).filter(|_| !matches!(command, Command::Join));
            let event = played.state.decide(*actor, id, command, CREATED + number * 1_000).unwrap();
            played.goes_on(event);
        }
        played
    }

    /// Another event.
    pub fn goes_on(&mut self, event: Event) {
        self.state.apply(&event).unwrap();
        self.log.push((event, self.state.clone()));
    }
}

/// A 3x2 game with marks of dead stones and of points that are nobody's, resumed once and counted.
pub fn counted() -> Played {
    let wish = NewGame {
        board: BoardName::Grid { width: 3, height: 2 },
        komi: Some(HalfPoints::new(1)),
        color: Colors::Black,
        ..NewGame::with_preset(Preset::Japanese)
    };
    let commands = [
        (ben(), Command::Join),
        (ann(), play(0, "B1")),
        (ben(), play(1, "A1")),
        (ann(), play(2, "A2")),
        (ben(), pass(3)),
        (ann(), pass(4)),
        (ben(), Command::Propose { version: 1, dead: vec!["B1".parse().unwrap()], neutral: None }),
        (ann(), Command::Resume { version: 2 }),
        (ben(), pass(6)),
        (ann(), pass(7)),
        (ann(), Command::Propose { version: 4, dead: vec![], neutral: Some(vec!["C2".parse().unwrap()]) }),
        (ben(), Command::Accept { version: 5 }),
        (ann(), Command::Accept { version: 5 }),
    ];
    Played::new(wish, &commands)
}

/// A game that was called off before anybody joined.
pub fn called_off() -> Played {
    Played::new(NewGame::with_preset(Preset::Aga), &[(ann(), Command::Abort { reason: None })])
}

/// A game with two handicap stones that Black gives up.
pub fn given_up() -> Played {
    let wish = NewGame { handicap: 2, color: Colors::White, ..NewGame::with_preset(Preset::Chinese) };
    Played::new(wish, &[(ben(), Command::Join), (ann(), play(0, "K10")), (ben(), Command::Resign)])
}

/// A game of two moves from a position on, to which one move led that took a stone.
pub fn begun_elsewhere() -> Played {
    let wish = NewGame {
        board: BoardName::Grid { width: 5, height: 3 },
        position: Some(BeginningWish {
            stones: ".BW..BW.W..BW..".to_owned(),
            to_move: Color::Black,
            moves: vec![(None, Some("C2".parse().unwrap()))],
        }),
        color: Colors::White,
        ..NewGame::with_preset(Preset::Japanese)
    };
    Played::new(wish, &[(ben(), Command::Join), (ann(), play(0, "E3")), (ben(), play(1, "B2"))])
}

/// A game that is lost on time, after moves were taken back, a pause, and an outage of the server.
pub fn timed() -> Played {
    let wish = NewGame {
        board: BoardName::Grid { width: 5, height: 5 },
        clock: Some(TimeSystem::ByoYomi { main: 5_000, periods: 3, period: 30_000 }),
        delay: 60_000,
        opponent: Some(ben()),
        color: Colors::Black,
        ..NewGame::with_preset(Preset::Chinese)
    };
    let commands = [
        (ben(), Command::Join),
        (ann(), play(0, "C3")),
        (ben(), play(1, "C4")),
        (ann(), Command::Undo { turn: 2 }),
        (ben(), Command::UndoReject { request: 4 }),
        (ben(), Command::Undo { turn: 2 }),
        (ann(), Command::UndoAccept { request: 6 }),
        (ann(), Command::Pause),
        (ann(), Command::Unpause),
    ];
    let mut played = Played::new(wish, &commands);
    let outage = Outage { from: CREATED + 10_000, to: CREATED + 70_000 };
    played.goes_on(played.state.make_good(&[outage], CREATED + 71_000).unwrap());
    played.goes_on(played.state.lapse(CREATED + 1_000_000).unwrap());
    played
}

/// A game by days that the server's staff pauses twice, goes on with, and decides.
pub fn ruled() -> Played {
    let wish = NewGame {
        board: BoardName::Grid { width: 5, height: 5 },
        clock: Some(TimeSystem::Simple { period: DAY }),
        color: Colors::Black,
        ..NewGame::with_preset(Preset::Japanese)
    };
    let commands = [(ben(), Command::Join), (ann(), play(0, "C3")), (ben(), play(1, "C4"))];
    let mut played = Played::new(wish, &commands);
    let pause = |until| Ruling::Pause { until: CREATED + until };
    for (ruling, at) in [(pause(2 * DAY), 4_000), (pause(3 * DAY), DAY), (Ruling::Unpause, 2 * DAY)] {
        played.goes_on(played.state.rule(ruling, CREATED + at).unwrap());
    }
    let decision = Ruling::Adjudicate(Some(Color::Black));
    played.goes_on(played.state.rule(decision, CREATED + 2 * DAY + 5_000).unwrap());
    played
}

/// A game without a clock that is given one.
pub fn given_a_clock() -> Played {
    let wish = NewGame { color: Colors::Black, ..NewGame::with_preset(Preset::Japanese) };
    let mut played =
        Played::new(wish, &[(ben(), Command::Join), (ann(), play(0, "Q16")), (ben(), play(1, "D4"))]);
    let given = played.state.decide(ben(), None, &Command::GiveClock, CREATED + 1_000_000).unwrap();
    played.goes_on(given);
    played
}
