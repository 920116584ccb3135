//! Names for those whose wish may be taken.

/// The number of them that are told by lot.
pub const LOTS: usize = 8;
/// The numbers that are tried first.
const FIRST: [u32; 3] = [2, 3, 4];
/// The digits of the drawn numbers, one after the other: the more people want a name, the longer the numbers
/// get.
const DIGITS: [u32; LOTS] = [2, 3, 4, 5, 6, 6, 7, 8];

/// The names to try for somebody who wishes for this one, in their order: the name itself, and the name with
/// numbers, the later ones drawn by these lots. None is longer than `most` characters. A number that the name
/// ends with already is changed, and none is set behind it.
///
/// ```
/// let names = tengen_names::numbered("Ann", 32, [5; tengen_names::LOTS]);
/// assert_eq!(names[..5], ["Ann", "Ann 2", "Ann 3", "Ann 4", "Ann 15"]);
/// assert_eq!(tengen_names::numbered("Guest 4821", 32, [5; tengen_names::LOTS])[..3], ["Guest 4821", "Guest 15", "Guest 105"]);
/// ```
pub fn numbered(name: &str, most: usize, lots: [u32; LOTS]) -> Vec<String> {
    let drawn = DIGITS.into_iter().zip(lots).map(|(digits, lot)| {
        let least = 10_u32.pow(digits - 1);
        least + lot % (9 * least)
    });
    let (base, first) = match name.rsplit_once(' ') {
        Some((base, number)) if is_number(number) && !base.trim().is_empty() => (base.trim_end(), &[][..]),
        _ => (name, &FIRST[..]),
    };
    let with = |number: u32| {
        let number = format!(" {number}");
        let room = most.saturating_sub(number.len());
        let base: String = base.chars().take(room).collect();
        format!("{}{number}", base.trim_end())
    };
    let numbers = first.iter().copied().chain(drawn).map(with);
    std::iter::once(name.to_owned()).chain(numbers).collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_name_is_too_long_and_all_differ(name in "[a-zあ-ん0-9 ]{1,32}", lots in any::<[u32; LOTS]>()) {
            let name = name.trim();
            prop_assume!(!name.is_empty());
            let names = numbered(name, 32, lots);
            prop_assert_eq!(&names[0], name);
            for each in &names {
                prop_assert!(each.chars().count() <= 32 && each.trim() == each, "{:?}", each);
            }
            let mut others = names[1..].to_vec();
            others.sort();
            others.dedup();
            prop_assert!(others.len() >= names.len() - 3, "{:?}", names);
        }
    }
}
