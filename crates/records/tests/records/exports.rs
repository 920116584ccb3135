//! The exports of games that were played here.

use std::collections::BTreeSet;

use tengen_game::Phase;
use tengen_protocol::Text;
use tengen_records::{changed_rules, read_file, show};
use tengen_rules::{Color, Move, Preset};
use tengen_sgf::Collection;
use tengen_sgf::go::{GameInfo, RecordedResult};

use crate::games::{self, CREATED, Game};
use crate::oracle;

const GAMES: usize = 240;

/// A property of the root by the own reader.
fn root(record: &str, name: &str) -> Option<String> {
    oracle::own(&Collection::parse(record).unwrap())[0][0].1.get(name).map(|values| values.join("|"))
}

#[test]
fn every_export_is_read_the_same_by_both_readers() {
    let (mut undone, mut resumed, mut scored, mut moves, mut led) = (0, 0, 0, 0, 0);
    let mut presets = BTreeSet::new();
    for number in 0..GAMES {
        let game = games::play(number);
        let record = game.record(Some("https://go.example.org/"));
        let collection = Collection::parse(record.as_str()).unwrap();
        let own = oracle::own(&collection);
        assert_eq!(own, oracle::other(&record), "{record}");
        tells_everything(&game, &record);
        shows_the_game(&game, &record);
        undone += game.taken_back;
        resumed += game.resumed;
        scored += usize::from(record.contains("TB[") || record.contains("TW["));
        moves += game.state.moves().len();
        led += game.led();
        presets.insert(game.state.settings().preset().name());
    }
    assert_eq!(presets.len(), Preset::ALL.len());
    assert!(
        undone > 20 && resumed > 20 && scored > 50 && moves > 5_000 && led > 200,
        "{undone} {resumed} {scored} {moves} {led}"
    );
}

/// The record has what the server knows.
fn tells_everything(game: &Game, record: &str) {
    let state = &game.state;
    let settings = state.settings();
    let collection = Collection::parse(record).unwrap();
    let tree = collection.games().next().unwrap();
    let info = GameInfo::read(tree).unwrap();
    assert_eq!(info.named_rules.map(|named| named.preset), Some(settings.preset()), "{record}");
    assert_eq!(
        changed_rules(tree).map(|choice| choice.rules()),
        settings.is_custom().then_some(*settings.rules())
    );
    assert_eq!(info.komi, Some(settings.komi()));
    assert_eq!(info.handicap, if settings.handicap() >= 2 { settings.handicap() } else { 0 });
    let names = ["Ann [1\\2]:", "囲碁 ]"].map(|name| Some(name.to_owned()));
    assert_eq!([root(record, "PB"), root(record, "PW")], names);
    assert_eq!(root(record, "PC").as_deref(), Some("https://go.example.org/games/144gj289144gj289"));
    assert_eq!(root(record, "DT").as_deref(), Some("2026-09-21"));
    let result = state.result().map(|result| result.to_string());
    assert_eq!(root(record, "RE"), result);
    if let Some(result) = result {
        assert_eq!(info.result, Some(result.parse::<RecordedResult>().unwrap()));
    }
    let clock = settings.clock().map(|clock| (clock.main() / 1_000, clock.to_string()));
    assert_eq!(root(record, "TM"), clock.as_ref().map(|(main, _)| main.to_string()));
    assert_eq!(
        root(record, "OT"),
        clock.map(|(_, overtime)| overtime).filter(|overtime| !overtime.is_empty())
    );

    // A node for each move that stands, with the time that it left.
    let nodes: Vec<_> = tree.main_line().skip(1 + game.led()).collect();
    assert_eq!(nodes.len(), state.moves().len());
    let own = &oracle::own(&collection)[0];
    for (made, (_, properties)) in state.moves().iter().zip(&own[1 + game.led()..]) {
        let letter = if made.color == Color::Black { "B" } else { "W" };
        let Some(time) = &made.time_left else {
            assert!(!properties.contains_key(&format!("{letter}L")));
            continue;
        };
        let in_overtime = time.main == 0 && time.period > 0;
        let left = if in_overtime { time.period } else { time.main };
        let told: f64 = properties[&format!("{letter}L")][0].parse().unwrap();
        #[allow(clippy::cast_possible_truncation)]
        let told = (told * 1_000.0).round() as i64;
        assert_eq!(told, left, "{record}");
        let count = Some(time.periods.max(time.stones)).filter(|count| in_overtime && *count > 0);
        assert_eq!(
            properties.get(&format!("O{letter}")),
            count.map(|count| vec![count.to_string()]).as_ref()
        );
    }
    assert_eq!(record.contains("TB[") || record.contains("TW["), has_territory(game), "{record}");
}

fn has_territory(game: &Game) -> bool {
    let state = &game.state;
    let Some(agreement) = state.agreement().filter(|_| state.phase() == Phase::Finished) else {
        return false;
    };
    let score = state.score_with(&agreement.marks).unwrap();
    let stones = state.stones();
    let owned = |(point, owner): (usize, &Option<Color>)| {
        owner.is_some() && stones.get(state.settings().topology().point_at_index(point).unwrap()) != *owner
    };
    score.owners.iter().enumerate().any(owned)
}

/// A player who imports the export sees the game: every move, its captures, and nothing illegal.
fn shows_the_game(game: &Game, record: &str) {
    let kept = read_file(record.as_bytes()).unwrap().records.remove(0);
    assert_eq!(kept.sgf, record, "nothing is lost");
    let shown = show(&kept.sgf).unwrap();
    let state = &game.state;
    let topology = state.settings().topology();
    assert_eq!(shown.board.name(), state.settings().board());
    let (led, made): (Vec<_>, Vec<_>) = shown
        .nodes
        .iter()
        .filter(|node| node.made.is_some())
        .enumerate()
        .partition(|(number, _)| *number < game.led());
    assert!(
        led.iter().all(|(_, node)| node.made.as_ref().is_some_and(|made| made.illegal.is_none())),
        "{record}"
    );
    let made: Vec<_> = made.into_iter().filter_map(|(_, node)| node.made.as_ref()).collect();
    assert_eq!(made.len(), state.moves().len());
    for (shown, played) in made.into_iter().zip(state.moves()) {
        let at = match played.made {
            Move::Play(at) => topology.vertex(at).to_string(),
            Move::Pass => "pass".to_owned(),
        };
        let captured: Vec<_> = played.captured.iter().map(|&point| Text(topology.vertex(point))).collect();
        assert_eq!((shown.color.0, &shown.at, &shown.captured), (played.color, &at, &captured), "{record}");
        assert_eq!(shown.illegal, None, "{shown:?} in {record}");
    }
}

#[test]
fn a_game_of_several_days_says_on_which_it_began_and_ended() {
    let game = (0..GAMES).map(games::play).find(|game| game.state.result().is_some()).unwrap();
    let days = |at: i64| {
        let record = game.record_ended_at(at);
        root(&record, "DT").unwrap()
    };
    assert_eq!(days(CREATED), "2026-09-21");
    assert_eq!(days(CREATED + 3 * 86_400_000), "2026-09-21,2026-09-24");
}
