//! The nodes of a file behind which those of a tree hang, by their places.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tengen_game::{Event, EventKind};
use tengen_protocol::records::walk_stones;
use tengen_protocol::{GamePlace, Place, RecordPlace};
use tengen_rules::{Color, Point, Stones};
use tengen_sgf::go::Step;
use tengen_sgf::{Name, NodeId, Raw};

use super::hung::Hung;
use crate::{RecordFile, Unreadable, show};

type Homes = BTreeMap<Place, NodeId>;
type Made = (Color, Option<Point>);

/// A position of a game that was there at some time.
struct Position {
    before: usize,
    made: Option<Made>,
    /// The node of the file, once there is one.
    node: Option<NodeId>,
}

/// The homes in the record of a game, before which so many moves led to its beginning. Positions that the
/// record does not have, because their moves were taken back, get nodes of their own.
pub(super) fn of_game(
    hung: &mut Hung,
    led: usize,
    log: &[Event],
    places: &[Place],
) -> Result<Homes, Unreadable> {
    let (mut positions, found) = positions(log, places);
    // The ways on from nodes of the file.
    let mut next: HashMap<(NodeId, Made), NodeId> = HashMap::new();
    let main_line = || {
        hung.file.game.collection().games().next().into_iter().flat_map(tengen_sgf::Node::main_line).skip(led)
    };
    let begins = main_line().next().map_or(hung.file.game.root(), tengen_sgf::Node::id);
    let mut last = begins;
    for node in main_line().skip(1) {
        for played in Step::read(node, &hung.file.info)?.moves {
            let at = played.at.and_then(|at| at.on(&hung.file.topology));
            next.insert((last, (played.color, at)), node.id());
        }
        last = node.id();
    }
    let mut homes = Homes::new();
    for (place, position) in found {
        let (mut way, mut at) = (Vec::new(), position);
        let mut node = loop {
            match (positions[at].node, positions[at].made) {
                (Some(node), _) => break node,
                (None, Some(made)) => {
                    way.push((at, made));
                    at = positions[at].before;
                }
                (None, None) => break begins,
            }
        };
        for (at, made) in way.into_iter().rev() {
            node = *next.entry((node, made)).or_insert_with(|| {
                let own = hung.add_child(node);
                hung.file.made(own, made.0, made.1);
                own
            });
            positions[at].node = Some(node);
        }
        homes.insert(Place::Game(place), node);
    }
    Ok(homes)
}

/// The positions of a game, each behind the one before it, and those of places.
fn positions(log: &[Event], places: &[Place]) -> (Vec<Position>, Vec<(GamePlace, usize)>) {
    let mut asked: Vec<GamePlace> = places
        .iter()
        .filter_map(|place| match place {
            Place::Game(place) => Some(*place),
            Place::Record(_) => None,
        })
        .collect();
    asked.sort_unstable_by_key(|place| (place.event, place.moves));
    let last = log.last().map_or(0, |event| event.seq);
    let mut asked = asked.into_iter().filter(|place| place.event <= last).peekable();
    let mut positions = vec![Position { before: 0, made: None, node: None }];
    let (mut line, mut found) = (vec![0], Vec::new());
    let ends = log.iter().map(|event| (event.seq, Some(&event.kind)));
    for (seq, kind) in ends.chain([(u32::MAX, None)]) {
        while let Some(place) = asked.next_if(|place| place.event < seq) {
            if let Some(position) = line.get(place.moves as usize) {
                found.push((place, *position));
            }
        }
        let made = match kind {
            Some(EventKind::Played { color, at, .. }) => (*color, Some(*at)),
            Some(EventKind::Passed { color, .. }) => (*color, None),
            Some(EventKind::UndoAccepted { moves, .. }) => {
                line.truncate(*moves as usize + 1);
                continue;
            }
            _ => continue,
        };
        let before = line.last().copied().unwrap_or_default();
        line.push(positions.len());
        positions.push(Position { before, made: Some(made), node: None });
    }
    (positions, found)
}

/// The homes in a kept record. One node of the file that makes several moves is several ones of the record:
/// what hangs between its moves hangs on a node behind it which sets that position up.
pub(super) fn of_record(hung: &mut Hung, record: &RecordFile, places: &[Place]) -> Result<Homes, Unreadable> {
    let numbers = &record.numbers;
    // The last of the nodes of the record that a node of the file is, in the order of the list.
    let (mut lasts, mut count) = (BTreeMap::new(), 0_u32);
    let mut waiting: Vec<_> = hung.file.game.collection().games().next().into_iter().collect();
    while let Some(node) = waiting.pop() {
        let moves = Step::read(node, &hung.file.info)?.moves.len();
        count = count.saturating_add(u32::try_from(moves.max(1)).unwrap_or(u32::MAX));
        lasts.insert(count - 1, node.id());
        let first = waiting.len();
        waiting.extend(node.children());
        waiting[first..].reverse();
    }
    // Places name nodes by their numbers; from here on they go by their order in the list.
    let named: Option<HashMap<u32, u32>> =
        (!numbers.are_places()).then(|| (0..count).map(|place| (numbers.at(place), place)).collect());
    let asked = places.iter().filter_map(|place| match place {
        Place::Record(RecordPlace { node }) => match &named {
            Some(named) => named.get(node).copied(),
            None => Some(*node),
        },
        Place::Game(_) => None,
    });
    // Each asked node of the record with the last one of its node of the file.
    let asked: Vec<(u32, u32, NodeId)> = asked
        .filter_map(|number| lasts.range(number..).next().map(|(last, home)| (number, *last, *home)))
        .collect();
    let between = asked.iter().filter(|(number, last, _)| number != last);
    let needed: BTreeSet<usize> =
        between.flat_map(|(number, last, _)| [*number as usize, *last as usize]).collect();
    let nodes = if needed.is_empty() { Vec::new() } else { show::show(&record.sgf)?.nodes };
    let mut positions = BTreeMap::new();
    let count = needed.last().map_or(0, |last| last + 1);
    let walked = nodes.iter().take(count).map(|node| (node.parent, node.changed()));
    walk_stones(&hung.file.topology, walked, |number, stones| {
        if needed.contains(&number) {
            positions.insert(number, stones.clone());
        }
    });
    let mut homes = Homes::new();
    for (number, last, home) in asked {
        let home = match (positions.get(&(number as usize)), positions.get(&(last as usize))) {
            (Some(wanted), Some(stand)) if number != last => {
                let made = nodes.get(number as usize).and_then(|node| node.made.as_ref());
                set_up(hung, home, (wanted, stand), made.map(|made| made.color.0))
            }
            _ => home,
        };
        homes.insert(Place::Record(RecordPlace { node: numbers.at(number) }), home);
    }
    Ok(homes)
}

/// Adds a node that sets a position up where another one stands, with the turn behind a move of this player.
fn set_up(
    hung: &mut Hung,
    home: NodeId,
    (wanted, stand): (&Stones, &Stones),
    moved: Option<Color>,
) -> NodeId {
    let own = hung.add_child(home);
    for stone in [None, Some(Color::Black), Some(Color::White)] {
        let differs = |point: &Point| wanted.get(*point) == stone && stand.get(*point) != stone;
        let points: Vec<Point> = hung.file.topology.points().filter(differs).collect();
        hung.file.set_up(own, stone, &points);
    }
    if let Some(color) = moved {
        let turn = match color {
            Color::Black => "W",
            Color::White => "B",
        };
        hung.file.game.set(own, &[], Name::PL, [Raw::simple_text(turn)]);
    }
    own
}
