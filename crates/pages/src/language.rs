//! The languages of the pages, and the choice of one for a reader.

use std::str::FromStr;

/// A language that has catalogues. To add one is a row of each table here, and a folder in `static/text`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, which every other language falls back to.
    English,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
    /// Chinese in simplified characters.
    SimplifiedChinese,
    /// Chinese in traditional characters.
    TraditionalChinese,
}

impl Language {
    /// Every language, in the order in which a reader is offered them.
    pub const ALL: [Self; 5] =
        [Self::English, Self::Japanese, Self::Korean, Self::SimplifiedChinese, Self::TraditionalChinese];

    /// The language as BCP 47 writes it, which is also the name of its folder.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::SimplifiedChinese => "zh-Hans",
            Self::TraditionalChinese => "zh-Hant",
        }
    }

    /// The language's name in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "日本語",
            Self::Korean => "한국어",
            Self::SimplifiedChinese => "简体中文",
            Self::TraditionalChinese => "繁體中文",
        }
    }

    /// The language for a reader: the one chosen by hand, else the best of an `Accept-Language` header, else English.
    ///
    /// ```
    /// use tengen_pages::Language;
    ///
    /// assert_eq!(Language::of_reader(None, Some("fr, zh-TW;q=0.8, en;q=0.9")), Language::English);
    /// assert_eq!(Language::of_reader(None, Some("zh-TW, en;q=0.9")), Language::TraditionalChinese);
    /// assert_eq!(Language::of_reader(Some("ko"), Some("zh-TW")), Language::Korean);
    /// ```
    pub fn of_reader(chosen: Option<&str>, accepted: Option<&str>) -> Self {
        let chosen = chosen.and_then(|tag| tag.parse().ok());
        chosen.or_else(|| best_of(accepted?)).unwrap_or(Self::English)
    }

    /// The language that a reader of this one understands: a region or a script more or less makes no difference,
    /// but for Chinese, where the region tells the script.
    fn serving(range: &str) -> Option<Self> {
        let subtags: Vec<_> = range.split('-').map(str::to_ascii_lowercase).collect();
        let says = |subtag: &str| subtags.iter().any(|own| own == subtag);
        match subtags.first()?.as_str() {
            "en" => Some(Self::English),
            "ja" => Some(Self::Japanese),
            "ko" => Some(Self::Korean),
            "zh" if says("hans") => Some(Self::SimplifiedChinese),
            "zh" if ["hant", "tw", "hk", "mo"].into_iter().any(says) => Some(Self::TraditionalChinese),
            "zh" => Some(Self::SimplifiedChinese),
            _ => None,
        }
    }
}

impl FromStr for Language {
    type Err = ();

    fn from_str(tag: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|language| language.tag() == tag).ok_or(())
    }
}

/// The language with the greatest weight in an `Accept-Language` header; of equal ones the first.
fn best_of(header: &str) -> Option<Language> {
    let weighed = header.split(',').filter_map(|part| {
        let mut parts = part.split(';').map(str::trim);
        let range = parts.next()?;
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        let weight: f32 = weight.map_or(Ok(1.0), str::parse).ok()?;
        (weight > 0.0 && weight <= 1.0).then_some((Language::serving(range)?, weight))
    });
    weighed.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::Language::{self, English, Japanese, Korean, SimplifiedChinese, TraditionalChinese};

    #[test]
    fn the_region_of_chinese_tells_the_script() {
        for (header, language) in [
            ("zh-TW", TraditionalChinese),
            ("zh-HK,zh;q=0.9", TraditionalChinese),
            ("zh-MO", TraditionalChinese),
            ("zh-hant", TraditionalChinese),
            ("zh-Hant-CN", TraditionalChinese),
            ("zh", SimplifiedChinese),
            ("zh-CN", SimplifiedChinese),
            ("zh-SG", SimplifiedChinese),
            ("zh-Hans-HK", SimplifiedChinese),
        ] {
            assert_eq!(Language::of_reader(None, Some(header)), language, "{header}");
        }
    }

    #[test]
    fn the_greatest_weight_wins_and_nonsense_is_passed_over() {
        for (header, language) in [
            ("ja", Japanese),
            ("de, ko;q=0.3, ja;q=0.7", Japanese),
            ("ko-KR, ja", Korean),
            ("ja;q=0, en;q=0.1", English),
            ("ja;q=NaN, ko;q=0.2", Korean),
            ("ja;q=inf;;, , ;q=1, *", English),
            ("ja;q=inf, ko;q=1e3, zh;q=1.1, en;q=0.1", English),
            ("en;Q=0.8, ja;level=1", Japanese),
            ("fr, de", English),
            ("", English),
        ] {
            assert_eq!(Language::of_reader(None, Some(header)), language, "{header}");
        }
        assert_eq!(Language::of_reader(None, None), English);
    }

    #[test]
    fn a_choice_by_hand_counts_if_it_names_a_language() {
        assert_eq!(Language::of_reader(Some("zh-Hant"), Some("ja")), TraditionalChinese);
        assert_eq!(Language::of_reader(Some("xx"), Some("ja")), Japanese);
        for language in Language::ALL {
            assert_eq!(language.tag().parse(), Ok(language));
        }
    }
}
