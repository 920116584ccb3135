//! How much input is read.

/// Bounds on one file. Every collection that anybody made fits. For absurd input the memory stays below half a
/// gigabyte: a node takes 28 bytes, a property 24, a value 8, beside the text itself.
///
/// The depth of variations has no bound of its own: nothing here recurses, and a deep node costs no more than any
/// other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest text, in bytes.
    pub bytes: usize,
    /// The most nodes of all games together.
    pub nodes: usize,
    /// The most properties of all nodes together.
    pub properties: usize,
    /// The most values of all properties together.
    pub values: usize,
}

impl Limits {
    /// The limits of [`Collection::parse`](crate::Collection::parse): 64 MiB, 4 Mi nodes and properties, 8 Mi values.
    pub const DEFAULT: Limits =
        Limits { bytes: 64 << 20, nodes: 4 << 20, properties: 4 << 20, values: 8 << 20 };

    /// The bound on bytes that holds in any case, because places in the text are kept in 32 bits.
    pub(crate) fn longest(&self) -> usize {
        self.bytes.min(u32::MAX as usize)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
