//! How much has come over a connection since its last whole message.
//!
//! A message of a socket may come in any number of frames, and nobody hears of it before the last one is here. An endless
//! message of empty frames is never too long, so its bytes are counted where they arrive.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The bytes that have come over one connection. Cheap to clone; the clones count together.
#[derive(Debug, Clone)]
pub struct Received(Arc<Count>);

#[derive(Debug)]
struct Count {
    bytes: AtomicUsize,
    most: AtomicUsize,
}

impl Received {
    /// Nothing yet, on a connection for requests, whose bodies have limits of their own.
    pub fn unbounded() -> Self {
        Self(Arc::new(Count { bytes: AtomicUsize::new(0), most: AtomicUsize::new(usize::MAX) }))
    }

    /// From now on no message takes more bytes than these, with the heads of its frames and bytes that are read ahead.
    pub fn bound(&self, most: usize) {
        self.0.bytes.store(0, Relaxed);
        self.0.most.store(most, Relaxed);
    }

    /// Counts bytes that have come. Answers whether so many may belong to one message.
    pub fn count(&self, bytes: usize) -> bool {
        self.0.bytes.fetch_add(bytes, Relaxed).saturating_add(bytes) <= self.0.most.load(Relaxed)
    }

    /// Takes note of a whole message.
    pub fn message(&self) {
        self.0.bytes.store(0, Relaxed);
    }
}
