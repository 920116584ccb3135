//! The nodes of a record that is changed: those of the file, and their numbers.

use std::collections::{HashMap, HashSet};

use tengen_protocol::NodeId as Id;
use tengen_protocol::records::{MarksShape, Shown};
use tengen_sgf::go::{MarkKind, Remark, Step};
use tengen_sgf::{Name, NodeId, Raw};

use super::refused::{MOST_PARTS, NamedNode, NotEdited};
use crate::written::File;
use crate::{Numbers, RecordFile, Unreadable};

/// The properties of a node with several moves that belong to the first of them: setup comes before the
/// moves.
const FIRST: [Name<'static>; 4] = [Name::AB, Name::AW, Name::AE, Name::PL];
/// The properties that belong to the last node, beside remarks and properties with points. In the first node
/// of a game there are others, which tell of the whole game.
const LAST: [Name<'static>; 8] =
    [Name::C, Name::N, Name::V, Name::MN, Name::BL, Name::WL, Name::OB, Name::OW];
/// The ones of them that have points and are no marks.
const POINTED: [Name<'static>; 7] = [Name::B, Name::W, Name::LB, Name::LN, Name::AR, Name::M, Name::L];

/// The nodes of a file that is changed.
pub(super) struct Nodes {
    /// The numbers of each node of the file: one, or one for each move of a node with several.
    numbers: HashMap<NodeId, Vec<u32>>,
    /// The node of the file of each number.
    by_number: HashMap<u32, NodeId>,
    /// The place of each number in the list as it was.
    places: HashMap<u32, usize>,
    /// Nodes by their names in the request.
    new: HashMap<Id, NodeId>,
    /// The names of those that were not there before.
    names: HashMap<NodeId, Id>,
    /// Nodes that went, each with all behind it.
    gone: HashSet<NodeId>,
    /// The number of the next new node.
    next: u32,
    /// The drawings of nodes that have others now.
    marks: HashMap<NodeId, MarksShape>,
}

impl Nodes {
    pub(super) fn of(file: &File, record: &RecordFile) -> Result<Self, Unreadable> {
        let mut own = Self {
            numbers: HashMap::new(),
            by_number: HashMap::new(),
            places: HashMap::new(),
            new: HashMap::new(),
            names: HashMap::new(),
            gone: HashSet::new(),
            next: 0,
            marks: HashMap::new(),
        };
        let (mut place, mut waiting) = (0_u32, vec![file.game.root()]);
        while let Some(id) = waiting.pop() {
            let Some(node) = file.game.collection().node(id) else { continue };
            let count = Step::read(node, &file.info)?.moves.len().max(1);
            let mut numbers = Vec::with_capacity(count);
            for _ in 0..count {
                let number = record.numbers.at(place);
                own.by_number.insert(number, id);
                own.places.insert(number, place as usize);
                numbers.push(number);
                place = place.saturating_add(1);
            }
            own.numbers.insert(id, numbers);
            waiting.extend(file.game.children(id).iter().rev());
        }
        own.next = record.numbers.next(place);
        Ok(own)
    }

    /// Whether a node had this number that is not there any more.
    pub(super) fn has_gone(&self, file: &File, number: u32) -> bool {
        let there = self.by_number.get(&number).is_some_and(|node| self.is_there(file, *node));
        number < self.next && !there
    }

    /// Whether a new node has this name already.
    pub(super) fn knows(&self, id: &Id) -> bool {
        self.new.contains_key(id)
    }

    /// Gives a node its name in the request; `is_new` says whether it was not there before.
    pub(super) fn call(&mut self, id: Id, node: NodeId, is_new: bool) {
        if is_new {
            self.names.insert(node, id.clone());
        }
        self.new.insert(id, node);
    }

    /// The node with that name, in a node of the file for itself.
    pub(super) fn find(&mut self, file: &mut File, name: &NamedNode) -> Result<NodeId, NotEdited> {
        let found = match name {
            NamedNode::Number(number) => self.by_number.get(number).copied(),
            NamedNode::New(id) => self.new.get(id).copied(),
        };
        let missing = || NotEdited::Missing { node: name.clone(), missing: name.clone() };
        let node = found.filter(|node| self.is_there(file, *node)).ok_or_else(missing)?;
        if self.numbers.get(&node).is_none_or(|numbers| numbers.len() == 1) {
            return Ok(node);
        }
        // Each part of it is looked at for each of its moves.
        let moves = self.numbers.get(&node).map_or(0, Vec::len);
        if file.game.property_count(node).max(moves) > MOST_PARTS {
            return Err(NotEdited::too_much());
        }
        self.split(file, node);
        match name {
            NamedNode::Number(number) => self.by_number.get(number).copied().ok_or_else(missing),
            NamedNode::New(_) => Ok(node),
        }
    }

    fn is_there(&self, file: &File, node: NodeId) -> bool {
        self.gone.is_empty()
            || !std::iter::successors(Some(node), |at| file.game.parent(*at))
                .any(|at| self.gone.contains(&at))
    }

    /// Takes a node out with all behind it.
    pub(super) fn remove(&mut self, file: &mut File, node: NodeId) {
        file.game.remove(node);
        self.gone.insert(node);
    }

    /// The drawings of a node.
    pub(super) fn marks(&self, node: NodeId, before: Option<&Shown>) -> MarksShape {
        if let Some(marks) = self.marks.get(&node) {
            return marks.clone();
        }
        let number = self.numbers.get(&node).and_then(|numbers| numbers.last());
        let shown = number.and_then(|number| before?.nodes.get(*self.places.get(number)?));
        shown.and_then(|node| node.marks.as_deref().cloned()).unwrap_or_default()
    }

    pub(super) fn keep_marks(&mut self, node: NodeId, marks: MarksShape) {
        self.marks.insert(node, marks);
    }

    /// Makes several nodes of one with several moves, as it is shown: setup stays with the first, and so does
    /// what tells of the whole game. Everything else goes to the last.
    fn split(&mut self, file: &mut File, node: NodeId) {
        let names: Vec<String> = file.move_names().map(|name| name.to_string()).into();
        let names: Vec<Name<'_>> = names.iter().filter_map(|name| Name::new(name)).collect();
        let Some(read) = file.game.collection().node(node) else { return };
        let mut moves: Vec<(String, Raw)> = Vec::new();
        for property in read.properties().filter(|property| names.contains(&property.name())) {
            let name = property.name().as_str();
            // A value that was read can be written as it is.
            let values = property.values().filter_map(|value| Raw::verbatim(value.raw()).ok());
            moves.extend(values.map(|value| (name.to_owned(), value)));
        }
        let own = |names: &[Name<'static>]| names.iter().map(|name| file.own_name(*name)).collect::<Vec<_>>();
        let (first, mut last) = (own(&FIRST), own(&POINTED));
        last.extend(own(&MarkKind::ALL.map(MarkKind::property)));
        let is_last = |name: Name<'_>| {
            let is_remark = Remark::ALL.iter().any(|remark| remark.property() == name);
            is_remark || LAST.contains(&name) || last.iter().any(|last| last == name.as_str())
        };
        let is_first = |name: Name<'_>| name == Name::PL || first.iter().any(|first| first == name.as_str());
        let is_root = node == file.game.root();
        let behind = file.game.split(node, |name| if is_root { is_last(name) } else { !is_first(name) });
        let mut parts = vec![node];
        for _ in 2..moves.len() {
            parts.insert(1, file.game.split(node, |_| false));
        }
        parts.push(behind);
        for (part, (name, value)) in parts.iter().zip(&moves) {
            if let Some(name) = Name::new(name) {
                file.game.set(*part, &names, name, [value.clone()]);
            }
        }
        for (part, number) in parts.iter().zip(self.numbers.remove(&node).unwrap_or_default()) {
            self.by_number.insert(number, *part);
            self.numbers.insert(*part, vec![number]);
        }
    }

    /// The numbers of all nodes as they are now, and the new nodes with their places in the list.
    pub(super) fn numbers(&self, file: &File) -> (Numbers, Vec<(usize, NamedNode)>) {
        let mut next = self.next;
        let (mut order, mut new, mut waiting) = (Vec::new(), Vec::new(), vec![file.game.root()]);
        while let Some(id) = waiting.pop() {
            if let Some(numbers) = self.numbers.get(&id) {
                order.extend(numbers);
            } else {
                new.extend(self.names.get(&id).map(|name| (order.len(), NamedNode::New(name.clone()))));
                order.push(next);
                next = next.saturating_add(1);
            }
            waiting.extend(file.game.children(id).iter().rev());
        }
        (Numbers::new(order, next), new)
    }
}
