//! Connections over dame that an opponent cannot cut.
//!
//! There are two kinds. A *pair* is two empty points next to the same chains: when the opponent plays on one, the owner
//! plays on the other. Bamboo joints and diagonal connections are pairs. A *guarded* point is next to several chains,
//! and the opponent cannot stand on it: a stone there would have no liberty, or only one, on which the owner takes the
//! stone. Hanging connections and snapbacks are guarded.
//!
//! A point can answer one threat only. So of links that share a point one counts at most: one that joins all that the
//! others join. Links that hold independently of each other may be relied upon together; see M. Müller, "Playing it
//! Safe: Recognizing Secure Territories in Computer Go by Using Static Rules and Search" (1997).

use super::joined::Joined;
use crate::surface::Surface;
use crate::{Board, Color, Point};

/// A way to connect chains against any answer of the opponent.
struct Link {
    /// The points that it needs for itself; the same one twice if it needs only one.
    points: [Point; 2],
    /// The chains that it connects, at least two, in order.
    chains: Vec<Point>,
}

/// Joins the chains of a colour that have links over these points of dame. The board has living stones only.
pub(super) fn join_linked<S: Surface>(board: &Board<S>, color: Color, dame: &[Point], joined: &mut Joined) {
    let mut free: Vec<(Point, Option<Point>)> = dame
        .iter()
        .filter(|&&point| chains_at(board, color, point, joined).len() > 1)
        .map(|&point| (point, guard(board, color, point)))
        .collect();
    loop {
        // Chains that are joined now may make more links, but not over points that are relied upon already.
        let links = links(board, color, &free, joined);
        let mut at: Vec<Vec<Point>> = vec![Vec::new(); board.surface().size()];
        for link in &links {
            for point in link.points {
                merge(&mut at[point.index()], &link.chains);
            }
        }
        let holds = |link: &&Link| link.points.iter().all(|point| at[point.index()] == link.chains);
        let mut used = Vec::new();
        for link in links.iter().filter(holds) {
            joined.join_all(&link.chains);
            used.extend(link.points);
        }
        if used.is_empty() {
            return;
        }
        free.retain(|(point, _)| !used.contains(point));
        for (_, guard) in &mut free {
            *guard = guard.filter(|point| !used.contains(point));
        }
    }
}

/// All links over these points, each with the point on which the owner answers if it is guarded.
fn links<S: Surface>(
    board: &Board<S>,
    color: Color,
    free: &[(Point, Option<Point>)],
    joined: &Joined,
) -> Vec<Link> {
    let chains: Vec<Vec<Point>> =
        free.iter().map(|&(point, _)| chains_at(board, color, point, joined)).collect();
    let mut links = Vec::new();
    for (index, &(point, guard)) in free.iter().enumerate().filter(|(index, _)| chains[*index].len() > 1) {
        if let Some(answer) = guard {
            links.push(Link { points: [point, answer], chains: chains[index].clone() });
        }
        for (other, &(other_point, _)) in free.iter().enumerate().skip(index + 1) {
            let shared: Vec<Point> =
                chains[index].iter().filter(|chain| chains[other].contains(chain)).copied().collect();
            if shared.len() > 1 {
                links.push(Link { points: [point, other_point], chains: shared });
            }
        }
    }
    links
}

/// The chains of a colour next to a point, those joined as one.
pub(super) fn chains_at<S: Surface>(
    board: &Board<S>,
    color: Color,
    point: Point,
    joined: &Joined,
) -> Vec<Point> {
    let stones = board.surface().neighbours(point).iter().filter(|&&at| board.get(at) == Some(color));
    joined.roots(stones.filter_map(|&stone| board.representative(stone)))
}

/// If the opponent cannot stand on a point, the point on which a stone there is taken; where the opponent may not even
/// play on it, the point itself. The stone that takes must not be left in atari, nor may any chain next to the point.
fn guard<S: Surface>(board: &Board<S>, color: Color, point: Point) -> Option<Point> {
    let (mut trial, mut taken) = (board.clone(), Vec::new());
    trial.place(point, color.opponent(), &mut taken);
    if !taken.is_empty() {
        return taken.contains(&point).then_some(point);
    }
    let answer = trial.last_liberty(point)?;
    trial.place(answer, color, &mut taken);
    let mut stones = board.surface().neighbours(point).iter().chain([&answer]);
    let stands = |stone: &Point| trial.get(*stone) != Some(color) || trial.last_liberty(*stone).is_none();
    (taken.contains(&point) && trial.get(answer) == Some(color) && stones.all(stands)).then_some(answer)
}

/// Adds the missing items to a sorted list.
fn merge(list: &mut Vec<Point>, more: &[Point]) {
    list.extend(more);
    list.sort_unstable();
    list.dedup();
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Stones, Topology};

    /// How many groups the links leave of the black chains, with all empty points as dame.
    fn groups(columns: usize, rows: &str) -> usize {
        let grid = Arc::new(Topology::grid(columns, rows.split_whitespace().count()).unwrap());
        let board = Board::from_stones(Arc::clone(&grid), &Stones::parse(&grid, rows).unwrap()).unwrap();
        let dame: Vec<Point> = grid.points().filter(|&point| board.get(point).is_none()).collect();
        let mut joined = Joined::new(grid.size());
        join_linked(&board, Color::Black, &dame, &mut joined);
        joined.roots(board.chains().filter(|&stone| board.get(stone) == Some(Color::Black))).len()
    }

    #[test]
    fn what_cannot_be_cut_is_joined() {
        for (name, columns, rows, expected) in [
            ("a bamboo joint", 3, "BBW ..W BBW", 1),
            ("a diagonal", 3, "B.W .BW WWW", 1),
            ("a diagonal that is cut on one side", 3, "BWW .BW WWW", 2),
            ("one shared liberty", 2, "BW .W BW", 2),
            ("a hanging connection", 4, ".BWW BBWW ..WW BWWW BBWW .BW.", 1),
            ("the same where the stone that takes is in atari", 3, "BBW ..W BWW", 2),
            (
                "a snapback: the cutting stone is taken with the one beside it",
                4,
                ".BW. BBWW .W.W BBBW .BWW",
                1,
            ),
            ("three chains in a row, joined one by one", 3, "BBW ..W BBW ..W BBW", 1),
        ] {
            assert_eq!(groups(columns, rows), expected, "{name}");
        }
    }
}
