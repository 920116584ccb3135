//! A game tree as a list of nodes in which each comes after its parent.

use std::collections::BTreeMap;
use std::sync::Arc;

use tengen_game::Millis;
use tengen_protocol::Text;
use tengen_protocol::records::{MarksShape, RecordNode, RecordedMove, SetupShape};
use tengen_rules::{Color, Point, Rules, SgfVertex, Topology, Vertex};
use tengen_sgf::go::{Diagram, GameInfo, Marks, Placed, Played, Remark, Step};
use tengen_sgf::{Name, Node, Position, SyntaxError, Value, WarningKind, Warnings};

use crate::judge::{Judge, Made, Standing};
use crate::{Bounds, Unreadable};

/// The work for the games of one file so far, all together.
#[derive(Debug)]
pub(crate) struct Spent {
    bounds: Bounds,
    nodes: usize,
    points: usize,
    searched: u64,
    /// The number of stones that were looked at for faults that are only told.
    looked: u64,
}

impl Spent {
    /// None yet, of a file within these bounds.
    pub(crate) fn within(bounds: &Bounds) -> Self {
        Self { bounds: *bounds, nodes: 0, points: 0, searched: 0, looked: 0 }
    }

    /// Whether faults that are only told are still looked for. They have a count of their own, which is
    /// bounded like that of the searches: no file is refused for them, and none that was kept before they
    /// were told.
    pub(crate) fn may_look(&self) -> bool {
        self.looked < self.bounds.searched
    }

    /// Counts the stones that were looked at for such a fault.
    pub(crate) fn look(&mut self, stones: u64) {
        self.looked = self.looked.saturating_add(stones);
    }
}

/// Whether the nodes of a game are listed, or only looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nodes {
    Listed,
    LookedThrough,
}

/// The work that is still to be done.
enum Task<'a> {
    /// Follow a node, behind that of the list.
    Follow(Node<'a>, Option<u32>),
    /// Go back to where the board stood before a node.
    Back { standing: Standing, changes: usize },
}

/// Reads the nodes of a game: the root first, and each node's first child right behind it. Nothing recurses,
/// because the author of the file decides how deep it is. Where they are only looked through, the answer is
/// empty.
pub(crate) fn read(
    root: Node<'_>,
    info: &GameInfo,
    topology: &Arc<Topology>,
    rules: Rules,
    spent: &mut Spent,
    warnings: &mut Warnings,
    listed: Nodes,
) -> Result<Vec<RecordNode>, Unreadable> {
    // A list that grew as it is read would be copied from one that has most of it already.
    let collection = root.collection();
    let is_alone = listed == Nodes::Listed && collection.games().len() == 1;
    let room = if is_alone { collection.node_count().min(spent.bounds.nodes) } else { 0 };
    let mut tree = Tree {
        info,
        topology,
        diagram: Diagram::new(Arc::clone(topology)),
        judge: Judge::new(rules, info.handicap),
        changes: Vec::new(),
        nodes: Vec::with_capacity(room),
        count: 0,
        listed,
        searched_before: spent.searched,
        looked: 0,
        spent,
        warnings,
    };
    let mut tasks = vec![Task::Follow(root, None)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Back { standing, changes } => tree.go_back(standing, changes),
            Task::Follow(node, parent) => {
                tasks.push(Task::Back { standing: tree.judge.now, changes: tree.changes.len() });
                let last = tree.follow(node, parent)?;
                let first = tasks.len();
                tasks.extend(node.children().map(|child| Task::Follow(child, Some(last))));
                tasks[first..].reverse();
            }
        }
    }
    Ok(tree.nodes)
}

/// A tree that is being read: the board stands at one node of it.
struct Tree<'a> {
    info: &'a GameInfo,
    topology: &'a Arc<Topology>,
    diagram: Diagram,
    judge: Judge,
    /// The points as they were before their changes, the latest last.
    changes: Vec<(Point, Option<Color>)>,
    nodes: Vec<RecordNode>,
    /// The number of nodes that were read.
    count: u32,
    listed: Nodes,
    spent: &'a mut Spent,
    warnings: &'a mut Warnings,
    /// The searches of other games of the file.
    searched_before: u64,
    /// The searches of the diagram for faults that are only told.
    looked: u64,
}

impl Tree<'_> {
    /// Carries out a node, and answers its place in the list. A node with several moves, which the format
    /// forbids, becomes several nodes; then the answer is the place of the last one.
    fn follow(&mut self, node: Node<'_>, parent: Option<u32>) -> Result<u32, Unreadable> {
        let step = Step::read_noting(node, self.info, self.warnings)?;
        let marks = Marks::read(node, self.info);
        self.count(node, step.setup.len() + marks.size)?;
        let mut shape = RecordNode { parent, ..RecordNode::default() };
        if !step.setup.is_empty() {
            shape.setup = self.set_up(&step.setup).map(Box::new);
        }
        // Beside a move, `PL` only repeats the move's colour.
        if let Some(color) = step.to_move.filter(|_| step.moves.is_empty()) {
            self.judge.give_turn_to(color);
        }
        shape.to_move = step.to_move.map(Text);
        // A node may have as many moves as properties, so it is looked through once.
        let number = node.value(Name::MN).and_then(|value| value.simple_text().trim().parse().ok());
        for (index, played) in step.moves.iter().enumerate() {
            if index > 0 {
                let parent = Some(self.push(shape, node)?);
                shape = RecordNode { parent, ..RecordNode::default() };
            }
            shape.made = Some(self.make(played, number, node)?);
        }
        if self.listed == Nodes::Listed {
            self.describe(node, &marks, &mut shape);
        }
        self.push(shape, node)
    }

    /// Counts points, and the searches for them, against the limits.
    fn count(&mut self, node: Node<'_>, points: usize) -> Result<(), Unreadable> {
        self.spent.points += points;
        self.spent.searched =
            self.searched_before + self.diagram.searched() - self.looked + self.judge.searched();
        let Spent { bounds, points, searched, .. } = &*self.spent;
        if *points <= bounds.points && *searched <= bounds.searched {
            return Ok(());
        }
        let detail = "the nodes set up, mark or capture too many points";
        Err(Unreadable::of_file("too_many_points", first_position(node), detail))
    }

    /// Adds a node to the list and answers its place.
    fn push(&mut self, shape: RecordNode, node: Node<'_>) -> Result<u32, Unreadable> {
        self.spent.nodes += 1;
        if self.spent.nodes > self.spent.bounds.nodes {
            let kind = SyntaxError::TooManyNodes;
            return Err(Unreadable::of_file(kind.code(), first_position(node), kind.to_string()));
        }
        let place = self.count;
        self.count = self.count.saturating_add(1);
        if self.listed == Nodes::Listed {
            self.nodes.push(shape);
        }
        Ok(place)
    }

    fn set(&mut self, at: Point, stone: Option<Color>) {
        self.changes.push((at, self.diagram.stones().get(at)));
        self.diagram.set(at, stone);
    }

    /// Sets points up and tells which of them look otherwise than before.
    fn set_up(&mut self, setup: &[Placed<'_>]) -> Option<SetupShape> {
        let mut before = BTreeMap::new();
        for placed in setup {
            if let Some(point) = placed.at.on(self.topology) {
                before.entry(point).or_insert_with(|| self.diagram.stones().get(point));
                self.set(point, placed.stone);
            }
        }
        if self.is_stifled(before.keys().copied())
            && let Some(last) = setup.last()
        {
            self.warnings.note(WarningKind::NoLiberties, last.value);
        }
        let mut shape = SetupShape::default();
        for (point, stone) in before {
            let now = self.diagram.stones().get(point);
            let list = match now {
                _ if now == stone => continue,
                Some(Color::Black) => &mut shape.black,
                Some(Color::White) => &mut shape.white,
                None => &mut shape.empty,
            };
            list.push(Text(self.topology.vertex(point)));
        }
        let has_black = self.diagram.stones().iter().any(|stone| stone == Some(Color::Black));
        self.judge.set_up(self.diagram.hash(), has_black);
        (shape != SetupShape::default()).then_some(shape)
    }

    /// Whether a chain without a liberty is on these points or beside them, as far as it may be looked for.
    fn is_stifled(&mut self, around: impl IntoIterator<Item = Point>) -> bool {
        if !self.spent.may_look() {
            return false;
        }
        let before = self.diagram.searched();
        let is_stifled = !self.diagram.stifled(around).is_empty();
        let stones = self.diagram.searched() - before;
        self.looked += stones;
        self.spent.look(stones);
        is_stifled
    }

    /// Makes a move. `number` is the one that the record gives it.
    fn make(
        &mut self,
        played: &Played<'_>,
        number: Option<u32>,
        node: Node<'_>,
    ) -> Result<RecordedMove, Unreadable> {
        let point = played.at.and_then(|at| at.on(self.topology));
        let (mut taken, mut was_occupied) = (Vec::new(), false);
        if let Some(at) = point {
            let before = self.diagram.stones().get(at);
            was_occupied = before.is_some();
            self.changes.push((at, before));
            taken = self.diagram.play(at, played.color);
            let owner = if taken.contains(&at) { played.color } else { played.color.opponent() };
            self.changes.extend(taken.iter().map(|&point| (point, Some(owner))));
        }
        self.count(node, taken.len())?;
        let made =
            Made { color: played.color, at: point, taken: &taken, was_occupied, hash: self.diagram.hash() };
        let refused = self.judge.make(&made);
        let off_board = played.at.is_some() && point.is_none();
        if let Some(number) = number {
            self.judge.now.number = number;
        }
        let at = match (played.at, point) {
            (None, _) => "pass".to_owned(),
            (Some(_), Some(point)) => self.topology.vertex(point).to_string(),
            (Some(_), None) => played.value.simple_text().trim().to_owned(),
        };
        Ok(RecordedMove {
            color: Text(played.color),
            at,
            number: self.judge.now.number,
            captured: taken.iter().map(|&point| Text(self.topology.vertex(point))).collect(),
            illegal: if off_board { Some("off_board") } else { refused }.map(ToOwned::to_owned),
        })
    }

    fn go_back(&mut self, standing: Standing, changes: usize) {
        while self.changes.len() > changes {
            let Some((at, stone)) = self.changes.pop() else { break };
            self.diagram.set(at, stone);
        }
        self.judge.back_to(standing);
    }

    /// The remarks of a node, beside its changes of the board.
    fn describe(&self, node: Node<'_>, marks: &Marks, shape: &mut RecordNode) {
        let number = |name| node.value(name).map(Value::simple_text);
        for (color, left, moves) in [("black", Name::BL, Name::OB), ("white", Name::WL, Name::OW)] {
            if let Some(time) = number(left).as_deref().and_then(millis) {
                shape.time_left.insert(color.to_owned(), time);
            }
            if let Some(moves) = number(moves).and_then(|text| text.trim().parse().ok()) {
                shape.overtime_left.insert(color.to_owned(), moves);
            }
        }
        shape.name = number(Name::N).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        shape.comment = node
            .value(Name::C)
            .map(|value| value.text().trim_end().to_owned())
            .filter(|text| !text.is_empty());
        let remarks = Remark::read(node).into_iter();
        shape.remarks = remarks.map(|(remark, degree)| (remark.name().to_owned(), degree)).collect();
        shape.value =
            number(Name::V).and_then(|text| text.trim().parse().ok()).filter(|value: &f64| value.is_finite());
        shape.marks = Some(self.drawn(marks)).filter(|marks| *marks != MarksShape::default()).map(Box::new);
    }

    fn drawn(&self, marks: &Marks) -> MarksShape {
        let mut drawn = MarksShape::default();
        for (kind, points) in &marks.points {
            let list = drawn.points.entry(kind.name().to_owned()).or_default();
            list.extend(points.iter().filter_map(|&at| self.vertex(at)));
        }
        let pair = |&(from, to): &(SgfVertex, SgfVertex)| Some((self.vertex(from)?, self.vertex(to)?));
        drawn.lines = marks.lines.iter().filter_map(pair).collect();
        drawn.arrows = marks.arrows.iter().filter_map(pair).collect();
        let label = |(at, text): &(SgfVertex, String)| Some((self.vertex(*at)?, text.clone()));
        drawn.labels = marks.labels.iter().filter_map(label).collect();
        drawn
    }

    fn vertex(&self, at: SgfVertex) -> Option<Text<Vertex>> {
        at.on(self.topology).map(|point| Text(self.topology.vertex(point)))
    }
}

/// The place of the first value of a node.
pub(crate) fn first_position(node: Node<'_>) -> Option<Position> {
    let value = node.properties().find_map(|property| property.values().next())?;
    node.collection().position(value)
}

/// Seconds in a record, as milliseconds.
pub(crate) fn millis(seconds: &str) -> Option<Millis> {
    let seconds: f64 = seconds.trim().parse().ok()?;
    // Beyond a hundred years it is a mistake; within, the number fits easily.
    #[allow(clippy::cast_possible_truncation)]
    (0.0..3.2e9).contains(&seconds).then_some((seconds * 1_000.0).round() as Millis)
}
