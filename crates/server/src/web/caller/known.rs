//! Callers as use cases know them.

use std::ops::Deref;

/// A caller as use cases know one.
#[derive(Debug, Clone)]
pub(in crate::web) struct Known<T>(pub(super) T);

impl<T> Deref for Known<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
