//! Taking moves back: the parts of the state that come back with them, and the others.

use tengen_game::{Command, Event, EventKind, NewGame, Phase, Refusal, UNDOS_EACH};
use tengen_rules::{BoardName, Button, Color, Illegal, Move, Placement, Preset, Rules};

use crate::table::{Table, at, black, player, stranger, visible, white};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

/// Asks and is allowed.
fn takes_back(table: &mut Table, actor: Color) {
    table.asks_back(table.now, player(actor)).unwrap();
    table.gives_back(table.now, player(actor.opponent())).unwrap();
}

/// The position, without the numbers that go on counting.
fn position(table: &Table) -> String {
    let state = &table.state;
    let made: Vec<_> = state.moves().iter().map(|made| (made.color, made.made)).collect();
    format!(
        "{:?} {:?}",
        (state.stones(), state.prisoners(), state.to_move(), state.illegal_points(), made),
        (state.handicap_left(), state.button(), state.passes_cost_a_stone(), state.pass_ends_play())
    )
}

fn custom(preset: Preset, handicap: u8, change: impl FnOnce(&mut Rules)) -> Table {
    let mut rules = preset.rules();
    change(&mut rules);
    let board = BoardName::Grid { width: 9, height: 9 };
    let mut table = Table::open(NewGame { board, rules, handicap, ..NewGame::with_preset(preset) });
    table.does(white(), Command::Join);
    table
}

#[test]
fn the_own_last_move_comes_back() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    let before = position(&table);
    table.moves("G7");
    assert_eq!(table.asks_back(table.now, black()), Ok(EventKind::UndoRequested { color: BLACK, moves: 2 }));
    let request = table.state.seq();
    let kind = table.gives_back(table.now, white());
    assert_eq!(kind, Ok(EventKind::UndoAccepted { color: WHITE, request, moves: 2 }));
    assert_eq!(position(&table), before);
    assert_eq!(table.state.turn(), 4, "three moves and an undo");
    assert_eq!(table.state.undo_request(), None);
    // A move meant for the position that was there before is refused, though it looks the same.
    let stale = Command::Play { turn: 2, at: at("G7") };
    assert_eq!(table.tries(black(), &stale), Err(Refusal::StaleTurn(4)));
    table.moves("G7");
    table.must_replay();
}

#[test]
fn on_the_own_turn_the_answer_comes_back_too() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    let before = position(&table);
    table.moves("G7 C7");
    takes_back(&mut table, BLACK);
    assert_eq!(position(&table), before);
    // And so on, to the empty board; then there is nothing left.
    takes_back(&mut table, BLACK);
    assert_eq!(table.state.moves(), []);
    for color in Color::ALL {
        assert_eq!(table.asks_back(table.now, player(color)), Err(Refusal::NothingToUndo));
    }
    table.must_replay();
}

#[test]
fn a_log_does_not_grow_by_taking_back_for_ever() {
    let mut table = Table::playing(Preset::Japanese, 9);
    for _ in 0..UNDOS_EACH {
        table.moves("E5");
        takes_back(&mut table, BLACK);
    }
    table.moves("E5 C3");
    let none_left = Err(Refusal::NoUndosLeft);
    assert_eq!(table.asks_back(table.now, black()), none_left);
    // The other player has as many.
    takes_back(&mut table, WHITE);
    table.must_replay();
    assert_eq!(table.asks_back(table.now, black()), none_left);
}

#[test]
fn prisoners_and_pass_stones_go_back() {
    let mut table = Table::playing(Preset::Aga, 5);
    table.moves("B1 A1 pass E5");
    let before = position(&table);
    assert_eq!(table.state.prisoners()[WHITE], 1, "Black's pass stone");
    table.moves("A2 pass");
    assert_eq!((table.state.prisoners()[BLACK], table.state.prisoners()[WHITE]), (2, 1));
    takes_back(&mut table, BLACK);
    assert_eq!(position(&table), before);
    // Black's pass of two moves ago as well.
    takes_back(&mut table, BLACK);
    assert_eq!(table.state.prisoners()[WHITE], 0);
    table.must_replay();
}

/// A ko at C3 and D3: White has taken, Black may not take back at once.
fn ko(preset: Preset) -> Table {
    let mut table = Table::playing(preset, 9);
    table.moves("C4 D4 B3 E3 C2 D2 D3 C3");
    assert_eq!(table.state.prisoners()[WHITE], 1);
    table
}

#[test]
fn the_memory_of_ko_and_superko_goes_back_with_the_position() {
    for preset in [Preset::Japanese, Preset::ChineseSuperko, Preset::Aga, Preset::Bga] {
        let mut table = ko(preset);
        let refused = table.plays(table.now, black(), "D3").unwrap_err();
        assert!(
            matches!(refused, Refusal::Illegal { rule: Illegal::Ko | Illegal::Superko, .. }),
            "{preset:?}"
        );
        // Positions before the undo are remembered: a move elsewhere and back is no ko threat.
        table.moves("J9");
        takes_back(&mut table, BLACK);
        assert_eq!(table.plays(table.now, black(), "D3").unwrap_err(), refused, "{preset:?}");
        // A threat and its answer make it legal; without them it is refused again.
        table.moves("J9 J1");
        let turn = table.state.turn();
        assert!(table.state.decide(black(), None, &Command::Play { turn, at: at("D3") }, table.now).is_ok());
        takes_back(&mut table, BLACK);
        assert_eq!(table.plays(table.now, black(), "D3").unwrap_err(), refused, "{preset:?}");
        // Positions that were taken back are forgotten: before the fight the move that was refused in it is legal.
        takes_back(&mut table, WHITE);
        takes_back(&mut table, BLACK);
        assert_eq!(table.state.moves().len(), 6, "{preset:?}");
        table.moves("D3 C3");
        assert_eq!(table.plays(table.now, black(), "D3").unwrap_err(), refused, "{preset:?}");
        table.must_replay();
    }
}

#[test]
fn the_button_goes_back() {
    let mut table = Table::playing(Preset::AgaButton, 9);
    assert_eq!(table.state.settings().rules().button, Button::FirstPass);
    table.moves("E5 C3 pass");
    assert_eq!(table.state.button(), Some(BLACK));
    takes_back(&mut table, BLACK);
    assert_eq!(table.state.button(), None);
    // Now White may be the one to take it.
    table.moves("G7 pass");
    assert_eq!(table.state.button(), Some(WHITE));
    table.must_replay();
}

#[test]
fn free_handicap_stones_are_taken_back_one_by_one() {
    let mut table = custom(Preset::Chinese, 3, |rules| rules.placement = Placement::Free);
    table.moves("C3 G7");
    assert_eq!((table.state.handicap_left(), table.state.to_move()), (1, Some(BLACK)));
    takes_back(&mut table, BLACK);
    assert_eq!((table.state.handicap_left(), table.state.to_move()), (2, Some(BLACK)));
    assert_eq!(table.pass(), Err(Refusal::Illegal { rule: Illegal::Handicap, at: None }));
    table.moves("G3 G7");
    assert_eq!((table.state.handicap_left(), table.state.to_move()), (0, Some(WHITE)));
    // After White's answer Black's last stone and the answer come back.
    table.moves("E5");
    takes_back(&mut table, BLACK);
    assert_eq!((table.state.handicap_left(), table.state.to_move()), (1, Some(BLACK)));
    let made: Vec<_> = table.state.moves().iter().map(|made| made.made).collect();
    assert!(made.len() == 2 && made.iter().all(|made| *made != Move::Pass));
    table.must_replay();
}

#[test]
fn a_move_ends_the_request() {
    for (asker, mover) in [(BLACK, BLACK), (WHITE, BLACK)] {
        let mut table = Table::playing(Preset::Japanese, 9);
        table.moves("E5 C3");
        table.asks_back(table.now, player(asker)).unwrap();
        let request = table.state.undo_request().unwrap().seq;
        assert_eq!(table.state.to_move(), Some(mover));
        table.moves("G7");
        assert_eq!(table.state.undo_request(), None);
        for answer in [Command::UndoAccept { request }, Command::UndoReject { request }] {
            assert_eq!(table.tries(player(asker.opponent()), &answer), Err(Refusal::NoSuchRequest));
        }
        // The same player may ask in the new position.
        table.asks_back(table.now, player(asker)).unwrap();
    }
}

#[test]
fn a_request_names_the_position_and_its_answer_the_request() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    assert_eq!(table.tries(black(), &Command::Undo { turn: 1 }), Err(Refusal::StaleTurn(2)));
    assert_eq!(table.tries(stranger(), &Command::Undo { turn: 2 }), Err(Refusal::NotAPlayer));
    table.asks_back(table.now, black()).unwrap();
    let request = table.state.seq();
    let other = Command::UndoAccept { request: request - 1 };
    assert_eq!(table.tries(white(), &other), Err(Refusal::NoSuchRequest));
}

#[test]
fn moves_before_a_resumption_stay() {
    for preset in [Preset::Japanese, Preset::Chinese] {
        let mut table = Table::playing(preset, 9);
        table.moves("E5 C3 pass pass");
        assert_eq!(table.asks_back(table.now, black()), Err(Refusal::WrongPhase(Phase::Scoring)));
        table.resumes(white()).unwrap();
        let before = position(&table);
        for color in Color::ALL {
            assert_eq!(table.asks_back(table.now, player(color)), Err(Refusal::NothingToUndo), "{preset:?}");
        }
        table.moves("G7");
        takes_back(&mut table, BLACK);
        // The pass that ended play is still made, and it is still the resumption's first move; pass stones as before.
        assert_eq!(position(&table), before, "{preset:?}");
        assert_eq!(table.state.resumptions_left(), 1);
        table.moves("G7 C7");
        takes_back(&mut table, WHITE);
        table.moves("pass");
        table.must_replay();
    }
}

#[test]
fn the_log_keeps_what_was_taken_back() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3 G7");
    let before = table.log.clone();
    takes_back(&mut table, BLACK);
    assert_eq!(table.log[..before.len()], before[..]);
    assert_eq!(table.log.len(), before.len() + 2);
    let numbers: Vec<u32> = table.log.iter().map(|event: &Event| event.seq).collect();
    assert_eq!(numbers, (1..=6).collect::<Vec<_>>());
    assert_eq!(visible(&table.replayed()), visible(&table.state));
}

#[test]
fn a_refused_request_changes_nothing_but_the_log() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    let before = (position(&table), table.state.turn());
    table.asks_back(table.now, black()).unwrap();
    let request = table.state.seq();
    let kind = table.does(white(), Command::UndoReject { request });
    assert_eq!(kind, EventKind::UndoRejected { color: WHITE, request });
    assert_eq!((position(&table), table.state.turn()), before);
}

#[test]
fn nobody_undoes_beyond_the_number_of_turns_a_game_has() {
    // 1x2: ten turns for each point and a hundred more.
    let board = BoardName::Grid { width: 2, height: 1 };
    let mut rules = Preset::Chinese.rules();
    rules.resumptions = 0;
    let mut table = Table::open(NewGame { board, rules, ..NewGame::with_preset(Preset::Chinese) });
    table.does(white(), Command::Join);
    let most = table.state.settings().most_turns();
    assert_eq!(most, 120);
    while table.phase() == Phase::Playing {
        table.moves("A1");
        if table.phase() == Phase::Playing {
            takes_back(&mut table, BLACK);
        }
        assert!(table.state.turn() <= most + 1);
    }
    assert_eq!(table.result().as_deref(), Some("Void"));
    table.must_replay();
}
