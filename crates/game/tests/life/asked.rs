//! The tasks that a game has for its players.

use tengen_game::{Asked, Command, TimeSystem};
use tengen_rules::{Color, Preset};

use crate::table::{Table, black, white};

const HOUR: i64 = 3_600_000;

fn asks(table: &Table) -> (Option<Asked>, Option<Asked>) {
    (table.state.asks_for(Color::Black), table.state.asks_for(Color::White))
}

#[test]
fn whoever_is_to_move_is_asked_for_a_move() {
    let mut table = Table::playing(Preset::Japanese, 9);
    assert_eq!(asks(&table), (Some(Asked::Move), None));
    table.moves("E5");
    assert_eq!(asks(&table), (None, Some(Asked::Move)));
    table.does(white(), Command::Resign);
    assert_eq!(asks(&table), (None, None));
}

#[test]
fn a_request_to_take_back_is_answered_before_a_move() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3 G7");
    table.asks_back(table.now, black()).unwrap();
    assert_eq!(asks(&table), (None, Some(Asked::Undo)));
    table.gives_back(table.now, white()).unwrap();
    assert_eq!(asks(&table), (Some(Asked::Move), None));
    // The player to move may ask, too, and then both have a task.
    table.moves("G7 C7");
    table.asks_back(table.now, black()).unwrap();
    assert_eq!(asks(&table), (Some(Asked::Move), Some(Asked::Undo)));
}

#[test]
fn nobody_has_to_move_in_a_pause() {
    let mut table = Table::timed(TimeSystem::Absolute { main: HOUR });
    let now = table.now;
    table.tries_at(now, white(), &Command::Pause).unwrap();
    assert_eq!(asks(&table), (None, None));
}

#[test]
fn who_has_not_accepted_is_asked_for_agreement() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 pass pass");
    assert_eq!(asks(&table), (Some(Asked::Agreement), Some(Asked::Agreement)));
    table.accepts(black()).unwrap();
    assert_eq!(asks(&table), (None, Some(Asked::Agreement)));
}
