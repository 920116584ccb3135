//! Places on a page.

/// A place on a page, in thousandths of the distance between neighbours on a grid: `x` from the left, `y` from the
/// top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}
