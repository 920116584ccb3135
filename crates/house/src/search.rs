//! Down the tree, a random game from its leaf, and back with the result.

use tengen_rules::{Board, Color, HalfPoints, Point, SplitMix, Surface};

use crate::openings::Openings;
use crate::playout::Playout;
use crate::position::Position;
use crate::tree::{Node, Tree};

/// How often a leaf is tried before its followers are looked at.
const RIPE: f32 = 3.0;
/// How deep the tree may grow.
const DEEPEST: usize = 60;

/// A search from one position.
#[derive(Debug)]
pub(crate) struct Search<'a, S: Surface> {
    board: &'a Board<S>,
    to_move: Color,
    /// White's points on top of those on the board.
    komi: HalfPoints,
    openings: Openings,
    position: Position<S>,
    playout: Playout<S>,
    random: SplitMix,
    pub(crate) tree: Tree,
    path: Vec<usize>,
    /// In how many random games each point went to Black, less those in which it went to White.
    balance: Vec<i32>,
    tally: Tally,
    games: u32,
}

/// The ends of the random games together.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    /// The points of each side.
    pub(crate) black: u64,
    pub(crate) white: u64,
    /// How many games there were with each lead of Black without komi, from that of a board full of White on.
    pub(crate) leads: Vec<u32>,
}

impl<'a, S: Surface> Search<'a, S> {
    /// A search that begins with these plays, which the rules allow. `last` is the last move before it.
    pub(crate) fn new(
        board: &'a Board<S>,
        to_move: Color,
        komi: HalfPoints,
        plays: &[Point],
        last: Option<Point>,
        seed: u64,
    ) -> Self {
        let openings = Openings::new(board.surface());
        let position = Position::new(board, to_move);
        let mut tree = Tree::new();
        let bonus = openings.bonus(board);
        let sensible = plays.iter().filter(|&&at| position.is_sensible(at));
        let promise = |at: Point| position.first_sight(at, last) + bonus[at.index()];
        let children: Vec<Node> = sensible.map(|&at| Node::new(Some(at), promise(at))).collect();
        tree.grow(Tree::ROOT, children.into_iter());
        Self {
            board,
            to_move,
            komi,
            openings,
            position,
            playout: Playout::new(board),
            random: SplitMix::new(seed),
            tree,
            path: Vec::new(),
            balance: vec![0; board.surface().size()],
            tally: Tally { black: 0, white: 0, leads: vec![0; 2 * board.surface().size() + 1] },
            games: 0,
        }
    }

    /// Plays random games until they have had so many moves together. Answers how many they had, each game counted with one more.
    pub(crate) fn run(&mut self, moves: usize) -> usize {
        let mut made = 0;
        // A game in which nothing is left to play still counts for something.
        while made < moves {
            made += self.play_one() + 1;
        }
        made
    }

    /// The random games so far.
    pub(crate) fn games(&self) -> u32 {
        self.games
    }

    /// How surely a point goes to Black (up to 1) or to White (down to -1).
    pub(crate) fn ownership(&self, point: Point) -> f64 {
        f64::from(self.balance[point.index()]) / f64::from(self.games.max(1))
    }

    /// The ends of the random games together.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How many points the side to move is ahead on average, komi left out.
    pub(crate) fn lead(&self) -> f64 {
        let black = f64::from(self.balance.iter().sum::<i32>()) / f64::from(self.games.max(1));
        if self.to_move == Color::Black { black } else { -black }
    }

    /// The plays from the root, the one that was tried most often first.
    pub(crate) fn plays(&self) -> Vec<&Node> {
        let mut plays: Vec<&Node> = self.tree.children(Tree::ROOT).iter().collect();
        plays.sort_by(|one, other| other.visits.total_cmp(&one.visits));
        plays
    }

    fn play_one(&mut self) -> usize {
        self.position.reset(self.board, self.to_move);
        self.path.clear();
        self.path.push(Tree::ROOT);
        let mut index = Tree::ROOT;
        let mut last = None;
        while self.path.len() < DEEPEST {
            if index != Tree::ROOT && self.tree.is_leaf(index) {
                if self.tree.node(index).visits < RIPE {
                    break;
                }
                self.grow(index, last);
            }
            let Some(child) = self.tree.choose(index) else { break };
            let passes = last.is_none() && index != Tree::ROOT;
            last = self.tree.node(child).at;
            self.position.make(last);
            self.path.push(child);
            index = child;
            if passes && last.is_none() {
                break;
            }
        }
        self.playout.run(&self.position, last, &mut self.random);
        let depth = self.path.len();
        self.learn();
        self.playout.moves() + depth
    }

    fn grow(&mut self, index: usize, last: Option<Point>) {
        let position = &self.position;
        let bonus = self.openings.bonus(&position.board);
        let sensible = position.board.surface().points().filter(|&at| position.is_sensible(at));
        let promise = |at: Point| position.first_sight(at, last) + bonus[at.index()];
        let mut children: Vec<Node> = sensible.map(|at| Node::new(Some(at), promise(at))).collect();
        if children.is_empty() {
            children.push(Node::new(None, 0.5));
        }
        self.tree.grow(index, children.into_iter());
    }

    /// Takes the result of the random game back to the root.
    fn learn(&mut self) {
        self.games += 1;
        let (mut black, mut white) = (0_u16, 0_u16);
        let size = self.board.surface().size();
        for point in self.board.surface().points() {
            match self.playout.owner(point) {
                Some(Color::Black) => {
                    black += 1;
                    self.balance[point.index()] += 1;
                }
                Some(Color::White) => {
                    white += 1;
                    self.balance[point.index()] -= 1;
                }
                None => {}
            }
        }
        let lead = i32::from(black) - i32::from(white);
        self.tally.black += u64::from(black);
        self.tally.white += u64::from(white);
        self.tally.leads[size + usize::from(black) - usize::from(white)] += 1;
        let margin = HalfPoints::points(lead) - self.komi;
        let black = match margin.cmp(&HalfPoints::ZERO) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        // From the leaf back to the root, so that at each node it is known who played where first from there on.
        let mut color = self.position.to_move;
        for index in self.path.drain(..).rev() {
            // A node is seen by the player who has moved to it.
            let mover = color.opponent();
            let won = |color| if color == Color::Black { black } else { 1.0 - black };
            for child in self.tree.children_mut(index) {
                if child.at.is_some_and(|at| self.playout.first(at) == Some(color)) {
                    child.note_played(won(color));
                }
            }
            let node = self.tree.node_mut(index);
            node.visit(won(mover));
            if let Some(at) = node.at {
                self.playout.note_first(at, mover);
            }
            color = mover;
        }
    }
}
