//! From the last move to the result: proposals, versions, acceptances, resumptions.

use tengen_game::{Command, NewGame, PROPOSALS_EACH, Phase, Refusal};
use tengen_rules::{BoardName, Color, Preset};

use crate::table::{Table, at, black, player, stranger, white};

/// A 5x5 game in which Black owns the left two columns, White the right two, and a white stone is dead at A5.
fn with_a_dead_stone(preset: Preset) -> Table {
    let mut table = Table::playing(preset, 5);
    table.moves("B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 C1 A5 C2 C3 C4 C5");
    table
}

fn in_scoring(preset: Preset) -> Table {
    let mut table = with_a_dead_stone(preset);
    table.passes_to_the_end();
    table
}

#[test]
fn two_passes_lead_to_scoring_with_a_proposal() {
    let table = in_scoring(Preset::Japanese);
    assert_eq!(table.phase(), Phase::Scoring);
    assert_eq!(table.version(), 1);
    assert_eq!(table.state.to_move(), None);
    assert_eq!(table.dead(), "A5");
}

#[test]
fn both_accept_the_same_marks_and_the_game_is_scored_with_komi() {
    let mut table = in_scoring(Preset::Japanese);
    table.accepts(black()).unwrap();
    assert_eq!(table.phase(), Phase::Scoring);
    assert_eq!(table.accepts(black()), Err(Refusal::AlreadyAccepted));
    table.accepts(white()).unwrap();
    // Black: A1 to A5 is 5 points and the dead stone; White: E1 to E5 and komi 6.5.
    assert_eq!(table.result().as_deref(), Some("W+5.5"));
    assert_eq!(table.phase(), Phase::Finished);
    assert_eq!(table.accepts(white()), Err(Refusal::WrongPhase(Phase::Finished)));
}

#[test]
fn area_counts_stones_and_no_prisoners() {
    let mut table = in_scoring(Preset::Chinese);
    table.accepts(white()).unwrap();
    table.accepts(black()).unwrap();
    // Black: 10 points on the left and C1, C2, C4; White: 10 on the right and C3, C5; komi 7.5.
    assert_eq!(table.result().as_deref(), Some("W+6.5"));
}

#[test]
fn new_marks_end_every_acceptance() {
    let mut table = in_scoring(Preset::Japanese);
    table.accepts(black()).unwrap();
    table.proposes(white(), "").unwrap();
    assert_eq!((table.version(), table.dead().as_str()), (2, ""));
    assert!(!table.state.agreement().unwrap().accepted[Color::Black]);
    assert_eq!(table.tries(black(), &Command::Accept { version: 1 }), Err(Refusal::StaleVersion(2)));
    let stale = Command::Propose { version: 1, dead: Vec::new(), neutral: None };
    assert_eq!(table.tries(black(), &stale), Err(Refusal::StaleVersion(2)));
    assert_eq!(table.tries(black(), &Command::Resume { version: 1 }), Err(Refusal::StaleVersion(2)));
    table.accepts(white()).unwrap();
    table.accepts(black()).unwrap();
    // With the stone at A5 alive, the column belongs to nobody.
    assert_eq!(table.result().as_deref(), Some("W+11.5"));
}

#[test]
fn marks_are_whole_chains() {
    let mut table = in_scoring(Preset::Japanese);
    for (marks, fault) in [("A1", "A1"), ("B1", "B1"), ("K9", "K9"), ("A5 D1 D2", "D2")] {
        assert_eq!(table.proposes(white(), marks), Err(Refusal::InvalidMarks(at(fault))), "{marks}");
    }
    assert_eq!(table.version(), 1);
    // Order and repeats do not matter.
    table.proposes(white(), "D3 D1 D2 D5 D4 D1 C3 C5").unwrap();
    assert_eq!(table.dead(), "C5 D5 D4 C3 D3 D2 D1");
}

#[test]
fn points_that_are_nobodys_are_marked_and_stay_so() {
    let mut table = in_scoring(Preset::Japanese);
    let neutral = |points: &[&str]| Some(points.iter().map(|vertex| at(vertex)).collect::<Vec<_>>());
    let mark = |table: &mut Table, dead: &[&str], neutral: Option<Vec<_>>| {
        let dead = dead.iter().map(|vertex| at(vertex)).collect();
        table.tries(white(), &Command::Propose { version: table.version(), dead, neutral })
    };
    // A stone, a dead one, and no point at all.
    for fault in ["B1", "A5", "K9"] {
        let refused = mark(&mut table, &["A5"], neutral(&["A1", fault]));
        assert_eq!(refused, Err(Refusal::InvalidMarks(at(fault))));
    }
    mark(&mut table, &["A5"], neutral(&["E1", "A1", "E1"])).unwrap();
    let marked = |table: &Table| {
        let topology = table.state.settings().topology();
        let marks = &table.state.agreement().unwrap().marks;
        marks.neutral.iter().map(|point| topology.vertex(*point).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(marked(&table), ["A1", "E1"]);
    mark(&mut table, &[], None).unwrap();
    mark(&mut table, &["A5"], None).unwrap();
    assert_eq!(marked(&table), ["A1", "E1"]);
    mark(&mut table, &["A5"], neutral(&["A1"])).unwrap();
    assert_eq!(marked(&table), ["A1"]);
    table.accepts(black()).unwrap();
    table.accepts(white()).unwrap();
    // A1 is a point less for Black.
    assert_eq!(table.result().as_deref(), Some("W+6.5"));
}

#[test]
fn each_player_has_ten_proposals_and_strangers_none() {
    let mut table = in_scoring(Preset::Japanese);
    assert_eq!(table.proposes(stranger(), "A5"), Err(Refusal::NotAPlayer));
    for _ in 0..PROPOSALS_EACH {
        table.proposes(white(), "A5").unwrap();
    }
    assert_eq!(table.proposes(white(), "A5"), Err(Refusal::NoProposalsLeft));
    table.proposes(black(), "A5").unwrap();
    table.accepts(white()).unwrap();
    table.accepts(black()).unwrap();
    assert_eq!(table.phase(), Phase::Finished);
}

#[test]
fn who_moves_after_a_resumption_is_the_rules_choice() {
    // Black passed first, so Black is next in turn after White's pass.
    for (preset, asks, first) in [
        (Preset::Japanese, Color::Black, Color::White),
        (Preset::Japanese, Color::White, Color::Black),
        (Preset::Chinese, Color::Black, Color::Black),
        (Preset::Chinese, Color::White, Color::Black),
    ] {
        let mut table = in_scoring(preset);
        let turn = table.state.turn();
        table.resumes(player(asks)).unwrap();
        assert_eq!(
            (table.phase(), table.state.to_move()),
            (Phase::Playing, Some(first)),
            "{preset:?} {asks}"
        );
        assert_eq!(table.state.turn(), turn + 1, "a resumption changes the turn");
        assert_eq!(table.state.agreement(), None);
    }
}

#[test]
fn the_version_goes_on_counting_after_a_resumption() {
    let mut table = in_scoring(Preset::Chinese);
    table.proposes(black(), "").unwrap();
    table.resumes(white()).unwrap();
    table.moves("pass pass");
    assert_eq!(table.version(), 4);
    assert_eq!(table.state.agreement().unwrap().proposals_left[Color::Black], PROPOSALS_EACH);
}

#[test]
fn resumed_play_under_territory_scoring_costs_nobody_a_point() {
    let mut table = in_scoring(Preset::Japanese);
    table.resumes(black()).unwrap();
    let before = table.state.prisoners();
    // White moves first, because the opponent asked for the resumption. White passes, and Black proves nothing and
    // passes. Black, the second mover, passed last, and both have handed over a stone.
    table.moves("pass pass");
    assert_eq!(table.phase(), Phase::Scoring);
    assert_eq!(table.state.prisoners()[Color::Black], before[Color::Black] + 1);
    assert_eq!(table.state.prisoners()[Color::White], before[Color::White] + 1);
    table.accepts(black()).unwrap();
    table.accepts(white()).unwrap();
    assert_eq!(table.result().as_deref(), Some("W+5.5"), "the same as without the resumption");
}

#[test]
fn resumed_play_ends_only_when_its_second_mover_passes_last() {
    let mut table = in_scoring(Preset::Japanese);
    table.resumes(black()).unwrap();
    // White moves first and plays; Black passes; White passes: two passes, but the second mover is Black.
    table.moves("A4 pass pass");
    assert_eq!((table.phase(), table.state.to_move()), (Phase::Playing, Some(Color::Black)));
    table.moves("pass");
    assert_eq!(table.phase(), Phase::Scoring);
}

#[test]
fn after_the_last_resumption_everything_is_alive_and_passes_ask() {
    use Color::{Black, White};
    // The stone that looks dead is White's. A pass that ends play always asks its player. The pass before it asks
    // Black, whom it would harm. By the Japanese rules White moves first, because Black asked for play to go on.
    for (preset, resumptions, asked) in [
        (Preset::Japanese, 2, &[Black][..]),
        (Preset::Chinese, 2, &[Black, White]),
        (Preset::Aga, 1, &[Black, White]),
    ] {
        let mut table = in_scoring(preset);
        for left in (0..resumptions).rev() {
            assert_eq!(table.dead(), "A5");
            table.resumes(black()).unwrap();
            assert_eq!(table.state.resumptions_left(), left, "{preset:?}");
            if left > 0 {
                table.passes_to_the_end();
            }
        }
        let mut refused = Vec::new();
        for _ in 0..4 {
            let Some(color) = table.state.to_move() else { break };
            if let Err(refusal) = table.pass() {
                assert_eq!(refusal, Refusal::PassNeedsConfirmation { dead: vec![at("A5")] }, "{preset:?}");
                refused.push(color);
                table.does(player(color), Command::Pass { turn: table.state.turn(), confirm: true });
            }
        }
        assert_eq!(refused, asked, "{preset:?}");
        assert_eq!(table.phase(), Phase::Finished);
        assert_eq!(table.dead(), "");
    }
}

#[test]
fn aga_ends_with_whites_pass_and_counts_pass_stones() {
    let mut table = Table::playing(Preset::Aga, 5);
    table.moves("C3 pass pass");
    assert_eq!((table.phase(), table.state.to_move()), (Phase::Playing, Some(Color::White)));
    table.moves("pass");
    assert_eq!(table.phase(), Phase::Scoring);
    assert_eq!(table.state.prisoners()[Color::Black], 2);
    assert_eq!(table.state.prisoners()[Color::White], 1);
}

#[test]
fn tromp_taylor_is_scored_at_once_as_the_board_stands() {
    let mut table = with_a_dead_stone(Preset::TrompTaylor);
    table.moves("pass pass");
    assert_eq!(table.phase(), Phase::Finished);
    // The stone at A5 lives: Black has 5 + 3 stones, White 5 + 3 stones and 5 points on the right; komi 7.5.
    assert_eq!(table.result().as_deref(), Some("W+12.5"));
    assert_eq!(table.dead(), "");
}

#[test]
fn a_drawn_game_has_no_winner() {
    let komi = Some(tengen_rules::HalfPoints::points(0));
    let wish = NewGame {
        board: BoardName::Grid { width: 3, height: 1 },
        komi,
        ..NewGame::with_preset(Preset::Chinese)
    };
    let mut table = Table::open(wish);
    table.does(white(), Command::Join);
    table.moves("pass pass");
    table.accepts(black()).unwrap();
    table.accepts(white()).unwrap();
    assert_eq!(table.result().as_deref(), Some("0"));
    assert_eq!(table.state.result().unwrap().winner, None);
}

#[test]
fn resigning_in_the_scoring_phase_ends_the_game() {
    let mut table = in_scoring(Preset::Japanese);
    table.does(white(), Command::Resign);
    assert_eq!(table.result().as_deref(), Some("B+R"));
}
