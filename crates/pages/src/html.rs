//! HTML as a row of tags and texts, so that a page can be changed without guessing where a tag ends.

use std::collections::BTreeMap;
use std::convert::Infallible;

use html5gum::{DefaultEmitter, HtmlString, Token, Tokenizer};

/// A piece of a document. Comments are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Doctype,
    Start(Start),
    End(String),
    Text(String),
}

/// A tag that begins an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
}

impl Start {
    /// The value of an attribute, if it is there.
    pub(crate) fn get(&self, attribute: &str) -> Option<&str> {
        self.attributes.get(attribute).map(String::as_str)
    }
}

fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The element that browsers without scripts read, and all others pass over as one text.
const NOSCRIPT: &str = "noscript";

/// Takes a document apart, as a browser without scripts reads it.
pub(crate) fn read(document: &str) -> Vec<Piece> {
    let mut whole: Vec<Piece> = Vec::new();
    for piece in as_with_scripts(document) {
        match piece {
            Piece::Text(content) if matches!(whole.last(), Some(Piece::Start(tag)) if tag.name == NOSCRIPT) =>
            {
                whole.extend(as_with_scripts(&content));
            }
            other => whole.push(other),
        }
    }
    whole
}

/// Takes a document apart; what is for browsers without scripts is one text.
fn as_with_scripts(document: &str) -> Vec<Piece> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let tokens = Tokenizer::new_with_emitter(document, emitter);
    let piece = |token: Result<Token, Infallible>| match token {
        Ok(Token::Doctype(_)) => Some(Piece::Doctype),
        Ok(Token::StartTag(tag)) => Some(Piece::Start(Start {
            name: text(&tag.name),
            attributes: tag.attributes.iter().map(|(name, value)| (text(name), text(value))).collect(),
        })),
        Ok(Token::EndTag(tag)) => Some(Piece::End(text(&tag.name))),
        Ok(Token::String(string)) => Some(Piece::Text(text(&string))),
        Ok(Token::Comment(_) | Token::Error(_)) | Err(_) => None,
    };
    tokens.filter_map(piece).collect()
}

/// Puts a document together. The indentation of its lines is left out.
pub(crate) fn write(pieces: &[Piece]) -> String {
    let mut written = String::new();
    for piece in pieces {
        match piece {
            Piece::Doctype => written.push_str("<!doctype html>"),
            Piece::Start(tag) => {
                written.push('<');
                written.push_str(&tag.name);
                for (name, value) in &tag.attributes {
                    written.push(' ');
                    written.push_str(name);
                    if !value.is_empty() {
                        written.push_str("=\"");
                        written.push_str(&value.replace('&', "&amp;").replace('"', "&quot;"));
                        written.push('"');
                    }
                }
                written.push('>');
            }
            Piece::End(name) => {
                written.push_str("</");
                written.push_str(name);
                written.push('>');
            }
            Piece::Text(text) => {
                let lines: Vec<_> = text.split('\n').collect();
                for (i, line) in lines.iter().enumerate() {
                    let line = if i > 0 { line.trim_start_matches(' ') } else { line };
                    written.push_str(&line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"));
                    if i + 1 < lines.len() && !written.ends_with('\n') {
                        written.push('\n');
                    }
                }
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn what_is_read_is_written_again() {
        let page = "<!doctype html>\n<p class=\"a\" hidden>1 &lt; 2 &amp; <b>so</b> on</p>\n<input>\n";
        assert_eq!(write(&read(page)), page);
    }

    #[test]
    fn what_is_for_browsers_without_scripts_has_tags_of_its_own() {
        let page = "<noscript><p>The same &amp; more: <a href=\"/file\">file</a></p></noscript><noscript>Text &lt; only</noscript>";
        assert_eq!(write(&read(page)), page);
        assert!(read(page).iter().any(|piece| matches!(piece, super::Piece::Start(tag) if tag.name == "a")));
    }

    #[test]
    fn comments_and_indentation_stay_behind() {
        assert_eq!(
            write(&read("<div>\n    <!-- why -->\n    <p title='\"'>x</p></div>")),
            "<div>\n<p title=\"&quot;\">x</p></div>"
        );
    }
}
