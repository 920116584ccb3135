//! Going through the chain.

use crate::Aside;
use crate::entry::{Link, START};

/// A walk through the entries, from the first on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    seq: i64,
    hash: String,
}

impl Default for Chain {
    fn default() -> Self {
        Self { seq: 0, hash: START.to_owned() }
    }
}

/// The place at which the chain does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("entry {seq}: {how}")]
pub struct Broken {
    /// The number of the entry at which it was found.
    pub seq: i64,
    /// How it was found.
    pub how: How,
}

/// How a chain does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum How {
    /// Entries are missing, or are there twice.
    #[error("it is not the next one")]
    Gap,
    /// The entry was changed.
    #[error("its hash is not that of what it says")]
    Changed,
    /// It stands behind another entry than it did.
    #[error("it did not follow the entry before it")]
    Torn,
    /// The reason beside it was changed.
    #[error("the reason beside it is not the one that was given")]
    ReasonChanged,
    /// The reason beside it is gone, and no entry says that it was removed.
    #[error("the reason beside it is gone, and no entry says who removed it")]
    ReasonMissing,
}

impl How {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gap => "gap",
            Self::Changed => "changed",
            Self::Torn => "torn",
            Self::ReasonChanged => "reason_changed",
            Self::ReasonMissing => "reason_missing",
        }
    }
}

impl Chain {
    /// Takes the next entry.
    ///
    /// # Errors
    ///
    /// When it does not belong there. The walk ends then: nothing that follows proves anything.
    pub fn next(&mut self, link: &Link) -> Result<(), Broken> {
        let broken = |how| Err(Broken { seq: link.entry.seq, how });
        if link.entry.seq != self.seq + 1 {
            return broken(How::Gap);
        }
        if !link.holds() {
            return broken(How::Changed);
        }
        if link.previous != self.hash {
            return broken(How::Torn);
        }
        self.seq = link.entry.seq;
        self.hash.clone_from(&link.hash);
        Ok(())
    }

    /// Takes the next entry, with what lies beside it; nothing, if it was removed or there was never anything.
    ///
    /// # Errors
    ///
    /// As [`next`](Self::next), and when another aside lies there than the one that was written.
    pub fn next_with(&mut self, link: &Link, aside: Option<&Aside>) -> Result<(), Broken> {
        self.next(link)?;
        match aside {
            Some(aside) if Some(aside.hash()) != link.entry.aside => {
                Err(Broken { seq: link.entry.seq, how: How::ReasonChanged })
            }
            _ => Ok(()),
        }
    }

    /// The number of the last entry; 0 before the first.
    pub fn seq(&self) -> i64 {
        self.seq
    }

    /// The hash of the last entry. Whoever keeps it elsewhere can tell later whether anything up to here was changed.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}
