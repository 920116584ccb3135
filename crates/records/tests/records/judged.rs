//! The remarks on moves that records should not have: the engine is the other opinion.

use std::sync::Arc;

use tengen_protocol::RulesChoice;
use tengen_records::{read_file, show};
use tengen_rules::{Color, Game, Illegal, Preset, SgfVertex, SplitMix, Topology};
use tengen_sgf::{Collection, Name, Raw};

/// A random game on a small board, with every point of each position as a variation; and the engine's judgement of each
/// variation, in the order of the nodes.
fn tried_everywhere(preset: Preset, seed: u64, side: usize) -> (String, Vec<Option<Illegal>>) {
    let topology = Arc::new(Topology::grid(side, side).unwrap());
    let mut game = Game::new(Arc::clone(&topology), preset.rules(), &[]).unwrap();
    let mut random = SplitMix::new(seed);
    let mut collection = Collection::new();
    let mut last = collection.add_game();
    collection.add_property(last, Name::SZ, [Raw::simple_text(&side.to_string())]);
    let rules = RulesChoice::from(preset).to_string();
    collection.add_property(last, Name::XRU, [Raw::simple_text(&rules)]);
    let mut expected = Vec::new();
    for _ in 0..60 {
        let name = if game.to_move() == Color::Black { Name::B } else { Name::W };
        let mut legal = Vec::new();
        for point in topology.points() {
            let refused = game.check(point).err();
            if refused.is_none() {
                legal.push(point);
            }
            let variation = collection.add_child(last);
            collection.add_property(
                variation,
                name,
                [Raw::simple_text(&SgfVertex::of(&topology, point).to_string())],
            );
            expected.push(refused);
        }
        last = collection.add_child(last);
        expected.push(None);
        let at = legal.get(random.below(legal.len() + 1)).copied();
        let written = at.map_or(String::new(), |at| SgfVertex::of(&topology, at).to_string());
        collection.add_property(last, name, [Raw::simple_text(&written)]);
        match at {
            Some(at) => drop(game.play(at).unwrap()),
            None => drop(game.pass().unwrap()),
        }
        if game.is_over().is_some() {
            break;
        }
    }
    (collection.to_string(), expected)
}

#[test]
fn moves_are_judged_as_the_engine_judges_them() {
    let mut told = [0; 4];
    for (number, preset) in Preset::ALL.iter().enumerate() {
        for game in 0..8 {
            let (file, expected) = tried_everywhere(*preset, (number * 100 + game) as u64, 2 + game % 4);
            let kept = read_file(file.as_bytes()).unwrap().records.remove(0);
            let shown = show(&kept.sgf).unwrap();
            let moves: Vec<_> = shown.nodes.iter().filter_map(|node| node.made.as_ref()).collect();
            assert_eq!(moves.len(), expected.len());
            for (made, refused) in moves.into_iter().zip(expected) {
                assert_eq!(
                    made.illegal.as_deref(),
                    refused.map(Illegal::rule),
                    "{}: {made:?} in {file}",
                    preset.name()
                );
                let place = match refused {
                    Some(Illegal::Occupied) => 0,
                    Some(Illegal::Suicide) => 1,
                    Some(Illegal::Ko) => 2,
                    Some(Illegal::Superko) => 3,
                    _ => continue,
                };
                told[place] += 1;
            }
        }
    }
    assert!(told.iter().all(|count| *count > 50), "{told:?}");
}
