//! Whether the moves of new nodes are legal. Each line is played once, however many nodes hang on it.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use tengen_game::Line;
use tengen_protocol::{NodeId, Text};
use tengen_rules::{Color, Vertex};

use super::ground::{Asked, Ground, Reached, Spot};
use super::node::{Hangs, NotKept};
use super::plan::Plan;

/// A line that was played up to a position, and the positions behind it that are still to be played, the one
/// with the most behind it first.
struct Played {
    line: Line,
    next: Vec<usize>,
}

impl Plan {
    /// Judges the moves of the new nodes, and notes the stones that they take off.
    ///
    /// # Errors
    ///
    /// If a place is not there, its stones are no position, or the rules forbid a move.
    pub fn judge(&mut self, ground: &Ground) -> Result<(), NotKept> {
        judge(self, ground)
    }
}

/// A node that comes, and its position.
struct Wanted {
    node: NodeId,
    asked: Asked,
    /// That of the steps of the tree which leads there; none where it is the position that is asked for.
    step: Option<usize>,
    has_move: bool,
}

/// A move of the tree.
struct Step {
    before: Before,
    made: (Option<Color>, Option<Vertex>),
}

/// The position before a move of the tree.
#[derive(Clone, Copy)]
enum Before {
    Asked(Asked),
    Step(usize),
}

fn judge(plan: &mut Plan, ground: &Ground) -> Result<(), NotKept> {
    let (wanted, steps) = wanted(plan)?;
    let asked: HashSet<Asked> = wanted.iter().map(|wanted| wanted.asked).collect();
    let (mut spots, found) = ground.lay(&asked);
    if let Some(wanted) = wanted.iter().find(|wanted| !found.contains_key(&wanted.asked)) {
        return Err(NotKept::NoPlace { node: wanted.node.clone() });
    }
    let first = spots.len();
    spots.extend(steps.into_iter().map(|Step { before, made: (color, at) }| {
        let before = match before {
            Before::Asked(asked) => found.get(&asked).copied(),
            Before::Step(step) => Some(first + step),
        };
        Spot { before, reached: Reached::By(color, at) }
    }));
    let moves = wanted.into_iter().filter(|wanted| wanted.has_move);
    let wanted: Vec<(NodeId, usize)> =
        moves.filter_map(|wanted| Some((wanted.node, first + wanted.step?))).collect();
    walk(plan, ground, &spots, &wanted)
}

/// Plays up to each position that is wanted, with the nodes that have them.
fn walk(plan: &mut Plan, ground: &Ground, spots: &[Spot], wanted: &[(NodeId, usize)]) -> Result<(), NotKept> {
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
        Reached::Begin(beginning) => by[spot].map(|number| (spot, beginning, &wanted[number].0)),
        _ => None,
    });
    for (begin, beginning, needed_by) in begins {
        let game = ground.game(beginning).map_err(|error| NotKept::NoLiberties {
            node: needed_by.clone(),
            at: ground.topology().vertex(error.stone),
        })?;
        let mut lines = vec![Played { line: Line::new(game), next: std::mem::take(&mut next[begin]) }];
        while let Some(last) = lines.last_mut() {
            let Some(spot) = last.next.pop() else {
                lines.pop();
                continue;
            };
            // The longest branch comes last, and goes on with the line itself: so few copies of lines are
            // held at once.
            let line = if last.next.is_empty() {
                lines.pop().map(|last| last.line)
            } else {
                Some(last.line.clone())
            };
            let Some(mut line) = line else { continue };
            let made = match &spots[spot].reached {
                Reached::Begin(_) => continue,
                Reached::By(color, at) => {
                    let made_by = color.unwrap_or(line.game().to_move());
                    line.make(*color, *at).map(|captured| (made_by, *at, captured)).map_err(|why| (*at, why))
                }
                Reached::Recorded(color, at) => line
                    .make_or_begin(*color, *at)
                    .map(|captured| (*color, *at, captured))
                    .map_err(|why| (*at, why)),
            };
            let (made_by, at, captured) = made.map_err(|(at, why)| {
                let node = by[spot].map_or_else(|| needed_by.clone(), |number| wanted[number].0.clone());
                NotKept::Illegal { node, at, why }
            })?;
            if let Some(entry) = nodes.get(&spot).and_then(|id| plan.entries.get_mut(*id)) {
                let vertex = |point: &_| Text(ground.topology().vertex(*point));
                entry.node.captured = captured.iter().map(vertex).collect();
                entry.node.made = Some(written(made_by, at));
            }
            lines.push(Played { line, next: std::mem::take(&mut next[spot]) });
        }
    }
    Ok(())
}

/// The new nodes with their positions, and the moves of the tree on the way to them, each behind the one
/// before it.
fn wanted(plan: &Plan) -> Result<(Vec<Wanted>, Vec<Step>), NotKept> {
    let mut of: HashMap<&NodeId, (Asked, Option<usize>)> = HashMap::new();
    let (mut wanted, mut steps) = (Vec::new(), Vec::new());
    for node in plan.made() {
        // Up to the first one that has its position, or to the place on which all of them hang, and down
        // again.
        let (mut way, mut at) = (Vec::new(), node);
        let (mut asked, mut step) = loop {
            if let Some(known) = of.get(at) {
                break *known;
            }
            let missing = || NotKept::Missing { node: node.clone(), missing: at.clone() };
            let entry = plan.entries.get(at).ok_or_else(missing)?;
            way.push((&entry.node.id.0, entry.made));
            match &entry.hangs {
                Hangs::On(parent) => at = parent,
                Hangs::From(place) => break ((*place, None), None),
            }
        };
        for (id, made) in way.into_iter().rev() {
            if let Some(made) = made {
                let before = step.map_or_else(
                    || {
                        asked.1 = made.0;
                        Before::Asked(asked)
                    },
                    Before::Step,
                );
                steps.push(Step { before, made });
                step = Some(steps.len() - 1);
            }
            of.insert(id, (asked, step));
        }
        let has_move = plan.entries.get(node).is_some_and(|entry| entry.made.is_some());
        wanted.push(Wanted { node: node.clone(), asked, step, has_move });
    }
    Ok((wanted, steps))
}

/// A move as it is kept.
fn written(color: Color, at: Option<Vertex>) -> String {
    at.map_or_else(|| format!("{color}:pass"), |at| format!("{color}:{at}"))
}
