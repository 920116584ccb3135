//! The answers to searches, beside a search through every position of every game in every orientation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tengen_rules::{BoardName, Color, Game, Move, Preset, SplitMix, Topology};

use super::{indexed, search};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    all_games_are_found_and_no_others
}

/// The boards, each with how many games are played on it.
const BOARDS: [(&str, usize); 7] = [
    ("grid 5x5", 70),
    ("grid 19x19", 20),
    ("grid 4x3", 50),
    ("grid 1x6", 15),
    ("cylinder 4x4", 30),
    ("torus 3x3", 30),
    ("petersen", 30),
];
/// How many positions are asked for on each board.
const ASKED: usize = 40;

/// A way to turn the board: the new index of each point.
type Symmetry = Vec<usize>;

/// Where a game was: the stones, with 'X' for the player to move and 'O' for the other, and the next move.
struct Position {
    diagram: String,
    to_move: Color,
    next: Next,
}

/// What came next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Play(usize),
    Pass,
    End,
}

/// A game as it was played.
struct Played {
    id: String,
    /// The winner: all of these games end by resignation.
    winner: Color,
    positions: Vec<Position>,
}

/// The symmetries of a rectangle, or of a square if the board has the same on all sides.
fn symmetries(name: &str, board: &Value) -> Vec<Symmetry> {
    let (width, height) = (number(&board["width"]), number(&board["height"]));
    if name == "petersen" {
        let all = board["symmetries"].as_array().unwrap().iter();
        return all
            .map(|indexes| indexes.as_array().unwrap().iter().map(number))
            .map(Iterator::collect)
            .collect();
    }
    let mirror: Symmetry =
        (0..width * height).map(|at| at / width * width + width - 1 - at % width).collect();
    let flip: Symmetry =
        (0..width * height).map(|at| (height - 1 - at / width) * width + at % width).collect();
    let mut all: BTreeSet<Symmetry> = [(0..width * height).collect()].into();
    let mut makers = vec![mirror, flip];
    if width == height && !name.starts_with("cylinder") {
        makers.push((0..width * height).map(|at| at % width * width + at / width).collect());
    }
    // Until nothing new comes up.
    loop {
        let more: BTreeSet<Symmetry> = all
            .iter()
            .flat_map(|symmetry| makers.iter().map(|maker| symmetry.iter().map(|&at| maker[at]).collect()))
            .collect();
        let before = all.len();
        all.extend(more);
        if all.len() == before {
            return all.into_iter().collect();
        }
    }
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn turned(diagram: &str, symmetry: &Symmetry) -> String {
    let mut letters = vec![b'.'; diagram.len()];
    for (letter, &at) in diagram.bytes().zip(symmetry) {
        letters[at] = letter;
    }
    String::from_utf8(letters).unwrap()
}

/// The moves of a random game, or of one that begins like an earlier one that was turned.
fn script(
    topology: &Arc<Topology>,
    earlier: &[Vec<Option<usize>>],
    symmetries: &[Symmetry],
    random: &mut SplitMix,
) -> Vec<Option<usize>> {
    let mut game = Game::new(Arc::clone(topology), Preset::Chinese.rules(), &[]).unwrap();
    let mut moves: Vec<Option<usize>> = Vec::new();
    let mut wanted: Vec<Option<usize>> = Vec::new();
    if !earlier.is_empty() && random.below(3) > 0 {
        let (like, symmetry) =
            (&earlier[random.below(earlier.len())], &symmetries[random.below(symmetries.len())]);
        let turned = like.iter().map(|at| at.map(|at| symmetry[at]));
        // A pass at the beginning exchanges the colours.
        let before = (random.below(3) == 0).then_some(None);
        wanted = before.into_iter().chain(turned).take(1 + random.below(12)).collect();
    }
    let length = 1 + random.below(14);
    while moves.len() < length {
        let at = match wanted.get(moves.len()) {
            Some(at) => *at,
            None if random.below(12) == 0 => None,
            None => Some(random.below(topology.size())),
        };
        let at = at.filter(|&at| game.check(topology.point_at_index(at).unwrap()).is_ok());
        match at {
            Some(at) => _ = game.play(topology.point_at_index(at).unwrap()).unwrap(),
            None if game.check_pass().unwrap().ends.is_some() => {
                if wanted.len() > moves.len() {
                    wanted.truncate(moves.len());
                }
                // Another move, or the end.
                let Some(free) = topology.points().find(|&point| game.check(point).is_ok()) else { break };
                game.play(free).unwrap();
                moves.push(Some(free.index()));
                continue;
            }
            None => _ = game.pass().unwrap(),
        }
        moves.push(at);
    }
    moves
}

/// The positions of a game with these moves.
fn positions(topology: &Arc<Topology>, moves: &[Option<usize>]) -> Vec<Position> {
    let mut game = Game::new(Arc::clone(topology), Preset::Chinese.rules(), &[]).unwrap();
    let mut positions = Vec::new();
    for number in 0..=moves.len() {
        let to_move = game.to_move();
        let letter = |stone| match stone {
            None => '.',
            Some(color) if color == to_move => 'X',
            Some(_) => 'O',
        };
        let diagram = game.board().stones().iter().map(letter).collect();
        let next = match moves.get(number) {
            Some(Some(at)) => Next::Play(*at),
            Some(None) => Next::Pass,
            None => Next::End,
        };
        positions.push(Position { diagram, to_move, next });
        match moves.get(number) {
            Some(Some(at)) => _ = game.play(topology.point_at_index(*at).unwrap()).unwrap(),
            Some(None) => _ = game.pass().unwrap(),
            None => {}
        }
    }
    assert!(game.moves().iter().map(|(_, made)| *made).eq(moves.iter().map(|at| match at {
        Some(at) => Move::Play(topology.point_at_index(*at).unwrap()),
        None => Move::Pass,
    })));
    positions
}

async fn play(server: &Server, name: &str, topology: &Arc<Topology>, moves: Vec<Option<usize>>) -> Played {
    let mut table = Table::new(server, json!({"board": {"name": name}, "rules": "chinese"})).await;
    let words = moves.iter().map(|at| match at {
        Some(at) => topology.vertex(topology.point_at_index(*at).unwrap()).to_string(),
        None => "pass".to_owned(),
    });
    table.moves(&words.collect::<Vec<_>>().join(" ")).await;
    let winner = if moves.len().is_multiple_of(3) { Color::White } else { Color::Black };
    table.does(winner.opponent().name(), json!({"type": "resign"})).await.ok();
    Played { id: table.game, winner, positions: positions(topology, &moves) }
}

async fn all_games_are_found_and_no_others(database: Database) {
    let server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    let mut random = SplitMix::new(20_261_121);
    for (name, count) in BOARDS {
        let topology = Arc::new(name.parse::<BoardName>().unwrap().topology().unwrap());
        let symmetries =
            symmetries(name, &visitor.get(&format!("/boards/{}", name.replace(' ', "%20"))).await.ok());
        let mut scripts: Vec<Vec<Option<usize>>> = Vec::new();
        for _ in 0..count {
            let script = script(&topology, &scripts, &symmetries, &mut random);
            scripts.push(script);
        }
        let played: Vec<Played> = stream::iter(scripts)
            .map(|script| play(&server, name, &topology, script))
            .buffer_unordered(12)
            .collect()
            .await;
        indexed(&visitor, name, topology.size(), count as u64).await;
        for _ in 0..ASKED {
            let game = &played[random.below(played.len())];
            let position = &game.positions[random.below(game.positions.len())];
            let symmetry = &symmetries[random.below(symmetries.len())];
            let to_move = if random.below(2) == 0 { Color::Black } else { Color::White };
            check(
                &visitor,
                name,
                &topology,
                &symmetries,
                &played,
                &turned(&position.diagram, symmetry),
                to_move,
            )
            .await;
        }
    }
}

/// Asks for a position and looks for it in all games.
async fn check(
    visitor: &Visitor,
    name: &str,
    topology: &Topology,
    symmetries: &[Symmetry],
    played: &[Played],
    asked: &str,
    to_move: Color,
) {
    let letters = |color: Color| if color == Color::Black { "B" } else { "W" };
    let stones = asked.replace('X', letters(to_move)).replace('O', letters(to_move.opponent()));
    let query = format!("board={}&stones={stones}&to_move={to_move}&limit=50", name.replace(' ', "+"));
    let answer = search(visitor, &query).await;
    assert_eq!((&answer["stones"], &answer["to_move"]), (&json!(stones), &json!(to_move.name())));

    // How the board can be turned without a change, and the first of the points that are the same under that.
    let still: Vec<&Symmetry> =
        symmetries.iter().filter(|symmetry| turned(asked, symmetry) == asked).collect();
    let first = |next: Next| match next {
        Next::Play(at) => Next::Play(still.iter().map(|symmetry| symmetry[at]).min().unwrap()),
        other => other,
    };
    let mut expected: BTreeMap<&str, (usize, BTreeSet<Next>)> = BTreeMap::new();
    let mut ways: BTreeMap<Next, [u64; 3]> = BTreeMap::new();
    for game in played {
        let mut seen = BTreeSet::new();
        for (number, position) in game.positions.iter().enumerate() {
            let Some(symmetry) =
                symmetries.iter().find(|symmetry| turned(&position.diagram, symmetry) == asked)
            else {
                continue;
            };
            let next = first(match position.next {
                Next::Play(at) => Next::Play(symmetry[at]),
                other => other,
            });
            // The first visit says which game is shown, and with which move.
            let entry = expected.entry(&game.id).or_insert_with(|| (number, BTreeSet::from([next])));
            entry.1.insert(next);
            if seen.insert(next) {
                // The winner by the colours of the query.
                let winner = if position.to_move == to_move { game.winner } else { game.winner.opponent() };
                let way = ways.entry(next).or_default();
                way[0] += 1;
                way[if winner == Color::Black { 1 } else { 2 }] += 1;
            }
        }
    }
    assert!(!expected.is_empty());
    assert_eq!(answer["games_total"], expected.len(), "{query}");

    let index = |at: &str| topology.point(at.parse().unwrap()).unwrap().index();
    let next_of = |at: &Value| match at.as_str() {
        None => Next::End,
        Some("pass") => Next::Pass,
        Some(at) => Next::Play(index(at)),
    };
    let mut found: BTreeMap<Next, [u64; 3]> = BTreeMap::new();
    for way in answer["continuations"].as_array().unwrap() {
        let next = next_of(&way["at"]);
        let alike: BTreeSet<usize> =
            way["alike"].as_array().unwrap().iter().map(|at| index(at.as_str().unwrap())).collect();
        if let Next::Play(at) = next {
            let mut same: BTreeSet<usize> = still.iter().map(|symmetry| symmetry[at]).collect();
            same.remove(&at);
            assert_eq!(alike, same, "{query}: {way}");
        } else {
            assert!(alike.is_empty());
        }
        let count = |name: &str| way[name].as_u64().unwrap();
        assert_eq!(count("jigo"), 0);
        let before = found.insert(first(next), [count("games"), count("black_wins"), count("white_wins")]);
        assert_eq!(before, None, "{query}: {way}");
    }
    assert_eq!(found, ways, "{query}");

    // Page by page.
    let mut shown = BTreeSet::new();
    let mut query = query.replace("limit=50", "limit=7");
    loop {
        let page = search(visitor, &query).await;
        for entry in page["games"].as_array().unwrap() {
            let id = entry["game"]["id"].as_str().unwrap();
            assert!(shown.insert(id.to_owned()), "{id} twice");
            let game = played.iter().find(|game| game.id == id).unwrap();
            let number = number(&entry["move_number"]);
            assert_eq!(number, expected[id].0);
            let position = &game.positions[number];
            assert_eq!(entry["colors_swapped"], position.to_move != to_move);
            assert!(expected[id].1.contains(&first(next_of(&entry["next"]))));
            // Named as among the continuations.
            let ways = answer["continuations"].as_array().unwrap();
            assert!(ways.iter().any(|way| way["at"] == entry["next"]), "{entry}");
            assert_eq!(entry["game"]["phase"], "finished");
        }
        match page["next"].as_str() {
            None => break,
            Some(next) => {
                query = format!("{}&cursor={next}", query.split("&cursor").next().unwrap());
            }
        }
    }
    assert_eq!(shown.len(), expected.len());
}
