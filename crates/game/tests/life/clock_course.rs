//! What interrupts a thought (a pause, an undo, the scoring phase) gives nobody time that was spent.

use tengen_game::{Command, EventKind, FLAG_GRACE, Refusal, TimeSystem};
use tengen_rules::Color;

use crate::table::{DAY, HOUR, MINUTE, Table, black, white};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;
const THREE_TIMES_THIRTY: TimeSystem = TimeSystem::ByoYomi { main: 0, periods: 3, period: 30_000 };

#[test]
fn a_pause_in_a_byo_yomi_period_keeps_what_is_left_of_it() {
    let mut table = Table::timed(THREE_TIMES_THIRTY);
    let start = table.now;
    table.tries_at(start + 20_000, black(), &Command::Pause).unwrap();
    assert_eq!(table.plays(start + 21_000, black(), "A9"), Err(Refusal::Paused));
    table.tries_at(start + 320_000, black(), &Command::Unpause).unwrap();
    assert_eq!(table.time(BLACK, start + 320_000), (0, 10_000, 3, 0));
    assert_eq!(table.flag(), Some((BLACK, start + 320_000 + 70_000)));
    // A second pause three seconds later, by White this time: still the same period.
    table.tries_at(start + 323_000, white(), &Command::Pause).unwrap();
    table.tries_at(start + 400_000, white(), &Command::Unpause).unwrap();
    assert_eq!(table.time(BLACK, start + 400_000), (0, 7_000, 3, 0));
    // Only the move makes it whole; thinking into the next period costs one.
    let mut other = table.clone();
    table.plays(start + 407_000, black(), "A9").unwrap();
    assert_eq!(table.time(BLACK, start + 407_000), (0, 30_000, 3, 0));
    other.plays(start + 407_001, black(), "A9").unwrap();
    assert_eq!(other.time(BLACK, start + 407_001), (0, 30_000, 2, 0));
    table.must_replay();
}

#[test]
fn a_pause_on_the_border_of_a_period_gives_no_new_one() {
    let mut table = Table::timed(THREE_TIMES_THIRTY);
    let start = table.now;
    table.tries_at(start + 30_000, black(), &Command::Pause).unwrap();
    table.tries_at(start + 40_000, black(), &Command::Unpause).unwrap();
    assert_eq!(table.time(BLACK, start + 40_000), (0, 0, 3, 0), "the period is used to its last millisecond");
    assert_eq!(table.flag(), Some((BLACK, start + 40_000 + 60_000)));
    assert_eq!(table.time(BLACK, start + 40_001), (0, 29_999, 2, 0));
}

#[test]
fn pauses_have_a_budget_in_number_and_in_time() {
    let mut table = Table::timed(TimeSystem::Absolute { main: HOUR });
    let start = table.now;
    for round in 0..5 {
        table.tries_at(start + round * 2_000, white(), &Command::Pause).unwrap();
        table.tries_at(start + round * 2_000 + 1_000, white(), &Command::Unpause).unwrap();
    }
    assert_eq!(table.tries_at(start + 10_000, white(), &Command::Pause), Err(Refusal::NoPausesLeft));
    // Black's budget is Black's own: ten minutes, then the time runs by itself.
    table.tries_at(start + 10_000, black(), &Command::Pause).unwrap();
    let over = start + 10_000 + 10 * MINUTE;
    assert_eq!(table.state.pause().unwrap().until, over);
    assert_eq!(table.tries_at(over, white(), &Command::Unpause), Err(Refusal::OnlyTheOpponent));
    assert_eq!(table.waits_until(over + FLAG_GRACE - 1), None);
    assert_eq!(table.waits_until(over + FLAG_GRACE), Some(EventKind::Unpaused { color: None }));
    assert_eq!(table.tries_at(over + 1_000, black(), &Command::Pause), Err(Refusal::NoPausesLeft));
    // Black has thought for five times a second between the pauses, and nothing in them.
    assert_eq!(table.time(BLACK, over + FLAG_GRACE), (HOUR - 5_000, 0, 0, 0));
    table.must_replay();
}

#[test]
fn an_undo_in_a_byo_yomi_period_keeps_what_is_left_of_it() {
    let mut table = Table::timed(THREE_TIMES_THIRTY);
    let start = table.now;
    // On the own turn: Black takes back E5 and White's answer.
    table.asks_back(start + 18_000, black()).unwrap();
    table.gives_back(start + 20_000, white()).unwrap();
    assert_eq!(table.state.to_move(), Some(BLACK));
    assert_eq!(table.time(BLACK, start + 20_000), (0, 10_000, 3, 0));
    assert_eq!(table.flag(), Some((BLACK, start + 20_000 + 70_000)));
    // On the other's turn: White has thought for 12 seconds when Black takes back, and has 18 left afterwards.
    table.plays(start + 25_000, black(), "E5").unwrap();
    table.asks_back(start + 30_000, black()).unwrap();
    table.gives_back(start + 37_000, white()).unwrap();
    assert_eq!(table.time(WHITE, start + 37_000), (0, 18_000, 3, 0));
    table.plays(start + 39_000, black(), "D5").unwrap();
    assert_eq!(table.flag(), Some((WHITE, start + 39_000 + 18_000 + 60_000)));
    table.plays(start + 39_000 + 18_001, white(), "C3").unwrap();
    assert_eq!(table.time(WHITE, table.now), (0, 30_000, 2, 0));
    table.must_replay();
}

#[test]
fn an_undo_in_a_pause_leaves_the_clock_standing() {
    let mut table = Table::timed(TimeSystem::Absolute { main: MINUTE });
    let start = table.now;
    table.plays(start + 10_000, black(), "A9").unwrap();
    table.tries_at(start + 15_000, white(), &Command::Pause).unwrap();
    table.asks_back(start + 16_000, black()).unwrap();
    table.gives_back(start + 17_000, white()).unwrap();
    assert_eq!(table.flag(), None);
    table.tries_at(start + 20_000, white(), &Command::Unpause).unwrap();
    assert_eq!((table.time(BLACK, start + 20_000).0, table.time(WHITE, start + 20_000).0), (50_000, 55_000));
    assert_eq!(table.flag(), Some((BLACK, start + 70_000)));
}

#[test]
fn an_undo_in_canadian_overtime_keeps_its_stones() {
    let mut table = Table::timed(TimeSystem::Canadian { main: 0, stones: 3, period: 90_000 });
    let start = table.now;
    table.plays(start + 10_000, black(), "A9").unwrap();
    table.asks_back(start + 11_000, black()).unwrap();
    table.gives_back(start + 12_000, white()).unwrap();
    // The stone stays counted and the ten seconds stay spent.
    assert_eq!(table.time(BLACK, start + 12_000), (0, 80_000, 0, 2));
    assert_eq!(table.time(WHITE, start + 12_000), (0, 88_000, 0, 3));
}

/// Both pass, Black asks for play to go on two minutes later.
fn resumed(clock: Option<TimeSystem>) -> Table {
    let mut table = Table::unbegun(clock);
    let start = table.now;
    table.plays(start, black(), "E5").unwrap();
    table.plays(start, white(), "C3").unwrap();
    table.passes(start + 10_000, black()).unwrap();
    table.passes(start + 15_000, white()).unwrap();
    let version = table.version();
    table.tries_at(start + 15_000 + 2 * MINUTE, black(), &Command::Resume { version }).unwrap();
    table
}

#[test]
fn resumed_play_finds_time_on_both_clocks() {
    // Each clock after the resumption; no time runs in the scoring phase.
    type Left = (i64, i64, u32, u32);
    let examples: [(Option<TimeSystem>, Left, Left); 8] = [
        (Some(TimeSystem::Absolute { main: MINUTE }), (5 * MINUTE, 0, 0, 0), (5 * MINUTE, 0, 0, 0)),
        (Some(TimeSystem::Absolute { main: HOUR }), (HOUR - 10_000, 0, 0, 0), (HOUR - 5_000, 0, 0, 0)),
        // 55 and 58 seconds are topped up beyond the maximum, which then adds nothing.
        (
            Some(TimeSystem::Fischer { main: MINUTE, increment: 3_000, max: MINUTE }),
            (5 * MINUTE, 0, 0, 0),
            (5 * MINUTE, 0, 0, 0),
        ),
        (Some(THREE_TIMES_THIRTY), (5 * MINUTE, 30_000, 3, 0), (5 * MINUTE, 30_000, 3, 0)),
        (
            Some(TimeSystem::Canadian { main: 0, stones: 3, period: 90_000 }),
            (5 * MINUTE, 80_000, 0, 2),
            // White's move to begin with was before the clock started.
            (5 * MINUTE, 85_000, 0, 2),
        ),
        (Some(TimeSystem::Simple { period: 30_000 }), (5 * MINUTE, 30_000, 0, 0), (5 * MINUTE, 30_000, 0, 0)),
        (Some(TimeSystem::Simple { period: DAY }), (3 * DAY, DAY, 0, 0), (3 * DAY, DAY, 0, 0)),
        // A game without a clock gets one.
        (None, (0, 3 * DAY, 0, 0), (0, 3 * DAY, 0, 0)),
    ];
    for (clock, black_has, white_has) in examples {
        let table = resumed(clock);
        let now = table.now;
        assert_eq!((table.time(BLACK, now), table.time(WHITE, now)), (black_has, white_has), "{clock:?}");
        // Japanese rules: the opponent of the player who asked moves first.
        assert_eq!(table.state.clock().unwrap().running(), Some((WHITE, now)), "{clock:?}");
        table.must_replay();
    }
}

#[test]
fn given_time_goes_before_the_period_that_was_begun() {
    let mut table = resumed(Some(TimeSystem::Canadian { main: 0, stones: 3, period: 90_000 }));
    let start = table.now;
    table.plays(start + MINUTE, white(), "A1").unwrap();
    assert_eq!(table.time(WHITE, table.now), (4 * MINUTE, 85_000, 0, 2));
    table.plays(table.now, black(), "A9").unwrap();
    table.plays(table.now + 5 * MINUTE, white(), "B1").unwrap();
    assert_eq!(table.time(WHITE, table.now), (0, 25_000, 0, 1));
}
