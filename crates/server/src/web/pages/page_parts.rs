//! Where the pages and their parts come from: out of the program, where each is compressed ahead, or out of a folder that
//! somebody works on.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tengen_pages::{Addresses, Language, Page, Texts, media_type};
use tengen_protocol::ProblemCode;

use super::embedded::{self, Embedded};
use super::escaped::escaped;
use crate::app::App;
use crate::voice::{self, Voice};
use crate::web::error::WebError;
use crate::web::fresh::Tag;

/// The page that stands in pages of others.
const IN_A_FRAME: &str = "embed.html";
/// The media type of a page.
const HTML: &str = "text/html; charset=utf-8";
/// For an address with a hash: browsers never ask for it again.
const LASTING: &str = "public, max-age=31536000, immutable";
/// For all other addresses: browsers ask each time and mostly hear that nothing changed.
const FRESH: &str = "no-cache";
/// For a page with its data. Such a page is of this moment and of one reader, so no answer is ever the same as the last one,
/// a proxy has nothing to keep, and who goes back to the page gets it as it is then.
const NEVER: &str = "no-store";

/// The additions of one request to a page's file.
#[derive(Debug, Clone, Default)]
pub(in crate::web) struct Varying {
    /// 200 if it is not set.
    pub(in crate::web) status: StatusCode,
    /// The title instead of the file's. The caller escapes it.
    pub(in crate::web) title: Option<String>,
    /// Tags that end the head. The caller escapes the texts in them.
    pub(super) head: String,
    /// Elements that begin the body. The caller escapes the texts in them.
    pub(super) top: String,
    /// JSON that the page's module would ask for otherwise: it stands in a `script` with the id `given`. Such a page is
    /// nobody's to keep.
    pub(in crate::web) data: Option<String>,
}

/// A page of this name in a language.
pub(in crate::web) fn page(
    app: &App,
    name: &str,
    language: Language,
    varying: &Varying,
    asked: &HeaderMap,
) -> Result<Response, WebError> {
    let announced = announced(app, name, language, varying);
    let varying = announced.as_ref().unwrap_or(varying);
    let mut answer = match (&app.options.static_dir, embedded_page(name, language)) {
        (Some(folder), _) => varied(&loose_page(folder, name, language)?, varying, asked),
        (None, Some(page)) if is_plain(varying) => packed(page, asked),
        (None, Some(page)) => varied(&String::from_utf8_lossy(page.plain()), varying, asked),
        (None, None) => return Err(ProblemCode::NotFound.into()),
    };
    let varies = HeaderValue::from_static("Accept-Encoding, Accept-Language, Cookie");
    answer.headers_mut().insert(header::VARY, varies);
    Ok(answer)
}

/// The same with the lines that stand on every page, if there are any; nothing in a frame of another page.
fn announced(app: &App, name: &str, language: Language, varying: &Varying) -> Option<Varying> {
    let lines = app.announcements.lines(language);
    if lines.is_empty() || name == IN_A_FRAME {
        return None;
    }
    let line = |(tag, text): &(String, String)| format!("<p lang=\"{}\">{}</p>", escaped(tag), escaped(text));
    let lines: String = lines.iter().map(line).collect();
    // A folder whose texts do not read has pages that tell so.
    let voice = Voice::new(app.options.static_dir.as_deref(), language).ok()?;
    let label = escaped(&voice.say("announcement.label", &[]));
    let top = format!("<aside class=\"announcements\" aria-label=\"{label}\">{lines}</aside>\n");
    Some(Varying { top, ..varying.clone() })
}

/// The file at `/static/` and this path.
pub(in crate::web) fn file(app: &App, path: &str, asked: &HeaderMap) -> Result<Response, WebError> {
    let Some(folder) = &app.options.static_dir else {
        let address = format!("/static/{path}");
        let found = embedded::FILES.binary_search_by(|(own, _)| (*own).cmp(&address));
        return found
            .map(|at| packed(&embedded::FILES[at].1, asked))
            .map_err(|_| ProblemCode::NotFound.into());
    };
    let content = match path.strip_prefix("texts/") {
        Some(texts) => loose_texts(folder, texts)?.map(String::into_bytes),
        None => on_disk(folder, path),
    };
    let content = content.ok_or(ProblemCode::NotFound)?;
    Ok(tagged(asked, &Tag::of(&content), &media_type(path), FRESH, || (None, Body::from(content))))
}

fn is_plain(varying: &Varying) -> bool {
    let Varying { status, title, head, top, data } = varying;
    *status == StatusCode::OK && title.is_none() && head.is_empty() && top.is_empty() && data.is_none()
}

fn embedded_page(name: &str, language: Language) -> Option<&'static Embedded> {
    let key = (name, language.tag());
    let at = embedded::PAGES.binary_search_by(|(own, _)| own.cmp(&key)).ok()?;
    Some(&embedded::PAGES[at].1)
}

/// A part of the program, in the smallest form that the client takes.
fn packed(part: &'static Embedded, asked: &HeaderMap) -> Response {
    let keeping = if part.lasting { LASTING } else { FRESH };
    let mut answer = tagged(asked, &Tag::made(part.tag), part.media_type, keeping, || {
        let (encoding, content) = if takes(asked, "br") {
            (Some("br"), part.brotli)
        } else if takes(asked, "gzip") {
            (Some("gzip"), part.gzip)
        } else {
            (None, part.plain())
        };
        (encoding, Body::from(content))
    });
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    answer
}

/// Whether a client takes a compressed form.
fn takes(asked: &HeaderMap, encoding: &str) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A page with the additions of this request.
fn varied(page: &str, varying: &Varying, asked: &HeaderMap) -> Response {
    let data = varying.data.as_deref().map_or_else(String::new, given);
    let page = titled(page, varying.title.as_deref());
    let page = page.replacen("</head>", &format!("{}</head>", varying.head), 1);
    let page = page.replacen("</body>", &format!("{data}</body>"), 1);
    let page = begun(page, &varying.top);
    let keeping = if varying.data.is_some() { NEVER } else { FRESH };
    if varying.status != StatusCode::OK || varying.data.is_some() {
        let headers = [(header::CONTENT_TYPE, HTML), (header::CACHE_CONTROL, keeping)];
        return (varying.status, headers, page).into_response();
    }
    tagged(asked, &Tag::of(page.as_bytes()), HTML, keeping, || (None, Body::from(page)))
}

/// A page whose body begins with these elements.
fn begun(mut page: String, top: &str) -> String {
    let place = page.find("<body").and_then(|body| Some(body + page[body..].find('>')? + 1));
    if let Some(place) = place.filter(|_| !top.is_empty()) {
        page.insert_str(place, &format!("\n{top}"));
    }
    page
}

/// JSON as an element that runs nothing. No text inside can end it or begin a comment: outside of texts JSON has no `<`.
fn given(json: &str) -> String {
    format!("<script type=\"application/json\" id=\"given\">{}</script>\n", json.replace('<', "\\u003c"))
}

/// A page with another title.
fn titled<'a>(page: &'a str, title: Option<&str>) -> Cow<'a, str> {
    let parts = title.zip(page.split_once("<title>")).and_then(|(title, (before, rest))| {
        let (_, behind) = rest.split_once("</title>")?;
        Some(format!("{before}<title>{title}</title>{behind}"))
    });
    parts.map_or(Cow::Borrowed(page), Cow::Owned)
}

/// An answer with a tag, or 304 if the client has it.
fn tagged(
    asked: &HeaderMap,
    tag: &Tag,
    media_type: &str,
    keeping: &'static str,
    content: impl FnOnce() -> (Option<&'static str>, Body),
) -> Response {
    let known = tag.is_known(asked);
    let (encoding, body) = if known { (None, Body::empty()) } else { content() };
    let mut answer = Response::new(body);
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keeping));
    headers.extend(tag.header().map(|tag| (header::ETAG, tag)));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        headers.extend(
            HeaderValue::from_str(media_type).ok().map(|media_type| (header::CONTENT_TYPE, media_type)),
        );
    }
    answer
}

fn read_texts(folder: &Path) -> Result<Cow<'static, Texts>, WebError> {
    voice::texts(Some(folder)).map_err(WebError::internal)
}

fn read_page(folder: &Path, name: &str) -> Result<Page, WebError> {
    let read = |path: &str| fs::read_to_string(folder.join(path));
    let document = read(name).map_err(|_| ProblemCode::NotFound)?;
    Page::read(&document, |path| read(path).ok()).map_err(|why| WebError::internal(format!("{name}: {why}")))
}

/// A page of the folder: its parts are the files themselves, and its texts are put together when they are asked for.
fn loose_page(folder: &Path, name: &str, language: Language) -> Result<String, WebError> {
    let stem = name.trim_end_matches(".html");
    let catalogue = format!("/static/texts/{}/{stem}.js", language.tag());
    let addresses = Addresses { catalogue, ..Addresses::default() };
    let texts = read_texts(folder)?;
    let written = read_page(folder, name)?.written(language, &texts, &addresses);
    written.map_err(|why| WebError::internal(format!("{name}: {why}")))
}

/// The texts of a page as a script (`ja/game.js`), or a theme (`ja/axes.json`).
fn loose_texts(folder: &Path, path: &str) -> Result<Option<String>, WebError> {
    let Some((Ok(language), name)) = path.split_once('/').map(|(tag, name)| (tag.parse::<Language>(), name))
    else {
        return Ok(None);
    };
    let texts = read_texts(folder)?;
    if let Some(theme) = name.strip_suffix(".json") {
        return Ok(texts.theme_json(language, theme));
    }
    let Some(page) = name.strip_suffix(".js").filter(|page| !page.contains(['/', '\\', '.'])) else {
        return Ok(None);
    };
    let address = |theme: &str| format!("/static/texts/{}/{theme}.json", language.tag());
    let script = read_page(folder, &format!("{page}.html"))?.catalogue(language, &texts, address);
    script.map(Some).map_err(|why| WebError::internal(format!("{page}: {why}")))
}

/// A file of the folder that is worked on.
fn on_disk(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let path = Path::new(path);
    let stays_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    if stays_inside { fs::read(folder.join(path)).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::{Varying, given, varied};

    #[test]
    fn no_text_ends_the_element_it_stands_in() {
        let name = "</script><!--<b>\u{2028}";
        let json = serde_json::to_string(name).unwrap();
        let element = given(&json);
        let inside = element.strip_prefix("<script type=\"application/json\" id=\"given\">").unwrap();
        let inside = inside.strip_suffix("</script>\n").unwrap();
        assert!(!inside.contains('<'), "{inside}");
        assert_eq!(serde_json::from_str::<String>(inside).unwrap(), name);
    }

    #[test]
    fn a_page_with_data_is_nobodys_to_keep() {
        let keeping = |data: Option<String>| {
            let varying = Varying { head: "<meta>".to_owned(), data, ..Varying::default() };
            let answer = varied("<head></head><body></body>", &varying, &HeaderMap::new());
            (
                answer.headers()["cache-control"].to_str().unwrap().to_owned(),
                answer.headers().contains_key("etag"),
            )
        };
        assert_eq!(keeping(Some("{}".to_owned())), ("no-store".to_owned(), false));
        assert_eq!(keeping(None), ("no-cache".to_owned(), true));
    }
}
