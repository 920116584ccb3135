//! Each system of the clock in whole games, against examples worked out by hand.

use tengen_game::{Clock, EventKind, FLAG_GRACE, LAG_A_MOVE, Moment, Phase, Refusal, TimeSystem};
use tengen_rules::Color;

use crate::table::{DAY, MINUTE, SECOND, Table, black, player, white};

const BLACK: Color = Color::Black;

/// A thought in milliseconds, and the player's time after its move: main, period, periods, stones.
type Thought = (i64, (i64, i64, u32, u32));

const BYO_YOMI: TimeSystem = TimeSystem::ByoYomi { main: 60_000, periods: 3, period: 30_000 };

/// The times that Black thinks, move by move, while White answers at once, and the time that is a millisecond too long.
const EXAMPLES: &[(TimeSystem, &[Thought], i64)] = &[
    (
        TimeSystem::Absolute { main: 10_000 },
        // The last millisecond counts, and a move in no time is in time.
        &[(4_000, (6_000, 0, 0, 0)), (5_999, (1, 0, 0, 0)), (1, (0, 0, 0, 0)), (0, (0, 0, 0, 0))],
        1,
    ),
    (
        TimeSystem::Fischer { main: 10_000, increment: 5_000, max: 12_000 },
        // 10 - 6 + 5; 9 - 1 + 5 but 12 at most; 12 - 12 + 5.
        &[(6_000, (9_000, 0, 0, 0)), (1_000, (12_000, 0, 0, 0)), (12_000, (5_000, 0, 0, 0))],
        5_001,
    ),
    (
        BYO_YOMI,
        &[
            (59_000, (1_000, 30_000, 3, 0)),
            // One second of main time and a whole period, which costs nothing; then a millisecond more than one.
            (31_000, (0, 30_000, 3, 0)),
            (30_001, (0, 30_000, 2, 0)),
            (30_000, (0, 30_000, 2, 0)),
            // Two periods to the last millisecond: one is used up.
            (60_000, (0, 30_000, 1, 0)),
        ],
        30_001,
    ),
    (
        BYO_YOMI,
        // From main time through two periods in one thought.
        &[(60_000 + 61_000, (0, 30_000, 1, 0)), (29_999, (0, 30_000, 1, 0))],
        30_001,
    ),
    (
        TimeSystem::Canadian { main: 60_000, stones: 3, period: 90_000 },
        // The move with which main time ends is the first of the three; the third brings a new period.
        &[
            (60_000, (0, 90_000, 0, 2)),
            (10_000, (0, 80_000, 0, 1)),
            (80_000, (0, 90_000, 0, 3)),
            (50_000, (0, 40_000, 0, 2)),
        ],
        40_001,
    ),
    (TimeSystem::Simple { period: 30_000 }, &[(30_000, (0, 30_000, 0, 0)), (1, (0, 30_000, 0, 0))], 30_001),
    (TimeSystem::Simple { period: 3 * DAY }, &[(3 * DAY, (0, 3 * DAY, 0, 0))], 3 * DAY + 1),
];

/// The next point of the player's own edge, so that nothing is ever captured.
fn next_point(table: &Table, color: Color) -> String {
    let made = table.state.moves().iter().filter(|made| made.color == color).count() - 1;
    let row = match color {
        Color::Black => 9 - made / 9,
        Color::White => 1 + made / 9,
    };
    format!("{}{row}", char::from(b"ABCDEFGHJ"[made % 9]))
}

/// The player to move thinks for so long and plays.
fn thinks(table: &mut Table, millis: i64, lag: i64) -> Result<EventKind, Refusal> {
    let color = table.state.to_move().unwrap();
    let vertex = next_point(table, color);
    let moment = Moment { lag, ..Moment::at(table.now + millis) };
    table.plays(moment, player(color), &vertex)
}

#[test]
fn every_system_counts_as_worked_out_by_hand() {
    for (system, thoughts, too_long) in EXAMPLES {
        let mut table = Table::timed(*system);
        let whole = table.time(Color::White, table.now);
        for (thought, left) in *thoughts {
            thinks(&mut table, *thought, 0).unwrap();
            assert_eq!(table.time(BLACK, table.now), *left, "{system:?} after {thought}");
            assert_eq!(table.state.moves().last().unwrap().time_left.unwrap().main, left.0);
            thinks(&mut table, 0, 0).unwrap();
        }
        // White has thought for no time at all, and Fischer rewards it.
        if !matches!(system, TimeSystem::Fischer { .. }) {
            assert_eq!(table.time(Color::White, table.now), whole, "{system:?}");
        }
        let due = table.now + too_long - 1;
        assert_eq!(table.flag(), Some((BLACK, due)), "{system:?}");
        assert_eq!(thinks(&mut table, *too_long, 0), Err(Refusal::TimeIsUp), "{system:?}");
        assert_eq!(table.time(BLACK, due + 1), (0, 0, 0, 0), "{system:?}");
        assert_eq!(table.waits_until(due + LAG_A_MOVE + FLAG_GRACE - 1), None, "{system:?}");
        let fallen = table.waits_until(due + LAG_A_MOVE + FLAG_GRACE);
        assert_eq!(fallen, Some(EventKind::TimedOut { color: BLACK }), "{system:?}");
        assert_eq!(table.result().as_deref(), Some("W+T"));
        table.must_replay();
    }
}

#[test]
fn a_move_that_came_in_time_is_taken_though_it_is_decided_late() {
    let mut table = Table::timed(TimeSystem::Absolute { main: 10_000 });
    let (_, due) = table.flag().unwrap();
    // It is a second later; the frame was stamped when it arrived.
    assert_eq!(table.state.lapse(due + SECOND), None);
    let left = due - table.now;
    thinks(&mut table, left, 0).unwrap();
    assert_eq!((table.state.at(), table.time(BLACK, due + SECOND)), (due, (0, 0, 0, 0)));
    // White's time runs since then.
    assert_eq!(table.flag(), Some((Color::White, due + 10_000)));

    let mut table = Table::timed(TimeSystem::Absolute { main: 10_000 });
    let (_, due) = table.flag().unwrap();
    table.waits_until(due + 2 * SECOND).unwrap();
    assert_eq!(
        table.plays(due, black(), "A9"),
        Err(Refusal::WrongPhase(Phase::Finished)),
        "the flag has fallen"
    );
}

#[test]
fn the_networks_share_is_given_back_until_the_bank_is_empty() {
    let mut table = Table::timed(TimeSystem::Absolute { main: MINUTE });
    // 3 s in the bank, 1 s a move at most, 0.2 s back with each move.
    let mut main = MINUTE;
    for given in [1_000, 1_000, 1_000, 600, 200, 200] {
        let Ok(EventKind::Played { lag, .. }) = thinks(&mut table, 3_000, 5_000) else { panic!() };
        assert_eq!(lag, given);
        main -= 3_000 - given;
        assert_eq!(table.time(BLACK, table.now), (main, 0, 0, 0));
        // The time given to Black is not taken from White, whose time runs from the arrival of the move.
        assert_eq!(table.state.clock().unwrap().running(), Some((Color::White, table.now)));
        thinks(&mut table, 0, 0).unwrap();
    }
    // The flag waits no longer than for the lag that might still be given.
    let (_, due) = table.flag().unwrap();
    assert_eq!(table.state.due(), Some(due + 200 + FLAG_GRACE));
    let left = due - table.now;
    assert_eq!(thinks(&mut table, left + 201, 5_000), Err(Refusal::TimeIsUp));
    thinks(&mut table, left + 200, 5_000).unwrap();
    assert_eq!(table.time(BLACK, table.now), (0, 0, 0, 0));
    table.must_replay();
}

#[test]
fn late_answers_gain_no_more_than_a_tenth_of_the_time() {
    // Eighteen moves of one second each, with more lag than is ever given back.
    for (system, gained) in [
        (TimeSystem::Absolute { main: 30 * SECOND }, 3_000),
        (TimeSystem::Absolute { main: MINUTE }, 6_000),
        // Here the bank alone is the bound: 3 s and 0.2 s a move.
        (TimeSystem::Absolute { main: 2 * MINUTE }, 3_000 + 17 * 200),
        // A tenth of half a minute, and of each second that a move has added.
        (TimeSystem::Fischer { main: 30 * SECOND, increment: SECOND, max: MINUTE }, 3_000 + 17 * 100),
    ] {
        let mut table = Table::timed(system);
        let mut sum = 0;
        for _ in 0..18 {
            let Ok(EventKind::Played { lag, .. }) = thinks(&mut table, SECOND, 5_000) else { panic!() };
            sum += lag;
            thinks(&mut table, 0, 0).unwrap();
        }
        assert_eq!(sum, gained, "{system:?}");
        table.must_replay();
    }
}

#[test]
fn lag_can_win_back_a_move_but_no_time_that_was_not_lost() {
    let mut table = Table::timed(TimeSystem::Absolute { main: 10_000 });
    assert_eq!(thinks(&mut table, 10_251, 250), Err(Refusal::TimeIsUp));
    thinks(&mut table, 10_250, 250).unwrap();
    assert_eq!(table.time(BLACK, table.now), (0, 0, 0, 0));
    // An answer in no time, with lag: nothing is added to the clock. Lag below nothing takes nothing away.
    thinks(&mut table, 0, 900).unwrap();
    assert_eq!(table.time(Color::White, table.now), (10_000, 0, 0, 0));
    assert_eq!(thinks(&mut table, 1, -7), Err(Refusal::TimeIsUp));
    let Ok(EventKind::Played { lag: 0, .. }) = thinks(&mut table, 0, -7) else { panic!() };
}

#[test]
fn first_moves_have_a_deadline_of_their_own() {
    let club = TimeSystem::ByoYomi { main: 30 * MINUTE, periods: 3, period: 30_000 };
    for (clock, wait) in [
        (Some(TimeSystem::Absolute { main: MINUTE }), 30 * SECOND),
        (Some(club), 5 * MINUTE),
        (Some(TimeSystem::Simple { period: DAY }), 3 * DAY),
        (None, 7 * DAY),
    ] {
        let mut table = Table::unbegun(clock);
        let joined = table.now;
        assert_eq!(table.waits_until(joined + wait + FLAG_GRACE - 1), None);
        // Black's move gives White as long; no clock runs meanwhile.
        table.plays(joined + wait, black(), "E5").unwrap();
        assert_eq!(table.state.clock().and_then(Clock::running), None);
        assert_eq!(table.state.due(), Some(joined + wait + wait + FLAG_GRACE));
        // Taking it back gives Black the same again.
        table.asks_back(joined + wait, black()).unwrap();
        table.gives_back(joined + wait + 10, white()).unwrap();
        assert_eq!(table.state.due(), Some(joined + wait + 10 + wait + FLAG_GRACE));
        table.plays(joined + wait + 20, black(), "E5").unwrap();
        let due = joined + 20 + 2 * wait + FLAG_GRACE;
        assert_eq!(table.waits_until(due - 1), None);
        let gone = table.waits_until(due);
        assert_eq!(gone, Some(EventKind::Aborted { color: None, reason: None }));
        assert_eq!(
            (table.phase(), table.result().as_deref()),
            (Phase::Finished, Some("Void")),
            "nobody loses"
        );
    }
}

#[test]
fn the_clock_starts_with_the_second_players_first_move() {
    let mut table = Table::unbegun(Some(TimeSystem::Absolute { main: MINUTE }));
    let start = table.now;
    table.plays(start + 20_000, black(), "E5").unwrap();
    table.plays(start + 45_000, white(), "C3").unwrap();
    assert_eq!((table.time(BLACK, table.now).0, table.time(Color::White, table.now).0), (MINUTE, MINUTE));
    assert_eq!(table.flag(), Some((BLACK, start + 45_000 + MINUTE)));
}
