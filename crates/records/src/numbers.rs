//! The numbers of a record's nodes.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use tengen_protocol::records::RecordNode;

use crate::Bounds;

/// The numbers of a record's nodes, in the order in which its nodes are listed. A node keeps its number for
/// as long as it is there, wherever others come and go, and no other node gets it afterwards. In a record
/// that nobody has changed the numbers are the places in the list.
///
/// As text they are the next new number and the ranges: `7:0-2,6,3`.
///
/// ```
/// use tengen_records::Numbers;
///
/// let numbers: Numbers = "7:0-2,6,3".parse()?;
/// assert_eq!((numbers.at(3), numbers.at(4)), (6, 3));
/// assert_eq!(numbers.to_string(), "7:0-2,6,3");
/// # Ok::<(), tengen_records::NumbersError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Nothing, if they are the places.
    order: Vec<u32>,
    next: u32,
}

impl Numbers {
    /// The numbers of nodes in their order, none of which is `next` or beyond it.
    pub(crate) fn new(order: Vec<u32>, next: u32) -> Self {
        let is_plain =
            next as usize == order.len() && (0..).zip(&order).all(|(place, number)| place == *number);
        if is_plain { Self::default() } else { Self { order, next } }
    }

    /// Whether each number is the place of its node.
    pub fn are_places(&self) -> bool {
        self.order.is_empty()
    }

    /// The number of the node at a place of the list.
    pub fn at(&self, place: u32) -> u32 {
        self.order.get(place as usize).copied().unwrap_or(place)
    }

    /// The numbers among these whose nodes are gone. Each is that of a node that was in the record once.
    ///
    /// ```
    /// use tengen_records::Numbers;
    ///
    /// let numbers: Numbers = "7:0-2,6,3".parse()?;
    /// assert_eq!(numbers.gone_of([0, 3, 4, 5]), [4, 5].into());
    /// # Ok::<(), tengen_records::NumbersError>(())
    /// ```
    pub fn gone_of(&self, numbers: impl IntoIterator<Item = u32>) -> BTreeSet<u32> {
        if self.are_places() {
            // No number was ever given back.
            return BTreeSet::new();
        }
        // Mostly a few are asked for, of a record of many.
        let mut gone: BTreeSet<u32> = numbers.into_iter().collect();
        for number in &self.order {
            if gone.is_empty() {
                break;
            }
            gone.remove(number);
        }
        gone
    }

    /// The next new number in a record with so many nodes.
    pub(crate) fn next(&self, nodes: u32) -> u32 {
        self.next.max(nodes)
    }

    /// Writes the numbers to the nodes.
    pub(crate) fn name(&self, nodes: &mut [RecordNode]) {
        for ((place, node), number) in (0..).zip(nodes).zip(&self.order) {
            node.node = Some(*number).filter(|number| *number != place);
        }
    }

    /// The numbers in rows, each of which counts up.
    fn ranges(&self) -> Vec<RangeInclusive<u32>> {
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for &number in &self.order {
            match ranges.last_mut() {
                Some(last) if last.end().checked_add(1) == Some(number) => *last = *last.start()..=number,
                _ => ranges.push(number..=number),
            }
        }
        ranges
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.next)?;
        for (place, range) in self.ranges().into_iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            match range.clone().count() {
                1 => write!(f, "{comma}{}", range.start())?,
                _ => write!(f, "{comma}{}-{}", range.start(), range.end())?,
            }
        }
        Ok(())
    }
}

/// A text that is no list of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumbersError;

impl fmt::Display for NumbersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the numbers of a record's nodes")
    }
}

impl std::error::Error for NumbersError {}

impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Self, NumbersError> {
        let (next, ranges) = text.split_once(':').ok_or(NumbersError)?;
        let next = number(next)?;
        let mut order = Vec::new();
        for range in ranges.split(',').filter(|range| !range.is_empty()) {
            let (start, end) = range.split_once('-').unwrap_or((range, range));
            let (start, end) = (number(start)?, number(end)?);
            let fits =
                start <= end && end < next && order.len() + ((end - start) as usize) < Bounds::GREAT.nodes;
            if !fits {
                return Err(NumbersError);
            }
            order.extend(start..=end);
        }
        Ok(Self::new(order, next))
    }
}

fn number(text: &str) -> Result<u32, NumbersError> {
    text.parse().map_err(|_| NumbersError)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "3", "a:0", "3:0-3", "3:2-1", "3:0,x", "3:-1", "99999999:0-200000"] {
            assert_eq!(text.parse::<Numbers>(), Err(NumbersError), "{text:?}");
        }
        assert!("3:0-2".parse::<Numbers>().unwrap().are_places());
        assert!(!"4:0-2".parse::<Numbers>().unwrap().are_places(), "the last one is gone");
    }

    proptest! {
        #[test]
        fn numbers_read_back(order in prop::collection::btree_set(0u32..40, 0..30).prop_map(|set| set.into_iter().collect::<Vec<_>>()).prop_shuffle()) {
            let numbers = Numbers::new(order.clone(), 40);
            prop_assert_eq!(&numbers.to_string().parse::<Numbers>().unwrap(), &numbers);
            for (place, number) in (0..).zip(order) {
                prop_assert_eq!(numbers.at(place), number);
            }
        }
    }
}
