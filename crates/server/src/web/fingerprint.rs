//! What tells a request with a key from another one.

use axum::body::Bytes;
use axum::extract::OriginalUri;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use sha2::{Digest, Sha256};
use tengen_protocol::Scope;
use tokio::task::yield_now;

use super::caller::Anyone;
use super::record_file::file_in_form;

/// How many bytes of a body are looked at before others have their turn.
const PIECE: usize = 256 << 10;

/// What a token is good for, as far as requests are told apart by it.
fn mark_of(caller: Option<&Anyone>) -> u8 {
    let Some(caller) = caller else { return 3 };
    if caller.own().is_ok() {
        return 1;
    }
    match (caller.permit(Scope::Play).is_ok(), caller.permit(Scope::Staff).is_ok()) {
        (true, false) => 0,
        (true, true) => 4,
        (false, _) => 2,
    }
}

/// All by which a request is told from another one. Of a form it is the file: a sender draws another boundary each time.
pub(super) async fn fingerprint(parts: &Parts, caller: Option<&Anyone>, body: &Bytes) -> [u8; 32] {
    let whole = parts.extensions.get::<OriginalUri>().map_or(&parts.uri, |OriginalUri(whole)| whole);
    let media_type = parts.headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let form = file_in_form(&parts.headers, body).await;
    let [kind, content] = match &form {
        Some((bytes, charset)) => [charset.as_deref().unwrap_or_default().as_bytes(), &bytes[..]],
        None => [media_type, &body[..]],
    };
    let marks = [mark_of(caller), u8::from(form.is_some())];
    let mut digest = Sha256::new();
    for part in [whole.to_string().as_bytes(), kind, &marks[..], content] {
        // Each with its length: parts can't run into each other.
        digest.update((part.len() as u64).to_le_bytes());
        for piece in part.chunks(PIECE) {
            digest.update(piece);
            // Moves wait for a piece of a great file, and not for all of it.
            if part.len() > PIECE {
                yield_now().await;
            }
        }
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;

    use super::*;

    fn parts(address: &str, media_type: &str) -> Parts {
        let request = Request::post(address).header(header::CONTENT_TYPE, media_type);
        request.body(Body::empty()).unwrap().into_parts().0
    }

    #[tokio::test]
    async fn requests_are_told_apart() {
        let games = parts("/games", "application/json");
        let all = [
            fingerprint(&games, None, &Bytes::from_static(b"{}")).await,
            fingerprint(&games, None, &Bytes::from_static(b"{} ")).await,
            fingerprint(&games, Some(&Anyone(None)), &Bytes::from_static(b"{}")).await,
            fingerprint(&parts("/groups", "application/json"), None, &Bytes::from_static(b"{}")).await,
            fingerprint(&parts("/games", "text/plain"), None, &Bytes::from_static(b"{}")).await,
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[..place].contains(one), "{place}");
        }
        assert_eq!(fingerprint(&games, None, &Bytes::from_static(b"{}")).await, all[0]);
    }

    #[tokio::test]
    async fn a_form_is_the_same_with_another_boundary() {
        let form = async |boundary: &str, file: &str| {
            let parts = parts("/records", &format!("multipart/form-data; boundary={boundary}"));
            let head = "Content-Disposition: form-data; name=\"file\"";
            let body = format!("--{boundary}\r\n{head}\r\n\r\n{file}\r\n--{boundary}--\r\n");
            fingerprint(&parts, None, &Bytes::from(body)).await
        };
        assert_eq!(form("one", "(;)").await, form("another", "(;)").await);
        assert_ne!(form("one", "(;)").await, form("one", "(;B[])").await);
    }
}
