//! Records with trees beside them, as files.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::web::fresh::{self, Keeping, Tag};
use crate::web::turns::Turns;

/// Files are written one after the other: the largest have megabytes.
pub(super) static WRITINGS: Turns = Turns::new(1, 64);

/// A file of this name, for its reader alone.
pub(super) fn sgf_answer(headers: &HeaderMap, text: String, name: &str) -> Response {
    let bytes = text.into_bytes();
    let tag = Tag::of(&bytes);
    let answer = fresh::tagged(headers, Keeping::Private, &tag, "application/x-go-sgf; charset=utf-8", bytes);
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    (name, answer).into_response()
}
