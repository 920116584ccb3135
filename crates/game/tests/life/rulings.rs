//! Rulings of the staff: decided games, and games by days that stand still for a while.

use tengen_game::{
    Asked, Clock, Command, EventKind, FLAG_GRACE, GameResult, Millis, NewGame, Outage, Phase, Refusal,
    ResultBy, Ruling, STAFF_PAUSE_MOST, TimeSystem, Waiting,
};
use tengen_rules::{Color, Preset};

use crate::table::{DAY, HOUR, MINUTE, SECOND, Table, black, white};

const BLACK: Color = Color::Black;
const ONE_DAY: TimeSystem = TimeSystem::Simple { period: DAY };
const SITTING: TimeSystem = TimeSystem::Absolute { main: HOUR };

fn pause(until: Millis) -> Ruling {
    Ruling::Pause { until }
}

fn staff_paused(until: Millis) -> EventKind {
    EventKind::Paused { color: None, until: Some(until) }
}

/// A game by days in which the players agree on dead stones.
fn in_scoring() -> Table {
    let mut table = Table::timed(ONE_DAY);
    table.moves("pass pass");
    table
}

#[test]
fn a_game_that_goes_on_is_decided() {
    let stalled = {
        let mut table = Table::timed(SITTING);
        table.tries_at(table.now, black(), &Command::Pause).unwrap();
        table
    };
    for table in [Table::unbegun(None), Table::timed(SITTING), stalled, Table::timed(ONE_DAY), in_scoring()] {
        for (winner, text) in [(Some(BLACK), "B+"), (Some(Color::White), "W+"), (None, "Void")] {
            let mut table = table.clone();
            let at = table.now + SECOND;
            assert_eq!(table.is_ruled(at, Ruling::Adjudicate(winner)), Ok(EventKind::Adjudicated));
            let result = GameResult { winner, by: ResultBy::Adjudication, margin: None };
            assert_eq!((table.state.result(), table.phase()), (Some(result), Phase::Finished));
            assert_eq!(table.result().as_deref(), Some(text));
            assert_eq!(table.log.last().map(|event| (event.at, event.actor)), Some((at, None)));
            assert_eq!((table.state.pause(), table.state.agreement()), (None, None));
            assert_eq!((table.state.waits(), table.state.clock().and_then(Clock::running)), (None, None));
            table.must_replay();
            for ruling in [Ruling::Adjudicate(winner), pause(at + DAY), Ruling::Unpause] {
                let refused = Err(Refusal::WrongPhase(Phase::Finished));
                assert_eq!(table.is_ruled(at, ruling), refused, "{}", ruling.name());
            }
        }
    }
    let mut open = Table::open(NewGame::with_preset(Preset::Japanese));
    for ruling in [Ruling::Adjudicate(None), pause(DAY), Ruling::Unpause] {
        assert_eq!(open.is_ruled(1, ruling), Err(Refusal::WrongPhase(Phase::Open)), "{}", ruling.name());
    }
}

#[test]
fn the_clock_stands_still_to_the_millisecond() {
    let mut table = Table::timed(ONE_DAY);
    let start = table.now;
    let at = start + 5 * HOUR + 123;
    let until = at + 3 * DAY;
    assert_eq!(table.is_ruled(at, pause(until)), Ok(staff_paused(until)));
    assert_eq!(table.state.waits(), Some((Waiting::Pause, until)));
    assert_eq!(table.time(BLACK, until), (0, DAY - 5 * HOUR - 123, 0, 0));
    let budgets = Color::ALL.map(|color| table.state.pauses_left(color));
    assert_eq!(table.state.lapse(until + FLAG_GRACE - 1), None);
    let end = until + FLAG_GRACE;
    assert_eq!(table.waits_until(end), Some(EventKind::Unpaused { color: None }));
    assert_eq!(table.log.last().unwrap().actor, None);
    assert_eq!(table.flag(), Some((BLACK, start + DAY + (end - at))));
    assert_eq!(Color::ALL.map(|color| table.state.pauses_left(color)), budgets, "nobody's budget pays");
    table.must_replay();
}

#[test]
fn a_pause_that_ends_late_or_early_costs_nobody_anything() {
    for end in [HOUR, 3 * DAY + FLAG_GRACE, 6 * DAY] {
        // The first move, the second one, a move, and the agreement.
        let mut one_move = Table::unbegun(Some(ONE_DAY));
        one_move.moves("E5");
        for mut table in [Table::unbegun(Some(ONE_DAY)), one_move, Table::timed(ONE_DAY), in_scoring()] {
            let at = table.now + 7 * HOUR + 1;
            let (waiting, until) = table.state.waits().unwrap();
            table.is_ruled(at, pause(at + 3 * DAY)).unwrap();
            assert_eq!(table.state.waits(), Some((Waiting::Pause, at + 3 * DAY)));
            if end < 3 * DAY {
                assert_eq!(
                    table.is_ruled(at + end, Ruling::Unpause),
                    Ok(EventKind::Unpaused { color: None })
                );
            } else {
                assert_eq!(table.waits_until(at + end), Some(EventKind::Unpaused { color: None }));
            }
            assert_eq!(table.state.waits(), Some((waiting, until + end)), "{waiting:?}");
            table.must_replay();
        }
    }
}

#[test]
fn the_deadline_that_is_shown_is_that_after_the_whole_pause() {
    let mut table = in_scoring();
    let deadline = table.state.agreement().unwrap().deadline;
    let at = table.now + HOUR;
    table.is_ruled(at, pause(at + DAY)).unwrap();
    assert_eq!(table.state.agreement().unwrap().deadline, deadline + DAY);
    table.is_ruled(at + HOUR, pause(at + 2 * DAY)).unwrap();
    assert_eq!(table.state.agreement().unwrap().deadline, deadline + 2 * DAY);
    table.is_ruled(at + 3 * HOUR, Ruling::Unpause).unwrap();
    assert_eq!(table.state.agreement().unwrap().deadline, deadline + 3 * HOUR);
}

#[test]
fn nobody_goes_on_meanwhile_but_games_can_be_given_up() {
    let mut table = Table::timed(ONE_DAY);
    table.asks_back(table.now, white()).unwrap();
    let at = table.now + SECOND;
    table.is_ruled(at, pause(at + DAY)).unwrap();
    assert_eq!(table.plays(at, black(), "A9"), Err(Refusal::Paused));
    assert_eq!(table.passes(at, black()), Err(Refusal::Paused));
    for actor in [black(), white()] {
        for command in [Command::Pause, Command::Unpause] {
            assert_eq!(table.tries_at(at, actor, &command), Err(Refusal::Paused), "{command}");
        }
    }
    assert_eq!([BLACK, Color::White].map(|color| table.state.asks_for(color)), [Some(Asked::Undo), None]);
    // White's move is taken back, and it is White's time that runs afterwards.
    let mut asked = table.clone();
    asked.gives_back(at + HOUR, black()).unwrap();
    assert_eq!(Color::ALL.map(|color| asked.state.asks_for(color)), [None, None]);
    asked.waits_until(at + 2 * DAY).unwrap();
    assert_eq!(asked.flag(), Some((Color::White, at + 3 * DAY)));
    asked.must_replay();
    table.tries_at(at, black(), &Command::Resign).unwrap();
    assert_eq!((table.result().as_deref(), table.state.pause()), (Some("W+R"), None));

    let mut table = in_scoring();
    let (at, version) = (table.now + SECOND, table.version());
    table.is_ruled(at, pause(at + DAY)).unwrap();
    let marks = Command::Propose { version, dead: vec![], neutral: None };
    for command in [marks, Command::Accept { version }, Command::Resume { version }] {
        assert_eq!(table.tries_at(at, black(), &command), Err(Refusal::Paused), "{command}");
    }
    assert_eq!(Color::ALL.map(|color| table.state.asks_for(color)), [None, None]);
    table.waits_until(at + 2 * DAY).unwrap();
    assert_eq!((table.state.clock().unwrap().running(), table.phase()), (None, Phase::Scoring));
    table.accepts(black()).unwrap();
}

#[test]
fn a_first_move_that_is_taken_back_has_its_whole_deadline_after_the_pause() {
    let mut table = Table::unbegun(Some(ONE_DAY));
    table.moves("E5");
    table.asks_back(table.now, black()).unwrap();
    let at = table.now + HOUR;
    table.is_ruled(at, pause(at + DAY)).unwrap();
    table.gives_back(at + HOUR, white()).unwrap();
    table.is_ruled(at + 2 * HOUR, Ruling::Unpause).unwrap();
    assert_eq!(table.state.waits(), Some((Waiting::FirstMove, at + 2 * HOUR + 3 * DAY)));
}

#[test]
fn a_players_pause_ends_with_it_and_is_paid() {
    let mut table = Table::timed(ONE_DAY);
    let start = table.now;
    table.tries_at(start + HOUR, white(), &Command::Pause).unwrap();
    let at = start + 3 * HOUR;
    table.is_ruled(at, pause(at + DAY)).unwrap();
    assert_eq!(table.state.pauses_left(Color::White).millis, 14 * DAY - 2 * HOUR);
    assert_eq!(table.state.pauses_left(Color::White).times, 4);
    let paused = table.state.pause().copied().unwrap();
    assert_eq!((paused.color, paused.since, paused.until), (None, at, at + DAY));
    table.is_ruled(at + HOUR, Ruling::Unpause).unwrap();
    // Black had thought for an hour, and thinks again from now on.
    assert_eq!(table.flag(), Some((BLACK, at + HOUR + DAY - HOUR)));
    assert_eq!(table.state.pauses_left(Color::White).millis, 14 * DAY - 2 * HOUR);
    table.must_replay();
}

#[test]
fn a_pause_is_lengthened_and_never_longer_than_a_week_from_the_ruling() {
    let mut table = Table::timed(ONE_DAY);
    let at = table.now + SECOND;
    assert_eq!(table.is_ruled(at, pause(at + 30 * DAY)), Ok(staff_paused(at + STAFF_PAUSE_MOST)));
    for until in [at + DAY, at + STAFF_PAUSE_MOST, at + 30 * DAY] {
        assert_eq!(table.is_ruled(at, pause(until)), Err(Refusal::Paused));
    }
    let later = at + DAY;
    assert_eq!(table.is_ruled(later, pause(Millis::MAX)), Ok(staff_paused(later + STAFF_PAUSE_MOST)));
    let paused = table.state.pause().copied().unwrap();
    assert_eq!((paused.since, paused.until), (at, later + STAFF_PAUSE_MOST));
    table.is_ruled(later + DAY, Ruling::Unpause).unwrap();
    assert_eq!(table.flag(), Some((BLACK, at - SECOND + DAY + 2 * DAY)));
    assert_eq!(table.is_ruled(later + DAY, Ruling::Unpause), Err(Refusal::NotPaused));
    table.must_replay();
}

#[test]
fn a_pause_that_can_not_be_is_refused() {
    let given = {
        let mut table = Table::unbegun(None);
        table.moves("E5 C3");
        let later = table.now + 15 * MINUTE;
        table.tries_at(later, black(), &Command::GiveClock).unwrap();
        table
    };
    for mut table in [Table::timed(SITTING), Table::unbegun(None), Table::playing(Preset::Japanese, 9), given]
    {
        let at = table.now;
        assert_eq!(table.is_ruled(at, pause(at + DAY)), Err(Refusal::NothingToPause));
        assert_eq!(table.is_ruled(at, Ruling::Unpause), Err(Refusal::NotPaused));
    }
    let mut table = Table::timed(ONE_DAY);
    let at = table.now;
    for until in [at, at - 1, Millis::MIN] {
        assert_eq!(table.is_ruled(at, pause(until)), Err(Refusal::NothingToPause));
    }
    // A player's pause is not the staff's to end.
    table.tries_at(at, black(), &Command::Pause).unwrap();
    assert_eq!(table.is_ruled(at, Ruling::Unpause), Err(Refusal::NotPaused));
    // The flag is about to fall.
    let mut table = Table::timed(ONE_DAY);
    let (_, flag) = table.flag().unwrap();
    assert_eq!(table.clone().is_ruled(flag, pause(flag + DAY)), Ok(staff_paused(flag + DAY)));
    assert_eq!(table.is_ruled(flag + 1, pause(flag + DAY)), Err(Refusal::TimeIsUp));
}

#[test]
fn an_outage_makes_no_pause_longer_and_no_time_shorter() {
    for from in [HOUR, 23 * HOUR] {
        let mut table = Table::timed(ONE_DAY);
        let at = table.now + HOUR;
        let flag = table.flag().unwrap().1;
        let until = at + DAY;
        table.is_ruled(at, pause(until)).unwrap();
        // One outage ends before the pause, and the other one goes on for a day after it.
        let outage = Outage { from: at + from, to: at + 2 * from + 2 * HOUR };
        assert_eq!(table.state.make_good(&[outage], outage.to), None);
        assert_eq!(table.state.pause().unwrap().until, until);
        let back = outage.to.max(until + FLAG_GRACE);
        table.waits_until(back).unwrap();
        assert_eq!(table.flag(), Some((BLACK, flag + back - at)), "as if the time had not been");
        // It counts once: nothing of it is left to be given back.
        assert_eq!(table.state.make_good(&[outage], back), None);
    }
}
