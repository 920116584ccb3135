//! Records of whole games, letter by letter.

use tengen_game::{Colors, Command, GameId, NewGame, PlayerId, Settings, State, TimeSystem};
use tengen_protocol::view::Subject;
use tengen_protocol::{PlayerCard, PlayerKind, Presence, Text};
use tengen_records::record;
use tengen_rules::{BoardName, HalfPoints, Preset};

const CREATED: i64 = 1_790_000_000_000;

fn ann() -> PlayerId {
    PlayerId::from_entropy([1; 10])
}

fn ben() -> PlayerId {
    PlayerId::from_entropy([2; 10])
}

fn id() -> GameId {
    GameId::from_entropy([9; 10])
}

fn play(turn: u32, at: &str) -> Command {
    Command::Play { turn, at: at.parse().unwrap() }
}

fn pass(turn: u32) -> Command {
    Command::Pass { turn, confirm: false }
}

/// The game after these commands, one a second.
fn played(wish: NewGame, commands: &[(PlayerId, Command)]) -> State {
    let mut state = State::new(Settings::new(ann(), wish).unwrap(), CREATED).unwrap();
    for (number, (actor, command)) in (1..).zip(commands) {
        let event = state.decide(*actor, None, command, CREATED + number * 1_000).unwrap();
        state.apply(&event).unwrap();
    }
    state
}

fn written(state: &State) -> String {
    let card = |id, name: &str| PlayerCard {
        id: Text(id),
        name: name.to_owned(),
        guest: true,
        kind: PlayerKind::Guest,
    };
    let subject = Subject {
        id: id(),
        created_at: CREATED,
        updated_at: CREATED,
        cards: &[card(ann(), "Ann [1\\2]"), card(ben(), "Ben")],
        state,
        now: CREATED + 60_000,
        behind: 0,
        presence: Presence::default(),
        rematch: None,
    };
    record(&subject, None)
}

#[test]
fn a_counted_game_is_written_with_its_territory() {
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
    assert_eq!(
        written(&played(wish, &commands)),
        "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[3:2]RU[Japanese]KM[0.5]PB[Ann [1\\\\2\\]]PW[Ben]DT[2026-09-21]\
         GN[14gj28944gj28944]RE[B+3.5]\n;B[bb]\n;W[ab]\n;B[aa]\n;W[]\n;B[]\n;W[]WL[259200]\n;B[]BL[259200]TB[ba][ab][cb])\n"
            .replace("14gj28944gj28944", id().as_str())
    );
}

#[test]
fn handicap_stones_are_written_as_setup() {
    let wish = NewGame { handicap: 2, color: Colors::White, ..NewGame::with_preset(Preset::Chinese) };
    let commands = [(ben(), Command::Join), (ann(), play(0, "K10")), (ben(), Command::Resign)];
    let record = written(&played(wish, &commands));
    assert!(record.contains("SZ[19]RU[Chinese]KM[0.5]HA[2]"), "{record}");
    assert!(record.contains("RE[W+R]"), "{record}");
    assert!(record.contains("AB[dp][pd]PL[W]\n;W[jj]"), "{record}");
}

#[test]
fn a_clock_of_the_settings_is_written() {
    let wish = NewGame {
        clock: Some(TimeSystem::ByoYomi { main: 5_000, periods: 3, period: 30_000 }),
        color: Colors::Black,
        ..NewGame::with_preset(Preset::Chinese)
    };
    let mut state = played(wish, &[(ben(), Command::Join), (ann(), play(0, "C3")), (ben(), play(1, "C4"))]);
    let flag = state.lapse(CREATED + 1_000_000).unwrap();
    state.apply(&flag).unwrap();
    let record = written(&state);
    assert!(record.contains("TM[5]OT[3x30 byo-yomi]"), "{record}");
    assert!(record.contains("RE[W+T]"), "{record}");
}

#[test]
fn a_clock_that_was_given_later_is_not_written() {
    let wish = NewGame { color: Colors::Black, ..NewGame::with_preset(Preset::Japanese) };
    let mut state = played(wish, &[(ben(), Command::Join), (ann(), play(0, "Q16")), (ben(), play(1, "D4"))]);
    let given = state.decide(ben(), None, &Command::GiveClock, CREATED + 1_000_000).unwrap();
    state.apply(&given).unwrap();
    // The record has the settings that were agreed before the first move.
    let record = written(&state);
    assert!(!record.contains("OT["), "{record}");
}

/// Lists read the headline from the database, where those of earlier releases stay as they were written.
#[test]
fn the_json_of_a_headline_is_that_of_the_rows() {
    let file =
        b"(;SZ[9]PB[Ann]BR[3k]WT[Club]GN[First]EV[Cup]DT[2026-09-21]RE[B+3.5];B[ee];W[cc](;B[dd])(;B[gg]))";
    let kept = tengen_records::read_file(file).unwrap().remove(0);
    let json = r#"{"board":{"width":9,"height":9,"name":"grid 9x9"},"players":{"black":{"name":"Ann","rank":"3k","team":null},"white":{"name":null,"rank":null,"team":"Club"}},"name":"First","event":"Cup","date":"2026-09-21","result":{"text":"B+3.5","winner":"black","by":"score","margin":3.5},"moves":3,"node_count":5,"encoding":"UTF-8"}"#;
    assert_eq!(serde_json::to_string(&kept.headline).unwrap(), json);
    assert_eq!(kept.headline, serde_json::from_str(json).unwrap());
}
