//! One page: its file, and its text in a language.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::html::{self, Piece, Start};
use crate::texts::Theme;
use crate::{Language, Texts};

/// A page as its file has it.
///
/// `<meta name="texts" content="shared time">` names the themes that come with it, `<meta name="texts-later" ...>`
/// those that a part of it fetches when it is needed. `data-text="key"` says that an element holds that text and
/// nothing else, `data-text-label="key"` that its attribute `label` does. `<html-fragment src="/static/name.html">` stands
/// for the content of that file, which several pages share.
#[derive(Debug, Clone)]
pub struct Page {
    pieces: Vec<Piece>,
    now: Vec<String>,
    later: Vec<String>,
}

/// The element that stands for a fragment.
const FRAGMENT: &str = "html-fragment";

/// Where the parts of a page are.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    /// The script with the page's texts.
    pub catalogue: String,
    /// What stands for a file of the folder, by the address that the page's file has for it. A style sheet or module
    /// that stands for several is given for the first, and nothing for the others.
    pub replaced: BTreeMap<String, Option<String>>,
}

/// The texts of a page in its language: its script is one assignment of this.
#[derive(Serialize)]
struct Catalogue<'a> {
    language: &'a str,
    languages: Vec<(&'a str, &'a str)>,
    texts: Theme,
    later: BTreeMap<&'a str, String>,
}

impl Page {
    /// Takes a page's file apart; says in words where it is not written as pages are. `fragment` reads a file of the folder
    /// by its path.
    pub fn read(document: &str, fragment: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let pieces = with_fragments(html::read(document), fragment)?;
        let themes = |name: &str| {
            let metas = pieces.iter().filter_map(|piece| match piece {
                Piece::Start(tag) if tag.name == "meta" && tag.get("name") == Some(name) => {
                    tag.get("content")
                }
                _ => None,
            });
            metas.flat_map(str::split_whitespace).map(str::to_owned).collect::<Vec<_>>()
        };
        for (piece, next) in pieces.iter().zip(pieces.iter().skip(1).map(Some).chain([None])) {
            if let Piece::Start(tag) = piece
                && let Some(key) = tag.get("data-text")
                && !matches!(next, Some(Piece::Text(_) | Piece::End(_)))
            {
                return Err(format!("the element with the text {key} holds more than a text"));
            }
        }
        Ok(Self { now: themes("texts"), later: themes("texts-later"), pieces })
    }

    /// The values of an attribute of the elements with a name, in their order.
    fn values<'a>(&'a self, name: &'a str, attribute: &'a str) -> impl Iterator<Item = (&'a Start, &'a str)> {
        self.pieces.iter().filter_map(move |piece| match piece {
            Piece::Start(tag) if tag.name == name => Some((tag, tag.get(attribute)?)),
            _ => None,
        })
    }

    /// The addresses of its style sheets, in their order.
    pub fn styles(&self) -> Vec<&str> {
        let links = self.values("link", "href").filter(|(tag, _)| tag.get("rel") == Some("stylesheet"));
        links.map(|(_, address)| address).collect()
    }

    /// The address of its module.
    pub fn module(&self) -> Option<&str> {
        let mut scripts = self.values("script", "src").filter(|(tag, _)| tag.get("type") == Some("module"));
        scripts.next().map(|(_, address)| address)
    }

    /// The addresses of all files that it names.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let names = [("link", "href"), ("script", "src"), ("img", "src")];
        let addresses = names.into_iter().flat_map(|(name, attribute)| self.values(name, attribute));
        addresses.map(|(_, address)| address).filter(|address| address.starts_with("/static/"))
    }

    /// The themes that it fetches when they are needed.
    pub fn later(&self) -> &[String] {
        &self.later
    }

    /// The page in a language. The error tells in words which text or file is missing.
    pub fn written(
        &self,
        language: Language,
        texts: &Texts,
        addresses: &Addresses,
    ) -> Result<String, String> {
        let say = |key: &str| {
            let known = self
                .now
                .iter()
                .any(|name| texts.theme(language, name).is_some_and(|theme| theme.contains_key(key)));
            if known {
                Ok(texts.get(language, key, &[]))
            } else {
                Err(format!("no text {key} in its themes"))
            }
        };
        let mut pieces = Vec::with_capacity(self.pieces.len());
        let mut skipping = false;
        for piece in &self.pieces {
            match piece {
                Piece::Text(_) if skipping => skipping = false,
                Piece::Start(tag) => {
                    let Some(tag) = placed(tag, addresses) else { continue };
                    if tag.get("type") == Some("module") {
                        pieces.extend(script(&addresses.catalogue));
                    }
                    let (tag, text) = spoken(tag, language, &say)?;
                    pieces.push(Piece::Start(tag));
                    skipping = text.is_some();
                    pieces.extend(text.map(Piece::Text));
                }
                other => {
                    skipping = false;
                    pieces.push(other.clone());
                }
            }
        }
        Ok(html::write(&pieces))
    }

    /// The script that brings the page its texts. `address` says where a theme is that it fetches later.
    pub fn catalogue(
        &self,
        language: Language,
        texts: &Texts,
        address: impl Fn(&str) -> String,
    ) -> Result<String, String> {
        let mut known = Theme::new();
        for name in &self.now {
            known.extend(texts.theme(language, name).ok_or_else(|| format!("no theme {name}"))?);
        }
        let catalogue = Catalogue {
            language: language.tag(),
            languages: Language::ALL
                .into_iter()
                .map(|language| (language.tag(), language.own_name()))
                .collect(),
            texts: known,
            later: self.later.iter().map(|name| (name.as_str(), address(name))).collect(),
        };
        let json = serde_json::to_string(&catalogue).map_err(|error| error.to_string())?;
        Ok(format!("globalThis.tengenTexts={json};\n"))
    }
}

/// A page's pieces with the content of fragments in their places.
fn with_fragments(
    pieces: Vec<Piece>,
    fragment: impl Fn(&str) -> Option<String>,
) -> Result<Vec<Piece>, String> {
    let mut whole = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Start(tag) if tag.name == FRAGMENT => {
                let address = tag.get("src").unwrap_or_default();
                let content = address.strip_prefix("/static/").and_then(&fragment);
                whole.extend(html::read(&content.ok_or_else(|| format!("{address} is missing"))?));
            }
            Piece::End(name) if name == FRAGMENT => {}
            other => whole.push(other),
        }
    }
    Ok(whole)
}

/// A tag with the addresses that it shall have, or nothing if it has no place in the page that is sent.
fn placed(tag: &Start, addresses: &Addresses) -> Option<Start> {
    if tag.name == "meta" && matches!(tag.get("name"), Some("texts" | "texts-later")) {
        return None;
    }
    let mut tag = tag.clone();
    for attribute in ["href", "src"] {
        let Some(own) = tag.attributes.get_mut(attribute) else { continue };
        match addresses.replaced.get(own) {
            Some(Some(address)) => own.clone_from(address),
            Some(None) => return None,
            None => {}
        }
    }
    Some(tag)
}

/// A tag that speaks a language, and the text in it.
fn spoken(
    mut tag: Start,
    language: Language,
    say: &impl Fn(&str) -> Result<String, String>,
) -> Result<(Start, Option<String>), String> {
    if tag.name == "html" {
        tag.attributes.insert("lang".to_owned(), language.tag().to_owned());
    }
    let text = tag.attributes.remove("data-text").map(|key| say(&key)).transpose()?;
    let named: Vec<_> =
        tag.attributes.keys().filter_map(|name| name.strip_prefix("data-text-")).map(str::to_owned).collect();
    for name in named {
        if let Some(key) = tag.attributes.remove(&format!("data-text-{name}")) {
            tag.attributes.insert(name, say(&key)?);
        }
    }
    Ok((tag, text))
}

/// A script that runs before the page's module does.
fn script(address: &str) -> [Piece; 3] {
    let attributes = [("defer", ""), ("src", address)];
    let attributes = attributes.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let name = "script".to_owned();
    [Piece::Start(Start { name: name.clone(), attributes }), Piece::End(name), Piece::Text("\n".to_owned())]
}

#[cfg(test)]
mod tests {
    use super::{Addresses, Page};
    use crate::Language::{English, Japanese};
    use crate::Texts;

    const PAGE: &str = r#"<!doctype html>
<html lang="en"><head><meta name="texts" content="shared"><meta name="texts-later" content="more">
<title data-text="title">Tengen</title>
<link rel="stylesheet" href="/static/a.css"><link rel="stylesheet" href="/static/b.css">
<script type="module" src="/static/page.js"></script></head>
<body><button data-text="go" data-text-aria-label="title">Go</button><p id="empty"></p></body></html>
"#;

    fn texts() -> Texts {
        let mut texts = Texts::default();
        texts.add(English, "shared", br#"{"title": "Tengen & more", "go": "Go"}"#).unwrap();
        texts.add(Japanese, "shared", r#"{"title": "天元", "go": "打つ"}"#.as_bytes()).unwrap();
        texts.add(English, "more", br#"{"later": "Later"}"#).unwrap();
        texts
    }

    #[test]
    fn a_page_speaks_one_language_and_names_its_catalogue() {
        let page = Page::read(PAGE, |_| None).unwrap();
        let addresses = Addresses {
            catalogue: "/static/texts/ja/page.js".to_owned(),
            replaced: [
                ("/static/a.css".to_owned(), Some("/static/page.css".to_owned())),
                ("/static/b.css".to_owned(), None),
            ]
            .into(),
        };
        assert_eq!(
            page.written(Japanese, &texts(), &addresses).unwrap(),
            r#"<!doctype html>
<html lang="ja"><head>
<title>天元</title>
<link href="/static/page.css" rel="stylesheet">
<script defer src="/static/texts/ja/page.js"></script>
<script src="/static/page.js" type="module"></script></head>
<body><button aria-label="天元">打つ</button><p id="empty"></p></body></html>
"#
        );
        assert_eq!(page.styles(), ["/static/a.css", "/static/b.css"]);
        assert_eq!(page.module(), Some("/static/page.js"));
        let english = page.written(English, &texts(), &addresses).unwrap();
        assert!(english.contains("<title>Tengen &amp; more</title>"), "{english}");
    }

    #[test]
    fn a_catalogue_is_one_assignment() {
        let page = Page::read(PAGE, |_| None).unwrap();
        let script = page.catalogue(Japanese, &texts(), |theme| format!("/{theme}")).unwrap();
        assert!(
            script.starts_with(r#"globalThis.tengenTexts={"language":"ja","languages":[["en","English"],"#),
            "{script}"
        );
        assert!(
            script.ends_with(
                "\"texts\":{\"go\":\"打つ\",\"title\":\"天元\"},\"later\":{\"more\":\"/more\"}};\n"
            ),
            "{script}"
        );
    }

    #[test]
    fn what_is_read_without_scripts_speaks_the_language_too() {
        let page = r#"<meta name="texts" content="shared"><noscript><b data-text="go">Go</b> <a href="/x">x</a></noscript>"#;
        let written = Page::read(page, |_| None).unwrap().written(Japanese, &texts(), &Addresses::default());
        assert_eq!(written.unwrap(), r#"<noscript><b>打つ</b> <a href="/x">x</a></noscript>"#);
    }

    #[test]
    fn a_fragment_stands_where_a_page_names_it() {
        let page = r#"<meta name="texts" content="shared"><html-fragment src="/static/f/bar.html"></html-fragment><p>x</p>"#;
        let bar = |path: &str| (path == "f/bar.html").then(|| r#"<b data-text="go">Go</b>"#.to_owned());
        let written = Page::read(page, bar).unwrap().written(Japanese, &texts(), &Addresses::default());
        assert_eq!(written.unwrap(), "<b>打つ</b><p>x</p>");
        assert!(Page::read(page, |_| None).unwrap_err().contains("/static/f/bar.html is missing"));
    }

    #[test]
    fn what_a_page_may_not_do_is_said() {
        let read = |document: &str| Page::read(document, |_| None);
        assert!(read("<p data-text=\"a\"><b>x</b></p>").unwrap_err().contains("more than a text"));
        let page = read("<meta name=\"texts\" content=\"shared\"><p data-text=\"later\">x</p>").unwrap();
        assert!(
            page.written(English, &texts(), &Addresses::default()).unwrap_err().contains("no text later")
        );
        let page = read("<meta name=\"texts\" content=\"none\">").unwrap();
        assert!(page.catalogue(English, &texts(), str::to_owned).unwrap_err().contains("no theme none"));
    }
}
