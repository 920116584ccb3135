//! Whether routes describe themselves. That takes as long as all else at a start, and not every server is asked for
//! it. At a start they say who may ask for them.

tokio::task_local! {
    static DESCRIBING: ();
}

/// The routes that `make` puts together describe themselves to `aide`, whose notes are kept for each thread, too.
pub(super) fn describing<R>(make: impl FnOnce() -> R) -> R {
    DESCRIBING.sync_scope((), make)
}

/// Whether routes describe themselves now.
pub(in crate::web) fn is_describing() -> bool {
    DESCRIBING.try_with(|()| ()).is_ok()
}
