//! Playing in turn: the player to move, the number of the turn, and the rules.

use tengen_game::{Command, CommandId, EventKind, NewGame, Phase, Refusal};
use tengen_rules::{BoardName, Color, Illegal, Preset};

use crate::table::{Table, at, black, stranger, white};

fn play(turn: u32, vertex: &str) -> Command {
    Command::Play { turn, at: at(vertex) }
}

#[test]
fn reasons_come_in_their_order() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5");
    // The order of refusals: the actor, the phase, stale numbers, the player to move, the rules.
    assert_eq!(table.tries(stranger(), &play(0, "E5")), Err(Refusal::NotAPlayer));
    assert_eq!(table.tries(black(), &play(0, "E5")), Err(Refusal::StaleTurn(1)));
    assert_eq!(table.tries(black(), &play(1, "E5")), Err(Refusal::NotYourTurn { to_move: Color::White }));
    let occupied = Refusal::Illegal { rule: Illegal::Occupied, at: Some(at("E5")) };
    assert_eq!(table.tries(white(), &play(1, "E5")), Err(occupied));
    let off_board = Refusal::Illegal { rule: Illegal::OffBoard, at: Some(at("K5")) };
    assert_eq!(table.tries(white(), &play(1, "K5")), Err(off_board));
    assert_eq!(
        table.tries(white(), &Command::Accept { version: 0 }),
        Err(Refusal::WrongPhase(Phase::Playing))
    );
    table.does(white(), play(1, "C3"));
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    let before = (table.state.stones(), table.state.turn(), table.state.seq(), table.state.prisoners());
    for command in [play(2, "E5"), play(7, "D4"), Command::Pass { turn: 1, confirm: false }] {
        assert!(table.tries(black(), &command).is_err());
    }
    assert!(table.tries(white(), &play(2, "D4")).is_err());
    let after = (table.state.stones(), table.state.turn(), table.state.seq(), table.state.prisoners());
    assert_eq!(before, after);
}

#[test]
fn captures_travel_with_the_event_and_count_for_the_captor() {
    let mut table = Table::playing(Preset::Japanese, 5);
    table.moves("B1 A1");
    let kind = table.does(black(), play(2, "A2"));
    let topology = table.state.settings().topology();
    let a1 = topology.point(at("A1")).unwrap();
    let a2 = topology.point(at("A2")).unwrap();
    assert_eq!(kind, EventKind::Played { color: Color::Black, at: a2, captured: vec![a1], lag: 0 });
    assert_eq!(table.state.prisoners()[Color::Black], 1);
    assert_eq!(table.state.moves()[2].captured, [a1]);
    let suicide = Refusal::Illegal { rule: Illegal::Suicide, at: Some(at("A1")) };
    assert_eq!(table.tries(white(), &play(3, "A1")), Err(suicide));
    assert_eq!(table.state.illegal_points(), [(a1, Illegal::Suicide)]);
}

#[test]
fn handicap_gives_white_the_first_move_and_the_handicap_komi() {
    let wish = NewGame { handicap: 3, ..NewGame::with_preset(Preset::Chinese) };
    let mut table = Table::open(wish);
    table.does(white(), Command::Join);
    assert_eq!(table.state.to_move(), Some(Color::White));
    let stones: String = table.state.stones().to_string();
    assert_eq!(stones.matches('B').count(), 3);
    assert_eq!(table.state.settings().komi().to_string(), "0.5");
}

#[test]
fn an_accepted_command_is_remembered_and_another_under_its_id_is_refused() {
    let mut table = Table::playing(Preset::Japanese, 9);
    let id: CommandId = "move-1".parse().unwrap();
    let command = play(0, "E5");
    assert_eq!(table.state.accepted_as(black(), &id, &command), Ok(None));
    let event = table.state.decide(black(), Some(id.clone()), &command, 5).unwrap();
    table.state.apply(&event).unwrap();
    assert_eq!(table.state.accepted_as(black(), &id, &command), Ok(Some(2)));
    assert_eq!(table.state.accepted_as(black(), &id, &play(0, "E6")), Err(Refusal::CommandIdReused));
    // The other player's ids are the other player's.
    assert_eq!(table.state.accepted_as(white(), &id, &command), Ok(None));
}

#[test]
fn time_never_steps_back_in_the_log() {
    let mut table = Table::playing(Preset::Japanese, 9);
    let first = table.state.decide(black(), None, &play(0, "E5"), 9_000).unwrap();
    table.state.apply(&first).unwrap();
    let second = table.state.decide(white(), None, &play(1, "C3"), 4_000).unwrap();
    assert_eq!((first.at, second.at), (9_000, 9_000));
}

#[test]
fn a_log_with_a_hole_is_refused() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    let mut fresh = Table::open(NewGame {
        board: BoardName::Grid { width: 9, height: 9 },
        ..NewGame::with_preset(Preset::Japanese)
    })
    .state;
    fresh.apply(&table.log[0]).unwrap();
    assert!(fresh.apply(&table.log[2]).is_err());
    fresh.apply(&table.log[1]).unwrap();
    fresh.apply(&table.log[2]).unwrap();
    assert_eq!(fresh.stones(), table.state.stones());
}
