//! Whether the moves of new nodes are legal. Each line is played once, however many nodes hang on it.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use tengen_protocol::{NodeId, Place, Text};
use tengen_rules::{Color, Vertex};

use super::ground::{Ground, Reached, Spot};
use super::node::{Hangs, NotKept};
use super::plan::Plan;
use crate::Line;

/// A line that was played up to a position, and the positions behind it that are still to be played, the one with the most behind it first.
struct Played {
    line: Line,
    next: Vec<usize>,
}

impl Plan {
    /// Judges the moves of the new nodes, and notes the stones that they take off.
    ///
    /// # Errors
    ///
    /// If a place is not there, or the rules forbid a move.
    pub fn judge(&mut self, ground: &Ground) -> Result<(), NotKept> {
        judge(self, ground)
    }
}

fn judge(plan: &mut Plan, ground: &Ground) -> Result<(), NotKept> {
    let new: Vec<NodeId> = plan.made().cloned().collect();
    let (mut spots, found) = ground.lay(&places(plan, &new));
    let wanted = wanted(plan, &new, &found, &mut spots)?;
    // From each position on, by whom it is needed, and how many needed ones there are behind it.
    let mut by: Vec<Option<usize>> = vec![None; spots.len()];
    for (number, (_, spot)) in wanted.iter().enumerate() {
        let mut at = Some(*spot);
        while let Some(spot) = at.filter(|spot| by[*spot].is_none()) {
            by[spot] = Some(number);
            at = spots[spot].before;
        }
    }
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); spots.len()];
    let mut behind = vec![1_usize; spots.len()];
    for spot in (0..spots.len()).rev().filter(|spot| by[*spot].is_some()) {
        if let Some(before) = spots[spot].before {
            behind[before] += behind[spot];
            next[before].push(spot);
        }
        next[spot].sort_unstable_by_key(|spot| Reverse(behind[*spot]));
    }
    let nodes: HashMap<usize, &NodeId> = wanted.iter().map(|(id, spot)| (*spot, id)).collect();
    let begins = spots.iter().enumerate().filter_map(|(spot, Spot { reached, .. })| match reached {
        Reached::Begin(game) if by[spot].is_some() => Some((spot, game)),
        _ => None,
    });
    for (begin, game) in begins {
        let mut lines =
            vec![Played { line: Line::new(game.as_ref().clone()), next: std::mem::take(&mut next[begin]) }];
        while let Some(last) = lines.last_mut() {
            let Some(spot) = last.next.pop() else {
                lines.pop();
                continue;
            };
            // The longest branch comes last, and goes on with the line itself: so few copies of lines are held at once.
            let line = if last.next.is_empty() {
                lines.pop().map(|last| last.line)
            } else {
                Some(last.line.clone())
            };
            let (Some(mut line), Reached::By(color, at)) = (line, &spots[spot].reached) else { continue };
            let made_by = color.unwrap_or(line.game().to_move());
            let captured = line.make(*color, *at).map_err(|why| {
                let node = by[spot].map(|number| wanted[number].0.clone());
                NotKept::Illegal { node: node.unwrap_or_else(|| new[0].clone()), at: *at, why }
            })?;
            if let Some(entry) = nodes.get(&spot).and_then(|id| plan.entries.get_mut(*id)) {
                let vertex = |point: &_| Text(ground.topology().vertex(*point));
                entry.node.captured = captured.iter().map(vertex).collect();
                entry.node.made = Some(written(made_by, *at));
            }
            lines.push(Played { line, next: std::mem::take(&mut next[spot]) });
        }
    }
    Ok(())
}

/// The places behind which the new nodes are.
fn places(plan: &Plan, new: &[NodeId]) -> HashSet<Place> {
    let (mut seen, mut places) = (HashSet::new(), HashSet::new());
    for id in new {
        let mut at = Some(id);
        while let Some(id) = at.filter(|id| seen.insert((*id).clone())) {
            at = match plan.entries.get(id).map(|entry| &entry.hangs) {
                Some(Hangs::On(parent)) => Some(parent),
                Some(Hangs::From(place)) => {
                    places.insert(*place);
                    None
                }
                None => None,
            };
        }
    }
    places
}

/// The positions of the new nodes that have a move, which are added with all on the way to them.
fn wanted(
    plan: &Plan,
    new: &[NodeId],
    found: &HashMap<Place, usize>,
    spots: &mut Vec<Spot>,
) -> Result<Vec<(NodeId, usize)>, NotKept> {
    let mut of: HashMap<&NodeId, usize> = HashMap::new();
    let mut wanted = Vec::new();
    for node in new {
        // Up to the first one that has its position, or to the place on which all of them hang, and down again.
        let (mut way, mut at) = (Vec::new(), node);
        let mut before = loop {
            if let Some(spot) = of.get(at) {
                break *spot;
            }
            let missing = || NotKept::Missing { node: node.clone(), missing: at.clone() };
            let entry = plan.entries.get(at).ok_or_else(missing)?;
            way.push((&entry.node.id.0, entry.made));
            match &entry.hangs {
                Hangs::On(parent) => at = parent,
                Hangs::From(place) => {
                    let spot = found.get(place).copied();
                    break spot.ok_or_else(|| NotKept::NoPlace { node: node.clone() })?;
                }
            }
        };
        for (id, made) in way.into_iter().rev() {
            if let Some((color, at)) = made {
                spots.push(Spot { before: Some(before), reached: Reached::By(color, at) });
                before = spots.len() - 1;
            }
            of.insert(id, before);
        }
        if plan.entries.get(node).is_some_and(|entry| entry.made.is_some()) {
            wanted.push((node.clone(), before));
        }
    }
    Ok(wanted)
}

/// A move as it is kept.
fn written(color: Color, at: Option<Vertex>) -> String {
    at.map_or_else(|| format!("{color}:pass"), |at| format!("{color}:{at}"))
}
