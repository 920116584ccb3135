//! Records of whole games, letter by letter.

use std::collections::BTreeMap;

use tengen_game::{Colors, Command, GameId, NewGame, State, TimeSystem};
use tengen_played::{
    CREATED, Played, ann, begun_elsewhere, ben, counted, given_a_clock, given_up, play, ruled,
};
use tengen_protocol::records::RecordHeadline;
use tengen_protocol::view::Subject;
use tengen_protocol::{PlayerCard, PlayerKind, Presence, RulesChoice, Text};
use tengen_records::record;
use tengen_rules::{HalfPoints, Preset};

fn id() -> GameId {
    GameId::from_entropy([9; 10])
}

fn written(state: &State) -> String {
    let card = |id, name: &str| PlayerCard {
        id: Text(id),
        name: name.to_owned(),
        guest: true,
        kind: PlayerKind::Guest,
    };
    let subject = Subject {
        id: id(),
        created_at: CREATED,
        updated_at: CREATED,
        cards: &[card(ann(), "Ann [1\\2]"), card(ben(), "Ben")],
        state,
        now: CREATED + 60_000,
        behind: 0,
        presence: Presence::default(),
        rematch: None,
    };
    record(&subject, None)
}

#[test]
fn a_counted_game_is_written_with_its_territory() {
    assert_eq!(
        written(&counted().state),
        "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[3:2]RU[Japanese]KM[0.5]PB[Ann [1\\\\2\\]]PW[Ben]DT[2026-09-21]\
         GN[14gj28944gj28944]RE[B+3.5]\n;B[bb]\n;W[ab]\n;B[aa]\n;W[]\n;B[]\n;W[]WL[259200]\n;B[]BL[259200]TB[ba][ab][cb])\n"
            .replace("14gj28944gj28944", id().as_str())
    );
}

#[test]
fn handicap_stones_are_written_as_setup() {
    let record = written(&given_up().state);
    assert!(record.contains("SZ[19]RU[Chinese]KM[0.5]HA[2]"), "{record}");
    assert!(record.contains("RE[W+R]"), "{record}");
    assert!(record.contains("AB[dp][pd]PL[W]\n;W[jj]"), "{record}");
}

/// The pages write studies in the same way (`tests/js/study.test.js`).
#[test]
fn the_board_the_rules_and_the_komi_are_written_as_in_studies() {
    let cases: Vec<BTreeMap<String, String>> = serde_json::from_str(include_str!("beginnings.json")).unwrap();
    for case in cases {
        let choice: RulesChoice = case["rules"].parse().unwrap();
        let komi: f64 = case["komi"].parse().unwrap();
        let komi = HalfPoints::from_f64(komi).unwrap();
        let wish = NewGame {
            board: format!("grid {}", case["board"]).parse().unwrap(),
            rules: choice.rules(),
            komi: Some(komi),
            ..NewGame::with_preset(choice.preset())
        };
        let record = written(&Played::new(wish, &[(ben(), Command::Join)]).state);
        assert!(record.contains(&format!("]{}PB[", case["written"])), "{record}");
    }
}

/// Other programs keep the number and put their own name in place of ours.
#[test]
fn a_komi_of_hundreds_of_points_is_no_komi_in_hundredths() {
    let wish = NewGame { komi: Some(HalfPoints::points(200)), ..NewGame::with_preset(Preset::Chinese) };
    let record = written(&Played::new(wish, &[(ben(), Command::Join)]).state);
    assert!(record.contains("KM[200.0]"), "{record}");
    let saved = record.replace("Tengen:", "Sabaki:");
    let kept = tengen_records::read_file(saved.as_bytes()).unwrap().records.remove(0);
    let komi = tengen_records::show(&kept.sgf).unwrap().info.komi;
    assert_eq!(komi.map(|komi| komi.0), Some(HalfPoints::points(200)));
}

#[test]
fn the_beginning_in_a_position_is_written_with_the_moves_that_led_to_it() {
    let record = written(&begun_elsewhere().state);
    let beginning = "AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B]";
    let moves = ";B[cb]C[The game began here. The moves up to here led to the position.]\n;W[ea]\n;B[bb])";
    assert!(record.contains(beginning), "{record}");
    assert!(record.contains(moves), "{record}");
}

#[test]
fn a_clock_of_the_settings_is_written() {
    let wish = NewGame {
        clock: Some(TimeSystem::ByoYomi { main: 5_000, periods: 3, period: 30_000 }),
        color: Colors::Black,
        ..NewGame::with_preset(Preset::Chinese)
    };
    let mut played =
        Played::new(wish, &[(ben(), Command::Join), (ann(), play(0, "C3")), (ben(), play(1, "C4"))]);
    played.goes_on(played.state.lapse(CREATED + 1_000_000).unwrap());
    let record = written(&played.state);
    assert!(record.contains("TM[5]OT[3x30 byo-yomi]"), "{record}");
    assert!(record.contains("RE[W+T]"), "{record}");
}

#[test]
fn a_decision_of_the_staff_is_a_win_without_a_score() {
    let record = written(&ruled().state);
    assert!(record.contains("RE[B+]"), "{record}");
    let result: tengen_sgf::go::RecordedResult = "B+".parse().unwrap();
    let by = tengen_sgf::go::WonBy::Unknown;
    assert_eq!(result, tengen_sgf::go::RecordedResult::Win { winner: tengen_rules::Color::Black, by });
}

#[test]
fn a_clock_that_was_given_later_is_not_written() {
    // The record has the settings that were agreed before the first move.
    let record = written(&given_a_clock().state);
    assert!(!record.contains("OT["), "{record}");
}

/// Lists read the headline from the database, where those of earlier releases stay as they were written.
#[test]
fn the_json_of_a_headline_is_that_of_the_rows() {
    let file =
        b"(;SZ[9]PB[Ann]BR[3k]WT[Club]GN[First]EV[Cup]DT[2026-09-21]RU[Chinese]RE[B+3.5];B[ee];W[cc](;B[dd])(;B[gg]))";
    let kept = tengen_records::read_file(file).unwrap().records.remove(0);
    let json = r#"{"board":{"width":9,"height":9,"name":"grid 9x9"},"players":{"black":{"name":"Ann","rank":"3k","team":null},"white":{"name":null,"rank":null,"team":"Club"}},"name":"First","event":"Cup","date":"2026-09-21","preset":"chinese","result":{"text":"B+3.5","winner":"black","by":"score","margin":3.5},"moves":3,"node_count":5,"encoding":"UTF-8","ascii":true}"#;
    assert_eq!(serde_json::to_string(&kept.headline).unwrap(), json);
    assert_eq!(kept.headline, serde_json::from_str(json).unwrap());
    for earlier in [json.replace(r#""preset":"chinese","#, ""), json.replace("chinese", "of-a-later-release")]
    {
        let headline: RecordHeadline = serde_json::from_str(&earlier).unwrap();
        assert_eq!(RecordHeadline { preset: None, ..kept.headline.clone() }, headline);
    }
    let headline: RecordHeadline = serde_json::from_str(&json.replace(r#","ascii":true"#, "")).unwrap();
    assert_eq!(RecordHeadline { ascii: None, ..kept.headline }, headline);
}
