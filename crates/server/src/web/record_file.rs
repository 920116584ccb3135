//! A file with game records as a body: in SGF, as plain text, or in a form, as browsers send it.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use futures_util::{future, stream};
use multer::Multipart;
use tengen_protocol::ProblemCode;

use super::accept::{FORM, SGF, TEXT};
use super::body::{is, malformed};
use super::error::WebError;
use super::openapi::{GenContext, Operation, OperationInput, may_be_file, may_be_form, request_file};
use super::upload::Upload;
use crate::app::App;

/// A file in SGF.
const RECORD: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[gc])";

/// The part of a form that is the file.
const PART: &str = "file";

/// A file in SGF, in any encoding.
pub(super) struct RecordFile {
    /// Its bytes, without those of a form around it.
    pub(super) upload: Upload,
    /// The encoding in which whoever sends it says that it is.
    pub(super) charset: Option<String>,
}

impl FromRequest<App> for RecordFile {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        let (mut parts, body) = request.into_parts();
        let headers = &parts.headers;
        if is(FORM, headers) {
            let boundary = content_type(headers).and_then(|form| multer::parse_boundary(form).ok());
            let boundary = boundary.ok_or_else(|| malformed("the form names no boundary"))?;
            // As a whole it may be as long as a file alone.
            let form = Upload::of(&mut parts, body, app).await?;
            let (bytes, charset) = file_of(form.bytes.clone(), boundary).await?;
            return Ok(Self { upload: form.with(bytes), charset });
        }
        if !is(SGF, headers) && !is(TEXT, headers) {
            return Err(ProblemCode::UnsupportedMediaType.into());
        }
        let charset = charset(headers);
        Ok(Self { upload: Upload::of(&mut parts, body, app).await?, charset })
    }
}

impl OperationInput for RecordFile {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_file(ctx, operation, SGF, RECORD);
        may_be_file(operation, TEXT, RECORD);
        may_be_form(operation, PART);
    }
}

/// The bytes of a file, and the encoding in which whoever sends it says that it is.
type Told = (Bytes, Option<String>);

/// The file of a body that is a form with one, whatever its boundary.
pub(super) async fn file_in_form(headers: &HeaderMap, body: &Bytes) -> Option<Told> {
    if !is(FORM, headers) {
        return None;
    }
    let boundary = content_type(headers).and_then(|form| multer::parse_boundary(form).ok())?;
    file_of(body.clone(), boundary).await.ok()
}

/// The one file of a form.
async fn file_of(form: Bytes, boundary: String) -> Result<Told, WebError> {
    let unreadable = |error: multer::Error| malformed(&format!("the form: {error}"));
    let whole = stream::once(future::ready(Ok::<_, Infallible>(form)));
    let (mut form, mut file) = (Multipart::new(whole, boundary), None);
    while let Some(part) = form.next_field().await.map_err(unreadable)? {
        if part.name() != Some(PART) || file.is_some() {
            return Err(malformed("the form has one part, which is named file"));
        }
        let charset = charset(part.headers());
        file = Some((part.bytes().await.map_err(unreadable)?, charset));
    }
    file.ok_or_else(|| malformed("the form has no file"))
}

fn content_type(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::CONTENT_TYPE)?.to_str().ok()
}

/// The `charset` beside the media type of a body, or of a part of one.
fn charset(headers: &HeaderMap) -> Option<String> {
    let mut parameters =
        content_type(headers)?.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let (_, label) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(label.trim().trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_charset_stands_beside_the_media_type() {
        for (content_type, expected) in [
            ("application/x-go-sgf", None),
            ("application/x-go-sgf; charset=Big5", Some("Big5")),
            ("application/x-go-sgf;version=4 ; Charset = \"KOI8-R\"", Some("KOI8-R")),
            ("application/x-go-sgf; charset", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
            assert_eq!(charset(&headers).as_deref(), expected, "{content_type}");
        }
        assert_eq!(charset(&HeaderMap::new()), None);
    }

    #[tokio::test]
    async fn a_form_has_one_file() {
        let part = |name: &str, content: &str| {
            format!(
                "--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.sgf\"\r\n\
                 Content-Type: application/octet-stream; charset=GB18030\r\n\r\n{content}\r\n"
            )
        };
        let read = async |parts: &[String]| {
            file_of(Bytes::from(format!("{}--x--\r\n", parts.concat())), "x".to_owned()).await
        };
        let (bytes, charset) = read(&[part("file", "(;SZ[9])")]).await.unwrap();
        assert_eq!((&bytes[..], charset.as_deref()), (&b"(;SZ[9])"[..], Some("GB18030")));
        for parts in [vec![], vec![part("other", "(;)")], vec![part("file", "(;)"), part("file", "(;)")]] {
            assert!(read(&parts).await.is_err(), "{parts:?}");
        }
        assert!(file_of(Bytes::from_static(b"no form"), "x".to_owned()).await.is_err());
    }
}
