//! Time in which no server was there is given back, once, to whatever was running.

use tengen_game::{Command, EventKind, FLAG_GRACE, NO_MOVE_BEFORE_CLOCK, NewGame, TimeSystem};
use tengen_rules::{Color, Preset};

use crate::table::{HOUR, MINUTE, SECOND, Table, black, visible, white};

const BLACK: Color = Color::Black;
const THREE_TIMES_THIRTY: TimeSystem = TimeSystem::ByoYomi { main: 0, periods: 3, period: 30_000 };

#[test]
fn a_byo_yomi_period_goes_on_where_the_outage_met_it() {
    let mut table = Table::timed(THREE_TIMES_THIRTY);
    let start = table.now;
    // The server was last seen 10 s into the period, is back after ten minutes, and looks half a second later.
    let (from, to) = (start + 10_000, start + 10_000 + 10 * MINUTE);
    assert_eq!(table.is_made_good(&[(from, to)], to + 500), Some(10 * MINUTE));
    assert_eq!(table.time(BLACK, to + 500), (0, 19_500, 3, 0));
    assert_eq!(table.flag(), Some((BLACK, to + 80_000)));
    table.plays(to + 20_000, black(), "A9").unwrap();
    assert_eq!(table.time(BLACK, table.now), (0, 30_000, 3, 0));
    table.must_replay();
}

#[test]
fn an_outage_across_the_deadline_saves_the_player() {
    let mut table = Table::timed(TimeSystem::Absolute { main: MINUTE });
    let start = table.now;
    let (from, to) = (start + 59_000, start + HOUR);
    assert!(table.state.lapse(to).is_some(), "without the credit the flag would fall");
    table.is_made_good(&[(from, to)], to).unwrap();
    assert_eq!(table.waits_until(to), None);
    assert_eq!(table.time(BLACK, to), (1_000, 0, 0, 0));
    // But time that was spent before is lost: Black's time had been up for a millisecond.
    let mut table = Table::timed(TimeSystem::Absolute { main: MINUTE });
    let (from, to) = (start + 60_001, start + HOUR);
    table.is_made_good(&[(from, to)], to).unwrap();
    assert!(table.plays(to, black(), "A9").is_err());
}

#[test]
fn the_first_move_the_scoring_phase_and_a_pause_get_it_too() {
    let mut table = Table::unbegun(Some(TimeSystem::Absolute { main: MINUTE }));
    let due = table.state.due().unwrap();
    let (from, to) = (table.now + 5_000, table.now + HOUR);
    table.is_made_good(&[(from, to)], to).unwrap();
    assert_eq!(table.state.due(), Some(due + to - from));

    let mut table = Table::timed(TimeSystem::Absolute { main: MINUTE });
    table.passes(table.now, black()).unwrap();
    table.passes(table.now, white()).unwrap();
    let deadline = table.state.agreement().unwrap().deadline;
    let (from, to) = (table.now + 5_000, table.now + HOUR);
    table.is_made_good(&[(from, to)], to).unwrap();
    assert_eq!(table.state.agreement().unwrap().deadline, deadline + to - from);
    assert_eq!(table.time(BLACK, to), (MINUTE, 0, 0, 0), "no time runs here");

    let mut table = Table::timed(TimeSystem::Absolute { main: MINUTE });
    table.tries_at(table.now, black(), &Command::Pause).unwrap();
    let until = table.state.pause().unwrap().until;
    let (from, to) = (table.now + 5_000, table.now + HOUR);
    table.is_made_good(&[(from, to)], to).unwrap();
    assert_eq!(table.state.pause().unwrap().until, until + to - from);
    table.tries_at(to + 2_000, black(), &Command::Unpause).unwrap();
    // Seven seconds of the pause were a pause; the rest was the outage.
    assert_eq!(table.state.pauses_left(BLACK).millis, MINUTE - 7_000);
    assert_eq!(table.time(BLACK, table.now), (MINUTE, 0, 0, 0));
    table.must_replay();
}

#[test]
fn an_outage_is_given_back_once() {
    let mut table = Table::timed(TimeSystem::Absolute { main: HOUR });
    let start = table.now;
    let outage = (start + 10_000, start + 70_000);
    assert_eq!(table.is_made_good(&[outage], start + 71_000), Some(MINUTE));
    assert_eq!(table.is_made_good(&[outage], start + 72_000), None);
    // Another server reports the same one, with edges of its own, and a new one.
    let both = [(start + 9_000, start + 70_500), (start + 80_000, start + 85_000)];
    assert_eq!(table.is_made_good(&both, start + 90_000), Some(5_000));
    assert_eq!(table.time(BLACK, start + 90_000), (HOUR - 25_000, 0, 0, 0));
}

#[test]
fn outages_that_overlap_count_once() {
    for outages in [
        &[(10_000, 70_000), (10_000, 70_000)][..],
        &[(10_000, 60_000), (20_000, 70_000)],
        &[(30_000, 70_000), (10_000, 40_000)],
        &[(10_000, 70_000), (20_000, 30_000)],
        // One that ends before it begins is none.
        &[(10_000, 70_000), (65_000, 15_000)],
    ] {
        let mut table = Table::timed(TimeSystem::Absolute { main: HOUR });
        let start = table.now;
        let outages: Vec<_> = outages.iter().map(|(from, to)| (start + from, start + to)).collect();
        assert_eq!(table.is_made_good(&outages, start + 80_000), Some(MINUTE), "{outages:?}");
    }
}

#[test]
fn nothing_is_given_for_what_lies_before_the_last_event_or_after_now() {
    let mut table = Table::timed(TimeSystem::Absolute { main: HOUR });
    let start = table.now;
    table.plays(start + 10_000, black(), "A9").unwrap();
    // The move was made, so a server was there.
    assert_eq!(table.is_made_good(&[(start + 2_000, start + 9_000)], start + 20_000), None);
    assert_eq!(table.is_made_good(&[(start + 5_000, start + 13_000)], start + 20_000), Some(3_000));
    assert_eq!(table.is_made_good(&[(start + 20_000, start + 50_000)], start + 21_000), Some(1_000));
}

#[test]
fn games_that_wait_for_nothing_get_nothing() {
    let outage = [(2 * SECOND, HOUR)];
    let mut open = Table::open(NewGame::with_preset(Preset::Japanese));
    assert_eq!(open.is_made_good(&outage, HOUR), None);
    let mut untimed = Table::playing(Preset::Japanese, 9);
    untimed.moves("E5 C3");
    let later = untimed.now + NO_MOVE_BEFORE_CLOCK;
    assert_eq!(untimed.is_made_good(&[(later, later + HOUR)], later + HOUR), None);
    let mut over = Table::timed(THREE_TIMES_THIRTY);
    over.does(black(), Command::Resign);
    assert_eq!(over.is_made_good(&[(over.now, HOUR)], HOUR), None);
}

#[test]
fn a_restart_in_the_middle_of_byo_yomi_finds_the_same_clock() {
    let mut table = Table::timed(THREE_TIMES_THIRTY);
    let start = table.now;
    table.plays(start + 29_000, black(), "A9").unwrap();
    table.plays(start + 29_000 + 45_000, white(), "A1").unwrap();
    table.tries_at(table.now + 20_000, black(), &Command::Pause).unwrap();
    table.tries_at(table.now + 99_000, black(), &Command::Unpause).unwrap();
    let now = table.now + 4_000;
    let after = table.replayed();
    assert_eq!(visible(&after), visible(&table.state));
    let clock = after.clock().unwrap();
    assert_eq!(
        Color::ALL.map(|color| clock.time(color, now)),
        Color::ALL.map(|color| table.state.clock().unwrap().time(color, now))
    );
    assert_eq!(clock.time(BLACK, now).period, 30_000 - 24_000);
    assert_eq!(clock.time(Color::White, now).periods, 2);
    // And both fall at the same moment.
    assert_eq!(after.lapse(after.due().unwrap()), table.state.lapse(table.state.due().unwrap()));
    assert_eq!(after.due().map(|due| due - now), Some(6_000 + 60_000 + 1_000 + FLAG_GRACE));
    assert!(matches!(after.lapse(after.due().unwrap()).unwrap().kind, EventKind::TimedOut { color: BLACK }));
}
