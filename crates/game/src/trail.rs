//! The stones of a game that is followed from outside.

use tengen_rules::{Color, Point, Stones};

use crate::reached::changes;
use crate::{Event, EventKind, Settings};

/// The stones of a game as its events tell them, and the way back: a fraction of a [`State`](crate::State) in
/// memory and in time, for whoever follows many games and decides nothing. It knows no rules, and takes each
/// event at its word.
///
/// ```
/// use tengen_game::{Colors, Command, NewGame, PlayerId, Settings, State, Trail};
/// use tengen_rules::{BoardName, Preset};
///
/// let (ann, ben) = (PlayerId::from_entropy([1; 10]), PlayerId::from_entropy([2; 10]));
/// let settings = Settings::new(ann, NewGame {
///     board: BoardName::Grid { width: 5, height: 5 }, color: Colors::Black, ..NewGame::with_preset(Preset::Japanese)
/// })?;
/// let mut trail = Trail::new(&settings);
/// let mut game = State::new(settings, 0)?;
/// for (player, command) in [(ben, Command::Join), (ann, Command::Play { turn: 0, at: "C3".parse()? })] {
///     let event = game.decide(player, None, &command, 0)?;
///     game.apply(&event)?;
///     trail.apply(&event);
/// }
/// assert_eq!((trail.moves(), trail.stones_set(), trail.stones()), (1, 1, &game.position().board().stones()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Trail {
    stones: Stones,
    /// The points that the moves changed, with the stones that were there before, in the order of the
    /// changes.
    changed: Vec<(Point, Option<Color>)>,
    /// For each move the number of changes before it.
    moves: Vec<usize>,
    /// The number of moves that have set a stone.
    set: usize,
}

impl Trail {
    /// A game with these settings before its first event.
    pub fn new(settings: &Settings) -> Self {
        Self { stones: settings.first_stones(), changed: Vec::new(), moves: Vec::new(), set: 0 }
    }

    /// The stones by now.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// The number of moves that have led here since the game began, passes among them.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The number of stones that were set on the way here, captured ones among them. Passes set none.
    pub fn stones_set(&self) -> usize {
        self.set
    }

    /// Takes up the next event. Points beyond the board change nothing.
    pub fn apply(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Played { color, at, captured, .. } => {
                self.moves.push(self.changed.len());
                self.set += 1;
                for (point, stone) in changes(*at, *color, captured) {
                    self.changed.push((point, self.stones.get(point)));
                    self.stones.set(point, stone);
                }
            }
            EventKind::Passed { .. } => self.moves.push(self.changed.len()),
            EventKind::UndoAccepted { moves, .. } => {
                let Some(&left) = self.moves.get(*moves as usize) else { return };
                self.moves.truncate(*moves as usize);
                for (point, stone) in self.changed.drain(left..).rev() {
                    self.stones.set(point, stone);
                }
                // A pass has changed nothing, so the move behind it begins with as many changes.
                let ends = self.moves.iter().skip(1).chain([&left]);
                self.set = self.moves.iter().zip(ends).filter(|(start, end)| start < end).count();
            }
            _ => {}
        }
    }
}
