//! Whole games, out of the database again.

#![allow(clippy::unwrap_used)] // a test that can not go on should stop, and say where

use tengen_archive::{StoredEvent, StoredSettings};
use tengen_game::{Colors, Command, Event, NewGame, Outage, PlayerId, Settings, State, TimeSystem};
use tengen_rules::{BoardName, HalfPoints, Preset};

const CREATED: i64 = 1_790_000_000_000;

fn ann() -> PlayerId {
    PlayerId::from_entropy([1; 10])
}

fn ben() -> PlayerId {
    PlayerId::from_entropy([2; 10])
}

fn play(turn: u32, at: &str) -> Command {
    Command::Play { turn, at: at.parse().unwrap() }
}

fn pass(turn: u32) -> Command {
    Command::Pass { turn, confirm: false }
}

/// A game in progress and its events so far.
struct Played {
    settings: Settings,
    state: State,
    log: Vec<Event>,
}

impl Played {
    fn new(wish: NewGame, commands: &[(PlayerId, Command)]) -> Self {
        let settings = Settings::new(ann(), wish).unwrap();
        let state = State::new(settings.clone(), CREATED).unwrap();
        let mut played = Self { settings, state, log: Vec::new() };
        for (number, (actor, command)) in (1..).zip(commands) {
            let id = Some(format!("c-{number}").parse().unwrap());
            let id = id.filter(|_| !matches!(command, Command::Join));
            let event = played.state.decide(*actor, id, command, CREATED + number * 1_000).unwrap();
            played.goes_on(event);
        }
        played
    }

    fn goes_on(&mut self, event: Event) {
        self.state.apply(&event).unwrap();
        self.log.push(event);
    }
}

/// A game with marks of dead stones and of points that are nobody's, resumed once.
fn counted() -> Played {
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

fn called_off() -> Played {
    Played::new(NewGame::with_preset(Preset::Aga), &[(ann(), Command::Abort)])
}

fn given_up() -> Played {
    let wish = NewGame { handicap: 2, color: Colors::White, ..NewGame::with_preset(Preset::Chinese) };
    Played::new(wish, &[(ben(), Command::Join), (ann(), play(0, "K10")), (ben(), Command::Resign)])
}

/// A game that is lost on time, after moves were taken back, a pause, and an outage of the server.
fn timed() -> Played {
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

/// A game without a clock that is given one.
fn given_a_clock() -> Played {
    let wish = NewGame { color: Colors::Black, ..NewGame::with_preset(Preset::Japanese) };
    let mut played =
        Played::new(wish, &[(ben(), Command::Join), (ann(), play(0, "Q16")), (ben(), play(1, "D4"))]);
    let given = played.state.decide(ben(), None, &Command::GiveClock, CREATED + 1_000_000).unwrap();
    played.goes_on(given);
    played
}

#[test]
fn games_go_on_as_they_were_left() {
    for played in [counted(), called_off(), given_up(), timed(), given_a_clock()] {
        let kept = StoredSettings::write(&played.settings).unwrap();
        let read = StoredSettings::read(ann(), &kept).unwrap();
        assert_eq!(StoredSettings::write(&read).unwrap(), kept);
        assert_eq!(read.setup(), played.settings.setup());
        let topology = played.settings.topology();
        let mut again = State::new(read, CREATED).unwrap();
        for event in &played.log {
            let row = StoredEvent::write(event, topology).unwrap();
            let event_again = row.read(topology).unwrap();
            assert_eq!(&event_again, event);
            again.apply(&event_again).unwrap();
        }
        assert_eq!(again.stones(), played.state.stones());
        assert_eq!((again.phase(), again.result()), (played.state.phase(), played.state.result()));
        assert_eq!(again.clock(), played.state.clock());
        assert_eq!(again.agreement(), played.state.agreement());
    }
}
