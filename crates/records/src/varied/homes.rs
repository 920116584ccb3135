//! The nodes of a file behind which those of a tree hang, by their places.

use std::collections::{BTreeMap, HashMap};

use tengen_game::{Event, EventKind};
use tengen_protocol::record::{RecordNode, SetupShape};
use tengen_protocol::{GamePlace, Place, RecordPlace, Text};
use tengen_rules::{Color, Point, Stones, Topology};
use tengen_sgf::go::Step;
use tengen_sgf::{Name, NodeId, Raw};

use super::written::File;
use crate::{Unreadable, show};

type Homes = BTreeMap<Place, NodeId>;
type Made = (Color, Option<Point>);

/// A position of a game that was there at some time.
struct Position {
    before: usize,
    made: Option<Made>,
    /// The node of the file, once there is one.
    node: Option<NodeId>,
}

/// The homes in the record of a game. Positions that the record does not have, because their moves were taken back, get nodes of their own.
pub(super) fn of_game(file: &mut File, log: &[Event], places: &[Place]) -> Result<Homes, Unreadable> {
    let (mut positions, found) = positions(log, places);
    // The ways on from nodes of the file.
    let mut next: HashMap<(NodeId, Made), NodeId> = HashMap::new();
    let mut last = file.root;
    for node in file.collection.node(file.root).into_iter().flat_map(|root| root.main_line().skip(1)) {
        for played in Step::read(node, &file.info)?.moves {
            let at = played.at.and_then(|at| at.on(&file.topology));
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
                (None, None) => break file.root,
            }
        };
        for (at, made) in way.into_iter().rev() {
            node = *next.entry((node, made)).or_insert_with(|| {
                let own = file.add_child(node);
                file.made(own, made.0, made.1);
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

/// The homes in a kept record. One node of the file that makes several moves is several ones of the record: what hangs between its moves hangs on a node
/// behind it which sets that position up.
pub(super) fn of_record(file: &mut File, record: &str, places: &[Place]) -> Result<Homes, Unreadable> {
    // The last of the nodes of the record that a node of the file is, in the order of the list.
    let (mut lasts, mut count) = (BTreeMap::new(), 0_u32);
    let mut waiting: Vec<_> = file.collection.node(file.root).into_iter().collect();
    while let Some(node) = waiting.pop() {
        let moves = Step::read(node, &file.info)?.moves.len();
        count = count.saturating_add(u32::try_from(moves.max(1)).unwrap_or(u32::MAX));
        lasts.insert(count - 1, node.id());
        let first = waiting.len();
        waiting.extend(node.children());
        waiting[first..].reverse();
    }
    let mut homes = Homes::new();
    let mut shown: Option<Vec<RecordNode>> = None;
    for place in places {
        let Place::Record(RecordPlace { node: number }) = place else { continue };
        let Some((last, home)) = lasts.range(*number..).next() else { continue };
        let home = if last == number {
            *home
        } else {
            if shown.is_none() {
                shown = Some(show::show(record)?.nodes);
            }
            let nodes = shown.as_deref().unwrap_or_default();
            between(file, nodes, (*number, *last, *home))
        };
        homes.insert(*place, home);
    }
    Ok(homes)
}

/// Adds a node that sets up the position of a node of the record, behind that one of the file of which `last` is the last.
fn between(file: &mut File, nodes: &[RecordNode], (number, last, home): (u32, u32, NodeId)) -> NodeId {
    let (wanted, stands) = (stones_at(&file.topology, nodes, number), stones_at(&file.topology, nodes, last));
    let own = file.add_child(home);
    for stone in [None, Some(Color::Black), Some(Color::White)] {
        let differs = |point: &Point| wanted.get(*point) == stone && stands.get(*point) != stone;
        let points: Vec<Point> = file.topology.points().filter(differs).collect();
        file.set_up(own, stone, &points);
    }
    if let Some(made) = nodes.get(number as usize).and_then(|node| node.made.as_ref()) {
        let turn = match made.color.0 {
            Color::Black => "W",
            Color::White => "B",
        };
        file.collection.add_property(own, Name::PL, [Raw::simple_text(turn)]);
    }
    own
}

/// The stones at a node of a record.
fn stones_at(topology: &Topology, nodes: &[RecordNode], number: u32) -> Stones {
    let mut way = Vec::new();
    let mut at = Some(number);
    while let Some(node) = at.and_then(|number| nodes.get(number as usize)) {
        way.push(node);
        at = node.parent;
    }
    let mut stones = Stones::empty(topology);
    let mut set = |at, stone| {
        if let Some(point) = topology.point(at) {
            stones.set(point, stone);
        }
    };
    for node in way.into_iter().rev() {
        if let Some(SetupShape { black, white, empty }) = &node.setup {
            for (list, stone) in [(black, Some(Color::Black)), (white, Some(Color::White)), (empty, None)] {
                for Text(at) in list {
                    set(*at, stone);
                }
            }
        }
        if let Some(made) = &node.made {
            if let Ok(at) = made.at.parse() {
                set(at, Some(made.color.0));
            }
            for Text(at) in &made.captured {
                set(*at, None);
            }
        }
    }
    stones
}
