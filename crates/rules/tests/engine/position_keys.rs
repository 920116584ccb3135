//! Keys of positions, beside a search through all turned and mirrored diagrams.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_rules::{
    Color, Game, KeyedStones, Point, PositionKey, SplitMix, Stones, Symmetries, Symmetry, Topology,
};

use crate::random_games::{any_color, any_play, any_rules, boards, numbers};

/// Every board of these tests.
const BOARDS: [&str; 11] = [
    "grid 5x5",
    "grid 9x9",
    "grid 4x7",
    "grid 1x5",
    "cylinder 5x5",
    "roll 4x6",
    "torus 5x5",
    "hexagon 3",
    "triangle 4",
    "honeycomb 2",
    "petersen",
];

/// A position turned, and with the colours exchanged if White is to move: so Black always is.
fn turned(stones: &Stones, symmetry: &Symmetry, to_move: Color) -> String {
    let mut letters = vec!['.'; stones.size()];
    for (stone, place) in stones.iter().zip(symmetry.places()) {
        letters[place.index()] = match stone {
            None => '.',
            Some(color) if color == to_move => 'X',
            Some(_) => 'O',
        };
    }
    letters.into_iter().collect()
}

/// The first of all diagrams that show the same position.
fn first_diagram(stones: &Stones, symmetries: &Symmetries, to_move: Color) -> String {
    symmetries.all().iter().map(|symmetry| turned(stones, symmetry, to_move)).min().unwrap()
}

fn key_of(
    topology: &Topology,
    symmetries: &Symmetries,
    stones: &Stones,
    to_move: Color,
) -> (PositionKey, Vec<Point>) {
    let mut keyed = KeyedStones::new(topology, symmetries);
    keyed.show(stones);
    let position = keyed.position(to_move);
    (position.key, topology.points().map(|point| position.standard(point)).collect())
}

/// The properties of the one position that stands for its equals.
fn check(topology: &Topology, symmetries: &Symmetries, stones: &Stones, to_move: Color) {
    let (key, standard) = key_of(topology, symmetries, stones, to_move);
    for symmetry in symmetries.all() {
        for swapped in [false, true] {
            let mut image = Stones::empty(topology);
            for point in topology.points() {
                let stone = stones.get(point).map(|color| if swapped { color.opponent() } else { color });
                image.set(symmetry.point(point), stone);
            }
            assert!(symmetry.takes(stones, &image, swapped));
            let mover = if swapped { to_move.opponent() } else { to_move };
            let (same_key, same_standard) = key_of(topology, symmetries, &image, mover);
            assert_eq!(same_key, key, "{stones} and {image}");
            for point in topology.points() {
                assert_eq!(same_standard[symmetry.point(point).index()], standard[point.index()]);
            }
        }
    }
    // Points mean the same if some symmetry of the position takes one to the other, and else do not.
    let of_position: Vec<_> =
        symmetries.all().iter().filter(|symmetry| symmetry.takes(stones, stones, false)).collect();
    let mut keyed = KeyedStones::new(topology, symmetries);
    keyed.show(stones);
    let position = keyed.position(to_move);
    for point in topology.points() {
        let mut same: Vec<Point> = of_position.iter().map(|symmetry| symmetry.point(point)).collect();
        same.sort_unstable();
        same.dedup();
        assert_eq!(position.own(position.standard(point)), same, "{stones}");
    }
}

#[test]
fn keys_are_those_of_the_position_and_of_no_other() {
    for (number, topology) in boards(&BOARDS).into_iter().enumerate() {
        let symmetries = Symmetries::of(&topology);
        let mut diagrams: HashMap<PositionKey, String> = HashMap::new();
        let mut keys: HashMap<String, PositionKey> = HashMap::new();
        for seed in numbers(15) {
            let mut random = SplitMix::new(seed * 100 + number as u64);
            let rules = any_rules(&mut random);
            let first = any_color(&mut random);
            let mut game = Game::from_board(tengen_rules::Board::new(Arc::clone(&topology)), rules, first);
            let mut keyed = KeyedStones::new(&topology, &symmetries);
            for _ in 0..topology.size() {
                let (stones, to_move) = (game.board().stones(), game.to_move());
                keyed.show(&stones);
                assert_eq!(keyed.stones(), &stones);
                let key = keyed.position(to_move).key;
                let diagram = first_diagram(&stones, &symmetries, to_move);
                assert_eq!(diagrams.entry(key).or_insert_with(|| diagram.clone()), &diagram);
                assert_eq!(*keys.entry(diagram).or_insert(key), key);
                if random.below(8) == 0 || game.moves().len() < 3 {
                    check(&topology, &symmetries, &stones, to_move);
                }
                let play = any_play(&game, true, &mut random);
                match play {
                    Some(point) => _ = game.play(point).unwrap(),
                    None => _ = game.pass(),
                }
                if game.is_over().is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn boards_are_told_apart() {
    let mut keys: Vec<PositionKey> = boards(&BOARDS)
        .iter()
        .map(|board| KeyedStones::new(board, &Symmetries::of(board)).position(Color::Black).key)
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), BOARDS.len());
}

/// Databases hold these numbers: should they change, no position that was indexed before would be found.
#[test]
fn keys_never_change() {
    let topology = Topology::grid(19, 19).unwrap();
    let symmetries = Symmetries::of(&topology);
    let mut keyed = KeyedStones::new(&topology, &symmetries);
    let mut keys = vec![keyed.position(Color::Black).key.number()];
    let mut color = Color::Black;
    for vertex in ["Q16", "D4", "Q3", "D17"] {
        keyed.set(topology.point(vertex.parse().unwrap()).unwrap(), Some(color));
        color = color.opponent();
        keys.push(keyed.position(color).key.number());
    }
    let petersen = boards(&["petersen"]).remove(0);
    keys.push(KeyedStones::new(&petersen, &Symmetries::of(&petersen)).position(Color::White).key.number());
    assert_eq!(
        keys,
        [
            4_150_713_515_694_845_205,
            10_475_497_655_543_654_212,
            1_329_820_480_941_862_800,
            13_606_423_386_661_914_997,
            4_092_846_683_703_026_051,
            8_769_346_638_922_847_805,
        ]
    );
}
