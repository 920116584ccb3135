//! The tricks of cheats and stallers when play is over, each played out: no trick gains anything.
//!
//! Everywhere the white stone on A5 is dead. White would like it to live, or Black to run out of time.

use tengen_game::{
    Command, EventKind, FLAG_GRACE, LAG_A_MOVE, LOOK_AT_PROPOSAL, Moment, NewGame, PROPOSALS_EACH, Phase,
    Refusal, TimeSystem,
};
use tengen_rules::{BoardName, Color, Preset};

use crate::table::{DAY, MINUTE, SECOND, Table, at, black, white};

const BLITZ: Option<TimeSystem> = Some(TimeSystem::Absolute { main: MINUTE });
/// The score if both are honest: Black's five points and a prisoner against five and komi.
const HONEST: &str = "W+5.5";

/// The scoring phase of a 5x5 game in which A5 is dead.
fn scoring(preset: Preset, clock: Option<TimeSystem>) -> Table {
    let board = BoardName::Grid { width: 5, height: 5 };
    let mut table = Table::open(NewGame { board, clock, ..NewGame::with_preset(preset) });
    table.does(white(), Command::Join);
    table.moves("B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 C1 A5 C2 C3 C4 C5");
    table.passes_to_the_end();
    assert_eq!(table.dead(), "A5");
    table
}

fn deadline(table: &Table) -> i64 {
    table.state.agreement().unwrap().deadline
}

/// The scoring phase runs out.
fn nobody_agrees(table: &mut Table) -> EventKind {
    let due = deadline(table) + FLAG_GRACE;
    assert_eq!(table.waits_until(due - 1), None);
    table.waits_until(due).unwrap()
}

fn flag_falls(table: &mut Table) {
    let due = table.state.due().unwrap();
    assert!(matches!(table.waits_until(due), Some(EventKind::TimedOut { .. })));
}

#[test]
fn marks_of_the_last_instant_leave_time_to_look_and_count_for_nothing_alone() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    let first = deadline(&table);
    for _ in 0..PROPOSALS_EACH {
        let (instant, version) = (deadline(&table), table.version());
        table.tries_at(instant, white(), &Command::Propose { version, dead: vec![], neutral: None }).unwrap();
        assert_eq!(deadline(&table), instant + LOOK_AT_PROPOSAL);
        let version = table.version();
        if version == 2 {
            table.tries_at(instant, white(), &Command::Accept { version }).unwrap();
            assert_eq!(
                table.tries_at(instant, white(), &Command::Propose { version, dead: vec![], neutral: None }),
                Err(Refusal::AlreadyAccepted)
            );
            // Black puts it right within the half minute; that clears White's acceptance.
            let marks = Command::Propose { version, dead: vec![at("A5")], neutral: None };
            table.tries_at(instant + LOOK_AT_PROPOSAL - 1, black(), &marks).unwrap();
        }
    }
    let version = table.version();
    let more = Command::Propose { version, dead: vec![], neutral: None };
    assert_eq!(table.tries_at(deadline(&table), white(), &more), Err(Refusal::NoProposalsLeft));
    // Eleven proposals in all: the stall has an end, and at the end White's marks are not applied.
    assert!(deadline(&table) <= first + 11 * LOOK_AT_PROPOSAL);
    // Nobody had accepted, so nobody counts as having asked for play to go on: Black, after White's pass, is next.
    let lapsed = nobody_agrees(&mut table);
    assert_eq!(lapsed, EventKind::Resumed { color: None, to_move: Color::Black });
    assert_eq!((table.phase(), table.result()), (Phase::Playing, None));
}

#[test]
fn early_marks_do_not_shorten_the_phase() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    let first = deadline(&table);
    table.proposes(white(), "").unwrap();
    assert_eq!(deadline(&table), first);
}

#[test]
fn nobody_accepts_marks_unseen() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    let seen = table.version();
    table.proposes(white(), "").unwrap();
    assert_eq!(
        table.tries(black(), &Command::Accept { version: seen }),
        Err(Refusal::StaleVersion(seen + 1))
    );
    assert_eq!(table.phase(), Phase::Scoring);
}

#[test]
fn marks_do_not_flicker_after_the_own_acceptance() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    table.accepts(white()).unwrap();
    assert_eq!(table.proposes(white(), ""), Err(Refusal::AlreadyAccepted));
    table.accepts(black()).unwrap();
    assert_eq!(table.result().as_deref(), Some(HONEST));
}

#[test]
fn who_accepts_and_leaves_loses_on_time_if_the_other_disagrees() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    // White marks falsely, accepts and leaves. Black does not accept and does not hurry either.
    table.proposes(white(), "").unwrap();
    table.accepts(white()).unwrap();
    // As if Black had asked: White moves first.
    let lapsed = nobody_agrees(&mut table);
    assert_eq!(lapsed, EventKind::Resumed { color: None, to_move: Color::White });
    flag_falls(&mut table);
    assert_eq!(table.result().as_deref(), Some("B+T"));
}

#[test]
fn who_leaves_without_accepting_loses_on_time() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    table.accepts(black()).unwrap();
    // As if White had asked: Black moves first, and has five minutes to come back and do so.
    let lapsed = nobody_agrees(&mut table);
    assert_eq!(lapsed, EventKind::Resumed { color: None, to_move: Color::Black });
    assert_eq!(table.time(Color::Black, table.now).0, 5 * MINUTE);
    table.plays(table.now + 5 * MINUTE, black(), "A4").unwrap();
    flag_falls(&mut table);
    assert_eq!(table.result().as_deref(), Some("B+T"));
}

#[test]
fn resuming_and_passing_at_once_changes_no_score() {
    for (preset, score) in
        [(Preset::Japanese, HONEST), (Preset::Chinese, "W+6.5"), (Preset::PassStone, "B+1")]
    {
        let mut table = scoring(preset, BLITZ);
        table.accepts(white()).unwrap();
        let mut honest = table.clone();
        honest.accepts(black()).unwrap();
        assert_eq!(honest.result().as_deref(), Some(score), "{preset:?}");
        table.resumes(white()).unwrap();
        table.passes_to_the_end();
        assert_eq!(table.dead(), "A5", "{preset:?}: the server's proposal is the same");
        table.accepts(white()).unwrap();
        table.accepts(black()).unwrap();
        assert_eq!(table.result(), honest.result(), "{preset:?}");
    }
}

#[test]
fn resuming_flags_nobody_by_surprise() {
    let mut table = scoring(Preset::Japanese, Some(TimeSystem::Absolute { main: 30 * SECOND }));
    // Black accepts, sees no danger and leaves; five minutes later White resumes and hopes for the clock.
    table.accepts(black()).unwrap();
    let gone = table.now;
    let resumed = deadline(&table);
    let version = table.version();
    table.tries_at(resumed, white(), &Command::Resume { version }).unwrap();
    assert_eq!(table.flag(), Some((Color::Black, resumed + 5 * MINUTE)));
    // Nor does White win by Black's absence before: it counts from the resumption.
    let moment = |at| Moment { opponent_gone_since: Some(gone), ..Moment::at(at) };
    let too_soon = Err(Refusal::OpponentNotAway { claimable_at: Some(resumed + 5 * MINUTE) });
    assert_eq!(table.claims(moment(resumed + 1), white()), too_soon);
    assert_eq!(table.claims(moment(resumed + 5 * MINUTE - 1), white()), too_soon);
    // Black is back at the last moment and takes the stone; now the game has a prisoner more and White a pass less.
    table.plays(resumed + 5 * MINUTE, black(), "A4").unwrap();
    assert_eq!(table.state.prisoners()[Color::Black], 1);
}

#[test]
fn two_resumptions_do_not_bring_a_dead_stone_back_to_life_unsaid() {
    for preset in
        [Preset::Japanese, Preset::Chinese, Preset::Tournament, Preset::PassStone, Preset::Aga, Preset::Ing]
    {
        let mut table = scoring(preset, BLITZ);
        for left in (0..table.state.resumptions_left()).rev() {
            table.resumes(white()).unwrap();
            if left > 0 {
                table.passes_to_the_end();
            }
        }
        // White passes whenever it can, and confirms everything. Black passes without thinking, but is asked before any
        // pass after which White's pass would end the game. Then Black takes the stone.
        let mut told = false;
        for _ in 0..4 {
            let turn = table.state.turn();
            match table.state.to_move() {
                Some(Color::White) => drop(table.does(white(), Command::Pass { turn, confirm: true })),
                Some(Color::Black) if !told => {
                    told = table.pass() == Err(Refusal::PassNeedsConfirmation { dead: vec![at("A5")] });
                }
                _ => break,
            }
        }
        assert!(told, "{preset:?}: the game ended and Black was never asked");
        table.moves("A4");
        assert_eq!(table.state.stones().to_string().matches('W').count(), 7, "{preset:?}");
    }
}

#[test]
fn stalling_in_a_game_without_a_clock_ends_with_a_clock() {
    let mut table = scoring(Preset::Japanese, None);
    // White neither accepts nor resumes: after three days play goes on, and each move has three days.
    table.accepts(black()).unwrap();
    let ended = table.now;
    nobody_agrees(&mut table);
    assert!(table.now >= ended + 3 * DAY - SECOND);
    table.plays(table.now + DAY, black(), "A4").unwrap();
    assert_eq!(table.flag(), Some((Color::White, table.now + 3 * DAY)));
    flag_falls(&mut table);
    assert_eq!(table.result().as_deref(), Some("B+T"));
}

#[test]
fn resuming_a_game_without_a_clock_and_waiting_loses() {
    // Chinese rules, so that the requester has to move.
    let mut table = scoring(Preset::Chinese, None);
    let resumer = if table.state.moves().last().unwrap().color == Color::Black { white() } else { black() };
    table.resumes(resumer).unwrap();
    let due = table.now + 3 * DAY;
    assert_eq!(table.flag().map(|(_, at)| at), Some(due));
    assert_eq!(table.waits_until(due + FLAG_GRACE + LAG_A_MOVE - 1), None);
    assert_eq!(table.tries_at(due, resumer, &Command::Pause), Err(Refusal::NoPausesLeft));
    flag_falls(&mut table);
    assert_eq!(table.state.result().unwrap().winner, table.state.color_of(resumer).map(Color::opponent));
    // And a player who resumes while the other is away can't claim the game a quarter of an hour later.
    let mut table = scoring(Preset::Japanese, None);
    let gone = table.now;
    table.resumes(white()).unwrap();
    let moment = |at| Moment { opponent_gone_since: Some(gone), ..Moment::at(at) };
    let too_soon = Err(Refusal::OpponentNotAway { claimable_at: Some(table.now + 3 * DAY) });
    assert_eq!(table.claims(moment(table.now + 20 * MINUTE), white()), too_soon);
}

#[test]
fn nobody_claims_an_absence_while_dead_stones_are_agreed_on() {
    for clock in [BLITZ, None] {
        let mut table = scoring(Preset::Japanese, clock);
        let moment = Moment { opponent_gone_since: Some(0), ..Moment::at(table.now + MINUTE) };
        assert_eq!(table.claims(moment, white()), Err(Refusal::WrongPhase(Phase::Scoring)));
    }
}

#[test]
fn disagreeing_for_ever_ends_with_the_board_as_it_stands() {
    let mut table = scoring(Preset::Japanese, BLITZ);
    for left in [1, 0] {
        nobody_agrees(&mut table);
        assert_eq!(table.state.resumptions_left(), left);
        if left > 0 {
            table.passes_to_the_end();
        }
    }
    // Black, who is next, takes the stone, and nothing is left to disagree about.
    assert_eq!(table.pass(), Err(Refusal::PassNeedsConfirmation { dead: vec![at("A5")] }));
    table.moves("A4");
    table.passes_to_the_end();
    assert_eq!(table.phase(), Phase::Finished);
}
