//! A position that somebody asks for, in all the ways in which it counts as the same.

use tengen_rules::{Color, Point, Stones, Symmetries};

use crate::places::Places;

/// A position that somebody asks for, turned in every way and with the colours as they are and exchanged.
#[derive(Debug, Clone)]
pub struct Sought {
    /// How many ways there are.
    ways: usize,
    /// The stone that each way has on a point, as a number: those of the first point, then those of the second, and so on.
    stones: Vec<u8>,
    /// The places of the stones in each way.
    places: Vec<Places>,
    /// How many stones it has.
    count: usize,
}

impl Sought {
    /// A position on a board with these symmetries. Points that the board does not have count as empty.
    pub fn new(stones: &Stones, symmetries: &Symmetries) -> Self {
        let all = symmetries.all();
        let ways = all.len() * 2;
        let mut turned = vec![number(None); stones.size() * ways];
        let mut places = vec![Places::none(stones.size()); ways];
        for (at, stone) in stones.iter().enumerate() {
            let Some(color) = stone else { continue };
            for (way, symmetry) in all.iter().enumerate() {
                let Some(place) = symmetry.places().get(at) else { continue };
                // Each way is followed by the same with the colours exchanged.
                for (way, color) in [(way * 2, color), (way * 2 + 1, color.opponent())] {
                    turned[place.index() * ways + way] = number(Some(color));
                    places[way].add(*place, color);
                }
            }
        }
        let count = stones.iter().flatten().count();
        Self { ways, stones: turned, places, count }
    }

    /// How many ways there are.
    pub(crate) fn ways(&self) -> usize {
        self.ways
    }

    /// How many points the board has.
    pub(crate) fn points(&self) -> usize {
        self.stones.len() / self.ways.max(1)
    }

    /// How many stones the position has.
    pub(crate) fn stones(&self) -> usize {
        self.count
    }

    /// The stones of all ways on a point, as numbers.
    pub(crate) fn on(&self, point: Point) -> &[u8] {
        let first = point.index() * self.ways;
        self.stones.get(first..first + self.ways).unwrap_or_default()
    }

    /// Whether in some way all but so many of its stones are at these places.
    pub(crate) fn is_among(&self, places: &Places, but: usize) -> bool {
        self.places.iter().any(|own| own.are_among(places, but))
    }

    /// Whether one of its ways has this stone on a point.
    pub(crate) fn has(&self, way: usize, point: Point, stone: Option<Color>) -> bool {
        self.on(point).get(way) == Some(&number(stone))
    }
}

/// A point's stone as a number.
pub(crate) const fn number(stone: Option<Color>) -> u8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}
