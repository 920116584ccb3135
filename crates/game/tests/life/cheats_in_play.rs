//! The tricks of cheats and stallers while stones are played, each played out: they gain nothing.

use tengen_game::{
    ClaimOutcome, Command, EventKind, FLAG_GRACE, LAG_A_MOVE, Moment, PAUSES_EACH, Phase, Refusal, TimeSystem,
};
use tengen_rules::Color;

use crate::table::{DAY, MINUTE, SECOND, Table, black, stranger, white};

const BLACK: Color = Color::Black;
const BLITZ: TimeSystem = TimeSystem::Absolute { main: MINUTE };
/// A player of such a game may be away for half a minute.
const AWAY: i64 = 30 * SECOND;

fn gone(since: i64, at: i64) -> Moment {
    Moment { opponent_gone_since: Some(since), ..Moment::at(at) }
}

fn flag_falls(table: &mut Table, due: i64) {
    let fallen = table.waits_until(due + LAG_A_MOVE + FLAG_GRACE);
    assert_eq!(fallen, Some(EventKind::TimedOut { color: BLACK }));
    assert_eq!(table.result().as_deref(), Some("W+T"));
}

#[test]
fn who_left_loses_and_only_after_a_while() {
    let mut table = Table::timed(BLITZ);
    let start = table.now;
    table.plays(start + 5_000, black(), "A9").unwrap();
    let claimable_at = Some(start + 6_000 + AWAY);
    assert_eq!(
        table.claims(gone(start + 6_000, start + 5_999 + AWAY), black()),
        Err(Refusal::OpponentNotAway { claimable_at })
    );
    let here = Moment::at(start + 6_000 + AWAY);
    assert_eq!(table.claims(here, black()), Err(Refusal::OpponentNotAway { claimable_at: None }));
    assert_eq!(table.claims(gone(start, start + 6_000 + AWAY), stranger()), Err(Refusal::NotAPlayer));
    let mut called_off = table.clone();
    table.claims(gone(start + 6_000, start + 6_000 + AWAY), black()).unwrap();
    assert_eq!(table.result().as_deref(), Some("B+F"));
    let abort = Command::Claim { outcome: ClaimOutcome::Abort };
    called_off.tries_at(gone(start + 6_000, start + 6_000 + AWAY), black(), &abort).unwrap();
    assert_eq!(called_off.result().as_deref(), Some("Void"));
}

#[test]
fn absence_ends_no_correspondence_and_no_game_that_has_not_begun() {
    let mut table = Table::timed(TimeSystem::Simple { period: DAY });
    let now = table.now + DAY;
    assert_eq!(table.claims(gone(0, now), white()), Err(Refusal::NotClaimable));
    let mut table = Table::unbegun(Some(BLITZ));
    table.plays(table.now, black(), "E5").unwrap();
    assert_eq!(table.claims(gone(0, table.now + AWAY), black()), Err(Refusal::NotClaimable));
}

#[test]
fn a_player_who_moves_is_there_whatever_the_connections_say() {
    // A program that plays through REST has no connection to lose.
    let mut table = Table::timed(BLITZ);
    let start = table.now;
    table.plays(start + 20_000, black(), "A9").unwrap();
    let claimable_at = Some(start + 20_000 + AWAY);
    let refused = Err(Refusal::OpponentNotAway { claimable_at });
    assert_eq!(table.claims(gone(0, start + 19_999 + AWAY), white()), refused);
    table.claims(gone(0, start + 20_000 + AWAY), white()).unwrap();
}

#[test]
fn a_pause_and_an_outage_are_no_absence() {
    let mut table = Table::timed(BLITZ);
    let start = table.now;
    table.tries_at(start + 1_000, white(), &Command::Pause).unwrap();
    assert_eq!(table.claims(gone(start, start + 5 * MINUTE), white()), Err(Refusal::Paused));
    // White ends the pause when Black is sure to be away, and claims: Black has half a minute to come back.
    table.tries_at(start + 5 * MINUTE, white(), &Command::Unpause).unwrap();
    let refused = Err(Refusal::OpponentNotAway { claimable_at: Some(start + 5 * MINUTE + AWAY) });
    assert_eq!(table.claims(gone(start, start + 5 * MINUTE + 1), white()), refused);

    let mut table = Table::timed(BLITZ);
    table.is_made_good(&[(start + 1_000, start + 10 * MINUTE)], start + 10 * MINUTE).unwrap();
    let refused = Err(Refusal::OpponentNotAway { claimable_at: Some(start + 10 * MINUTE + AWAY) });
    assert_eq!(
        table.claims(gone(start, start + 10 * MINUTE + 1), white()),
        refused,
        "first back is not first served"
    );
}

#[test]
fn whose_time_is_up_wins_by_nobodys_absence() {
    let mut table = Table::timed(BLITZ);
    let (_, due) = table.flag().unwrap();
    // White has been away for long; Black sits it out, and claims in the grace before the flag falls.
    assert_eq!(table.claims(gone(0, due + 1), black()), Err(Refusal::TimeIsUp));
    flag_falls(&mut table, due);
}

#[test]
fn a_pause_comes_too_late_when_time_is_up() {
    let mut table = Table::timed(BLITZ);
    let (_, due) = table.flag().unwrap();
    for actor in [black(), white()] {
        assert_eq!(table.tries_at(due + 1, actor, &Command::Pause), Err(Refusal::TimeIsUp));
    }
    let mut last_instant = table.clone();
    flag_falls(&mut table, due);
    // In the very last instant it is in time, and there is nothing left to come back to.
    last_instant.tries_at(due, black(), &Command::Pause).unwrap();
    last_instant.tries_at(due + MINUTE, black(), &Command::Unpause).unwrap();
    assert_eq!(last_instant.plays(due + MINUTE + 1, black(), "A9"), Err(Refusal::TimeIsUp));
    flag_falls(&mut last_instant, due + MINUTE);
}

#[test]
fn an_undo_saves_nobody_whose_time_is_up() {
    let mut table = Table::timed(BLITZ);
    let (_, due) = table.flag().unwrap();
    table.asks_back(due, black()).unwrap();
    // Even a friendly opponent is too late.
    assert_eq!(table.gives_back(due + 1, white()), Err(Refusal::TimeIsUp));
    flag_falls(&mut table, due);
    // Nor does the request itself stop the clock.
    let mut table = Table::timed(BLITZ);
    table.asks_back(due + 1, black()).unwrap();
    flag_falls(&mut table, due);
}

#[test]
fn undo_spam_gets_one_answer_a_position_and_no_time() {
    let mut table = Table::timed(BLITZ);
    let start = table.now;
    let (_, due) = table.flag().unwrap();
    table.asks_back(start + 1_000, white()).unwrap();
    assert_eq!(table.asks_back(start + 1_001, white()), Err(Refusal::AlreadyAsked));
    assert_eq!(table.asks_back(start + 1_001, black()), Err(Refusal::AlreadyAsked), "one request at a time");
    let request = table.state.undo_request().unwrap().seq;
    table.tries_at(start + 2_000, black(), &Command::UndoReject { request }).unwrap();
    assert_eq!(table.asks_back(start + 2_001, white()), Err(Refusal::AlreadyAsked));
    assert_eq!(table.flag(), Some((BLACK, due)), "Black lost no time by it");
    // Withdrawing does not allow another.
    table.asks_back(start + 3_000, black()).unwrap();
    let request = table.state.undo_request().unwrap().seq;
    table.tries_at(start + 3_001, black(), &Command::UndoReject { request }).unwrap();
    assert_eq!(table.asks_back(start + 3_002, black()), Err(Refusal::AlreadyAsked));
    let answer = Command::UndoAccept { request };
    assert_eq!(table.tries_at(start + 3_003, white(), &answer), Err(Refusal::NoSuchRequest));
}

#[test]
fn nobody_answers_the_own_request() {
    let mut table = Table::timed(BLITZ);
    table.asks_back(table.now, black()).unwrap();
    assert_eq!(table.gives_back(table.now, black()), Err(Refusal::OnlyTheOpponent));
    assert_eq!(table.gives_back(table.now, stranger()), Err(Refusal::NotAPlayer));
    assert_eq!(table.state.moves().len(), 2);
}

#[test]
fn pause_spam_ends_soon() {
    let mut table = Table::timed(BLITZ);
    let mut paused = 0;
    let (mut at, pause) = (table.now, MINUTE / 10);
    while table.tries_at(at, white(), &Command::Pause).is_ok() {
        // The opponent can neither move nor end it, and loses nothing meanwhile.
        assert_eq!(table.time(BLACK, at + pause), (MINUTE - paused, 0, 0, 0));
        paused += 1;
        assert!(paused <= i64::from(PAUSES_EACH));
        assert_eq!(table.tries_at(at, black(), &Command::Pause), Err(Refusal::Paused));
        assert_eq!(table.tries_at(at, black(), &Command::Unpause), Err(Refusal::OnlyTheOpponent));
        at += pause;
        table.tries_at(at, white(), &Command::Unpause).unwrap();
        at += 1;
    }
    assert_eq!(paused, i64::from(PAUSES_EACH));
    assert_eq!(table.time(BLACK, at), (MINUTE - 5, 0, 0, 0));
}

#[test]
fn pauses_are_no_longer_than_their_budget() {
    let mut table = Table::timed(BLITZ);
    let start = table.now;
    table.tries_at(start, white(), &Command::Pause).unwrap();
    assert_eq!(table.state.pause().map(|pause| pause.until), Some(start + MINUTE));
    table.tries_at(start + MINUTE, white(), &Command::Unpause).unwrap();
    assert_eq!(table.tries_at(start + MINUTE, white(), &Command::Pause), Err(Refusal::NoPausesLeft));
}

#[test]
fn there_is_nothing_to_pause_where_no_time_runs() {
    let mut unbegun = Table::unbegun(Some(BLITZ));
    let mut untimed = Table::unbegun(None);
    untimed.moves("E5 C3");
    for table in [&mut unbegun, &mut untimed] {
        assert_eq!(table.tries_at(table.now, black(), &Command::Pause), Err(Refusal::NothingToPause));
        assert_eq!(table.tries_at(table.now, black(), &Command::Unpause), Err(Refusal::NotPaused));
    }
}

#[test]
fn a_game_about_to_be_lost_is_not_called_off() {
    let mut table = Table::timed(BLITZ);
    assert_eq!(
        table.tries_at(table.now, black(), &Command::Abort { reason: None }),
        Err(Refusal::TooLateToAbort { moves: 2 })
    );
    // Not even with all moves taken back.
    table.asks_back(table.now, black()).unwrap();
    table.gives_back(table.now, white()).unwrap();
    assert_eq!(
        table.tries_at(table.now, black(), &Command::Abort { reason: None }),
        Err(Refusal::TooLateToAbort { moves: 0 })
    );
    assert_eq!(table.flag().map(|(color, _)| color), Some(BLACK), "and Black's time runs");
}

#[test]
fn not_moving_at_all_wins_nothing() {
    let mut table = Table::timed(BLITZ);
    let (_, due) = table.flag().unwrap();
    flag_falls(&mut table, due);
    for command in
        [Command::Resign, Command::Pause, Command::Abort { reason: None }, Command::Undo { turn: 2 }]
    {
        let over = Err(Refusal::WrongPhase(Phase::Finished));
        assert_eq!(table.tries_at(due + DAY, black(), &command), over, "{command}");
    }
}
