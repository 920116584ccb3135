//! In a game without a clock nobody waits for a move for ever: after a while either player gives it a clock.

use tengen_game::{
    Command, Event, EventKind, Millis, Moment, NO_MOVE_BEFORE_CLOCK, Phase, Refusal, ReplayError, TimeSystem,
    Waiting,
};
use tengen_rules::{Color, Preset};

use crate::table::{DAY, HOUR, MINUTE, SECOND, Table, black, player, stranger, white};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;
const THREE_DAYS: TimeSystem = TimeSystem::Simple { period: 3 * DAY };

/// A 9x9 game without a clock in which both have just moved, Black on E5 and White on C3.
fn under_way() -> Table {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3");
    table
}

/// The same, a quarter of an hour later, with a clock.
fn given() -> Table {
    let mut table = under_way();
    table.tries_at(table.now + NO_MOVE_BEFORE_CLOCK, white(), &Command::GiveClock).unwrap();
    table
}

fn gives(table: &mut Table, at: Millis) -> Result<EventKind, Refusal> {
    table.tries_at(at, black(), &Command::GiveClock)
}

#[test]
fn either_player_gives_a_clock_after_a_quarter_of_an_hour_on_eithers_turn() {
    for giver in Color::ALL {
        let mut table = under_way();
        let from = table.now + NO_MOVE_BEFORE_CLOCK;
        assert_eq!(NO_MOVE_BEFORE_CLOCK, 15 * MINUTE);
        assert_eq!(table.state.clock_givable_at(), Some(from));
        assert_eq!(
            (table.state.waits(), table.state.lapse(Millis::MAX)),
            (None, None),
            "nothing ends it by itself"
        );
        let too_soon = Err(Refusal::ClockTooSoon { givable_at: from });
        assert_eq!(table.tries_at(from - 1, player(giver), &Command::GiveClock), too_soon);
        assert_eq!(table.tries_at(from, stranger(), &Command::GiveClock), Err(Refusal::NotAPlayer));
        let turn = table.state.turn();
        let kind = table.tries_at(from, player(giver), &Command::GiveClock).unwrap();
        assert_eq!(kind, EventKind::ClockGiven { color: giver });
        let clock = table.state.clock().unwrap();
        // Three days for each move, as after a resumption, and Black, who is to move, thinks from now on.
        assert_eq!((clock.system(), clock.running()), (THREE_DAYS, Some((BLACK, from))));
        assert_eq!(table.state.waits(), Some((Waiting::Move, from + 3 * DAY)));
        assert_eq!(
            (table.state.turn(), table.phase()),
            (turn, Phase::Playing),
            "no move is made stale by it"
        );
        assert_eq!(table.state.clock_givable_at(), None);
        assert_eq!(table.tries_at(from + HOUR, black(), &Command::GiveClock), Err(Refusal::HasClock));
        table.must_replay();
    }
}

#[test]
fn a_given_clock_is_one_like_any_other() {
    let mut table = given();
    let start = table.now;
    // A move makes the period whole, and an undo gives no time back.
    table.plays(start + 2 * DAY, black(), "E4").unwrap();
    assert_eq!(table.time(BLACK, table.now), (0, 3 * DAY, 0, 0));
    table.plays(table.now + DAY, white(), "C4").unwrap();
    table.asks_back(table.now + HOUR, white()).unwrap();
    table.gives_back(table.now + HOUR, black()).unwrap();
    assert_eq!(table.time(BLACK, table.now), (0, 3 * DAY - 2 * HOUR, 0, 0));
    assert_eq!(table.flag(), Some((WHITE, table.now + 3 * DAY)));
    // A move from before the clock can be taken back, too, and the clock stays.
    table.asks_back(table.now, black()).unwrap();
    table.gives_back(table.now, white()).unwrap();
    table.asks_back(table.now, black()).unwrap();
    table.gives_back(table.now, white()).unwrap();
    assert_eq!((table.state.moves().len(), table.state.clock().unwrap().system()), (0, THREE_DAYS));
    // An outage is given back, and then the flag falls.
    let flag = table.flag().unwrap().1;
    table.is_made_good(&[(flag - HOUR, flag + HOUR)], flag + HOUR).unwrap();
    assert_eq!(table.flag(), Some((BLACK, flag + 2 * HOUR)));
    let due = table.state.due().unwrap();
    assert_eq!(table.waits_until(due), Some(EventKind::TimedOut { color: BLACK }));
    assert_eq!(table.result().as_deref(), Some("W+T"));
    assert_eq!(table.tries_at(due, white(), &Command::GiveClock), Err(Refusal::WrongPhase(Phase::Finished)));
    table.must_replay();
}

#[test]
fn each_change_of_the_position_begins_the_wait_anew_and_nothing_else() {
    let mut table = under_way();
    let wait = |table: &Table| table.state.clock_givable_at().map(|from| from - table.now);
    let all = Some(NO_MOVE_BEFORE_CLOCK);
    assert_eq!(wait(&table), all);
    table.plays(table.now + 10 * MINUTE, black(), "E4").unwrap();
    assert_eq!(wait(&table), all);
    table.passes(table.now + MINUTE, white()).unwrap();
    assert_eq!(wait(&table), all);
    // Who asks does nothing to the position, and neither does who refuses.
    let from = table.state.clock_givable_at();
    table.asks_back(table.now + MINUTE, white()).unwrap();
    let request = table.state.undo_request().unwrap().seq;
    table.tries_at(table.now + MINUTE, black(), &Command::UndoReject { request }).unwrap();
    assert_eq!(table.state.clock_givable_at(), from);
    table.asks_back(table.now + MINUTE, black()).unwrap();
    assert_eq!(table.state.clock_givable_at(), from);
    table.gives_back(table.now + MINUTE, white()).unwrap();
    assert_eq!(wait(&table), all, "whoever is to move after an undo has as long as anybody");
    table.must_replay();
}

#[test]
fn time_without_a_server_does_not_count() {
    let mut table = under_way();
    let from = table.state.clock_givable_at().unwrap();
    let outage = (table.now + 14 * MINUTE, table.now + DAY);
    assert_eq!(table.is_made_good(&[outage], outage.1), Some(DAY - 14 * MINUTE));
    assert_eq!(gives(&mut table, outage.1), Err(Refusal::ClockTooSoon { givable_at: outage.1 + MINUTE }));
    assert_eq!(table.state.clock_givable_at(), Some(from + DAY - 14 * MINUTE));
    // Two outages, of which the second begins when nothing is waited for any more.
    let mut table = under_way();
    let (start, over) = (table.now, table.now + NO_MOVE_BEFORE_CLOCK + MINUTE);
    let outages = [(start, start + MINUTE), (over, over + HOUR)];
    assert_eq!(table.is_made_good(&outages, over + HOUR), Some(MINUTE));
    assert!(gives(&mut table, over + HOUR).is_ok());
    table.must_replay();
}

#[test]
fn before_both_have_moved_a_given_clock_stands_still_like_any_other() {
    let mut table = Table::unbegun(None);
    let first_move = table.state.waits();
    let from = table.now + NO_MOVE_BEFORE_CLOCK;
    assert_eq!(gives(&mut table, from - 1), Err(Refusal::ClockTooSoon { givable_at: from }));
    gives(&mut table, from).unwrap();
    assert_eq!((table.flag(), table.state.waits()), (None, first_move));
    table.plays(from + HOUR, black(), "E5").unwrap();
    assert_eq!(table.flag(), None);
    table.plays(from + HOUR, white(), "C3").unwrap();
    assert_eq!(table.flag(), Some((BLACK, from + HOUR + 3 * DAY)));
    table.must_replay();
}

#[test]
fn a_game_gets_one_clock_only() {
    // One from the start, one from a resumption, and none where nobody plays.
    let mut timed = Table::timed(TimeSystem::Absolute { main: HOUR });
    assert_eq!(timed.tries_at(timed.now + HOUR, black(), &Command::GiveClock), Err(Refusal::HasClock));
    let mut table = under_way();
    table.moves("pass pass");
    assert_eq!(
        table.tries_at(table.now + HOUR, black(), &Command::GiveClock),
        Err(Refusal::WrongPhase(Phase::Scoring))
    );
    table.resumes(black()).unwrap();
    assert_eq!(table.tries_at(table.now + HOUR, black(), &Command::GiveClock), Err(Refusal::HasClock));
    // A resumption after it gives nobody less than three days, and no second clock.
    let mut table = given();
    table.moves("pass pass");
    table.resumes(black()).unwrap();
    assert_eq!(table.state.clock().unwrap().system(), THREE_DAYS);
    assert_eq!(table.time(WHITE, table.now), (3 * DAY, 3 * DAY, 0, 0));
    table.must_replay();
}

#[test]
fn nobody_is_claimed_for_an_absence_that_the_clock_allows() {
    let mut table = under_way();
    let gone = table.now + MINUTE;
    let away = |at| Moment { opponent_gone_since: Some(gone), ..Moment::at(at) };
    table.tries_at(gone + NO_MOVE_BEFORE_CLOCK, white(), &Command::GiveClock).unwrap();
    let shows = table.now + 3 * DAY;
    let refusal = Refusal::OpponentNotAway { claimable_at: Some(shows) };
    assert_eq!(table.claims(away(shows - SECOND), white()), Err(refusal));
    // The player who gave the clock was there.
    let giver_gone = table.now + SECOND;
    assert_eq!(table.state.claimable_at(WHITE, giver_gone), Some(giver_gone + 15 * MINUTE));
}

#[test]
fn a_log_with_a_clock_too_many_is_damaged() {
    let table = given();
    let again = Event { seq: table.state.seq() + 1, ..table.log.last().unwrap().clone() };
    let misplaced = ReplayError::Phase { seq: again.seq, phase: Phase::Playing };
    assert_eq!(table.state.clone().apply(&again), Err(misplaced));
}
