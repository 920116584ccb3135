//! The board of a record that says no size that can be read.

use tengen_rules::{SgfVertex, Vertex};

use crate::go::BoardSize;
use crate::go::rectangle::rectangle;
use crate::{Name, Node};

/// The sides of the boards on which people play, and of the greatest that is played here.
const USUAL: [u8; 4] = [9, 13, 19, 25];

/// From how many moves on a record shows how large its board is: fewer may all be made in one corner of a large one.
const ENOUGH: usize = 30;

/// The smallest usual board that has all points of a game, its variations included; of a game with few moves none below 19 lines.
pub(super) fn fitting_size(root: Node<'_>) -> BoardSize {
    let (mut farthest, mut moves, mut waiting) = (0, 0, vec![root]);
    while let Some(node) = waiting.pop() {
        for property in node.properties() {
            let is_move = matches!(property.name(), Name::B | Name::W);
            if !is_move && !matches!(property.name(), Name::AB | Name::AW | Name::AE) {
                continue;
            }
            for value in property.values() {
                let text = value.raw().trim();
                // Boards of up to 19 lines have no such point, and it is a pass on them.
                if let Some(side) = side(text).filter(|_| !(is_move && matches!(text, "tt" | "zz"))) {
                    farthest = farthest.max(side);
                    moves += usize::from(is_move);
                }
            }
        }
        waiting.extend(node.children());
    }
    let default = BoardSize::DEFAULT;
    let least = if moves < ENOUGH { default.width() } else { 0 };
    let mut usual = USUAL.into_iter().filter(|side| *side >= least);
    let side = usual.clone().find(|side| usize::from(*side) >= farthest).or(usual.next_back());
    side.and_then(|side| BoardSize::new(side, side)).unwrap_or(default)
}

/// How many lines a board has at least on which this point or rectangle is.
fn side(text: &str) -> Option<usize> {
    if let Some((_, last)) = rectangle(text) {
        return Some(1 + last.column().max(last.row()));
    }
    let vertex: Vertex = text.parse().ok()?;
    // The lowest row is the first one in this form.
    let last = SgfVertex::new(vertex.column().into(), vertex.row().saturating_sub(1).into())?;
    Some(1 + last.column().max(last.row()))
}
