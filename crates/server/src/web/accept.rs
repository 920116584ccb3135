//! Which of the forms of an answer a client prefers.

use axum::http::{HeaderMap, header};

/// The media type of one JSON object a line.
pub(super) const NDJSON: &str = "application/x-ndjson";
/// The media type of game records.
pub(super) const SGF: &str = "application/x-go-sgf";
/// The media type of texts, which is that of records to some programs.
pub(super) const TEXT: &str = "text/plain";
/// The media type of forms with files.
pub(super) const FORM: &str = "multipart/form-data";
/// The media type of tables.
pub(super) const CSV: &str = "text/csv";
/// The media type of archives.
pub(super) const ZIP: &str = "application/zip";
/// The media type of server-sent events.
pub(super) const SSE: &str = "text/event-stream";
/// The media type of pages.
pub(super) const HTML: &str = "text/html";
/// The media type of everything else.
pub(super) const JSON: &str = "application/json";

/// The one of these media types that the `Accept` header ranks highest, the first of them in doubt, and if it names none:
/// an answer in another form than hoped for is of more use than none.
pub(super) fn preferred(headers: &HeaderMap, offered: &[&'static str]) -> &'static str {
    let ranges: Vec<Range<'_>> = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(Range::parse)
        .collect();
    let mut best = (0, offered.first().copied().unwrap_or(JSON));
    for media_type in offered {
        // The narrowest range that covers a type decides about it.
        let covering = ranges.iter().filter(|range| range.covers(media_type));
        let quality = covering.max_by_key(|range| range.narrowness()).map_or(0, |range| range.quality);
        if quality > best.0 {
            best = (quality, media_type);
        }
    }
    best.1
}

/// A part of an `Accept` header, its quality in thousandths.
struct Range<'a> {
    kind: &'a str,
    subtype: &'a str,
    quality: u32,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.split(';').map(str::trim);
        let (kind, subtype) = parts.next()?.split_once('/')?;
        let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        Some(Self { kind, subtype, quality: quality.map_or(Some(1_000), thousandths)? })
    }

    fn covers(&self, media_type: &str) -> bool {
        let (kind, subtype) = media_type.split_once('/').unwrap_or((media_type, ""));
        (self.kind == "*" || self.kind.eq_ignore_ascii_case(kind))
            && (self.subtype == "*" || self.subtype.eq_ignore_ascii_case(subtype))
    }

    fn narrowness(&self) -> u8 {
        u8::from(self.kind != "*") + u8::from(self.subtype != "*")
    }
}

/// A number from 0 to 1 with up to three digits behind the point.
pub(super) fn thousandths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_short = part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    let part: u32 = if is_short { format!("{part:0<3}").parse().ok()? } else { return None };
    Some((whole.parse::<u32>().ok()?.min(1) * 1_000 + part).min(1_000))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_narrowest_range_decides_and_the_first_offer_in_doubt() {
        for (accept, expected) in [
            ("", JSON),
            ("*/*", JSON),
            ("text/html,application/xhtml+xml,*/*;q=0.8", JSON),
            ("application/x-ndjson", NDJSON),
            ("application/json;q=0.5, application/x-ndjson", NDJSON),
            ("application/json, application/x-ndjson;q=0.9", JSON),
            ("application/*;q=0.3, application/x-go-sgf; q=0.4", SGF),
            ("application/json;q=0, */*", NDJSON),
            ("APPLICATION/ZIP", ZIP),
            ("application/zip;q=0.x", JSON),
            ("image/png", JSON),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(preferred(&headers, &[JSON, NDJSON, SGF, ZIP]), expected, "{accept}");
        }
    }

    #[test]
    fn a_browser_prefers_a_page_and_a_program_does_not() {
        for (accept, expected) in [
            ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", HTML),
            ("text/html", HTML),
            ("application/json;q=0.5, text/*", HTML),
            ("*/*", JSON),
            ("", JSON),
            ("application/json", JSON),
            ("text/html;q=0.4, application/json;q=0.6", JSON),
            ("text/html;q=0, */*;q=0.1", JSON),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(preferred(&headers, &[JSON, HTML]), expected, "{accept}");
        }
    }
}
