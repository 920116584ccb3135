//! The name that was meant where there is none.

use std::mem;

/// The name that is most like an unknown one; the first of several that are as like. None if there are no names.
pub fn nearest<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    names.into_iter().min_by_key(|name| distance(unknown, name))
}

/// How many letters are to be put in, taken out or exchanged to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.bytes().enumerate() {
        let mut diagonal = mem::replace(&mut row[0], line + 1);
        for (place, theirs) in other.bytes().enumerate() {
            let exchanged = diagonal + usize::from(letter != theirs);
            diagonal = row[place + 1];
            row[place + 1] = exchanged.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_has_the_fewest_other_letters() {
        let names = ["listen", "log", "log-format"];
        for (unknown, name) in
            [("lisen", "listen"), ("logs", "log"), ("log_format", "log-format"), ("", "log")]
        {
            assert_eq!(nearest(unknown, names), Some(name), "{unknown}");
        }
        assert_eq!(nearest("log", []), None);
    }

    #[test]
    fn a_distance_counts_letters_that_come_go_and_change() {
        for (one, other, expected) in
            [("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "adc", 1), ("abc", "bcd", 2)]
        {
            assert_eq!((distance(one, other), distance(other, one)), (expected, expected), "{one} {other}");
        }
    }
}
