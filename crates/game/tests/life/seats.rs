//! Open games: joining, drawing colours, calling off.

use tengen_game::{
    AbortReason, Colors, Command, EventKind, Moment, NewGame, Phase, Refusal, Settings, State,
};
use tengen_rules::{BoardName, ByColor, Color, Preset};

use crate::table::{Table, black, stranger, white};
use crate::transitions::by;

fn open() -> Table {
    Table::open(NewGame {
        board: BoardName::Grid { width: 9, height: 9 },
        ..NewGame::with_preset(Preset::Japanese)
    })
}

#[test]
fn the_opponent_takes_the_other_seat() {
    let mut table = open();
    assert_eq!(table.phase(), Phase::Open);
    assert_eq!(table.state.to_move(), None);
    table.does(white(), Command::Join);
    assert_eq!(table.state.players(), Some(ByColor { black: black(), white: white() }));
    assert_eq!(table.state.to_move(), Some(Color::Black));
}

#[test]
fn a_lot_decides_only_where_the_settings_leave_it_to_chance() {
    for (wish, lot, creator) in [
        (Colors::White, Color::Black, Color::White),
        (Colors::Random, Color::Black, Color::Black),
        (Colors::Random, Color::White, Color::White),
    ] {
        let wish = NewGame { color: wish, ..NewGame::with_preset(Preset::Chinese) };
        let mut state = State::new(Settings::new(black(), wish).unwrap(), 0).unwrap();
        let event = state.decide(white(), None, &Command::Join, Moment { lot, ..Moment::at(0) }).unwrap();
        state.apply(&event).unwrap();
        assert_eq!(state.color_of(black()), Some(creator));
        assert_eq!(state.color_of(white()), Some(creator.opponent()));
    }
}

#[test]
fn seats_are_for_two() {
    let mut table = open();
    let join = Command::Join;
    assert_eq!(table.tries(black(), &join), Err(Refusal::OwnGame));
    table.does(white(), join.clone());
    assert_eq!(table.tries(stranger(), &join), Err(Refusal::SeatTaken));
    assert_eq!(table.tries(white(), &join), Err(Refusal::SeatTaken));
}

#[test]
fn a_command_for_the_other_players_colour_is_refused() {
    let mut table = open();
    table.does(white(), Command::Join);
    let resign = |color| by(Some(color), Command::Resign);
    assert_eq!(table.tries(black(), &resign(Color::White)), Err(Refusal::NotYourColor));
    assert_eq!(table.tries(stranger(), &resign(Color::White)), Err(Refusal::NotAPlayer));
    assert_ne!(resign(Color::White).fingerprint(), resign(Color::Black).fingerprint());
    table.does(black(), resign(Color::Black));
    assert_eq!(table.result().as_deref(), Some("W+R"));
}

#[test]
fn an_open_game_is_called_off_by_its_creator_only() {
    let mut table = open();
    assert_eq!(table.tries(white(), &Command::Abort { reason: None }), Err(Refusal::NotAPlayer));
    table.does(black(), Command::Abort { reason: None });
    assert_eq!(table.result().as_deref(), Some("Void"));
    let over = Err(Refusal::WrongPhase(Phase::Finished));
    assert_eq!(table.tries(white(), &Command::Join), over);
    assert_eq!(table.tries(black(), &Command::Abort { reason: None }), over);
}

#[test]
fn a_started_game_is_called_off_before_the_second_move() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5");
    assert_eq!(table.tries(stranger(), &Command::Abort { reason: None }), Err(Refusal::NotAPlayer));
    table.moves("C3");
    assert_eq!(
        table.tries(black(), &Command::Abort { reason: None }),
        Err(Refusal::TooLateToAbort { moves: 2 })
    );

    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5");
    table.does(white(), Command::Abort { reason: None });
    assert_eq!((table.phase(), table.result().as_deref()), (Phase::Finished, Some("Void")));
}

#[test]
fn resigning_needs_a_game_that_goes_on() {
    let mut table = open();
    assert_eq!(table.tries(black(), &Command::Resign), Err(Refusal::WrongPhase(Phase::Open)));
    assert_eq!(table.tries(white(), &Command::Resign), Err(Refusal::NotAPlayer));
    let mut table = Table::playing(Preset::Aga, 9);
    table.does(black(), Command::Resign);
    assert_eq!(table.result().as_deref(), Some("W+R"));
    assert_eq!(table.tries(white(), &Command::Resign), Err(Refusal::WrongPhase(Phase::Finished)));
}

#[test]
fn whoever_declines_may_say_why() {
    let mut table =
        Table::open(NewGame { opponent: Some(white()), ..NewGame::with_preset(Preset::Japanese) });
    table.does(white(), Command::Abort { reason: Some(AbortReason::Board) });
    assert_eq!(
        table.log.last().map(|event| &event.kind),
        Some(&EventKind::Aborted { color: None, reason: Some(AbortReason::Board) })
    );
}
