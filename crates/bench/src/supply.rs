//! The games that the clients of a table play, one after the other.

use std::sync::Arc;

use crate::failure::Failure;
use crate::stage::{Instance, Pair};

/// A game to be played.
#[derive(Debug, Clone)]
pub(crate) struct Booked {
    /// Its id.
    pub(crate) id: String,
    /// Where stones are played, Black first.
    pub(crate) moves: Arc<[String]>,
}

/// Where a table's next game comes from.
#[derive(Debug)]
pub(crate) enum Supply {
    /// One game alone, until it is taken.
    One(Option<Booked>),
    /// A pair makes its games at a Tengen server, one after the other.
    Made { instance: Arc<Instance>, pair: Pair, moves: Moves },
    /// A server that knows no games takes any id.
    Named { table: usize, moves: Moves },
}

/// The moves of a table's games.
#[derive(Debug, Clone)]
pub(crate) struct Moves {
    of: Arc<[Arc<[String]>]>,
    next: usize,
}

impl Moves {
    /// All that there are, from one of them on. After the last comes the first.
    pub(crate) fn from(of: Arc<[Arc<[String]>]>, next: usize) -> Self {
        Self { of, next }
    }

    fn take(&mut self) -> (usize, Arc<[String]>) {
        let number = self.next;
        self.next += 1;
        (number, Arc::clone(&self.of[number % self.of.len()]))
    }
}

impl Supply {
    /// The next game, if there is one.
    pub(crate) async fn next(&mut self) -> Result<Option<Booked>, Failure> {
        Ok(match self {
            Self::One(booked) => booked.take(),
            Self::Made { instance, pair, moves } => {
                let id = instance.game(pair).await?;
                Some(Booked { id, moves: moves.take().1 })
            }
            Self::Named { table, moves } => {
                let (number, moves) = moves.take();
                Some(Booked { id: format!("{table:08}{number:08}"), moves })
            }
        })
    }
}
