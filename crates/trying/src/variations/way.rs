//! The moves of a record that lead to the nodes on which a tree hangs: so much of the record a tree needs to
//! outlive it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use tengen_protocol::records::{RecordNode, Shown};
use tengen_protocol::{Place, RecordPlace, Text, VariationNode};
use tengen_rules::{Color, Vertex};

/// The nodes of a record on which a tree hangs, and all nodes before them.
///
/// As text each node is its number, the one before it, and how a line leads to it:
/// `0 - .;1 0 black:D4;2 1 white:C4 D4`. Captured stones stand behind the move, `.` is a node without a move,
/// and `!` one to which no line leads.
///
/// ```
/// use tengen_trying::variations::Way;
///
/// let way: Way = "0 - .;1 0 black:D4".parse()?;
/// assert!(way.numbers().eq([0, 1]));
/// assert_eq!(way.to_string(), "0 - .;1 0 black:D4");
/// # Ok::<(), tengen_trying::variations::WayError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Way {
    steps: BTreeMap<u32, Step>,
}

/// A node on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    /// The number of the node before it.
    pub(super) before: Option<u32>,
    pub(super) leads: Leads,
}

/// The step of a line to a node from the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leads {
    /// The node has no move.
    Still,
    /// By a move.
    Move { color: Color, at: String, captured: Vec<Text<Vertex>> },
    /// No line does: the node sets stones up, or its move is forbidden.
    Nowhere,
}

/// The nodes of a record, which are found by their numbers.
#[derive(Debug)]
pub struct NumberedNodes {
    nodes: Vec<RecordNode>,
    places: HashMap<u32, usize>,
}

/// A text that is no way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the way to nodes of a record")]
pub struct WayError;

impl Way {
    /// The way to those nodes of a record on which a tree hangs.
    pub fn to(tree: &[VariationNode], NumberedNodes { nodes, places }: &NumberedNodes) -> Self {
        let mut way = Self::default();
        let hang = |node: &VariationNode| match node.from {
            Some(Place::Record(RecordPlace { node })) => Some(node),
            _ => None,
        };
        for end in tree.iter().filter_map(hang) {
            let mut next = Some(end);
            while let Some(number) = next.filter(|number| !way.steps.contains_key(number)) {
                let Some(node) = places.get(&number).and_then(|place| nodes.get(*place)) else { break };
                let before = node.parent.map(|parent| parent as usize);
                let before = before.and_then(|place| Some(self::number(place, nodes.get(place)?)));
                way.steps.insert(number, Step { before, leads: Leads::of(node) });
                next = before;
            }
        }
        way
    }

    /// The numbers of its nodes.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.steps.keys().copied()
    }

    /// The node with a number.
    pub(super) fn step(&self, number: u32) -> Option<&Step> {
        self.steps.get(&number)
    }
}

impl NumberedNodes {
    /// Those of a record. There are some tens of thousands of them in the greatest ones: whoever asks for
    /// several ways finds them once.
    pub fn of(Shown { nodes, .. }: Shown) -> Self {
        let places = nodes.iter().enumerate().map(|(place, node)| (number(place, node), place)).collect();
        Self { nodes, places }
    }
}

impl Leads {
    fn of(node: &RecordNode) -> Self {
        match &node.made {
            _ if node.setup.is_some() => Self::Nowhere,
            None => Self::Still,
            Some(made) if made.illegal.is_some() => Self::Nowhere,
            Some(made) => {
                Self::Move { color: made.color.0, at: made.at.clone(), captured: made.captured.clone() }
            }
        }
    }
}

fn number(place: usize, node: &RecordNode) -> u32 {
    node.node.unwrap_or_else(|| u32::try_from(place).unwrap_or(u32::MAX))
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (number, Step { before, leads })) in self.steps.iter().enumerate() {
            let behind = if place == 0 { "" } else { ";" };
            write!(f, "{behind}{number} ")?;
            match before {
                Some(before) => write!(f, "{before} ")?,
                None => f.write_str("- ")?,
            }
            match leads {
                Leads::Still => f.write_str(".")?,
                Leads::Nowhere => f.write_str("!")?,
                Leads::Move { color, at, captured } => {
                    write!(f, "{color}:{at}")?;
                    for Text(at) in captured {
                        write!(f, " {at}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Way {
    type Err = WayError;

    fn from_str(text: &str) -> Result<Self, WayError> {
        let steps = text.split(';').filter(|step| !step.is_empty()).map(read).collect::<Option<_>>();
        steps.map(|steps| Self { steps }).ok_or(WayError)
    }
}

fn read(text: &str) -> Option<(u32, Step)> {
    let mut words = text.split(' ');
    let number = words.next()?.parse().ok()?;
    let before = match words.next()? {
        "-" => None,
        before => Some(before.parse().ok()?),
    };
    let leads = match words.next()? {
        "." => Leads::Still,
        "!" => Leads::Nowhere,
        made => {
            let (color, at) = made.split_once(':')?;
            let captured = words.by_ref().map(|at| at.parse().ok().map(Text)).collect::<Option<_>>()?;
            Leads::Move { color: color.parse().ok()?, at: at.to_owned(), captured }
        }
    };
    words.next().is_none().then_some((number, Step { before, leads }))
}
