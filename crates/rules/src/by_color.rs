//! A value for each side.

use std::ops::{Index, IndexMut};

use crate::Color;

/// One value for Black and one for White, in place of pairs of fields that are easily swapped.
///
/// ```
/// use tengen_rules::{ByColor, Color};
///
/// let mut prisoners = ByColor { black: 3, white: 1 };
/// prisoners[Color::White] += 1;
/// assert_eq!(prisoners.map(|count| count * 10), ByColor { black: 30, white: 20 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Asks `value` for each colour, Black first.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self { black: value(Color::Black), white: value(Color::White) }
    }

    /// Turns each value into another, Black's first.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: change(self.black), white: change(self.white) }
    }

    /// References to both values.
    pub fn as_ref(&self) -> ByColor<&T> {
        ByColor { black: &self.black, white: &self.white }
    }

    /// Each colour with its value, Black first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        Color::ALL.into_iter().map(|color| (color, &self[color]))
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_color_keeps_its_own_value() {
        let names = ByColor::from_fn(Color::name);
        assert_eq!(names[Color::Black], "black");
        assert_eq!(names[Color::White], "white");
        assert_eq!(
            names.iter().map(|(color, name)| (color, *name)).collect::<Vec<_>>(),
            [(Color::Black, "black"), (Color::White, "white")]
        );
        assert_eq!(names.as_ref().map(|name| name.len()), ByColor { black: 5, white: 5 });
    }
}
