//! The looks of a name, by which it is compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// The looks of a name as it is written, and in small letters. None is for people to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looks {
    /// The name without marks, widths and blanks, in small letters, and with its own letters: by this it is
    /// found.
    pub plain: String,
    /// The skeleton of the name in small letters: `IAN` is `ian`.
    pub small: String,
    /// The skeleton of the name as it is written, in small letters then: `Ian` is `lan`, for that is its
    /// look.
    pub written: String,
}

impl Looks {
    /// Whether a reader may take one for the other.
    pub fn intersects(&self, other: &Self) -> bool {
        self.small == other.small || self.written == other.written
    }
}

/// The looks of a name. Blanks do not count, and neither do marks on letters.
pub fn looks(name: &str) -> Looks {
    let plain: String = name.nfkd().filter(|letter| !is_combining_mark(*letter)).nfkc().collect();
    let plain: String = plain.chars().filter(|letter| !letter.is_whitespace()).collect();
    // By way of capitals, as of some letters there is but one form: ß is SS.
    let lower = plain.to_uppercase().to_lowercase();
    // A skeleton may bring capitals: that of 0 is O.
    let settled = |text: &str| bare(&bare(text).to_lowercase());
    let (small, written) = (settled(&lower), settled(&plain));
    Looks { plain: lower, small, written }
}

/// The skeleton of a text, which may bring marks of its own.
fn bare(text: &str) -> String {
    skeleton(text).nfd().filter(|letter| !is_combining_mark(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        looks(one).intersects(&looks(other))
    }

    #[test]
    fn case_width_marks_and_lookalikes_make_no_other_name() {
        for (one, other) in [
            ("Ann", "ANN"),
            ("Ann", "A n n"),
            ("Ann", "Ａｎｎ"),
            ("Ann", "Ánñ"),
            ("Ann", "\u{391}nn"),
            ("bob", "\u{412}ob"),
            ("Ian", "lan"),
            ("Ian", "1an"),
            ("ian", "IAN"),
            ("Otto", "0tt0"),
            ("modern", "rnodern"),
            ("paypal", "p\u{430}yp\u{430}l"),
            ("が", "か"),
            ("ｶﾞ", "ガ"),
            ("ß", "SS"),
            ("①", "1"),
            ("吴清源", "吳清源"),
            ("Olli Modern", "OLLI M0DERN"),
        ] {
            assert!(alike(one, other), "{one} and {other}: {:?} {:?}", looks(one), looks(other));
        }
        for (one, other) in
            [("Ann", "Anna"), ("Ann", "Bob"), ("吴清源", "木谷実"), ("ひかる", "ヒカル"), ("ian", "lan")]
        {
            assert!(!alike(one, other), "{one} and {other}");
        }
    }

    proptest! {
        #[test]
        fn a_name_looks_like_itself_in_any_case_and_width(name in "[A-Za-z0-9 à-öø-ÿα-ωа-я一-龥ぁ-んァ-ヶ가-힣]{0,32}") {
            prop_assert!(alike(&name, &name.to_uppercase()), "{:?} {:?}", looks(&name), looks(&name.to_uppercase()));
            let wide = |letter: char| match letter {
                '!'..='~' => char::from_u32(u32::from(letter) + 0xfee0).unwrap(),
                other => other,
            };
            let wide: String = name.chars().map(wide).collect();
            prop_assert!(alike(&name, &wide), "{:?} {:?}", looks(&name), looks(&wide));
            let plain = name.nfkc().collect::<String>();
            prop_assert!(alike(&name, &plain), "{:?} {:?}", looks(&name), looks(&plain));
        }
    }
}
