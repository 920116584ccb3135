//! A game that the rules crate plays is replayed from its record.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;
use tengen_check::{Options, RulesChoice, check, read};
use tengen_rules::{Color, Game, Preset, Topology};

/// A turn: a point by index, or a pass beyond the last.
fn turns() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..=20usize, 0..80)
}

/// Plays the legal ones of the turns, and writes them down.
fn play(topology: &Arc<Topology>, preset: Preset, turns: &[usize]) -> (Game, String) {
    let mut game = Game::new(Arc::clone(topology), preset.rules(), &[]).unwrap();
    let mut record = format!("(;SZ[{}:{}]RU[{preset}]", topology.width(), topology.height());
    for &turn in turns {
        if game.is_over().is_some() {
            break;
        }
        let color = game.to_move();
        let point = topology.point_at_index(turn);
        let made = match point {
            Some(point) => game.play(point).is_ok(),
            None => game.pass().is_ok(),
        };
        if made {
            write_move(&mut record, topology, color, turn);
        }
    }
    (game, record)
}

fn write_move(record: &mut String, topology: &Topology, color: Color, turn: usize) {
    let name = if color == Color::Black { 'B' } else { 'W' };
    let at = topology.point_at_index(turn).map(|point| {
        let (column, row) = topology.column_row_from_top(point);
        [column, row].map(|index| char::from(b'a' + u8::try_from(index).unwrap())).iter().collect::<String>()
    });
    write!(record, ";{name}[{}]", at.unwrap_or_default()).unwrap();
}

proptest! {
    #[test]
    fn a_record_leads_where_the_game_led(turns in turns(), number in 0..Preset::ALL.len()) {
        let topology = Arc::new(Topology::grid(5, 4).unwrap());
        let preset = Preset::ALL[number];
        let (game, record) = play(&topology, preset, &turns);
        let collection = read(format!("{record})").as_bytes()).unwrap();
        let report = check(collection.games().next().unwrap(), &Options::default()).unwrap();
        prop_assert_eq!(report.illegal, None);
        prop_assert_eq!(report.rules, RulesChoice::from(preset).to_string());
        prop_assert_eq!(report.moves as usize, game.moves().len());
        prop_assert_eq!(report.stones, game.board().stones().to_string());
        prop_assert_eq!(report.to_move.0, game.to_move());
        let prisoners = game.prisoners();
        prop_assert_eq!((report.prisoners.black, report.prisoners.white), (prisoners.black, prisoners.white));
    }

    #[test]
    fn an_illegal_move_is_named_and_the_rest_is_the_position_before_it(turns in turns(), number in 0..Preset::ALL.len()) {
        let topology = Arc::new(Topology::grid(5, 4).unwrap());
        let preset = Preset::ALL[number];
        let (game, mut record) = play(&topology, preset, &turns);
        for (point, refusal) in game.illegal_points() {
            let length = record.len();
            write_move(&mut record, &topology, game.to_move(), point.index());
            let collection = read(format!("{record};B[]W[])").as_bytes()).unwrap();
            let report = check(collection.games().next().unwrap(), &Options::default()).unwrap();
            let illegal = report.illegal.unwrap();
            prop_assert_eq!(illegal.ply as usize, game.moves().len() + 1);
            prop_assert_eq!(illegal.at, topology.vertex(point).to_string());
            prop_assert_eq!(illegal.rule, refusal.rule());
            prop_assert_eq!(report.stones, game.board().stones().to_string());
            record.truncate(length);
        }
    }
}
