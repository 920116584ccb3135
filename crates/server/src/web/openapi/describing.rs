//! Whether routes describe themselves. That takes as long as all else at a start, and not every server is asked for
//! it. At a start they say who may ask for them.

use std::cell::Cell;

thread_local! {
    static DESCRIBING: Cell<bool> = const { Cell::new(false) };
}

/// Ends a description, also where it panics.
struct Describing;

impl Drop for Describing {
    fn drop(&mut self) {
        DESCRIBING.set(false);
    }
}

/// The routes that `make` puts together describe themselves to `aide`, whose notes are kept for each thread, too.
pub(super) fn describing<R>(make: impl FnOnce() -> R) -> R {
    DESCRIBING.set(true);
    let _describing = Describing;
    make()
}

/// Whether routes describe themselves now.
pub(in crate::web) fn is_describing() -> bool {
    DESCRIBING.get()
}
