//! The catalogues: every text for people, in each language, by theme.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};
use serde::{Deserialize, Serialize};

use crate::{Error, Language};

/// A text with `{names}` to fill in, or one for each plural form of its language, chosen by `count`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    One(String),
    Forms(BTreeMap<String, String>),
}

/// The texts of one subject by their keys.
pub(crate) type Theme = BTreeMap<String, Text>;

/// A value for a `{name}` of a text.
#[derive(Debug, Clone, Copy)]
pub enum Param<'a> {
    /// A count; the one called `count` chooses the plural form.
    Count(u64),
    /// A name or another text.
    Text(&'a str),
}

/// All texts in all languages. Texts that a language lacks are English.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    themes: BTreeMap<(Language, String), Theme>,
}

impl Texts {
    /// Reads the themes of all languages from `static/text`: a folder for each language with a file for each theme.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let mut texts = Self::default();
        for language in Language::ALL {
            let own = folder.join(language.tag());
            // A language that is only begun is English as far as it goes.
            if language != Language::English && !own.is_dir() {
                continue;
            }
            let unreadable = |error| Error::Unreadable(own.display().to_string(), error);
            for entry in fs::read_dir(&own).map_err(unreadable)? {
                let path = entry.map_err(unreadable)?.path();
                let (Some(name), Some("json")) = (
                    path.file_stem().and_then(|name| name.to_str()),
                    path.extension().and_then(|end| end.to_str()),
                ) else {
                    continue;
                };
                let content = fs::read(&path).map_err(unreadable)?;
                texts
                    .add(language, name, &content)
                    .map_err(|error| Error::Theme(path.display().to_string(), error))?;
            }
        }
        Ok(texts)
    }

    /// All texts as one piece of JSON: languages with their themes.
    pub fn to_json(&self) -> String {
        let mut languages = BTreeMap::<_, BTreeMap<_, _>>::new();
        for ((language, name), theme) in &self.themes {
            languages.entry(language.tag()).or_default().insert(name, theme);
        }
        // Texts by texts can always be written.
        serde_json::to_string(&languages).unwrap_or_default()
    }

    /// Reads the JSON of [`Self::to_json`]. Languages that nobody knows are passed over.
    pub fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
        let languages: BTreeMap<String, BTreeMap<String, Theme>> = serde_json::from_slice(json)?;
        let known =
            languages.into_iter().filter_map(|(tag, themes)| Some((tag.parse::<Language>().ok()?, themes)));
        let themes = known.flat_map(|(language, themes)| {
            themes.into_iter().map(move |(name, theme)| ((language, name), theme))
        });
        Ok(Self { themes: themes.collect() })
    }

    /// Adds a theme of a language, as its file has it.
    pub fn add(&mut self, language: Language, theme: &str, json: &[u8]) -> Result<(), serde_json::Error> {
        self.themes.insert((language, theme.to_owned()), serde_json::from_slice(json)?);
        Ok(())
    }

    /// A theme in a language, completed by English; nothing if no theme has this name.
    pub(crate) fn theme(&self, language: Language, name: &str) -> Option<Theme> {
        let mut theme = self.themes.get(&(Language::English, name.to_owned()))?.clone();
        if let Some(own) = self.themes.get(&(language, name.to_owned())) {
            for (key, text) in &mut theme {
                if let Some(translated) = own.get(key) {
                    text.clone_from(translated);
                }
            }
        }
        Some(theme)
    }

    /// A theme in a language as JSON, for pages that fetch it later; nothing if no theme has this name.
    pub fn theme_json(&self, language: Language, name: &str) -> Option<String> {
        serde_json::to_string(&self.theme(language, name)?).ok()
    }

    fn find(&self, language: Language, key: &str) -> Option<&Text> {
        let of = |language| {
            self.themes
                .iter()
                .filter(move |((own, _), _)| *own == language)
                .find_map(|(_, theme)| theme.get(key))
        };
        of(language).or_else(|| of(Language::English))
    }

    /// A text that is filled in, in a language; the key itself if there is no such text.
    ///
    /// ```
    /// use tengen_pages::{Language, Param, Texts};
    ///
    /// let mut texts = Texts::default();
    /// texts.add(Language::English, "shared", br#"{"lost": {"one": "{name} lost {count} stone", "other": "{name} lost {count} stones"}}"#)?;
    /// let say = |count| texts.get(Language::English, "lost", &[("name", Param::Text("Aki")), ("count", Param::Count(count))]);
    /// assert_eq!((say(1), say(2)), ("Aki lost 1 stone".to_owned(), "Aki lost 2 stones".to_owned()));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn get(&self, language: Language, key: &str, params: &[(&str, Param<'_>)]) -> String {
        let text = match self.find(language, key) {
            None => return key.to_owned(),
            Some(Text::One(text)) => text,
            Some(Text::Forms(forms)) => {
                let count = params.iter().find_map(|param| match param {
                    ("count", Param::Count(count)) => Some(*count),
                    _ => None,
                });
                let form = count.map_or("other", |count| plural_form(language, count));
                match forms.get(form).or_else(|| forms.get("other")) {
                    Some(text) => text,
                    None => return key.to_owned(),
                }
            }
        };
        fill(text, params)
    }
}

/// What is called `other` in all languages, and `one` in some of them for one alone.
fn plural_form(language: Language, count: u64) -> &'static str {
    let rules = language.tag().parse::<Locale>().ok().and_then(|locale| {
        PluralRules::try_new(locale.into(), icu_plurals::PluralRulesOptions::default()).ok()
    });
    match rules.map(|rules| rules.category_for(count)) {
        Some(PluralCategory::Zero) => "zero",
        Some(PluralCategory::One) => "one",
        Some(PluralCategory::Two) => "two",
        Some(PluralCategory::Few) => "few",
        Some(PluralCategory::Many) => "many",
        Some(PluralCategory::Other) | None => "other",
    }
}

/// Puts parameters in the places of their names. A name without a parameter stays.
fn fill(text: &str, params: &[(&str, Param<'_>)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let param = after.split_once('}').and_then(|(name, behind)| {
            let (_, value) = params.iter().find(|(own, _)| *own == name)?;
            Some((value, behind))
        });
        match param {
            Some((Param::Text(value), behind)) => {
                filled.push_str(value);
                rest = behind;
            }
            Some((Param::Count(value), behind)) => {
                // Writing into a String can't fail.
                let _ = write!(filled, "{value}");
                rest = behind;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::{Param, Texts};
    use crate::Language::{English, Japanese};

    fn texts() -> Texts {
        let mut texts = Texts::default();
        let english = br#"{"won": {"one": "{who}: {count} point", "other": "{who}: {count} points"}, "hi": "Hello {who}{"}"#;
        texts.add(English, "shared", english).unwrap();
        texts
            .add(Japanese, "shared", r#"{"won": {"other": "{who}の{count}目勝ち"}, "old": "x"}"#.as_bytes())
            .unwrap();
        texts
    }

    #[test]
    fn a_language_has_its_own_plural_forms() {
        let say = |language, count| {
            texts().get(language, "won", &[("who", Param::Text("Aki")), ("count", Param::Count(count))])
        };
        assert_eq!(
            (say(English, 1), say(English, 3)),
            ("Aki: 1 point".to_owned(), "Aki: 3 points".to_owned())
        );
        assert_eq!(say(Japanese, 1), "Akiの1目勝ち");
    }

    #[test]
    fn what_a_language_lacks_is_english_and_what_nobody_has_is_its_key() {
        assert_eq!(texts().get(Japanese, "hi", &[("who", Param::Text("{who}"))]), "Hello {who}{");
        assert_eq!(texts().get(Japanese, "hi", &[]), "Hello {who}{");
        assert_eq!(texts().get(Japanese, "none", &[]), "none");
        let theme = texts().theme(Japanese, "shared").unwrap();
        assert_eq!(theme.keys().collect::<Vec<_>>(), ["hi", "won"]);
        assert!(texts().theme(Japanese, "none").is_none());
        let again = Texts::from_json(texts().to_json().as_bytes()).unwrap();
        assert_eq!(again.get(Japanese, "won", &[]), "{who}の{count}目勝ち");
    }
}
