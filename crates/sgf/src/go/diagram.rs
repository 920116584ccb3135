//! Stones as records move them about: every instruction of a record is carried out.

use std::sync::Arc;

use tengen_rules::{Color, Point, SplitMix, Stones, Topology};

/// An arrangement of stones on which moves are made as the format wants: whether or not the rules allow the move, the
/// stone is put down, and then the chains without liberty are taken off.
///
/// ```
/// use std::sync::Arc;
///
/// use tengen_rules::{Color, Topology};
/// use tengen_sgf::go::Diagram;
///
/// let mut diagram = Diagram::new(Arc::new(Topology::grid(2, 1)?));
/// let points: Vec<_> = diagram.topology().points().collect();
/// assert_eq!(diagram.play(points[0], Color::Black), []);
/// assert_eq!(diagram.play(points[1], Color::White), [points[0]]);
/// assert_eq!(diagram.stones().to_string(), ".W");
/// # Ok::<(), tengen_rules::SizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Diagram {
    topology: Arc<Topology>,
    stones: Stones,
    hash: u64,
    /// For [`chain_without_liberty`](Diagram::chain_without_liberty): in which search a point was seen last.
    seen: Vec<u32>,
    searches: u32,
    searched: u64,
}

impl Diagram {
    /// An empty board.
    pub fn new(topology: Arc<Topology>) -> Diagram {
        let (stones, seen) = (Stones::empty(&topology), vec![0; topology.size()]);
        Diagram { topology, stones, hash: 0, seen, searches: 0, searched: 0 }
    }

    /// The points that it is on.
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The stone on each point.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// A number that equal arrangements have in common, and different ones hardly ever.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The cost of all moves so far: the number of stones that they have looked at in search of liberties.
    pub fn searched(&self) -> u64 {
        self.searched
    }

    /// Puts a stone on a point, or takes it off. Nothing else changes; beyond the board nothing at all.
    pub fn set(&mut self, at: Point, stone: Option<Color>) {
        if !self.topology.contains(at) {
            return;
        }
        for changed in [self.stones.get(at), stone].into_iter().flatten() {
            self.hash ^= share(at, changed);
        }
        self.stones.set(at, stone);
    }

    /// Makes a move. The stone is put down, and replaces a stone that may stand there. Then the opponent's chains
    /// around it without liberty are taken off; if there are none, its own chain is taken off if it has no liberty.
    /// Answers the stones taken off, sorted.
    pub fn play(&mut self, at: Point, color: Color) -> Vec<Point> {
        self.set(at, Some(color));
        let mut taken = Vec::new();
        let topology = Arc::clone(&self.topology);
        for &neighbour in topology.neighbours(at) {
            if self.stones.get(neighbour) == Some(color.opponent()) {
                self.take_if_stifled(neighbour, &mut taken);
            }
        }
        if taken.is_empty() && topology.contains(at) {
            self.take_if_stifled(at, &mut taken);
        }
        taken.sort_unstable();
        taken
    }

    /// The stones of all chains without a liberty, of those that are on these points or beside them.
    pub fn stifled(&mut self, around: impl IntoIterator<Item = Point>) -> Vec<Point> {
        self.searches += 1;
        let topology = Arc::clone(&self.topology);
        let mut stifled = Vec::new();
        for at in around.into_iter().filter(|at| topology.contains(*at)) {
            for &stone in topology.neighbours(at).iter().chain([&at]) {
                if self.seen[stone.index()] == self.searches || self.stones.get(stone).is_none() {
                    continue;
                }
                let (chain, has_liberty) = self.chain(stone);
                if !has_liberty {
                    stifled.extend(chain);
                }
            }
        }
        stifled
    }

    /// The whole chain of a stone that the present search has not seen, and whether it has a liberty.
    fn chain(&mut self, stone: Point) -> (Vec<Point>, bool) {
        let color = self.stones.get(stone);
        let (mut chain, mut has_liberty, mut next) = (vec![stone], false, 0);
        self.seen[stone.index()] = self.searches;
        while let Some(&point) = chain.get(next) {
            next += 1;
            self.searched += 1;
            for &neighbour in self.topology.neighbours(point) {
                let other = self.stones.get(neighbour);
                has_liberty |= other.is_none();
                if other == color && self.seen[neighbour.index()] != self.searches {
                    self.seen[neighbour.index()] = self.searches;
                    chain.push(neighbour);
                }
            }
        }
        (chain, has_liberty)
    }

    fn take_if_stifled(&mut self, stone: Point, taken: &mut Vec<Point>) {
        for point in self.chain_without_liberty(stone) {
            self.set(point, None);
            taken.push(point);
        }
    }

    /// The chain of a stone, if it has no liberty; else nothing.
    fn chain_without_liberty(&mut self, stone: Point) -> Vec<Point> {
        self.searches += 1;
        let color = self.stones.get(stone);
        let mut chain = vec![stone];
        self.seen[stone.index()] = self.searches;
        let mut next = 0;
        while let Some(&point) = chain.get(next) {
            next += 1;
            self.searched += 1;
            for &neighbour in self.topology.neighbours(point) {
                match self.stones.get(neighbour) {
                    None => return Vec::new(),
                    other if other == color && self.seen[neighbour.index()] != self.searches => {
                        self.seen[neighbour.index()] = self.searches;
                        chain.push(neighbour);
                    }
                    Some(_) => {}
                }
            }
        }
        chain
    }
}

/// The share of a stone in the hash: the hash is the exclusive or of all shares.
fn share(at: Point, color: Color) -> u64 {
    let number = 2 * at.index() as u64 + u64::from(color == Color::White);
    SplitMix::new(number.wrapping_mul(0xd134_2543_de82_ef95)).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(width: usize, rows: &str) -> Diagram {
        let height = rows.split_whitespace().count();
        let topology = Arc::new(Topology::grid(width, height).unwrap());
        let mut diagram = Diagram::new(Arc::clone(&topology));
        let stones = Stones::parse(&topology, rows).unwrap();
        for (point, stone) in topology.points().zip(stones.iter()) {
            diagram.set(point, stone);
        }
        diagram
    }

    #[test]
    fn moves_are_made_whatever_the_rules_say() {
        for (before, at, color, after, taken) in [
            // An ordinary capture, of two chains.
            (".WB WB. B..", 0, Color::Black, "B.B .B. B..", 2),
            // Suicide of two stones.
            ("B.W WW. ...", 1, Color::Black, "..W WW. ...", 2),
            // On a stone of the other colour, and on one's own.
            ("B.. .W. ...", 0, Color::White, "W.. .W. ...", 0),
            ("B.. .W. ...", 0, Color::Black, "B.. .W. ...", 0),
            // Stones that were set up without liberty stay until a move beside them.
            ("BW. WW. ..B", 7, Color::Black, "BW. WW. .BB", 0),
        ] {
            let mut board = diagram(3, before);
            let point = board.topology().point_at_index(at).unwrap();
            let captured = board.play(point, color);
            let expected = diagram(3, after);
            assert_eq!(board.stones(), expected.stones(), "{before}");
            assert_eq!(captured.len(), taken, "{before}");
            assert_eq!(board.hash(), expected.hash(), "{before}");
        }
    }

    #[test]
    fn chains_without_a_liberty_are_found_around_points() {
        for (stones, around, stifled) in [
            ("BW. WW. ..B", vec![0], vec![0]),
            // From beside it.
            ("BW. WW. ..B", vec![1], vec![0]),
            ("BW. WW. ..B", vec![8], vec![]),
            ("BBW WWW WWW", vec![0, 8], vec![0, 1, 2, 3, 4, 5, 6, 7, 8]),
            ("... ... ...", vec![4], vec![]),
        ] {
            let mut board = diagram(3, stones);
            let around: Vec<_> =
                around.into_iter().map(|at| board.topology().point_at_index(at).unwrap()).collect();
            let mut found: Vec<_> = board.stifled(around).into_iter().map(Point::index).collect();
            found.sort_unstable();
            assert_eq!(found, stifled, "{stones}");
        }
    }
}
