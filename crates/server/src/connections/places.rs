//! Places for connections. As many as the process may have files, less those that it needs itself; and some are kept for this
//! machine, so that its operator, its health check and a proxy on it get in when strangers have taken all others.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many places are kept for this machine.
const KEPT: usize = 64;
/// How many files the server needs for itself: databases, pages in a folder, the log.
const OWN_FILES: u64 = 128;
/// The part of all places that the connections of one address may take.
const SHARE: usize = 4;

/// The places of one kind.
#[derive(Debug, Clone)]
pub(super) struct Places {
    open: Arc<Semaphore>,
    kept: Arc<Semaphore>,
    all: usize,
}

/// A place that is taken, until it is dropped.
pub(super) type ConnectionPlace = OwnedSemaphorePermit;

impl Places {
    /// So many places in all, those that are kept included.
    pub(super) fn new(all: usize) -> Self {
        let all = all.min(Semaphore::MAX_PERMITS);
        let kept = KEPT.min(all / SHARE);
        Self { open: Arc::new(Semaphore::new(all - kept)), kept: Arc::new(Semaphore::new(kept)), all }
    }

    /// Places for the connections of a process that may have so many files.
    pub(super) fn for_files(limit: u64) -> Self {
        let own = OWN_FILES.min(limit / 2);
        Self::new(usize::try_from(limit - own).unwrap_or(usize::MAX))
    }

    /// How many places there are.
    pub(super) fn all(&self) -> usize {
        self.all
    }

    /// How many of them one address may take: a quarter. An address that speaks for many, as a proxy does: three quarters.
    pub(super) fn share(&self, of_many: bool) -> u32 {
        let quarter = self.all / SHARE;
        u32::try_from(if of_many { self.all - quarter } else { quarter }).unwrap_or(u32::MAX)
    }

    /// Takes one of the places that are for everybody, if that is allowed, or else one of those that are kept.
    pub(super) fn take(&self, open: bool, kept: bool) -> Option<ConnectionPlace> {
        let take = |places: &Arc<Semaphore>| Arc::clone(places).try_acquire_owned().ok();
        let place = if open { take(&self.open) } else { None };
        place.or_else(|| if kept { take(&self.kept) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_places_are_kept_for_this_machine() {
        let places = Places::for_files(1_024);
        assert_eq!((places.all(), places.share(false), places.share(true)), (896, 224, 672));
        let taken: Vec<_> = std::iter::from_fn(|| places.take(true, false)).collect();
        assert_eq!(taken.len(), 896 - KEPT);
        let here: Vec<_> = std::iter::from_fn(|| places.take(true, true)).collect();
        assert_eq!(here.len(), KEPT);
        drop(taken);
        assert!(places.take(true, false).is_some());
    }

    #[test]
    fn few_files_leave_few_places_but_some() {
        let places = Places::for_files(64);
        assert_eq!((places.all(), places.share(false)), (32, 8));
        assert_eq!(std::iter::from_fn(|| places.take(true, false)).collect::<Vec<_>>().len(), 24);
        assert!(Places::for_files(u64::MAX).take(true, false).is_some());
    }
}
