//! The shapes in which the parts of a game are kept.

use serde::{Deserialize, Serialize};
use tengen_game::Millis;
use tengen_rules::{ByColor, Point, Topology, Vertex};

use crate::StoredError;
use crate::word::Word;

/// The shape in which a `T` is kept. Points are kept by their names, so both ways lead over the board.
pub(crate) trait Keeps<T>: Sized {
    /// The shape of a value.
    fn keep(value: &T, topology: &Topology) -> Self;

    /// The value that was kept.
    ///
    /// # Errors
    ///
    /// A vertex that is not on the board.
    fn give_back(self, topology: &Topology) -> Result<T, StoredError>;
}

impl<T: Copy> Keeps<T> for Word<T> {
    fn keep(value: &T, _: &Topology) -> Self {
        Self(*value)
    }

    fn give_back(self, _: &Topology) -> Result<T, StoredError> {
        Ok(self.0)
    }
}

impl Keeps<Point> for Word<Vertex> {
    fn keep(point: &Point, topology: &Topology) -> Self {
        Self(topology.vertex(*point))
    }

    fn give_back(self, topology: &Topology) -> Result<Point, StoredError> {
        topology.point(self.0).ok_or(StoredError::OffBoard(self.0))
    }
}

/// Numbers are kept as they are.
macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Keeps<$number> for $number {
            fn keep(value: &$number, _: &Topology) -> Self {
                *value
            }

            fn give_back(self, _: &Topology) -> Result<$number, StoredError> {
                Ok(self)
            }
        })*
    };
}

numbers! { u32 Millis }

impl<T, K: Keeps<T>> Keeps<Option<T>> for Option<K> {
    fn keep(value: &Option<T>, topology: &Topology) -> Self {
        value.as_ref().map(|value| K::keep(value, topology))
    }

    fn give_back(self, topology: &Topology) -> Result<Option<T>, StoredError> {
        self.map(|kept| kept.give_back(topology)).transpose()
    }
}

impl<T, K: Keeps<T>> Keeps<Vec<T>> for Vec<K> {
    fn keep(values: &Vec<T>, topology: &Topology) -> Self {
        values.iter().map(|value| K::keep(value, topology)).collect()
    }

    fn give_back(self, topology: &Topology) -> Result<Vec<T>, StoredError> {
        self.into_iter().map(|kept| kept.give_back(topology)).collect()
    }
}

/// One value for each player.
#[derive(Serialize, Deserialize)]
pub(crate) struct Pair<K> {
    black: K,
    white: K,
}

impl<T, K: Keeps<T>> Keeps<ByColor<T>> for Pair<K> {
    fn keep(values: &ByColor<T>, topology: &Topology) -> Self {
        Self { black: K::keep(&values.black, topology), white: K::keep(&values.white, topology) }
    }

    fn give_back(self, topology: &Topology) -> Result<ByColor<T>, StoredError> {
        Ok(ByColor { black: self.black.give_back(topology)?, white: self.white.give_back(topology)? })
    }
}
