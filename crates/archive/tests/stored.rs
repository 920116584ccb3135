//! The JSON in the database, letter by letter: a release that writes other letters has changed the shape, and databases
//! of earlier releases are full of these.

#![allow(clippy::unwrap_used)] // a test that can not go on should stop, and say where

use tengen_archive::{EVENT_VERSION, StoredError, StoredEvent, StoredResult, StoredSettings};
use tengen_game::{
    AbortReason, Aids, AidsWish, BeginningWish, Colors, Event, EventKind, GameResult, NewGame, PlayerId,
    ResultBy, Settings, SettingsError, TimeSystem,
};
use tengen_rules::{
    BoardName, Button, ByColor, Color, Dead, HalfPoints, HandicapBonus, LongCycle, Marks, Neutral,
    NeutralReason, Placement, Point, Preset, Proposal, Repetition, ResumeFirst, Scoring, Suicide, Tax, Ties,
    Topology,
};

const ANN: &str = "0410r40g2081040g";
const BEN: &str = "081040g20820g410";

fn ann() -> PlayerId {
    ANN.parse().unwrap()
}

fn ben() -> PlayerId {
    BEN.parse().unwrap()
}

fn board() -> Topology {
    Topology::grid(3, 2).unwrap()
}

fn points<const N: usize>(vertices: [&str; N]) -> Vec<Point> {
    vertices.map(|vertex| board().point(vertex.parse().unwrap()).unwrap()).to_vec()
}

fn event(kind: EventKind, result: Option<GameResult>) -> Event {
    Event { seq: 7, at: 1_790_000_000_000, actor: Some(ann()), command: None, kind, result }
}

/// Where a proposal has a point of that reason: each reason of the enum has its place, so that none is left out.
const fn place_of(reason: NeutralReason) -> &'static str {
    match reason {
        NeutralReason::FalseEye => "A2",
        NeutralReason::Fill => "B2",
        NeutralReason::OpenBorder => "C2",
        NeutralReason::Seki => "C1",
    }
}

/// Events and the bodies of their rows: each kind, with each form of its members.
fn kept() -> Vec<(EventKind, String)> {
    let (black, white) = (Color::Black, Color::White);
    let proposal = Proposal { dead: points(["A1"]), unsettled: points(["B1", "C1"]), neutral: Vec::new() };
    let neutral = |&reason: &NeutralReason| Neutral { point: points([place_of(reason)])[0], reason };
    let reasons = Proposal { neutral: NeutralReason::ALL.iter().map(neutral).collect(), ..proposal.clone() };
    let marks = |neutral| Marks { dead: points(["A1", "B1"]), neutral };
    let kept = [
        (
            EventKind::Joined { players: ByColor { black: ann(), white: ben() } },
            r#"{"type":"joined","players":{"black":"0410r40g2081040g","white":"081040g20820g410"}}"#,
        ),
        (
            EventKind::Played { color: black, at: points(["B2"])[0], captured: points(["A1", "C2"]), lag: 0 },
            r#"{"type":"played","color":"black","move":"B2","captured":["A1","C2"]}"#,
        ),
        (
            EventKind::Played { color: white, at: points(["C1"])[0], captured: Vec::new(), lag: 120 },
            r#"{"type":"played","color":"white","move":"C1","captured":[],"lag":120}"#,
        ),
        (EventKind::Passed { color: black, lag: 0, proposal: None }, r#"{"type":"passed","color":"black"}"#),
        (
            EventKind::Passed { color: white, lag: 80, proposal: Some(proposal) },
            r#"{"type":"passed","color":"white","lag":80,"proposal":{"dead":["A1"],"unsettled":["B1","C1"]}}"#,
        ),
        (
            EventKind::Passed { color: white, lag: 0, proposal: Some(reasons) },
            r#"{"type":"passed","color":"white","proposal":{"dead":["A1"],"unsettled":["B1","C1"],"neutral":[{"at":"A2","reason":"false_eye"},{"at":"B2","reason":"fill"},{"at":"C2","reason":"open_border"},{"at":"C1","reason":"seki"}]}}"#,
        ),
        (
            EventKind::Proposed { color: black, marks: marks(Vec::new()) },
            r#"{"type":"proposed","color":"black","dead":["A1","B1"]}"#,
        ),
        (
            EventKind::Proposed { color: black, marks: marks(points(["C2"])) },
            r#"{"type":"proposed","color":"black","dead":["A1","B1"],"neutral":["C2"]}"#,
        ),
        (
            EventKind::Accepted { color: white, version: 3 },
            r#"{"type":"accepted","color":"white","version":3}"#,
        ),
        (
            EventKind::Resumed { color: Some(black), to_move: white },
            r#"{"type":"resumed","color":"black","to_move":"white"}"#,
        ),
        (
            EventKind::Resumed { color: None, to_move: black },
            r#"{"type":"resumed","color":null,"to_move":"black"}"#,
        ),
        (EventKind::Resigned { color: black }, r#"{"type":"resigned","color":"black"}"#),
        (EventKind::Aborted { color: Some(white), reason: None }, r#"{"type":"aborted","color":"white"}"#),
        (EventKind::Aborted { color: None, reason: None }, r#"{"type":"aborted","color":null}"#),
        (
            EventKind::Aborted { color: None, reason: Some(AbortReason::TooManyGames) },
            r#"{"type":"aborted","color":null,"reason":"too_many_games"}"#,
        ),
        (EventKind::TimedOut { color: white }, r#"{"type":"timed_out","color":"white"}"#),
        (EventKind::Claimed { color: black }, r#"{"type":"claimed","color":"black"}"#),
        (
            EventKind::UndoRequested { color: black, moves: 4 },
            r#"{"type":"undo_requested","color":"black","moves":4}"#,
        ),
        (
            EventKind::UndoAccepted { color: white, request: 6, moves: 4 },
            r#"{"type":"undo_accepted","color":"white","request":6,"moves":4}"#,
        ),
        (
            EventKind::UndoRejected { color: white, request: 6 },
            r#"{"type":"undo_rejected","color":"white","request":6}"#,
        ),
        (EventKind::Adjudicated, r#"{"type":"adjudicated"}"#),
        (EventKind::Paused { color: Some(black), until: None }, r#"{"type":"paused","color":"black"}"#),
        (
            EventKind::Paused { color: None, until: Some(1_790_604_800_000) },
            r#"{"type":"paused","color":null,"until":1790604800000}"#,
        ),
        (EventKind::Unpaused { color: Some(black) }, r#"{"type":"unpaused","color":"black"}"#),
        (EventKind::Unpaused { color: None }, r#"{"type":"unpaused","color":null}"#),
        (EventKind::ClockGiven { color: white }, r#"{"type":"clock_given","color":"white"}"#),
        (EventKind::Credited { millis: 60_000 }, r#"{"type":"credited","millis":60000}"#),
    ];
    kept.map(|(kind, body)| (kind, body.to_owned())).into()
}

#[test]
fn each_kind_of_event_is_written_and_read_letter_by_letter() {
    assert_eq!(EVENT_VERSION, 5);
    for (kind, body) in kept() {
        // The release before reads all others.
        let is_new = matches!(kind, EventKind::Adjudicated | EventKind::Paused { color: None, .. });
        let v = if is_new { 5 } else { 4 };
        let event = event(kind, None);
        let row = StoredEvent::write(&event, &board()).unwrap();
        assert_eq!((row.v, &row.body), (v, &body));
        assert_eq!(row.read(&board()).unwrap(), event);
    }
}

#[test]
fn rows_of_earlier_versions_are_read() {
    let (black, white) = (Color::Black, Color::White);
    for (v, body, kind) in [
        (
            1,
            r#"{"type":"played","color":"black","move":"B1","captured":[]}"#,
            EventKind::Played { color: black, at: points(["B1"])[0], captured: Vec::new(), lag: 0 },
        ),
        (
            1,
            r#"{"type":"passed","color":"white"}"#,
            EventKind::Passed { color: white, lag: 0, proposal: None },
        ),
        (
            2,
            r#"{"type":"proposed","color":"white","dead":["B1"]}"#,
            EventKind::Proposed { color: white, marks: Marks::dead(points(["B1"])) },
        ),
        // A reason of a later release.
        (
            4,
            r#"{"type":"aborted","color":null,"reason":"lunch"}"#,
            EventKind::Aborted { color: None, reason: None },
        ),
        (4, r#"{"type":"paused","color":"white"}"#, EventKind::Paused { color: Some(white), until: None }),
    ] {
        let event = event(kind, None);
        let row = StoredEvent { v, body: body.to_owned(), ..StoredEvent::write(&event, &board()).unwrap() };
        assert_eq!(row.read(&board()).unwrap(), event);
    }
}

#[test]
fn damaged_rows_are_told_apart() {
    let event = event(EventKind::Resigned { color: Color::Black }, None);
    let row = StoredEvent::write(&event, &board()).unwrap();
    let of_tomorrow = StoredEvent { v: 6, ..row.clone() };
    assert!(of_tomorrow.is_of_later_release());
    assert!(matches!(of_tomorrow.read(&board()), Err(StoredError::Version(6))));
    let body = r#"{"type":"teleported","color":"black"}"#.to_owned();
    let unknown = StoredEvent { body, ..row.clone() }.read(&board()).unwrap_err();
    assert!(
        matches!(&unknown, StoredError::Kind(kind) if kind == "teleported") && unknown.is_of_later_release()
    );
    let body = r#"{"type":"resigned","color":"red"}"#.to_owned();
    let unknown = StoredEvent { body, ..row.clone() }.read(&board()).unwrap_err();
    assert!(!unknown.is_of_later_release(), "what is known has another word: {unknown}");
    for settings in [r#"{"engine":99,"board":"of another kind"}"#, r#"{"engine":4}"#] {
        let unknown = StoredSettings::read(ann(), settings).unwrap_err();
        assert!(unknown.is_of_later_release(), "{unknown}");
    }
    assert!(!StoredSettings::read(ann(), r#"{"engine":2}"#).unwrap_err().is_of_later_release());
    let torn = StoredEvent { body: row.body[..20].to_owned(), ..row.clone() };
    assert!(matches!(torn.read(&board()), Err(StoredError::Json(_))));
    let body = r#"{"type":"played","color":"black","move":"K1","captured":[]}"#.to_owned();
    let elsewhere = StoredEvent { body, ..row };
    assert!(matches!(elsewhere.read(&board()), Err(StoredError::OffBoard(_))));
    assert!(StoredSettings::read(ann(), "{}").is_err());
    assert!(matches!(StoredResult::read("{}"), Err(StoredError::Json(_))));
    let unknown =
        StoredResult::read(r#"{"winner":null,"by":"lot","margin":null,"text":"Void"}"#).unwrap_err();
    assert!(matches!(&unknown, StoredError::Reason(by) if by == "lot") && unknown.is_of_later_release());
    let torn = StoredResult::read(r#"{"winner":"red","by":"time","margin":null,"text":"?"}"#).unwrap_err();
    assert!(!torn.is_of_later_release(), "what is known has another word: {torn}");
}

#[test]
fn results_are_written_and_read_letter_by_letter() {
    let result =
        |winner, by, margin: Option<i32>| GameResult { winner, by, margin: margin.map(HalfPoints::new) };
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (result, json) in [
        (
            result(black, ResultBy::Score, Some(7)),
            r#"{"winner":"black","by":"score","margin":3.5,"text":"B+3.5"}"#,
        ),
        (
            result(white, ResultBy::Score, Some(4)),
            r#"{"winner":"white","by":"score","margin":2,"text":"W+2"}"#,
        ),
        (result(None, ResultBy::Score, Some(0)), r#"{"winner":null,"by":"score","margin":0,"text":"0"}"#),
        (
            result(white, ResultBy::Resignation, None),
            r#"{"winner":"white","by":"resignation","margin":null,"text":"W+R"}"#,
        ),
        (
            result(None, ResultBy::NoResult, None),
            r#"{"winner":null,"by":"no_result","margin":null,"text":"Void"}"#,
        ),
        (result(None, ResultBy::Abort, None), r#"{"winner":null,"by":"abort","margin":null,"text":"Void"}"#),
        (result(black, ResultBy::Time, None), r#"{"winner":"black","by":"time","margin":null,"text":"B+T"}"#),
        (
            result(white, ResultBy::Absence, None),
            r#"{"winner":"white","by":"absence","margin":null,"text":"W+F"}"#,
        ),
        (
            result(black, ResultBy::Adjudication, None),
            r#"{"winner":"black","by":"adjudication","margin":null,"text":"B+"}"#,
        ),
        (
            result(None, ResultBy::Adjudication, None),
            r#"{"winner":null,"by":"adjudication","margin":null,"text":"Void"}"#,
        ),
    ] {
        assert_eq!(StoredResult::write(&result).unwrap(), json);
        // The word stands in a column of its own as well.
        assert!(json.contains(&format!(r#""by":"{}""#, result.by.name())), "{json}");
        assert_eq!(StoredResult::read(json).unwrap(), result);
        let event = event(EventKind::Resigned { color: Color::White }, Some(result));
        let row = StoredEvent::write(&event, &board()).unwrap();
        assert_eq!(row.body, format!(r#"{{"type":"resigned","color":"white","result":{json}}}"#));
        assert_eq!(row.read(&board()).unwrap(), event);
    }
}

#[test]
fn settings_are_written_and_read_letter_by_letter() {
    let usual = NewGame {
        board: BoardName::Grid { width: 19, height: 19 },
        handicap: 2,
        color: Colors::Black,
        ..NewGame::with_preset(Preset::Japanese)
    };
    let mut rules = Preset::Chinese.rules();
    rules.pass_stones = true;
    let torus = NewGame {
        board: BoardName::Torus { width: 5, height: 6 },
        rules,
        komi: Some(HalfPoints::new(-3)),
        color: Colors::White,
        private: true,
        delay: 60_000,
        opponent: Some(ben()),
        ..NewGame::with_preset(Preset::Chinese)
    };
    let begun = NewGame {
        board: BoardName::Grid { width: 3, height: 2 },
        position: Some(BeginningWish {
            stones: "B..W..".to_owned(),
            to_move: Color::White,
            moves: vec![(None, Some("B2".parse().unwrap())), (Some(Color::Black), None)],
        }),
        ..NewGame::with_preset(Preset::Japanese)
    };
    let local = NewGame { local: true, ..usual.clone() };
    let no_bots = NewGame { no_bots: true, ..usual.clone() };
    let aids = NewGame { aids: AidsWish { variations: Some(true), estimate: None }, ..usual.clone() };
    for (wish, json) in [
        (
            usual,
            r#"{"board":{"width":19,"height":19,"name":"grid 19x19"},"rules":{"preset":"japanese","custom":false,"repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"territory","tax":"seki","pass_stones":false,"white_passes_last":false,"dead":"agreement","resume_first":"opponent_of_requester","resumptions":2,"handicap_bonus":"zero","placement":"fixed","button":"none","ties":"draw"},"komi":0.5,"handicap":2,"color":"black","private":false,"clock":null,"delay":0,"opponent":null,"setup":["D4","Q16"],"engine":2}"#,
        ),
        (
            torus,
            r#"{"board":{"width":5,"height":6,"name":"torus 5x6"},"rules":{"preset":"chinese","custom":true,"repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"area","tax":"none","pass_stones":true,"white_passes_last":false,"dead":"agreement","resume_first":"next_in_turn","resumptions":2,"handicap_bonus":"n","placement":"fixed","button":"none","ties":"draw"},"komi":-1.5,"handicap":0,"color":"white","private":true,"clock":null,"delay":60000,"opponent":"081040g20820g410","setup":[],"engine":2}"#,
        ),
        (
            begun,
            r#"{"board":{"width":3,"height":2,"name":"grid 3x2"},"rules":{"preset":"japanese","custom":false,"repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"territory","tax":"seki","pass_stones":false,"white_passes_last":false,"dead":"agreement","resume_first":"opponent_of_requester","resumptions":2,"handicap_bonus":"zero","placement":"fixed","button":"none","ties":"draw"},"komi":6.5,"handicap":0,"position":{"stones":"B..W..","to_move":"white","moves":[["white","B2"],["black",null]]},"color":"random","private":false,"clock":null,"delay":0,"opponent":null,"setup":[],"engine":3}"#,
        ),
        (
            aids,
            r#"{"board":{"width":19,"height":19,"name":"grid 19x19"},"rules":{"preset":"japanese","custom":false,"repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"territory","tax":"seki","pass_stones":false,"white_passes_last":false,"dead":"agreement","resume_first":"opponent_of_requester","resumptions":2,"handicap_bonus":"zero","placement":"fixed","button":"none","ties":"draw"},"komi":0.5,"handicap":2,"color":"black","private":false,"aids":{"variations":true,"estimate":false},"clock":null,"delay":0,"opponent":null,"setup":["D4","Q16"],"engine":2}"#,
        ),
        (
            local,
            r#"{"board":{"width":19,"height":19,"name":"grid 19x19"},"rules":{"preset":"japanese","custom":false,"repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"territory","tax":"seki","pass_stones":false,"white_passes_last":false,"dead":"agreement","resume_first":"opponent_of_requester","resumptions":2,"handicap_bonus":"zero","placement":"fixed","button":"none","ties":"draw"},"komi":0.5,"handicap":2,"color":"black","private":true,"local":true,"aids":{"variations":true,"estimate":true},"clock":null,"delay":0,"opponent":null,"setup":["D4","Q16"],"engine":3}"#,
        ),
        (
            no_bots,
            r#"{"board":{"width":19,"height":19,"name":"grid 19x19"},"rules":{"preset":"japanese","custom":false,"repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"territory","tax":"seki","pass_stones":false,"white_passes_last":false,"dead":"agreement","resume_first":"opponent_of_requester","resumptions":2,"handicap_bonus":"zero","placement":"fixed","button":"none","ties":"draw"},"komi":0.5,"handicap":2,"color":"black","private":false,"no_bots":true,"clock":null,"delay":0,"opponent":null,"setup":["D4","Q16"],"engine":2}"#,
        ),
    ] {
        let settings = Settings::new(ann(), wish.clone()).unwrap();
        let kept = StoredSettings::write(&settings).unwrap();
        assert_eq!(kept, json);
        let read = StoredSettings::read(ann(), &kept).unwrap();
        assert_eq!(StoredSettings::write(&read).unwrap(), kept);
        assert_eq!((read.rules(), read.setup()), (settings.rules(), settings.setup()));
        assert_eq!(read.game().unwrap().moves(), settings.game().unwrap().moves());
        assert_eq!((read.opponent(), read.no_bots()), (settings.opponent(), wish.no_bots));
        assert_eq!((read.aids(), StoredSettings::aids(&kept).unwrap()), (settings.aids(), settings.aids()));
    }
}

#[test]
fn clocks_are_written_and_read_letter_by_letter() {
    for (clock, json) in [
        (TimeSystem::Absolute { main: 600_000 }, r#"{"system":"absolute","main":600000}"#),
        (
            TimeSystem::Fischer { main: 300_000, increment: 5_000, max: 400_000 },
            r#"{"system":"fischer","main":300000,"increment":5000,"max":400000}"#,
        ),
        (
            TimeSystem::ByoYomi { main: 60_000, periods: 3, period: 30_000 },
            r#"{"system":"byo-yomi","main":60000,"periods":3,"period":30000}"#,
        ),
        (
            TimeSystem::Canadian { main: 60_000, stones: 25, period: 600_000 },
            r#"{"system":"canadian","main":60000,"stones":25,"period":600000}"#,
        ),
        (TimeSystem::Simple { period: 259_200_000 }, r#"{"system":"simple","period":259200000}"#),
    ] {
        let wish = NewGame { clock: Some(clock), ..NewGame::with_preset(Preset::Aga) };
        let kept = StoredSettings::write(&Settings::new(ann(), wish).unwrap()).unwrap();
        assert!(kept.contains(&format!(r#""clock":{json},"delay":0"#)), "{kept}");
        assert_eq!(StoredSettings::read(ann(), &kept).unwrap().clock(), Some(&clock));
    }
}

#[test]
fn a_fischer_clock_from_before_there_was_a_most_has_the_greatest() {
    let clock = TimeSystem::Fischer { main: 300_000, increment: 5_000, max: 400_000 };
    let wish = NewGame { clock: Some(clock), ..NewGame::with_preset(Preset::Aga) };
    let kept = StoredSettings::write(&Settings::new(ann(), wish).unwrap()).unwrap();
    let read = StoredSettings::read(ann(), &kept.replace(r#","max":400000"#, "")).unwrap();
    let greatest = Some(&TimeSystem::Fischer { main: 300_000, increment: 5_000, max: TimeSystem::MAX_MAIN });
    assert_eq!(read.clock(), greatest);
}

/// The settings of a game from before there were clocks, names of boards, custom rules, buttons, delays and kept seats.
const FIRST: &str = r#"{"board":{"width":9,"height":9},"rules":{"preset":"japanese","repetition":"basic_ko","long_cycle":"no_result","suicide":"forbidden","scoring":"territory","tax":"seki","pass_stones":false,"white_passes_last":false,"dead":"agreement","resume_first":"opponent_of_requester","resumptions":2,"handicap_bonus":"zero","placement":"fixed","ties":"draw"},"komi":6.5,"handicap":0,"color":"random","private":false,"setup":[],"engine":1}"#;

#[test]
fn settings_of_the_first_release_are_read() {
    let read = StoredSettings::read(ann(), FIRST).unwrap();
    assert_eq!(read.board(), BoardName::Grid { width: 9, height: 9 });
    assert_eq!((read.clock(), read.delay(), read.opponent(), read.no_bots()), (None, 0, None, false));
    assert_eq!(
        (read.komi(), read.color(), read.aids()),
        (HalfPoints::new(13), Colors::Random, Aids::default())
    );
}

#[test]
fn settings_that_no_game_can_have_are_refused() {
    for (from, to) in
        [(r#""komi":6.5"#, r#""komi":6.3"#), (r#""setup":[]"#, r#""setup":["Z9"]"#), ("9", "99")]
    {
        assert!(StoredSettings::read(ann(), &FIRST.replace(from, to)).is_err(), "{to}");
    }
    let too_much = StoredSettings::read(ann(), &FIRST.replace("6.5", "100000"));
    assert!(matches!(too_much, Err(StoredError::Settings(SettingsError::Komi))), "{too_much:?}");
}

#[test]
fn words_in_settings_stay_as_they_are() {
    macro_rules! words {
        ($($of:ty)*) => { [$(<$of>::ALL.iter().map(|word| word.name()).collect::<Vec<_>>().join(" ")),*] };
    }
    let axes = words!(
        Repetition LongCycle Suicide Scoring Tax Dead ResumeFirst HandicapBonus Placement Button Ties
    );
    assert_eq!(
        axes,
        [
            "basic_ko positional_superko situational_superko natural_situational_superko",
            "none no_result",
            "forbidden multi_stone allowed",
            "area territory",
            "none seki all",
            "as_played agreement",
            "opponent_of_requester next_in_turn",
            "zero n_minus_one n",
            "fixed free",
            "none first_pass",
            "draw black white",
        ]
    );
    assert_eq!(
        words!(Preset),
        [
            "formal core core-area davies logical pass-stone tournament japanese korean chinese chinese-superko aga bga french aga-button ing new-zealand tromp-taylor stone-scoring ancient-territory"
        ]
    );
}
