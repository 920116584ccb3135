//! Largest sets of pairs in which nobody stands twice: Edmonds' algorithm, by which odd circles are drawn
//! together.

use std::collections::VecDeque;

/// The pairs that are allowed: the same both ways.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    size: usize,
    allowed: Vec<bool>,
}

impl Graph {
    pub(crate) fn new(size: usize, allowed: impl Fn(usize, usize) -> bool) -> Self {
        let cells = (0..size).flat_map(|one| (0..size).map(move |other| (one, other)));
        Self { size, allowed: cells.map(|(one, other)| one != other && allowed(one, other)).collect() }
    }

    pub(crate) fn has(&self, one: usize, other: usize) -> bool {
        self.allowed[one * self.size + other]
    }

    /// Takes somebody out: there is no pair left with this one.
    pub(crate) fn take_out(&mut self, who: usize) {
        for other in 0..self.size {
            self.allowed[who * self.size + other] = false;
            self.allowed[other * self.size + who] = false;
        }
    }
}

/// The partner of each, if there is one.
pub(crate) type Partners = Vec<Option<usize>>;

/// As many pairs as there can be.
pub(crate) fn most_pairs(graph: &Graph) -> Partners {
    let mut partners: Partners = vec![None; graph.size];
    // Most of them are found at once; the rest takes paths.
    for one in 0..graph.size {
        if partners[one].is_none()
            && let Some(other) =
                (0..graph.size).find(|other| partners[*other].is_none() && graph.has(one, *other))
        {
            partners[one] = Some(other);
            partners[other] = Some(one);
        }
    }
    for one in 0..graph.size {
        if partners[one].is_none() {
            Search::new(graph, &partners).lengthen(one, &mut partners);
        }
    }
    partners
}

/// Finds a partner for somebody without one, for which others may change theirs. Answers whether there was a
/// way; otherwise nothing has changed.
pub(crate) fn find_partner(graph: &Graph, who: usize, partners: &mut Partners) -> bool {
    Search::new(graph, partners).lengthen(who, partners)
}

/// The search for a path on which pairs can be exchanged.
struct Search<'g> {
    graph: &'g Graph,
    partners: Partners,
    /// From where each was reached.
    before: Partners,
    /// The one that stands for the circle in which each is.
    base: Vec<usize>,
    seen: Vec<bool>,
    waiting: VecDeque<usize>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, partners: &Partners) -> Self {
        Self {
            graph,
            partners: partners.clone(),
            before: vec![None; graph.size],
            base: (0..graph.size).collect(),
            seen: vec![false; graph.size],
            waiting: VecDeque::new(),
        }
    }

    fn lengthen(mut self, root: usize, partners: &mut Partners) -> bool {
        let Some(end) = self.path_from(root) else { return false };
        let mut at = Some(end);
        while let Some(here) = at {
            let from = self.before[here];
            let next = from.and_then(|from| partners[from]);
            partners[here] = from;
            if let Some(from) = from {
                partners[from] = Some(here);
            }
            at = next;
        }
        true
    }

    /// The end of a path from somebody without a partner to another one without.
    fn path_from(&mut self, root: usize) -> Option<usize> {
        self.seen[root] = true;
        self.waiting.push_back(root);
        while let Some(one) = self.waiting.pop_front() {
            for other in 0..self.graph.size {
                if !self.graph.has(one, other)
                    || self.base[one] == self.base[other]
                    || self.partners[one] == Some(other)
                {
                    continue;
                }
                let is_even = self.partners[other].is_some_and(|partner| self.before[partner].is_some());
                if other == root || is_even {
                    self.draw_together(one, other);
                } else if self.before[other].is_none() {
                    self.before[other] = Some(one);
                    let Some(partner) = self.partners[other] else { return Some(other) };
                    self.seen[partner] = true;
                    self.waiting.push_back(partner);
                }
            }
        }
        None
    }

    /// Draws the odd circle together that two of the path close.
    fn draw_together(&mut self, one: usize, other: usize) {
        let base = self.meeting(one, other);
        let mut in_circle = vec![false; self.graph.size];
        self.mark(one, base, other, &mut in_circle);
        self.mark(other, base, one, &mut in_circle);
        for each in 0..self.graph.size {
            if in_circle[self.base[each]] {
                self.base[each] = base;
                if !self.seen[each] {
                    self.seen[each] = true;
                    self.waiting.push_back(each);
                }
            }
        }
    }

    /// The one at which the ways back from two meet.
    fn meeting(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.graph.size];
        let mut at = one;
        loop {
            at = self.base[at];
            passed[at] = true;
            let Some(next) = self.partners[at].and_then(|partner| self.before[partner]) else { break };
            at = next;
        }
        at = other;
        loop {
            at = self.base[at];
            if passed[at] {
                return at;
            }
            match self.partners[at].and_then(|partner| self.before[partner]) {
                Some(next) => at = next,
                // Both ways lead to the root.
                None => return at,
            }
        }
    }

    fn mark(&mut self, from: usize, base: usize, child: usize, in_circle: &mut [bool]) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != base {
            let Some(partner) = self.partners[at] else { return };
            in_circle[self.base[at]] = true;
            in_circle[self.base[partner]] = true;
            self.before[at] = Some(child);
            child = partner;
            match self.before[partner] {
                Some(next) => at = next,
                None => return,
            }
        }
    }
}
