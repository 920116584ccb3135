//! The drawings on the board at a node as JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_rules::{Topology, Vertex};

use crate::{Lines, Text, is_text};

/// The most points, texts, lines and arrows that are drawn at a node.
const MOST_DRAWN: usize = 1_000;
/// The most characters of a text on a point.
const LONGEST_LABEL: usize = 16;
/// The marks on points, by their names in records.
const MARKS: [&str; 9] = [
    "triangle",
    "square",
    "circle",
    "cross",
    "selected",
    "black_territory",
    "white_territory",
    "dim",
    "view",
];

/// The drawings on the board at a node. `dim` and `view` also hold for the nodes that follow, until one of
/// them sets new points. An empty list of points ends them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MarksShape {
    /// Points by the name of their mark: `triangle`, `square`, `circle`, `cross`, `selected`,
    /// `black_territory`, `white_territory`, `dim`, `view`.
    #[serde(flatten)]
    pub points: BTreeMap<String, Vec<Text<Vertex>>>,
    /// Texts on points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(Text<Vertex>, String)>,
    /// Lines between points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(Text<Vertex>, Text<Vertex>)>,
    /// Arrows from a point to a point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<(Text<Vertex>, Text<Vertex>)>,
}

impl MarksShape {
    /// The drawings that are not among others.
    #[must_use]
    pub fn without(&self, others: &Self) -> Self {
        fn rest<T: Clone + PartialEq>(all: &[T], others: &[T]) -> Vec<T> {
            // Each is compared with each. More of them can't be drawn anyway.
            if all.len().max(others.len()) > 2 * MOST_DRAWN {
                return all.to_vec();
            }
            all.iter().filter(|one| !others.contains(one)).cloned().collect()
        }
        let differ = self.points.iter().filter(|(name, points)| others.points.get(*name) != Some(points));
        Self {
            points: differ.map(|(name, points)| (name.clone(), points.clone())).collect(),
            labels: rest(&self.labels, &others.labels),
            lines: rest(&self.lines, &others.lines),
            arrows: rest(&self.arrows, &others.arrows),
        }
    }

    /// Whether these drawings can be made on a board: marks that there are, texts of up to 16 characters, at
    /// most 1,000 of all together.
    pub fn fit(&self, topology: &Topology) -> bool {
        let Self { points, labels, lines, arrows } = self;
        let drawn = points.values().map(Vec::len).sum::<usize>() + labels.len() + lines.len() + arrows.len();
        let pairs = lines.iter().chain(arrows).flat_map(|(from, to)| [from, to]);
        let mut places = points.values().flatten().chain(labels.iter().map(|(at, _)| at)).chain(pairs);
        drawn <= MOST_DRAWN
            && points.keys().all(|name| MARKS.contains(&name.as_str()))
            && labels.iter().all(|(_, text)| is_text(text, LONGEST_LABEL, Lines::One) && !text.is_empty())
            && places.all(|Text(at)| topology.point(*at).is_some())
    }
}
