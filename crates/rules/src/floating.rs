//! Stones that float in the other side's space.

use crate::regions::Regions;
use crate::surface::Surface;
use crate::{Board, ByColor, Color, Point};

/// With at least so many empty points that the other side does not reach, an area may have two eyes.
const ROOM: usize = 2;

/// An area that has no room either surrounds another if it has at least so many times its stones.
const LARGER: usize = 2;

/// Connected points that one side reaches from its stones without crossing the other side's.
struct Area {
    points: Vec<Point>,
    /// How many of them have a stone.
    stones: usize,
}

/// All that one side reaches.
struct Reach {
    areas: Vec<Area>,
    /// The area of each point, if the side reaches it.
    area_of: Vec<Option<usize>>,
}

impl Reach {
    fn of<S: Surface>(board: &Board<S>, color: Color) -> Reach {
        let surface = board.surface();
        let mut reach = Reach { areas: Vec::new(), area_of: vec![None; surface.size()] };
        for points in Regions::of(surface, |point| board.get(point) != Some(color.opponent())) {
            let stones = points.iter().filter(|&&point| board.get(point).is_some()).count();
            if stones == 0 {
                continue;
            }
            for point in &points {
                reach.area_of[point.index()] = Some(reach.areas.len());
            }
            reach.areas.push(Area { points, stones });
        }
        reach
    }

    /// For each area how many empty points it has that the other side does not reach.
    fn room<S: Surface>(&self, board: &Board<S>, other: &Reach) -> Vec<usize> {
        let is_own = |&&point: &&Point| board.get(point).is_none() && other.area_of[point.index()].is_none();
        self.areas.iter().map(|area| area.points.iter().filter(is_own).count()).collect()
    }
}

/// For each point whether it has a stone that floats in the other side's space. The area of such a stone has no room
/// for two eyes, and each point that it shares with the other side belongs to an area that has room, or that is much
/// larger. At the end of a game, when borders are closed, such stones are dead or in seki.
pub(crate) fn floating<S: Surface>(board: &Board<S>) -> Vec<bool> {
    let reach = ByColor::from_fn(|color| Reach::of(board, color));
    let room = ByColor::from_fn(|color: Color| reach[color].room(board, &reach[color.opponent()]));
    let mut floats = vec![false; board.surface().size()];
    for color in Color::ALL {
        let other = color.opponent();
        for (area, &own_room) in reach[color].areas.iter().zip(&room[color]) {
            let is_surrounded = |point: &Point| {
                reach[other].area_of[point.index()].is_none_or(|around| {
                    room[other][around] >= ROOM || reach[other].areas[around].stones >= LARGER * area.stones
                })
            };
            if own_room < ROOM && area.points.iter().all(is_surrounded) {
                for point in &area.points {
                    floats[point.index()] = board.get(*point).is_some();
                }
            }
        }
    }
    floats
}
